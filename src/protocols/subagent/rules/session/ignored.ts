import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { readText, type TextDocument } from '../../../../documents/text.ts'
import { sample } from '../../examples.ts'
import { ignoreFile } from '../../files.ts'
import type { SubagentModel } from '../../model.ts'
import { deciding, patternsOf, type Pattern } from '../../reading/ignore.ts'
import type { Compared } from '../../subjects.ts'

const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** The folders that sessions lie in, or would. */
function rootsOf({ configuration, sessions }: SubagentModel): ReadonlySet<string> {
  const named = configuration.sessions.map(parentOf).filter((root) => !/[*?[\]{}\\]/.test(root))
  return new Set([...named, ...sessions.map(({ path }) => parentOf(path))])
}

/** The first line of a `.gitignore` that leaves out any session below a folder; nothing where git takes them. */
function ignoring({ view, context }: SubagentModel, root: string): { readonly document: TextDocument; readonly line: number } | undefined {
  const read = (folder: string) => {
    const document = readText(view, ignoreFile(folder), context.limit)
    return typeof document === 'string' ? undefined : document
  }
  const known = new Map<string, readonly Pattern[]>()
  const patterns = (folder: string) => {
    const document = known.has(folder) ? undefined : read(folder)
    if (!known.has(folder)) known.set(folder, document ? patternsOf(document) : [])
    return known.get(folder) ?? []
  }
  const found = deciding(`${root === '' ? '' : `${root}/`}260131-144400/progress.md`, patterns)
  const document = found && read(found.folder)
  return found && document ? { document, line: found.line } : undefined
}

export const stateIgnored: Rule<Compared> = {
  code: 'SUBAGENT_STATE_IGNORED',
  strict: 'off',
  soft: 'warning',
  summary: 'In `baton doctor`: a `.gitignore` leaves the sessions out.',
  why: 'State that is not committed is seen by nobody else. Files that are tracked already are read all the same.',
  repair: 'Take the pattern out.',
  installation: 'ignored',
  examples() {
    return {
      bad: [
        { about: 'the folder of sessions', head: { ...sample, '.gitignore': 'dist\n.ralph-sessions/\n' }, ignored: [] },
        { about: 'every progress', head: { ...sample, '.ralph-sessions/.gitignore': 'progress.md\n' }, ignored: [] },
        {
          about: 'a file taken back, but not its folder',
          head: { ...sample, '.gitignore': '.ralph-sessions/\n!progress.md\n' },
          ignored: [],
        },
      ],
      good: [
        { about: 'other files', head: { ...sample, '.gitignore': 'dist\n*.log\n' }, ignored: [] },
        { about: 'taken back', head: { ...sample, '.gitignore': '.ralph-sessions/*\n!.ralph-sessions/*\n' }, ignored: [] },
        {
          about: 'taken back below',
          head: { ...sample, '.gitignore': 'progress.md\n', '.ralph-sessions/.gitignore': '!progress.md\n' },
          ignored: [],
        },
        { about: 'no doctor', head: { ...sample, '.gitignore': '.ralph-sessions/\n' } },
      ],
    }
  },
  *check({ now: model }) {
    if (!model.context.ignored) return
    const told = new Set<string>()
    for (const root of rootsOf(model)) {
      const { document, line } = ignoring(model, root) ?? {}
      if (!document || line === undefined || told.has(`${line} ${document.path}`)) continue
      told.add(`${line} ${document.path}`)
      yield {
        message: msg`Unexpected pattern ${document.line(line)}: git leaves the sessions out`,
        hint: 'Take it out, or name what it is meant for.',
        place: document.place(line),
      }
    }
  },
}
