import { readFileSync } from 'node:fs'
import { decoded } from '../../../documents/text.ts'
import { detect as detection, readTranscript } from '../../../protocols/governance/detection.ts'
import { plain } from '../../../render/plain.ts'
import { exits } from '../exit.ts'
import { UsageError } from '../usage.ts'

/** The options of `baton detect`, as they were given. */
export interface DetectOptions {
  readonly transcript: string
  readonly injected?: true
  readonly format: 'text' | 'json'
}

function textFrom(file: string): string {
  try {
    const text = decoded(readFileSync(file === '-' ? 0 : file))
    if (text !== undefined) return text
  } catch {
    // What cannot be opened is told like what cannot be decoded.
  }
  throw new UsageError(`Unexpected --transcript ${file}, expected a file of UTF-8 that can be read.`)
}

/** `baton detect`: was this conversation compacted? Gives the exit code. */
export function detect({ transcript, injected, format }: DetectOptions): number {
  const read = readTranscript(textFrom(transcript))
  const found = detection({ ...read, injected: read.injected || injected === true })
  if (found.messages === 0) {
    process.stderr.write('There is no message in this transcript.\n')
    return exits.nothing
  }
  const lines = found.hits.map(({ signal, phrase, message }) => `  message ${message}: ${signal}, "${phrase}"`)
  const verdict = found.compacted ? `compacted: ${found.signals.join(', ')}` : 'not compacted'
  process.stdout.write(
    format === 'json' ? `${JSON.stringify(found, undefined, 2)}\n` : `${plain(verdict)}\n${lines.map((line) => `${line}\n`).join('')}`,
  )
  return exits.fine
}
