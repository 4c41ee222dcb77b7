import { detect as detection, readTranscript } from '../../../protocols/governance/transcripts/detection.ts'
import { plain } from '../../../render/plain.ts'
import { exits } from '../exit.ts'
import { textFrom } from '../../calls/named-text.ts'
import { type AnswerFormat, printAnswer } from '../output.ts'
import { NothingHere } from '../../calls/usage.ts'

/** The options of `baton detect`, as they were given. */
export interface DetectOptions {
  readonly transcript: string
  readonly injected?: true
  readonly format: AnswerFormat
}

/** `baton detect`: was this conversation compacted? Gives the exit code. */
export async function detect({ transcript, injected, format }: DetectOptions): Promise<number> {
  const read = readTranscript(await textFrom('--transcript', transcript))
  const found = detection({ ...read, injected: read.injected || injected === true })
  if (found.messages === 0) throw new NothingHere('There is no message in this transcript.')
  const lines = found.hits.map(({ signal, phrase, message }) => `  message ${message}: ${signal}, "${phrase}"`)
  const verdict = found.compacted ? `compacted: ${found.signals.join(', ')}` : 'not compacted'
  printAnswer(format, {
    text: () => `${plain(verdict)}\n${lines.map((line) => `${line}\n`).join('')}`,
    json: () => found,
    brief: () => ({ compacted: found.compacted, ...(found.signals.length > 0 && { signals: found.signals }) }),
  })
  return exits.fine
}
