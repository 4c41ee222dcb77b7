import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest, longest first. */
export const slowest: readonly string[] = [
  'test/hostile.slow.test.ts',
  'test/large.slow.test.ts',
  'test/page/browser.slow.test.ts',
  'test/entry/together.slow.test.ts',
  'test/protocols/next.slow.test.ts',
  'test/protocols/faults.slow.test.ts',
  'test/entry/bot/strangers.slow.test.ts',
  'test/protocols/views.slow.test.ts',
  'test/entry/mcp/served.slow.test.ts',
  'test/entry/loaded.slow.test.ts',
  'test/entry/mcp/walk.slow.test.ts',
  'test/protocols/offered.slow.test.ts',
  'test/demo.slow.test.ts',
  'test/scripts/trace.slow.test.ts',
  'test/entry/bot/secrets.slow.test.ts',
  'test/build.slow.test.ts',
  'test/docs/commands.slow.test.ts',
  'test/protocols/plugin/commands/anything.slow.test.ts',
  'test/entry/bot.slow.test.ts',
  'test/entry/handover-commits.slow.test.ts',
  'test/entry/bot/deliveries.slow.test.ts',
]

/**
 * Starts the files that take longest first, so that no core waits for one of them at the end: a fresh clone knows how
 * large files are, not how long they take.
 */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) => {
      const index = slowest.indexOf(relative(project.config.root, moduleId).replaceAll('\\', '/'))
      return index === -1 ? slowest.length : index
    }
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}
