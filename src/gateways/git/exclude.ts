import { constants, closeSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { git, type Environment } from './program.ts'
import { isInClone } from './top.ts'
import { ignoredPaths } from './work-tree.ts'

const appendFlags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW

/** Git reads a name as a pattern. */
const escapePattern = (name: string) => name.replaceAll(/[\\*?[\]!# ]/g, String.raw`\$&`)

/**
 * Makes git ignore files of one machine alone, in this clone: names that no pattern matches yet are added to
 * `info/exclude`.
 *
 * @returns the paths that git does not ignore even so, since its folder cannot be written
 */
export async function excludePaths(
  root: string,
  paths: readonly string[],
  environment: Environment = process.env,
): Promise<readonly string[]> {
  if (paths.length === 0 || !isInClone(root)) return []
  const ignored = await ignoredPaths(git(root, environment, { GIT_LITERAL_PATHSPECS: '0' }), root, paths)
  const exposed = paths.filter((path) => !ignored.has(path))
  if (exposed.length === 0) return []
  const file = resolve(root, (await git(root, environment).ask(['rev-parse', '--git-path', 'info/exclude'])) ?? '')
  try {
    mkdirSync(dirname(file), { recursive: true })
    const descriptor = openSync(file, appendFlags)
    try {
      const text = readFileSync(descriptor, 'utf8')
      const lines = [...new Set(exposed.map((path) => escapePattern(basename(path))))]
      writeSync(descriptor, `${text === '' || text.endsWith('\n') ? '' : '\n'}${lines.join('\n')}\n`)
    } finally {
      closeSync(descriptor)
    }
    return []
  } catch {
    return exposed
  }
}
