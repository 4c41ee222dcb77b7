import { runSteps, type Steps } from '../../core/steps.ts'
import { adviceFor, commandsOf, type Advice } from '../../core/advice.ts'
import type { Change } from '../../core/change.ts'
import type { BranchHistory } from '../../core/command.ts'
import { commandNames } from '../../core/command-names.ts'
import { severities, type Diagnostic, type Finding } from '../../core/diagnostic.ts'
import { msg, shellWord } from '../../core/message.ts'
import { memoBy, once } from '../../core/once.ts'
import type { View } from '../../core/view.ts'
import { withAdvice } from '../checking/sign.ts'
import { addedErrors } from './effects.ts'
import { planOne } from './one.ts'
import type { PlanRequest, RequestedCommand } from './planned.ts'
import { readingsOf, type Readings } from './resolve.ts'
import { parseWords } from './words.ts'

/** How many commands are tried for one list of findings at most, those for the most severe first. */
export const maxTried = 64

/** How many bytes are read for these trials at most, since each reads the files again. */
export const maxRead = 64 << 20
export const maxJudged = 10_000

/** The files and readings on which commands are tried. */
export interface OfferRequest extends Omit<PlanRequest, 'maxCommands' | 'history'> {
  /** The commits of the change, for the rules that look at them. */
  readonly change?: Change | undefined
  /** Absent: it is not at hand, and commands that look back at it are not tried. */
  readonly past?: BranchHistory | undefined
}

/** Findings whose offered commands would repair them. */
export interface CheckedOffers {
  readonly diagnostics: readonly Diagnostic[]
  /** How many commands are left out because there were too many to try. */
  readonly untried: number
}

/** A command reads the history of the branch. */
class MissingHistoryError extends Error {
  override readonly name = 'MissingHistoryError'
}

const refuseHistory = (): never => {
  throw new MissingHistoryError('The past of the branch is not looked at for an advice.')
}

const withoutHistory = (change: Change | undefined): BranchHistory => ({
  versions: refuseHistory,
  at: refuseHistory,
  ledger: refuseHistory,
  view: refuseHistory,
  named: refuseHistory,
  committedAt: refuseHistory,
  checkedOut: refuseHistory,
  change: () => change,
})

/** @throws RangeError if a rule offers something that is not a command. */
function requestedCommand(command: string): RequestedCommand {
  const [writtenName = '', ...rest] = command.slice(1).split(' ')
  const name = commandNames.find((commandName) => commandName === writtenName)
  if (name === undefined || !command.startsWith('/'))
    throw new RangeError(`A rule offers ${command}, which is not a command`)
  return { name, words: parseWords(rest.join(' ')), report: undefined }
}

type FindingIdentity = Pick<Diagnostic, 'code' | 'path' | 'message'> & Pick<Finding, 'target'>

const identityOf = ({ code, target, path, message }: FindingIdentity) => JSON.stringify([code, target, path, message])

/** How many trials files are small enough for. */
export function affordableTrials(
  { head: view, maxTried: limit = maxTried }: Pick<PlanRequest, 'head' | 'maxTried'>,
  readings: Readings,
): number {
  const size = view.paths.reduce((sum, path) => sum + (view.bytes(path)?.length ?? 0), 0)
  const targets = readings(view).reduce((sum, { reading }) => sum + reading.targets.length, 0)
  const room = Math.min(maxRead / Math.max(size, 1), maxJudged / Math.max(targets, 1))
  return Math.min(limit, Math.floor(room))
}

/** The commands of some findings, each with those that it is for, the most severe first. */
function offersOf(diagnostics: readonly Diagnostic[]): ReadonlyMap<string, readonly Diagnostic[]> {
  const offers = new Map<string, Diagnostic[]>()
  for (const severity of severities) {
    for (const diagnostic of diagnostics) {
      if (diagnostic.severity !== severity) continue
      for (const command of commandsOf(diagnostic.advice ?? {})) {
        const group = offers.get(command)
        if (group) group.push(diagnostic)
        else offers.set(command, [diagnostic])
      }
    }
  }
  return offers
}

/** The findings of the rules with these codes in files that a command has changed. */
function* findingsAfter(
  viewAfter: View,
  codes: ReadonlySet<string>,
  request: OfferRequest,
  readings: Readings,
): Steps<ReadonlySet<string>> {
  const { base, change, protocols, sections, context } = request
  const identities = new Set<string>()
  for (const protocol of protocols) {
    const rules = protocol.rules.filter(({ code }) => codes.has(code))
    if (rules.length === 0) continue
    yield* protocol.readAhead({ head: viewAfter, base }, sections[protocol.name], context)
    const reading = base
      ? protocol.read({ head: viewAfter, base }, sections[protocol.name], context, change)
      : readings(viewAfter).find((foundProtocol) => foundProtocol.protocol === protocol)?.reading
    for (const rule of reading ? rules : []) {
      for (const finding of reading?.findings(rule) ?? []) {
        if (finding) identities.add(identityOf({ ...finding, code: rule.code, path: finding.place.path }))
        else yield
      }
    }
  }
  return identities
}

