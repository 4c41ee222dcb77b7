import type { Proposal } from '../../core/action.ts'
import { memo } from '../../core/once.ts'
import type { Target } from '../../core/target.ts'
import { propose } from '../../kit/states.ts'
import { innerPathOf, type Declaration } from './contract/contract.ts'
import { faultOf } from './rules/index.ts'
import { contradictsSuccess } from './rules/outputs.ts'
import { failedChecksIn } from './rules/subjects.ts'
import { isNamed, type ControlModel, type Stage } from './model.ts'
import { machine, type State } from './states.ts'
import { newestAnswer } from './targets.ts'

const maxFilesToRead = 5
const stagesByTarget = memo(({ stages }: ControlModel) => new Map(stages.map((stage) => [stage.target, stage])))

/** The file of a stage that a contract names, if it stays in the stage. */
function fileOf(stage: Stage | undefined, path: Declaration['path']) {
  const innerPath = path && innerPathOf(path.text)
  return stage && innerPath !== undefined ? stage.look(innerPath) : undefined
}

/** The path of an input: in its stage, or still in the stage that it comes from. */
function inputPath(stage: Stage, { path, fromStage, source }: Declaration): readonly string[] {
  const ownFile = fileOf(stage, path)
  const sourceFile = fromStage && fileOf(stage.run.stage(fromStage.text), source)
  return [ownFile, sourceFile].flatMap((file) => (file?.exists === true ? [file.path] : [])).slice(0, 1)
}

/** The files that an agent reads before it works on a stage: prompts, inputs, and the newest answer. */
function filesOf(stage: Stage): readonly string[] {
  const { prompts = [], required = [] } = stage.config.contract ?? {}
  const promptPaths = prompts
    .flatMap(({ path }) => fileOf(stage, path) ?? [])
    .flatMap(({ exists, path }) => (exists ? [path] : []))
  const answerPath = newestAnswer(stage.answers)?.answer.path
  const answerPaths = answerPath === undefined ? [] : [answerPath]
  return [
    ...[...promptPaths, ...required.flatMap((input) => inputPath(stage, input))].slice(
      0,
      maxFilesToRead - answerPaths.length,
    ),
    ...answerPaths,
  ]
}

/**
 * The outputs that a success would be refused for: missing, empty or not as they must be. The handback itself writes
 * its own file.
 */
const lackingOutputs = (stage: Stage): readonly string[] => [
  ...new Set(
    failedChecksIn(stage.validation()).flatMap(({ failure, file }) =>
      file !== undefined && file !== stage.handback.path && contradictsSuccess(failure) ? [file] : [],
    ),
  ),
]

/** Why a stage is not ready for its agent: the first reason, and every missing file. */
function obstacleOf(stage: Stage): Pick<Proposal, 'code' | 'why' | 'needs'> | undefined {
  const failedChecks = stage.preflight().filter(({ check, status }) => status === 'FAIL' && check !== 'accept_present')
  const [fault] = failedChecks.flatMap(({ failure }) => (failure ? [faultOf(failure)] : []))
  return (
    fault && {
      code: fault.code,
      why: fault.message,
      needs: [...new Set(failedChecks.map(({ file, place }) => file ?? place.path))],
    }
  )
}

/** The fault of an invalid control file. No command writes through a link. */
function mendProposal(state: State, { file, problems: [problem] }: Stage['accept' | 'handback']): Proposal {
  return file.link === undefined && problem
    ? propose(machine, state, 'mend', { code: problem.code, why: problem.message })
    : { do: 'mend' }
}

/** What the files of a stage add to the table of states. */
const proposals: Readonly<Record<State, (stage: Stage, state: State) => Proposal | undefined>> = {
  'not granted'(stage, state) {
    if (stage.legacy) return undefined
    const obstacle = obstacleOf(stage)
    return obstacle
      ? propose(machine, state, 'wait', obstacle)
      : propose(machine, state, 'accept', { read: filesOf(stage) })
  },
  'accept invalid': ({ accept }, state) => mendProposal(state, accept),
  granted: (stage, state) => propose(machine, state, 'work', { read: filesOf(stage), needs: lackingOutputs(stage) }),
  'handback invalid': ({ handback }, state) => mendProposal(state, handback),
  'returned success': () => undefined,
  'returned error'(stage, state) {
    const { error } = stage.handback.value ?? {}
    return propose(machine, state, 'decide', { code: error?.code, why: error?.message, read: filesOf(stage) })
  },
  'returned question': (stage, state) => propose(machine, state, 'answer', { read: filesOf(stage) }),
}

/**
 * The next action on a stage, by its state (docs/control.md, "States"). A stage whose name no command can give has
 * none.
 */
export function next(model: ControlModel, { id }: Target): Proposal | undefined {
  const stage = stagesByTarget(model).get(id)
  return stage && isNamed(stage) ? proposals[stage.state](stage, stage.state) : undefined
}
