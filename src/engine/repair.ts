import type { ChangeSet, Content, Outcome, Remark } from '../core/command.ts'
import { commandNames, type CommandName } from '../core/command-names.ts'
import type { Diagnostic, Level } from '../core/diagnostic.ts'
import type { Context } from '../core/context.ts'
import type { Protocol, ProtocolName, Reading } from '../core/protocol.ts'
import type { Report } from '../core/report.ts'
import type { View } from '../core/view.ts'
import { splice } from '../documents/edit.ts'
import { decoded } from '../documents/text.ts'
import { addedErrors } from './commands/added.ts'
import { readingsOf } from './commands/readings.ts'
import { overlay } from './overlay.ts'

/** What the safe repairs would do. */
export interface Repair {
  readonly changes: ChangeSet
  /** The commands that changed something, in order. */
  readonly applied: readonly string[]
  /** Codes of errors that they may bring to light. */
  readonly reveals: readonly string[]
  /** Those that were refused, and why. */
  readonly refused: readonly { readonly command: string; readonly protocol: ProtocolName; readonly remarks: readonly Remark[] }[]
}

export interface RepairRequest {
  readonly head: View
  readonly context: Context
  readonly protocols: readonly Protocol[]
  readonly sections: Readonly<Partial<Record<ProtocolName, unknown>>>
  readonly severity: Readonly<Record<string, Level>>
  /** What was found; what safe rules found is repaired. */
  readonly report: Report
}

/** A repair as rules write it: `/sync LushVerb`. */
interface Written {
  readonly command: string
  readonly protocol: Protocol
  readonly name: CommandName
  readonly target: string | undefined
  /** The ids of the targets that the findings are about. */
  readonly about: ReadonlySet<string | undefined>
}

const safeCodes = ({ rules }: Report): ReadonlySet<string> => new Set(rules.filter((rule) => rule.safe === true).map(({ code }) => code))

/** The repairs that safe rules ask for, each once, in the order of the report. */
function wanted({ report, protocols }: RepairRequest): readonly Written[] {
  const safe = safeCodes(report)
  const repairs = new Map<string, Written>()
  for (const { code, fix: command, edit, choice, protocol: owner, target: id } of report.diagnostics) {
    const protocol = protocols.find(({ name }) => name === owner)
    if (command === undefined || edit || choice || !protocol || !safe.has(code)) continue
    const [word = '', target] = command.slice(1).split(' ')
    const name = commandNames.find((each) => each === word)
    if (name === undefined) throw new RangeError(`The rule ${code} asks for ${command}, which is no command`)
    const about = new Set([...(repairs.get(command)?.about ?? []), id])
    repairs.set(command, { command, protocol, name, target, about })
  }
  return [...repairs.values()]
}

/** One step of a repair: what it is called, whose it is, and what it comes to on the result of the steps before it. */
interface Step {
  readonly command: string
  readonly protocol: Protocol
  readonly about: ReadonlySet<string | undefined>
  /** Of edits: what they mend. */
  readonly codes?: readonly string[]
  run(
    view: View,
  ): Pick<Outcome & { readonly outcome: 'changed' }, 'changes' | 'reveals'> | { readonly remarks: readonly Remark[] } | undefined
}

/** The edits that safe rules have for files: a step for each path. The places of edits are those of the head, so that they come first. */
function edited({ head, report, protocols }: RepairRequest): readonly Step[] {
  const safe = safeCodes(report)
  const edits = report.diagnostics.flatMap(({ code, path, edit, protocol: owner, target }) => {
    const protocol = protocols.find(({ name }) => name === owner)
    return edit && protocol && safe.has(code) ? [{ code, path: edit.path ?? path, edit, protocol, target }] : []
  })
  return [...new Map(edits.map((each) => [each.path, each.protocol]))].flatMap(([path, protocol]) => {
    const text = decoded(head.bytes(path) ?? new Uint8Array())
    if (text === undefined) return []
    const own = edits.filter((each) => each.path === path)
    const mended = splice(
      text,
      own.map(({ edit }) => edit),
    )
    const codes = [...new Set(own.map(({ code }) => code))]
    const about = new Set(own.map(({ target }) => target))
    return [{ command: `/fix ${codes[0] ?? ''}`, codes, protocol, about, run: () => ({ changes: new Map([[path, mended]]) }) }]
  })
}

