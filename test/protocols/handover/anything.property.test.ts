import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planPath, revisedSample, session, statePath } from '../../../src/protocols/handover/examples.ts'
import type { Tree } from '../scene.ts'
import { diagnose, give, localOf, parsed, reading, textIn } from './scene.ts'
import { runs } from '../../thorough.ts'
import { anyText } from '../../any-text.ts'

const whole: Tree = { ...session, [planPath]: revisedSample[planPath] ?? '' }
const paths = Object.keys(whole).filter((path) => !path.startsWith('src/'))

/** What people and programs do to a text: lines go, come twice, or are cut; words are put in. */
const damage = fc.record({
  path: fc.constantFrom(...paths),
  at: fc.nat(),
  how: fc.constantFrom('drop', 'double', 'cut', 'insert', 'replace'),
  text: fc.oneof(
    fc.string({ maxLength: 30 }),
    fc.constantFrom(
      '---',
      '```',
      '<!--',
      '"',
      '{',
      '[',
      ': ',
      '- ',
      '\ufeff',
      '\r',
      '&a',
      '*a',
      '~',
      '999999999999',
      '<!-- voyage:anchor ',
      '### Step 1: x',
      '\ud800',
      '__proto__: 1',
      '"__proto__": {},',
    ),
  ),
})
type Damage = typeof damage extends fc.Arbitrary<infer Value> ? Value : never

function damaged(tree: Tree, { path, at, how, text }: Damage): Tree {
  const before = textIn(tree, path)
  const lines = before.split('\n')
  const line = at % lines.length
  const place = at % (before.length + 1)
  const after = {
    drop: () => lines.toSpliced(line, 1).join('\n'),
    double: () => lines.toSpliced(line, 0, lines[line] ?? '').join('\n'),
    cut: () => before.slice(0, place),
    insert: () => before.slice(0, place) + text + before.slice(place),
    replace: () => lines.with(line, text).join('\n'),
  }[how]()
  return { ...tree, [path]: after }
}

const commands = [
  '/accept login',
  '/handback login success',
  '/handback login error No',
  '/answer login Yes',
  '/continue login',
  '/preflight login',
  '/revise login plan\n```json\n{"annotations":[{"id":"ANN-0002","target_anchor":"step-1","intent":"add"}]}\n```',
]

describe('whatever is in the files', () => {
  it('is read, judged and answered, and never thrown at', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(damage, { minLength: 1, maxLength: 3 }),
        fc.constantFrom(...commands),
        async (damages, command) => {
          const tree = damages.reduce(damaged, whole)
          const found = await diagnose(tree, { base: whole })
          expect(found.every(({ path }) => paths.includes(path))).toBe(true)
          const path = damages[0]?.path ?? planPath
          if (!path.includes('architecture')) expect(await parsed(tree, path)).not.toBeUndefined()
          const result = await give(tree, command, { local: true })
          // A command never leaves the files in a worse state than it found them.
          const before = new Set(
            (await diagnose(tree)).flatMap(({ code, severity }) => (severity === 'error' ? [code] : [])),
          )
          const local = new Set(localOf(result))
          const after = (await diagnose(result.tree)).filter(
            ({ code, severity, path }) =>
              severity === 'error' && !before.has(code) && !local.has(path) && !code.startsWith('NEXT_SESSION'),
          )
          expect([command, after.map(({ code }) => code)]).toEqual([command, []])
        },
      ),
      { numRuns: runs(15) },
    )
  })

  it('may be text that means nothing at all', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), anyText({ maxLength: 200 }), async (path, text) => {
        await reading({ ...whole, [path]: text })
        await diagnose({ ...whole, [path]: text })
      }),
      { numRuns: runs(15) },
    )
  })
})

describe('a session state', () => {
  it('is not what a command of a comment looks at', async () => {
    expect((await give({ ...whole, [statePath]: '{' }, '/preflight login')).outcome).toBe('unchanged')
  })
})
