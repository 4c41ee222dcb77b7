import { folderOf, type Selector, type View } from '../../core/view.ts'
import { readRecord } from '../../kit/record.ts'

/** Files of any folder, as deep as the items of a team are. */
export const alikeSelectors: readonly Selector[] = ['*/*.md', '*/*/*.md', '*/*/*/*.md'].map((glob) => ({
  glob,
  level: 'name',
  except: ['.git', '.github', 'node_modules', 'vendor'],
}))

/** How many files are looked at of a folder, and of how many folders. */
const sampleLimits = { files: 3, folders: 60 } as const

/** Some files of each folder that has several: by them is seen what the others have. */
export function samplesOf(paths: readonly string[]): readonly string[] {
  const folders = new Map<string, string[]>()
  for (const path of paths) {
    if (/(?:^|\/)(?:README|INDEX)\.md$/i.test(path)) continue
    const files = folders.get(folderOf(path))
    if (files) files.push(path)
    else folders.set(folderOf(path), [path])
  }
  return [...folders.values()]
    .filter((files) => files.length > 1)
    .slice(0, sampleLimits.folders)
    .flatMap((files) => files.slice(0, sampleLimits.files))
}

/** Folders whose samples all have a `status` in their front matter, as globs of their files: `docs/tasks/*.md`. */
export function foldersWithStatus(view: View, limit: number): readonly string[] {
  const hasStatus = (path: string) => (readRecord(view, path, 'front-matter', limit).text('status') ?? '').trim() !== ''
  const folders = [...new Set(view.paths.map(folderOf))]
  return folders.flatMap((folder) =>
    view.paths.filter((path) => folderOf(path) === folder).every(hasStatus) ? [`${folder}/*.md`] : [],
  )
}
