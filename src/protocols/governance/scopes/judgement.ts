import type { ChangedPath, Commit } from '../../../core/change.ts'
import { folderOf, normalizePath } from '../../../core/view.ts'
import { escapeGlob, matcher } from '../../../documents/glob.ts'
import type { GovernanceConfiguration } from '../discovery.ts'
import { pathsOf } from '../files.ts'
import { agentsOf, type Agent } from './agents.ts'
import { memo } from '../../../core/once.ts'
import { compareByBytes } from '../loops/stalls.ts'
import type { GovernanceModel } from '../model.ts'
import { isJudged, makersOf, type CommitAuthor } from './authorship.ts'

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
export const destination = (link: string, target: string): string | undefined =>
  target === '' || target.startsWith('/') ? undefined : normalizePath(`${folderOf(link)}/${target}`)

/** A commit of the change, who made it, and which of its paths its maker must not touch. */
export interface JudgedCommit {
  readonly commit: Commit
  readonly maker: CommitAuthor
  /** In byte order. Of an unknown maker, those that only a known agent may touch. */
  readonly offending: readonly ForbiddenPath[]
}

/** A path that a commit must not touch. */
export interface ForbiddenPath extends Pick<ChangedPath, 'path' | 'link'> {
  /** Who may touch it, and the path that it leads to if it is a link. */
  mayTouch(): readonly Agent[]
}

function judge({ configuration, change }: GovernanceModel): readonly JudgedCommit[] {
  if (!change) return []
  const places = placesOf(configuration)
  const makerOf = makersOf(configuration, change)
  const agents = [...agentsOf(configuration).values()].map((agent) => ({ agent, allows: mayTouch(agent) }))
  const permissionsByAgent = new Map(agents.map(({ agent, allows }) => [agent.name, allows]))

  /** The paths of which a change needs the right: its own, and where it leads; `undefined`: out of the repository. */
  const pathsTouchedBy = ({ path, change: kind, link }: ChangedPath): readonly (string | undefined)[] => {
    const ownPaths = places.isExempt({ path, change: kind }) ? [] : [path]
    if (link === undefined) return ownPaths
    const linkTarget = destination(path, link)
    // What a link leads to is there already.
    return linkTarget !== undefined && places.isExempt({ path: linkTarget, change: 'changed' })
      ? ownPaths
      : [...ownPaths, linkTarget]
  }
  const agentsAllowed = (changedPath: ChangedPath) =>
    agents
      .filter(({ allows }) => pathsTouchedBy(changedPath).every((path) => path !== undefined && allows(path)))
      .map(({ agent }) => agent)

  const offenceCheck = (maker: CommitAuthor): ((path: string | undefined) => boolean) => {
    if (maker.kind === 'agent')
      return (path) => path === undefined || permissionsByAgent.get(maker.agent.name)?.(path) !== true
    // Where the author is unknown, a place outside belongs to no one.
    return (path) => maker.kind === 'unattributed' && path !== undefined && places.isGuarded(path)
  }
  return change.commits.filter(isJudged).map((commit) => {
    const maker = makerOf(commit)
    const isOffence = offenceCheck(maker)
    const offendingPaths = commit.paths
      .filter((changedPath) => pathsTouchedBy(changedPath).some(isOffence))
      .toSorted((a, b) => compareByBytes(a.path, b.path))
    return {
      commit,
      maker,
      offending: offendingPaths.map((changedPath) => ({ ...changedPath, mayTouch: () => agentsAllowed(changedPath) })),
    }
  })
}

/** Judges every commit of the change alone (docs/governance.md, "Who may write where"). */
export const judgements = memo(judge)
