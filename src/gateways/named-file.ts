import { readFileSync, statSync } from 'node:fs'
import type { Tree } from '../core/view.ts'
import { contentOf, snapshot } from './snapshot.ts'

/**
 * A tree of one file that the caller named, at a path of the caller's choice: it may lie anywhere, and be a link. It is read once,
 * now.
 *
 * @throws what `node:fs` throws.
 */
export function namedFile(file: string, path: string): Tree {
  // A pipe or device may never end.
  if (!statSync(file).isFile()) throw Object.assign(new Error(), { code: 'not a regular file' })
  const bytes = readFileSync(file)
  return {
    name: path,
    open: ({ limit }) =>
      Promise.resolve(
        snapshot(
          new Map([[path, { entry: { kind: 'file', size: bytes.length }, need: 'text', content: contentOf(bytes, 'text', limit) }]]),
          new Set(),
          limit,
        ),
      ),
  }
}
