import type { BranchHistory } from '../../src/core/command.ts'
import type { CommandName } from '../../src/core/command-names.ts'
import type { Protocol } from '../../src/core/protocol.ts'
import type { View } from '../../src/core/view.ts'
import { check } from '../../src/engine/check.ts'
import { plan, type Plan } from '../../src/engine/commands/plan.ts'
import { unquotedWords } from '../../src/engine/commands/words.ts'
import { overlay } from '../../src/engine/overlay.ts'
import { decodeUtf8 } from '../../src/documents/text.ts'
import { memoryTree } from '../../src/gateways/memory.ts'
import type { CommandCase, Large } from './repository.ts'

const at = '2026-02-04T10:00:00Z'
const limit = 1024 * 1024
const context = { at, day: at.slice(0, 10), limit }

/** Something that is done with a large repository. */
export interface Job {
  readonly name: string
  /** Does it, and gives its outcome. */
  run(): string
}

const wordsOf = (line: string): readonly string[] =>
  Array.from(line.slice(1).matchAll(/"([^"]*)"(?=\s|$)|\S+/g), ([written, quoted]) => quoted ?? written)

function checking(protocol: Protocol, head: View, base?: View): string {
  const request = {
    head,
    base,
    context,
    protocols: [protocol],
    sections: {},
    severity: {},
    mode: base ? ('auto' as const) : ('strict' as const),
  }
  return check({ ...request, failOn: 'error', allowEmpty: true, paths: [], targets: [], given: [], notes: [] }).verdict
}

/** So few that it is as many at each size: what is tried costs one reading each. */
const mostTried = 2

function planned(
  protocol: Protocol,
  head: View,
  { line, words, report }: CommandCase,
  size: number,
  history?: BranchHistory,
): Plan {
  const [name = '', ...lineWords] = wordsOf(line)
  const request = {
    name: name as CommandName,
    words: unquotedWords([...lineWords, ...(words?.(size) ?? [])]),
    report: report?.(size),
  }
  return plan([request], {
    head,
    context,
    protocols: [protocol],
    sections: {},
    severity: {},
    actor: 'octocat',
    maxCommands: 20,
    maxTried: mostTried,
    history,
  })
}

function ending({ outcome, results }: Plan, expected: CommandCase['outcome']): string {
  const codes = results.flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code))
  return outcome === expected ? 'as expected' : [outcome, ...new Set(codes)].join(' ')
}

/**
 * Takes back what a command has changed, after a line was added at the beginning of one of its files; only the targets
 * that it moved go back.
 */
function undoing(protocol: Protocol, before: View, commandCase: CommandCase, size: number, path: string): string {
  const { changes, results } = planned(protocol, before, commandCase, size)
  const after = overlay(before, changes)
  const later = overlay(after, new Map([[path, `Words.\n\n${decodeUtf8(after.bytes(path) ?? new Uint8Array())}`]]))
  const targets = results.flatMap(({ moves }) => moves.map(({ target }) => target))
  const commands = targets.map((target) => ({ name: undefined, target }))
  const history: BranchHistory = {
    versions: () => [],
    at: () => undefined,
    ledger: () => [{ sha: 'b', parent: 'a', targets, commands }],
    view: (sha) => (sha === 'a' ? before : after),
    change: () => undefined,
    checkedOut: () => undefined,
    named: () => undefined,
    committedAt: () => undefined,
  }
  const { results: undone } = planned(protocol, later, { line: '/undo', outcome: 'changed' }, size, history)
  // What was repaired is wrong again: whether that is refused is not what is looked at here.
  return undone.some(({ diagnostics }) => diagnostics.some(({ code }) => code.startsWith('UNDO_')))
    ? 'not taken back'
    : 'as expected'
}

/**
 * Everything that is done with a large repository of one size: a check, one against a base of half the size, and each
 * command.
 */
export async function jobsOf(
  protocol: Protocol,
  { files, commands = [] }: Large,
  size: number,
): Promise<readonly Job[]> {
  const open = async (of: number): Promise<View> =>
    memoryTree(files(of)).open({ selectors: protocol.selectors(undefined), limit })
  const [head, half] = [await open(size), await open(Math.ceil(size / 2))]
  return [
    { name: 'validate', run: () => (checking(protocol, head) === 'nothing' ? 'nothing' : 'as expected') },
    { name: 'validate --base', run: () => (checking(protocol, head, half) === 'nothing' ? 'nothing' : 'as expected') },
    ...commands.flatMap((commandCase) => {
      const { line, outcome, undone } = commandCase
      const job = { name: line, run: () => ending(planned(protocol, head, commandCase, size), outcome) }
      return undone === undefined
        ? [job]
        : [job, { name: `${line}, undone`, run: () => undoing(protocol, head, commandCase, size, undone) }]
    }),
  ]
}
