import { describe, expect, it } from 'vitest'
import { sample } from '../../../../src/protocols/subagent/examples.ts'
import { subagent } from '../../../../src/protocols/subagent/protocol.ts'
import { actionsIn, make } from '../../guided.ts'
import { codes } from '../../scene.ts'
import { found, reading, target } from '../scene.ts'

type Files = Readonly<Record<string, string>>
type Configuration = Readonly<Record<string, unknown>>

const place = { protocol: subagent, at: '2026-02-01T10:20:30.400Z' }
const folder = '.ralph-sessions/260201-102030'
const paths = [`${folder}.instructions.md`, `${folder}/plan.md`, `${folder}/progress.md`, `${folder}/tasks.md`]

describe('the first files of a session', () => {
  it.each([
    ['alone', {}],
    ['beside another', sample],
  ])('are without fault, and ready to be accepted: %s', async (_, before: Files) => {
    const { plan, tree } = await make(before, ['Count the words', '--task', 'Count', '--task', 'Print'], place)
    expect([plan.outcome, plan.results[0]?.target]).toEqual(['changed', 'ralph:260201-102030'])
    expect([...plan.changes.keys()].toSorted()).toEqual(paths)
    expect(tree).toMatchObject(before)
    expect(await found(tree)).toEqual([])
    const actions = (await actionsIn(tree, place)).filter(({ target: id }) => id.endsWith('@260201-102030'))
    expect(actions.map(({ do: action, target: id }) => [action, id])).toEqual([
      ['accept', 'task:task-1@260201-102030'],
      ['accept', 'task:task-2@260201-102030'],
    ])
  })

  it('have one task where none is named', async () => {
    const { tree } = await make({}, ['Count the words'], place)
    expect((await reading(tree)).targets.map(({ id }) => id)).toEqual([
      'ralph:260201-102030',
      'task:task-1@260201-102030',
    ])
    expect(tree[`${folder}/tasks.md`]).toContain('- task-1: Count the words\n')
    expect(tree[`${folder}/plan.md`]).toContain('> Count the words\n')
  })

  it.each(['v1-3.x', undefined] as const)('are of the profile that is configured: %s', async (profile) => {
    const configuration = { profile }
    const { tree } = await make({}, ['Count the words'], { ...place, configuration })
    expect(await found(tree, { configuration })).toEqual([])
    expect((await target(tree, '260201-102030', { configuration }))?.facts['profile']).toBe(profile ?? 'contract-1.0.0')
  })

  it.each([
    [['state/runs/*'], 'state/runs'],
    [['runs/*/sessions/*', '**/ralph/*'], 'ralph'],
    [['one/260131-144400', 'two/2*'], 'two'],
  ])('lie where sessions are found: %j', async (sessions, below) => {
    const configuration = { sessions }
    const { plan, tree } = await make({}, ['Count the words'], { ...place, configuration })
    expect([...plan.changes.keys()].toSorted()).toEqual(paths.map((path) => path.replace('.ralph-sessions', below)))
    expect(await found(tree, { configuration })).toEqual([])
  })

  const hostile = [
    '# Progress\n## PART 1',
    '[x] task-9',
    '- [ ] task-7',
    '**Files**: src/a.ts',
    '```',
    '<!-- task-1 -->',
    '1. one',
    '> quoted',
    '**Status**: Failed',
    '## Current Wave\u2028## Parallel Groups',
    '(depends on task-9)',
    '\u202Etext\u0000\u0007',
    '---\napplyTo: x',
  ]
  it.each(hostile)('hold words as they are: %j', async (text) => {
    const { plan, tree } = await make({}, [text, '--task', text, `--task=${text}`], place)
    expect(plan.outcome).toBe('changed')
    expect(await found(tree)).toEqual([])
    expect((await reading(tree)).targets.map(({ id, state }) => [id, state])).toEqual([
      ['ralph:260201-102030', 'EXECUTING'],
      ['task:task-1@260201-102030', 'not started'],
      ['task:task-2@260201-102030', 'not started'],
    ])
    expect((await target(tree, 'task-2'))?.facts['files']).toEqual(['**'])
  })

  const taken = { [`${folder}/plan.md`]: '# Plan\n' }
  const refusals: readonly (readonly [
    about: string,
    words: readonly string[],
    code: string,
    tree?: Files,
    configuration?: Configuration,
  ])[] = [
    ['a session of that second', ['Print'], 'NEW_EXISTS', taken],
    [
      'one of that second elsewhere',
      ['Print'],
      'NEW_EXISTS',
      { 'old/260201-102030/progress.md': '# Progress\n' },
      { sessions: ['.ralph-sessions/*', 'old/*'] },
    ],
    ['its instructions', ['Print'], 'NEW_EXISTS', { [`${folder}.instructions.md`]: 'Mind the gap.\n' }],
    ['no goal', [], 'COMMAND_USAGE'],
    ['two goals', ['Count', 'Print'], 'COMMAND_USAGE'],
    ['another option', ['Count', '--step', 'Print'], 'COMMAND_USAGE'],
    ['a blank goal', [' '], 'SUBAGENT_TEXT_MISSING'],
    ['a goal that is to come', ['[goal]'], 'SUBAGENT_TEXT_MISSING'],
    ['a title without a letter', ['Count', '--task', '\u0000'], 'SUBAGENT_TEXT_MISSING'],
    ['a title that is to come', ['Count', '--task', '_Not stated._'], 'SUBAGENT_TEXT_MISSING'],
    ['a long goal', ['x'.repeat(10_001)], 'COMMAND_USAGE'],
    ['a long title', ['Count', '--task', 'x'.repeat(10_001)], 'COMMAND_USAGE'],
    ['the profile that is only read', ['Count'], 'SUBAGENT_PROFILE_READONLY', {}, { profile: 'v2' }],
    ['no folder of sessions', ['Count'], 'COMMAND_USAGE', {}, { sessions: ['runs/*/sessions/*', 'one/260131-144400'] }],
  ]
  const named = refusals.map(([about, words, code, before = {}, configuration = {}]) => ({
    about,
    words,
    code,
    before,
    configuration,
  }))
  it.each(named)('are refused for $about', async ({ words, code, before, configuration }) => {
    const { plan, tree } = await make(before, words, { ...place, configuration })
    expect([plan.outcome, ...codes(plan.results[0]?.diagnostics ?? [])]).toEqual(['refused', `${code} error`])
    expect(tree).toEqual(before)
  })

  it('are named in the usage line', () => {
    expect(subagent.creation.usage).toBe('GOAL [--task TITLE]…')
  })
})
