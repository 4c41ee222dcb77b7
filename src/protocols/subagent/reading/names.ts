import { layoutFiles, messagesFolder, questionsFile } from '../files.ts'
import {
  agents,
  isTaskId,
  messageKinds,
  plannerModes,
  questionerModes,
  type Agent,
  type MessageKind,
  type Profile,
} from '../schema.ts'

export interface ReportName {
  readonly task: string
  readonly attempt: number
}

const attemptTail = /^-r([2-9]|[1-9]\d{1,5})$/

/** Takes the name of a report apart: what precedes the last `-report` is the task, what follows is the attempt. */
function reportIn(stem: string): ReportName | undefined {
  const index = stem.lastIndexOf('-report')
  const task = stem.slice(0, Math.max(index, 0))
  const tail = stem.slice(index + '-report'.length)
  if (!isTaskId(task)) return undefined
  if (tail === '') return { task, attempt: 1 }
  const [, attempt] = attemptTail.exec(tail) ?? []
  return attempt === undefined ? undefined : { task, attempt: Number(attempt) }
}

/** The report that a file directly in a session is: `tasks.task-1-report-r2.md`. */
export const reportOf = (name: string): ReportName | undefined =>
  name.startsWith('tasks.') && name.endsWith('.md') ? reportIn(name.slice('tasks.'.length, -'.md'.length)) : undefined

/** What the name of a report in `reports/` of an iteration says: `task-1-report.md`. */
export const iterationReportOf = (name: string): ReportName | undefined =>
  name.endsWith('.md') ? reportIn(name.slice(0, -'.md'.length)) : undefined

export const reportName = ({ task, attempt }: ReportName): string =>
  `tasks.${task}-report${attempt === 1 ? '' : `-r${attempt}`}.md`

/** Whether a file directly in a session is called as if it were a report. */
export const isNamedLikeReport = (name: string): boolean =>
  name.startsWith('tasks.') && name.endsWith('.md') && /report/i.test(name)

/** Whether a file directly in a session holds questions. */
export function isQuestionsFile(name: string, profile: Profile): boolean {
  return name === questionsFile || (profile === 'v1-3.x' && isCategoryFile(name))
}

/** `plan.questions.CATEGORY.md` of 3.x. */
export const isCategoryFile = (name: string): boolean => /^plan\.questions\.[^.]+\.md$/.test(name)

/** `progress.reviewN.md` of 3.x. */
export const isReviewProgress = (name: string): boolean => /^progress\.review[1-9]\d*\.md$/.test(name)

/** Whether a file is called as if it were another version of a plan, of tasks or of progress. */
export function isVariant(name: string, profile: Profile): boolean {
  const lowerCased = name.toLowerCase()
  if ((layoutFiles as readonly string[]).includes(lowerCased)) return lowerCased !== name
  if (!name.endsWith('.md') || !/^(?:plan|tasks|progress)[.\-_ (]/.test(name)) return false
  if (isQuestionsFile(name, profile) || reportOf(name) || isNamedLikeReport(name)) return false
  return !(profile === 'v1-3.x' && isReviewProgress(name))
}

export interface MessageName {
  readonly agent: Agent
  readonly kind: MessageKind
  /** What the file is called, without its kind: `executor.task-1.a2`. */
  readonly key: string
  /** The MODE of a planner or questioner, in capitals. */
  readonly mode: string | undefined
  /** The task of an executor or reviewer. */
  readonly task: string | undefined
  /** The attempt, the cycle, or the number of the invocation in its MODE. */
  readonly number: number
}

const numberAfterLetter = (token: string, letter: string): number | undefined => {
  const digits = token.startsWith(letter) ? token.slice(letter.length) : ''
  return /^[1-9]\d{0,8}$/.test(digits) ? Number(digits) : undefined
}

const isOneOf = <Word extends string>(words: readonly Word[], word: string): word is Word =>
  (words as readonly string[]).includes(word)

/** The MODE of a session's last review in 3.x, which is about no task. */
export const sessionReview = 'SESSION_REVIEW'

const letters: Readonly<Record<Agent, string>> = { planner: '', questioner: 'c', executor: 'a', reviewer: 'a' }

/**
 * Takes the name of a message apart: the agent to the first dot, kind and number from the back, since ids hold dots.
 */
export function messageOf(name: string, profile: Profile): MessageName | undefined {
  const [agent = '', ...rest] = name.slice(0, -'.json'.length).split('.')
  const kind = rest.pop() ?? ''
  const token = rest.pop() ?? ''
  const middle = rest.join('.')
  if (!isOneOf(agents, agent) || !isOneOf(messageKinds, kind)) return undefined
  const isReview = profile === 'v1-3.x' && agent === 'reviewer' && middle === sessionReview
  const number = numberAfterLetter(token, isReview ? '' : letters[agent])
  const modes: readonly string[] = agent === 'planner' ? plannerModes : agent === 'questioner' ? questionerModes : []
  const mode =
    profile === 'v1-3.x' && agent === 'questioner' && middle === middle.toLowerCase() ? middle.toUpperCase() : middle
  const isTask = agent === 'executor' || agent === 'reviewer'
  if (number === undefined || !(isReview || (isTask ? isTaskId(middle) : modes.includes(mode)))) return undefined
  const key = `${agent}.${middle}.${token}`
  return {
    agent,
    kind,
    key,
    mode: isTask && !isReview ? undefined : mode,
    task: isTask && !isReview ? middle : undefined,
    number,
  }
}

/** What the file of a message is called. */
export const messageName = (key: string, kind: MessageKind): string => `${messagesFolder}/${key}.${kind}.json`
