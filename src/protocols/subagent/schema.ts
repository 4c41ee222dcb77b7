import { parseTime } from '../../core/time.ts'
import * as z from 'zod'
import { expected, flag } from '../../core/configuration.ts'
import { memoBy, once } from '../../core/once.ts'
import { list, notKeys, oneOf, openMapping, text, integer } from '../../kit/values.ts'
import { isMapping } from '../../documents/data.ts'

/** The generations of the contracts, oldest first. */
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

/** Whether a session id is one: some are no date and time. */
export function isDateAndTime(id: string): boolean {
  const [year, month, day, hour, minute, second] = id.match(/\d\d/g) ?? []
  const date = new Date(`20${year}-${month}-${day}T00:00:00Z`)
  return (
    !Number.isNaN(date.getTime()) &&
    date.getUTCDate() === Number(day) &&
    Number(hour) < 24 &&
    Number(minute) < 60 &&
    Number(second) < 60
  )
}

const maxIdLength = 64
const leadingIdPattern = /^(?:task|plan|qa)-[A-Za-z0-9]+(?:[._-][A-Za-z0-9]+)*/

/** The id that a text begins with, if it is one: nothing of an id follows it. */
export function leadingId(text: string): string | undefined {
  const candidate = leadingIdPattern.exec(text)?.[0]
  if (candidate === undefined || candidate.length > maxIdLength) return undefined
  return /[A-Za-z0-9-]/.test(text.charAt(candidate.length)) ? undefined : candidate
}

export const isTaskId = (text: string): boolean => leadingId(text) === text

/** `task-…` are implemented and reviewed; `plan-…` and `qa-…` are not. The prefix decides. */
export const isImplementation = (task: string): boolean => task.startsWith('task-')

/** Every id that occurs in a text as a whole word. */
export function idsIn(text: string): readonly string[] {
  return Array.from(
    text.matchAll(/(?<![A-Za-z0-9-])(?:task|plan|qa)-[A-Za-z0-9]+(?:[._-][A-Za-z0-9]+)*/g),
    ([candidate]) => candidate,
  ).filter(isTaskId)
}

/** Whether a text is blank, a `[placeholder]` or what a skeleton puts in place of a part. */
export function isPlaceholder(text: string): boolean {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed === '_Not stated._') return true
  return trimmed.startsWith('[') && trimmed.indexOf(']') === trimmed.length - 1
}

const timestampPattern =
  /^(?<day>\d{4}-\d\d-\d\d)T(?<time>\d\d:\d\d):(?<second>\d\d)(?:\.\d{1,9})?(?<zone>Z|[+-]\d\d:?\d\d)$/i

/**
 * The time that a date-time with offset names (`Z`, `+07:00`, `+0700`), to the second, in milliseconds; `undefined`
 * where it is none.
 */
export const instantOf = (text: string): number | undefined => parseTime(timestampPattern, text, 60)

/** How a time is written: in UTC to the second. */
export const timestampOf = (at: string): string =>
  `${new Date(at).toISOString().slice(0, 'YYYY-MM-DDThh:mm:ss'.length)}Z`

/** Marks a check of a value that is there, and counts as absent. */
const blankParams = { absent: true } as const

const nonBlankText = once(() =>
  text()
    .refine((value) => value.trim() !== '', { error: expected`a string that is not blank`, params: blankParams })
    .meta({ pattern: '\\S' }),
)
const id = once(() =>
  nonBlankText()
    .refine(isTaskId, { error: expected`an id such as ${'task-1'}`, params: {} })
    .meta({ pattern: '^(task|plan|qa)-[A-Za-z0-9]+([._-][A-Za-z0-9]+)*$', maxLength: 64 }),
)
const count = once(() => integer(0))
const number = once(() => integer(1))
const anyObject = once(() => openMapping({}))

const review = <Criteria extends z.ZodType>(criteria: Criteria) => {
  const diagnostics = {
    quality_assessment: text().optional(),
    issues: list(text()).optional(),
    feedback: text().optional(),
  }
  return z.discriminatedUnion(
    'status',
    [
      openMapping({
        status: z.literal('completed'),
        verdict: oneOf(verdicts),
        criteria_results: criteria,
        ...diagnostics,
      }),
      openMapping({
        status: z.literal('error'),
        verdict: oneOf(verdicts).optional(),
        criteria_results: criteria.optional(),
        ...diagnostics,
      }),
    ],
    { error: expected`one of ${['completed', 'error']}` },
  )
}

