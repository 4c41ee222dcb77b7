import { command } from '../../../kit/command.ts'
import type { GovernanceModel } from '../model.ts'
import { withPriority } from '../reading/state-file.ts'
import { pathBetween } from '../states.ts'
import { sessionText, stateText } from '../writing/edits.ts'
import { missingSessionFiles } from '../writing/new-files.ts'
import { sessionFileProblems, stateFileProblems, writeProblems } from './file-problems.ts'
import { reminder } from './reply.ts'
import { mustBeHeld, mustBeUpToDate, countOf, countOption, session } from './session.ts'

const maxRecentActions = 3

/** What the history says of a compaction. */
const actionOf = (id: string) => `session_compacted:${id}`

/** The last actions before an entry of the history, by default before its end. */
const recentActions = ({ state: { history } }: GovernanceModel, end = history.length): readonly string[] =>
  history
    .slice(0, end)
    .slice(-maxRecentActions)
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

  already({ model, target: { targetSession, state } }) {
    if (state !== 'compacted') return undefined
    const lastIndex = model.state.history.findLastIndex(({ action }) => action === actionOf(targetSession.id))
    return {
      outcome: 'unchanged',
      diagnostics: [],
      ...reminder(model, targetSession.file, recentActions(model, lastIndex === -1 ? undefined : lastIndex)),
    }
  },

  preconditions: [
    mustBeUpToDate,
    mustBeHeld,
    {
      violations: ({ model, target: { targetSession, at } }) => [
        ...sessionFileProblems(targetSession, 'compactedAt', 'contextSize', 'compactionHistory'),
        ...stateFileProblems(model, 'history', 'anchors'),
        ...writeProblems(
          model,
          missingSessionFiles(model, targetSession, at).map(([path]) => path),
        ),
      ],
    },
  ],

  run({ model, target: { targetSession, state, at }, options }) {
    const [sizeBefore, sizeAfter] = [countOf(options['size-before']), countOf(options['size-after'])]
    const steps = pathBetween(state, 'compacted', model.configuration.allowEdges).slice(1)
    const text = sessionText(targetSession, {
      steps: steps.map((step) => ({ state: step, timestamp: at })),
      set: { lastUpdated: at, compactedAt: at, ...(sizeAfter !== undefined && { contextSize: sizeAfter }) },
      compaction: {
        timestamp: at,
        ...(sizeBefore !== undefined && { contextSizeBefore: sizeBefore }),
        ...(sizeAfter !== undefined && { contextSizeAfter: sizeAfter }),
        anchorsSurvived: withPriority(model.state, 'critical', 'high').map((anchor) => anchor.id),
      },
    })
    const changes = new Map([
      [targetSession.path, text],
      [model.paths.state, stateText(model, at, { happened: [{ action: actionOf(targetSession.id), result: 'pass' }] })],
      ...missingSessionFiles(model, targetSession, at),
    ])
    return {
      outcome: 'changed',
      changes,
      diagnostics: [],
      ...reminder(model, targetSession.file, recentActions(model)),
    }
  },
})
