import * as z from 'zod'
import { type CommandName, commandNames, knownCommands, roles } from '../../core/command-names.ts'
import { expected, flag, section, text } from '../../core/configuration.ts'
import { once } from '../../core/once.ts'

const login = '@[A-Za-z0-9][A-Za-z0-9_-]{0,99}'
const team = `${login}/[A-Za-z0-9][A-Za-z0-9_.-]{0,99}`
const app = 'app/[A-Za-z0-9][A-Za-z0-9-]{0,99}'

const permitted = () =>
  text(
    'who',
    new RegExp(`^(?:${[...roles, login, team, app].join('|')})$`),
    expected`a role (${roles}), ${'@user'}, ${'@org/team'} or ${'app/name'}`,
  )

const command = () =>
  section({
    allow: z
      .array(permitted(), { error: expected`a list of who may give the command` })
      .optional()
      .describe(
        'Who may give it: roles, `@user`, `@org/team`, `app/name`; by default the role of the command: `read`, `write` or `maintain`',
      ),
  })
    .optional()
    .describe('A command, by its name')
    .meta({ $comment: 'command' })

const byName = <Value>(value: (name: CommandName) => Value) =>
  Object.fromEntries(commandNames.map((name) => [name, value(name)])) as Readonly<Record<CommandName, Value>>

const customRole = () =>
  z
    .string()
    .refine((name) => !(roles as readonly string[]).includes(name), { error: expected`a custom role: GitHub's own count as themselves` })
    .meta({ title: 'custom role' })

const otherCommand = () => text('command', /^[A-Za-z][A-Za-z-]{0,99}$/, expected`the name of a command without its ${'/'}`)

const allowed = byName((name) => [knownCommands[name].role])

/** The section `commands`: who may say what, and how. */
export const commands = once(() => {
  const each = command()
  return section({
    ...byName(() => each),
    roles: z.record(customRole(), z.enum(roles)).prefault({}).describe('The role that a custom role counts as'),
    prefix: z
      .enum(['optional', 'required'])
      .prefault('optional')
      .describe('`required`: only `/baton accept` is a command, `/accept` is none'),
    'require-sha': z
      .enum(['never', 'forks', 'always'])
      .prefault('never')
      .describe('Where a command must name the commit that it is meant for; `forks`: on pull requests from forks'),
    'separate-duties': flag().prefault(false).describe('A person who worked on a change may not accept or review it'),
    'on-issue': z
      .enum(['pull-request', 'commit'])
      .prefault('pull-request')
      .describe('Where a command on an issue writes: a branch with a pull request, or the default branch'),
    'not-ours': z
      .array(otherCommand(), { error: expected`a list of commands` })
      .prefault([])
      .describe('Further commands of other bots, which are never taken for misspelt commands'),
  }).transform(({ roles, prefix, requireSha, separateDuties, onIssue, notOurs, ...named }) => ({
    allow: byName((name) => named[name]?.allow ?? allowed[name]),
    roles,
    prefix,
    requireSha,
    separateDuties,
    onIssue,
    notOurs,
  }))
})

export const defaultCommands: z.output<ReturnType<typeof commands>> = {
  allow: allowed,
  roles: {},
  prefix: 'optional',
  requireSha: 'never',
  separateDuties: false,
  onIssue: 'pull-request',
  notOurs: [],
}
