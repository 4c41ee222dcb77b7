import type { Board, BoardFinding, BoardTarget, Lane, Since, Statement } from '../core/board.ts'
import { signBefore } from '../core/compared.ts'
import { pluralize } from '../core/diagnostic.ts'
import { visibleLine } from '../core/message.ts'
import { day, hour, minute } from '../core/time.ts'
import type { JsonBoard } from './board.schema.ts'

export const laneTitles: Readonly<Record<Lane, string>> = {
  person: 'Waits for a person',
  agent: 'With an agent',
  ready: 'With the orchestrator',
  done: 'Done',
  unknown: 'Unknown',
}

/** The line of an empty `person` lane, the only one that is shown empty. */
export const noDecisionDue = 'No decision is due.'

/** How many findings are listed apart from the targets. */
export const unlistedFindings = (count: number): string =>
  `${pluralize(count, 'finding')} that ${count === 1 ? 'belongs' : 'belong'} to no listed target`

/** What the id of a target begins with, `plugin`. */
export const kindOf = ({ id }: BoardTarget): string => id.slice(0, id.indexOf(':'))

/**
 * The news of a board, and how much is wrong, in a few words each. The reader is the orchestrator, who goes on where no
 * decision is due.
 */
export function headline({ counts: { person, agent, ready, unknown, errors } }: Board): readonly string[] {
  const news = [
    ...(person === 0 ? [] : [`${person} ${person === 1 ? 'waits' : 'wait'} for a person`]),
    ...(ready === 0 || person > 0 ? [] : [`${ready} with the orchestrator`]),
    ...(agent === 0 ? [] : [`${agent} with an agent`]),
  ]
  const fallback = unknown === 0 ? 'nothing to do' : `${unknown} unknown`
  return [...(news.length === 0 ? [fallback] : news), ...(errors === 0 ? [] : [pluralize(errors, 'error')])]
}

/** How long ago a moment is: `12 min`, `1 h 22 min`, `6 d`. */
export function ageOf(at: string, now: string): string {
  const elapsed = Math.max(0, Date.parse(now) - Date.parse(at))
  if (elapsed >= day) return `${Math.floor(elapsed / day)} d`
  const [hours, minutes] = [Math.floor(elapsed / hour), Math.floor((elapsed % hour) / minute)]
  return [...(hours === 0 ? [] : [`${hours} h`]), ...(hours > 0 && minutes === 0 ? [] : [`${minutes} min`])].join(' ')
}

/**
 * What precedes the time of the newest commit to a file: the state began then or before, since that commit need not
 * have changed it.
 */
export const upperBoundMark = ({ by }: Since): string => (by === 'touched' ? '≤ ' : '')

/** A checksum with enough of its digits to find it. Any other text stays as it is. */
export const shortChecksum = (text: string): string => text.replace(/^(sha256:[0-9a-f]{12})[0-9a-f]{52}$/, '$1…')

const statementText = ({ place, value }: Statement): string =>
  `${place} ${value === null ? '(nothing)' : visibleLine(shortChecksum(value))}`

/** A finding in a few words: what its places say, otherwise its code. */
export const shortFinding = ({ said, code }: BoardFinding): string =>
  said && said.length > 0
    ? said.map((statement, index) => signBefore(said, index) + statementText(statement)).join('')
    : code

/** A decision that is due: its kind, and its text where that says more. */
export const decisionText = (kind: string, text: string): string => (text === kind ? kind : `${kind}: ${text}`)

/**
 * What matters most about a target: the decision that is due, its worst error, why it waits, the agent, or what else is
 * wrong.
 */
export function matterOf({ asks, agent, waits, findings }: BoardTarget): string {
  const [worst] = findings.worst
  if (asks) {
    const decision =
      asks.kind === 'error' && /^[A-Z][A-Z0-9_]*: /.test(asks.text) ? asks.text : decisionText(asks.kind, asks.text)
    return waits === undefined ? decision : `${decision} (${waits})`
  }
  if (worst?.severity === 'error') return shortFinding(worst)
  return waits ?? agent ?? (worst ? shortFinding(worst) : '')
}

/** `OWNER/NAME`, as hosts name a repository; nothing that leads out of it in an address. */
export const repositoryForm = /^[\w-]+\/(?!\.\.?$)[\w.-]+$/

/** The forms of a host and a revision that an address may have. */
const safeForms = { server: /^https:\/\/[\w.-]+(?::\d+)?$/, revision: /^(?:HEAD|[0-9a-f]{40,64})$/ }

/** The address of what a repository has at the host at a revision, where all of that is known. */
const addressAt = (
  kind: 'blob' | 'commit',
  revision: string,
  { repository = '' }: Pick<Board, 'repository'>,
  server: string,
) =>
  repositoryForm.test(repository) && safeForms.server.test(server) && safeForms.revision.test(revision)
    ? `${server}/${repository}/${kind}/${revision}`
    : undefined

export const commitAddress = (commit: string, board: Pick<Board, 'repository'>, server: string): string | undefined =>
  addressAt('commit', commit, board, server)

/** The address of all files: at a commit, or `HEAD` for the default branch as it is by then. */
export const filesAddress = (board: Pick<Board, 'repository'>, server: string, revision: string): string | undefined =>
  addressAt('blob', revision, board, server)

/** The address of a file, where that of all files is known. */
export function addressIn(path: string, files: string | undefined): string | undefined {
  if (files === undefined || /\p{Cs}|^$|(?:^|\/)\.{0,2}(?:\/|$)/u.test(path)) return undefined
  const encodedParts = path
    .split('/')
    .map((part) => encodeURIComponent(part).replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`))
  return `${files}/${encodedParts.join('/')}`
}

export const fileAddress = (
  path: string,
  board: Pick<Board, 'repository' | 'commit'>,
  server: string,
): string | undefined => addressIn(path, filesAddress(board, server, board.commit ?? ''))

const jsonFinding = ({
  code,
  severity,
  message,
  said,
  fix,
  path,
  line,
}: BoardFinding): JsonBoard['others'][number] => ({
  code,
  severity,
  message,
  said: said?.map(({ place, value }) => ({ place, value })),
  fix,
  path,
  line,
})

/** The JSON of the board, version 1 (schema/board.v1.json); keys without a value are left out. */
export const boardData = ({ at, repository, commit, branch, dirty, counts, targets, others, notes }: Board) =>
  ({
    version: 1,
    at,
    repository,
    commit,
    branch,
    dirty,
    counts,
    targets: targets.map(({ findings, way, ...target }) => ({
      id: target.id,
      protocol: target.protocol,
      name: target.name,
      within: target.within,
      path: target.path,
      lane: target.lane,
      holder: target.holder,
      state: target.state,
      way: way && { step: way.step, of: way.of, states: [...way.states] },
      since: target.since && { ...target.since },
      uncommitted: target.uncommitted,
      asks: target.asks && { ...target.asks },
      agent: target.agent,
      waits: target.waits,
      next: target.next,
      findings: {
        errors: findings.errors,
        warnings: findings.warnings,
        notices: findings.notices,
        worst: findings.worst.map(jsonFinding),
      },
    })),
    others: others.map(jsonFinding),
    notes: [...notes],
  }) satisfies JsonBoard
