import { msg } from '../../../core/message.ts'
import { isAbsoluteSession, isUnsafe, meansSession, meantBy } from '../files.ts'
import { reportName, type MessageName } from './names.ts'
import type { EnclosingSession, Content, MessageProblem } from './message.ts'

type Check = (content: Content, name: MessageName) => Iterable<MessageProblem>

/** Whether a key is absent, or its value `null`. */
const isAbsent = ({ fields }: Content, key: string): boolean => (fields.value(key) ?? null) === null

/** Whether a path must not be used: in 3.x a session may be named from the root of the disk. */
const isForbidden = (around: EnclosingSession, name: MessageName, key: string, path: string): boolean =>
  isUnsafe(path) && !(around.profile === 'v1-3.x' && name.kind === 'input' && key === 'SESSION_PATH' && isAbsoluteSession(path, around))

/** What an input counts by; behind it the name that 3.x had for it, too. Where neither is there, 1 is taken. */
const numbers: Readonly<Record<string, readonly string[]>> = { executor: ['ATTEMPT_NUMBER'], questioner: ['CYCLE_NUMBER', 'CYCLE'] }

function* keyMismatches(content: Content, name: MessageName, around: EnclosingSession): Iterable<MessageProblem> {
  if (name.kind === 'output') return
  const differs = (
    key: string,
    value: string | number | undefined,
    expected: string | number | undefined,
    fits: boolean,
  ): readonly MessageProblem[] =>
    value === undefined || expected === undefined || fits
      ? []
      : [
          {
            code: 'MESSAGE_KEY_MISMATCH',
            message: msg`Unexpected ${key} ${value}, expected ${expected} as the file is called`,
            place: content.place(key),
          },
        ]
  const session = content.fields.text('SESSION_PATH')
  const safe = session !== undefined && session.trim() !== '' && !isForbidden(around, name, 'SESSION_PATH', session)
  const isMeant = meansSession(session ?? '', around) || isAbsoluteSession(session ?? '', around)
  yield* differs('SESSION_PATH', safe ? session : undefined, `${around.path}/`, isMeant)
  const task = content.fields.text('TASK_ID')
  yield* differs('TASK_ID', task, name.task, task === name.task || task?.trim() === '')
  const mode = content.fields.text('MODE')
  yield* differs('MODE', mode, name.mode, (around.profile === 'v1-3.x' ? mode?.toUpperCase() : mode) === name.mode || mode?.trim() === '')
  const [first, ...others] = numbers[name.agent] ?? []
  const keys = first === undefined ? [] : [first, ...(around.profile === 'v1-3.x' ? others : [])]
  const isDefault = keys.every((key) => isAbsent(content, key))
  for (const key of keys) {
    const number = isDefault && key === first ? 1 : content.fields.number(key)
    yield* differs(key, number, name.number, number === name.number)
  }
}

/** The paths that a message names, by their keys. */
const pathsIn = ({ fields, texts, place }: Content) =>
  ['SESSION_PATH', 'REPORT_PATH', 'report_path', 'artifacts_created', 'artifacts_updated'].flatMap((key) => {
    const path = fields.text(key)
    if (path !== undefined) return [{ key, path, place: place(key) }]
    return texts(key).map(({ text, place: at }) => ({ key, path: text, place: at }))
  })

function* unsafePaths(content: Content, name: MessageName, around: EnclosingSession): Iterable<MessageProblem> {
  for (const { key, path, place } of pathsIn(content)) {
    if (!isForbidden(around, name, key, path)) continue
    yield { code: 'MESSAGE_PATH_UNSAFE', message: msg`Unexpected path ${path}, expected one inside the repository, without ${'..'}`, place }
  }
}

function* reportPath(content: Content, { agent, kind, task, number }: MessageName, around: EnclosingSession): Iterable<MessageProblem> {
  const key =
    agent === 'executor' && kind === 'output' ? 'report_path' : agent === 'reviewer' && kind === 'input' ? 'REPORT_PATH' : undefined
  const path = key === undefined ? undefined : content.fields.text(key)
  if (key === undefined || path === undefined || path.trim() === '' || task === undefined || isUnsafe(path)) return
  const expected = reportName({ task, attempt: number })
  if (meantBy(path, around) !== `${around.path}/${expected}`)
    yield { code: 'MESSAGE_REPORT_PATH', message: msg`Unexpected report ${path}, expected ${expected}`, place: content.place(key) }
}

function* executorOutput(content: Content): Iterable<MessageProblem> {
  const status = content.fields.text('status')
  const blockers = content.texts('blockers')
  const met = content.fields.value('success_criteria_met')
  if (status === 'completed' && (met === false || met === 'false'))
    yield {
      code: 'MESSAGE_COMPLETED_UNMET',
      message: msg`Unexpected ${'success_criteria_met'} ${false} beside ${'completed'}, expected ${true}`,
      place: content.place('success_criteria_met'),
    }
  if (status === 'completed' && blockers.length > 0)
    yield {
      code: 'MESSAGE_COMPLETED_BLOCKED',
      message: msg`Unexpected blockers beside ${'completed'}, expected none`,
      place: content.place('blockers'),
    }
  if (status === 'blocked' && blockers.length === 0) yield blockersMissing(content, status)
}

