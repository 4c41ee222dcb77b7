import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import codes from '../../src/core/codes.json' with { type: 'json' }
import type { RuleExamples } from '../../src/core/rule.ts'
import { cli, project, run } from './programs.ts'

/** The codes of the rules by whose examples they are among: those of a protocol have a file of their own in `dist/`. */
const byOwner = new Map<string, string[]>([['engine', [...codes.engine]]])
for (const [code, page] of Object.entries(codes.rules)) {
  const [owner = ''] = page.split('/')
  byOwner.set(owner, [...(byOwner.get(owner) ?? []), code])
}

// The build takes the examples out of the rules. One program of each owner shows that they are found; that all are
// there needs none.
describe.each([...byOwner])('the built program, of %s', (owner, all) => {
  it('explains a code, with its examples', async () => {
    const { code, stdout, stderr } = await run(cli, ['explain', all.at(-1) ?? '', '--format', 'json'])
    expect([code, stderr]).toEqual([0, ''])
    const { examples } = JSON.parse(stdout) as { examples: { bad: unknown[]; good: unknown[] } }
    expect([examples.bad.length, examples.good.length]).not.toContain(0)
  })

  it('has examples of every code', async () => {
    const { examples } = (await import(join(project, 'dist/chunks', `${owner}-examples.js`))) as {
      readonly examples: RuleExamples
    }
    const counts = all.map((code) => [
      code,
      ...[examples[code]?.bad, examples[code]?.good].map((exampleList) => Object.keys(exampleList ?? {}).length),
    ])
    expect(counts.filter((row) => row.includes(0))).toEqual([])
  })
})
