import { expect } from 'vitest'
import type { Diagnostic } from '../../src/core/diagnostic.ts'

/** Compares messages with a file beside the test: a line for each message, with its code. */
export async function expectMessages(found: readonly Pick<Diagnostic, 'code' | 'message'>[], file: string): Promise<void> {
  const lines = found.map(({ code, message }) => `${code} ${message.replaceAll('\n', '\\n')}`)
  await expect(`${[...new Set(lines)].toSorted().join('\n')}\n`).toMatchFileSnapshot(file)
}
