import {
  type Content,
  type History,
  type Outcome,
  refuse,
  type CommandDiagnostic,
  type FileVersion,
} from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { digestOf } from '../../../documents/digest.ts'
import { decodeUtf8 } from '../../../documents/text.ts'
import { contractKeys, pathsOf, type ContractKey } from '../files.ts'
import { contractStatus, draftOf } from '../targets.ts'
import { withHandoffState, type Plugin, type PluginModel } from '../model.ts'
import { absenceOffer, approvalDescription, forPerson, offer } from '../rules/offers.ts'
import { handoffChanges, withHandoffText } from '../handoff/edits.ts'
import {
  missingHandoffDiagnostic,
  diagnostic,
  unchangedOutcome,
  errorsOf,
  findingsAbout,
  notTextCodes,
  unreadableCodes,
  canRecordContracts,
} from './diagnostics.ts'
import { command } from '../../../kit/command.ts'
import type { DiagnosticDetails } from '../../../kit/diagnostic.ts'
import { discardOptions } from '../../../kit/options.ts'
import { pluginTarget } from './target.ts'

/** Where earlier versions are looked for: in the whole history of the branch, or in one commit of it. */
interface VersionSource {
  readonly history: History | undefined
  readonly from: string | undefined
}

function* versionsOf({ history, from }: VersionSource, path: string): Iterable<FileVersion> {
  if (from === undefined) yield* history?.versions(path) ?? []
  const version = from === undefined ? undefined : history?.at(from, path)
  if (version) yield version
}

/** The newest earlier content of a file that will do. */
function newestUsable<Result>(
  source: VersionSource,
  path: string,
  read: (bytes: Uint8Array, commit: string) => Result | undefined,
): Result | undefined {
  for (const { bytes, sha } of versionsOf(source, path)) {
    const result = bytes && read(bytes, sha)
    if (result !== undefined) return result
  }
  return undefined
}

function versionNotFoundDiagnostic(
  model: PluginModel,
  plugin: Plugin,
  path: string,
  { history, from }: VersionSource,
  { offers, hint }: Pick<DiagnosticDetails, 'offers' | 'hint'>,
): CommandDiagnostic {
  const searchedPlace = from === undefined ? 'the history of this branch' : msg`${from}`
  const message = history
    ? `${msg`Missing usable version of ${path} in`} ${searchedPlace}`
    : msg`Missing history: no earlier version of ${path} is known here`
  const fromHint = from === undefined && history ? msg`${'--from SHA'} looks at one commit, however old.` : undefined
  return diagnostic({ model, plugin }, 'PLUGIN_VERSION_NOT_FOUND', message, { offers, hint: hint ?? fromHint })
}

/** What else can be done about a contract that is not the recorded one. */
function alternativeTo(
  key: ContractKey,
  subject: { readonly plugin: Plugin; readonly model: PluginModel },
): string | undefined {
  const { handoff, contracts } = subject.plugin
  const draft = draftOf(subject.plugin, handoff?.checksums.recorded[key].value)
  if (draft !== undefined) return msg`The recorded checksum is that of ${draft}.`
  const offers =
    contracts[key].file === 'there' ? offer('checksums', subject, approvalDescription) : absenceOffer(key, subject)
  return forPerson(offers).hint
}

function restoreContracts(model: PluginModel, plugin: Plugin, source: VersionSource): Outcome {
  const { name, handoff, contracts } = plugin
  const brokenKeys = contractKeys.filter((key) => ['mismatch', 'missing'].includes(contractStatus(plugin, key)))
  const recordedSha256Of = (key: ContractKey) => handoff?.checksums.recorded[key].value
  const earlierFiles = brokenKeys.map(
    (key) =>
      [
        contracts[key].path,
        newestUsable(source, contracts[key].path, (bytes) =>
          digestOf(bytes).sha256 === recordedSha256Of(key) ? bytes : undefined,
        ),
      ] as const,
  )
  const lostKeys = brokenKeys.filter((_, index) => earlierFiles[index]?.[1] === undefined)
  const hintFor = (key: ContractKey) => {
    const alternative = alternativeTo(key, { plugin, model })
    if (alternative === undefined || !source.history || source.from !== undefined) return alternative
    const command = `git log --follow -- ${contracts[key].path}`
    return `${msg`If the folder was renamed, ${command} shows earlier versions, which are not looked at here.`} ${alternative}`
  }
  if (lostKeys.length > 0)
    return refuse(
      ...lostKeys.map((key) =>
        versionNotFoundDiagnostic(model, plugin, contracts[key].path, source, {
          hint: hintFor(key),
        }),
      ),
    )
  if (earlierFiles.length === 0) return unchangedOutcome(msg`Every contract of ${name} matches its recorded checksum.`)
  const changes = new Map(earlierFiles.flatMap(([path, bytes]): [string, Content][] => (bytes ? [[path, bytes]] : [])))
  const matching = brokenKeys.length === 1 ? 'matches its recorded checksum' : 'match their recorded checksums'
  const reply = `${msg`${brokenKeys} of ${name}`} ${matching} again.`
  return { outcome: 'changed', changes, reply, diagnostics: [], discards: [...changes.keys()] }
}

/** The model once another version of the handoff can be read. */
const withReadableHandoff = (model: PluginModel, { handoffPath }: Plugin): PluginModel => ({
  ...model,
  unreadable: model.unreadable.filter(({ path }) => path !== handoffPath),
})

const readableCodes = [...notTextCodes, ...unreadableCodes]
const soundCodes = [...readableCodes, 'CONTRACT_MALFORMED', 'CONTRACT_KEY_MISSING']

