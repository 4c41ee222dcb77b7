import { runHere } from './here.ts'
import type { Files } from './programs.ts'

/** Runs `baton init` in a folder. */
export const init = (folder: string, ...words: readonly string[]) => runHere(['init', ...words], { cwd: folder })

interface InitAnswer {
  readonly outcome: string
  readonly protocols: readonly { readonly name: string; readonly targets: number; readonly section: object }[]
  readonly changes: readonly { readonly path: string; readonly text: string }[]
  readonly kept: readonly { readonly path: string }[]
}

/** What `baton init` prints as JSON. */
export const answered = async (folder: string, ...words: readonly string[]) =>
  JSON.parse((await init(folder, ...words, '--format', 'json')).stdout) as InitAnswer

/** The same files at other places. */
export const moved = (files: Files, from: string, to: string): Files =>
  Object.fromEntries(
    Object.entries(files).map(([path, content]) => [
      path.startsWith(from) ? `${to}${path.slice(from.length)}` : path,
      content,
    ]),
  )
