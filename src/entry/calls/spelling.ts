import { commandNames } from '../../core/command-names.ts'
import type { Board } from '../../core/board.ts'
import { singleQuoted } from '../../core/message.ts'
import type { Report } from '../../core/report.ts'
import { parseWords, type Word } from '../../engine/commands/words.ts'
import { spellBoard, spellReport, spellResult, type Spelling } from '../../render/spelling.ts'
import type { Transition } from '../../render/transition.ts'

const commandForm = new RegExp(String.raw`^/(?:baton )?(${commandNames.join('|')})(?=\s|$)`)

/** A word that needs no quotes; beside what `shellWord` leaves as it is, letters of any script, and `…` to fill in. */
export const plainWord = /^[\p{L}\p{N}@%+=:,./_…-]+$/u
const plainQuotedWord = /^(?:--[a-z-]+=)?"[^"$`\\!]*"$/
const wordForCli = ({ text, written }: Word): string =>
  plainWord.test(written) || plainQuotedWord.test(written) ? written : singleQuoted(text)

/** A word of a usage line, such as those of `SLUG [--step N]`: names in capitals, options, and known alternatives. */
const notation = /^\[?(?:--[a-z-]+|[A-Z][A-Z.]*|(?:success|error|question|pass|fail|pass-with-note|\|)+)\]?…?$/

/** A command of comments, `/sync LushVerb`, as it is given on the command line. */
export function commandLineOf(command: string): string {
  const [match, name] = commandForm.exec(command) ?? []
  if (match === undefined || name === undefined) return command
  const argumentWords = parseWords(command.slice(match.length))
  const isUsage = command.includes('[') && argumentWords.every(({ written }) => notation.test(written))
  return ['baton', name, ...argumentWords.map((word) => (isUsage ? word.written : wordForCli(word)))].join(' ')
}

/**
 * A sentence with the commands in it as they are given on the command line. What follows `Usage:` is notation, for no
 * shell to read.
 */
export const adviceForCli = (sentence: string): string =>
  sentence.replace(/(Usage: )?`(\/[^`]+)`/g, (_, usage: string | undefined, command: string) =>
    usage === undefined ? `\`${commandLineOf(command)}\`` : `${usage}\`${command.replace(commandForm, 'baton $1')}\``,
  )

const forCli: Spelling = { command: commandLineOf, advice: adviceForCli }

/** A report whose repairs are as the reader of a terminal gives them. */
export const reportForCli = (report: Report): Report => spellReport(report, forCli)

/** A board whose commands are as the reader of a terminal gives them. */
export const boardForCli = (board: Board): Board => spellBoard(board, forCli)

/** The next action of a result, its command as a call. */
function nextForCli(extra: Transition['results'][number]['extra']) {
  const next = extra?.['next'] as { readonly run?: string } | undefined
  return next?.run === undefined ? {} : { extra: { ...extra, next: { ...next, run: commandLineOf(next.run) } } }
}

/** A result whose commands are as the reader of a terminal gives them. */
export const transitionForCli = (transition: Transition): Transition => ({
  ...transition,
  results: transition.results.map((result) => ({
    ...spellResult(result, forCli),
    ...(result.work?.run !== undefined && { work: { ...result.work, run: commandLineOf(result.work.run) } }),
    ...nextForCli(result.extra),
    ...(result.brief !== undefined && { brief: adviceForCli(result.brief) }),
  })),
})