const isNonBlankText = (value: unknown) => typeof value === 'string' && value.trim() !== ''

type Shapes = Readonly<Record<Agent, Readonly<Record<MessageKind, () => z.ZodType>>>>

/**
 * The payloads of the four contracts, version 1.0.0; `isLater`: with what agents of 3.x wrote. Unknown keys are allowed
 * everywhere.
 */
const payloadsOf = memoBy((isLater: boolean): Shapes => ({
  planner: {
    input: once(() => {
      const shape = {
        SESSION_PATH: nonBlankText(),
        MODE: oneOf(plannerModes),
        USER_REQUEST: nonBlankText(),
        CONTEXT: anyObject().optional(),
      }
      if (!isLater) return openMapping(shape)
      return openMapping({ ...shape, USER_REQUEST: nonBlankText().optional() }).refine(
        ({ MODE, USER_REQUEST, UPDATE_REQUEST }) =>
          MODE === 'TASK_BREAKDOWN' || isNonBlankText(USER_REQUEST) || isNonBlankText(UPDATE_REQUEST),
        { error: expected`a string`, path: ['USER_REQUEST'], params: blankParams },
      )
    }),
    output: once(() =>
      openMapping({
        status: oneOf(['completed', 'blocked', 'needs_clarification', 'needs_qa_cycle']),
        artifacts_created: list(text()).optional(),
        artifacts_updated: list(text()).optional(),
        task_count: openMapping({ planning: count(), implementation: count(), total: count() }).optional(),
        next_actions: list(
          isLater ? text() : oneOf(['qa_brainstorm', 'qa_research', 'execute', 'review', 'complete']),
        ).optional(),
        blockers: list(text()).optional(),
      }),
    ),
  },
  executor: {
    input: once(() =>
      openMapping({ SESSION_PATH: nonBlankText(), TASK_ID: id(), ATTEMPT_NUMBER: number().default(1).optional() }),
    ),
    output: once(() => {
      const task = openMapping({ id: nonBlankText(), description: nonBlankText(), rationale: nonBlankText() })
      const flagOrWord = () => z.union([flag(), oneOf(['true', 'false'])], { error: expected`${'true'} or ${'false'}` })
      return openMapping({
        status: oneOf(['completed', 'failed', 'blocked']),
        report_path: nonBlankText(),
        success_criteria_met: isLater ? flagOrWord() : flag(),
        discovered_tasks: list(
          isLater ? z.union([text(), task], { error: expected`a string or a task` }) : task,
        ).optional(),
        blockers: list(text()).optional(),
      })
    }),
  },
  reviewer: {
    input: once(() => openMapping({ SESSION_PATH: nonBlankText(), TASK_ID: id(), REPORT_PATH: nonBlankText() })),
    output: once(() => {
      const criteria = list(
        openMapping({
          criterion: nonBlankText(),
          met: flag(),
          evidence: text().optional(),
          finding: text().optional(),
        }),
      )
      const counts = openMapping({ total_criteria: count(), met: count(), not_met: count() })
      return isLater ? review(z.union([criteria, counts], { error: expected`a list or counts` })) : review(criteria)
    }),
  },
  questioner: {
    input: once(() =>
      openMapping({
        SESSION_PATH: nonBlankText(),
        MODE: isLater ? oneOf([...questionerModes, 'brainstorm', 'research']) : oneOf(questionerModes),
        CYCLE_NUMBER: number().default(1).optional(),
        ...(isLater && { CYCLE: number().optional() }),
      }),
    ),
    output: once(() => {
      const levels = { high: count().optional(), medium: count().optional(), low: count().optional() }
      return openMapping({
        status: oneOf(['completed', 'blocked']),
        questions_generated: count().optional(),
        questions_answered: count().optional(),
        new_questions_emerged: count().optional(),
        invalidated_assumptions: count().optional(),
        priority_breakdown: openMapping(levels).optional(),
        confidence_distribution: openMapping({ ...levels, unknown: count().optional() }).optional(),
        critical_findings: list(text()).optional(),
        recommendations: list(text()).optional(),
      })
    }),
  },
}))

