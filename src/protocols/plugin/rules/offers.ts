import { adviceOf } from '../../../core/advice.ts'
import type { Finding, Offer } from '../../../core/diagnostic.ts'
import { contractKeys, type ContractKey } from '../files.ts'
import { contractStatus } from '../targets.ts'
import {
  placesDisagree,
  isAllowed,
  isLive,
  isStatus,
  resolutionOf,
  statusFrom,
  unchangedSide,
  type Side,
} from '../registry/resolution.ts'
import { duplicatesOf } from '../registry/registry.ts'
import { withHandoffState, pluginName, type UnreadableFile } from '../model.ts'
import { unitInWords } from '../stages/stages.ts'
import { isPlanned, isSameState } from '../states.ts'
import type { PluginSubject } from './subjects.ts'

/** What a command needs. */
type Condition = (subject: PluginSubject) => boolean

const hasValidName: Condition = ({ plugin }) => pluginName.test(plugin.name)
const hasDirectory: Condition = ({ plugin }) => plugin.directory
const hasNoDuplicates: Condition = ({ plugin }) => duplicatesOf(plugin).length === 0
const placesAgree: Condition = ({ plugin }) => !placesDisagree(plugin)

/** Whether such files of the plugin, or of all plugins, can be read. */
const canRead =
  (...files: readonly UnreadableFile['role'][]): Condition =>
  ({ plugin: { name }, model: { unreadable } }) =>
    !unreadable.some((file) => files.includes(file.role) && (file.plugin === undefined || file.plugin === name))

const canReadContracts = canRead('contract', 'folder of contracts')
const canReadAll = canRead('handoff', 'contract', 'folder of contracts', 'registry', 'notes')

const hasTable: Condition = ({ model: { sections, registry } }) =>
  sections ? sections.hasTable : registry?.table !== undefined

/** Whether there is a status for both places, and one that exists. */
const hasStatus: Condition = ({ plugin, model }) => {
  const isKnown = plugin.state.kind !== 'unknown' || plugin.registered !== undefined
  return isKnown && isStatus(resolutionOf(plugin, model).status.value ?? '', model)
}

const isPresentForm: Condition = ({ plugin: { handoff } }) => handoff?.front.readable === true && !handoff.legacy

/** Whether the registry says that the plugin is in development, or works. */
const isInDevelopment: Condition = ({ plugin: { registered } }) =>
  registered?.kind === 'stage' || registered?.kind === 'working'

/** Whether the score is known that a handoff must have once it is planned. */
export const knowsComplexity: Condition = ({ plugin: { handoff, plan }, model }) =>
  handoff?.fields.complexity_score.state === 'good' ||
  plan.complexity !== undefined ||
  (handoff?.front.readable === true && !isPlanned(handoff, model.stages))

/** Whether the handoff says, or else the registry, where the work is. */
export const knowsPosition: Condition = ({ plugin, model }) => {
  const { handoff } = plugin
  if (!handoff?.front.readable) return isInDevelopment({ plugin, model })
  const { stage, status } = handoff.fields
  return (
    stage.value !== undefined &&
    model.stages.get(stage.value) !== undefined &&
    (status.state === 'good' || status.state === 'wrong')
  )
}

/** Whether only the key of the phase shows which one is in progress: there is no default for it. */
const hasPhase: Condition = ({ plugin: { handoff, phases } }) => {
  const { status, phase } = handoff?.fields ?? {}
  return !(status?.value === 'in_progress' && phase?.state === 'absent' && phases.phased)
}

/** Whether the plugin works, or is installed and not in progress, and its contracts are those that were recorded. */
const isInstallable: Condition = ({ plugin, model }) => {
  const { registered, handoff, hasHandoff } = plugin
  const hasBrokenContract = contractKeys.some((key) =>
    ['mismatch', 'missing', 'malformed'].includes(contractStatus(plugin, key)),
  )
  if (hasHandoff && hasBrokenContract) return false
  if (registered?.kind === 'installed') return !handoff?.front.fault && handoff?.fields.status.value !== 'in_progress'
  return registered?.kind === 'working' && withHandoffState(plugin, model).state.kind === 'working'
}

/** Whether what both places get of one side is a status, and a live handoff has nothing against it. */
const isUncontradicted =
  (side: Side): Condition =>
  ({ plugin, model }) => {
    const status = statusFrom(side, plugin, model) ?? ''
    return isStatus(status, model) && isAllowed(status, plugin, model)
  }

/** Whether `/sync` would not prefer a status that one side alone got by the change. */
const followsBase: Condition = ({ plugin, model, before }) => {
  const unchanged = unchangedSide(plugin, before, model)
  return unchanged === undefined || unchanged === resolutionOf(plugin, model).status.winner
}

/** Whether a handoff that is made from the registry would be where the one before the change was. */
const keepsState: Condition = ({ plugin, before }) =>
  !before?.handoff || before.state.kind === 'unknown' || isSameState(before.state, plugin.registeredState)

const isIllegible: Condition = ({ plugin, model }) =>
  !plugin.handoff || withHandoffState(plugin, model).state.kind === 'unknown'

const registryConditions = [hasValidName, hasNoDuplicates, hasTable, canRead('notes')]
const handoffConditions = [hasValidName, hasDirectory, canRead('handoff'), canReadContracts]

const regenerateConditions: readonly Condition[] = [
  hasValidName,
  hasDirectory,
  canReadAll,
  hasNoDuplicates,
  placesAgree,
  isInDevelopment,
  isIllegible,
  keepsState,
]

