import { cleanup } from '../../src/app/command/cleanup.ts'
import { makeNew } from '../../src/app/command/new.ts'
import { next } from '../../src/app/command/next.ts'
import { runCommands, type RunResult } from '../../src/app/command/run.ts'
import type { Action } from '../../src/core/action.ts'
import type { ChangeSet } from '../../src/core/command.ts'
import type { BuiltInName } from '../../src/core/protocol.ts'
import type { Files } from '../../src/core/rule.ts'
import { parseWords as wordsOf } from '../../src/engine/commands/words.ts'
import { lazyProtocols } from '../../src/entry/lazy-protocols.ts'
import { memoryTree } from '../../src/gateways/memory.ts'
import { reviewPath } from '../../src/protocols/handover/examples.ts'
import { reportText } from '../../src/protocols/subagent/examples.ts'
import { sampleFiles } from '../../src/render/rule-page.ts'
import type { CommandName } from '../../src/core/command-names.ts'

/** What a whole example begins with, and what its agents write. */
interface Example {
  /** After `baton new PROTOCOL`. */
  readonly words: string
  /** The text of a file that is due; by default one line. */
  write?(path: string): string | undefined
}

const contract = (path: string) =>
  path.endsWith('/plan.md')
    ? '# Plan\n\nComplexity: 3\n\n## Phase 3.1: Gain\n\n## Phase 4.1: Knob\n'
    : path.endsWith('/architecture.md')
      ? '# Architecture\n\nOne multiplication for each sample.\n'
      : '# Parameters\n\n- GAIN: -60 to 12 dB\n'

const review = `---
type: trekreview
review_version: "1.0"
created: 2026-01-20
task: Let people log in
slug: login
project_dir: .claude/projects/2026-01-20-login/
brief_path: .claude/projects/2026-01-20-login/brief.md
scope_sha_end: 9a8b7c6d5e4f
reviewed_files_count: 4
findings: []
verdict: ALLOW
---

# Review

## Executive Summary

People can log in.

## Coverage

All four files.

## Remediation Summary

Nothing is left to do.
`

const report = (path: string) => {
  const [, task] = /tasks\.(.+)-report\.md$/.exec(path) ?? []
  return task === undefined ? undefined : reportText(task, 1)
}

const examples: Readonly<Record<BuiltInName, Example>> = {
  plugin: { words: 'TinyGain --type "Audio Effect"', write: contract },
  handover: { words: 'login --task "Let people log in"', write: (path) => (path === reviewPath ? review : undefined) },
  subagent: { words: '"Let people log in" --task "Draw the form"', write: report },
  control: { words: 'explore' },
  governance: { words: 'ses_7 --agent idumb-project-executor' },
}

const at = '2026-01-20T10:00:00Z'
const actor = 'octocat'
const mostSteps = 60

const decoder = new TextDecoder()

/** Files with a change set applied. */
function applied(files: Files, changes: ChangeSet): Files {
  const now = new Map(Object.entries(files))
  for (const [path, content] of changes) {
    if (content === null) now.delete(path)
    else now.set(path, typeof content === 'string' ? content : decoder.decode(content))
  }
  return Object.fromEntries(now)
}

