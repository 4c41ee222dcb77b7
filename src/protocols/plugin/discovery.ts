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

const stage = once(() =>
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

const ascending = expected`a number higher than that of the stage before`
const reachable = expected`at least one stage that is not merely tolerated`

function completed(stages: readonly z.output<ReturnType<typeof stage>>[]): readonly Stage[] {
  const last = stages.findLast(({ tolerated }) => !tolerated)
  return stages.map((each) => ({
    ...each,
    action: each.action ?? (each === last ? `begin_stage_${each.stage}` : undefined),
    done: each.done ?? `${each.title} complete`,
  }))
}

const stages = () =>
  z
    .array(stage())
    .superRefine((list, context) => {
      for (const [index, { stage }] of list.entries()) {
        const before = list[index - 1]
        if (!before || before.stage < stage) continue
        context.addIssue({ code: 'custom', path: [index, 'stage'], message: ascending({ input: stage }) })
      }
      if (list.every(({ tolerated }) => tolerated)) context.addIssue({ code: 'custom', message: reachable({ input: list }) })
    })
    .transform(completed)

const defaults = { root: 'plugins', registry: 'PLUGINS.md', stages: 'default' as const }

/** The section `protocols.plugin`. */
export const configuration = once(() =>
  section({
    root: stateFolder().prefault(defaults.root),
    registry: statePath().prefault(defaults.registry),
    'second-place': z.enum(['entries', 'notes', 'none']).optional(),
    stages: z.union([z.literal('default'), stages()], { error: expected`${'default'} or a list of stages` }).prefault(defaults.stages),
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
