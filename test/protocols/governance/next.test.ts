import { describe, expect, it } from 'vitest'
import {
  anchor,
  archived,
  change,
  compactedSample,
  cycles,
  entry,
  histories,
  inSession,
  inStall,
  interruptedSample,
  sample,
  session,
  sessionPath,
  state,
  statePath,
  stopped,
  stoppedWithStall,
  time,
} from '../../../src/protocols/governance/examples.ts'
import { governance } from '../../../src/protocols/governance/protocol.ts'
import { machine } from '../../../src/protocols/governance/states.ts'
import { actionsIn } from '../guided.ts'
import type { SceneSetting } from '../scene.ts'
import { usual } from './scene.ts'

type Files = Readonly<Record<string, string>>

const agent = 'idumb-project-executor'
const of = (files: Files) =>
  change(files, { [sessionPath()]: { ...(JSON.parse(files[sessionPath()] ?? '') as object), agent } })

/** The session handed back at nine. */
const returned = (reason: string, text?: string): Files =>
  change(
    inSession(histories.interrupted, {
      ...stopped(),
      agent,
      handback: { reason, timestamp: time('09:00'), ...(text !== undefined && { text }) },
    }),
    { [statePath]: state({ history: [entry('task:Begin', '07:40'), archived()] }) },
  )
const withQuestion = returned('question', 'Which colour?')
const answered = change(withQuestion, {
  [statePath]: state({
    anchors: [{ ...anchor(1, 'high'), created: time('09:30') }],
    history: [entry('task:Begin', '07:40'), archived()],
  }),
})

const work = { do: 'work', run: '/handback ses_1 success|error|question "…"' }
const mend = { do: 'mend', run: '/handback ses_1 question "…"' }
const accept = { do: 'accept', run: '/accept ses_1' }
const waitWith = (begin: string) => ({
  do: 'wait',
  why: expect.stringMatching(
    new RegExp(String.raw`^${begin}Any agent can resume it after \`2026-02-04T10:00:00\.000Z\`: \`/accept \S+\`$`),
  ) as string,
})
const wait = waitWith('done\\. ')
const answer = {
  do: 'answer',
  run: '/anchor ses_1 context high "…"',
  question: 'Which colour?',
  why: expect.stringContaining('an anchor') as string,
}
const allowed: SceneSetting = { configuration: { 'allow-edges': ['interrupted->between_turn'] } }
const at = (hours: string): SceneSetting => ({ at: `2026-02-0${hours}:00Z` })

/** A part of an action. */
type ExpectedAction = Readonly<Record<string, unknown>>

/**
 * What a session is like, its state then, the repository, and what is to be done about it; nothing: absent. By default
 * it is half past eight.
 */
type Row = readonly [
  about: string,
  state: string,
  files: Files,
  expected?: ExpectedAction | undefined,
  setting?: SceneSetting,
]

const rows: readonly Row[] = [
  ['', 'beginning', inSession(histories.beginning), work],
  ['', 'between_turn', sample, work],
  ['of an agent', 'between_turn', of(sample), { ...work, agent }],
  [
    'of what is not an agent',
    'between_turn',
    change(sample, { [sessionPath()]: session(histories.working, { agent: 'a b' }) }),
    { ...work, agent: undefined },
  ],
  ['that was not updated for days', 'between_turn', sample, work, at('9T10:00')],
  ['', 'compacted', compactedSample, work],

  ['with three equal cycles', 'between_turn', inStall(cycles(50, 50, 50), [], [1, 0]), work],
  [
    'with four equal cycles',
    'between_turn',
    inStall(cycles(50, 50, 50, 50), [], [2, 0]),
    { ...mend, code: 'GOV_STALL_PLANNER' },
  ],
  [
    'with three equal errors',
    'between_turn',
    inStall([], ['sha256:a', 'sha256:a', 'sha256:a'], [0, 1]),
    { ...mend, code: 'GOV_STALL_VALIDATOR' },
  ],
  [
    'after four equal cycles',
    'interrupted',
    stoppedWithStall(cycles(50, 50, 50, 50), [], [2, 0]),
    accept,
    at('4T10:01'),
  ],

  ['for half an hour', 'interrupted', interruptedSample, wait, at('4T09:30')],
  ['for one hour', 'interrupted', interruptedSample, wait, at('4T10:00')],
  ['for longer', 'interrupted', interruptedSample, accept, at('4T10:01')],
  ['for two days', 'interrupted', interruptedSample, accept, at('6T09:00')],
  ['for half an hour, where that may be', 'interrupted', interruptedSample, accept, { ...at('4T09:30'), ...allowed }],
  ['with success', 'interrupted', returned('success'), { ...accept, agent }, at('4T10:01')],
  [
    'with an error a moment ago',
    'interrupted',
    returned('error', 'No disk'),
    waitWith('error: No disk\\. '),
    at('4T09:30'),
  ],
  [
    'with an error',
    'interrupted',
    returned('error', 'No disk'),
    { ...accept, do: 'decide', agent, why: 'No disk' },
    at('4T10:01'),
  ],
  ['with an error without words', 'interrupted', returned('error'), { ...accept, do: 'decide', agent }, at('4T10:01')],
  ['with a question a moment ago', 'interrupted', withQuestion, answer, at('4T09:30')],
  ['with a question', 'interrupted', withQuestion, answer, at('4T10:01')],
  ['with a question that was answered', 'interrupted', answered, waitWith(''), at('4T09:40')],
  [
    'with a question that was answered before',
    'interrupted',
    answered,
    { ...accept, read: [statePath] },
    at('4T10:01'),
  ],

  [
    '',
    'legacy',
    change(sample, {
      [sessionPath()]: session(histories.working, { sessionState: undefined, stateHistory: undefined }),
    }),
  ],
  [
    '',
    'record',
    change(sample, { [sessionPath()]: { sessionId: 'ses_1', status: 'active', updatedAt: time('08:00') } }),
  ],
  ['', 'unreadable', change(sample, { [sessionPath()]: 'no JSON' }), { do: 'mend', code: 'GOV_FILE_UNREADABLE' }],
  ['', 'idle', inSession([...histories.working, ['idle', '08:10']]), { do: 'mend', code: 'GOV_STATE_UNKNOWN' }],
]

const named = rows.map(([about, is, files, expected, setting = { at: '2026-02-04T08:30:00Z' }]) => ({
  about,
  is,
  files,
  expected,
  setting,
}))

describe('what is to be done about a session', () => {
  it.each(named)('$is $about', async ({ is, files, expected, setting }) => {
    expect((await usual.target(files, 'ses_1', setting))?.state).toBe(is)
    const actions = await actionsIn(files, { protocol: governance, ...setting })
    expect(actions.map(({ target }) => target)).toEqual(expected ? ['session:ses_1'] : [])
    if (expected) expect(actions).toMatchObject([{ ...expected, state: is }])
  })

  it('is known in every state: work where the agent holds it', () => {
    for (const [is, { holder }] of Object.entries(machine.states)) {
      const actions = new Set(named.filter((row) => row.is === is).map(({ expected }) => expected?.['do']))
      expect([is, actions.size > 0, actions.has('work'), actions.has('accept')]).toEqual([
        is,
        true,
        holder === 'agent',
        holder === 'orchestrator',
      ])
    }
  })

  it('is for its own agent alone', async () => {
    const place = { protocol: governance, at: '2026-02-04T08:30:00Z' }
    expect(await actionsIn(of(sample), place, { agent: `${agent}/2` })).toMatchObject([{ do: 'work' }])
    expect(await actionsIn(of(sample), place, { agent: 'idumb-planner' })).toEqual([])
  })
})
