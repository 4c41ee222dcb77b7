const maxPatternLength = 512

/** A group that is open while a pattern is read, or the pattern itself: whether anything in it repeats without end. */
interface OpenGroup {
  repeats: boolean
}

const endlessRepeat = /^(?:[*+]|\{\d+,\})/

/** Where a class in brackets ends. */
function endOfClass(pattern: string, from: number): number {
  let index = from + 1
  while (index < pattern.length && pattern[index] !== ']') index += pattern[index] === '\\' ? 2 : 1
  return index + 1
}

/**
 * Whether a pattern is longer than 512 characters, refers back, or repeats a group without end in which something
 * repeats without end. Advice for the author of the plan, and no defence.
 */
export function isUnsafe(pattern: string): boolean {
  if (pattern.length > maxPatternLength) return true
  const groups: OpenGroup[] = [{ repeats: false }]
  /** The group that has just ended, if what comes may repeat it. */
  let endedGroup: OpenGroup | undefined
  for (let index = 0; index < pattern.length;) {
    const character = pattern[index]
    const innerGroup = groups.at(-1) as OpenGroup
    const repeat = endlessRepeat.exec(pattern.slice(index, index + 16))?.[0]
    if (repeat !== undefined) {
      if (endedGroup?.repeats === true) return true
      innerGroup.repeats = true
      endedGroup = undefined
      index += repeat.length
      continue
    }
    endedGroup = undefined
    if (character === '\\') {
      if (/^\\(?:[1-9]|k<)/.test(pattern.slice(index, index + 3))) return true
      index += 2
    } else if (character === '[') index = endOfClass(pattern, index)
    else {
      if (character === '(') groups.push({ repeats: false })
      if (character === ')' && groups.length > 1) {
        endedGroup = groups.pop()
        const outerGroup = groups.at(-1) as OpenGroup
        outerGroup.repeats ||= endedGroup?.repeats === true
      }
      index++
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
