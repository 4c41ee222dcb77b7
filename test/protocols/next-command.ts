import { describe, expect, it } from 'vitest'
import type { Scene, SceneSetting, Tree } from './scene.ts'

/** A refusal by its code, the repository and the command that it refuses, and the command that helps next. */
export type RefusalRow = readonly [code: string, tree: Tree, command: string, next: string, setting?: SceneSetting]

/** Every refusal of a protocol names the command that helps next. `codes`: all codes that its commands refuse with. */
export function describeNextCommands({ give }: Scene, rows: readonly RefusalRow[], codes: Iterable<string>): void {
  describe('the command that helps next', () => {
    it.each(rows.map((row) => [row[0], row] as const))(
      'is named by %s',
      async (code, [, tree, command, next, setting]) => {
        const { outcome, result } = await give(tree, command, setting)
        const advice = result.diagnostics.map(({ hint = '', fix = '' }) => `${hint} ${fix}`).join(' ')
        expect([outcome, result.diagnostics.map((diagnostic) => diagnostic.code)]).toEqual([
          'refused',
          expect.arrayContaining([code]),
        ])
        expect(advice).toContain(next)
      },
    )

    it('is named for every code that a command refuses with', () => {
      expect([...new Set(rows.map(([code]) => code))].toSorted()).toEqual([...new Set(codes)].toSorted())
    })
  })
}
