/** Every folder that contains a path, outermost first. */
export function foldersAbove(path: string): readonly string[] {
  const found: string[] = []
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) found.push(path.slice(0, at))
  return found
}
