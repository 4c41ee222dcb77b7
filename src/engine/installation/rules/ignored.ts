import { msg } from '../../../core/message.ts'
import type { Ignoring } from '../../../core/installation.ts'
import type { InstallationRule } from '../subject.ts'

/** A file of patterns that is committed, unlike a clone's own and a person's. */
const isInTree = (source: string) => /(?:^|\/)\.gitignore$/.test(source) && !source.startsWith('/') && !source.startsWith('..')

function byPattern(ignored: ReadonlyMap<string, Ignoring>): readonly (readonly [Ignoring, readonly string[]])[] {
  const groups = new Map<string, [Ignoring, string[]]>()
  for (const [path, ignoring] of ignored) {
    const key = `${ignoring.line} ${ignoring.source}`
    const group = groups.get(key)
    if (group) group[1].push(path)
    else groups.set(key, [ignoring, [path]])
  }
  return [...groups.values()]
}

export const stateIgnored: InstallationRule = {
  code: 'STATE_IGNORED',
  strict: 'warning',
  soft: 'warning',
  summary: 'Git ignores a file that holds state, tracked already or not.',
  why: 'What is ignored is not committed: only its author has it, and no check on GitHub sees it.',
  repair: 'Remove the pattern from the file that is named, or add an exception after it.',
  installation: true,
  examples() {
    const handoff = 'plugins/TinyGain/.continue-here.md'
    const head = { [handoff]: '', '.gitignore': 'dist\n.*.md\n' }
    return { bad: [{ about: 'a handoff', head, ignored: [handoff] }], good: [{ about: 'nothing', head, ignored: [] }] }
  },
  *check({ ignored }) {
    for (const [{ source, line, pattern }, paths] of byPattern(ignored)) {
      const [first = '', ...others] = paths
      const more = others.slice(0, 3)
      yield {
        message:
          others.length === 0
            ? msg`Unexpected pattern ${pattern}: git ignores ${first}, which holds state`
            : msg`Unexpected pattern ${pattern}: git ignores ${paths.length} files that hold state, ${[first, ...more]} among them`,
        hint: msg`Remove it from line ${line} of ${source}, or make it narrower.`,
        place: isInTree(source) ? { path: source, line } : { path: first },
      }
    }
  },
}
