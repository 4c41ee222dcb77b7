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
    allow: z.array(permitted(), { error: expected`a list of who may give the command` }).optional(),
  })
    .optional()
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

/** The section `commands`: who may give which commands, and how. */
export const commands = once(() => {
  const each = command()
  return section({
    ...byName(() => each),
    roles: z.record(customRole(), z.enum(roles)).prefault({}),
    prefix: z.enum(['optional', 'required']).prefault('optional'),
    'require-sha': z.enum(['never', 'forks', 'always']).prefault('never'),
    'separate-duties': flag().prefault(false),
    'on-issue': z.enum(['pull-request', 'commit']).prefault('pull-request'),
    'not-ours': z.array(otherCommand(), { error: expected`a list of commands` }).prefault([]),
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
