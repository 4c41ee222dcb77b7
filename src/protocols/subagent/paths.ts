/** The session that paths are read in: its folder and its id. */
interface Folder {
  readonly path: string
  readonly id: string
}

const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** The folder that sessions lie in; empty for the repository's root. */
const rootOf = ({ path }: Folder): string => parentOf(path)

const isAbsolute = (path: string): boolean => /^(?:[/\\]|[A-Za-z]:)/.test(path)

const isDevious = (path: string): boolean => path.startsWith('~') || /\p{Cc}/u.test(path) || path.split(/[/\\]/).includes('..')

/** Whether a path may lead out of where it belongs, or is none at all. */
export const isUnsafe = (path: string): boolean => isAbsolute(path) || isDevious(path)

/** A path in one form: with `/`, without `./` before it or `/` behind it. */
function plainPath(path: string): string {
  const form = path.replaceAll('\\', '/')
  let start = 0
  while (form.startsWith('./', start)) start += 2
  let end = form.length
  while (end > start && form[end - 1] === '/') end--
  return form.slice(start, end)
}

/** What a path of a message means, relative to the repository (subagent protocol, section 5). */
export function meantBy(path: string, session: Folder): string {
  const form = plainPath(path)
  const root = rootOf(session)
  if (root !== '' && (form === root || form.startsWith(`${root}/`))) return form
  if (root === '' && (form === session.path || form.startsWith(`${session.path}/`))) return form
  return form === '' ? session.path : `${session.path}/${form}`
}

/** Whether a SESSION_PATH means a session. */
export function meansSession(written: string, { path }: Folder): boolean {
  const form = plainPath(written)
  return form === path || path.endsWith(`/${form}`)
}

/** Whether a SESSION_PATH names a session from the root of a disk, as 3.x may. */
export const isAbsoluteSession = (written: string, { path }: Folder): boolean =>
  isAbsolute(written) && !isDevious(written) && plainPath(written).endsWith(`/${path}`)
