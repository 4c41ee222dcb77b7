import type { Mutant } from '@stryker-mutator/api/core'
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

interface Place {
  readonly line: number
  readonly column: number
}

interface Node {
  readonly type: string
  readonly loc?: { readonly start: Place; readonly end: Place }
  readonly key?: { readonly name?: string }
  readonly callee?: { readonly property?: { readonly name?: string } }
}

interface Path {
  readonly node: Node
  readonly hub?: { readonly file?: { readonly opts?: { readonly filename?: string } } }
}

/** What of a rule or command is for people to read, or is itself what the tests run. */
const keys: ReadonlySet<string> = new Set(['examples', 'about', 'summary', 'why', 'repair', 'title'])

/** Leaves out what no test should hold: prose, and the examples that are the tests. */
export const prose = {
  shouldIgnore({ node: { type, key, callee } }: Path): string | undefined {
    if ((type === 'ObjectProperty' || type === 'ObjectMethod') && keys.has(key?.name ?? '')) return 'prose or example'
    return type === 'CallExpression' && callee?.property?.name === 'describe' ? 'prose' : undefined
  },
}

let chosen: readonly Mutant[] = []

/** Says which changes are to be tried. */
export function choose(mutants: readonly Mutant[]): void {
  chosen = mutants
}

const isBefore = (a: Place, b: Place) => a.line < b.line || (a.line === b.line && a.column <= b.column)

/** Leaves out what holds no chosen change: a range of a file brings along what is within. */
const others = {
  shouldIgnore({ node: { loc }, hub }: Path): string | undefined {
    const file = hub?.file?.opts?.filename ?? ''
    const holds = ({ fileName, location: { start, end } }: Mutant) =>
      loc === undefined ||
      (file.endsWith(fileName) &&
        isBefore(loc.start, { line: start.line + 1, column: start.column }) &&
        isBefore({ line: end.line + 1, column: end.column }, loc.end))
    return chosen.some(holds) ? undefined : 'not chosen'
  },
}

export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'prose', prose),
  declareValuePlugin(PluginKind.Ignore, 'others', others),
]
