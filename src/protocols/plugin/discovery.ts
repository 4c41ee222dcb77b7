import * as z from 'zod'
import { count, expected, flag, line, section, word } from '../../core/configuration.ts'
import { stateFolder, statePath } from '../../core/configured-paths.ts'
import { once } from '../../core/once.ts'
import type { ProtocolDiscovery } from '../../core/protocol.ts'
import { selectorsOf } from './files.ts'

/** A stage of a plugin's way (specification, section 2). */
export interface Stage {
  readonly stage: number
  readonly title: string
  /** Who works on it; absent: the orchestrator. */
  readonly agent?: string | undefined
  /** The `next_action` that leads to it. */
  readonly action?: string | undefined
  /** The prefix of the action that continues with a phase. Absent: the stage has no phases. */
  readonly phases?: string | undefined
  /** The status of finished work. */
  readonly done: string
  /** Files may be there, commands never go there. */
  readonly tolerated: boolean
}

const stageShape = once(() =>
  section({
    stage: count(0),
    title: line(),
    agent: word().optional(),
    action: word().optional(),
    phases: word().optional(),
    done: line().optional(),
    tolerated: flag().prefault(false),
  }),
)

const expectedAscending = expected`a number higher than that of the stage before`
const expectedReachable = expected`at least one stage that is not merely tolerated`

/** Stages with what follows from the others, where the configuration leaves it out. */
export function completeStages(stages: readonly z.output<ReturnType<typeof stageShape>>[]): readonly Stage[] {
  const lastStage = stages.findLast(({ tolerated }) => !tolerated)
  return stages.map((configuredStage) => ({
    ...configuredStage,
    action:
      configuredStage.action ?? (configuredStage === lastStage ? `begin_stage_${configuredStage.stage}` : undefined),
    done: configuredStage.done ?? `${configuredStage.title} complete`,
  }))
}

const stagesShape = () =>
  z
    .array(stageShape())
    .superRefine((list, context) => {
      for (const [index, { stage }] of list.entries()) {
        const previousStage = list[index - 1]
        if (!previousStage || previousStage.stage < stage) continue
        context.addIssue({ code: 'custom', path: [index, 'stage'], message: expectedAscending({ input: stage }) })
      }
      if (list.every(({ tolerated }) => tolerated))
        context.addIssue({ code: 'custom', message: expectedReachable({ input: list }) })
    })
    .transform(completeStages)

const defaults = { root: 'plugins', registry: 'PLUGINS.md', stages: 'default' as const }

/** The section `protocols.plugin`. */
export const configuration = once(() =>
  section({
    root: stateFolder().prefault(defaults.root),
    registry: statePath().prefault(defaults.registry),
    'second-place': z.enum(['entries', 'notes', 'none']).optional(),
    stages: z
      .union([z.literal('default'), stagesShape()], { error: expected`${'default'} or a list of stages` })
      .prefault(defaults.stages),
  }),
)

/** Every setting of the protocol, with `secondPlace` absent where it is to be detected. */
export type PluginConfiguration = z.output<ReturnType<typeof configuration>>

export const discovery: ProtocolDiscovery<PluginConfiguration> = {
  name: 'plugin',
  kinds: ['plugin'],
  configuration,
  defaults,
  selectors: selectorsOf,
}
