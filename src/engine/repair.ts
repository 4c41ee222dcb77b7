import type { ChangeSet, Remark } from '../core/command.ts'
import { commandNames, type CommandName } from '../core/command-names.ts'
import type { Context, Protocol, ProtocolName } from '../core/protocol.ts'
import type { Report } from '../core/report.ts'
import type { View } from '../core/view.ts'
import { overlay } from './overlay.ts'

/** What the safe repairs would do. */
export interface Repair {
  readonly changes: ChangeSet
  /** The commands that changed something, in order. */
  readonly applied: readonly string[]
  /** Those that were refused, and why. */
  readonly refused: readonly { readonly command: string; readonly remarks: readonly Remark[] }[]
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

/** The repairs that safe rules ask for, each once, in the order of the report. */
function wanted({ report, protocols }: RepairRequest): readonly Written[] {
  const safe = new Set(report.rules.filter((rule) => rule.safe === true).map(({ code }) => code))
  const repairs = new Map<string, Written>()
  for (const { code, fix: command, protocol: owner } of report.diagnostics) {
    const protocol = protocols.find(({ name }) => name === owner)
    if (command === undefined || !protocol || !safe.has(code)) continue
    const [word = '', target] = command.slice(1).split(' ')
    const name = commandNames.find((each) => each === word)
    if (name === undefined) throw new RangeError(`The rule ${code} asks for ${command}, which is no command`)
    repairs.set(command, { command, protocol, name, target })
  }
  return [...repairs.values()]
}

/** Plans the safe repairs of what a report found, each on the result of the one before. Pure: nothing is written. */
export function repair(request: RepairRequest): Repair {
  const changes = new Map<string, string | Uint8Array | null>()
  const applied: string[] = []
  const refused: { command: string; remarks: readonly Remark[] }[] = []
  for (const { command, protocol, name, target } of wanted(request)) {
    const reading = protocol.read({ head: overlay(request.head, changes) }, request.sections[protocol.name], request.context)
    const outcome = reading.run(name, { name: target, words: [], report: undefined, actor: '' })
    if (outcome?.outcome === 'refused') refused.push({ command, remarks: outcome.remarks })
    if (outcome?.outcome !== 'changed') continue
    applied.push(command)
    for (const [path, content] of outcome.changes) changes.set(path, content)
  }
  return { changes, applied, refused }
}
