import fc from 'fast-check'
import { expect, it } from 'vitest'
import { globs, escapeGlob, type Globs } from '../../src/documents/glob.ts'
import { runs } from '../thorough.ts'

function matches(glob: string, path: string): boolean {
  const names = path.split('/')
  const last = names.pop() ?? ''
  const folder = names.reduce<Globs<true> | undefined>((parent, name) => parent?.below(name), globs([[glob, true]]))
  return (folder?.matching(last) ?? []).length > 0
}

it('a path taken literally matches itself alone', () => {
  const name = fc.string({ minLength: 1, maxLength: 6, unit: fc.constantFrom(...Array.from('ab*?[]{}()!+@,.-^$|# é')) })
  const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'))
  fc.assert(
    fc.property(path, path, (firstPath, secondPath) => {
      expect(matches(escapeGlob(firstPath), firstPath)).toBe(true)
      expect(matches(escapeGlob(firstPath), secondPath)).toBe(firstPath === secondPath)
    }),
    { numRuns: runs(200) },
  )
})
