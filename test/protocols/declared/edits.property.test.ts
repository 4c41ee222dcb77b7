import { describe, expect, it } from 'vitest'
import { seeded } from '../../../scripts/seeded.ts'
import { runs, seed } from '../../thorough.ts'
import { makeCase, makeCommand, strayEdits } from './edits.ts'

const repeats = /^\/(?:sync|(?:accept|handback) a ")/

describe('any commands about items of any declaration', () => {
  it.each(Array.from({ length: runs(6) }, (_, index) => seed + 1000 * index))(
    'write nothing but what they must (seed %i)',
    async (start) => {
      for (let number = 0; number < 20; number++) {
        const random = seeded(start + number)
        const scenario = makeCase(random)
        const { scene, files, appends, configuration } = scenario
        let { tree } = scenario
        for (let step = 0; step < 3; step++) {
          const command = makeCommand(random, scenario)
          const about = { seed: start + number, command, configuration, tree }
          const { outcome, tree: after } = await scene.give(tree, command)
          if (outcome !== 'changed') {
            expect({ ...about, after }).toEqual({ ...about, after: tree })
            continue
          }
          // A line that was appended before has moved those behind it.
          if (step === 0) {
            const stray = files.flatMap((written) =>
              strayEdits(
                written,
                tree[written.path] ?? '',
                String(after[written.path]),
                appends.includes(written.path) && !command.startsWith('/sync'),
              ),
            )
            expect({ ...about, stray }).toEqual({ ...about, stray: [] })
          }
          const errors = (await scene.diagnose(after)).filter(
            ({ severity, code }) => severity === 'error' && code !== 'ITEM_STATE_MISSING',
          )
          expect({ ...about, errors }).toEqual({ ...about, errors: [] })
          if (repeats.test(command)) {
            const again = await scene.give(after, command)
            expect({ ...about, again: again.outcome, after: again.tree }).toEqual({
              ...about,
              again: 'unchanged',
              after,
            })
          }
          tree = after as typeof tree
        }
      }
    },
  )
})
