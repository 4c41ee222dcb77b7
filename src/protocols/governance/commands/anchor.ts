import { type Command, type Content, type Outcome } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { misused } from '../../../kit/command.ts'
import type { GovernanceModel } from '../model.ts'
import { instantOf, limits, points } from '../schema.ts'
import type { Anchor } from '../reading/state-file.ts'
import { sessionText, stateText } from '../writing/edits.ts'
import { refuse } from './diagnostics.ts'
import { hindered, unfitSession, unfitState } from './preconditions.ts'
import { sceneOf, tooLate } from './session.ts'

const form = { name: 'anchor', usage: 'ID TYPE PRIORITY TEXT' } as const
const types: readonly string[] = ['decision', 'context', 'checkpoint', 'completion']
const ranks: readonly string[] = ['critical', 'high', 'normal']

const age = ({ created }: Anchor) => instantOf(created) ?? -Infinity

/** The anchors that give way to a new one, by their places; nothing where too few may. */
function givingWay(anchors: readonly Anchor[], length: number): readonly number[] | undefined {
  const over = Math.max(0, length + 1 - limits.anchors)
  const candidates = ['low', 'normal'].flatMap((priority) =>
    anchors.filter((anchor) => anchor.priority === priority).toSorted((a, b) => age(a) - age(b)),
  )
  return candidates.length < over ? undefined : candidates.slice(0, over).map(({ index }) => index)
}

function freshId(anchors: readonly Anchor[], now: number): string {
  const taken = new Set(anchors.map(({ id }) => id))
  let stamp = now
  while (taken.has(`anchor-${stamp}`)) stamp++
  return `anchor-${stamp}`
}

/** Writes down what must survive a compaction (governance protocol, "/anchor"). */
export const anchor: Command<GovernanceModel> = {
  ...form,
  summary:
    'Writes down what must be known after a compaction or a stop. Where there are 20 anchors, the oldest `low` or `normal` one gives way.',
  examples: ['/anchor ses_7 decision critical Stored times are UTC', '/anchor ses_7 context high "The database is PostgreSQL"'],

  run(model, request, world): Outcome {
    const scene = sceneOf(model, request, world, form)
    if ('outcome' in scene) return scene
    const [writtenType = '', writtenPriority = '', ...rest] = request.words
    const [type, priority] = [writtenType.toLowerCase(), writtenPriority.toLowerCase()]
    if (!types.includes(type)) return misused(form, msg`Unexpected type ${writtenType}, expected one of ${types}`)
    if (!ranks.includes(priority)) return misused(form, msg`Unexpected priority ${writtenPriority}, expected one of ${ranks}`)
    const content = rest.join(' ').trim()
    if (content === '') return misused(form, msg`Missing text, expected what is to be known`)

    const { session, state, target, at, now } = scene
    const { anchors, file } = model.state
    const same = anchors.find((each) => each.type === type && each.priority === priority && each.content === content)
    if (same) return { outcome: 'unchanged', reply: msg`The anchor ${same.id} says so already.`, remarks: [] }
    if (points(content) > limits.anchorText) {
      return refuse('GOV_TEXT_LIMIT', msg`Unexpected length ${points(content)} of an anchor, expected at most ${limits.anchorText}`, {
        target,
        hint: 'Shorten it.',
      })
    }
    const late = tooLate(scene)
    if (late) return late
    const isHeld = state !== 'interrupted'
    const refusal = hindered(...unfitState(model, 'anchors', 'history'), ...(isHeld ? unfitSession(session) : []))
    if (refusal) return refusal
    const dropped = givingWay(anchors, file.list('anchors').length)
    if (!dropped) {
      return refuse('GOV_ANCHORS_FULL', msg`Unexpected anchor, expected none beside ${limits.anchors} that may not give way`, {
        path: file.path,
        target,
        hint: msg`Give one of them the priority ${'normal'}.`,
      })
    }
    const id = freshId(anchors, now)
    const happened = [{ action: `anchor:${id}:${session.id}`, result: 'pass' as const }]
    const changes = new Map<string, Content>([
      [file.path, stateText(model, at, { anchor: { id, created: at, type, content, priority }, dropped, happened })],
    ])
    if (isHeld) changes.set(session.path, sessionText(session, { set: { lastUpdated: at } }))
    const gone = dropped.length === 0 ? '' : msg` Anchors that gave way: ${dropped.length}.`
    return { outcome: 'changed', changes, reply: msg`The anchor ${id} is written down.` + gone, remarks: [] }
  },
}
