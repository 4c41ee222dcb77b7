import { describe, expect, it } from 'vitest'
import {
  print,
  sample,
  session,
  sessionPath,
  state,
  statePath,
  histories,
} from '../../../../src/protocols/governance/examples.ts'
import { give } from '../scene.ts'

describe('every command', () => {
  const all = [
    '/accept ses_1',
    '/handback ses_1',
    '/compact ses_1',
    '/turn ses_1 --spawn general',
    '/anchor ses_1 decision high A',
    '/stall ses_1 planner --score 1 --issues a',
  ]
  const at = '2026-02-04T09:06:00Z'

  it.each(['../x', 's\u0435s_1', 'se', 'ses.1', 'a/b'])('refuses the name %s, and reads nothing', async (name) => {
    for (const command of all) {
      const result = await give(sample, command.replace('ses_1', `session:${name}`), { at })
      expect([result.outcome, result.codes]).toEqual(['refused', ['GOV_SESSION_NAME error']])
    }
  })

  it.each<[what: string, path: string, text: string, code: string, but: readonly string[]]>([
    [
      'a session with a key twice',
      sessionPath(),
      print(session(histories.working)).replace('"phase"', '"phase": "x",\n  "phase"'),
      'GOV_DUPLICATE_KEY error',
      [],
    ],
    ['a state that cannot be read', statePath, '[]', 'GOV_FILE_UNREADABLE error', ['/turn', '/stall']],
    [
      'a history of the wrong type',
      statePath,
      print(state({ history: {} })),
      'GOV_FIELD_TYPE error',
      ['/turn', '/stall'],
    ],
  ])('refuses %s', async (_, path, text, code, but) => {
    const files = { ...sample, [path]: text }
    for (const command of all.filter((candidate) => !but.some((name) => candidate.startsWith(name)))) {
      const result = await give(files, command, { at: command.startsWith('/accept') ? '2026-02-04T11:00:00Z' : at })
      expect([command, result.outcome, [...new Set(result.codes)]]).toEqual([command, 'refused', [code]])
    }
  })
})
