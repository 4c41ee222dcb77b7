import type { ChangedPath } from '../../../core/change.ts'
import { escapeGlob, matcher } from '../../../documents/glob.ts'
import type { Agent } from './agents.ts'
import type { GovernanceConfiguration } from '../discovery.ts'
import { pathsOf } from '../files.ts'

/** On some disks `.IDUMB` is `.idumb`: what is denied there is denied here. */
const foldCase = (text: string): string => text.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')

/** `dir/**` is `dir` too. */
const withFolderItself = (globs: readonly string[]) =>
  globs.flatMap((glob) => (/.\/\*\*$/.test(glob) ? [glob, glob.slice(0, -3)] : [glob]))

const exactMatcher = (globs: readonly string[]) => matcher(withFolderItself(globs))

function foldedMatcher(globs: readonly string[]): (path: string) => boolean {
  const matches = matcher(withFolderItself(globs).map(foldCase))
  return (path) => matches(foldCase(path))
}

export function mayTouch({ write, deny }: Pick<Agent, 'write' | 'deny'>): (path: string) => boolean {
  const [isWritable, isDenied] = [exactMatcher(write), foldedMatcher(deny)]
  return (path) => isWritable(path) && !isDenied(path)
}

/** What the framework writes during any agent's session. */
function exemptGlobs(configuration: GovernanceConfiguration): readonly string[] {
  const root = escapeGlob(configuration.root)
  return [
    `${root}/brain/{state,execution-metrics,todos}.json`,
    `${root}/brain/stall/*.json`,
    `${root}/brain/sessions/*.json`,
    `${root}/sessions/*.json`,
    `${root}/governance/plugin.log*`,
    ...configuration.exempt,
  ]
}

/** Places that are special for every author. */
export interface Places {
  isExempt(changedPath: Pick<ChangedPath, 'path' | 'change'>): boolean
  isGuarded(path: string): boolean
}

export function placesOf(configuration: GovernanceConfiguration): Places {
  const isExempt = foldedMatcher(exemptGlobs(configuration))
  const config = foldCase(pathsOf(configuration).config)
  return {
    isExempt: ({ path, change }) => isExempt(path) || (change === 'added' && foldCase(path) === config),
    isGuarded: foldedMatcher(configuration.guarded),
  }
}

/** Where a link leads, as text: a path of the repository; `undefined`: out of it, or to an unknown place. */
export function destination(link: string, target: string): string | undefined {
  if (target === '' || target.startsWith('/')) return undefined
  const names = link.split('/').slice(0, -1)
  for (const name of target.split('/')) {
    if (name === '' || name === '.') continue
    if (name !== '..') names.push(name)
    else if (names.pop() === undefined) return undefined
  }
  return names.join('/')
}
