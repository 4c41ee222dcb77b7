import { recordOf } from '../../../kit/record.ts'
import { type Refusal, refuse, type CommandDiagnostic } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { isTooLarge, type ReportFile } from '../../../kit/report.ts'
import { misspelling, suggestion } from '../../../core/suggestion.ts'
import { nodeAt } from '../../../documents/data.ts'
import { cleanText, type HandbackContent } from '../writing/writing.ts'
import { nameIn, type ControlModel, type HandbackFile, type Stage } from '../model.ts'
import { shapedFile } from '../../../kit/shape-findings.ts'
import { stageFiles } from '../files.ts'
import { errorCodeNames, isErrorCode, reasonFromWord, type ErrorCode } from '../schema.ts'
import { handbackReasons, type HandbackReason } from '../../../core/command-names.ts'
import { problemDiagnostics, diagnostic, violation } from './diagnostics.ts'
import type { Call, Precondition } from '../../../kit/command.ts'
import { anywayReason, successText } from '../../../kit/evidence.ts'
import { cutText } from '../../../kit/kept-text.ts'
import { skipWords, freeText, type RemainingWords } from '../../../kit/words.ts'

export function refuseUnknownReason(stage: Stage, word: string): Refusal {
  const suggestedReason = reasonFromWord(word) ?? suggestion(word, handbackReasons)
  return refuse(
    diagnostic(stage, 'HANDBACK_REASON', msg`Unexpected reason ${word}, expected one of ${handbackReasons}`, {
      hint: suggestedReason && msg`Did you mean ${suggestedReason}?`,
      fix:
        suggestedReason &&
        `/handback ${nameIn(stage)} ${suggestedReason}${suggestedReason === 'success' ? '' : ' "…"'}`,
    }),
  )
}

/** A json block, or why it cannot be read. */
type Block = { readonly file: HandbackFile } | { readonly fault: string }

/** What a call says of a handback, in words or in a json block. */
export interface HandbackInput {
  readonly block?: Block
  /** Written like a code of an error, and none. */
  readonly unknownCode?: string | undefined
  /** An error has no code: `UNKNOWN` is written. */
  readonly isCodeDefaulted: boolean
  /** What is written; none where a text is missing, or the block is invalid. */
  readonly content: HandbackContent | undefined
  /** What the text says. */
  readonly expected: string
}

/** Words that are codes and ordinary English too. */
const ordinaryWords: ReadonlySet<ErrorCode> = new Set(['TIMEOUT', 'CANCELLED', 'UNKNOWN'])