/** The files that an action waits for, or needs. */
const pathsIn = ({ needs = [], why = '', run: command }: Action): readonly string[] => {
  const paths = needs.filter((need) => !need.startsWith('--')).map((need) => need.split(' with ', 1)[0] ?? need)
  return paths.length > 0 || command !== undefined
    ? paths
    : Array.from(why.matchAll(/`([^`]+\.[a-z]+)`/g), ([, path = '']) => path)
}

/** The first form of a command, with a text in it. */
const filled = (command: string) =>
  command.replace(/(?<= )([a-z_]+)(?:\|[a-z_]+)+/, '$1').replace('"…"', '"As planned"')

/** A repository that commands of the program change. */
function repository() {
  let files: Files = {}
  const sources = () => {
    const tree = memoryTree(files)
    return { head: tree, policy: tree }
  }
  const settings = { at, actor, dryRun: false }
  const ports = {
    sha: () => Promise.resolve(undefined),
    past: () => Promise.resolve(undefined),
    write(plan: { readonly changes: ChangeSet; readonly local?: ChangeSet }) {
      files = applied(files, new Map([...plan.changes, ...(plan.local ?? [])]))
    },
  }
  const expectDone = (command: string, ran: RunResult) => {
    const refused =
      'plan' in ran
        ? ran.plan.results.flatMap(({ diagnostics }) => (ran.plan.outcome === 'refused' ? diagnostics : []))
        : []
    if (!('plan' in ran) || refused.length > 0)
      throw new Error(`${command} was refused: ${refused.map(({ code, message }) => `${code} ${message}`).join('; ')}`)
  }
  return {
    files: () => files,
    write(path: string, text: string) {
      files = { ...files, [path]: text }
    },
    async make(name: BuiltInName, written: string) {
      const given = wordsOf(written).map(({ text }) => text)
      expectDone(`baton new ${name} ${written}`, await makeNew(name, given, sources(), lazyProtocols, settings, ports))
    },
    async give(command: string) {
      const [name, ...words] = wordsOf(command.slice(1))
      const input = { command: { name: name?.text as CommandName, words, report: undefined } }
      expectDone(command, await runCommands(input, sources(), lazyProtocols, settings, ports))
    },
    async cleanUp(command: string) {
      const project = wordsOf(command).at(-1)?.text
      expectDone(command, await cleanup(sources(), lazyProtocols, { ...settings, project, confirmed: true }, ports))
    },
    async next(): Promise<Action | undefined> {
      const found = await next(sources(), lazyProtocols, { at, limit: 1, protocols: [] })
      return 'problems' in found ? undefined : found.actions[0]
    },
  }
}

/**
 * The files that `baton new` makes, then every command that `baton next` names until nothing is left. @throws Error
 * where one is refused.
 */
async function wholeExample(name: BuiltInName): Promise<string> {
  const { words, write } = examples[name]
  const place = repository()
  await place.make(name, words)
  const made = place.files()
  const written: Record<string, string> = {}
  const lines = [`$ baton new ${name} ${words}`]
  const end = () => [...lines, 'nothing is left to do']
  const show = (all: readonly string[]) =>
    [
      '```text',
      ...all,
      '```',
      '',
      '<details><summary>What <code>baton new</code> has written</summary>',
      '',
      sampleFiles(made),
      '',
      '</details>',
      ...(Object.keys(written).length === 0
        ? []
        : ['', '<details><summary>What is written in between</summary>', '', sampleFiles(written), '', '</details>']),
    ].join('\n')
  for (let step = 0; step < mostSteps; step++) {
    const action = await place.next()
    if (!action) return show(end())
    const due = pathsIn(action)
    for (const path of due) {
      const text = write?.(path) ?? 'As planned.\n'
      place.write(path, text)
      written[path] = text
      lines.push(`  (${path} is written)`)
    }
    // Only time goes on from here.
    if (action.run === undefined && due.length === 0) return show([...lines, `${action.do} ${action.target}`])
    if (action.run === undefined) continue
    const command = filled(action.run)
    if (command.startsWith('baton cleanup ')) {
      await place.cleanUp(command)
      lines.push(`$ ${command}`)
      continue
    }
    await place.give(command)
    lines.push(`$ baton ${command.slice(1)}`)
  }
  throw new Error(`The example of ${name} has no end: ${lines.join('; ')}`)
}

const names = Object.keys(examples) as readonly BuiltInName[]

/** The whole example of each protocol, as its page shows it. */
export const wholeExamples: ReadonlyMap<BuiltInName, string> = new Map(
  await Promise.all(names.map(async (name) => [name, await wholeExample(name)] as const)),
)
