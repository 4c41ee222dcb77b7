import * as z from 'zod'
import type { Repository } from '../../core/repository.ts'
import { commitName, viewer } from '../listing.ts'
import { wanted } from '../wanted.ts'
import type { RepositoryName, Request } from './api.ts'
import { api } from './api.ts'
import { readBlobs } from './blobs.ts'
import type { Patience } from './patience.ts'
import { usualPatience } from './patience.ts'
import { treeLister } from './trees.ts'

const sha = z.string().regex(/^[0-9a-f]{40}$/)

const comparison = z.object({ base_commit: z.object({ sha }), merge_base_commit: z.object({ sha }) })

/** How GitHub says that there is no such commit, be it that the repository is empty. */
const absent = [404, 409, 422]

/**
 * A repository on GitHub, read through its API: by as few requests as possible, each again with patience where GitHub fails. The
 * token needs the permission `contents: read`.
 */
export function githubRepository(request: Request, name: RepositoryName, patience: Patience = usualPatience): Repository {
  const github = api(request, name, patience)
  const list = treeLister(github)
  const view = viewer((blobs, limit) => readBlobs(github, blobs, limit))

  return {
    async resolve(revision) {
      // Without a name the address is that of the list of all commits.
      if (revision === '') return undefined
      const parameters = { ref: revision, headers: { accept: 'application/vnd.github.sha' } }
      return github.find('/repos/{owner}/{repo}/commits/{ref}', parameters, sha, absent)
    },
    async fork(branch, head) {
      // The second page lacks the list of changed files, which may be very long and is not needed.
      const parameters = { basehead: `${branch}...${head}`, per_page: 1, page: 2 }
      const found = await github.find('/repos/{owner}/{repo}/compare/{basehead}', parameters, comparison, absent)
      return found && { tip: found.base_commit.sha, mergeBase: found.merge_base_commit.sha }
    },
    commitTree: (sha) => ({
      name: commitName(sha),
      sha,
      open: (selection) => view(list(sha, wanted(selection.selectors)), selection),
    }),
  }
}
