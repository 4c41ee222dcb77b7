import { msg } from '../../../core/message.ts'
import { at } from '../../../documents/data.ts'
import { reportName, isAbsoluteSession, isUnsafe, meansSession, meantBy } from '../files.ts'
import { contentOf, type Body, type Content, type Problem } from './message.ts'

type Check = (content: Content, body: Body) => Iterable<Problem>

const numberAt = ({ payload }: Content, ...path: readonly string[]): number | undefined => {
  const node = at(payload, path)
  return node?.kind === 'scalar' && typeof node.value === 'number' ? node.value : undefined
}

const scalarAt = ({ payload }: Content, key: string): unknown => {
  const node = payload.get(key)?.value
  return node?.kind === 'scalar' ? node.value : undefined
}

/** Whether a key is not there, or says `null`. */
const isAbsent = ({ payload }: Content, key: string): boolean => {
  const node = payload.get(key)?.value
  return node === undefined || (node.kind === 'scalar' && node.value === null)
}

/** Whether a path must not be used: in 3.x a session may be named from the root of the disk. */
const isForbidden = ({ around, name }: Body, key: string, path: string): boolean =>
  isUnsafe(path) && !(around.profile === 'v1-3.x' && name.kind === 'input' && key === 'SESSION_PATH' && isAbsoluteSession(path, around))

/** What an input counts by; behind it the name that 3.x had for it, too. Where neither is there, 1 is taken. */
const numbers: Readonly<Record<string, readonly string[]>> = { executor: ['ATTEMPT_NUMBER'], questioner: ['CYCLE_NUMBER', 'CYCLE'] }

function* keyMismatches(content: Content, body: Body): Iterable<Problem> {
  const { name, around } = body
  if (name.kind === 'output') return
  const differs = (
    key: string,
    said: string | number | undefined,
    expected: string | number | undefined,
    fits: boolean,
  ): readonly Problem[] =>
    said === undefined || expected === undefined || fits
      ? []
      : [
          {
            code: 'MESSAGE_KEY_MISMATCH',
            message: msg`Unexpected ${key} ${said}, expected ${expected} as the file is called`,
            place: content.place(key),
          },
        ]
  const session = content.text('SESSION_PATH')
  const safe = session !== undefined && session.trim() !== '' && !isForbidden(body, 'SESSION_PATH', session)
  const isMeant = meansSession(session ?? '', around) || isAbsoluteSession(session ?? '', around)
  yield* differs('SESSION_PATH', safe ? session : undefined, `${around.path}/`, isMeant)
  const task = content.text('TASK_ID')
  yield* differs('TASK_ID', task, name.task, task === name.task || task?.trim() === '')
  const mode = content.text('MODE')
  yield* differs('MODE', mode, name.mode, (around.profile === 'v1-3.x' ? mode?.toUpperCase() : mode) === name.mode || mode?.trim() === '')
  const [first, ...others] = numbers[name.agent] ?? []
  const keys = first === undefined ? [] : [first, ...(around.profile === 'v1-3.x' ? others : [])]
  const isDefault = keys.every((key) => isAbsent(content, key))
  for (const key of keys) {
    const number = isDefault && key === first ? 1 : numberAt(content, key)
    yield* differs(key, number, name.number, number === name.number)
  }
}

/** The paths that a message names, by their keys. */
function pathsIn({ payload, document }: Content) {
  return ['SESSION_PATH', 'REPORT_PATH', 'report_path', 'artifacts_created', 'artifacts_updated'].flatMap((key) => {
    const value = payload.get(key)?.value
    const nodes = value?.kind === 'sequence' ? value.items : value ? [value] : []
    return nodes.flatMap((node) =>
      node.kind === 'scalar' && typeof node.value === 'string'
        ? [{ key, path: node.value, place: document.span(node.start, node.end) }]
        : [],
    )
  })
}

function* unsafePaths(content: Content, body: Body): Iterable<Problem> {
  for (const { key, path, place } of pathsIn(content)) {
    if (!isForbidden(body, key, path)) continue
    yield { code: 'MESSAGE_PATH_UNSAFE', message: msg`Unexpected path ${path}, expected one inside the repository, without ${'..'}`, place }
  }
}

