import type { Command, Outcome } from '../../../core/command.ts'
import { takeOptions } from '../../../kit/options.ts'
import { msg } from '../../../core/message.ts'
import { misused } from '../../../kit/command.ts'
import type { GovernanceModel } from '../model.ts'
import { withPriority } from '../reading/state-file.ts'
import { wayTo } from '../states.ts'
import { joining } from '../writing/new-files.ts'
import { sessionText, stateText } from '../writing/edits.ts'
import { countOf, isFault } from './diagnostics.ts'
import { hindered, unfitSession, unfitState, unwritable } from './preconditions.ts'
import { reminder } from './reply.ts'
import { notHeld, sceneOf, tooLate } from './session.ts'

const form = { name: 'compact', usage: 'ID [--size-before N] [--size-after N]' } as const
const mostRecent = 3

/** The last actions before the compaction itself. */
function recentOf({ state: { history } }: GovernanceModel, action: string, done: boolean): readonly string[] {
  const end = done ? history.findLastIndex((entry) => entry.action === action) : -1
  return history
    .slice(0, end === -1 ? history.length : end)
    .slice(-mostRecent)
    .map((entry) => entry.action)
}

/** Records a compaction (governance protocol, "/compact"). */
export const compact: Command<GovernanceModel> = {
  ...form,
  summary:
    'Records that the conversation was compacted, with its sizes and the anchors that survived. The reply is the reminder for the agent.',
  examples: ['/compact ses_7', '/compact ses_7 --size-before 180000 --size-after 24000'],

  run(model, request, world): Outcome {
    const scene = sceneOf(model, request, world, form)
    if ('outcome' in scene) return scene
    const taken = takeOptions(request.words, { 'size-before': 'once', 'size-after': 'once' })
    if ('fault' in taken) return misused(form, taken.fault)
    const [more] = taken.rest
    if (more !== undefined) return misused(form, msg`Unexpected ${more} behind the command`)
    const before = countOf('size-before', taken.options['size-before'])
    const after = countOf('size-after', taken.options['size-after'])
    if (isFault(before)) return misused(form, before.fault)
    if (isFault(after)) return misused(form, after.fault)

    const { session, state, at } = scene
    const { id, file, path } = session
    const action = `session_compacted:${id}`
    if (state === 'compacted') return { outcome: 'unchanged', remarks: [], ...reminder(model, file, recentOf(model, action, true)) }
    const late = tooLate(scene)
    if (late) return late
    if (state === 'interrupted') return notHeld(scene)
    const joined = joining(model, session, at)
    const refusal = hindered(
      ...unfitSession(session, 'compactedAt', 'contextSize', 'compactionHistory'),
      ...unfitState(model, 'history', 'anchors'),
      ...unwritable(
        model,
        joined.map(([each]) => each),
      ),
    )
    if (refusal) return refusal
    const steps = wayTo(state, 'compacted', model.configuration.allowEdges).slice(1)
    const text = sessionText(session, {
      steps: steps.map((each) => ({ state: each, timestamp: at })),
      set: { lastUpdated: at, compactedAt: at, ...(after !== undefined && { contextSize: after }) },
      compaction: {
        timestamp: at,
        ...(before !== undefined && { contextSizeBefore: before }),
        ...(after !== undefined && { contextSizeAfter: after }),
        anchorsSurvived: withPriority(model.state, 'critical', 'high').map((anchor) => anchor.id),
      },
    })
    const changes = new Map([
      [path, text],
      [model.paths.state, stateText(model, at, { happened: [{ action, result: 'pass' }] })],
      ...joined,
    ])
    return { outcome: 'changed', changes, remarks: [], ...reminder(model, file, recentOf(model, action, false)) }
  },
}
