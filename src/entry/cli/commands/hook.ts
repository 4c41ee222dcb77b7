import { appendFileSync, realpathSync, statSync } from 'node:fs'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { isAgentName } from '../../../core/grant.ts'
import { readHookCall, hookAnswer, type HookCall } from '../../../engine/installation/agents/hook.ts'
import { hookEvents, hostNames, type HookEvent, type HostName } from '../../../core/installation.ts'
import { hosts } from '../../../engine/installation/agents/hosts.ts'
import { standardInput } from '../../../gateways/named-file.ts'
import { stringify } from '../../../render/plain.ts'
import { lazyProtocols } from '../../lazy-protocols.ts'
import type { Answer } from '../../operations/operation.ts'
import type { HookInput } from '../../operations/setup.ts'
import { claimPort } from '../../calls/claims.ts'
import { sourcesOfOptions } from '../../calls/sources.ts'
import { commandLineOf } from '../../calls/spelling.ts'
import { timeFrom } from '../../calls/time.ts'
import { repositoryTop } from '../top.ts'
import { readTree } from '../../calls/tree.ts'

/** A hook runs at every edit: it does not wait for long. */
const wait = '2s'

const isOneOf = <Word extends string>(words: readonly Word[], word: unknown): word is Word =>
  typeof word === 'string' && (words as readonly string[]).includes(word)

/** The top of the repository that the session works in. */
function rootOf({ folder }: HookCall): string {
  const isThere =
    folder !== undefined && isAbsolute(folder) && statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true
  return resolve(repositoryTop(isThere ? folder : process.cwd()))
}

/** The edited files that are below the root, as seen from it; its name may go through a link. */
function pathsIn(root: string, { edited, folder }: HookCall): readonly string[] {
  const isOutside = (path: string) => path === '' || path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path)
  return edited.flatMap((path) => {
    const absolutePath = resolve(folder ?? root, path)
    const relativePath = [root, realpathSync(root)]
      .map((from) => relative(from, absolutePath))
      .find((candidate) => !isOutside(candidate))
    return relativePath === undefined ? [] : [relativePath.split(sep).join('/')]
  })
}

/** Has the commands of a session know its name, where the host reads a file of the shell for that. */
function nameSession(name: HostName, { session }: HookCall): void {
  const { environmentFile } = hosts[name]
  const file = environmentFile === undefined ? undefined : process.env[environmentFile]
  if (file && session !== undefined) appendFileSync(file, `export BATON_SESSION=${session}\n`)
}

async function answerTo(event: HookEvent, call: HookCall): Promise<string | undefined> {
  const use = await import('../../../app/command/hook.ts')
  const paths = event === 'edit' ? pathsIn(rootOf(call), call) : []
  if (event === 'edit' && paths.length === 0) return undefined
  const options = { root: rootOf(call), wait }
  const name = process.env['BATON_AGENT'] ?? ''
  const settings = { at: timeFrom(undefined), spell: commandLineOf }
  return readTree(options, 'hook', async () => {
    const sources = await sourcesOfOptions(options)
    if (event === 'stop') return use.atStop(call, claimPort(options.root), sources, lazyProtocols, settings)
    return event === 'edit'
      ? use.afterEdit(sources, lazyProtocols, { ...settings, paths })
      : use.atStart(sources, lazyProtocols, {
          ...settings,
          claims: claimPort(options.root),
          agent: isAgentName(name) ? name : undefined,
        })
  })
}

/**
 * `baton hook EVENT --host HOST`: reads the call of a host and answers in its form. It is silent where it does not
 * understand the call, or anything fails: a hook never keeps an agent from working.
 */
export async function hook({ event, host }: HookInput): Promise<Answer> {
  try {
    if (!isOneOf(hookEvents, event) || !isOneOf(hostNames, host) || process.stdin.isTTY) return {}
    const call = readHookCall(host, new TextDecoder().decode(await standardInput()))
    if (!call) return {}
    if (event === 'start') nameSession(host, call)
    const text = await answerTo(event, call)
    if (text !== undefined) return { views: { text: () => stringify(hookAnswer(host, event, text), true) } }
  } catch {
    // Whatever it is, other commands report it.
  }
  return {}
}
