import { readComment } from '../../engine/commands/grammar.ts'
import { prose } from '../../render/inline.ts'
import { gateOf, heardSpeaker } from './hearing/hear.ts'
import { policyTip } from './hearing/place.ts'
import { policyAt } from './hearing/policy.ts'
import { markedBy, publish } from './answering/publish.ts'
import type { Heard, World } from './world.ts'

const editedMarker = (comment: number) => `<!-- baton: edited ${comment} -->`

/** An edit of a comment, as it was delivered. */
export interface Edit {
  readonly heard: Heard
  /** Who edited it. */
  readonly by: string
  /** The text before. */
  readonly from: string
}

/**
 * An edited comment never runs anything. The author who edits a command into a comment of their own is told once to post a new one;
 * nobody else is told anything.
 */
export async function tellOfEdit(world: World, { heard, by, from }: Edit): Promise<void> {
  if (by !== heard.author || heard.bot) return
  const conversation = await world.host.conversation(heard.number, [heard.comment])
  const said = conversation?.said.find(({ id }) => id === heard.comment)
  if (!conversation || !said || said.ours || markedBy(conversation, editedMarker(heard.comment))) return
  const { configuration } = await policyAt(world, policyTip(conversation))
  const commandsIn = (text: string) => readComment(text, configuration.commands).commands
  const old = new Set(commandsIn(from).map(({ line }) => line))
  const added = commandsIn(heard.text).filter(({ line }) => !old.has(line))
  if (added.length === 0) return

  const gate = gateOf(configuration, conversation)
  const names = added.map(({ name }) => name)
  if (!(await heardSpeaker(world, heard, names, gate, conversation))) return
  const text = `${editedMarker(heard.comment)}\n${prose('A command that is edited into a comment is not run, since others can edit comments too. Write a new comment.')}\n`
  await publish(world, heard.number, [{ do: 'say', in: conversation.node, text }])
}
