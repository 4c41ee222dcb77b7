import type { CommandName } from '../core/command-names.ts'
import type { Button } from '../core/host/check-run.ts'
import { type Diagnostic, pluralize } from '../core/diagnostic.ts'
import type { Report } from '../core/report.ts'

/** GitHub's limits of a button, in characters, and of how many there are. */
const maxLength = { label: 20, description: 40, identifier: 20 }
const maxButtons = 3

/**
 * Commands that only bring files into agreement. Those that judge work, or move it on, have to be written in a comment.
 */
const offeredCommands: ReadonlySet<string> = new Set<CommandName>([
  'fix',
  'sync',
  'migrate',
  'regenerate',
  'checksums',
  'turn',
  'compact',
])

/** What is behind a button: a command of one line, without its slash. */
const buttonCommand = /^([a-z]+)(?: [\w.:@/-]+)*$/

/** The command of a click; `undefined` where none of Baton's buttons has that identifier. */
export function commandBehind(identifier: string): string | undefined {
  const name = identifier.length <= maxLength.identifier ? buttonCommand.exec(identifier)?.[1] : undefined
  return name !== undefined && offeredCommands.has(name) ? `/${identifier}` : undefined
}

const weight = { error: 2, warning: 1, notice: 0 } as const

/**
 * The buttons that a report is given: the safe repairs, all at once, and in addition the commands that fix most, errors
 * first. A command that is too long to be read on a button has none.
 */
export function buttonsFor({
  diagnostics,
  rules,
  prefixRequired,
}: Pick<Report, 'diagnostics' | 'rules' | 'prefixRequired'>): readonly Button[] {
  const safe = new Set(rules.filter((rule) => rule.safe === true).map(({ code }) => code))
  const isSafe = ({ code, choice }: Diagnostic) => safe.has(code) && choice === undefined
  const repairable = diagnostics.filter(
    (diagnostic) => isSafe(diagnostic) && (diagnostic.fix ?? diagnostic.edit) !== undefined,
  )
  const commands = new Map<string, { count: number; worst: number }>()
  for (const diagnostic of diagnostics) {
    const { fix, severity } = diagnostic
    const command = fix?.slice(1) ?? ''
    if (isSafe(diagnostic) || command.length >= maxLength.label || commandBehind(command) === undefined) continue
    const { count, worst } = commands.get(command) ?? { count: 0, worst: 0 }
    commands.set(command, { count: count + 1, worst: Math.max(worst, weight[severity]) })
  }
  const fixButton: Button = {
    label: 'Apply safe repairs',
    description: `${prefixRequired ? '/baton fix' : '/fix'} fixes ${pluralize(repairable.length, 'finding')}`,
    identifier: 'fix',
  }
  const commandButtons = [...commands]
    .toSorted(
      ([leftCommand, a], [rightCommand, b]) =>
        b.worst - a.worst || b.count - a.count || (leftCommand < rightCommand ? -1 : 1),
    )
    .map(([identifier, { count }]): Button => ({
      label: `/${identifier}`,
      description: `fixes ${pluralize(count, 'finding')}`,
      identifier,
    }))
  return [...(repairable.length > 0 ? [fixButton] : []), ...commandButtons].slice(0, maxButtons)
}
