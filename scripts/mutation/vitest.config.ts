import { defineConfig } from 'vitest/config'
import { onlyProtocol } from './tests.ts'

// Set by `scripts/mutation.ts`: Stryker starts the tests in processes of its own.
const { MUTATION_TESTS: tests = '', MUTATION_PROTOCOL: protocol } = process.env

export default defineConfig({
  plugins: protocol === undefined ? [] : [onlyProtocol(protocol)],
  test: {
    include: tests.split(' '),
    testTimeout: 60_000,
    hookTimeout: 60_000,
    isolate: false,
  },
})
