import * as z from 'zod'
import type { Host, LedgerCommit } from '../../core/host.ts'
import type { RepositoryName } from './api.ts'
import { api } from './api.ts'
import { createBranch, openPull, tipOf } from './branches.ts'
import { budget, kept } from './budget.ts'
import type { Cache } from './cache.ts'
import { cache as newCache, within } from './cache.ts'
import { standingChecks } from './checks.ts'
import { makeCommit } from './commit.ts'
import { readConversation } from './conversation.ts'
import { perform } from './effects.ts'
import { sha } from './forms.ts'
import { ledgerFields, ledgerNode, ledgerReader, longest, walk } from './ledger.ts'
import type { Patience } from './patience.ts'
import { usualPatience } from './patience.ts'
import { demandsApprovalOfLastPush, isMember, pushesTo, seatOf } from './people.ts'
import { repositoryOn } from './repository.ts'
import type { Request } from './send.ts'
import { graphqlUrl, sender } from './send.ts'
import { defaultTip, pulls, saidSince } from './sweep.ts'

interface HostName extends RepositoryName {
  /** Our own login: `baton[bot]`. */
  readonly us: string
  /** What is kept between hosts, for a process that makes many. */
  readonly cache?: Cache
}

const version = z.object({ oid: sha, committedDate: z.string() })

/** How many versions of a file are looked at. */
const mostVersions = 500

/** Enough for one host that is made for one task. */
const smallCache = 32 << 20

/**
 * A repository on GitHub that commands act through, over the REST and GraphQL APIs. The token needs the permissions `contents`,
 * `pull-requests`, `issues` and `checks`, each to write; to look up teams, `members: read`.
 */
export function githubHost(request: Request, name: HostName, patience: Patience = usualPatience): Host {
  const { owner, repo, us, cache = newCache(smallCache) } = name
  const repository = { owner, repo }
  const left = budget(patience.now)
  const keeping = (keep: number) => api(sender(request, patience, left, keep), graphqlUrl(request), repository, patience)
  const [github, beginning, sweep] = [keeping(kept.rest), keeping(kept.beginning), keeping(kept.sweep)]

  const { baseUrl } = request.endpoint.DEFAULTS
  const ledgerCommit = ledgerReader(us, baseUrl)
  const own = within(cache, `${owner}/${repo}`)
  const mergeBases = own.shelf<string>('merge base', (value) => value.length)
  const tip = (branch: string) => tipOf(github, branch)

  const ids = own.shelf<string>('id', (value) => value.length)
  const repositoryId = async () => {
    const id = ids.get('') ?? (await github.query('id', z.object({ id: z.string() }))).id
    ids.set('', id)
    return id
  }

  return {
    ...repositoryOn(github, own),
    name: `${owner}/${repo}`,
    us,
    conversation: (number, comments) => readConversation({ github: beginning, ledgerCommit, mergeBases, ids }, number, comments),
    seat: (login) => seatOf(github, login),
    isMember: (team, login) => isMember(github, team, login),
    pushes: (branch, until) => pushesTo(github, branch, until),
    demandsApprovalOfLastPush: (branch) => demandsApprovalOfLastPush(github, branch),
    tip,
    async commitsSince(branch, since) {
      const form = ledgerNode.transform(ledgerCommit)
      const found: LedgerCommit[] = []
      const history = walk(github, { from: `refs/heads/${branch}`, since, select: ledgerFields, form, each: 100, most: longest })
      for await (const commit of history) found.push(commit)
      return found
    },
    async *history(from, path) {
      const history = walk(github, { from, path, select: 'oid committedDate', form: version, each: 50, most: mostVersions })
      for await (const { oid, committedDate } of history) yield { sha: oid, at: committedDate }
    },
    commit: (wanted) => makeCommit(github, repository, patience, tip, wanted),
    createBranch: (branch, commit) => createBranch(github, patience, branch, commit),
    openPull: (wanted) => openPull(github, repository, patience, wanted),
    perform: (effects) => perform(github, patience, repositoryId, effects),
    checks: (commit, check) => standingChecks(github, us, commit, check),
    saidSince: (moment) => saidSince(sweep, own, moment),
    defaultTip: () => defaultTip(sweep),
    pulls: () => pulls(sweep, own),
  }
}
