import { type Content, type History, type Outcome, refuse, type CommandDiagnostic, type FileVersion } from '../../../core/command.ts'
import type { Offer } from '../../../core/diagnostic.ts'
import { msg } from '../../../core/message.ts'
import { digestOf } from '../../../documents/digest.ts'
import { decodeUtf8 } from '../../../documents/text.ts'
import { contractKeys, pathsOf, type ContractKey } from '../files.ts'
import { contractStatus, draftOf } from '../targets.ts'
import { byHandoff, type Plugin, type PluginModel } from '../model.ts'
import { forPerson, offer } from '../rules/offers.ts'
import { handoffChanges, withText } from '../handoff/edits.ts'
import { missingHandoff, diagnostic, unchanged, errorsOf, findings, notText, unreadableCodes, recordable } from './diagnostics.ts'
import { command } from '../../../kit/command.ts'
import { discardOptions } from '../../../kit/options.ts'
import { pluginTarget } from './target.ts'

/** Where earlier versions are looked for: in the whole history of the branch, or in one commit of it. */
interface Past {
  readonly history: History | undefined
  readonly from: string | undefined
}

function* versions({ history, from }: Past, path: string): Iterable<FileVersion> {
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

/** What else can repair it. */
interface Alternatives {
  readonly offers: readonly Offer[]
  readonly hint?: string | undefined
}

function notFound(
  model: PluginModel,
  plugin: Plugin,
  path: string,
  { history, from }: Past,
  { offers, hint }: Alternatives,
): CommandDiagnostic {
  const where = from === undefined ? 'the history of this branch' : from
  const message = history
    ? msg`Missing usable version of ${path} in ${where}`
    : msg`Missing history: no earlier version of ${path} is known here`
  const other = from === undefined && history ? msg`${'--from SHA'} looks at one commit, however old.` : undefined
  return diagnostic({ model, plugin }, 'PLUGIN_VERSION_NOT_FOUND', message, { offers, hint: hint ?? other })
}

/** What else can be done about a contract that is not the recorded one. */
function insteadOf(key: ContractKey, subject: { readonly plugin: Plugin; readonly model: PluginModel }): Alternatives {
  const draft = draftOf(subject.plugin, subject.plugin.handoff?.checksums.recorded[key].sha256)
  return {
    offers: [],
    hint:
      draft === undefined
        ? forPerson(offer('checksums', subject, 'approves the present contracts, which only a person should do')).hint
        : msg`The recorded checksum is that of ${draft}.`,
  }
}

function restoreContracts(model: PluginModel, plugin: Plugin, past: Past): Outcome {
  const { name, handoff, contracts } = plugin
  const broken = contractKeys.filter((key) => ['mismatch', 'missing'].includes(contractStatus(plugin, key)))
  const recorded = (key: ContractKey) => handoff?.checksums.recorded[key].sha256
  const earlier = broken.map(
    (key) =>
      [
        contracts[key].path,
        newest(past, contracts[key].path, (bytes) => (digestOf(bytes).sha256 === recorded(key) ? bytes : undefined)),
      ] as const,
  )
  const lost = broken.filter((_, index) => earlier[index]?.[1] === undefined)
  if (lost.length > 0)
    return refuse(...lost.map((key) => notFound(model, plugin, contracts[key].path, past, insteadOf(key, { plugin, model }))))
  if (earlier.length === 0) return unchanged(msg`Every contract of ${name} matches its recorded checksum.`)
  const changes = new Map(earlier.flatMap(([path, bytes]): [string, Content][] => (bytes ? [[path, bytes]] : [])))
  const reply = msg`${broken} of ${name} match their recorded checksums again.`
  return { outcome: 'changed', changes, reply, diagnostics: [], discards: [...changes.keys()] }
}

/** The model once another version of the handoff can be read. */
const readAgain = (model: PluginModel, { handoffPath }: Plugin): PluginModel => ({
  ...model,
  unreadable: model.unreadable.filter(({ path }) => path !== handoffPath),
})

/** Whether a handoff can be read and contradicts neither itself nor its place: contracts and registry are not asked. */
function isSound(model: PluginModel, plugin: Plugin): boolean {
  const wrong = findings(readAgain(model, plugin), byHandoff(plugin, model), [...notText, ...unreadableCodes])
  return plugin.handoff !== undefined && wrong.every(({ place }) => place.path !== plugin.handoffPath)
}

/** What is wrong with an earlier handoff, and what no longer agrees with it: reported, and left. */
function disagreeing(model: PluginModel, before: Plugin, after: Plugin): readonly CommandDiagnostic[] {
  const known = new Set(errorsOf(model, before, 'strict').map(({ code }) => code))
  const now = errorsOf(readAgain(model, after), after, 'strict').filter(({ code }) => !known.has(code))
  return now.map((diagnostic) => ({ ...diagnostic, severity: 'warning' }))
}

function restoreState(model: PluginModel, plugin: Plugin, past: Past): Outcome {
  const { name, hasHandoff, handoffPath } = plugin
  if (isSound(model, plugin)) return unchanged(msg`The handoff of ${name} has no error.`)

  const { handoff, oldHandoff } = pathsOf(model.configuration, name)
  for (const path of hasHandoff ? [handoffPath] : [handoff, oldHandoff]) {
    const after = newest(past, path, (bytes) => {
      const text = bytes.length > model.context.limit ? undefined : decodeUtf8(bytes)
      const earlier = text === undefined ? undefined : withText(plugin, path, text, model)
      return earlier && isSound(model, earlier) ? earlier : undefined
    })
    if (!after) continue
    const diagnostics = disagreeing(model, plugin, after)
    return {
      outcome: 'changed',
      changes: handoffChanges(plugin, after),
      discards: [handoffPath],
      reply: msg`The handoff of ${name} is restored to an earlier version.`,
      diagnostics,
      reveals: diagnostics.map(({ code }) => code),
    }
  }
  return refuse(
    notFound(model, plugin, handoffPath, past, { offers: offer('regenerate', { plugin, model }, 'makes one from the registry') }),
  )
}

const parts = { contracts: restoreContracts, state: restoreState } as const

/** Brings back contracts or a handoff from the history of the branch (docs/plugin.md, "Commands"). */
export const restore = command({
  name: 'restore',
  summary:
    'Brings back every contract that is not the recorded one, or the newest earlier handoff without an error, from the history of the branch or one commit of it.',
  examples: ['/restore TinyGain contracts', '/restore TinyGain state --from 1a2b3c4'],
  target: pluginTarget,
  words: [{ name: 'PART', values: Object.keys(parts) }],
  options: {
    ...discardOptions,
    from: {
      kind: 'once',
      value: 'SHA',
      does: 'as they are in this commit, not in the newest that fits',
      fault: (from: string) => (/^[0-9a-f]{7,64}$/i.test(from) ? undefined : msg`Unexpected commit ${from}, expected 7 hex digits or more`),
    },
  },
  preconditions: [
    {
      violations: ({ model, target, words: [part] }) => (part === 'contracts' ? recordable.diagnostics({ model, target }) : []),
    },
    {
      *violations({ model, target: plugin, words: [part] }) {
        if (part === 'contracts' && !plugin.handoff)
          yield missingHandoff({ model, plugin }, msg`Missing handoff of ${plugin.name}: no contract is recorded`)
      },
    },
    {
      violations: ({ model, target, words: [part] }) =>
        part === 'state' ? findings(model, target, ['PLUGIN_FILE_SYMLINK']).filter(({ place }) => place.path === target.handoffPath) : [],
    },
  ],

  // Whether an earlier version would do is known only once it was looked for.
  run: ({ model, target: plugin, words: [part], options: { from }, commandContext: { history } }) =>
    parts[part as keyof typeof parts](model, plugin, { history, from: from?.toLowerCase() }),
})