function* reportPath(content: Content, { name: { agent, kind, task, number }, around }: Body): Iterable<Problem> {
  const key =
    agent === 'executor' && kind === 'output' ? 'report_path' : agent === 'reviewer' && kind === 'input' ? 'REPORT_PATH' : undefined
  const path = key === undefined ? undefined : content.text(key)
  if (key === undefined || path === undefined || path.trim() === '' || task === undefined || isUnsafe(path)) return
  const expected = reportName({ task, attempt: number })
  if (meantBy(path, around) !== `${around.path}/${expected}`)
    yield { code: 'MESSAGE_REPORT_PATH', message: msg`Unexpected report ${path}, expected ${expected}`, place: content.place(key) }
}

function* executorOutput(content: Content): Iterable<Problem> {
  const status = content.text('status')
  const blockers = content.texts('blockers')
  const met = scalarAt(content, 'success_criteria_met')
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

const blockersMissing = (content: Content, status: string): Problem => ({
  code: 'MESSAGE_BLOCKERS_MISSING',
  message: msg`Missing blocker, expected one beside ${status}`,
  place: content.place('blockers'),
})

function* plannerOutput(content: Content): Iterable<Problem> {
  const status = content.text('status')
  if ((status === 'blocked' || status === 'needs_clarification') && content.texts('blockers').length === 0)
    yield blockersMissing(content, status)
  const [planning, implementation, total] = ['planning', 'implementation', 'total'].map((key) => numberAt(content, 'task_count', key))
  if (planning === undefined || implementation === undefined || total === undefined || total === planning + implementation) return
  yield {
    code: 'MESSAGE_COUNT_MISMATCH',
    message: msg`Unexpected total ${total}, expected ${planning + implementation}: the sum of ${'planning'} and ${'implementation'}`,
    place: content.place('task_count', 'total'),
  }
}

/** Why a verdict of Qualified has no ground. */
function unfounded(content: Content): string | undefined {
  const results = content.payload.get('criteria_results')?.value
  if (results?.kind === 'mapping') {
    const met = numberAt(content, 'criteria_results', 'met')
    const unmet = numberAt(content, 'criteria_results', 'not_met')
    return met === undefined || unmet === undefined || (unmet === 0 && met >= 1) ? undefined : 'criteria that are not met, or none that is'
  }
  if (results?.kind !== 'sequence') return undefined
  if (results.items.length === 0) return 'no criterion'
  const isUnmet = results.items.some((item) => {
    const met = at(item, ['met'])
    return met?.kind === 'scalar' && met.value === false
  })
  return isUnmet ? 'a criterion that is not met' : undefined
}

function* reviewerOutput(content: Content): Iterable<Problem> {
  const status = content.text('status')
  const verdict = content.text('verdict')
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
  if (verdict === 'Failed' && (content.text('feedback') ?? '').trim() === '')
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

function* questionerOutput(content: Content, { name: { mode } }: Body): Iterable<Problem> {
  if (mode !== 'BRAINSTORM' && mode !== 'RESEARCH') return
  const { total: key, parts, differs } = counts[mode]
  const total = numberAt(content, key)
  if (content.text('status') === 'completed' && isAbsent(content, key))
    yield { code: 'MESSAGE_MODE_FIELD', message: msg`Missing ${key}, expected it of ${mode}`, place: content.place() }
  const given = content.payload.get(parts)?.value
  const pluralize = sum(['high', 'medium', 'low'].map((level) => numberAt(content, parts, level)))
  if (total !== undefined && given?.kind === 'mapping' && differs(pluralize, total))
    yield {
      code: 'MESSAGE_COUNT_DOUBTFUL',
      message: msg`Unexpected sum ${pluralize} of ${parts}, expected ${total} as in ${key}`,
      place: content.place(parts),
    }
}

const byContract: Readonly<Record<string, Check>> = {
  'planner.output': plannerOutput,
  'executor.output': executorOutput,
  'reviewer.output': reviewerOutput,
  'questioner.output': questionerOutput,
}

/** What the fields of a message say of each other, of its name and of its session. */
export function* meaningProblemsOf(body: Body): Iterable<Problem> {
  const content = contentOf(body)
  if (!content) return
  yield* keyMismatches(content, body)
  yield* unsafePaths(content, body)
  yield* reportPath(content, body)
  yield* byContract[`${body.name.agent}.${body.name.kind}`]?.(content, body) ?? []
}