/** The commands that safe rules ask for, as steps. */
function commanded(request: RepairRequest): readonly Step[] {
  /** Read anew only where something has changed since. */
  let readings: { readonly view: View; readonly known: Map<ProtocolName, Reading> } | undefined
  return wanted(request).map(({ command, protocol, name, target, about }) => ({
    command,
    protocol,
    about,
    run(view) {
      if (readings?.view !== view) readings = { view, known: new Map() }
      const reading = readings.known.get(protocol.name) ?? protocol.read({ head: view }, request.sections[protocol.name], request.context)
      readings.known.set(protocol.name, reading)
      const outcome = reading.run(name, { name: target, words: [], report: undefined, actor: '' })
      if (outcome?.outcome === 'refused') return { remarks: outcome.remarks }
      return outcome?.outcome === 'changed' ? outcome : undefined
    },
  }))
}

/** An error that a step would add, as the reason why it is not taken. */
const reason = ({ code, message, hint, target, path, line }: Diagnostic): Remark => ({
  code,
  severity: 'error',
  message,
  ...(hint !== undefined && { hint }),
  ...(target !== undefined && { target }),
  place: { path, ...(line !== undefined && { line }) },
})

/** Steps, each with why it is not to be taken. */
type Barred = ReadonlyMap<Step, readonly Remark[]>

/** Takes every step that is not barred. */
function taken({ head }: RepairRequest, steps: readonly Step[], barred: Barred): Repair {
  const changes = new Map<string, Content>()
  const applied = new Set<string>()
  const reveals: string[] = []
  const refused: { command: string; protocol: ProtocolName; remarks: readonly Remark[] }[] = []
  let view = head
  for (const step of steps) {
    const { command, protocol, codes } = step
    const against = barred.get(step)
    const made = against ? { remarks: against } : step.run(view)
    if (!made) continue
    if (!('changes' in made)) {
      refused.push({ command, protocol: protocol.name, remarks: made.remarks })
      continue
    }
    for (const [path, content] of made.changes) changes.set(path, content)
    view = overlay(head, changes)
    for (const done of codes?.map((code) => `/fix ${code}`) ?? [command]) applied.add(done)
    reveals.push(...(made.reveals ?? []))
  }
  return { changes, applied: [...applied], reveals, refused }
}

/** Bars the steps about what would go wrong; all of them where nothing tells which it is. */
function barring(steps: readonly Step[], barred: Barred, worse: readonly Diagnostic[]): Barred {
  const open = steps.filter((step) => !barred.has(step))
  const guilty = open.filter(({ about }) => worse.some(({ target }) => about.has(target)))
  const because = ({ about }: Step) => worse.filter(({ target }) => guilty.length === 0 || about.has(target)).map(reason)
  return new Map([...barred, ...(guilty.length > 0 ? guilty : open).map((step) => [step, because(step)] as const)])
}

/**
 * Plans the safe repairs of what a report found, each on the result of the one before, and none that would add an error: that one is
 * left, and said. Pure: nothing is written.
 */
export function repair(request: RepairRequest): Repair {
  const { head, protocols } = request
  const steps = [...edited(request), ...commanded(request)]
  const added = addedErrors(request, readingsOf(request))
  for (let barred: Barred = new Map(); ;) {
    const all = taken(request, steps, barred)
    if (all.changes.size === 0) return all
    const change = { before: head, after: overlay(head, all.changes), changes: all.changes }
    const worse = added(protocols, undefined, change).filter(({ code }) => !all.reveals.includes(code))
    if (worse.length === 0) return all
    barred = barring(steps, barred, worse)
  }
}
