import { existsSync, lstatSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { IgnorePattern, MergeSetup } from '../../core/installation.ts'
import type { Git } from './program.ts'
import { isAsCommitted } from './touched.ts'

/** How git merges a path, and the command of the driver for it that is configured. */
export type MergeSetting = MergeSetup & { readonly command: string | undefined }

/** Drivers that git has by itself. */
const builtInDrivers: ReadonlySet<string> = new Set(['text', 'binary', 'union'])

/** Whether a folder on the way to a path is a link: git does not look there. */
function isBeyondLink(root: string, path: string): boolean {
  const folders = path.split('/').slice(0, -1)
  return folders.some((_, index) =>
    lstatSync(join(root, ...folders.slice(0, index + 1)), { throwIfNoEntry: false })?.isSymbolicLink(),
  )
}

/** The output of git with a NUL after each field, in records of so many fields. */
function groupFields(output: string, size: number): readonly (readonly string[])[] {
  const fields = output.split('\0').slice(0, -1)
  return Array.from({ length: Math.floor(fields.length / size) }, (_, index) =>
    fields.slice(index * size, (index + 1) * size),
  )
}

/**
 * The paths of the work tree that git ignores, tracked already or not, each with the reason.
 *
 * @param plain git with paths that are not literal, which this command does not take
 */
export async function ignoredPaths(
  plain: Git,
  root: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, IgnorePattern>> {
  // After `./` nothing in a path means anything. Of a path beyond a link git says nothing but that, and of none of the
  // others either.
  const readable = paths.flatMap((path) => (isBeyondLink(root, path) ? [] : `./${path}`)).join('\0')
  const output = await plain.ask(['check-ignore', '--verbose', '--no-index', '-z', '--stdin'], [1], readable)
  return new Map(
    groupFields(output ?? '', 4).flatMap(([source = '', line, pattern = '', path = '']) =>
      // The last pattern that matches decides, and may be an exception.
      pattern.startsWith('!') ? [] : [[path.slice(2), { source, line: Number(line), pattern }] as const],
    ),
  )
}

/**
 * Has git keep the content of some files of the work tree as objects, which no commit needs to have; where git cannot,
 * it does not.
 */
export async function keepContent(program: Git, root: string, paths: readonly string[]): Promise<void> {
  const existingPaths = paths.filter((path) => existsSync(join(root, path))).map((path) => resolve(root, path))
  // Not as lines of its input: a path may have a line break.
  if (existingPaths.length > 0)
    await program.ask(['hash-object', '-w', '--no-filters', '--', ...existingPaths]).catch(() => undefined)
}

/** The object that has the content of a file of the work tree as it is, if there is one. */
async function objectOf(program: Git, root: string, path: string): Promise<string | undefined> {
  const oid = await program.ask(['hash-object', '--no-filters', '--', resolve(root, path)], [128])
  const isKept = oid !== undefined && (await program.ask(['cat-file', '-e', oid], [1, 128])) !== undefined
  return isKept ? oid : undefined
}

/**
 * The files of the work tree whose content neither the commit that is checked out nor the index has, each with the
 * object that has it, if there is one.
 */
export async function unsavedPaths(
  program: Git,
  root: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string | undefined>> {
  const existingPaths = paths.filter((path) => lstatSync(join(root, path), { throwIfNoEntry: false }) !== undefined)
  if (existingPaths.length === 0) return new Map()
  const [staged, committed] = await Promise.all([
    program.ask(['ls-files', '--stage', '-z', '--', ...existingPaths]),
    program.ask(['ls-tree', '-z', 'HEAD', '--', ...existingPaths], [128]),
  ])
  // `100644 OID 0<TAB>PATH` in the index, `100644 blob OID<TAB>PATH` in the commit.
  const names = new Map<string, string[]>()
  for (const [entry = ''] of [...groupFields(staged ?? '', 1), ...groupFields(committed ?? '', 1)]) {
    const [, oid, path] = /^\d+ (?:blob )?([0-9a-f]+)[^\t]*\t(.*)$/s.exec(entry) ?? []
    if (oid !== undefined && path !== undefined) names.set(path, [...(names.get(path) ?? []), oid])
  }
  const unsaved = existingPaths.filter(
    (path) => !(names.get(path) ?? []).some((oid) => isAsCommitted(join(root, path), oid)),
  )
  return new Map(await Promise.all(unsaved.map(async (path) => [path, await objectOf(program, root, path)] as const)))
}

/** How git merges each of some paths of the work tree. */
export async function mergingOf(program: Git, paths: readonly string[]): Promise<ReadonlyMap<string, MergeSetting>> {
  const [attributeOutput, driverOutput] = await Promise.all([
    program.ask(['check-attr', '-z', '--stdin', 'merge'], [], paths.join('\0')),
    program.ask(['config', '-z', '--get-regexp', String.raw`^merge\..*\.driver$`], [1]),
  ])
  // Of several values of a key git uses the last.
  const commands = new Map(
    groupFields(driverOutput ?? '', 1).map(([setting = '']) => {
      const [key = '', ...lines] = setting.split('\n')
      return [key, lines.join('\n')]
    }),
  )
  return new Map(
    groupFields(attributeOutput ?? '', 3).map(([path = '', , value = '']) => {
      const driver = value === 'unspecified' || value === 'set' || value === 'unset' ? undefined : value
      const command = driver === undefined ? undefined : commands.get(`merge.${driver}.driver`)
      return [path, { driver, command, configured: command !== undefined || builtInDrivers.has(driver ?? '') }]
    }),
  )
}
