import { detect as detection, readTranscript } from '../../../protocols/governance/transcripts/detection.ts'
import { plainText } from '../../../render/plain.ts'
import { textFrom } from '../../calls/named-text.ts'
import type { Answer } from '../../operations/operation.ts'
import type { DetectInput } from '../../operations/reading.ts'
import { NothingHere } from '../../calls/usage.ts'

/** `detect`: was this conversation compacted? */
export async function detect({ transcript, injected }: DetectInput): Promise<Answer> {
  const parsedTranscript = readTranscript(await textFrom('--transcript', transcript))
  const result = detection({ ...parsedTranscript, injected: parsedTranscript.injected || injected === true })
  if (result.messages === 0) throw new NothingHere('There is no message in this transcript.')
  const lines = result.hits.map(({ signal, phrase, message }) => `  message ${message}: ${signal}, "${phrase}"`)
  const verdict = result.compacted ? `compacted: ${result.signals.join(', ')}` : 'not compacted'
  return {
    views: {
      text: () => `${plainText(verdict)}\n${lines.map((line) => `${line}\n`).join('')}`,
      json: () => result,
      brief: () => ({ compacted: result.compacted, ...(result.signals.length > 0 && { signals: result.signals }) }),
    },
  }
}
