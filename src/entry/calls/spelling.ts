import { commandNames } from '../../core/command-names.ts'
import type { Board, BoardFinding } from '../../core/board.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import type { Report } from '../../core/report.ts'
import { words, type Word } from '../../engine/commands/words.ts'
import type { Transition } from '../../render/transition.ts'

const commandForm = new RegExp(String.raw`^/(?:baton )?(${commandNames.join('|')})(?=\s|$)`)

/** What no shell makes anything else of. */
export const plainWord = /^[\p{L}\p{N}@%+=:,./_…-]+$/u
const plainlyQuoted = /^(?:--[a-z-]+=)?"[^"$`\\!]*"$/
/** What stands for one of several words, in advice that is for people to fill in. */
const choice =
  /^(?:success|error|question|qualified|failed|contracts|state)(?:\|(?:success|error|question|qualified|failed|contracts|state))+$/

/** The same of the values of an option. */
const choiceOfValues = /^[\w-]+(?:\|[\w-]+)+$/

function shellWord({ text, written }: Word, before: Word | undefined): string {
  if (plainWord.test(written) || plainlyQuoted.test(written) || choice.test(written)) return written
  if (before?.written === '--from' && choiceOfValues.test(written)) return written
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** A word of a usage line, such as those of `SLUG [--step N]`: names in capitals, options, and known alternatives. */
const notation = /^\[?(?:--[a-z-]+|[A-Z][A-Z.]*|(?:success|error|question|pass|fail|pass-with-note|\|)+)\]?…?$/

/** A command of comments, `/sync LushVerb`, as it is given on the command line. */
export function onCommandLine(command: string): string {
  const [found, name] = commandForm.exec(command) ?? []
  if (found === undefined || name === undefined) return command
  const all = words(command.slice(found.length))
  const isUsage = command.includes('[') && all.every(({ written }) => notation.test(written))
  return ['baton', name, ...all.map((word, index) => (isUsage ? word.written : shellWord(word, all[index - 1])))].join(' ')
}

/** A sentence with the commands in it as they are given on the command line. What follows `Usage:` is notation, for no shell to read. */
export const inAdvice = (sentence: string): string =>
  sentence.replace(/(Usage: )?`(\/[^`]+)`/g, (_, usage: string | undefined, command: string) =>
    usage === undefined ? `\`${onCommandLine(command)}\`` : `${usage}\`${command.replace(commandForm, 'baton $1')}\``,
  )

const inDiagnostic = (diagnostic: Diagnostic): Diagnostic => {
  const { hint, fix } = diagnostic
  return { ...diagnostic, ...(hint !== undefined && { hint: inAdvice(hint) }), ...(fix !== undefined && { fix: onCommandLine(fix) }) }
}

/** A report whose repairs are as the reader of a terminal gives them, those of its rules too. */
export const inReport = (report: Report): Report => ({
  ...report,
  diagnostics: report.diagnostics.map(inDiagnostic),
  rules: report.rules.map((rule) => ({ ...rule, ...(rule.repair !== undefined && { repair: inAdvice(rule.repair) }) })),
})

const inFinding = (finding: BoardFinding): BoardFinding => ({
  ...finding,
  ...(finding.fix !== undefined && { fix: onCommandLine(finding.fix) }),
})

/** A board whose commands are as the reader of a terminal gives them. */
export const inBoard = (board: Board): Board => ({
  ...board,
  others: board.others.map(inFinding),
  targets: board.targets.map((target) => ({
    ...target,
    ...(target.next !== undefined && { next: onCommandLine(target.next) }),
    ...(target.waits !== undefined && { waits: inAdvice(target.waits) }),
    findings: {
      ...target.findings,
      worst: target.findings.worst.map(inFinding),
      ...(target.findings.rest && { rest: target.findings.rest.map(inFinding) }),
    },
  })),
})

/** The next action of a result, its command as a call. */
function actionCalled(extra: Transition['results'][number]['extra']) {
  const next = extra?.['next'] as { readonly run?: string } | undefined
  return next?.run === undefined ? {} : { extra: { ...extra, next: { ...next, run: onCommandLine(next.run) } } }
}

/** The same of a command's result. */
export const inTransition = (transition: Transition): Transition => ({
  ...transition,
  results: transition.results.map((result) => ({
    ...result,
    reply: inAdvice(result.reply),
    ...(result.work?.run !== undefined && { work: { ...result.work, run: onCommandLine(result.work.run) } }),
    ...actionCalled(result.extra),
    ...(result.brief !== undefined && { brief: inAdvice(result.brief) }),
    ...(result.report && { report: { ...result.report, lines: result.report.lines.map(inAdvice) } }),
    diagnostics: result.diagnostics.map(inDiagnostic),
  })),
})
