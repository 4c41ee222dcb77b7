import type { Tree } from '../scene.ts'

/** How the same text may be written: its line endings, a byte-order mark, a newline at its end. */
export interface TextVariant {
  readonly eol: '\n' | '\r\n'
  readonly mark: boolean
  readonly newline: boolean
}

export const writings: readonly TextVariant[] = (['\n', '\r\n'] as const).flatMap((eol) =>
  [false, true].flatMap((mark) => [true, false].map((newline) => ({ eol, mark, newline }))),
)

export function written(text: string, { eol, mark, newline }: TextVariant): string {
  const ended = newline ? text : text.replace(/\n+$/, '')
  return (mark ? '\ufeff' : '') + ended.replaceAll('\n', eol)
}

/** The same repository with some of its files written so. */
export const writtenIn = (tree: Tree, paths: readonly string[], writing: TextVariant): Tree =>
  Object.fromEntries(
    Object.entries(tree).map(([path, text]) => [
      path,
      typeof text === 'string' && paths.includes(path) ? written(text, writing) : text,
    ]),
  )
