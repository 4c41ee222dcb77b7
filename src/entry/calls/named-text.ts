import { visibleLine } from '../../core/message.ts'
import { decodeUtf8 } from '../../documents/text.ts'
import { namedBytes, standardInput, UnreadableFile } from '../../gateways/named-file.ts'
import { UsageError } from './usage.ts'

/** A fault in reading a file that an option or argument names: the caller's, where the file cannot be read. */
export function asUsageError(option: string, file: string, cause: unknown): Error {
  if (cause instanceof UnreadableFile)
    return new UsageError(
      `Unexpected ${option} ${visibleLine(file)}, expected a regular file that can be read: ${cause.message}.`,
    )
  return cause instanceof Error ? cause : new Error(String(cause))
}

/** The bytes of a file that an option or argument names. @throws UsageError where it cannot be read. */
export function bytesFrom(option: string, file: string): Uint8Array {
  try {
    return namedBytes(file)
  } catch (cause) {
    throw asUsageError(option, file, cause)
  }
}

async function inputFrom(option: string): Promise<Uint8Array> {
  try {
    return await standardInput()
  } catch (cause) {
    throw asUsageError(option, '-', cause)
  }
}

/** The text of a file that an option names, `-`: standard input. @throws UsageError where it cannot be read. */
export async function textFrom(option: string, file: string): Promise<string> {
  const text = decodeUtf8(file === '-' ? await inputFrom(option) : bytesFrom(option, file))
  if (text === undefined) throw new UsageError(`Unexpected ${option} ${visibleLine(file)}, expected a file of UTF-8.`)
  return text
}
