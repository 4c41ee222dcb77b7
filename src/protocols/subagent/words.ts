import { parseTime } from '../../core/time.ts'

/** The generations of the contracts, oldest first (subagent protocol, section 1). */
export const profiles = ['contract-1.0.0', 'v1-3.x', 'v2'] as const
export type Profile = (typeof profiles)[number]

export const agents = ['planner', 'executor', 'reviewer', 'questioner'] as const
export type Agent = (typeof agents)[number]

/** What an orchestrator gives to an agent, and what the agent gives back. */
export const messageKinds = ['input', 'output'] as const
export type MessageKind = (typeof messageKinds)[number]

export const plannerModes = ['INITIALIZE', 'UPDATE', 'TASK_BREAKDOWN', 'DISCOVERY'] as const
export type PlannerMode = (typeof plannerModes)[number]

export const questionerModes = ['BRAINSTORM', 'RESEARCH'] as const

export const verdicts = ['Qualified', 'Failed'] as const
export type Verdict = (typeof verdicts)[number]

/** `YYMMDD-hhmmss` */
export const isSessionId = (name: string): boolean => /^\d{6}-\d{6}$/.test(name)

const longestId = 64
const id = /^(?:task|plan|qa)-[A-Za-z0-9]+(?:[._-][A-Za-z0-9]+)*/

/** The id that a text begins with, if it is one: nothing of an id follows it. */
export function leadingId(text: string): string | undefined {
  const found = id.exec(text)?.[0]
  if (found === undefined || found.length > longestId) return undefined
  return /[A-Za-z0-9-]/.test(text.charAt(found.length)) ? undefined : found
}

export const isTaskId = (text: string): boolean => leadingId(text) === text

/** `task-…` are implemented and reviewed; `plan-…` and `qa-…` are not. The prefix decides. */
export const isImplementation = (task: string): boolean => task.startsWith('task-')

/** Every id that stands in a text as a whole word. */
export function idsIn(text: string): readonly string[] {
  return Array.from(text.matchAll(/(?<![A-Za-z0-9-])(?:task|plan|qa)-[A-Za-z0-9]+(?:[._-][A-Za-z0-9]+)*/g), ([found]) => found).filter(
    isTaskId,
  )
}

/** Whether a text is blank, a `[placeholder]` or what a skeleton says of a part that nobody stated. */
export function isPlaceholder(text: string): boolean {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed === '_Not stated._') return true
  return trimmed.startsWith('[') && trimmed.indexOf(']') === trimmed.length - 1
}

const form = /^(?<day>\d{4}-\d\d-\d\d)T(?<time>\d\d:\d\d):(?<second>\d\d)(?:\.\d{1,9})?(?<zone>Z|[+-]\d\d:?\d\d)$/i

/** The moment that a date-time with offset names (`Z`, `+07:00`, `+0700`), to the second, in milliseconds; nothing where it is none. */
export const instantOf = (text: string): number | undefined => parseTime(form, text, 60)

/** How a moment is written: in UTC to the second. */
export const timestampOf = (at: string): string => `${new Date(at).toISOString().slice(0, 'YYYY-MM-DDThh:mm:ss'.length)}Z`
