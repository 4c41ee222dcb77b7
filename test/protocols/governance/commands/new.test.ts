import { describe, expect, it } from 'vitest'
import { emptySample, interruptedSample, sample, sessionPath } from '../../../../src/protocols/governance/examples.ts'
import { governance } from '../../../../src/protocols/governance/protocol.ts'
import { actionsIn, make } from '../../guided.ts'
import { codes } from '../../scene.ts'
import { diagnose, give } from '../scene.ts'

type Files = Readonly<Record<string, string>>

const place = { protocol: governance, at: '2026-02-04T10:00:00Z' }
const words = ['ses_7', '--agent', 'idumb-project-executor']
const stall = '.idumb/brain/stall/ses_7.json'
const found = async (tree: Files) =>
  (await diagnose(tree)).filter(({ severity }) => severity !== 'notice').map(({ code }) => code)

describe('the first files of a session', () => {
  it.each([
    ['alone', {}],
    ['beside a state without sessions', emptySample],
    ['beside one that works', sample],
    ['beside one that stopped', interruptedSample],
  ])('are those of /accept session:ses_7, and are worked on: %s', async (_, before: Files) => {
    const { plan, tree } = await make(before, words, place)
    // Without a state, sessions are only found where the configuration has them.
    const accepted = await give(before, `/accept session:${words.join(' ')}`, { ...place, configuration: {} })
    expect([plan.outcome, plan.results[0]?.target, plan.results[0]?.to]).toEqual([
      'changed',
      'session:ses_7',
      'beginning',
    ])
    expect(tree).toEqual(accepted.tree)
    expect(await found(tree)).toEqual([])
    const actions = await actionsIn(tree, place)
    expect(actions.find(({ target }) => target === 'session:ses_7')).toMatchObject({
      do: 'work',
      agent: words[2],
      run: '/handback ses_7 success|error|question "…"',
    })
  })

  it('come with a warning where the table does not have the agent', async () => {
    const { plan } = await make({}, ['ses_7', '--agent', '@Somebody'], place)
    expect([plan.outcome, ...codes(plan.results[0]?.diagnostics ?? [])]).toEqual([
      'changed',
      'SCOPE_AGENT_UNKNOWN warning',
    ])
  })

  const refusals: readonly (readonly [about: string, words: readonly string[], code: string, tree?: Files])[] = [
    ['a session that is there', ['ses_1', '--agent', 'general'], 'NEW_EXISTS', sample],
    ['one that stopped', ['ses_1', '--agent', 'general'], 'NEW_EXISTS', interruptedSample],
    [
      'a session that cannot be read',
      ['ses_1', '--agent', 'general'],
      'NEW_EXISTS',
      { ...sample, [sessionPath()]: 'no JSON' },
    ],
    ['evidence of another one', words, 'NEW_EXISTS', { ...sample, [stall]: '{}\n' }],
    ['an id in other capitals', ['Ses_1', '--agent', 'general'], 'GOV_SESSION_CASE', sample],
    ['an id that is none', ['../ses', '--agent', 'general'], 'GOV_SESSION_NAME'],
    ['an id that is too short', ['se', '--agent', 'general'], 'GOV_SESSION_NAME'],
    ['an agent that is none', ['ses_7', '--agent', 'a b'], 'COMMAND_USAGE'],
    ['no agent', ['ses_7'], 'COMMAND_USAGE'],
    ['no id', ['--agent', 'general'], 'COMMAND_USAGE'],
    ['a state that cannot be read', words, 'GOV_FILE_UNREADABLE', { '.idumb/brain/state.json': 'no JSON' }],
  ]
  const named = refusals.map(([about, args, code, before = {}]) => ({ about, given: args, code, before }))
  it.each(named)('are refused for $about', async ({ given, code, before }) => {
    const { plan, tree } = await make(before, given, place)
    expect([plan.outcome, ...codes(plan.results[0]?.diagnostics ?? [])]).toEqual(['refused', `${code} error`])
    expect(tree).toEqual(before)
  })

  it('are named in the usage line', async () => {
    expect(governance.creation.usage).toBe('ID --agent NAME [--lease TIME] [--anyway]')
    const { plan } = await make({}, ['ses_7', '--agent', 'a b'], place)
    expect(plan.results[0]?.diagnostics).toMatchObject([
      { hint: 'Usage: `baton new governance ID --agent NAME [--lease TIME] [--anyway]`' },
    ])
  })
})
