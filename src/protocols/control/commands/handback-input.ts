import { recordOf } from '../../../kit/record.ts'
import { type Refusal, refused, type CommandDiagnostic } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { suggestion } from '../../../core/suggestion.ts'
import { at, duplicates, type DataNode } from '../../../documents/data.ts'
import { cleaned, type HandbackContent } from '../writing/writing.ts'
import type { ControlModel, Stage } from '../model.ts'
import { readHandback, type Handback } from '../reading/stage-files.ts'
import { errorCodeNames, isErrorCode, isReason, reasonMeant, reasons, type ErrorCode, type Reason } from '../schema.ts'
import { problemDiagnostics, diagnostic } from './diagnostics.ts'
import { behind, textOf, type Rest } from '../../../kit/command.ts'

/** What to write, and the diagnostics about it. */
export interface HandbackRequest {
  readonly content: HandbackContent
  readonly diagnostics: readonly CommandDiagnostic[]
}

/** That a word is no reason. */
export function unknownReason(stage: Stage, word: string): Refusal {
  const meant = reasonMeant(word) ?? suggestion(word, reasons)
  return refused(
    diagnostic(stage, 'HANDBACK_REASON', msg`Unexpected reason ${word}, expected one of ${reasons}`, {
      hint: meant && msg`Perhaps ${meant} is meant.`,
    }),
  )
}

const missing = (stage: Stage, what: string): Refusal =>
  refused(
    diagnostic(stage, 'CONTROL_TEXT_MISSING', msg`Missing text, expected ${what}`, {
      hint: msg`Write it behind the command, or in quotes.`,
    }),
  )

/** Words that are codes and ordinary English too. */
const ordinary: ReadonlySet<ErrorCode> = new Set(['TIMEOUT', 'CANCELLED', 'UNKNOWN'])

const codeLike = /^(?:[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|E\d{3}):?$/

const firstWord = (text: string) => /^\S*/.exec(text)?.[0] ?? ''

interface Coded {
  readonly code: ErrorCode | undefined
  readonly text: string
}

/** Takes the code out of a text (docs/control.md, "Commands"). */
function codedText(stage: Stage, rest: Rest): Coded | Refusal {
  const text = textOf(rest).trimStart()
  const word = firstWord(text)
  const code = word.replace(/:$/, '').toUpperCase()
  if (!isErrorCode(code)) {
    if (!codeLike.test(word)) return { code: undefined, text }
    const meant = suggestion(code, errorCodeNames)
    return refused(
      diagnostic(stage, 'HANDBACK_CODE', msg`Unexpected code ${word}, expected one of ${errorCodeNames}`, {
        hint: meant && msg`Perhaps ${meant} is meant.`,
      }),
    )
  }
  if (ordinary.has(code) && word !== code && !word.endsWith(':')) return { code, text }
  const isWordOfItsOwn = rest.words[0] === word
  return { code, text: isWordOfItsOwn ? textOf(behind(rest, 1)) : text.slice(word.length) }
}

const longestDescription = 200

function shortened(text: string): string {
  const points = Array.from(text)
  return points.length > longestDescription ? `${points.slice(0, longestDescription - 1).join('')}…` : text
}

/** The handback that words ask for: `REASON [CODE] [TEXT]`. */
export function fromWords(stage: Stage, reason: Reason, rest: Rest): HandbackRequest | Refusal {
  if (reason === 'error') {
    const coded = codedText(stage, rest)
    if ('outcome' in coded) return coded
    const message = cleaned(coded.text)
    if (message === '') return missing(stage, 'what went wrong')
    const hint = msg`Write one of ${errorCodeNames} before the text.`
    const defaulted = coded.code
      ? []
      : [
          diagnostic(stage, 'HANDBACK_CODE_DEFAULTED', msg`Missing code, expected one: ${'UNKNOWN'} is written`, {
            severity: 'warning',
            hint,
          }),
        ]
    return {
      content: { reason, description: shortened(message), error: { code: coded.code ?? 'UNKNOWN', message } },
      diagnostics: defaulted,
    }
  }
  const text = cleaned(textOf(rest))
  if (text === '' && reason === 'question') return missing(stage, 'the question')
  return { content: { reason, description: text === '' ? 'Stage completed successfully.' : text }, diagnostics: [] }
}

/** What is wrong with a block beyond its shape: here it is an error. */
function* blockFaults(stage: Stage, { reason, description, error }: Handback, root: DataNode): Iterable<CommandDiagnostic> {
  for (const { key } of duplicates(root))
    yield diagnostic(stage, 'CONTROL_DUPLICATE_KEY', msg`Unexpected second key ${key.source} in the block, expected each once`)
  if (error && reason !== 'error')
    yield diagnostic(stage, 'HANDBACK_ERROR_UNEXPECTED', msg`Unexpected key ${'error'} in the block beside the reason ${reason}`)
  for (const [key, text] of [
    ['description', description],
    ['error.message', error?.message],
  ] as const) {
    if (text?.trim() === '') yield diagnostic(stage, 'HANDBACK_BLANK', msg`Unexpected blank ${key} in the block, expected what happened`)
  }
}

/** The handback that a json block is. */
export function fromBlock(
  { context: { limit } }: ControlModel,
  stage: Stage,
  text: string,
  words: readonly string[],
): HandbackRequest | Refusal {
  const unreadable = (message: string) =>
    refused(diagnostic(stage, 'HANDBACK_BLOCK_UNREADABLE', message, { hint: 'Write the whole object as JSON.' }))
  if (Buffer.byteLength(text) > limit) return unreadable(msg`Unexpected size of the block, expected at most ${limit} bytes`)
  const block = recordOf(text, 'json', 'json block')
  if (!block.data) return unreadable(block.fault?.message ?? '')
  const { root } = block.data

  const { value, problems } = readHandback(block)
  if (!value)
    return refused(
      ...problemDiagnostics(
        stage,
        problems.map((problem) => ({ ...problem, place: { path: stage.path } })),
        'error',
      ),
    )
  const faults = [...blockFaults(stage, value, root)]
  if (faults.length > 0) return refused(...faults)

  const [word, over] = words
  const named = word?.toLowerCase() ?? value.reason
  if (!isReason(named)) return unknownReason(stage, named)
  const conflict = (message: string) =>
    refused(diagnostic(stage, 'HANDBACK_BLOCK_CONFLICT', message, { hint: 'Say it once: in the block.' }))
  if (over !== undefined) return conflict(msg`Unexpected text ${over} beside the block`)
  if (named !== value.reason) return conflict(msg`Unexpected reason ${named} beside a block that says ${value.reason}`)

  const description = cleaned(value.description)
  const message = cleaned(value.error?.message ?? '')
  if (description === '' || (value.error && message === '')) return missing(stage, 'what happened')
  return {
    content: {
      reason: value.reason,
      description,
      error: value.error && { code: value.error.code, message, context: at(root, ['error', 'context']) },
    },
    diagnostics: [],
  }
}
