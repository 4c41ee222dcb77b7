import { recordOf } from '../../../kit/record.ts'
import { isMapping } from '../../../documents/data.ts'

/** The signals of a conversation that was compacted (specification, S2). */
export const signals = ['compaction-keyword', 'context-loss', 'low-message-count'] as const
export type Signal = (typeof signals)[number]

const phrases: Readonly<Partial<Record<Signal, readonly string[]>>> = {
  'compaction-keyword': [
    'compacted',
    'summary of our conversation',
    'context has been compacted',
    'previous messages have been summarized',
    'conversation summary',
    'context window',
    'memory has been compacted',
    'session compacted',
  ],
  'context-loss': [
    "i'll need you to provide",
    'can you remind me',
    'what were we working on',
    "i don't have context",
    'please provide context',
  ],
}

/** Fewer messages than that are too few for a conversation in which governance was injected before. */
const minMessages = 5

/** A conversation as far as it matters. */
export interface Transcript {
  readonly messages: readonly string[]
  readonly injected: boolean
}

export interface CompactionDetection {
  readonly version: 1
  readonly compacted: boolean
  readonly signals: readonly Signal[]
  readonly messages: number
  /** Messages count from 1. */
  readonly hits: readonly { readonly signal: Signal; readonly phrase: string; readonly message: number }[]
}

const textsOf = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  if (!Array.isArray(value)) return []
  return value.flatMap((part: unknown) =>
    typeof part === 'string' ? [part] : isMapping(part) ? textsOf(part['text']) : [],
  )
}

/** The text of a message: its `content`, the texts of its `parts`, or its `text`. */
function messageText(message: unknown): string {
  if (!isMapping(message)) return textsOf(message).join('\n')
  const contentTexts = ['content', 'parts', 'text']
    .map((key) => textsOf(message[key]))
    .find((texts) => texts.length > 0)
  return (contentTexts ?? []).join('\n')
}

const jsonValue = (text: string): unknown => recordOf(text, 'json').data?.value

/** The line that begins a message of a plain text. */
const messageStart = /^\s*#*\s*(?:user|assistant|system|tool)\s*:/i

function messagesInText(text: string): readonly string[] {
  const messages: string[][] = []
  for (const line of text.split(/\r?\n/)) {
    const [mark] = messageStart.exec(line.slice(0, 200)) ?? []
    if (mark !== undefined) messages.push([line.slice(mark.length)])
    else messages.at(-1)?.push(line)
  }
  return messages.map((lines) => lines.join('\n'))
}

function messagesInLines(text: string): readonly string[] | undefined {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const messages = lines.map(jsonValue)
  return lines.length > 0 && messages.every(isMapping) ? messages.map(messageText) : undefined
}

/**
 * Reads a conversation: a list of messages in JSON, `{governanceInjected?, messages}`, a message in JSON on each line,
 * or a text in which a line such as `user:` begins a message.
 */
export function readTranscript(text: string): Transcript {
  const plainText = text.replace(/^\ufeff/, '')
  const data = jsonValue(plainText)
  if (Array.isArray(data)) return { messages: data.map(messageText), injected: false }
  if (isMapping(data) && Array.isArray(data['messages']))
    return { messages: data['messages'].map(messageText), injected: data['governanceInjected'] === true }
  return { messages: messagesInLines(plainText) ?? messagesInText(plainText), injected: false }
}

const foldText = (text: string): string => text.toLowerCase().replaceAll('\u2019', "'").replace(/\s+/gu, ' ')

/** Whether a conversation was compacted, and the signals of that. */
export function detect({ messages, injected }: Transcript): CompactionDetection {
  const hits = messages.flatMap((text, index) => {
    const foldedText = foldText(text)
    return signals.flatMap((signal) =>
      (phrases[signal] ?? [])
        .filter((phrase) => foldedText.includes(phrase))
        .map((phrase) => ({ signal, phrase, message: index + 1 })),
    )
  })
  const isFew = injected && messages.length < minMessages
  const foundSignals = signals.filter(
    (signal) => hits.some((hit) => hit.signal === signal) || (signal === 'low-message-count' && isFew),
  )
  return { version: 1, compacted: foundSignals.length > 0, signals: foundSignals, messages: messages.length, hits }
}
