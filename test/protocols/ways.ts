import type { Action, ActionKind } from '../../src/core/action.ts'
import type { Protocol } from '../../src/core/protocol.ts'
import type { BuiltInName } from '../../src/core/protocol-name.ts'
import { protocols } from '../../src/entry/protocols.ts'
import { reportText } from '../../src/protocols/subagent/examples.ts'
import type { SceneSetting, Tree } from './scene.ts'

/** What an action says of what is to be done. */
export type ProposedAction = Pick<Action, 'do' | 'target' | 'run' | 'needs' | 'why'>

/** How the work on new files goes, as far as the tool does not say. */
export interface Way {
  readonly protocol: Protocol
  /** What follows `baton new PROTOCOL`. */
  readonly words: readonly string[]
  /** The repository in which the files are made; by default an empty one. */
  readonly start?: Tree
  readonly setting?: SceneSetting
  /** What is to be done first; by default to accept. */
  readonly first?: ActionKind
  /** Files with the texts that people fill in once they are made. */
  fillIn?(made: Tree): Tree
  /**
   * What is written at a path that an action needs, or that it waits for: files by path. `undefined`: nothing is, and
   * the walk fails.
   */
  write?(path: string, action: ProposedAction, tree: Tree): Tree | undefined
  /** The options that an action needs, `--complexity X`, as they are given. */
  readonly options?: Readonly<Record<string, string>>
  /** Whether the way ends after a handback with success, though something is left to wait for. */
  readonly endsHandedBack?: true
  /** Codes of warnings that a strict check may give. */
  readonly besides?: readonly string[]
}

/** What is handed back in place of a success. */
export type Interruption = 'error' | 'question'

function fail(message: string): never {
  throw new RangeError(message)
}

/** What is handed back of the work on each target: every interruption once, then a success. */
export function interruptedBy(interruptions: readonly Interruption[]) {
  const worked = new Map<string, number>()
  return {
    /** `undefined`: no work, or a success. */
    reasonFor({ do: action, target }: ProposedAction): Interruption | undefined {
      if (action !== 'work') return undefined
      const count = worked.get(target) ?? 0
      worked.set(target, count + 1)
      return interruptions[count % (interruptions.length + 1)]
    },
    /** How often work was named. */
    works: () => [...worked.values()].reduce((sum, count) => sum + count, 0),
  }
}