const codePattern = /^(?:[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|E\d{3}):?$/

/** A word in capitals that is nearly a code: `CANCELED`. */
const isMisspelt = (word: string) => /^[A-Z]+:?$/.test(word) && misspelling(word, errorCodeNames) !== undefined

const firstWord = (text: string) => /^\S*/.exec(text)?.[0] ?? ''

/** Takes the code out of a text (docs/control.md, "Commands"). */
function codedText(rest: RemainingWords): {
  readonly code?: ErrorCode
  readonly unknownCode?: string
  readonly text: string
} {
  const text = freeText(rest).trimStart()
  const word = firstWord(text)
  const code = word.replace(/:$/, '').toUpperCase()
  if (!isErrorCode(code)) return { text, ...((codePattern.test(word) || isMisspelt(word)) && { unknownCode: word }) }
  if (ordinaryWords.has(code) && word !== code && !word.endsWith(':')) return { code, text }
  const isSeparateWord = rest.words[0] === word
  return { code, text: isSeparateWord ? freeText(skipWords(rest, 1)) : text.slice(word.length) }
}

const maxDescriptionLength = 200

/** The text behind a code that is given as an option. */
const textAfterCode = (code: string, rest: RemainingWords): ReturnType<typeof codedText> =>
  isErrorCode(code) ? { code, text: freeText(rest) } : { unknownCode: code, text: freeText(rest) }

function inputFromWords(reason: HandbackReason, rest: RemainingWords, namedCode: string | undefined): HandbackInput {
  if (reason === 'error') {
    const { code, unknownCode, text } = namedCode === undefined ? codedText(rest) : textAfterCode(namedCode, rest)
    const message = cleanText(text)
    const error = { code: code ?? 'UNKNOWN', message }
    const content = message === '' ? undefined : { reason, description: cutText(message, maxDescriptionLength), error }
    return { content, unknownCode, isCodeDefaulted: code === undefined, expected: 'what went wrong' }
  }
  const text = cleanText(freeText(rest))
  const description = text === '' && reason === 'success' ? 'Stage completed successfully.' : text
  return {
    content: description === '' ? undefined : { reason, description },
    isCodeDefaulted: false,
    expected: 'the question',
  }
}

function readBlock(limit: number, text: string): Block {
  if (isTooLarge(text, limit)) return { fault: msg`Unexpected size of the block, expected at most ${limit} bytes` }
  const file = recordOf(text, 'json', 'json block')
  return file.data ? { file: shapedFile(file, stageFiles.handback) } : { fault: file.fault?.message ?? '' }
}

/** The content that a valid block has written, unless its text is missing. */
function contentOf({ file, value }: HandbackFile): HandbackContent | undefined {
  if (!value || !file.data) return undefined
  const description = cleanText(value.description)
  const message = cleanText(value.error?.message ?? '')
  if (description === '' || (value.error && message === '')) return undefined
  const error = value.error && {
    code: value.error.code,
    message,
    context: nodeAt(file.data.root, ['error', 'context']),
  }
  return { reason: value.reason, description, error }
}

/** The json block of `/handback`: the file that it becomes. */
export const handbackBlock: ReportFile<ControlModel, Stage, Block> = {
  read: ({ context }, _, text) => readBlock(context.limit, text),
}

function inputFromBlock(block: Block): HandbackInput {
  const content = 'file' in block ? contentOf(block.file) : undefined
  return { block, content, isCodeDefaulted: false, expected: 'what happened' }
}

/**
 * What a call says of a handback; `undefined`: nothing more than its reason, if any, and that is the one already
 * written.
 */
export function inputOf({
  target: stage,
  words: [word],
  rest,
  report,
  request,
}: Omit<HandbackCall, 'prepared'>): HandbackInput | undefined {
  const overrideReason = anywayReason(request)
  const code = request.shared?.['code']
  if (report) return withOverrideReason(inputFromBlock(report), overrideReason)
  if (
    word === undefined ||
    (rest.words.length === 0 && overrideReason === undefined && stage.handback.value?.reason === word)
  )
    return undefined
  return withOverrideReason(
    inputFromWords(word as HandbackReason, rest, typeof code === 'string' ? code : undefined),
    overrideReason,
  )
}

/** What is handed back, with why a success is recorded anyway. */
function withOverrideReason(input: HandbackInput, overrideReason: string | undefined): HandbackInput {
  const { content } = input
  if (content?.reason !== 'success' || overrideReason === undefined) return input
  return { ...input, content: { ...content, description: successText(content.description, cleanText(overrideReason)) } }
}

/** What is wrong with a valid block beyond its shape: here it is an error. */
function* blockFaults(stage: Stage, { file, value }: HandbackFile): Iterable<CommandDiagnostic> {
  if (!value) return
  const { reason, description, error } = value
  for (const { key } of file.repeatedKeys())
    yield diagnostic(stage, 'CONTROL_DUPLICATE_KEY', msg`Unexpected second key ${key} in the block, expected each once`)
  if (error && reason !== 'error')
    yield diagnostic(
      stage,
      'HANDBACK_ERROR_UNEXPECTED',
      msg`Unexpected key ${'error'} in the block together with the reason ${reason}`,
    )
  for (const [key, text] of [
    ['description', description],
    ['error.message', error?.message],
  ] as const) {
    if (text?.trim() === '')
      yield diagnostic(stage, 'HANDBACK_BLANK', msg`Unexpected blank ${key} in the block, expected what happened`)
  }
}

/** With a block comes no text, and no other reason than its own. */
function* conflicts(
  { words: [word], rest }: Pick<HandbackCall, 'words' | 'rest'>,
  { value }: HandbackFile,
): Iterable<string> {
  const [extraWord] = rest.words
  if (extraWord !== undefined) yield msg`Unexpected text ${extraWord} together with the block`
  else if (value && word !== undefined && word !== value.reason)
    yield msg`Unexpected reason ${word} together with a block that says ${value.reason}`
}

export type HandbackCall = Call<ControlModel, Stage, Readonly<Record<string, never>>, Block, HandbackInput | undefined>

/** The block of a call, where it can be read. */
const blockIn = ({ prepared: input }: HandbackCall): HandbackFile | undefined =>
  input?.block && 'file' in input.block ? input.block.file : undefined

/** What must hold of the words or the json block of a handback. */
export const inputPreconditions: readonly Precondition<HandbackCall>[] = [
  {
    code: 'HANDBACK_BLOCK_UNREADABLE',
    *violations({ target: stage, prepared: input }) {
      if (input?.block && 'fault' in input.block)
        yield violation(stage, input.block.fault, { hint: 'Write the whole object as JSON.' })
    },
  },
  {
    violations(call) {
      const { target: stage } = call
      const problems = (blockIn(call)?.problems ?? []).map((problem) => ({ ...problem, place: { path: stage.path } }))
      return problemDiagnostics(stage, problems, 'error')
    },
  },
  {
    violations(call) {
      const block = blockIn(call)
      return block ? blockFaults(call.target, block) : []
    },
  },
  {
    code: 'HANDBACK_BLOCK_CONFLICT',
    *violations(call) {
      const block = blockIn(call)
      for (const message of block ? conflicts(call, block) : [])
        yield violation(call.target, message, { hint: 'Write it once, in the block.' })
    },
  },
  {
    code: 'HANDBACK_CODE',
    *violations({ target: stage, prepared: input }) {
      if (input?.unknownCode === undefined) return
      const suggestedCode = suggestion(input.unknownCode.replace(/:$/, '').toUpperCase(), errorCodeNames)
      const codeHint = msg`${'UNKNOWN'} is the code of an error that no other one fits.`
      const again = msg`Then give ${`/handback ${nameIn(stage)} error ${suggestedCode ?? 'UNKNOWN'} "…"`} again.`
      const hint = `${suggestedCode === undefined ? '' : `${msg`Did you mean ${suggestedCode}?`} `}${codeHint} ${again}`
      yield violation(stage, msg`Unexpected code ${input.unknownCode}, expected one of ${errorCodeNames}`, { hint })
    },
  },
  {
    code: 'CONTROL_TEXT_MISSING',
    *violations({ target: stage, prepared: input }) {
      if (input && !input.content)
        yield violation(stage, msg`Missing text, expected ${input.expected}`, {
          hint: msg`Write it after the command, or in quotes.`,
        })
    },
  },
]

/** The warning that an error got the code `UNKNOWN`. */
export function defaultedCodeWarnings(stage: Stage, { isCodeDefaulted }: HandbackInput): readonly CommandDiagnostic[] {
  if (!isCodeDefaulted) return []
  const hint = msg`Write one of ${errorCodeNames} before the text.`
  const message = msg`Missing code of the error: ${'UNKNOWN'} is written in its place`
  return [diagnostic(stage, 'HANDBACK_CODE_DEFAULTED', message, { severity: 'warning', hint })]
}
