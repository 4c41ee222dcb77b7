import { type CommandDiagnostic, type Content, type Outcome, refuse } from '../../core/command.ts'
import { commandNames, type CommandName } from '../../core/command-names.ts'
import { groupBy } from '../../core/grouped.ts'
import type { Protocol } from '../../core/protocol.ts'
import type { View } from '../../core/view.ts'
import { discardRefusal } from '../commands/unsaved.ts'
import { parseWords } from '../commands/words.ts'
import { overlay } from '../overlay.ts'
import { conflictIn, sharedPathTester } from '../unmerged.ts'
import { safeFindings, type StepResult, type Group, type RepairRequest, type Step } from './step.ts'

/** A command, taken apart. */
interface ParsedCommand {
  readonly protocol: Protocol
  readonly name: CommandName
  readonly words: readonly string[]
}

/** A command that a rule offers as its repair, `/sync LushVerb`. */
interface RepairCommand extends Step, ParsedCommand {
  readonly target: string | undefined
}

/** The commands that safe rules ask for, each once, in the order of the report. */
function repairCommands(request: RepairRequest): readonly RepairCommand[] {
  const findings = safeFindings(request).filter(({ fix, edit, choice }) => fix !== undefined && !edit && !choice)
  return [...groupBy(findings, ({ fix }) => fix ?? '')].flatMap(([command, commandFindings]) => {
    const [first] = commandFindings
    if (!first) return []
    const [word = '', target, ...argumentWords] = parseWords(command.slice(1)).map(({ text }) => text)
    const name = commandNames.find((commandName) => commandName === word)
    if (name === undefined) throw new RangeError(`The rule ${first.code} asks for ${command}, which is not a command`)
    return [
      {
        called: [command],
        protocol: first.protocol,
        name,
        target,
        words: argumentWords,
        about: new Set(commandFindings.map(({ target: id }) => id)),
      },
    ]
  })
}

/** Whether a command is about no more than the one target that it names. */
const isAboutOwnTarget = ({ protocol: { kinds }, target, about }: RepairCommand) =>
  [...about].every((id) =>
    kinds.some((kind) => id === `${kind}:${target}` || (id === target && id?.startsWith(`${kind}:`) === true)),
  )

const emptyResult: StepResult = { changes: new Map(), reveals: [], applied: [], refused: new Map() }

/** One command for several targets: a diagnostic about one of them says why it was left. */
function resultForAll(outcome: Outcome | undefined, steps: readonly Step[]): StepResult {
  if (!outcome) return emptyResult
  if (outcome.outcome === 'refused')
    return { ...emptyResult, refused: new Map(steps.map((step) => [step, outcome.diagnostics])) }
  const diagnostics = groupBy(outcome.diagnostics, ({ target }) => target)
  const refused = new Map(
    steps.flatMap((step) => {
      const why = [...step.about]
        .flatMap((id) => diagnostics.get(id) ?? [])
        .map((diagnostic): CommandDiagnostic => ({ ...diagnostic, severity: 'error' }))
      return why.length > 0 ? [[step, why] as const] : []
    }),
  )
  if (outcome.outcome === 'unchanged') return { ...emptyResult, refused }
  const { changes, discards = [], reveals = [] } = outcome
  return { changes, discards, reveals, applied: steps.filter((step) => !refused.has(step)), refused }
}

/**
 * The outcome; refused where it would write to a file that is not merged, or discard content that git does not have.
 */
function guardOutcome(
  { unsaved, protocols, sections }: RepairRequest,
  view: View,
  outcome: Outcome | undefined,
  step: RepairCommand,
): Outcome | undefined {
  if (outcome?.outcome !== 'changed') return outcome
  const conflict = conflictIn(view, outcome.changes, sharedPathTester(protocols, sections))
  if (conflict) return refuse(conflict)
  const lostPaths = (outcome.discards ?? []).filter((path) => unsaved?.has(path))
  return lostPaths.length > 0 ? refuse(discardRefusal(lostPaths, step.called[0] ?? `/${step.name}`)) : outcome
}

/** A command given to one target after the other. Files are read again only where two of them write the same file. */
function runOnEach(
  readView: (view: View) => (step: RepairCommand) => Outcome | undefined,
  view: View,
  steps: readonly RepairCommand[],
): StepResult {
  const changes = new Map<string, Content>()
  const discards: string[] = []
  const reveals: string[] = []
  const applied: Step[] = []
  const refused = new Map<Step, readonly CommandDiagnostic[]>()
  let runStep = readView(view)
  for (const step of steps) {
    let outcome = runStep(step)
    if (outcome?.outcome === 'changed' && [...outcome.changes.keys()].some((path) => changes.has(path))) {
      runStep = readView(overlay(view, changes))
      outcome = runStep(step)
    }
    if (outcome?.outcome === 'refused') refused.set(step, outcome.diagnostics)
    if (outcome?.outcome !== 'changed') continue
    for (const [path, content] of outcome.changes) changes.set(path, content)
    discards.push(...(outcome.discards ?? []))
    reveals.push(...(outcome.reveals ?? []))
    applied.push(step)
  }
  return { changes, discards, reveals, applied, refused }
}

function takeCommand(
  request: RepairRequest,
  command: ParsedCommand,
  view: View,
  steps: readonly RepairCommand[],
): StepResult {
  const { sections, context } = request
  const { protocol, name } = command
  const requestDetails = { words: command.words, report: undefined, actor: '', safe: true }
  const readView = (currentView: View) => protocol.read({ head: currentView }, sections[protocol.name], context)
  const isForAll = protocol.commands.some((facts) => facts.name === name && facts.forAll === true)
  const targets = steps.flatMap(({ target }) => target ?? [])
  const [first] = steps
  if (first && isForAll && targets.length === steps.length && targets.length > 1)
    return resultForAll(
      guardOutcome(
        request,
        view,
        readView(view).run(name, { ...requestDetails, name: undefined, only: new Set(targets) }),
        first,
      ),
      steps,
    )
  return runOnEach(
    (currentView) => {
      const reading = readView(currentView)
      return (step) => guardOutcome(request, view, reading.run(name, { ...requestDetails, name: step.target }), step)
    },
    view,
    steps,
  )
}

/** The commands that safe rules ask for: those that say the same of one target each, together. */
export function commandGroups(request: RepairRequest): readonly Group[] {
  const commands = repairCommands(request)
  const groups = groupBy(commands, (command) =>
    isAboutOwnTarget(command)
      ? [command.protocol.name, command.name, ...command.words].join(' ')
      : command.called.join(),
  )
  return [...groups.values()].flatMap((steps) => {
    const [first] = steps
    if (!first) return []
    return [
      {
        steps,
        take(view: View, openSteps: readonly Step[]) {
          const openStepSet = new Set(openSteps)
          return takeCommand(
            request,
            first,
            view,
            steps.filter((step) => openStepSet.has(step)),
          )
        },
      },
    ]
  })
}
