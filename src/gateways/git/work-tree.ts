import type { Ignoring, Merging } from '../../core/installation.ts'
import type { Git } from './program.ts'

/** What git prints with a NUL behind each field, so many fields at a time. */
function inGroups(printed: string, size: number): readonly (readonly string[])[] {
  const fields = printed.split('\0').slice(0, -1)
  return Array.from({ length: Math.floor(fields.length / size) }, (_, index) => fields.slice(index * size, (index + 1) * size))
}

/**
 * Those of some paths of the work tree that git ignores, tracked already or not, each with the reason.
 *
 * @param plain git with paths that are not literal, which this command does not take
 */
export async function ignoredPaths(plain: Git, paths: readonly string[]): Promise<ReadonlyMap<string, Ignoring>> {
  // Behind `./` nothing in a path means anything.
  const asked = paths.map((path) => `./${path}`).join('\0')
  const found = await plain.ask(['check-ignore', '--verbose', '--no-index', '-z', '--stdin'], [1], asked)
  return new Map(
    inGroups(found ?? '', 4).flatMap(([source = '', line, pattern = '', path = '']) =>
      // The last pattern that matches decides, and may be an exception.
      pattern.startsWith('!') ? [] : [[path.slice(2), { source, line: Number(line), pattern }] as const],
    ),
  )
}

/** How git merges each of some paths of the work tree. */
export async function mergingOf(program: Git, paths: readonly string[]): Promise<ReadonlyMap<string, Merging>> {
  const [found, configured] = await Promise.all([
    program.ask(['check-attr', '-z', '--stdin', 'merge'], [], paths.join('\0')),
    program.ask(['config', '-z', '--name-only', '--get-regexp', String.raw`^merge\..*\.driver$`], [1]),
  ])
  const drivers = new Set((configured ?? '').split('\0'))
  return new Map(
    inGroups(found ?? '', 3).map(([path = '', , value = '']) => {
      const driver = value === 'unspecified' || value === 'set' || value === 'unset' ? undefined : value
      return [path, { driver, configured: drivers.has(`merge.${driver}.driver`) }]
    }),
  )
}
