import type { Finding } from '../../core/diagnostic.ts'
import type { BranchSetup, HostStart, IgnorePattern, UnheldLock } from '../../core/installation.ts'
import type { Rule } from '../../core/rule.ts'
import type { Configuration } from '../configuration/schema.ts'
import type { OutdatedText } from './agents/plan.ts'
import type { Workflow } from './workflow.ts'

/** How Baton is set up in a repository: what the rules about the installation check. */
export interface Installation {
  readonly workflows: readonly Workflow[]
  /** The problems of workflows that cannot be read. */
  readonly unreadable: readonly Finding[]
  readonly configuration: Pick<Configuration, 'commands' | 'audit'>
  /** The protocols that there are, with the workflows that the configuration declares. */
  readonly protocolNames: readonly string[]
  /** Of the files that the input `config` of a step names, those that are there. */
  readonly namedFiles: ReadonlySet<string>
  /** Files that hold state and that git ignores, each with its reason. */
  readonly ignored: ReadonlyMap<string, IgnorePattern>
  /** Files for one machine alone that git does not ignore, each with the pattern that it lacks. */
  readonly exposed: ReadonlyMap<string, string>
  /** The lock of the working tree, where no program holds it. */
  readonly lock?: UnheldLock | undefined
  /** Files that Baton puts into a working tree for a moment, and that git tracks. */
  readonly trackedOwn: readonly string[]
  /** Blocks and skills for agents that another version has written. */
  readonly outdated: readonly OutdatedText[]
  /** The commands by which hosts of agents start Baton. */
  readonly starts: readonly HostStart[]
  /** The default branch as the host has it; absent: the host was not asked. */
  readonly branch?: BranchSetup | undefined
  /** The time of the examination, ISO 8601. */
  readonly at: string
}

/**
 * A rule about the installation. It runs only when the installation is checked, and no change touches anything there.
 */
export interface InstallationRule extends Rule<Installation> {
  readonly installation: true
}
