import {
  callsIn,
  parseCall,
  parseComment,
  type GrammarSettings,
  type ParsedCall,
  type NearMiss,
} from '../../../src/engine/commands/grammar.ts'

/**
 * The commands of a comment with their words, and its near misses, in the steps that the entry points take one after
 * the other.
 */
export function readComment(
  comment: string,
  settings: GrammarSettings,
): { readonly commands: readonly ParsedCall[]; readonly nearMisses: readonly NearMiss[] } {
  const { calls, nearMisses } = callsIn(parseComment(comment), settings)
  return { commands: calls.map(parseCall), nearMisses }
}
