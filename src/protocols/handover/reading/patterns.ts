const longest = 512

/** A group that is open while a pattern is read, or the pattern itself: whether anything in it repeats without end. */
interface OpenGroup {
  repeats: boolean
}

const endless = /^(?:[*+]|\{\d+,\})/

/** Where a class in brackets ends. */
function behindClass(pattern: string, from: number): number {
  let at = from + 1
  while (at < pattern.length && pattern[at] !== ']') at += pattern[at] === '\\' ? 2 : 1
  return at + 1
}

/**
 * Whether a pattern is longer than 512 characters, refers back, or repeats a group without end in which something repeats without
 * end. Advice for the author of the plan, and no defence.
 */
export function isUnsafe(pattern: string): boolean {
  if (pattern.length > longest) return true
  const groups: OpenGroup[] = [{ repeats: false }]
  /** The group that has just ended, if what comes may repeat it. */
  let ended: OpenGroup | undefined
  for (let at = 0; at < pattern.length;) {
    const character = pattern[at]
    const inner = groups.at(-1) as OpenGroup
    const repeat = endless.exec(pattern.slice(at, at + 16))?.[0]
    if (repeat !== undefined) {
      if (ended?.repeats === true) return true
      inner.repeats = true
      ended = undefined
      at += repeat.length
      continue
    }
    ended = undefined
    if (character === '\\') {
      if (/^\\(?:[1-9]|k<)/.test(pattern.slice(at, at + 3))) return true
      at += 2
    } else if (character === '[') at = behindClass(pattern, at)
    else {
      if (character === '(') groups.push({ repeats: false })
      if (character === ')' && groups.length > 1) {
        ended = groups.pop()
        const outer = groups.at(-1) as OpenGroup
        outer.repeats ||= ended?.repeats === true
      }
      at++
    }
  }
  return false
}

/** Whether JavaScript takes it for a pattern. Nothing is matched with it. */
export function compiles(pattern: string): boolean {
  try {
    return RegExp(pattern) instanceof RegExp
  } catch {
    return false
  }
}
