import * as z from 'zod'
import type { Content } from '../../../core/command.ts'
import type { Host } from '../../../core/host/host.ts'
import type { Api } from '../requests/api.ts'
import { msg } from '../../../core/message.ts'
import { failureOf } from '../requests/failure.ts'
import { sha } from '../requests/forms.ts'
import { failedRequestOf, askUntilAnswered, pause, waitAfter, type RetryOptions } from '../requests/send.ts'

const shaForm = z.object({ sha })
const commitForm = z.object({ commit: z.object({ tree: z.object({ sha }) }) })

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Text; `undefined` where bytes are none. */
function textOf(content: string | Uint8Array): string | undefined {
  try {
    return typeof content === 'string' ? content : utf8.decode(content)
  } catch {
    return undefined
  }
}

async function entryOf(github: Api, path: string, content: Content) {
  const file = { path, mode: '100644', type: 'blob' }
  if (content === null) return { ...file, sha: null }
  const text = textOf(content)
  if (text !== undefined) return { ...file, content: text }
  const blob = { content: Buffer.from(content).toString('base64'), encoding: 'base64' }
  return { ...file, sha: (await github.post('/repos/{owner}/{repo}/git/blobs', blob, shaForm)).sha }
}

/**
 * Makes a commit that no branch has yet: it is invisible, so that it may be made twice. GitHub signs it, since it names
 * no author ("About commit signature verification", "Signature verification for bots").
 */
export async function writeCommit(
  github: Api,
  retry: RetryOptions,
  { on, message, changes, merges }: Parameters<Host['writeCommit']>[0],
): Promise<string> {
  const {
    commit: { tree: base },
  } = await github.get('/repos/{owner}/{repo}/commits/{ref}', { ref: on }, commitForm)
  return askUntilAnswered(retry, 'the new commit', async () => {
    const entries: object[] = [...(merges?.taken ?? [])].map(([path, entry]) => ({
      path,
      mode: '100644',
      type: 'blob',
      sha: null,
      ...entry,
    }))
    for (const [path, content] of changes) entries.push(await entryOf(github, path, content))
    const tree = await github.post('/repos/{owner}/{repo}/git/trees', { base_tree: base.sha, tree: entries }, shaForm)
    return (
      await github.post(
        '/repos/{owner}/{repo}/git/commits',
        { message, tree: tree.sha, parents: merges ? [on, merges.commit] : [on] },
        shaForm,
      )
    ).sha
  })
}

const zeroOid = '0'.repeat(40)

/**
 * Moves a branch, backwards too, that must still be where it was (GitHub's documentation, "Mutations", `updateRefs`).
 */
export async function moveBranch(
  github: Api,
  retry: RetryOptions,
  repositoryId: () => Promise<string>,
  tip: Host['tip'],
  { branch, from, to }: Parameters<Host['moveBranch']>[0],
): ReturnType<Host['moveBranch']> {
  const update = { name: `refs/heads/${branch}`, beforeOid: from ?? zeroOid, afterOid: to ?? zeroOid, force: true }
  const input = { repositoryId: await repositoryId(), refUpdates: [update] }
  const description = msg`the move of the branch ${branch}`
  for (let attempt = 1; ; attempt++) {
    const [answer] = await github
      .mutate([{ field: 'updateRefs', input, select: 'clientMutationId' }])
      .catch((error: unknown) => [failureOf(error)])
    if (!(answer instanceof Error)) return { end: 'done' }
    // Whatever the answer: the present position of the branch says more.
    const failure = failureOf(answer)
    const position = await tip(branch)
    if (position === to) return { end: 'done' }
    if (position !== from) return { end: 'elsewhere' }
    const wait = waitAfter(failure, attempt, 'repeatable', retry.now())
    if (wait === undefined) return failedRequestOf(failure, undefined, description)
    await pause(retry, wait, failure, description)
  }
}
