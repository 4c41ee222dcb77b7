import type { Board, BoardFinding } from '../core/board.ts'
import { commandNames } from '../core/command-names.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import type { Report } from '../core/report.ts'
import type { TransitionResult } from './transition.ts'

/** How commands are written where they are read: one by itself, and those in a sentence. */
export interface Spelling {
  readonly command: (command: string) => string
  readonly advice: (sentence: string) => string
  /** The commands in what is wrong; absent: they stay as they are. */
  readonly message?: (sentence: string) => string
}

const spellDiagnostic = (diagnostic: Diagnostic, { command, advice, message }: Spelling): Diagnostic => {
  const { hint, fix } = diagnostic
  return {
    ...diagnostic,
    ...(message && { message: message(diagnostic.message) }),
    ...(hint !== undefined && { hint: advice(hint) }),
    ...(fix !== undefined && { fix: command(fix) }),
  }
}

/** A report with its repairs in a spelling, those of its rules too. */
export const spellReport = (report: Report, spelling: Spelling): Report => ({
  ...report,
  diagnostics: report.diagnostics.map((diagnostic) => spellDiagnostic(diagnostic, spelling)),
  rules: report.rules.map((rule) => ({
    ...rule,
    ...(rule.repair !== undefined && { repair: spelling.advice(rule.repair) }),
  })),
})

const spellFinding = (finding: BoardFinding, { command, message }: Spelling): BoardFinding => ({
  ...finding,
  ...(message && { message: message(finding.message) }),
  ...(finding.fix !== undefined && { fix: command(finding.fix) }),
})

/** A board with its commands in a spelling. */
export function spellBoard(board: Board, spelling: Spelling): Board {
  const spellFindings = (findings: readonly BoardFinding[]) =>
    findings.map((finding) => spellFinding(finding, spelling))
  return {
    ...board,
    others: spellFindings(board.others),
    targets: board.targets.map((target) => ({
      ...target,
      ...(target.next !== undefined && { next: spelling.command(target.next) }),
      ...(target.waits !== undefined && { waits: spelling.advice(target.waits) }),
      findings: {
        ...target.findings,
        worst: spellFindings(target.findings.worst),
        ...(target.findings.rest && { rest: spellFindings(target.findings.rest) }),
      },
    })),
  }
}

/** What a command answers, in a spelling; the command itself stays as it was given. */
export const spellResult = <Result extends TransitionResult>(result: Result, spelling: Spelling): Result => ({
  ...result,
  reply: spelling.advice(result.reply),
  ...(result.report && { report: { ...result.report, lines: result.report.lines.map(spelling.advice) } }),
  diagnostics: result.diagnostics.map((diagnostic) => spellDiagnostic(diagnostic, spelling)),
})

const names = `(?=(?:${commandNames.join('|')})(?![\\w-]))`
const atStart = new RegExp(`^/${names}`)
const inCode = new RegExp(`\`/${names}`, 'g')

const prefixedSentence = (sentence: string): string => sentence.replace(inCode, '`/baton ')

/** As comments have to be where only `/baton NAME` is a command. */
const prefixed: Spelling = {
  command: (command) => command.replace(atStart, '/baton '),
  advice: prefixedSentence,
  message: prefixedSentence,
}

/** A report as people at GitHub read it: its commands are those that work in a comment. */
export const reportForComments = (report: Report): Report =>
  report.prefixRequired ? spellReport(report, prefixed) : report

/** A board as people at GitHub read it: its commands are those that work in a comment. */
export const boardForComments = (board: Board): Board => (board.prefixRequired ? spellBoard(board, prefixed) : board)

/** A result where only `/baton NAME` is a command. */
export const prefixedResult = <Result extends TransitionResult>(result: Result): Result => ({
  ...spellResult(result, prefixed),
  command: prefixed.command(result.command),
})
