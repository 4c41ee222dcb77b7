import { type Command, type Content, type History, type Outcome, refused, type Version } from '../../../core/command.ts'
import { say } from '../../../core/say.ts'
import { digestOf } from '../../../documents/digest.ts'
import { decoded } from '../../../documents/text.ts'
import { contractKeys, type ContractKey } from '../contracts.ts'
import { contractStatus } from '../facts.ts'
import type { Plugin, PluginModel } from '../model.ts'
import { pathsOf } from '../paths.ts'
import { handoffChanges, withText } from '../writing/rewrite.ts'
import { remark, unchanged } from './answers.ts'
import { errorsOf, findings, unreadableFiles } from './findings.ts'
import { targetOf } from './target.ts'
import { invalid, takeWords } from './words.ts'

/** Where earlier versions are looked for: in the whole history of the branch, or in one commit of it. */
interface Past {
  readonly history: History | undefined
  readonly from: string | undefined
}

function* versions({ history, from }: Past, path: string): Iterable<Version> {
  if (from === undefined) yield* history?.versions(path) ?? []
  const version = from === undefined ? undefined : history?.at(from, path)
  if (version) yield version
}

/** The newest earlier content of a file that will do. */
function newest<Found>(past: Past, path: string, read: (bytes: Uint8Array) => Found | undefined): Found | undefined {
  for (const { bytes } of versions(past, path)) {
    const found = bytes && read(bytes)
    if (found !== undefined) return found
  }
  return undefined
}

function notFound(model: PluginModel, plugin: Plugin, path: string, { from }: Past) {
  const where = from === undefined ? 'the history of this branch' : from
  return remark({ model, plugin }, 'PLUGIN_VERSION_NOT_FOUND', { message: say`Missing version of ${path} that would do in ${where}` })
}

function restoreContracts(model: PluginModel, plugin: Plugin, past: Past): Outcome {
  const { name, handoff, contracts } = plugin
  const hindering = [
    ...unreadableFiles(model, plugin, ['handoff', 'contract']),
    ...findings(model, plugin, ['PLUGIN_YAML_INVALID', 'PLUGIN_LEGACY_FORMAT']),
  ]
  if (hindering.length > 0) return refused(...hindering)
  if (!handoff)
    return refused(
      remark({ model, plugin }, 'PLUGIN_HANDOFF_MISSING', { message: say`Missing handoff of ${name}: no contract is recorded` }),
    )

  const broken = contractKeys.filter((key) => ['mismatch', 'missing'].includes(contractStatus(plugin, key)))
  const recorded = (key: ContractKey) => handoff.checksums.recorded[key].sha256
  const found = broken.map(
    (key) =>
      [
        contracts[key].path,
        newest(past, contracts[key].path, (bytes) => (digestOf(bytes).sha256 === recorded(key) ? bytes : undefined)),
      ] as const,
  )
  const lost = found.filter(([, bytes]) => bytes === undefined)
  if (lost.length > 0) return refused(...lost.map(([path]) => notFound(model, plugin, path, past)))
  if (found.length === 0) return unchanged(say`Every contract of ${name} is the one that was recorded.`)
  const changes = new Map(found.flatMap(([path, bytes]): [string, Content][] => (bytes ? [[path, bytes]] : [])))
  return { outcome: 'changed', changes, reply: say`${broken} of ${name} are what was recorded again.`, remarks: [] }
}

/** Whether a soft check finds no error in a handoff. */
function isSound(model: PluginModel, plugin: Plugin): boolean {
  const replaced = { ...model, unreadable: model.unreadable.filter(({ path }) => path !== plugin.handoffPath) }
  return plugin.handoff !== undefined && errorsOf(replaced, plugin, 'soft').every(({ place }) => place.path !== plugin.handoffPath)
}

function restoreState(model: PluginModel, plugin: Plugin, past: Past): Outcome {
  const { name, hasHandoff, handoffPath } = plugin
  const links = findings(model, plugin, ['PLUGIN_FILE_SYMLINK']).filter(({ place }) => place.path === handoffPath)
  if (links.length > 0) return refused(...links)
  if (isSound(model, plugin)) return unchanged(say`The handoff of ${name} has no error.`)

  const { handoff, oldHandoff } = pathsOf(model.configuration, name)
  for (const path of hasHandoff ? [handoffPath] : [handoff, oldHandoff]) {
    const after = newest(past, path, (bytes) => {
      const text = bytes.length > model.context.limit ? undefined : decoded(bytes)
      const earlier = text === undefined ? undefined : withText(plugin, path, text, model)
      return earlier && isSound(model, earlier) ? earlier : undefined
    })
    if (after)
      return {
        outcome: 'changed',
        changes: handoffChanges(plugin, after),
        reply: say`The handoff of ${name} is an earlier version again.`,
        remarks: [],
      }
  }
  return refused(notFound(model, plugin, handoffPath, past))
}

const parts = { contracts: restoreContracts, state: restoreState } as const

/** Brings back contracts or a handoff from the history of the branch (plugin protocol, section 7). */
export const restore: Command<PluginModel> = {
  name: 'restore',
  usage: 'NAME contracts|state [--from SHA]',
  summary:
    'Brings back every contract that is not the recorded one, or the newest earlier handoff without an error, from the history of the branch or one commit of it.',
  examples: ['/restore TinyGain contracts', '/restore TinyGain state --from 1a2b3c4'],

  run(model, request, { history }): Outcome {
    const taken = takeWords(model, request, { from: 'once' }, 1)
    if ('outcome' in taken) return taken
    const [part] = taken.rest
    const { from } = taken.options
    if (part !== 'contracts' && part !== 'state')
      return invalid(model, say`Unexpected ${part ?? ''}, expected one of ${Object.keys(parts)}`)
    if (from !== undefined && !/^[0-9a-f]{7,64}$/i.test(from))
      return invalid(model, say`Unexpected commit ${from}, expected 7 hex digits or more`)
    const plugin = targetOf(model, request)
    if ('outcome' in plugin) return plugin
    return parts[part](model, plugin, { history, from: from?.toLowerCase() })
  },
}
