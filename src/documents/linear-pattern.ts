import { RE2JS } from 're2js'

const whiteSpace = '\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}'

/**
 * Parts of a pattern that RE2 reads otherwise than JavaScript, with their equivalents outside and inside of brackets,
 * if there are any.
 */
const translations: Readonly<Record<string, readonly [outside: string, inside: string | undefined]>> = {
  '.': ['[^\\n\\r\\x{2028}\\x{2029}]', '.'],
  '[': ['[', '\\['],
  '\\s': [`[${whiteSpace}]`, whiteSpace],
  '\\S': [`[^${whiteSpace}]`, undefined],
}

/** The pattern as RE2 reads it; `undefined`: RE2 has no such pattern. */
function translatePattern(pattern: string): string | undefined {
  let isInBrackets = false
  const parts = RE2JS.translateRegExp(pattern).match(/\\[^]|[^]/gu) ?? []
  const translatedParts = parts.map((part) => {
    const translation = Object.hasOwn(translations, part) ? translations[part]?.[isInBrackets ? 1 : 0] : part
    if (part === '[') isInBrackets = true
    else if (part === ']') isInBrackets = false
    return translation
  })
  return translatedParts.includes(undefined) ? undefined : translatedParts.join('')
}

/**
 * A regular expression of JavaScript as a test whose time is linear. `invalid`: it is none; `unsupported`: it looks
 * around or behind, or otherwise needs an engine that backtracks.
 */
export function linearPattern(pattern: string): ((text: string) => boolean) | 'invalid' | 'unsupported' {
  try {
    RegExp(pattern, 'u')
  } catch {
    return 'invalid'
  }
  try {
    const source = translatePattern(pattern)
    if (source === undefined) return 'unsupported'
    const compiled = RE2JS.compile(source)
    return (text) => compiled.test(text)
  } catch {
    return 'unsupported'
  }
}
