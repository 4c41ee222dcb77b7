import { describe } from 'vitest'
import {
  anchor,
  change,
  entry,
  inSession,
  inState,
  interruptedSample,
  sample,
  session,
  sessionPath,
  statePath,
  time,
  histories,
} from '../../../../src/protocols/governance/examples.ts'
import { cases } from '../scene.ts'

const usage = 'refused, COMMAND_USAGE error'
const late = { at: '2026-02-04T09:30:00Z' }
const earlier = { at: '2026-02-04T08:04:00Z' }
const list = <Each>(length: number, make: (index: number) => Each) => Array.from({ length }, (_, index) => make(index))

describe('/anchor', () => {
  const command = '/anchor ses_1 decision high Stored times are UTC'
  const fullAnchor = (overrides: Readonly<Record<string, unknown>> = {}) =>
    anchor(7, 'high', { content: 'Stored times are UTC', ...overrides })
  const now = Date.parse('2026-02-04T08:30:00Z')
  const full = (...last: readonly string[]) =>
    inState({
      anchors: [
        ...list(20 - last.length, (index) => anchor(index + 1, 'high')),
        ...last.map((priority, index) => anchor(90 + index, priority)),
      ],
    })
  cases('anchor', [
    ['no name', '/anchor', usage],
    ['no type', '/anchor ses_1', usage],
    ['another type', '/anchor ses_1 output_style high Text', usage],
    ['no priority', '/anchor ses_1 decision', usage],
    ['a priority that is not allowed', '/anchor ses_1 decision low Text', usage],
    ['no text', '/anchor ses_1 decision high', usage],
    ['a text of blanks', '/anchor ses_1 decision high "  "', usage],
    [
      'a decision',
      command,
      'changed',
      sample,
      {},
      {
        reply: 'The anchor `anchor-1770193800000` is recorded.',
        [statePath]: {
          anchors: [
            {},
            {},
            {
              id: `anchor-${now}`,
              created: time('08:30'),
              type: 'decision',
              content: 'Stored times are UTC',
              priority: 'high',
            },
          ],
          history: [{}, { action: `anchor:anchor-${now}:ses_1` }],
        },
        [sessionPath()]: { lastUpdated: time('08:30') },
      },
    ],
    [
      'context, in capitals',
      '/anchor ses_1 CONTEXT Critical " Both   blanks "',
      'changed',
      sample,
      {},
      { [statePath]: { anchors: [{}, {}, { type: 'context', priority: 'critical', content: 'Both   blanks' }] } },
    ],
    [
      'a checkpoint',
      '/anchor ses_1 checkpoint normal --all-of it',
      'changed',
      sample,
      {},
      { [statePath]: ['"checkpoint"', '"--all-of it"'] },
    ],
    ['a completion', '/anchor ses_1 completion normal Done', 'changed', sample, {}, { [statePath]: '"completion"' }],
    ['1,000 characters, each of two units', `/anchor ses_1 decision high ${'\u{1f3b9}'.repeat(1000)}`, 'changed'],
    ['1,001 characters', `/anchor ses_1 decision high ${'x'.repeat(1001)}`, 'refused, GOV_TEXT_LIMIT error'],
    ['recorded already', command, 'unchanged', inState({ anchors: [fullAnchor()] })],
    ['recorded already, whatever the time', command, 'unchanged', inState({ anchors: [fullAnchor()] }), earlier],
    ['recorded with another priority', command, 'changed', inState({ anchors: [fullAnchor({ priority: 'normal' })] })],
    ['recorded with another type', command, 'changed', inState({ anchors: [fullAnchor({ type: 'context' })] })],
    [
      'ids that are taken',
      command,
      'changed',
      inState({
        anchors: [
          fullAnchor({ id: `anchor-${now}`, content: 'A' }),
          fullAnchor({ id: `anchor-${now + 1}`, content: 'B' }),
        ],
      }),
      {},
      { [statePath]: `"anchor-${now + 2}"` },
    ],
    ['the 20th', command, 'changed', inState({ anchors: list(19, (index) => anchor(index + 1, 'high')) })],
    ['the 21st', command, 'refused, GOV_ANCHORS_FULL error', full()],
    ['the 21st, one of another kind', command, 'refused, GOV_ANCHORS_FULL error', full('style')],
    [
      'the 21st, with a low one',
      command,
      'changed',
      full('normal', 'low'),
      {},
      { reply: 'Anchors that were dropped: `1`.', [statePath]: /anchor-18",[^]*anchor-90",[^]*anchor-1770193800000/ },
    ],
    [
      'the 21st, with normal ones',
      command,
      'changed',
      full('normal', 'normal'),
      {},
      { [statePath]: /anchor-18",[^]*(?<!anchor-90",[^]*)anchor-91",/ },
    ],
    [
      'the 23rd, with two to give way',
      command,
      'refused, GOV_ANCHORS_FULL error',
      inState({
        anchors: [...list(20, (index) => anchor(index + 1, 'high')), anchor(31, 'low'), anchor(32, 'normal')],
      }),
    ],
    [
      'the 23rd, with three to give way',
      command,
      'changed',
      inState({
        anchors: [
          anchor(30, 'normal'),
          ...list(19, (index) => anchor(index + 1, 'high')),
          anchor(31, 'low'),
          anchor(32, 'normal'),
        ],
      }),
      {},
      { reply: 'Anchors that were dropped: `3`.' },
    ],
    [
      'one of unknown age gives way first',
      command,
      'changed',
      inState({
        anchors: [
          anchor(50, 'normal', { created: '1999-01-01T00:00:00Z' }),
          ...list(18, (index) => anchor(index + 1, 'high')),
          anchor(51, 'normal', { created: 'once' }),
        ],
      }),
      {},
      { [statePath]: /anchor-50",(?![^]*anchor-51")/ },
    ],
    [
      'entries of another form count too',
      command,
      'refused, GOV_ANCHORS_FULL error',
      inState({ anchors: [...list(10, () => 'text'), ...list(10, (index) => anchor(index + 1, 'high'))] }),
    ],
    ['a full history', command, 'changed', inState({ history: list(50, (index) => entry(`task:${index}`)) })],
    [
      'a history that is too full',
      command,
      'changed',
      inState({ history: list(53, (index) => entry(`task:${index}`)) }),
    ],
    [
      'the state is missing',
      command,
      'changed',
      change(sample, { [statePath]: null }),
      {},
      { [statePath]: { anchors: [{ content: 'Stored times are UTC' }] } },
    ],
    [
      'a state without anchors',
      command,
      'changed',
      inState({ anchors: undefined }),
      {},
      { [statePath]: { anchors: [{ content: 'Stored times are UTC' }] } },
    ],
    ['a session that stopped', command, 'changed', interruptedSample, late, { changed: [statePath] }],
    [
      'a session that stopped with a fault',
      command,
      'changed',
      change(interruptedSample, { [sessionPath()]: session(histories.interrupted, { previousState: 'idle' }) }),
      late,
    ],
    [
      'a session with a fault',
      command,
      'refused, GOV_STATE_UNKNOWN error',
      inSession(histories.working, { previousState: 'idle' }),
    ],
    ['it was updated since', command, 'refused, GOV_TIME_BACKWARDS error', sample, earlier],
    ['anchors that are none', command, 'refused, GOV_FIELD_TYPE error', inState({ anchors: 'none' })],
    ['a history that is none', command, 'refused, GOV_FIELD_TYPE error', inState({ history: 'none' })],
    ['a state that is a link', command, 'refused, GOV_FILE_LINK error', sample, { links: [statePath] }],
  ])
})