/** What a command that is offered would do. */
interface Trial {
  /** Whether it would be carried out and a finding would be gone. */
  readonly mends: (finding: Diagnostic) => boolean
  /** The file that it would replace, which git does not have: the command is refused as long as that is so. */
  readonly unsavedPath?: string
}

/** Tries commands on the files of a request, each once. */
function trialOf(request: OfferRequest, readings: Readings) {
  const { past, isUnsaved = past?.isUnsaved } = request
  const trialRequest = { ...request, maxCommands: 1, history: past ?? withoutHistory(request.change), isUnsaved }
  const findAddedErrors = addedErrors(trialRequest, readings)
  function* tryCommand(command: string, findings: readonly Diagnostic[], isKept: boolean): Steps<Trial> {
    try {
      const { result, after } = yield* planOne(
        {
          request: isKept ? { ...trialRequest, isUnsaved: undefined } : trialRequest,
          readings,
          added: findAddedErrors,
          offered: (_, diagnostics) => diagnostics,
          intents: [],
          isTrial: true,
        },
        requestedCommand(command),
        request.head,
      )
      const unsavedPath = result.diagnostics.find(({ code }) => code === 'UNCOMMITTED')?.path
      if (result.outcome === 'refused' && unsavedPath !== undefined && !isKept)
        return { ...(yield* tryCommand(command, findings, true)), unsavedPath }
      if (result.outcome !== 'changed') return { mends: () => false }
      const remaining = yield* findingsAfter(after, new Set(findings.map(({ code }) => code)), request, readings)
      return { mends: (finding) => !remaining.has(identityOf(finding)) }
    } catch (error) {
      if (error instanceof MissingHistoryError) return { mends: () => true }
      throw error
    }
  }
  return (command: string, findings: readonly Diagnostic[]) => tryCommand(command, findings, false)
}

const isMending = (trial: Trial | undefined, finding: Diagnostic): boolean =>
  trial !== undefined && trial.unsavedPath === undefined && trial.mends(finding)

/**
 * The first command of a finding that would succeed and fix it; each command is tried once, when it is first needed.
 */
export function repairFinder(
  request: OfferRequest,
  readings: Readings,
  diagnostics: readonly Diagnostic[],
): (finding: Diagnostic) => string | undefined {
  const trial = once(() => trialOf(request, readings))
  const offers = once(() => offersOf(diagnostics))
  const mends = memoBy((command: string) => runSteps(trial()(command, offers().get(command) ?? [])))
  return (finding) => commandsOf(finding.advice ?? {}).find((command) => isMending(mends(command), finding))
}

/** How to go on where a command would repair a finding, but replaces a file that git does not have. */
function keepingHint({ offers = [] }: Advice, trials: ReadonlyMap<string, Trial>, finding: Diagnostic) {
  const blocked = offers.find(({ command }) => {
    const trial = trials.get(command)
    return trial?.unsavedPath !== undefined && trial.mends(finding)
  })
  const path = blocked && trials.get(blocked.command)?.unsavedPath
  if (!blocked || path === undefined) return undefined
  const keeping = `git add -f -- ${shellWord(path)}`
  return `Correct it by hand: it is not committed. ${msg`Once ${keeping} has kept it, ${blocked.command}`} ${blocked.does}.`
}

/**
 * Findings that offer only commands that would succeed and fix them: each command that they name is planned once, on
 * the same files, and what is refused, changes nothing, or leaves the finding is left out. So is what there is no room
 * to try (`maxTried`, `maxRead`, `maxJudged`), so that findings without number cost no more than a fixed multiple of
 * reading the files. A command that looks at the past of the branch stays where that is not at hand: its past is not
 * fetched for an advice.
 *
 * Made once for the same files: it remembers what was tried.
 */
export function offerChecker(request: OfferRequest): (diagnostics: readonly Diagnostic[]) => Steps<CheckedOffers> {
  const readings = readingsOf(request)
  const trial = trialOf(request, readings)
  const trials = new Map<string, Trial>()
  return function* (diagnostics) {
    const offers = offersOf(diagnostics)
    if (offers.size === 0) return { diagnostics, untried: 0 }
    // Each trial checks the files again, and those with faults without number take long.
    const isOverrun = diagnostics.some(({ more }) => more !== undefined)
    const room = isOverrun ? 0 : affordableTrials(request, readings)
    for (const [command, findings] of [...offers].slice(0, room)) {
      if (!trials.has(command)) trials.set(command, yield* trial(command, findings))
    }
    const checkedDiagnostics = diagnostics.map((diagnostic): Diagnostic => {
      const { advice } = diagnostic
      if (!advice) return diagnostic
      const isMended = (command: string) => isMending(trials.get(command), diagnostic)
      const otherwise = keepingHint(advice, trials, diagnostic) ?? advice.otherwise
      return commandsOf(advice).every(isMended)
        ? diagnostic
        : withAdvice(diagnostic, adviceFor({ ...advice, otherwise }, isMended))
    })
    return { diagnostics: checkedDiagnostics, untried: Math.max(0, offers.size - room) }
  }
}
