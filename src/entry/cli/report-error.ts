import { CommanderError } from 'commander'
import { briefDiagnostic } from '../../render/brief.ts'
import { jsonDiagnostic } from '../../render/json.ts'
import { plainText } from '../../render/plain.ts'
import { answerFormats } from '../operations/fields.ts'
import { generalDiagnostic, failureOf, type Failure } from '../calls/failure.ts'
import { dataText, exitCodes } from '../calls/answer.ts'

const codeOf: Readonly<Record<Failure['outcome'], number>> = {
  usage: exitCodes.usage,
  nothing: exitCodes.nothing,
  refused: exitCodes.findings,
  fault: exitCodes.fault,
}

/** What a wrong call of the program is, which the command line has printed already; otherwise what ended it. */
const endingOf = (error: unknown): Failure =>
  error instanceof CommanderError
    ? { outcome: 'usage', lines: [], diagnostics: [generalDiagnostic('USAGE', error.message.replace(/^error: /, ''))] }
    : failureOf(error)

type AnswerFormat = (typeof answerFormats)[number]
const isAnswerFormat = (name: string | undefined): name is AnswerFormat =>
  (answerFormats as readonly (string | undefined)[]).includes(name)

/** The format that the words of a call request, be the call right or wrong; `text` where it is not JSON. */
export function requestedFormat(words: readonly string[], environment = process.env['BATON_FORMAT']): AnswerFormat {
  const end = words.indexOf('--')
  const ownWords = end < 0 ? words : words.slice(0, end)
  const formats = ownWords.flatMap((word, index) =>
    word === '--format' ? [ownWords[index + 1]] : word.startsWith('--format=') ? [word.slice(9)] : [],
  )
  // The compact form is for programs first.
  const defaultFormat = ownWords[0] === 'detect' && !isAnswerFormat(environment) ? 'json' : environment
  const format = formats.length > 0 ? formats.at(-1) : defaultFormat
  return isAnswerFormat(format) ? format : 'text'
}

/**
 * Reports an error: in words on standard error, and as JSON on standard output where the call has that format, so that
 * it always holds one value. Gives the exit code.
 *
 * @param words of the call, without the program.
 */
export function reportError(
  error: unknown,
  words: readonly string[],
  format: AnswerFormat = requestedFormat(words),
): number {
  // Help and the version are fine.
  if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.fine
  const { outcome, lines, diagnostics } = endingOf(error)
  for (const line of lines) process.stderr.write(`${line.replace(/\S.*/s, (text) => plainText(text))}\n`)
  if (words.includes('--debug') && error instanceof Error) process.stderr.write(`${error.stack}\n`)
  if (format !== 'text')
    process.stdout.write(
      dataText(
        { version: 1, outcome, errors: diagnostics.map(format === 'brief' ? briefDiagnostic : jsonDiagnostic) },
        format,
      ),
    )
  return codeOf[outcome]
}
