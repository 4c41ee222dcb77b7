import { type CommandDiagnostic, type Content, type Outcome, refuse } from '../../core/command.ts'
import { commandNames, type CommandName } from '../../core/command-names.ts'
import { groupBy } from '../../core/grouped.ts'
import type { Protocol } from '../../core/protocol.ts'
import type { View } from '../../core/view.ts'
import { wouldDiscard } from '../commands/unsaved.ts'
import { words } from '../commands/words.ts'
import { overlay } from '../overlay.ts'
import { conflictIn } from '../unmerged.ts'
import { safeFindings, type StepResult, type Group, type RepairRequest, type Step } from './step.ts'

/** A command, taken apart. */
interface Command {
  readonly protocol: Protocol
  readonly name: CommandName
  readonly words: readonly string[]
}

/** A command that a rule offers as its repair, `/sync LushVerb`. */
interface RepairCommand extends Step, Command {
  readonly target: string | undefined
}

/** The commands that safe rules ask for, each once, in the order of the report. */
function repairCommands(request: RepairRequest): readonly RepairCommand[] {
  const findings = safeFindings(request).filter(({ fix, edit, choice }) => fix !== undefined && !edit && !choice)
  return [...groupBy(findings, ({ fix }) => fix ?? '')].flatMap(([command, those]) => {
    const [first] = those
    if (!first) return []
    const [word = '', target, ...behind] = words(command.slice(1)).map(({ text }) => text)
    const name = commandNames.find((each) => each === word)
    if (name === undefined) throw new RangeError(`The rule ${first.code} asks for ${command}, which is not a command`)
    return [{ called: [command], protocol: first.protocol, name, target, words: behind, about: new Set(those.map(({ target: id }) => id)) }]
  })
}

/** Whether a command is about no more than the one target that it names. */
const isAboutIts = ({ protocol: { kinds }, target, about }: RepairCommand) =>
  [...about].every((id) => kinds.some((kind) => id === `${kind}:${target}` || (id === target && id?.startsWith(`${kind}:`) === true)))

const nothing: StepResult = { changes: new Map(), reveals: [], applied: [], refused: new Map() }

/** One command for several targets: a diagnostic about one of them says why it was left. */
function givenToAll(outcome: Outcome | undefined, steps: readonly Step[]): StepResult {
  if (!outcome) return nothing
  if (outcome.outcome === 'refused') return { ...nothing, refused: new Map(steps.map((step) => [step, outcome.diagnostics])) }
  const diagnostics = groupBy(outcome.diagnostics, ({ target }) => target)
  const refused = new Map(
    steps.flatMap((step) => {
      const why = [...step.about]
        .flatMap((id) => diagnostics.get(id) ?? [])
        .map((diagnostic): CommandDiagnostic => ({ ...diagnostic, severity: 'error' }))
      return why.length > 0 ? [[step, why] as const] : []
    }),
  )
  if (outcome.outcome === 'unchanged') return { ...nothing, refused }
  const { changes, discards = [], reveals = [] } = outcome
  return { changes, discards, reveals, applied: steps.filter((step) => !refused.has(step)), refused }
}

/** The outcome; refused where it would write to a file that is not merged, or discard content that git does not have. */
function guarded({ unsaved }: RepairRequest, view: View, outcome: Outcome | undefined, step: RepairCommand): Outcome | undefined {
  if (outcome?.outcome !== 'changed') return outcome
  const conflict = conflictIn(view, outcome.changes)
  if (conflict) return refuse(conflict)
  const lost = (outcome.discards ?? []).filter((path) => unsaved?.has(path))
  return lost.length > 0 ? refuse(wouldDiscard(lost, step.called[0] ?? `/${step.name}`)) : outcome
}

/** A command given to one target after the other. Files are read again only where two of them write the same file. */
function givenToEach(
  read: (view: View) => (step: RepairCommand) => Outcome | undefined,
  view: View,
  steps: readonly RepairCommand[],
): StepResult {
  const changes = new Map<string, Content>()
  const discards: string[] = []
  const reveals: string[] = []
  const applied: Step[] = []
  const refused = new Map<Step, readonly CommandDiagnostic[]>()
  let give = read(view)
  for (const step of steps) {
    let outcome = give(step)
    if (outcome?.outcome === 'changed' && [...outcome.changes.keys()].some((path) => changes.has(path))) {
      give = read(overlay(view, changes))
      outcome = give(step)
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

function take(request: RepairRequest, command: Command, view: View, steps: readonly RepairCommand[]): StepResult {
  const { sections, context } = request
  const { protocol, name } = command
  const given = { words: command.words, report: undefined, actor: '', safe: true }
  const read = (on: View) => protocol.read({ head: on }, sections[protocol.name], context)
  const isForAll = protocol.commands.some((each) => each.name === name && each.forAll === true)
  const targets = steps.flatMap(({ target }) => target ?? [])
  const [first] = steps
  if (first && isForAll && targets.length === steps.length && targets.length > 1)
    return givenToAll(guarded(request, view, read(view).run(name, { ...given, name: undefined, only: new Set(targets) }), first), steps)
  return givenToEach(
    (on) => {
      const reading = read(on)
      return (step) => guarded(request, view, reading.run(name, { ...given, name: step.target }), step)
    },
    view,
    steps,
  )
}

/** The commands that safe rules ask for: those that say the same of one target each, together. */
export function commandGroups(request: RepairRequest): readonly Group[] {
  const all = repairCommands(request)
  const groups = groupBy(all, (each) => (isAboutIts(each) ? [each.protocol.name, each.name, ...each.words].join(' ') : each.called.join()))
  return [...groups.values()].flatMap((steps) => {
    const [first] = steps
    if (!first) return []
    return [
      {
        steps,
        take(view: View, left: readonly Step[]) {
          const open = new Set(left)
          return take(
            request,
            first,
            view,
            steps.filter((step) => open.has(step)),
          )
        },
      },
    ]
  })
}
