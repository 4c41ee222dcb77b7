import { identity, type Account } from './accounts.ts'
import type { HostedRepository } from '../hosted.ts'
import type { ServerState } from './server-state.ts'

interface Stamp {
  readonly name: string
  readonly email: string
  /** ISO 8601 */
  readonly date: string
}

/** What is in a commit. */
export interface CommitFacts {
  readonly sha: string
  readonly tree: string
  readonly parents: readonly string[]
  readonly author: Stamp
  readonly committer: Stamp
  readonly message: string
  readonly signature: { readonly isValid: boolean; readonly text: string; readonly payload: string } | undefined
}

function stampOf(line: string): Stamp {
  const {
    name = '',
    email = '',
    seconds = '0',
  } = /^(?<name>.*?) ?<(?<email>[^>]*)> (?<seconds>\d+)/.exec(line)?.groups ?? {}
  return { name, email, date: new Date(Number(seconds) * 1000).toISOString().replace('.000', '') }
}

export function readCommit({ signer }: ServerState, { git }: HostedRepository, sha: string): CommitFacts | undefined {
  const { type, bytes } = git.object(sha) ?? {}
  if (type !== 'commit' || !bytes) return undefined
  const body = bytes.indexOf('\n\n')
  const head = bytes.subarray(0, body).toString().split('\n')
  const all = (word: string) =>
    head.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1))
  const found = signer.parts(bytes)
  return {
    sha,
    tree: all('tree').join(''),
    parents: all('parent'),
    author: stampOf(all('author').join('')),
    committer: stampOf(all('committer').join('')),
    message: bytes.subarray(body + 2).toString(),
    signature: found && { isValid: signer.isSigned(bytes), text: found.signature, payload: found.payload.toString() },
  }
}

/** Whose account a commit's address belongs to. Documentation: "Why are my commits linked to the wrong user?" */
export const accountBehind = ({ accounts }: ServerState, { email }: Stamp): Account | undefined =>
  [...accounts.values()].find((account) => identity(account).email === email)

export interface NewCommit {
  readonly tree: string
  readonly parents: readonly string[]
  readonly author: Account
  readonly message: string
  /** Made by GitHub itself: it commits and signs. */
  readonly signed: boolean
}

export function writeCommit(
  serverState: ServerState,
  { git }: HostedRepository,
  { tree, parents, author, message, signed }: NewCommit,
): string {
  const seconds = Math.floor(serverState.clock() / 1000)
  const { name, email } = identity(author)
  const lines = [
    `tree ${tree}`,
    ...parents.map((parent) => `parent ${parent}`),
    `author ${name} <${email}> ${seconds} +0000`,
    `committer ${signed ? 'GitHub <noreply@github.com>' : `${name} <${email}>`} ${seconds} +0000`,
    '',
    message,
  ]
  const commit = Buffer.from(lines.join('\n'))
  return git.store('commit', signed ? serverState.signer.signed(commit) : commit)
}
