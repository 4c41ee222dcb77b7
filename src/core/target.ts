import type { InvalidGrant, RecordedGrant } from './grant.ts'
import type { CommandDiagnostic } from './command.ts'
import { suggestion } from './suggestion.ts'
import type { TurnDetails } from './turn.ts'

/** Who has control of a target. */
export type Holder = 'orchestrator' | 'agent'

export interface Target {
  /** `plugin:MinimalKick` */
  readonly id: string
  /** Other names by which commands find it, without a prefix. */
  readonly aliases?: readonly string[]
  /** The file that says so first. */
  readonly path: string
  /** Absent where it cannot be known. */
  readonly holder?: Holder
  /** In words, `stage 2 complete`. */
  readonly state: string
  /** The question that control was returned with, while it is unanswered. */
  readonly question?: string
  /** The error with which control was returned: a code, if there is one, and the agent's text. */
  readonly error?: string | undefined
  /** To whom control was given by name, while that is recorded. */
  readonly grant?: RecordedGrant | undefined
  /** The agent that held the attempt which waits for a verdict, where its name is recorded. */
  readonly attemptBy?: string | undefined
  /** What tells an unrecorded grant from another, where the files of the protocol show that. */
  readonly grantMark?: string | undefined
  /**
   * Where the files of a protocol record no grants: the agent that they name, empty if there is none. A target that is
   * in an agent's state without a name was not given to anyone in particular.
   */
  readonly agentName?: string
  /** No way leads from its state to an end without the work of every agent: nothing that is done yet will count. */
  readonly isBeforeWork?: true
  /**
   * What differs after control came back and was given again, as far as the files of the protocol show that: with an
   * equal one, an agent that holds the target before and after a change held it throughout.
   */
  readonly period?: string | undefined
  /** The file that shows an unrecorded grant, where that is not `path`. */
  readonly grantPath?: string | undefined
  /** A value in place of its grant that is not a valid one: the target counts as not granted. */
  readonly invalidGrant?: InvalidGrant | undefined
  /** What its state shows about whose turn it is, apart from the next action. */
  readonly turn?: TurnDetails | undefined
  /** The protocol's own facts; its page says which keys. */
  readonly facts: Readonly<Record<string, unknown>>
  /**
   * The id of the target that it is a part of: it is listed after that one, with its other parts in the protocol's
   * order.
   */
  readonly within?: string
  /** The states of its whole way, in order, its own among them: for diagrams. Absent where there is no such way. */
  readonly way?: readonly string[]
}

/** The agent that the files of a protocol name, which record no grants, while it holds the target. */
export const agentInFiles = ({ holder, agentName = '' }: Target): string | undefined =>
  holder === 'agent' && agentName !== '' ? agentName : undefined

export type NamedTarget = Pick<Target, 'id' | 'aliases'>

/**
 * The ids of the targets that a name means: it may be the whole id, the id without its prefix or without what follows
 * `@`, or an alias.
 */
export function targetsNamed(targets: readonly NamedTarget[], writtenName: string): readonly string[] {
  const prefixOf = (id: string) => id.slice(0, id.indexOf(':') + 1)
  const forms: readonly ((target: NamedTarget) => readonly (string | undefined)[])[] = [
    ({ id }) => [id, id.slice(prefixOf(id).length)],
    ({ id }) => [id, id.slice(prefixOf(id).length)].map((name) => name.split('@', 1)[0]),
    ({ id, aliases = [] }) => aliases.flatMap((alias) => [alias, `${prefixOf(id)}${alias}`]),
  ]
  const matches = forms.map((namesOf) => targets.filter((target) => namesOf(target).includes(writtenName)))
  return (matches.find(({ length }) => length > 0) ?? []).map(({ id }) => id)
}

/** The target whose name is nearest to one that none has. */
export interface NearestTarget {
  readonly name: string
  /**
   * No other target has a name that is about as near, and no digit differs: another number means another target, not a
   * typo.
   */
  readonly isCertain: boolean
  /** What was written behind the name, where several words were given as one. */
  readonly rest?: string
}