/** The paths that an action names: what it needs, or where it has no command what it waits for. */
function pathsIn({ run, needs = [], why = '' }: ProposedAction): readonly string[] {
  const paths = needs.filter((need) => !need.startsWith('--')).map((need) => need.split(' with ', 1)[0] ?? need)
  return paths.length > 0 || run !== undefined ? paths : Array.from(why.matchAll(/`([^`]+)`/g), ([, path = '']) => path)
}

/**
 * The files that are written before the command of an action, or in its place. @throws RangeError when a way lacks one
 */
export function suppliedFor(way: Pick<Way, 'write'>, action: ProposedAction, tree: Tree): Tree {
  const paths = pathsIn(action)
  if (action.run === undefined && paths.length === 0) fail(`${action.do} ${action.target} leads nowhere: ${action.why}`)
  const write = (path: string) =>
    way.write?.(path, action, tree) ?? fail(`${action.do} ${action.target}: the way lacks ${path}`)
  return Object.assign({}, ...paths.map(write)) as Tree
}

/** The options that an action needs, as they are given. */
export const optionsFor = ({ needs = [], target }: ProposedAction, options: Way['options'] = {}): readonly string[] =>
  needs.filter((need) => need.startsWith('--')).map((need) => options[need] ?? fail(`${target} needs ${need}`))

/** The text that is given with a command. */
export const text = 'As it should be'

/** The command that an action says, with one of its alternatives, the options that it needs and a text filled in. */
export function commandOf(action: ProposedAction, reason: Interruption | undefined, options?: Way['options']): string {
  const { run = '' } = action
  const neededOptions = optionsFor(action, options)
  const chosen = run.replace(/(?<= )'?([a-z_]+)(?:\|[a-z_]+)+'?/, (_, first: string) =>
    [reason ?? first, ...(reason ? [] : neededOptions)].join(' '),
  )
  const whole = chosen === run ? [run, ...neededOptions].join(' ') : chosen
  return whole.replace('"…"', `"${text}"`)
}

function named(name: BuiltInName): Protocol {
  const found = protocols.find((candidate) => candidate.name === name)
  return found ?? fail(`There is no protocol ${name}`)
}

/** A text in place of the one at a path. */
const written = (path: string, text: string): Tree => ({ [path]: text })

// A plugin: its contracts are due in the first stage.

const pluginPlans = {
  simple: '# Plan\n\n**Complexity Score:** 1.2\n',
  phased: '# Plan\n\nComplexity: 4\n\n## Phase 3.1: Gain\n\n## Phase 3.2: Smoothing\n\n## Phase 4.1: Knob\n',
} as const

export const pluginWay = (shape: keyof typeof pluginPlans, start: Tree = {}): Way => ({
  protocol: named('plugin'),
  words: ['Lush', '--type', 'Reverb'],
  start,
  fillIn: () => written('plugins/Lush/.ideas/creative-brief.md', '# Lush\n\nA long hall.\n'),
  write: (path) => written(path, path.endsWith('/plan.md') ? pluginPlans[shape] : '# Lush\n\nAs planned.\n'),
  options: {
    '--complexity X (from 1, simple, to 5, hard; from 3 on, the work is done in phases)': `--complexity ${shape === 'simple' ? '1.2' : '4'}`,
  },
})

// A project: the paths of its steps are in the manifests, and a review ends it.

const project = '.claude/projects/2026-02-04-keys'
const planPath = `${project}/plan.md`
const review = `---
type: trekreview
review_version: "1.0"
task: Let people sign in with a passkey
slug: keys
project_dir: ${project}/
brief_path: ${project}/brief.md
scope_sha_end: 9a8b7c6d5e4f
reviewed_files_count: 4
findings: []
verdict: ALLOW
---

# Review

## Executive Summary

Well done.

## Coverage

All of it.

## Remediation Summary

Nothing.
`

export const projectWay = (steps: readonly string[], start: Tree = {}): Way => ({
  protocol: named('handover'),
  words: ['keys', '--task', 'Let people sign in with a passkey', ...steps.flatMap((step) => ['--step', step])],
  start,
  fillIn(made) {
    let step = 0
    return written(
      planPath,
      String(made[planPath]).replaceAll('expected_paths: []', () => `expected_paths: [src/step${++step}.ts]`),
    )
  },
  write: (path, { do: action }) => written(path, action === 'review' ? review : 'export {}\n'),
  // Outside of a repository a commit is taken as it is given.
  options: { '--done-by REV (default: the newest commit since the grant)': '--done-by 4f2a9c1d' },
  // The session state of one machine, which is never committed, is cleaned up at the very end.
  besides: ['SESSION_STATE_NOT_RESUMABLE'],
})

// A run: every file is written by whoever does the work, none by a tool that runs the workflow.

export const runWay = (stages: readonly string[], start: Tree = {}): Way => ({
  protocol: named('control'),
  words: stages,
  start,
  write: (path) => (path.endsWith('.md') ? written(path, 'Done.\n') : undefined),
})

// A session of tasks: an executor writes a report of each.

export const tasksWay = (tasks: readonly string[]): Way => ({
  protocol: named('subagent'),
  words: ['Count words', ...tasks.flatMap((task) => ['--task', task])],
  write(path) {
    const [, task = '', attempt = '1'] = /tasks\.(.+)-report(?:-r(\d+))?\.md$/.exec(path) ?? []
    return task === '' ? undefined : written(path, reportText(task, Number(attempt)))
  },
})

// A session that is governed: it is held from the beginning.

export const governedWay = (id: string): Way => ({
  protocol: named('governance'),
  words: [id, '--agent', 'idumb-project-executor'],
  first: 'work',
  endsHandedBack: true,
})
