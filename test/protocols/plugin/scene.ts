import type { CommandName } from '../../../src/core/command-names.ts'
import type { ChangeSet, History, Outcome } from '../../../src/core/command.ts'
import type { Context } from '../../../src/core/context.ts'
import type { Target } from '../../../src/core/target.ts'
import type { View } from '../../../src/core/view.ts'
import { check } from '../../../src/engine/check.ts'
import { memoryTree } from '../../../src/gateways/memory.ts'
import { plugin } from '../../../src/protocols/plugin/protocol.ts'

/** A repository: texts or bytes by path. */
export type Tree = Readonly<Record<string, string | Uint8Array>>

export interface Setting {
  /** ISO 8601; default `2026-02-04T10:00:00Z`. */
  readonly at?: string
  readonly configuration?: Readonly<Record<string, unknown>>
  readonly report?: string
  readonly history?: History
  readonly links?: readonly string[]
  readonly limit?: number
  /** What a check compares with. */
  readonly base?: Tree
}

const contextOf = ({ at = '2026-02-04T10:00:00Z', limit = 1024 * 1024 }: Setting): Context => ({ at, day: at.slice(0, 10), limit })

async function open(tree: Tree, setting: Setting): Promise<View> {
  const { limit } = contextOf(setting)
  return memoryTree(tree, { links: setting.links ?? [] }).open({ selectors: plugin.selectors(setting.configuration), limit })
}

/** The repository once a change set is applied. */
function applied(tree: Tree, changes: ChangeSet): Tree {
  const files: Record<string, string | Uint8Array> = { ...tree }
  for (const [path, content] of changes) {
    if (content === null) delete files[path]
    else files[path] = content
  }
  return files
}

/** What came of a command. */
export interface Given {
  readonly outcome: Outcome['outcome']
  /** `CODE severity`, of remarks and refusals. */
  readonly codes: readonly string[]
  /** The repository afterwards. */
  readonly tree: Tree
  /** Paths that changed. */
  readonly changed: readonly string[]
  readonly whole: Outcome
}

const words = (line: string): string[] => Array.from(line.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, bare]) => quoted ?? bare ?? '')

/** Gives a command as it stands in a comment, `/accept TinyGain --stage 2`, to a repository. A word before the options is the name. */
export async function give(tree: Tree, line: string, setting: Setting = {}): Promise<Given> {
  const [command = '', ...all] = words(line.slice(1))
  const rest = all.filter((word) => word !== '--anyway')
  const name = rest[0]?.startsWith('--') ? undefined : rest.shift()
  const request = { name, words: rest, report: setting.report, actor: 'octocat', anyway: all.includes('--anyway') }
  const facts = plugin.commands.find((each) => each.name === command)
  if (!facts) throw new RangeError(`There is no command ${command}`)
  const { limit } = contextOf(setting)
  const selectors = [...plugin.selectors(setting.configuration), ...(facts.selectors?.(request) ?? [])]
  const head = await memoryTree(tree, { links: setting.links ?? [] }).open({ selectors, limit })
  const whole = plugin.read({ head }, setting.configuration, contextOf(setting)).run(command as CommandName, request, setting.history)
  if (!whole) throw new RangeError(`There is no command ${command}`)
  const changes: ChangeSet = whole.outcome === 'changed' ? whole.changes : new Map()
  return {
    outcome: whole.outcome,
    codes: whole.diagnostics.map(({ code, severity }) => `${code} ${severity}`),
    tree: applied(tree, changes),
    changed: [...changes.keys()].sort(),
    whole,
  }
}

/** A target as it is read. */
export async function target(tree: Tree, name: string, setting: Setting = {}): Promise<Target | undefined> {
  const head = await open(tree, setting)
  return plugin.read({ head }, setting.configuration, contextOf(setting)).targets.find(({ id }) => id === `plugin:${name}`)
}

/** What a check finds, as `CODE severity`: a strict one of everything, or with a base one of what has changed. */
export async function found(tree: Tree, setting: Setting = {}): Promise<readonly string[]> {
  const report = check({
    head: await open(tree, setting),
    base: setting.base && (await open(setting.base, setting)),
    context: contextOf(setting),
    protocols: [plugin],
    sections: { plugin: setting.configuration },
    severity: {},
    mode: setting.base ? 'auto' : 'strict',
    failOn: 'error',
    allowEmpty: true,
    paths: [],
    targets: [],
    given: [],
    notes: [],
  })
  return report.diagnostics.map(({ code, severity }) => `${code} ${severity}`)
}
