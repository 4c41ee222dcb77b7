import type { Place } from './diagnostic.ts'

/** The name by which attributes and configuration of git call our merge driver. */
export const mergeDriverName = 'baton'

/**
 * The result of starting what git or a host of agents is to start; `foreign`: it is another program, and was not
 * started.
 */
export type DriverTrial =
  | { readonly outcome: 'runs' }
  | { readonly outcome: 'fails'; readonly why: string }
  | { readonly outcome: 'foreign'; readonly command: string }

/** What a program gets on its standard input when it is tried. */
export type TrialInput = 'handshake' | 'nothing'

/** What a host of agents starts, as its settings say, and whether it starts. */
export interface HostStart {
  readonly path: string
  readonly line: number
  /** The key of the entry, or what names the line of a text. */
  readonly key: string
  /** It names a path of one machine. */
  readonly isOfOneMachine: boolean
  readonly trial: DriverTrial
  /** The command that writes it anew. */
  readonly mend: string
}

/** How git merges a file that many targets share. */
export interface MergeSetup {
  /** The driver that an attribute names for it. */
  readonly driver: string | undefined
  /** Whether this clone has a driver of that name. */
  readonly configured: boolean
  /** Whether it starts; absent where that was not tried. */
  readonly trial?: DriverTrial
}

/** Why git ignores a path. */
export interface IgnorePattern {
  /** The file of patterns, as git names it: `.gitignore`, `.git/info/exclude`. */
  readonly source: string
  readonly line: number
  readonly pattern: string
}

/**
 * Where a finding about an ignored path points: at the pattern where its file is committed, unlike a clone's own and a
 * person's.
 */
export const ignoreFindingPlace = ({ source, line }: IgnorePattern, path: string): Place =>
  /(?:^|\/)\.gitignore$/.test(source) && !source.startsWith('/') && !source.startsWith('..')
    ? { path: source, line }
    : { path }

/** A lock in the root of the working tree that no program here holds, or another thing in its place. */
export interface UnheldLock {
  /** `lock`, or what else is there, in words. */
  readonly kind: string
  /** The program that made it, where it is known to have ended; absent: it may run on another host. */
  readonly ended?: { readonly pid: number; readonly command: string }
}

/** A check that a branch requires before something is merged into it. */
export interface RequiredCheck {
  readonly name: string
  /** The id of the only app that may report it; absent: any may. */
  readonly app: number | undefined
}

/** What the host says of the default branch. */
export interface BranchSetup {
  readonly name: string
  /** Absent: the token may not know all of them. */
  readonly required: readonly RequiredCheck[] | undefined
  /** Whether another person has to approve the last push. */
  readonly lastPushApproval: boolean
  /**
   * When the last audit by a workflow of one of its newest commits was finished, ISO 8601; absent: none of these was
   * audited by one.
   */
  readonly audited: string | undefined
}

/** A part of what can be set up, and whether it is. */
export interface SetupPart {
  readonly name: 'state' | 'check' | 'configuration' | 'commands' | 'audit' | 'agents' | 'merge driver'
  /** `missing`: without it little is gained; `optional`: it may well be left out. */
  readonly status: 'set up' | 'missing' | 'optional'
  /** By what it is set up, or what follows from that it is not. By `msg`. */
  readonly text: string
  /** What sets it up. */
  readonly command?: string
}

/** The events at which a host starts a hook, as the command line names them. */
export const hookEvents = ['start', 'edit', 'stop'] as const
export type HookEvent = (typeof hookEvents)[number]

export const hostNames = ['claude', 'codex', 'copilot', 'gemini', 'cursor'] as const
export type HostName = (typeof hostNames)[number]
