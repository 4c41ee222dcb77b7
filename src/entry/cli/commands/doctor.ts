import { examine, type Surveyor } from '../../../app/installation/examine.ts'
import { visibleLine } from '../../../core/message.ts'
import type { MergeSetup, UnheldLock } from '../../../core/installation.ts'
import { placeOf } from '../../../gateways/git/address.ts'
import { tokenForm } from '../../../gateways/github/requests/token.ts'
import { otherConfiguration } from '../../../engine/configuration/read.ts'
import { openClone, type Clone } from '../../../gateways/git/clone.ts'
import { tryDriver } from '../../../gateways/git/merge-driver.ts'
import { startingWords, tryStart } from '../../../gateways/programs.ts'
import { lockOf } from '../../../gateways/tree/lock.ts'
import { ownFilesPattern } from '../../../gateways/tree/names.ts'
import { lazyProtocols } from '../../lazy-protocols.ts'
import { plainText } from '../../../render/plain.ts'
import { reportAnswer } from '../../calls/answer.ts'
import type { Answer } from '../../operations/operation.ts'
import type { DoctorInput } from '../../operations/setup.ts'
import { programPath, repositoryTop } from '../top.ts'
import { sourcesOfOptions } from '../../calls/sources.ts'
import { folder, readTree } from '../../calls/tree.ts'
import { UsageError } from '../../calls/usage.ts'

const usualApi = 'https://api.github.com'

/**
 * The address of the API: the one of the environment, otherwise that of github.com. @throws UsageError where the clone
 * is of another host: its token is not for github.com
 */
async function apiUrlFor(clone: Clone | undefined): Promise<string> {
  const { GITHUB_API_URL: apiUrl } = process.env
  if (apiUrl) return apiUrl
  const host = placeOf((await clone?.origin()) ?? '')?.host
  if (!host || /^(?:(?:www|ssh)\.)?github\.com(?::\d+)?$/.test(host)) return usualApi
  const shownHost = visibleLine(host)
  throw new UsageError(
    `Missing GITHUB_API_URL in the environment: the remote \`origin\` is on ${shownHost}, whose token would be sent to github.com. Set the address of its API, such as https://${shownHost}/api/v3, or ${usualApi}.`,
  )
}

/** Asks GitHub about the default branch of a repository, where one was named. */
async function branchOf(
  { github: name, config }: Pick<DoctorInput, 'github' | 'config'>,
  clone: Clone | undefined,
): ReturnType<Surveyor['branch']> {
  if (name === undefined) return undefined
  const [, owner, repo] = /^([\w.-]+)\/([\w.-]+)$/.exec(name) ?? []
  if (owner === undefined || repo === undefined)
    throw new UsageError(`Unexpected --github ${name}, expected OWNER/NAME.`)
  const { GITHUB_TOKEN: token = '' } = process.env
  if (token === '')
    throw new UsageError(
      'Missing GITHUB_TOKEN in the environment: requests to GitHub need a token that may read the repository.',
    )
  if (!tokenForm.test(token))
    throw new UsageError(
      'Unexpected GITHUB_TOKEN in the environment, expected one line of letters, digits and signs without spaces. Its value is not shown.',
    )
  const baseUrl = await apiUrlFor(clone)
  const [{ getOctokit }, { branchSetup }, { usualRetry }] = await Promise.all([
    import('@actions/github'),
    import('../../../gateways/github/branch-setup.ts'),
    import('../../../gateways/github/requests/send.ts'),
  ])
  return branchSetup(
    getOctokit(token, { baseUrl }).request,
    { owner, repo },
    { ...usualRetry, report: (sentence) => void process.stderr.write(`${plainText(sentence)}\n`) },
    otherConfiguration(config),
  )
}

/** A lock that no process holds, and what is at its path. */
function unheldLockOf(root: string): UnheldLock | undefined {
  const { kind, condition, holder } = lockOf(root) ?? {}
  if (kind === undefined || (kind === 'lock' && condition === 'running')) return undefined
  return {
    kind,
    ...(condition === 'ended' && holder && { ended: { pid: holder.pid, command: `baton ${holder.command}` } }),
  }
}

export async function doctor(input: DoctorInput): Promise<Answer> {
  const options = { ...input, root: repositoryTop(folder(input.root, '--root')) }
  // Looking at the tree takes away what ended programs have left: that is found before.
  const lock = unheldLockOf(options.root)
  const checked = await readTree(options, 'doctor', async () => {
    const sources = await sourcesOfOptions(options)
    const clone = await openClone(options.root)
    return examine(
      sources,
      lazyProtocols,
      { protocols: [], at: new Date().toISOString() },
      {
        isClone: clone !== undefined,
        ignored: async (paths) => (await clone?.ignored(paths)) ?? new Map(),
        async merging(paths) {
          const mergeSetups = [...((await clone?.merging(paths)) ?? [])]
          const triedSetups = mergeSetups.map(
            async ([path, { command, ...merging }]): Promise<[string, MergeSetup]> => {
              if (command === undefined) return [path, merging]
              return [path, { ...merging, trial: await tryDriver(options.root, command, path, programPath()) }]
            },
          )
          return new Map(await Promise.all(triedSetups))
        },
        start: (words, kind) => tryStart(options.root, words, kind, programPath()),
        running: startingWords(options.root, programPath()),
        branch: () => branchOf(options, clone),
        lock,
        trackedOwn: async () => (await clone?.tracked(ownFilesPattern)) ?? [],
      },
    )
  })
  return reportAnswer(checked)
}
