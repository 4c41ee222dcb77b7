import { commandNames } from '../../core/command-names.ts'
import type { Board, BoardFinding } from '../../core/board.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import { singleQuoted } from '../../core/message.ts'
import type { Report } from '../../core/report.ts'
import { parseWords, type Word } from '../../engine/commands/words.ts'
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

const diagnosticForCli = (diagnostic: Diagnostic): Diagnostic => {
  const { hint, fix } = diagnostic
  return {
    ...diagnostic,
    ...(hint !== undefined && { hint: adviceForCli(hint) }),
    ...(fix !== undefined && { fix: commandLineOf(fix) }),
  }
}

/** A report whose repairs are as the reader of a terminal gives them, those of its rules too. */
export const reportForCli = (report: Report): Report => ({
  ...report,
  diagnostics: report.diagnostics.map(diagnosticForCli),
  rules: report.rules.map((rule) => ({
    ...rule,
    ...(rule.repair !== undefined && { repair: adviceForCli(rule.repair) }),
  })),
})

const findingForCli = (finding: BoardFinding): BoardFinding => ({
  ...finding,
  ...(finding.fix !== undefined && { fix: commandLineOf(finding.fix) }),
})

/** A board whose commands are as the reader of a terminal gives them. */
export const boardForCli = (board: Board): Board => ({
  ...board,
  others: board.others.map(findingForCli),
  targets: board.targets.map((target) => ({
    ...target,
    ...(target.next !== undefined && { next: commandLineOf(target.next) }),
    ...(target.waits !== undefined && { waits: adviceForCli(target.waits) }),
    findings: {
      ...target.findings,
      worst: target.findings.worst.map(findingForCli),
      ...(target.findings.rest && { rest: target.findings.rest.map(findingForCli) }),
    },
  })),
})

/** The next action of a result, its command as a call. */
function nextForCli(extra: Transition['results'][number]['extra']) {
  const next = extra?.['next'] as { readonly run?: string } | undefined
  return next?.run === undefined ? {} : { extra: { ...extra, next: { ...next, run: commandLineOf(next.run) } } }
}

/** A result whose commands are as the reader of a terminal gives them. */
export const transitionForCli = (transition: Transition): Transition => ({
  ...transition,
  results: transition.results.map((result) => ({
    ...result,
    reply: adviceForCli(result.reply),
    ...(result.work?.run !== undefined && { work: { ...result.work, run: commandLineOf(result.work.run) } }),
    ...nextForCli(result.extra),
    ...(result.brief !== undefined && { brief: adviceForCli(result.brief) }),
    ...(result.report && { report: { ...result.report, lines: result.report.lines.map(adviceForCli) } }),
    diagnostics: result.diagnostics.map(diagnosticForCli),
  })),
})
