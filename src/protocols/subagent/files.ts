import { folderOf, type Selector } from '../../core/view.ts'
import { placesFor } from '../../documents/glob.ts'
import type { SubagentConfiguration } from './discovery.ts'

/** The files of a session by what they are called, in its folder. */
export const planFile = 'plan.md'
export const tasksFile = 'tasks.md'
export const progressFile = 'progress.md'
export const questionsFile = 'plan.questions.md'
export const metadataFile = 'metadata.yaml'
export const layoutFiles = [planFile, tasksFile, progressFile] as const
export const messagesFolder = 'messages'

export const excludedFolders: readonly string[] = ['node_modules']

/** Everything that is read of sessions. What is in `tests` is evidence, and only its names are known. */
export function selectorsOf({ sessions }: SubagentConfiguration): readonly Selector[] {
  return sessions.flatMap((glob): readonly Selector[] => {
    const select = (path: string, level: Selector['level']): Selector => ({
      glob: `${glob}${path}`,
      level,
      except: excludedFolders,
    })
    return [
      select('', 'name'),
      select('/**', 'name'),
      select('/*.md', 'text'),
      select('.instructions.md', 'text'),
      select(`/${metadataFile}`, 'text'),
      select(`/${messagesFolder}/*.json`, 'text'),
      select('/signals/{inputs,processed}/*.yaml', 'text'),
      select('/iterations/**', 'digest'),
      select('/iterations/*/*.{md,yaml}', 'text'),
      select('/iterations/*/{tasks,reports}/*.md', 'text'),
    ]
  })
}

/** Places of state that git must not ignore; one session stands for all in its folder. */
export const committedPaths = ({ sessions }: SubagentConfiguration): readonly string[] =>
  placesFor(sessions, '260131-144400').flatMap((session) => layoutFiles.map((name) => `${session}/${name}`))

/** The session that paths are read in. */
interface Folder {
  readonly path: string
}

/** The folder that sessions are in; empty for the repository's root. */
const parentFolder = ({ path }: Folder): string => folderOf(path)

const isAbsolute = (path: string): boolean => /^(?:[/\\]|[A-Za-z]:)/.test(path)

const hasUnsafeParts = (path: string): boolean =>
  path.startsWith('~') || /\p{Cc}/u.test(path) || path.split(/[/\\]/).includes('..')

/** Whether a path may lead out of where it belongs, or is none at all. */
export const isUnsafe = (path: string): boolean => isAbsolute(path) || hasUnsafeParts(path)

/** A path in one form: with `/`, without `./` before it or `/` after it. */
export function plainPath(path: string): string {
  const form = path.replaceAll('\\', '/')
  let start = 0
  while (form.startsWith('./', start)) start += 2
  let end = form.length
  while (end > start && form[end - 1] === '/') end--
  return form.slice(start, end)
}

/** What a path of a message means, relative to the repository. */
export function resolvePath(path: string, session: Folder): string {
  const form = plainPath(path)
  const root = parentFolder(session)
  if (root !== '' && (form === root || form.startsWith(`${root}/`))) return form
  if (root === '' && (form === session.path || form.startsWith(`${session.path}/`))) return form
  return form === '' ? session.path : `${session.path}/${form}`
}

export function isSessionPath(mention: string, { path }: Folder): boolean {
  const form = plainPath(mention)
  return form === path || path.endsWith(`/${form}`)
}

/** Whether a SESSION_PATH names a session from the root of a disk, as 3.x may. */
export const isAbsoluteSessionPath = (mention: string, { path }: Folder): boolean =>
  isAbsolute(mention) && !hasUnsafeParts(mention) && plainPath(mention).endsWith(`/${path}`)
