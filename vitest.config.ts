import { accessSync, constants, readFileSync, statfsSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { defineConfig } from 'vitest/config'
import { page } from './scripts/bundle/page.ts'
import { hang } from './test/hang.ts'
import { SlowestFirst } from './test/order.ts'

// Where to write the counts for a machine to read, beside what people read.
const report = process.env['TEST_REPORT']

/**
 * Where tests put their thousands of small files: in memory, where that is a folder for everyone with much room in
 * which programs may be started; else in the usual place.
 */
function temporary(): string {
  const memory = '/dev/shm'
  try {
    const { bsize, bavail } = statfsSync(memory)
    accessSync(memory, constants.W_OK)
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === memory)
    if (bsize * bavail >= 2 ** 31 && mount !== undefined && !mount.split(' ')[3]?.split(',').includes('noexec'))
      return memory
  } catch {}
  return tmpdir()
}

/** Chaos, scale, faults, kills, and what is tried of the examples of every rule: `npm run test:slow`. */
const slow = ['test/**/*.slow.test.ts']
const all = ['test/**/*.test.ts']

export default defineConfig({
  plugins: [page(import.meta.dirname)],
  test: {
    projects: [
      { extends: true, test: { name: 'fast', include: all, exclude: slow } },
      // They wait for processes half of the time.
      { extends: true, test: { name: 'slow', include: slow, maxWorkers: Math.ceil(1.5 * availableParallelism()) } },
      // Every test, with more runs of what is random and all cases of what is combined.
      { extends: true, test: { name: 'thorough', include: all, env: { THOROUGH: '1' } } },
    ],
    env: { TMPDIR: temporary() },
    setupFiles: ['./test/random.ts', './test/processes/setup.ts'],
    sequence: { sequencer: SlowestFirst },
    // Tests leave much after that lives as long as a test: it is collected at once, instead of being copied twice
    // before.
    execArgv: ['--max-semi-space-size=64'],
    testTimeout: hang,
    hookTimeout: hang,
    // Nothing is mocked for longer than a test and nothing is global, so that files may share what they import; and
    // every core is used.
    isolate: false,
    maxWorkers: '100%',
    // GitHub's own workflow parser imports JSON in a way that Node refuses and the test runner's loader takes.
    server: { deps: { inline: [/@actions\/(languageservice|workflow-parser|expressions)/] } },
    coverage: { include: ['src/**/*.{ts,tsx}'], reporter: ['text-summary', 'html'] },
    ...(report === undefined ? {} : { reporters: ['default', ['json', { outputFile: report }]] }),
  },
})