const blockersMissing = (content: Content, status: string): MessageProblem => ({
  code: 'MESSAGE_BLOCKERS_MISSING',
  message: msg`Missing blocker, expected one beside ${status}`,
  place: content.place('blockers'),
})

function* plannerOutput(content: Content): Iterable<MessageProblem> {
  const status = content.fields.text('status')
  if ((status === 'blocked' || status === 'needs_clarification') && content.texts('blockers').length === 0)
    yield blockersMissing(content, status)
  const [planning, implementation, total] = ['planning', 'implementation', 'total'].map((key) => content.fields.number('task_count', key))
  if (planning === undefined || implementation === undefined || total === undefined || total === planning + implementation) return
  yield {
    code: 'MESSAGE_COUNT_MISMATCH',
    message: msg`Unexpected total ${total}, expected ${planning + implementation}: the sum of ${'planning'} and ${'implementation'}`,
    place: content.place('task_count', 'total'),
  }
}

/** Why a verdict of Qualified has no ground. */
function unfounded({ fields }: Content): string | undefined {
  const results = fields.node('criteria_results')
  if (results?.kind === 'mapping') {
    const met = fields.number('criteria_results', 'met')
    const unmet = fields.number('criteria_results', 'not_met')
    return met === undefined || unmet === undefined || (unmet === 0 && met >= 1) ? undefined : 'criteria that are not met, or none that is'
  }
  if (results?.kind !== 'sequence') return undefined
  if (results.items.length === 0) return 'no criterion'
  return results.items.some((_, index) => fields.value('criteria_results', index, 'met') === false)
    ? 'a criterion that is not met'
    : undefined
}

function* reviewerOutput(content: Content): Iterable<MessageProblem> {
  const status = content.fields.text('status')
  const verdict = content.fields.text('verdict')
  if (status === 'error' && verdict !== undefined)
    yield {
      code: 'MESSAGE_VERDICT_UNFOUNDED',
      message: msg`Unexpected verdict ${verdict} beside the status ${'error'}, expected none`,
      place: content.place('verdict'),
    }
  if (status !== 'completed') return
  const why = verdict === 'Qualified' ? unfounded(content) : undefined
  if (why !== undefined)
    yield {
      code: 'MESSAGE_VERDICT_UNFOUNDED',
      message: `${msg`Unexpected verdict ${'Qualified'}`} with ${why}`,
      place: content.place('verdict'),
    }
  if (verdict === 'Failed' && (content.fields.text('feedback') ?? '').trim() === '')
    yield {
      code: 'MESSAGE_FEEDBACK_MISSING',
      message: msg`Missing ${'feedback'}, expected what to do better beside ${'Failed'}`,
      place: content.place('feedback'),
    }
}

const sum = (numbers: readonly (number | undefined)[]) => numbers.reduce<number>((total, number) => total + (number ?? 0), 0)

/** What a questioner of each MODE counts. */
const counts = {
  BRAINSTORM: { total: 'questions_generated', parts: 'priority_breakdown', differs: (parts: number, total: number) => parts !== total },
  RESEARCH: { total: 'questions_answered', parts: 'confidence_distribution', differs: (parts: number, total: number) => parts > total },
} as const

function* questionerOutput(content: Content, { mode }: MessageName): Iterable<MessageProblem> {
  if (mode !== 'BRAINSTORM' && mode !== 'RESEARCH') return
  const { total: key, parts, differs } = counts[mode]
  const total = content.fields.number(key)
  if (content.fields.text('status') === 'completed' && isAbsent(content, key))
    yield { code: 'MESSAGE_MODE_FIELD', message: msg`Missing ${key}, expected it of ${mode}`, place: content.place() }
  const given = content.fields.node(parts)
  const sumOfParts = sum(['high', 'medium', 'low'].map((level) => content.fields.number(parts, level)))
  if (total !== undefined && given?.kind === 'mapping' && differs(sumOfParts, total))
    yield {
      code: 'MESSAGE_COUNT_DOUBTFUL',
      message: msg`Unexpected sum ${sumOfParts} of ${parts}, expected ${total} as in ${key}`,
      place: content.place(parts),
    }
}

const byContract: Readonly<Record<string, Check>> = {
  'planner.output': plannerOutput,
  'executor.output': executorOutput,
  'reviewer.output': reviewerOutput,
  'questioner.output': questionerOutput,
}

/** What is wrong with the fields of a message beside each other, its name and its session. */
export function* meaningProblemsOf(content: Content, name: MessageName, around: EnclosingSession): Iterable<MessageProblem> {
  yield* keyMismatches(content, name, around)
  yield* unsafePaths(content, name, around)
  yield* reportPath(content, name, around)
  yield* byContract[`${name.agent}.${name.kind}`]?.(content, name) ?? []
}
