import { logOf } from './log-of.ts'
import { commandNames } from '../../src/core/command-names.ts'
import type { BranchHistory, ChangeSet, FileVersion } from '../../src/core/command.ts'
import type { Diagnostic } from '../../src/core/diagnostic.ts'
import type { Protocol } from '../../src/core/protocol.ts'
import type { Example, Files, RuleFacts } from '../../src/core/rule.ts'
import type { Selection, View } from '../../src/core/view.ts'
import { check } from '../../src/engine/check.ts'
import { plan, type Plan } from '../../src/engine/commands/plan.ts'
import { parseWords } from '../../src/engine/commands/words.ts'
import { ignoredIn } from './examples.ts'
import { sharedTree } from './shared-tree.ts'

const mebibyte = 1024 * 1024

/** What looking at an example gives, of whose files others may be there. */
export interface CheckedExample {
  readonly head: View
  readonly request: Omit<Parameters<typeof plan>[1], 'head'>
  readonly found: readonly Diagnostic[]
}

/** Looks at an example, whose files may be replaced by others. */
export async function checkExample(
  protocol: Protocol,
  rule: RuleFacts,
  example: Example,
  files: Files,
): Promise<CheckedExample> {
  const section = example.configuration
  const limit = example.limit ?? mebibyte
  const at = example.at ?? '2026-02-04T10:00:00Z'
  const namedFiles = { paths: example.named ?? [], as: example.as }
  const staleness =
    example.staleAfter === undefined
      ? {}
      : { staleness: { milliseconds: example.staleAfter, lastCommit: () => undefined } }
  const { ignored, merging } = example
  const installation = {
    ...(ignored && { ignored: ignoredIn(ignored) }),
    ...(merging && { merging: new Map(Object.entries(merging)) }),
  }
  const context = {
    at,
    day: at.slice(0, 10),
    limit,
    namedFiles,
    log: example.log && logOf(example.log),
    ...staleness,
    ...installation,
  }
  const links = (example.links ?? []).filter((path) => files[path] === example.head[path])
  const open = async (selection: Selection) => ({
    head: await sharedTree(files, { links }).open(selection),
    base: example.base && (await sharedTree(example.base).open(selection)),
  })
  const selection = { selectors: protocol.selectors(section, namedFiles), limit }
  const further = protocol.further(await open(selection), section, context)
  const { head, base } = await open({ ...selection, selectors: [...selection.selectors, ...further] })
  const mode = base ? ('auto' as const) : rule.strict === 'off' ? ('soft' as const) : ('strict' as const)
  const request = {
    base,
    context,
    protocols: [protocol],
    sections: { [protocol.name]: section },
    severity: {},
    mode,
    actor: 'octocat',
    maxCommands: 20,
  }
  const judged = {
    failOn: 'error',
    allowEmpty: true,
    paths: namedFiles.paths,
    targets: [],
    given: [],
    notes: [],
  } as const
  return { head, request, found: check({ ...request, head, change: example.change, ...judged }).diagnostics }
}

/** A branch on which files once were as in these repositories, newest first. */
export function historyOf(pasts: readonly Files[]): BranchHistory {
  const versions = (path: string): FileVersion[] =>
    pasts.flatMap((files, index) =>
      files[path] === undefined
        ? []
        : [{ sha: String(index).repeat(40).slice(0, 40), bytes: Buffer.from(files[path]) }],
    )
  return {
    versions,
    at: () => undefined,
    ledger: () => [],
    named: () => undefined,
    committedAt: () => undefined,
    checkedOut: () => undefined,
    view: () => {
      throw new RangeError('No commit of this branch is ours')
    },
    change: () => undefined,
  }
}

/** Commands in words, as they appear in code, `/sync TinyGain`, with a score where a person has to give one. */
export const named = (text: string): readonly string[] =>
  Array.from(text.matchAll(/`(\/[a-z]+(?: [^`]*)?)`/g), ([, command = '']) => command)
    .filter((command) => (commandNames as readonly string[]).includes(command.slice(1).split(' ', 1)[0] ?? ''))
    .map((command) => command.replace(/--complexity X$/, '--complexity 4.0'))

/** Codes that a finding says will come of what it offers. */
export const codesIn = ({ hint = '' }: Diagnostic): readonly string[] =>
  Array.from(hint.matchAll(/`([A-Z][A-Z_]+)`/g), ([, code = '']) => code)

/** The commands that a finding or a refusal names. */
export const commandsIn = ({ fix, hint = '', message }: Diagnostic): readonly string[] => [
  ...new Set([...(fix === undefined ? [] : [fix]), ...named(hint), ...named(message)]),
]

/** The result of a command as written in a comment. */
export function planned(checkedExample: CheckedExample, history: BranchHistory, command: string): Plan {
  const [name = '', ...rest] = command.slice(1).split(' ')
  const commandName = commandNames.find((candidate) => candidate === name)
  if (!commandName) throw new RangeError(`${command} is not a command`)
  return plan([{ name: commandName, words: parseWords(rest.join(' ')), report: undefined }], {
    ...checkedExample.request,
    head: checkedExample.head,
    history,
  })
}

/** The files once a change set is applied. */
export function applied(files: Files, changes: ChangeSet): Files {
  const all: Record<string, string> = { ...files }
  for (const [path, content] of changes) {
    if (content === null) delete all[path]
    else all[path] = typeof content === 'string' ? content : Buffer.from(content).toString()
  }
  return all
}

export const identity = ({ code, target, path, message }: Diagnostic) => [code, target, path, message].join(' ')

/**
 * The commands that findings ask for once one was fixed, and that bring it back: two findings that ask for opposite
 * things.
 *
 * @param look what looks at other files as at these.
 */
export async function askedBack(
  fixed: Diagnostic,
  after: CheckedExample,
  files: Files,
  look: (files: Files) => Promise<CheckedExample>,
  history: BranchHistory,
): Promise<readonly string[]> {
  const opposite: string[] = []
  for (const command of new Set(after.found.flatMap(commandsIn))) {
    const { outcome, changes } = planned(after, history, command)
    if (outcome !== 'changed') continue
    const { found } = await look(applied(files, changes))
    if (found.some((diagnostic) => identity(diagnostic) === identity(fixed))) opposite.push(command)
  }
  return opposite
}
