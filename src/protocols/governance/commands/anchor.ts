import type { Content } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { type Call, command } from '../../../kit/command.ts'
import type { GovernanceModel } from '../model.ts'
import type { Anchor } from '../reading/state-file.ts'
import { instantOf, limits, codePointCount } from '../schema.ts'
import { sessionText, stateText } from '../writing/edits.ts'
import { violation } from './diagnostics.ts'
import { sessionFileProblems, stateFileProblems } from './file-problems.ts'
import { mustBeUpToDate, session, type ResolvedSession } from './session.ts'

const creationTime = ({ created }: Anchor) => instantOf(created) ?? -Infinity

/** The anchors that give way to a new one, by their places; `undefined` where too few may. */
function anchorsToDrop({ state: { anchors, file } }: GovernanceModel): readonly number[] | undefined {
  const excess = Math.max(0, file.list('anchors').length + 1 - limits.anchors)
  const candidates = ['low', 'normal'].flatMap((priority) =>
    anchors.filter((anchor) => anchor.priority === priority).toSorted((a, b) => creationTime(a) - creationTime(b)),
  )
  return candidates.length < excess ? undefined : candidates.slice(0, excess).map(({ index }) => index)
}

function freshId(anchors: readonly Anchor[], now: number): string {
  const usedIds = new Set(anchors.map(({ id }) => id))
  let stamp = now
  while (usedIds.has(`anchor-${stamp}`)) stamp++
  return `anchor-${stamp}`
}

function requestedAnchor({ words, rest }: Pick<Call<GovernanceModel, ResolvedSession>, 'words' | 'rest'>) {
  const [type = '', priority = ''] = words
  return { type, priority, content: rest.words.join(' ').trim() }
}

/** Writes down what must survive a compaction (docs/governance.md, "Commands"). */
export const anchor = command({
  name: 'anchor',
  summary:
    'Writes down what must be known after a compaction or a stop. Where there are 20 anchors, it replaces the oldest that is `low` or `normal`.',
  examples: [
    '/anchor ses_7 decision critical Stored times are UTC',
    '/anchor ses_7 context high "The database is PostgreSQL"',
  ],
  target: session,
  words: [
    { name: 'TYPE', values: ['decision', 'context', 'checkpoint', 'completion'] },
    { name: 'PRIORITY', values: ['critical', 'high', 'normal'] },
  ],
  text: 'TEXT',

  fault: (call) => (requestedAnchor(call).content === '' ? msg`Missing text, expected what is to be known` : undefined),

  already(call) {
    const { type, priority, content } = requestedAnchor(call)
    const existingAnchor = call.model.state.anchors.find(
      (candidate) => candidate.type === type && candidate.priority === priority && candidate.content === content,
    )
    return existingAnchor
      ? { outcome: 'unchanged', reply: msg`The anchor ${existingAnchor.id} already says so.`, diagnostics: [] }
      : undefined
  },

  preconditions: [
    {
      code: 'GOV_TEXT_LIMIT',
      *violations(call) {
        const length = codePointCount(requestedAnchor(call).content)
        if (length <= limits.anchorText) return
        const message = msg`Unexpected length ${length} of an anchor, expected at most ${limits.anchorText}`
        const { type, priority } = requestedAnchor(call)
        const shorter = `/anchor ${call.target.targetSession.id} ${type} ${priority} "…"`
        yield violation({ target: call.target.target }, message, { hint: msg`Shorten it: ${shorter}.` })
      },
    },
    mustBeUpToDate,
    {
      violations: ({ model, target: { targetSession, state } }) => [
        ...stateFileProblems(model, 'anchors', 'history'),
        ...(state === 'interrupted' ? [] : sessionFileProblems(targetSession)),
      ],
    },
    {
      code: 'GOV_ANCHORS_FULL',
      *violations(call) {
        const { model } = call
        const { target, targetSession } = call.target
        if (anchorsToDrop(model)) return
        const { type, priority } = requestedAnchor(call)
        const again = `/anchor ${targetSession.id} ${type} ${priority} "…"`
        const message = msg`Unexpected anchor, expected at most ${limits.anchors} that may not be dropped`
        yield violation({ path: model.paths.state, target }, message, {
          hint: msg`Give one of them the priority ${'normal'}; then ${again} takes its place.`,
        })
      },
    },
  ],

  run(call) {
    const { model } = call
    const { targetSession, state, at, now } = call.target
    const dropped = anchorsToDrop(model) ?? []
    const id = freshId(model.state.anchors, now)
    const { type, priority, content } = requestedAnchor(call)
    const happened = [{ action: `anchor:${id}:${targetSession.id}`, result: 'pass' as const }]
    const changes = new Map<string, Content>([
      [
        model.paths.state,
        stateText(model, at, { anchor: { id, created: at, type, content, priority }, dropped, happened }),
      ],
    ])
    if (state !== 'interrupted')
      changes.set(targetSession.path, sessionText(targetSession, { set: { lastUpdated: at } }))
    const droppedNote = dropped.length === 0 ? '' : msg` Anchors that were dropped: ${dropped.length}.`
    return { outcome: 'changed', changes, reply: msg`The anchor ${id} is recorded.` + droppedNote, diagnostics: [] }
  },
})
