import { detect as detection, readTranscript } from '../../../protocols/governance/transcripts/detection.ts'
import { plain } from '../../../render/plain.ts'
import { textFrom } from '../../calls/named-text.ts'
import type { Answer } from '../../operations/operation.ts'
import type { DetectInput } from '../../operations/reading.ts'
import { NothingHere } from '../../calls/usage.ts'

/** `detect`: was this conversation compacted? */
export async function detect({ transcript, injected }: DetectInput): Promise<Answer> {
  const read = readTranscript(await textFrom('--transcript', transcript))
  const found = detection({ ...read, injected: read.injected || injected === true })
  if (found.messages === 0) throw new NothingHere('There is no message in this transcript.')
  const lines = found.hits.map(({ signal, phrase, message }) => `  message ${message}: ${signal}, "${phrase}"`)
  const verdict = found.compacted ? `compacted: ${found.signals.join(', ')}` : 'not compacted'
  return {
    views: {
      text: () => `${plain(verdict)}\n${lines.map((line) => `${line}\n`).join('')}`,
      json: () => found,
      brief: () => ({ compacted: found.compacted, ...(found.signals.length > 0 && { signals: found.signals }) }),
    },
  }
}
