import { command } from '../../../kit/command.ts'
import type { GovernanceModel } from '../model.ts'
import { withPriority } from '../reading/state-file.ts'
import { pathBetween } from '../states.ts'
import { sessionText, stateText } from '../writing/edits.ts'
import { joining } from '../writing/new-files.ts'
import { sessionFileProblems, stateFileProblems, unwritable } from './file-problems.ts'
import { held, upToDate } from './preconditions.ts'
import { reminder } from './reply.ts'
import { countOf, countOption, session } from './session.ts'

const mostRecent = 3

/** What the history says of a compaction. */
const actionOf = (id: string) => `session_compacted:${id}`

/** The last actions before an entry of the history, by default before its end. */
const recentOf = ({ state: { history } }: GovernanceModel, end = history.length): readonly string[] =>
  history
    .slice(0, end)
    .slice(-mostRecent)
    .map(({ action }) => action)

/** Records a compaction (docs/governance.md, "Commands"). */
export const compact = command({
  name: 'compact',
  summary:
    'Records that the conversation was compacted, with its sizes and the anchors that survived. The reply is the reminder for the agent.',
  examples: ['/compact ses_7', '/compact ses_7 --size-before 180000 --size-after 24000'],
  target: session,
  options: {
    'size-before': countOption('size-before', 'the size of the conversation before'),
    'size-after': countOption('size-after', 'its size afterwards'),
  },

  already({ model, target: { session: is, state } }) {
    if (state !== 'compacted') return undefined
    const last = model.state.history.findLastIndex(({ action }) => action === actionOf(is.id))
    return { outcome: 'unchanged', diagnostics: [], ...reminder(model, is.file, recentOf(model, last === -1 ? undefined : last)) }
  },

  preconditions: [
    upToDate,
    held,
    {
      violations: ({ model, target: { session: is, at } }) => [
        ...sessionFileProblems(is, 'compactedAt', 'contextSize', 'compactionHistory'),
        ...stateFileProblems(model, 'history', 'anchors'),
        ...unwritable(
          model,
          joining(model, is, at).map(([path]) => path),
        ),
      ],
    },
  ],

  run({ model, target: { session: is, state, at }, options }) {
    const [before, after] = [countOf(options['size-before']), countOf(options['size-after'])]
    const steps = pathBetween(state, 'compacted', model.configuration.allowEdges).slice(1)
    const text = sessionText(is, {
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
      [is.path, text],
      [model.paths.state, stateText(model, at, { happened: [{ action: actionOf(is.id), result: 'pass' }] })],
      ...joining(model, is, at),
    ])
    return { outcome: 'changed', changes, diagnostics: [], ...reminder(model, is.file, recentOf(model)) }
  },
})
