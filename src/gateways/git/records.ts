import { byteReader } from './byte-reader.ts'
import type { Git } from './program.ts'

/** The marks by which git ends its records. */
export const marks = { nul: 0x00, newline: 0x0a } as const

/** The records in an output of git, each ended by a mark. */
export async function* records(git: Git, mark: number, words: readonly string[]): AsyncGenerator<string> {
  const reader = byteReader(git.read(words))
  try {
    for (let record = await reader.until(mark); record; record = await reader.until(mark)) yield record.toString()
  } finally {
    await reader.close()
  }
}
