/**
 * The path that one written in a contract names inside its folder, without `.`, `..` and `//`, empty for the folder
 * itself; `undefined` where it is absolute, names a drive, holds `\` or NUL, or leaves the folder.
 */
export function innerPathOf(path: string): string | undefined {
  if (/^\/|^[A-Za-z]:|[\\\0]/.test(path)) return undefined
  const names: string[] = []
  for (const name of path.split('/')) {
    if (name === '..') {
      if (names.pop() === undefined) return undefined
    } else if (name !== '' && name !== '.') names.push(name)
  }
  return names.join('/')
}
