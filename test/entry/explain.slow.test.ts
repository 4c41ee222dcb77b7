import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import codes from '../../src/core/codes.json' with { type: 'json' }
import { dist } from './bot/process.ts'

/** The last rule of each page: what is written alike is built alike, and the build fails where a rule has no examples. */
const ofEachPage = [...new Set(Object.values(codes.rules))].flatMap(
  (page) => Object.entries(codes.rules).findLast(([, its]) => its === page)?.[0] ?? [],
)

describe('the built program', () => {
  // The build takes the examples out of the rules.
  it.each([...codes.engine, ...ofEachPage])('explains %s, with its examples', (code) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(dist, 'cli.js'), 'explain', code, '--format', 'json'])
    expect([status, String(stderr)]).toEqual([0, ''])
    const { examples } = JSON.parse(String(stdout)) as { examples: { bad: unknown[]; good: unknown[] } }
    expect([examples.bad.length, examples.good.length]).not.toContain(0)
  })
})