/**
 * Whether some rules find nothing about the form and fields of a handoff: contracts and registry are not asked. Nothing
 * can be read of one without front matter.
 */
function isFree(codes: readonly string[], model: PluginModel, plugin: Plugin): boolean {
  const diagnostics = findingsAbout(withReadableHandoff(model, plugin), withHandoffState(plugin, model), codes)
  return plugin.handoff?.front.exists === true && diagnostics.every(({ place }) => place.path !== plugin.handoffPath)
}

/** How many earlier versions of a handoff are looked at for what it recorded. */
const maxLookedAt = 20

/** The plugin with the newest earlier handoff that recorded contracts, and the commit that has it. */
export function lastRecorded(
  plugin: Plugin,
  model: PluginModel,
  history: History | undefined,
): { readonly earlierPlugin: Plugin; readonly commit: string } | undefined {
  const { handoffPath: path } = plugin
  let remaining = maxLookedAt
  for (const { bytes, sha: commit } of versionsOf({ history, from: undefined }, path)) {
    if (remaining-- === 0) break
    const earlierPlugin = bytes && withHandoffBytes(plugin, path, bytes, model)
    if (earlierPlugin?.handoff?.checksums.state === 'mapping') return { earlierPlugin, commit }
  }
  return undefined
}

/** The plugin with other bytes as its handoff; `undefined` where they are no text, or too much of it. */
function withHandoffBytes(plugin: Plugin, path: string, bytes: Uint8Array, model: PluginModel): Plugin | undefined {
  const text = bytes.length > model.context.limit ? undefined : decodeUtf8(bytes)
  return text === undefined ? undefined : withHandoffText(plugin, path, text, model)
}

/** What is wrong with an earlier handoff, and what no longer agrees with it: reported, and left. */
function newDisagreements(model: PluginModel, pluginBefore: Plugin, pluginAfter: Plugin): readonly CommandDiagnostic[] {
  const knownCodes = new Set(errorsOf(model, pluginBefore, 'strict').map(({ code }) => code))
  const newErrors = errorsOf(withReadableHandoff(model, pluginAfter), pluginAfter, 'strict').filter(
    ({ code }) => !knownCodes.has(code),
  )
  return newErrors.map((diagnostic) => ({ ...diagnostic, severity: 'warning' }))
}

function restoreState(model: PluginModel, plugin: Plugin, source: VersionSource): Outcome {
  const { name, hasHandoff, handoffPath } = plugin
  if (isFree(soundCodes, model, plugin)) return unchangedOutcome(msg`The handoff of ${name} has no error.`)
  const isReadable = isFree(readableCodes, model, plugin)

  const { handoff, oldHandoff } = pathsOf(model.configuration, name)
  for (const path of hasHandoff ? [handoffPath] : [handoff, oldHandoff]) {
    const newestFreeOf = (codes: readonly string[]) =>
      newestUsable(source, path, (bytes, commit) => {
        const earlierPlugin = withHandoffBytes(plugin, path, bytes, model)
        return earlierPlugin && isFree(codes, model, earlierPlugin) ? { pluginAfter: earlierPlugin, commit } : undefined
      })
    // Before contracts were recorded, a handoff may have been complete without.
    const version = newestFreeOf(soundCodes) ?? (isReadable ? undefined : newestFreeOf(readableCodes))
    if (!version) continue
    const { pluginAfter, commit } = version
    const diagnostics = [
      ...newDisagreements(model, plugin, pluginAfter),
      ...findingsAbout(model, pluginAfter, ['PLUGIN_STALE_HANDOFF'], 'warning'),
    ]
    return {
      outcome: 'changed',
      changes: handoffChanges(plugin, pluginAfter),
      discards: [handoffPath],
      reply: msg`The handoff of ${name} is as in the commit ${commit.slice(0, 12)} again: what was written there since is in the history alone.`,
      diagnostics,
      reveals: diagnostics.map(({ code }) => code),
    }
  }
  if (isReadable) return unchangedOutcome(msg`No earlier handoff of ${name} records its contracts properly.`)
  return refuse(
    versionNotFoundDiagnostic(model, plugin, handoffPath, source, {
      offers: [
        ...offer('regenerate', { plugin, model }, 'makes one from the registry'),
        ...(plugin.handoff?.front.exists === false
          ? offer('migrate', { plugin, model }, 'gives it a front matter from the registry')
          : []),
      ],
    }),
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
      fault: (from: string) =>
        /^[0-9a-f]{7,64}$/i.test(from) ? undefined : msg`Unexpected commit ${from}, expected 7 hex digits or more`,
    },
  },
  preconditions: [
    {
      violations: ({ model, target, words: [part] }) =>
        part === 'contracts' ? canRecordContracts.diagnostics({ model, target }) : [],
    },
    {
      *violations({ model, target: plugin, words: [part] }) {
        if (part === 'contracts' && !plugin.handoff)
          yield missingHandoffDiagnostic(
            { model, plugin },
            msg`Missing handoff of ${plugin.name}: no contract is recorded`,
          )
      },
    },
    {
      violations: ({ model, target, words: [part] }) =>
        part === 'state'
          ? findingsAbout(model, target, ['PLUGIN_FILE_SYMLINK']).filter(
              ({ place }) => place.path === target.handoffPath,
            )
          : [],
    },
  ],

  // Whether an earlier version would do is known only once it was looked for.
  run: ({ model, target: plugin, words: [part], options: { from }, commandContext: { history } }) =>
    parts[part as keyof typeof parts](model, plugin, { history, from: from?.toLowerCase() }),
})
