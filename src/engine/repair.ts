import type { ChangeSet, Remark } from '../core/command.ts'
import { commandNames, type CommandName } from '../core/command-names.ts'
import type { Context, Protocol, ProtocolName, Reading } from '../core/protocol.ts'
import type { Report } from '../core/report.ts'
import type { View } from '../core/view.ts'
import { splice } from '../documents/edit.ts'
import { decoded } from '../documents/text.ts'
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
  /** What was found; what safe rules found is repaired. */
  readonly report: Report
}

/** A repair as rules write it: `/sync LushVerb`. */
interface Written {
  readonly command: string
  readonly protocol: Protocol
  readonly name: CommandName
  readonly target: string | undefined
}

const safeCodes = ({ rules }: Report): ReadonlySet<string> => new Set(rules.filter((rule) => rule.safe === true).map(({ code }) => code))

/** The repairs that safe rules ask for, each once, in the order of the report. */
function wanted({ report, protocols }: RepairRequest): readonly Written[] {
  const safe = safeCodes(report)
  const repairs = new Map<string, Written>()
  for (const { code, fix: command, edit, protocol: owner } of report.diagnostics) {
    const protocol = protocols.find(({ name }) => name === owner)
    if (command === undefined || edit || !protocol || !safe.has(code)) continue
    const [word = '', target] = command.slice(1).split(' ')
    const name = commandNames.find((each) => each === word)
    if (name === undefined) throw new RangeError(`The rule ${code} asks for ${command}, which is no command`)
    repairs.set(command, { command, protocol, name, target })
  }
  return [...repairs.values()]
}

/** The edits that safe rules have for files, path by path, and what asks for them. */
function edited({ head, report }: RepairRequest): { readonly changes: ReadonlyMap<string, string>; readonly applied: readonly string[] } {
  const safe = safeCodes(report)
  const edits = report.diagnostics.flatMap(({ code, path, edit }) =>
    edit && safe.has(code) ? [{ code, path: edit.path ?? path, edit }] : [],
  )
  const changes = new Map<string, string>()
  for (const path of new Set(edits.map((each) => each.path))) {
    const text = decoded(head.bytes(path) ?? new Uint8Array())
    const own = edits.flatMap((each) => (each.path === path ? [each.edit] : []))
    if (text !== undefined) changes.set(path, splice(text, own))
  }
  return { changes, applied: [...new Set(edits.filter(({ path }) => changes.has(path)).map(({ code }) => `/fix ${code}`))] }
}

/** Plans the safe repairs of what a report found, each on the result of the one before. Pure: nothing is written. */
export function repair(request: RepairRequest): Repair {
  const texts = edited(request)
  const changes = new Map<string, string | Uint8Array | null>(texts.changes)
  const applied: string[] = [...texts.applied]
  const reveals: string[] = []
  const refused: { command: string; protocol: ProtocolName; remarks: readonly Remark[] }[] = []
  /** Read anew only where something has changed since. */
  const readings = new Map<ProtocolName, Reading>()
  for (const { command, protocol, name, target } of wanted(request)) {
    const reading =
      readings.get(protocol.name) ??
      protocol.read({ head: overlay(request.head, changes) }, request.sections[protocol.name], request.context)
    readings.set(protocol.name, reading)
    const outcome = reading.run(name, { name: target, words: [], report: undefined, actor: '' })
    if (outcome?.outcome === 'refused') refused.push({ command, protocol: protocol.name, remarks: outcome.remarks })
    if (outcome?.outcome !== 'changed') continue
    readings.clear()
    applied.push(command)
    reveals.push(...(outcome.reveals ?? []))
    for (const [path, content] of outcome.changes) changes.set(path, content)
  }
  return { changes, applied, reveals, refused }
}
