import { expect, it } from 'vitest'
import { sample } from '../../../../src/protocols/governance/examples.ts'
import { give, told, type Setting, type Tree } from '../scene.ts'

/**
 * A command, and what comes of it: its outcome, and the codes of all that is said. Where nothing else is given it is half past eight in
 * the sample.
 */
export type Row = readonly [about: string, line: string, comes: string, tree?: Tree, setting?: Setting]

/** Tests each row; a snapshot holds every word that is told, and every line that is written. */
export function rows(table: readonly Row[]): void {
  for (const [about, line, comes, tree = sample, setting = {}] of table) {
    it(about, async () => {
      const given = await give(tree, line, { at: '2026-02-04T08:30:00Z', ...setting })
      expect([given.outcome, ...given.codes].join(', ')).toBe(comes)
      expect(`${Array.from(line).slice(0, 100).join('')}\n${told(given, tree)}`).toMatchSnapshot()
    })
  }
}
