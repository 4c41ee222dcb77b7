import { callsIn, readParagraphs, widest, type Calls, type GrammarSettings } from '../../../engine/commands/grammar.ts'
import type { Heard } from '../world.ts'

const read = new WeakMap<Heard, ReturnType<typeof readParagraphs>>()

/** What a comment calls for. Its text is read once, however often this is asked and whatever the settings are. */
export function callsOf(heard: Heard, settings: GrammarSettings): Calls {
  const paragraphs = read.get(heard) ?? readParagraphs(heard.text)
  read.set(heard, paragraphs)
  return callsIn(paragraphs, settings)
}

/** Whether a comment has commands, under any configuration: the one that counts may know fewer. */
export const hasCommands = (heard: Heard): boolean => callsOf(heard, widest).calls.length > 0

/** Whether a comment has commands, or what is probably meant as one, under any configuration. Most have not, and cost no request. */
export const mayBeForUs = (heard: Heard): boolean => hasCommands(heard) || callsOf(heard, widest).slips.length > 0
