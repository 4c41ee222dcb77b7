import type { ChangeSet, Content, Details, History, Outcome, Remark } from '../../core/command.ts'
import type { CommandName } from '../../core/command-names.ts'
import type { Diagnostic, Level } from '../../core/diagnostic.ts'
import type { Context, Holder, Protocol, ProtocolName, Target } from '../../core/protocol.ts'
import { say } from '../../core/say.ts'
import type { View } from '../../core/view.ts'
import { check } from '../check.ts'
import { overlay } from '../overlay.ts'
import { sign } from '../sign.ts'
import { touching } from '../touch.ts'
import { contradiction, type Wish } from './contradictions.ts'
import { refusal, resolve, type Found } from './resolve.ts'

/** A command to be run, wherever it was said. */
export interface Wanted {
  readonly name: CommandName
  readonly words: readonly string[]
  readonly report: string | undefined
}

export interface PlanRequest {
  readonly head: View
  /** What the change under review parted from. */
  readonly base?: View | undefined
  readonly context: Context
  readonly protocols: readonly Protocol[]
  readonly sections: Readonly<Partial<Record<ProtocolName, unknown>>>
  readonly severity: Readonly<Record<string, Level>>
  readonly actor: string
  /** How many commands are run at most. */
  readonly most: number
  readonly history?: History | undefined
}

/** What one command came to. */
export interface Result {
  /** `/accept MinimalKick` */
  readonly command: string
  readonly outcome: Outcome['outcome']
  readonly target?: string
  /** The states before and after, in words. */
  readonly from?: string
  readonly to?: string
  readonly holder?: Holder
  readonly facts?: Target['facts']
  /** What this command changes. */
  readonly changes: ChangeSet
  /** Markdown for people. */
  readonly reply: string
  readonly diagnostics: readonly Diagnostic[]
  readonly report?: Details
}

/** What a batch comes to: all of its changes, or none where one command is refused. */
export interface Plan {
  readonly outcome: Outcome['outcome']
  readonly results: readonly Result[]
  readonly changes: ChangeSet
}

const none: ChangeSet = new Map()

const signed = (remark: Remark, protocol?: ProtocolName) =>
  sign(remark, { code: remark.code, severity: remark.severity, protocol, touched: true })

const refusedAs = (command: string, remarks: readonly Remark[], protocol?: ProtocolName): Result => ({
  command,
  outcome: 'refused',
  changes: none,
  reply: remarks.map(({ message, hint }) => (hint === undefined ? message : `${message}. ${hint}`)).join('\n'),
  diagnostics: remarks.map((remark) => signed(remark, protocol)),
})

function read({ protocols, sections, context }: PlanRequest, head: View): readonly Found[] {
  return protocols
    .map((protocol) => ({ protocol, reading: protocol.read({ head }, sections[protocol.name], context) }))
    .filter(({ reading }) => reading.found)
}

/** The errors that a change would add to a target (commands, "Effect", step 5). */
function added(request: PlanRequest, protocol: Protocol, target: string, before: View, after: View): readonly Diagnostic[] {
  const errors = (head: View) =>
    check({
      ...request,
      head,
      base: undefined,
      protocols: [protocol],
      mode: 'strict',
      failOn: 'error',
      allowEmpty: true,
      paths: [],
      targets: [target],
      given: [],
      notes: [],
    }).diagnostics.filter(({ severity }) => severity === 'error')
  const identity = ({ code, path }: Diagnostic) => `${code} ${path}`
  const old = new Set(errors(before).map(identity))
  return errors(after).filter((error) => !old.has(identity(error)))
}

const reasons = new Set(['success', 'error', 'question', 'qualified', 'failed'])

/** Plans one command on a view. */
function planOne(request: PlanRequest, wanted: Wanted, view: View, wishes: Wish[]): Result {
  const all = read(request, view)
  const command = [`/${wanted.name}`, ...wanted.words.slice(0, 1)].join(' ')
  const touched = request.base ? touching(view, request.base, []) : () => false
  const resolved = resolve(wanted.name, wanted.words, all, touched)
  if ('refused' in resolved) return refusedAs(command, resolved.refused)

  const { protocol, reading, target, name, words } = resolved
  const [first] = words
  const wish =
    target === undefined
      ? undefined
      : {
          name: wanted.name,
          target,
          reason: first !== undefined && reasons.has(first) ? first : undefined,
          mayGoOn: protocol.name === 'plugin',
        }
  const contradicted = wish && contradiction(wishes, wish)
  if (contradicted) return refusedAs(command, [contradicted], protocol.name)
  if (wish) wishes.push(wish)

  const outcome = reading.run(wanted.name, { name, words, report: wanted.report, actor: request.actor }, request.history)
  if (!outcome) throw new RangeError(`The protocol ${protocol.name} lost its command ${wanted.name}`)
  if (outcome.outcome === 'refused')
    return { ...refusedAs(command, outcome.remarks, protocol.name), ...(target !== undefined && { target }) }

  const changes = outcome.outcome === 'changed' ? outcome.changes : none
  const after = overlay(view, changes)
  const worse = changes.size > 0 && target !== undefined ? added(request, protocol, target, view, after) : []
  if (worse.length > 0 && target !== undefined)
    return { command, target, outcome: 'refused', changes: none, reply: worse.map(({ message }) => message).join('\n'), diagnostics: worse }

  const then = changes.size > 0 ? protocol.read({ head: after }, request.sections[protocol.name], request.context) : reading
  const was = reading.targets.find(({ id }) => id === target)
  const is = then.targets.find(({ id }) => id === target)
  return {
    command,
    outcome: outcome.outcome,
    ...(target !== undefined && { target }),
    ...(was && { from: was.state }),
    ...(is && { to: is.state, facts: is.facts, ...(is.holder && { holder: is.holder }) }),
    changes,
    reply: outcome.reply,
    diagnostics: outcome.remarks.map((remark) => signed(remark, protocol.name)),
    ...(outcome.report && { report: outcome.report }),
  }
}

/**
 * Plans a batch of commands, in order, each on the result of the one before (commands, "Grammar"). One refusal refuses all: then
 * nothing is to be changed. Pure.
 */
export function plan(batch: readonly Wanted[], request: PlanRequest): Plan {
  if (batch.length > request.most) {
    const remarks = [
      refusal(
        'COMMAND_LIMIT',
        say`Unexpected number of commands: ${batch.length}, expected at most ${request.most}`,
        'None was run. Write several comments, or raise `limits.commands`.',
      ),
    ]
    return { outcome: 'refused', results: [refusedAs('', remarks)], changes: none }
  }
  const results: Result[] = []
  const changes = new Map<string, Content>()
  const wishes: Wish[] = []
  for (const wanted of batch) {
    const result = planOne(request, wanted, overlay(request.head, changes), wishes)
    results.push(result)
    if (result.outcome !== 'refused') for (const [path, content] of result.changes) changes.set(path, content)
  }
  if (results.some(({ outcome }) => outcome === 'refused')) return { outcome: 'refused', results, changes: none }
  return { outcome: changes.size > 0 ? 'changed' : 'unchanged', results, changes }
}
