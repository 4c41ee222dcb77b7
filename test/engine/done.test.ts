import { expect, it } from 'vitest'
import { nextActions } from '../../src/engine/next.ts'
import { change, histories, sample, session, sessionPath, time } from '../../src/protocols/governance/examples.ts'
import { governance } from '../../src/protocols/governance/protocol.ts'
import { open } from '../protocols/scene.ts'

const withSession = (file: object | string) => change(sample, { [sessionPath()]: file as never })

it.each([
  [
    'a session of an older form, which an agent holds',
    session(histories.working, { sessionState: undefined, stateHistory: undefined }),
    [0, 1],
  ],
  ['an active session of another program', { sessionId: 'ses_1', status: 'active', updatedAt: time('08:00') }, [0, 1]],
  [
    'an ended session of another program',
    { sessionId: 'ses_1', status: 'completed', updatedAt: time('08:00') },
    [1, 0],
  ],
])('%s is done only where it has ended', async (_, file, [doneCount, waiting]) => {
  const place = { protocol: governance, configuration: undefined }
  const next = nextActions({
    head: await open(withSession(file), place),
    context: { at: time('10:00'), day: '2026-02-04', limit: 1 << 20 },
    protocols: [governance],
    sections: {},
    severity: {},
    actor: 'octocat',
    local: true,
    limit: 5,
  })
  expect([next.done, next.waiting.length]).toEqual([doneCount, waiting])
})
