import { existsSync } from 'node:fs'
import { isAbsolute, normalize, relative, resolve, sep } from 'node:path'

/** How a folder of the tree was written, without the root in front of it. It is text that is compared, and never opened. */
export function withoutRoot(root: string, written: string): string {
  const path = normalize(written)
  for (const front of [resolve(root), normalize(root)]) {
    const folder = front.endsWith(sep) ? front : `${front}${sep}`
    if (path.startsWith(folder)) return path.slice(folder.length)
  }
  return written
}

/** A folder or a name, as it was written: a path is as seen from the working directory where something is there, otherwise from the root. */
export function folderOrName(root: string, written: string): string {
  const isPath = /[/\\]/.test(written) && !written.includes('\0')
  const path = isPath && existsSync(written) ? relative(resolve(root), resolve(written)) : ''
  const isBelow = path !== '' && path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path)
  return isBelow ? path.split(sep).join('/') : withoutRoot(root, written)
}
