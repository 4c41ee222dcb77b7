import { RE2JS } from 're2js'
import { msg } from '../../core/message.ts'
import { Unusable } from './usable.ts'

const whiteSpace = '\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}'

/** What stands for a part of a pattern outside and inside of brackets, where RE2 means something else by it than JavaScript. */
const translations: Readonly<Record<string, readonly [outside: string, inside: string | undefined]>> = {
  '.': ['[^\\n\\r\\x{2028}\\x{2029}]', '.'],
  '[': ['[', '\\['],
  '\\s': [`[${whiteSpace}]`, whiteSpace],
  '\\S': [`[^${whiteSpace}]`, undefined],
}

function translated(pattern: string): string {
  let bracket = false
  return RE2JS.translateRegExp(pattern).replace(/\\[^]|[^]/gu, (part) => {
    const instead = Object.hasOwn(translations, part) ? translations[part]?.[bracket ? 1 : 0] : part
    if (part === '[') bracket = true
    else if (part === ']') bracket = false
    if (instead === undefined) throw new Unusable('skipped', msg`the pattern ${pattern} needs another engine`)
    return instead
  })
}

/**
 * A pattern of JavaScript as a test for a text, in an engine whose time is linear.
 *
 * @throws Unusable for what is no pattern, and for what the engine cannot express.
 */
export function compilePattern(pattern: string): (text: string) => boolean {
  try {
    RegExp(pattern, 'u')
  } catch {
    throw new Unusable('unreadable', msg`Unexpected pattern ${pattern}, expected a regular expression`)
  }
  try {
    const compiled = RE2JS.compile(translated(pattern))
    return (text) => compiled.test(text)
  } catch (error) {
    throw error instanceof Unusable ? error : new Unusable('skipped', msg`the pattern ${pattern} needs another engine`)
  }
}
