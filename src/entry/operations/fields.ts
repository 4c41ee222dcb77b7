import { InvalidArgumentError } from 'commander'
import { type ProtocolName, protocolNames } from '../../core/protocol.ts'
import { discardOptions } from '../../kit/options.ts'
import { formats } from '../../render/index.ts'
import { visibleLine } from '../../core/message.ts'
import { workingTop } from '../cli/top.ts'
import { UsageError } from '../calls/usage.ts'
import type { Field } from './operation.ts'

type FieldOptions = Omit<Field, 'form' | 'does' | 'value'>

/** A word that may be left out, `[target]`. */
export const word = (form: string, does: string): Field<string | undefined> => ({ form, does, isWord: true })

/** A word of a few that may be left out, `[shell]`. */
export const choiceWord = <Value extends string>(
  form: string,
  does: string,
  choices: readonly Value[],
): Field<Value | undefined> => ({
  form,
  does,
  choices,
  isWord: true,
})

/** A word that is required, `<code>`. */
export const requiredWord = <Value extends string = string>(
  form: string,
  does: string,
  choices?: readonly Value[],
): Field<Value> => ({
  form,
  does,
  choices,
  isWord: true,
})

/** Any number of words, `[target...]`. */
export const words = (form: string, does: string): Field<readonly string[] | undefined> => ({
  form,
  does,
  isWord: true,
})

export const flag = (does: string, options?: FieldOptions): Field<true | undefined> => ({ does, ...options })

/** A flag that is set unless `--no-…` is given. */
export const negatedFlag = (does: string): Field<boolean> => ({ does, isNegated: true })

export const option = <Value = string>(
  form: string,
  does: string,
  options?: FieldOptions,
): Field<Value | undefined> => ({
  form,
  does,
  ...options,
})

export const requiredOption = (form: string, does: string): Field<string> => ({ form, does, isRequired: true })

/** An option with a value if none is given. */
export const defaultOption = <Value extends string = string>(
  form: string,
  does: string,
  standard: () => readonly [value: string, shown?: string],
  choices?: readonly Value[],
): Field<Value> => ({ form, does, standard, choices })

export const choice = <Value extends string>(
  form: string,
  choices: readonly Value[],
  does: string,
): Field<Value | undefined> => ({
  form,
  does,
  choices,
})

/** An option that may be repeated. */
export const many = <Value extends string = string>(
  form: string,
  does: string,
  choices?: readonly Value[],
): Field<readonly Value[] | undefined> => ({ form, does, choices, isRepeatable: true })

/** An option with an integer from 1 to `max`. */
export const count = (form: string, does: string, max: number): Field<number | undefined> => ({ form, does, max })

/** How an answer that is not a report is printed. */
export const answerFormats = ['text', 'json', 'brief'] as const

export const boardFormats = ['text', 'json', 'brief', 'markdown', 'html'] as const

const reportFormats = Object.keys(formats) as readonly (keyof typeof formats)[]

const everyFormat: ReadonlySet<string> = new Set([...reportFormats, ...boardFormats])

/**
 * The option that says how to print, with the format that BATON_FORMAT names by default, where the operation has that.
 */
export const format = <Name extends string>(
  choices: readonly Name[],
  does: string,
  defaultFormat = 'text',
): Field<Name> => {
  const defaultValue = () => {
    const { BATON_FORMAT: requested = '' } = process.env
    if (requested !== '' && !everyFormat.has(requested))
      throw new UsageError(
        `Unexpected BATON_FORMAT ${visibleLine(requested)}, expected one of ${[...everyFormat].join(', ')}.`,
      )
    return [
      choices.find((name) => name === requested) ?? defaultFormat,
      `BATON_FORMAT, otherwise ${defaultFormat}`,
    ] as const
  }
  return defaultOption('<format>', does, defaultValue, choices)
}

export const reportFormat = format(reportFormats, 'how to print the report')

export const root = defaultOption('<dir>', 'the repository to look at', () => [
  workingTop(),
  'the top of the repository that the working directory is in, otherwise the working directory',
])

export const wait = option(
  '<time>',
  'how long to wait for other programs at work here (default: BATON_WAIT, otherwise 30s; 0: not at all)',
)

export const config = option(
  '<file>',
  'the configuration to use (default: .github/baton.yml of the base, otherwise from the checked tree)',
)

/** A repository, and how it is read. */
export const repository = { root, wait, config }

export const rev = option('<rev>', 'look at a commit instead of the working tree')

export const bases = {
  base: option('<rev>', 'compare with the merge base of this revision'),
  baseDir: option('<dir>', 'compare with a folder'),
}

export const at = option('<time>', 'the time of the question, ISO 8601, not in the future (default: now)')

export const protocols = (does = 'only this protocol (repeatable)') =>
  many<ProtocolName>('<name>', `${does}: ${protocolNames.join(', ')}, or a workflow of the configuration`)

/** Where links lead, and where a page is written. */
export const links = {
  repo: option('<owner/name>', 'the repository at its host, for links (default: that of the remote origin)'),
  server: option('<url>', 'its host (default: GITHUB_SERVER_URL, otherwise https://github.com)'),
}
export const files = {
  output: option('<file>', 'write it into a file'),
  html: option('<file>', 'write the page: short for --format html --output <file>', {
    conflicts: ['format', 'output'],
  }),
  anyway: flag(discardOptions.anyway.does),
}

export function portNumber(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(port <= 65_535)) throw new InvalidArgumentError('Expected a number up to 65535.')
  return port
}

/** The inputs of every operation that changes state. */
export const changeFields = {
  ...repository,
  ...bases,
  at: option('<time>', 'the time of the request, ISO 8601, not in the future (default: now)'),
  actor: option('<login>', "who asks (default: git's user)"),
  dryRun: flag('print the diff, change nothing'),
  commit: flag('also commit exactly this change'),
  format: format(answerFormats, 'how to print the answer'),
}
