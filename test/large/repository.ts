import type { Outcome } from '../../src/core/command.ts'
import type { Files } from '../../src/core/rule.ts'

/** A command as written in a comment, further words and the json block after it, and how it ends. */
export interface CommandCase {
  readonly line: string
  readonly report?: (size: number) => string
  readonly words?: (size: number) => readonly string[]
  readonly outcome: Outcome['outcome']
  /** What it changed is taken back, too, after another commit changed the same file. */
  readonly undone?: string
}

/** Repositories that are alike but for their size: one of their files, or the number of files, grows with it. */
export interface Large {
  readonly about: string
  /** The workflow that is declared there, in YAML; absent: the protocol is built in. */
  readonly workflow?: string
  /** About the size that brings the file to the limit of 1 MiB, or as much as can be read of it. */
  readonly most: number
  /** It is the number of files that grows: that takes longer, and shows what it shows at half the size. */
  readonly manyFiles?: true
  files(size: number): Files
  readonly commands?: readonly CommandCase[]
}

/** Commands that change something. */
export const changeCommands = (...lines: readonly string[]): readonly CommandCase[] =>
  lines.map((line) => ({ line, outcome: 'changed' }))
/** Commands that look, and those that find it done. */
export const readCommands = (...lines: readonly string[]): readonly CommandCase[] =>
  lines.map((line) => ({ line, outcome: 'unchanged' }))
export const refusedCommands = (...lines: readonly string[]): readonly CommandCase[] =>
  lines.map((line) => ({ line, outcome: 'refused' }))

export const listed = <Each>(size: number, make: (index: number) => Each): readonly Each[] =>
  Array.from({ length: size }, (_, index) => make(index))

export const lines = (size: number, line: (index: number) => string): string => listed(size, line).join('\n')

/** Later by a second for each number. */
export const timeAt = (index: number): string => new Date(Date.UTC(2025, 0, 1) + index * 1000).toISOString()

export const merged = (all: readonly Files[]): Files => Object.assign({}, ...all) as Files

export const textOf = (files: Files, path: string): string => {
  const text = files[path]
  if (text === undefined) throw new RangeError(`There is no ${path}`)
  return text
}

/** Files with something in place of a part of one of them. */
export function swapped(files: Files, path: string, part: string, text: string): Files {
  const before = textOf(files, path)
  if (!before.includes(part)) throw new RangeError(`${path} has no ${part}`)
  return { ...files, [path]: before.replace(part, () => text) }
}

export const appended = (files: Files, path: string, text: string): Files => ({
  ...files,
  [path]: textOf(files, path) + text,
})

/** The same repository again and again, under other names. */
export const repeated = (files: Files, size: number, name: string, nameAt: (index: number) => string): Files =>
  merged(
    listed(size, (index) =>
      Object.fromEntries(
        Object.entries(files).map(([path, text]) => [
          path.replaceAll(name, nameAt(index)),
          text.replaceAll(name, nameAt(index)),
        ]),
      ),
    ),
  )