const digitsIn = (name: string) => name.replace(/\D+/g, ' ').trim()

/** Whether a word is the first parts of a name: `1-3` of `1-3-login`. */
const isBeginning = (word: string, name: string): boolean =>
  word !== '' &&
  name.length > word.length &&
  name.toLowerCase().startsWith(word.toLowerCase()) &&
  !/[\p{L}\p{N}]/u.test(name[word.length] ?? '')

/**
 * @param writtenName a name by which `targetsNamed` finds no target: a misspelt one, or one with other words behind it
 */
export function nearestTarget(targets: readonly NamedTarget[], writtenName: string): NearestTarget | undefined {
  const prefix = (id: string) => id.slice(0, id.indexOf(':') + 1)
  const namesOf = ({ id, aliases = [] }: NamedTarget) =>
    [id, id.slice(prefix(id).length), ...aliases, ...aliases.map((alias) => `${prefix(id)}${alias}`)].flatMap(
      (name) => [name, name.split('@', 1)[0] ?? name],
    )
  const [, first, rest = ''] = /^(\S{1,200})\s+(\S.*)$/s.exec(writtenName) ?? []
  const nearestToFirstWord = () => {
    const nearest = first === undefined ? undefined : nearestTarget(targets, first)
    return nearest && { ...nearest, rest }
  }
  if (first !== undefined && targetsNamed(targets, first).length > 0) return nearestToFirstWord()
  const isNamed = targetsNamed(targets, writtenName).length > 0
  const name = isNamed ? writtenName : suggestion(writtenName, targets.flatMap(namesOf))
  if (name === undefined) {
    const nearest = nearestToFirstWord()
    if (nearest) return nearest
    // The beginning of the name of one alone.
    const beginning = new Map(
      targets.flatMap((target) =>
        namesOf(target).flatMap((candidate) => (isBeginning(writtenName, candidate) ? [[target.id, candidate]] : [])),
      ),
    )
    const [onlyName, ...otherNames] = beginning.values()
    return onlyName === undefined || otherNames.length > 0 ? undefined : { name: onlyName, isCertain: false }
  }
  const [onlyId, ...otherIds] = new Set(targetsNamed(targets, name))
  const otherTargets = targets.filter(({ id }) => id !== onlyId)
  const isAlone = isNamed || suggestion(writtenName, otherTargets.flatMap(namesOf)) === undefined
  const isOnly = onlyId !== undefined && otherIds.length === 0 && isAlone
  return { name, isCertain: isOnly && digitsIn(name) === digitsIn(writtenName) }
}

/** How a command names its target. */
export interface Mention {
  /** The name as written, without a prefix of the protocol's own. */
  readonly name: string
  /** The prefix, where one was written: `session`. */
  readonly kind?: string | undefined
  /** The words after it. */
  readonly words: readonly string[]
  /** The paths that the change under review touches, those that it deletes too. */
  readonly touched: readonly string[]
}

/** The ids of the targets that a command names, with the remaining words; or why the protocol finds none. */
export type TargetResolution =
  | { readonly ids: readonly string[]; readonly words: readonly string[] }
  | { readonly refused: readonly CommandDiagnostic[] }

/** The name of a target without its prefix: `TinyGain` of `plugin:TinyGain`. */
export const bareName = (id: string): string => id.slice(id.indexOf(':') + 1)

/** A part of what a digest is over: text, bytes, or the digest of a file; `undefined`: it does not exist. */
export type DigestPart = string | Uint8Array | undefined

/**
 * What compare-and-swap compares (docs/commands.md, "Where it is written"): if nothing in it has changed, a command may
 * be planned again on a moved head.
 */
export interface StateDigest {
  /** What the protocol's page names as the target's state, in its order. */
  readonly state: readonly DigestPart[]
  /** The inputs from which the state was made. */
  readonly contract: readonly DigestPart[]
}
