import { describe, expect, it } from 'vitest'
import type { ProtocolName } from '../../src/core/protocol-name.ts'
import { protocols } from '../../src/entry/protocols.ts'
import * as control from '../../src/protocols/control/examples.ts'
import * as handover from '../../src/protocols/handover/examples.ts'
import { repository } from './plugin/way.ts'
import type { Tree } from './scene.ts'
import { walk, type Way } from './walk.ts'

const named = (name: ProtocolName) => protocols.find((each) => each.name === name) ?? expect.fail(`There is no protocol ${name}`)

/** A text in place of the one at a path. */
const written = (path: string, text: string): Tree => ({ [path]: text })

// A plugin: its contracts are due in the first stage.

const pluginPlans = {
  simple: '# Plan\n\n**Complexity Score:** 1.2\n',
  phased: '# Plan\n\nComplexity: 4\n\n## Phase 3.1: Gain\n\n## Phase 3.2: Smoothing\n\n## Phase 4.1: Knob\n',
} as const

const pluginWay = (shape: keyof typeof pluginPlans, start: Tree = {}): Way => ({
  protocol: named('plugin'),
  words: ['Lush', '--type', 'Reverb'],
  start,
  fillIn: () => written('plugins/Lush/.ideas/creative-brief.md', '# Lush\n\nA long hall.\n'),
  write: (path) => written(path, path.endsWith('/plan.md') ? pluginPlans[shape] : '# Lush\n\nAs planned.\n'),
  options: { '--complexity X': `--complexity ${shape === 'simple' ? '1.2' : '4'}` },
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

const projectWay = (steps: readonly string[], start: Tree = {}): Way => ({
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
  write: (path, { do: deed }) => written(path, deed === 'review' ? review : 'export {}\n'),
  // The session state of one machine, which is never committed, is cleaned up at the very end.
  besides: ['SESSION_STATE_NOT_RESUMABLE'],
})

// A run: between its stages its own tool finalizes the one that the others build upon.

const run = 'runs/run-2026-02-04-001'
const finalizedPath = `${run}/stages/explore/run/output-data/output-params.json`
const finalized = '{ "stage_id": "explore", "published_at": "2026-02-04T11:00:00+00:00", "parameters": {} }\n'

const runWay = (stages: readonly string[], start: Tree = {}): Way => ({
  protocol: named('control'),
  words: stages,
  start,
  write: (path, { do: deed }) =>
    deed === 'wait' ? (path === finalizedPath ? written(path, finalized) : undefined) : written(path, 'Done.\n'),
})

/** The ways that are walked, each with the states at its end, how often work is named, and the last thing that is done. */
const ways: Readonly<Record<string, readonly [way: Way, end: Readonly<Record<string, string>>, works: number, last: string]>> = {
  'a plugin in one pass': [pluginWay('simple'), { 'plugin:Lush': 'installed' }, 4, 'finish plugin:Lush'],
  'a plugin in phases': [pluginWay('phased'), { 'plugin:Lush': 'installed' }, 5, 'finish plugin:Lush'],
  'a project of one step': [projectWay([]), { 'project:2026-02-04-keys': 'completed' }, 1, 'finish project:2026-02-04-keys'],
  'a project of three steps': [
    projectWay(['Store it', 'Ask for it', 'Tell #everybody']),
    { 'project:2026-02-04-keys': 'completed' },
    3,
    'finish project:2026-02-04-keys',
  ],
  'a run of one stage': [
    runWay(['explore']),
    { 'stage:explore@run-2026-02-04-001': 'returned success' },
    1,
    'work stage:explore@run-2026-02-04-001',
  ],
  'a run of three stages': [
    runWay(['explore', 'on', 'report-2']),
    Object.fromEntries(['explore', 'on', 'report-2'].map((stage) => [`stage:${stage}@run-2026-02-04-001`, 'returned success'])),
    3,
    'work stage:report-2@run-2026-02-04-001',
  ],
}

describe.each(Object.entries(ways))('%s', (_, [way, end, works, last]) => {
  it('goes from new files to its end by what is said to be done', async () => {
    const walked = await walk(way)
    expect([walked.states, walked.works, walked.steps.at(-1)]).toEqual([end, works, last])
  })

  it('reaches the same end with an error and a question in place of every success', async () => {
    const walked = await walk(way, ['error', 'question'])
    expect([walked.states, walked.works, walked.steps.at(-1)]).toEqual([end, 3 * works, last])
    const deeds = walked.steps.map((step) => step.split(' ', 1)[0])
    for (const deed of ['decide', 'answer']) expect(deeds.filter((each) => each === deed)).toHaveLength(works)
  })
})

const finishedRun = control.change(control.nextSample, {
  [control.stagePath('run/output-data/handback.json', 'specify')]: control.handbacks.success,
})

/** The same beside targets of which nothing is left to do. */
const besideOthers: Readonly<Record<string, Way>> = {
  'a plugin': pluginWay('simple', repository('installed')),
  'a project': projectWay(['Store it'], handover.inFinished()),
  'a run': runWay(['explore', 'specify'], finishedRun),
}

describe('beside others', () => {
  it.each(Object.entries(besideOthers))('%s reaches its end, and leaves them as they are', async (_, way) => {
    const { tree, states } = await walk(way)
    const before = Object.entries(way.start ?? {})
    expect(before).not.toEqual([])
    expect(Object.keys(states).length).toBeGreaterThan(1)
    expect(before.filter(([path, text]) => tree[path] !== text).map(([path]) => path)).toEqual(
      way.protocol.name === 'plugin' ? ['PLUGINS.md'] : [],
    )
  })
})