/** The commands that findings offer: each with what it needs, so that none is offered that would be refused. */
const commands = {
  sync: { words: '/sync NAME', preconditions: [...registryConditions, hasStatus, followsBase] },
  'sync from entry': {
    words: '/sync NAME --from entry',
    preconditions: [...registryConditions, hasStatus, isUncontradicted('second')],
  },
  'sync from table': {
    words: '/sync NAME --from table',
    preconditions: [...registryConditions, hasStatus, isUncontradicted('row')],
  },
  'sync from handoff': {
    words: '/sync NAME --from handoff',
    preconditions: [...registryConditions, ({ plugin }) => isLive(plugin)],
  },
  checksums: { words: '/checksums NAME', preconditions: [...handoffConditions, isPresentForm] },
  'restore contracts': { words: '/restore NAME contracts', preconditions: [...handoffConditions, isPresentForm] },
  'restore state': {
    words: '/restore NAME state',
    // What was never committed before the change has at most versions of the change itself.
    preconditions: [hasValidName, hasDirectory, ({ isNewHandoff }) => isNewHandoff !== true],
  },
  migrate: { words: '/migrate NAME', preconditions: [...handoffConditions, knowsPosition, knowsComplexity, hasPhase] },
  regenerate: {
    words: '/regenerate NAME',
    preconditions: [...regenerateConditions, ({ plugin }) => plugin.plan.complexity !== undefined],
  },
  'regenerate with a complexity': {
    words: '/regenerate NAME --complexity X',
    preconditions: [...regenerateConditions, ({ plugin }) => plugin.plan.complexity === undefined],
  },
  install: {
    words: '/install NAME',
    preconditions: [hasValidName, hasDirectory, canReadAll, hasNoDuplicates, placesAgree, isInstallable],
  },
} as const satisfies Readonly<Record<string, { readonly words: string; readonly preconditions: readonly Condition[] }>>

/**
 * Commands of which a person has to choose one, since the finding may be tampering: in words alone, so that no program
 * runs one.
 */
export const forPerson = (offers: readonly Offer[]): Pick<Finding, 'hint'> => {
  const { hint } = adviceOf({ offers })
  return hint === undefined ? {} : { hint }
}

/** A command with what it does, made by `msg`, where it would be carried out; none where it would be refused. */
export function offer(command: keyof typeof commands, subject: PluginSubject, does: string): readonly Offer[] {
  const { words, preconditions } = commands[command]
  const isPossible = (preconditions as readonly Condition[]).every((isMet) => isMet(subject))
  return isPossible
    ? [
        {
          command: words.replace('NAME', subject.plugin.name),
          does,
        },
      ]
    : []
}

/** Offers, or what to do by hand where no command would be carried out. */
export const offersOr = (offers: readonly Offer[], otherwise: string): Pick<Finding, 'offers' | 'otherwise'> => ({
  offers,
  otherwise,
})

/** Whether the change took away the checksum of a contract that does not match it. */
function isLost({ plugin, before }: PluginSubject, key: ContractKey): boolean {
  const sha256 = before?.handoff?.checksums.recorded[key].value
  const isRecorded = plugin.handoff?.checksums.recorded[key].value !== undefined
  return sha256 !== undefined && !isRecorded && sha256 !== plugin.contracts[key].digest?.sha256
}

/** Whether an earlier handoff may be restored for what is missing in the present one, or cannot be read there. */
function isIncomplete({ plugin: { handoff, state } }: PluginSubject): boolean {
  if (!handoff || state.kind === 'unknown' || handoff.checksums.state === 'malformed') return true
  const isWritten = (key: ContractKey) => ['good', 'null'].includes(handoff.checksums.recorded[key].state)
  return handoff.checksums.state === 'mapping' && !contractKeys.every(isWritten)
}

/**
 * The repair of a handoff that does not record contracts properly, by a command that records them as they are. Where
 * the change removed a checksum that its contract does not match, this command would approve an unreviewed edit: then a
 * person has to choose.
 *
 * @param approvingOffers the same commands, saying that they approve the present contracts.
 */
export function recordingAdvice(
  subject: PluginSubject,
  offers: readonly Offer[],
  approvingOffers: readonly Offer[],
  keys: readonly ContractKey[] = contractKeys,
): Pick<Finding, 'hint' | 'offers'> {
  if (!keys.some((key) => isLost(subject, key))) return { offers }
  const restoring = isIncomplete(subject) ? offer('restore state', subject, 'brings the recorded checksums back') : []
  const { hint } = forPerson([...restoring, ...approvingOffers])
  return { hint: [hint, 'Otherwise write the checksums as they were before the change.'].filter(Boolean).join(' ') }
}

/** What a command does that records the contracts as they are. */
export const approvalDescription = 'approves the present contracts, which only a person should do'

/** What the commands do that replace a missing handoff: one of them knows only what the registry says. */
export function replacingOffers(subject: PluginSubject): readonly Offer[] {
  const offers = offer(
    'regenerate',
    subject,
    `makes one from the registry, the plan and the contracts${asComplete(subject)}`,
  )
  return offers.length === 0 ? [] : [...offers, ...restoringOffers(subject)]
}

/** What the registry does not say of a unit: whether it is complete, or was only begun. */
export function asComplete({ plugin: { registered } }: PluginSubject): string {
  return registered?.kind === 'stage'
    ? `, with ${unitInWords(registered.unit)} as complete, though it may only have been begun`
    : ''
}

export const restoringOffers = (subject: PluginSubject): readonly Offer[] =>
  offer('restore state', subject, 'brings the newest earlier one back, if history has one')

/** The command that records that there is no plan, the only contract that may be left out after stage 0. */
export const absenceOffer = (key: ContractKey, subject: PluginSubject): readonly Offer[] =>
  key === 'plan'
    ? offer('checksums', subject, 'records that there is none, which only a person should do').map((each) => ({
        ...each,
        command: `${each.command} ${key}`,
      }))
    : []
