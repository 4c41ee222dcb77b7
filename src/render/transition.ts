import { createTwoFilesPatch } from 'diff'
import type { ChangeSet, Details } from '../core/command.ts'
import type { Diagnostic, Severity } from '../core/diagnostic.ts'
import type { View } from '../core/view.ts'
import { jsonDiagnostic } from './json.ts'
import { plain } from './plain.ts'
import { stringify } from './stringify.ts'

/** What one command came to, as it is printed. */
export interface TransitionResult {
  readonly command: string
  readonly outcome: 'changed' | 'unchanged' | 'refused'
  readonly target?: string
  readonly from?: string
  readonly to?: string
  readonly holder?: string
  readonly facts?: Readonly<Record<string, unknown>>
  readonly changes: ChangeSet
  readonly reply: string
  readonly diagnostics: readonly Diagnostic[]
  readonly report?: Details
}

/** What a batch of commands came to. */
export interface Transition {
  readonly outcome: TransitionResult['outcome']
  readonly results: readonly TransitionResult[]
  readonly changes: ChangeSet
  /** The diff, where nothing was to be written. */
  readonly diff?: string
}

const decoder = new TextDecoder()
const textOf = (content: string | Uint8Array | null | undefined) =>
  typeof content === 'string' ? content : content ? decoder.decode(content) : ''

/** What a change set does to a view, as a unified diff. */
export function diffOf(changes: ChangeSet, view: View): string {
  return [...changes]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, content]) => {
      const there = view.entry(path) !== undefined
      const [from, to] = [there ? `a/${path}` : '/dev/null', content === null ? '/dev/null' : `b/${path}`]
      return createTwoFilesPatch(from, to, textOf(view.bytes(path)), textOf(content), undefined, undefined, {
        headerOptions: { includeIndex: false, includeUnderline: false, includeFileHeaders: true },
      })
    })
    .join('')
}

const actions = (changes: ChangeSet) =>
  [...changes].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([path, content]) => ({ path, action: content === null ? 'delete' : 'write' }))

function resultJson({ command, outcome, target, from, to, holder, facts, changes, reply, diagnostics, report }: TransitionResult) {
  const of = (severity: Severity) => diagnostics.filter((diagnostic) => diagnostic.severity === severity).map(jsonDiagnostic)
  return {
    outcome,
    command,
    ...(target !== undefined && { target }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(holder !== undefined && { holder }),
    ...(facts !== undefined && { facts }),
    changes: actions(changes),
    reply,
    ...(report && { report }),
    ...(of('error').length > 0 && { errors: of('error') }),
    warnings: of('warning'),
    notices: of('notice'),
  }
}

/** The JSON of a transition, version 1 (interface, "A transition"): of one command flat, of several as a list of results. */
export function transitionJson({ outcome, results, diff }: Transition): string {
  const dry = diff === undefined ? {} : { dryRun: true, diff }
  const [only] = results
  if (only && results.length === 1) return stringify({ version: 1, ...resultJson(only), ...dry })
  return stringify({ version: 1, outcome, results: results.map(resultJson), ...dry })
}

function resultLines({
  command,
  outcome,
  target,
  from,
  to,
  holder,
  changes,
  reply,
  diagnostics,
  report,
}: TransitionResult): readonly string[] {
  const moved =
    from !== undefined && to !== undefined && from !== to
      ? [`  ${target}: ${from} → ${to}${holder === undefined ? '' : `, held by the ${holder}`}`]
      : []
  return [
    `${{ changed: '✔', unchanged: '=', refused: '✖' }[outcome]} ${command}: ${outcome}`,
    ...moved,
    ...(report?.lines ?? reply.split('\n')).map((line) => `  ${line}`),
    ...actions(changes).map(({ path, action }) => `  ${action} ${path}`),
    ...diagnostics
      .filter(({ severity }) => outcome === 'refused' || severity !== 'error')
      .map(({ severity, code, message, hint }) => `  ${severity} ${code} ${message}${hint === undefined ? '' : ` ${hint}`}`),
  ]
}

/** What a batch came to, for a terminal. */
export function transitionText({ results, diff }: Transition): string {
  const lines = results.flatMap(resultLines).map(plainLine)
  return `${lines.join('\n')}\n${diff === undefined ? '' : `\n${diff.split('\n').map(plainLine).join('\n')}`}`
}

/** A line whose beginning matters: its indent stays. */
function plainLine(line: string): string {
  return ' '.repeat(line.length - line.trimStart().length) + plain(line)
}
