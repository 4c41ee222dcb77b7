import type { Repository } from '../../../core/repository.ts'
import { commitName, viewMaker } from '../../listing.ts'
import { selectedPaths } from '../../../documents/selection.ts'
import { api, type Api, type RepositoryName } from '../requests/api.ts'
import { readBlobs, knownFiles, treeLister } from './files.ts'
import { blobShelf } from './kept.ts'
import {
  budget,
  reservedRequests,
  graphqlUrl,
  sender,
  type Request,
  usualRetry,
  type RetryOptions,
} from '../requests/send.ts'
import { cache, type Cache } from '../requests/cache.ts'
import { commitsBetween, logOf, mergesBetween, signatureOf, lastCommits, lineCommits } from './commits.ts'
import { sha } from '../requests/forms.ts'
import { absentStatuses, compareRevisions } from './merge-base.ts'

/** Enough for two commits of a large repository, so that nothing is queried twice. */
const defaultCacheSize = 256 << 20

/** A repository that is read through the given API; results are kept in the cache. */
export function repositoryOn(github: Api, resultCache: Cache): Repository {
  const list = treeLister(github, resultCache)
  const view = viewMaker((blobs, limit) => readBlobs(github, blobs, limit), blobShelf(resultCache))
  const knownListing = knownFiles(resultCache)

  return {
    async resolve(revision) {
      // Without a name the address is that of the list of all commits.
      if (revision === '') return undefined
      const parameters = { ref: revision, headers: { accept: 'application/vnd.github.sha' } }
      return github.find('/repos/{owner}/{repo}/commits/{ref}', parameters, sha, absentStatuses)
    },
    async fork(branch, head) {
      const comparison = await compareRevisions(github, branch, head)
      return comparison && { tip: comparison.base, mergeBase: comparison.mergeBase }
    },
    commits: (base, head) => commitsBetween(github, base, head),
    merges: (base, head, paths) => mergesBetween(github, base, head, paths),
    mergeBase: async (a, b) => (await compareRevisions(github, a, b))?.mergeBase,
    log: (head) => logOf(github, head),
    lastCommits: (head, paths) => lastCommits(github, head, paths),
    lineCommits: (head, path, lines) => lineCommits(github, head, path, lines),
    signature: (sha) => signatureOf(github, sha),
    commitTree: (sha) => ({
      name: commitName(sha),
      sha,
      open(selection) {
        const paths = selectedPaths(selection.selectors)
        return view(knownListing(sha, paths) ?? list(sha, paths), selection)
      },
    }),
  }
}

/**
 * A repository on GitHub, read through its API: by as few requests as possible, each retried where GitHub fails. The
 * token needs the permission `contents: read`.
 */
export function githubRepository(request: Request, name: RepositoryName, retry: RetryOptions = usualRetry): Repository {
  const send = sender(request, retry, budget(retry.now), reservedRequests.rest)
  return repositoryOn(api(send, graphqlUrl(request), name, retry), cache(defaultCacheSize))
}
