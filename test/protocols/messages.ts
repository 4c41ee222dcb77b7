import { expect } from 'vitest'
import type { Diagnostic } from '../../src/core/diagnostic.ts'
import { wrongCalls } from './tool-calls.ts'

/**
 * Compares messages with a file beside the test: a line for each message, with its code. What they name for tools,
 * these take.
 */
export async function expectMessages(found: readonly Diagnostic[], file: string): Promise<void> {
  expect(wrongCalls(found)).toEqual([])
  const lines = found.map(({ code, message }) => `${code} ${message.replaceAll('\n', '\\n')}`)
  await expect(`${[...new Set(lines)].toSorted().join('\n')}\n`).toMatchFileSnapshot(file)
}
