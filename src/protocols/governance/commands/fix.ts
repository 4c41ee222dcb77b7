import type { Content } from '../../../core/command.ts'
import { type Call, command, type TargetKind } from '../../../kit/command.ts'
import { msg } from '../../../core/message.ts'
import { editJson } from '../../../documents/json-edit.ts'
import { newestSession, workingSessions, type GovernanceModel } from '../model.ts'
import { limits } from '../schema.ts'
import { hiddenLoops, miscountsIn } from '../loops/stalls.ts'
import { recountedText, trimList } from '../writing/edits.ts'
import { newConfig, newMetrics, newStall, newState, print } from '../writing/new-files.ts'
import { fileProblems, stateFileProblems, writeProblems } from './file-problems.ts'

type Changes = readonly (readonly [path: string, content: Content])[]

function metricsRepair(model: GovernanceModel, at: string): Changes {
  const { metrics, paths } = model
  const session = newestSession(model)
  if (!session || metrics.text('sessionId') === session.id) return []
  return [[paths.metrics, print(newMetrics(session.id, at), metrics)]]
}

/** Those that can be counted again: not where that would show a loop of a session that works. */
const miscountedStalls = ({ stalls, session }: GovernanceModel) =>
  stalls.filter(
    (stall) => miscountsIn(stall).length > 0 && (session(stall.id)?.isHeld !== true || hiddenLoops(stall).length === 0),
  )

/** The repair of each code, as new contents of files. */
const repairs: Readonly<Record<string, (model: GovernanceModel, at: string) => Changes>> = {
  GOV_STATE_MISSING: ({ state, sessions, paths }, at) =>
    state.file.exists || sessions.length === 0 ? [] : [[paths.state, print(newState(at))]],
  GOV_CONFIG_MISSING: (model, at) =>
    model.config.exists || model.sessions.length === 0 ? [] : [[model.paths.config, print(newConfig(model, at))]],
  GOV_METRICS_MISSING: metricsRepair,
  GOV_STALL_MISSING: (model) =>
    workingSessions(model).flatMap(({ id }) =>
      model.stall(id) ? [] : [[model.paths.stall(id), print(newStall())] as const],
    ),
  GOV_STALL_COUNT: (model) => miscountedStalls(model).map((stall) => [stall.file.path, recountedText(stall)] as const),
  GOV_HISTORY_LIMIT({ state: { file } }) {
    const edits = trimList(['history'], limits.history, file.list('history').length)
    return file.data && edits.length > 0 ? [[file.path, editJson(file.data.document.text, edits)]] : []
  },
}

/** Why the files of a repair must not be written. */
const problemsOf = (model: GovernanceModel, code: string, paths: readonly string[]) => [
  ...writeProblems(model, paths),
  ...(code === 'GOV_HISTORY_LIMIT' ? stateFileProblems(model) : []),
  ...(code === 'GOV_STALL_COUNT'
    ? miscountedStalls(model).flatMap(({ file }) =>
        fileProblems('stall', file, undefined, 'plannerChecker', 'validatorFix'),
      )
    : []),
]

/** The code whose repairs are requested: the engine gives them one by one. */
const codeKind: TargetKind<GovernanceModel, string> = {
  usage: '[CODE…]',
  find: (_, { name = '' }) => ({ target: name, words: [] }),
}

const changesOf = ({ model, target: code, at }: Pick<Call<GovernanceModel, string>, 'model' | 'target' | 'at'>) =>
  new Map(repairs[code]?.(model, at))

/** Repairs what was found under a code (docs/governance.md, "Commands"). */
export const fix = command({
  name: 'fix',
  summary: 'Writes default files where they are missing, counts stalls again, and cuts a history that is too long.',
  examples: ['/fix', '/fix GOV_STALL_COUNT'],
  target: codeKind,
  preconditions: [{ violations: (call) => problemsOf(call.model, call.target, [...changesOf(call).keys()]) }],

  run(call) {
    const changes = changesOf(call)
    if (changes.size === 0) return { outcome: 'unchanged', reply: 'There is nothing to fix.', diagnostics: [] }
    return {
      outcome: 'changed',
      changes,
      // The metrics of another session are written whole; the other repairs add a file, or edit it.
      discards: call.target === 'GOV_METRICS_MISSING' ? [call.model.paths.metrics] : [],
      reply: msg`Fixed: ${call.target}.`,
      diagnostics: [],
    }
  },
})
