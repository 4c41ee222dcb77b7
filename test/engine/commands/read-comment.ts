import { callsIn, parseCall, parseComment, type GrammarSettings, type ParsedCall, type Slip } from '../../../src/engine/commands/grammar.ts'

/** The commands of a comment with their words, and its slips, in the steps that the entry points take one after the other. */
export function readComment(
  comment: string,
  settings: GrammarSettings,
): { readonly commands: readonly ParsedCall[]; readonly slips: readonly Slip[] } {
  const { calls, slips } = callsIn(parseComment(comment), settings)
  return { commands: calls.map(parseCall), slips }
}
