import { msg } from '../../../core/message.ts'
import type { InstallationRule } from '../subject.ts'
import { batonJobs, type Step } from '../workflow.ts'
import { namesPlaceholder } from '../workflows.ts'

const shaForm = /^[0-9a-f]{40}$/
const digestForm = /^sha256:[0-9a-f]{64}$/

/**
 * Whether the code that runs is pinned to a commit. An action of the repository itself is: it changes only with the
 * repository.
 */
function isPinned(uses: string): boolean {
  if (uses === '' || uses.startsWith('./')) return true
  const version = uses.slice(uses.lastIndexOf('@') + 1)
  return uses.startsWith('docker://') ? digestForm.test(version) : shaForm.test(version)
}

/** A text that needs no quoting in a command line. */
const isPlain = (text: string) => /^\w[\w./-]*$/.test(text)

/** How to write it instead; the digits are known only to the publisher of the action or the image. */
function pinnedForm(uses: string): string {
  const [name = '', version = ''] = uses.split('@')
  if (name.startsWith('docker://'))
    return msg`Write ${`${name.replace(/:[^:/]*$/, '')}@sha256:…`} with the digest of the image.`
  const pinned = msg`Write ${`${name}@SHA`}`
  const [owner = '', repository = ''] = name.split('/')
  if (![owner, repository, version].every(isPlain)) return `${pinned} with the 40 digits of the commit.`
  const command = `git ls-remote https://github.com/${owner}/${repository} ${version} '${version}^{}'`
  return `${pinned} with the 40 digits that ${msg`${command}`} prints: where it prints two lines, those of the one that ends with ${msg`${'^{}'}`}.`
}

export const actionPlaceholder: InstallationRule = {
  code: 'WORKFLOW_ACTION_PLACEHOLDER',
  strict: 'error',
  soft: 'error',
  summary: 'A workflow names the action by the placeholder `example-org/baton`.',
  why: 'Nothing is published under this name: GitHub does not find the action, and the workflow never runs.',
  repair:
    'Write the owner and name of your copy of Baton there, and the SHA of a commit in it. In the copy, `npm run publish-as -- OWNER/NAME` has `baton init` write them.',
  installation: true,
  // One finding, however many workflows: one thing is to be done about all of them.
  *check({ workflows }) {
    const [first, ...others] = batonJobs(workflows)
      .flatMap(({ baton }) => baton)
      .filter(({ uses }) => namesPlaceholder(uses))
    if (!first) return
    yield {
      message: msg`Unexpected placeholder ${first.uses}, which GitHub does not find`,
      hint: 'Write the owner and name of your copy of Baton there, and the SHA of a commit in it. In the copy, `npm run publish-as -- OWNER/NAME` has `baton init` write them.',
      place: first.place,
      related: others.map(({ uses, place }) => ({ ...place, message: msg`has ${uses}` })),
    }
  },
}

export const actionUnpinned: InstallationRule = {
  code: 'WORKFLOW_ACTION_UNPINNED',
  strict: 'warning',
  soft: 'warning',
  summary: 'An action in a job with Baton is named by a tag or a branch and not by the SHA of a commit.',
  why: 'Tags and branches can be moved. A person who moves one runs code with the token of the job.',
  repair:
    "Write the SHA of the commit, all 40 digits, and the tag after it as a comment. `git ls-remote ADDRESS TAG 'TAG^{}'` prints it: where it prints two lines, it is in the one that ends with `^{}`.",
  installation: true,
  *check({ workflows }) {
    for (const { steps } of batonJobs(workflows))
      for (const { uses, place } of steps)
        if (!isPinned(uses) && !namesPlaceholder(uses))
          yield {
            message: msg`Unexpected version of ${uses}, expected the SHA of a commit`,
            hint: pinnedForm(uses),
            place,
          }
  },
}

/** The inputs that make actions which prepare a machine read a cache. */
const cacheInputs = ['cache', 'enable-cache', 'bundler-cache']

/**
 * Actions that read a cache: those named for it, and those that also read one because an input enables it or, for Go,
 * because no input disables it.
 */
function restoresCache({ uses, word }: Step): boolean {
  const name = uses.split('@', 1)[0]?.toLowerCase() ?? ''
  if (name.includes('cache')) return name !== 'actions/cache/save'
  const values = cacheInputs.map((input) => word('with', input)).filter((value) => value !== '')
  return values.length > 0 ? values.some((value) => value !== 'false') : name === 'actions/setup-go'
}

export const cacheRestored: InstallationRule = {
  code: 'WORKFLOW_CACHE_RESTORED',
  strict: 'warning',
  soft: 'warning',
  summary: 'A job with Baton restores a cache.',
  why: 'Caches are shared: a later run with more rights reads what an earlier run wrote, perhaps from untrusted input. Baton uses none.',
  repair: 'Give Baton a job of its own, without a cache.',
  installation: true,
  *check({ workflows }) {
    for (const { steps, name } of batonJobs(workflows))
      for (const { place } of steps.filter(restoresCache))
        yield {
          message: msg`Unexpected cache in the job ${name}, expected none in a job with Baton`,
          hint: 'Remove the cache, or give Baton a job of its own.',
          place,
        }
  },
}

export const workflowUnreadable: InstallationRule = {
  code: 'WORKFLOW_UNREADABLE',
  strict: 'warning',
  soft: 'warning',
  summary: 'A file in `.github/workflows` cannot be read, so that it is not checked.',
  why: 'GitHub does not run it either, or reads it differently.',
  repair: 'Correct the marked place.',
  installation: true,
  check: ({ unreadable }) => unreadable,
}
