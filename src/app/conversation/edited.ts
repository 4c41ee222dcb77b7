import type { Effect } from '../../core/host/effect.ts'
import { callsIn, readParagraphs, widest, type GrammarSettings } from '../../engine/commands/grammar.ts'
import { editMarker } from '../../render/reply.ts'
import { editAnswer } from './answering/edit-answer.ts'
import { markedBy, publish } from './answering/publish.ts'
import { callsOf } from './hearing/calls.ts'
import { gateOf, heardSpeaker } from './hearing/hear.ts'
import { policyTip } from './hearing/place.ts'
import { policyAt } from './hearing/policy.ts'
import type { Heard, World } from './world.ts'

/** An edit of a comment, as it was delivered. */
export interface Edit {
  readonly heard: Heard
  /** Who edited it. */
  readonly by: string
  /** The text before. */
  readonly from: string
}

/** The commands that were edited into a comment: a line that stood there before is none. */
function addedBy({ heard, from }: Edit, settings: GrammarSettings) {
  const old = new Set(callsIn(readParagraphs(from), settings).calls.map(({ line }) => line))
  return callsOf(heard, settings).calls.filter(({ line }) => !old.has(line))
}

/**
 * An edited comment never runs anything. The author who edits a command into a comment of their own is told once to post a new one, by
 * us or by the sweep; nobody else is told anything.
 *
 * @returns whether something was said or shown now
 */
export async function tellOfEdit(world: World, edit: Edit): Promise<boolean> {
  const { heard, by } = edit
  if (by !== heard.author || by === world.host.us || addedBy(edit, widest).length === 0) return false
  const conversation = await world.host.conversation(heard.number, [heard.comment])
  const said = conversation?.said.find(({ id }) => id === heard.comment)
  if (!conversation || !said || said.ours) return false
  const isMarked = markedBy(conversation, editMarker(heard.comment)) !== undefined
  const isShown = said.reactions.includes('-1')
  if (isMarked && isShown) return false

  const { configuration } = await policyAt(world, policyTip(conversation))
  const names = addedBy(edit, configuration.commands).map(({ name }) => name)
  const gate = gateOf(configuration, conversation)
  if (names.length === 0 || !(await heardSpeaker(world, heard, names, gate, conversation))) return false
  const effects: readonly Effect[] = [
    ...(isMarked ? [] : [editAnswer(conversation.node, heard.comment)]),
    ...(isShown ? [] : [{ do: 'react', to: heard.node, with: '-1' } as const]),
  ]
  return (await publish(world, heard.number, effects)).some(({ end }) => end === 'done')
}
