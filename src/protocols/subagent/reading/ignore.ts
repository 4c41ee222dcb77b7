import { matcher } from '../../../documents/glob.ts'
import { foldersAbove } from '../../../core/paths.ts'
import type { TextDocument } from '../../../documents/text.ts'

/** A line of a `.gitignore` that is a pattern. */
export interface Pattern {
  readonly line: number
  /** Whether it takes back what others leave out. */
  readonly negated: boolean
  /** Whether it leaves out this path, relative to the folder of its file. */
  matches(path: string, isFolder: boolean): boolean
}

const longest = 500

/** The patterns of a `.gitignore` (git's documentation, "gitignore", "Pattern format"). */
export function patternsOf(document: TextDocument): readonly Pattern[] {
  return Array.from({ length: document.lineCount }, (_, index) => index + 1).flatMap((line) => {
    const whole = document.line(line)
    const text = whole.length > longest ? '' : whole.replace(/(?<!\\) +$/, '')
    if (text === '' || text.startsWith('#')) return []
    const negated = text.startsWith('!')
    const body = text.slice(negated ? 1 : 0)
    const isFolderOnly = body.endsWith('/')
    // Braces and the like are characters as others to git.
    const form = body.slice(0, isFolderOnly ? -1 : undefined).replaceAll(/[{}()@+]/g, '\\$&')
    const isAnchored = form.includes('/')
    const fits = matcher([form.replace(/^\//, '')])
    const matches = (path: string, isFolder: boolean) =>
      (isFolder || !isFolderOnly) && fits(isAnchored ? path : path.slice(path.lastIndexOf('/') + 1))
    return form === '' ? [] : [{ line, negated, matches }]
  })
}

/**
 * The line that leaves a path out: of the files next to it and above it the nearest decides, of a file the last line; and below a
 * folder that is left out nothing can be taken back.
 */
export function deciding(
  path: string,
  patterns: (folder: string) => readonly Pattern[],
): { readonly folder: string; readonly line: number } | undefined {
  for (const part of [...foldersAbove(path), path]) {
    const above = ['', ...foldersAbove(part)].toReversed().map((folder) => ({
      folder,
      found: patterns(folder).findLast(({ matches }) => matches(folder === '' ? part : part.slice(folder.length + 1), part !== path)),
    }))
    const nearest = above.find(({ found }) => found)
    if (nearest?.found && !nearest.found.negated) return { folder: nearest.folder, line: nearest.found.line }
  }
  return undefined
}
