import { compilePattern } from './json-schema/pattern.ts'
import { Unusable } from './json-schema/usable.ts'

/** A regular expression of JavaScript as a test whose time is linear; nothing where it is none, or the engine cannot express it. */
export function linearPattern(pattern: string): ((text: string) => boolean) | undefined {
  try {
    return compilePattern(pattern)
  } catch (error) {
    if (error instanceof Unusable) return undefined
    throw error
  }
}
