import { defineConfig } from 'vitest/config'
import { hang } from './test/hang.ts'

// Where to write the counts for a machine to read, beside what people read.
const report = process.env['TEST_REPORT']

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: hang,
    hookTimeout: hang,
    // Nothing is mocked and nothing is global, so that files may share what they import; and every core is used.
    isolate: false,
    maxWorkers: '100%',
    // GitHub's own workflow parser imports JSON in a way that Node refuses and the test runner's loader takes.
    server: { deps: { inline: [/@actions\/(languageservice|workflow-parser|expressions)/] } },
    coverage: { include: ['src/**/*.ts'], reporter: ['text-summary', 'html'] },
    ...(report === undefined ? {} : { reporters: ['default', ['json', { outputFile: report }]] }),
  },
})