/** The review of a whole session of 3.x: of no more than its status is anything known. */
export const sessionReviewOutput = once(() => openMapping({ status: oneOf(['completed', 'error']) }))

/** The codes of what is not of the shape of a payload. */
export const fieldCodes = {
  missing: 'MESSAGE_FIELD_MISSING',
  type: 'MESSAGE_FIELD_TYPE',
  value: 'MESSAGE_FIELD_VALUE',
} as const

export const payloadOf = (agent: Agent, kind: MessageKind, profile: Profile): z.ZodType =>
  payloadsOf(profile === 'v1-3.x')[agent][kind]()

/**
 * The envelope of a payload. `answers` and `until` of inputs alone; `agent` of an output is the one that held the
 * attempt.
 */
export const envelopeShape = once(() =>
  z.looseObject({
    contract: nonBlankText(),
    kind: nonBlankText(),
    session_id: nonBlankText(),
    created_at: nonBlankText(),
    payload: z.custom<object>(isMapping, {
      error: notKeys,
    }),
    by: text().optional(),
    agent: text().optional(),
    until: text().optional(),
    answers: list(
      openMapping({
        question: nonBlankText(),
        answer: nonBlankText().optional(),
        by: nonBlankText(),
        at: nonBlankText(),
      }),
    ).optional(),
  }),
)

const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === ''

/** A single value in YAML, compared as text. */
const scalar = (fits: (text: string) => boolean, error: ReturnType<typeof expected>) =>
  z.custom<string | number | boolean>(
    (value) => /^(?:string|number|boolean)$/.test(typeof value) && fits(String(value)),
    { error },
  )
const filledScalar = (error: ReturnType<typeof expected>) => scalar((value) => value.trim() !== '', error)
const scalarOf = (words: readonly string[]) => scalar((value) => words.includes(value), expected`one of ${words}`)
const blankOrScalarOf = (words: readonly string[]) =>
  scalar((value) => isBlank(value) || words.includes(value), expected`one of ${words}`)
const yamlDateTime = once(() =>
  scalar((value) => instantOf(value) !== undefined, expected`a date and time with offset`),
)

const expectedPositiveInteger = expected`an integer, 1 or more`
const isPositiveInteger = (value: unknown) => typeof value === 'number' && Number.isInteger(value) && value >= 1
const yamlNumber = once(() => z.custom<number>(isPositiveInteger, { error: expectedPositiveInteger }))

/** metadata.yaml of v2, of the session with an id. */
export const metadataShape = (sessionId: string) =>
  openMapping({
    version: yamlNumber(),
    iteration: yamlNumber(),
    session_id: scalar((value) => value === sessionId, expected`${sessionId}`),
    created_at: yamlDateTime(),
    updated_at: yamlDateTime(),
    orchestrator: openMapping({ state: filledScalar(expected`a state`) }).prefault({} as never),
    status: blankOrScalarOf(['in_progress', 'completed', 'awaiting_feedback', 'blocked', 'aborted']).optional(),
  })

const yamlText = once(() => filledScalar(expected`a string`))
const signal = once(() => ({
  type: scalarOf(['STEER', 'PAUSE', 'ABORT', 'INFO']),
  message: yamlText(),
  target: blankOrScalarOf([
    'ALL',
    'Orchestrator',
    'Executor',
    'Planner',
    'Questioner',
    'Reviewer',
    'Librarian',
  ]).optional(),
  iteration: z
    .custom<unknown>((value) => isBlank(value) || isPositiveInteger(value), { error: expectedPositiveInteger })
    .optional(),
}))

/** A signal of v2 that waits, and one that was processed. */
export const signalShape = once(() => openMapping(signal()))
export const processedSignalShape = once(() =>
  openMapping({
    ...signal(),
    handling_metadata: openMapping({
      handled_by: yamlText(),
      handled_at: yamlText(),
      action_taken: yamlText(),
    }).prefault({} as never),
  }),
)
