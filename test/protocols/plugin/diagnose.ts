import type { Diagnostic } from '../../../src/core/diagnostic.ts'
import type { Mode } from '../../../src/core/report.ts'
import type { View } from '../../../src/core/view.ts'
import { check } from '../../../src/engine/check.ts'
import { memoryTree } from '../../../src/gateways/memory.ts'
import { plugin } from '../../../src/protocols/plugin/protocol.ts'

type Content = Readonly<Record<string, string | Uint8Array>>

interface Given {
  readonly base?: Content
  /** Default: `auto` with a base, else `strict`. */
  readonly mode?: Mode
  readonly at?: string
  readonly configuration?: Readonly<Record<string, unknown>>
  readonly limit?: number
  readonly links?: readonly string[]
  readonly submodules?: readonly string[]
  /** Given, it is an audit: the age of staleness in milliseconds, and when each path was last committed to. */
  readonly staleAfter?: number
  readonly commits?: Readonly<Record<string, string>>
}

export async function viewOf(files: Content, given: Given = {}): Promise<View> {
  const { links = [], submodules = [], configuration, limit = 1024 * 1024 } = given
  return memoryTree(files, { links, submodules }).open({ selectors: plugin.selectors(configuration), limit })
}

/** What all rules of the protocol say of a repository. */
export async function diagnose(files: Content, given: Given = {}): Promise<readonly Diagnostic[]> {
  const {
    base,
    mode = base ? 'auto' : 'strict',
    at = '2026-02-04T10:00:00Z',
    configuration,
    limit = 1024 * 1024,
    staleAfter,
    commits = {},
  } = given
  const staleness = staleAfter === undefined ? {} : { staleness: { milliseconds: staleAfter, lastCommit: (path: string) => commits[path] } }
  const report = check({
    head: await viewOf(files, given),
    base: base && (await viewOf(base, { ...given, links: [], submodules: [] })),
    context: { at, day: at.slice(0, 10), limit, ...staleness },
    protocols: [plugin],
    sections: { plugin: configuration },
    severity: {},
    mode,
    failOn: 'error',
    allowEmpty: true,
    paths: [],
    targets: [],
    given: [],
    notes: [],
  })
  return report.diagnostics
}

/** `CODE path:line`, or `CODE path` without a line. */
export const placed = ({ code, path, line }: Diagnostic): string => `${code} ${path}${line === undefined ? '' : `:${line}`}`
