import * as z from 'zod'
import { type CommandName, commandNames, knownCommands, roles } from '../../core/command-names.ts'
import { count, expected, flag, line, section, titledText } from '../../core/configuration.ts'
import { relativePath } from '../../core/configured-paths.ts'
import { type Level, severities } from '../../core/diagnostic.ts'
import { msg } from '../../core/message.ts'
import { once } from '../../core/once.ts'
import type { Protocol, ProtocolName, ProtocolDescriptor } from '../../core/protocol.ts'
import { failOns, modes } from '../../core/report.ts'
import type { RuleFacts } from '../../core/rule.ts'
import { hour } from '../../core/time.ts'
import { duration, size, timeZone } from './values.ts'

/** What the configuration may name: the protocols' own sections, and the rules. */
export interface Vocabulary {
  readonly protocols: readonly Pick<ProtocolDescriptor, 'name' | 'configuration'>[]
  readonly rules: readonly Pick<RuleFacts, 'code'>[]
}

const protocolSections = (protocols: Vocabulary['protocols']) =>
  z.strictObject(
    Object.fromEntries(
      protocols.map(({ name, configuration }) => [
        name,
        z
          .union([z.literal(false), configuration()], {
            error: expected`a mapping, or ${'false'} to switch the protocol off`,
          })
          .optional(),
      ]),
    ),
  )

/** A code of one workflow that is declared: `bmad/ITEM_STATE_DRIFT`. */
const workflowCodePattern = /^[a-z][a-z0-9-]*\/([A-Z_]+)$/

function severitiesByCode(rules: Vocabulary['rules']) {
  const severityOf = z
    .enum([...severities, 'off'])
    .optional()
    .meta({ $comment: 'code' })
  const codes = new Set(rules.map(({ code }) => code))
  const isKnown = (key: string) => codes.has(workflowCodePattern.exec(key)?.[1] ?? key)
  return z
    .object(Object.fromEntries(rules.map(({ code }) => [code, severityOf])))
    .catchall(z.enum([...severities, 'off']))
    .check(({ value, issues }) => {
      const unknownKeys = Object.keys(value).filter((key) => !isKnown(key))
      if (unknownKeys.length > 0) issues.push({ code: 'unrecognized_keys', keys: unknownKeys, input: value })
    })
    .transform((levels) => levels as Readonly<Record<string, Level>>)
}

const codes = (rules: Vocabulary['rules']) =>
  z
    .enum(
      rules.map(({ code }) => code),
      { error: expected`the code of a rule` },
    )
    .meta({ title: 'code' })

const login = '@[A-Za-z0-9][A-Za-z0-9_-]{0,99}'
const team = `${login}/[A-Za-z0-9][A-Za-z0-9_.-]{0,99}`
const app = 'app/[A-Za-z0-9][A-Za-z0-9-]{0,99}'

const permittedAuthor = () =>
  titledText(
    'who',
    new RegExp(`^(?:${[...roles, login, team, app].join('|')})$`),
    expected`a role (${roles}), ${'@user'}, ${'@org/team'} or ${'app/name'}`,
  )

const command = () =>
  section({
    allow: z.array(permittedAuthor(), { error: expected`a list of who may give the command` }).optional(),
  })
    .optional()
    .meta({ $comment: 'command' })

const byCommandName = <Value>(value: (name: CommandName) => Value) =>
  Object.fromEntries(commandNames.map((name) => [name, value(name)])) as Readonly<Record<CommandName, Value>>

const customRole = () =>
  z
    .string()
    .refine((name) => !(roles as readonly string[]).includes(name), {
      error: expected`a custom role: GitHub's own count as themselves`,
    })
    .meta({ title: 'custom role' })

const otherCommand = () =>
  titledText('command', /^[A-Za-z][A-Za-z-]{0,99}$/, expected`the name of a command without its ${'/'}`)

const defaultAllow = byCommandName((name) => [knownCommands[name].role])

/** The section `commands`: who may give which commands, and how. */
const commands = once(() => {
  const commandSection = command()
  return section({
    ...byCommandName(() => commandSection),
    roles: z.record(customRole(), z.enum(roles)).prefault({}),
    prefix: z.enum(['optional', 'required']).prefault('optional'),
    'require-sha': z.enum(['never', 'forks', 'always']).prefault('never'),
    'separate-duties': z
      .union([z.literal('agents'), flag()], { error: expected`${'true'}, ${'false'} or ${'agents'}` })
      .prefault(false),
    'on-issue': z.enum(['pull-request', 'commit']).prefault('pull-request'),
    'not-ours': z.array(otherCommand(), { error: expected`a list of commands` }).prefault([]),
  }).transform(({ roles, prefix, requireSha, separateDuties, onIssue, notOurs, ...commandSections }) => ({
    allow: byCommandName((name) => commandSections[name]?.allow ?? defaultAllow[name]),
    roles,
    prefix,
    requireSha,
    separateDuties,
    onIssue,
    notOurs,
  }))
})

const defaultCommands: z.output<ReturnType<typeof commands>> = {
  allow: defaultAllow,
  roles: {},
  prefix: 'optional',
  requireSha: 'never',
  separateDuties: false,
  onIssue: 'pull-request',
  notOurs: [],
}

const target = () =>
  titledText(
    'target',
    /^[a-z]+:[^\p{C}\p{Zl}\p{Zp}]{1,499}$/u,
    expected`a target with its prefix, such as ${'plugin:MinimalKick'}`,
  )

const knownFinding = (code: z.ZodType<string, string>) =>
  section({
    code,
    target: target().optional(),
    path: relativePath().optional(),
    owner: line(),
    reason: line(),
    until: z.iso.date({ error: expected`a date such as ${'2026-12-31'}` }).meta({ title: 'date' }),
  })
    .superRefine(({ target, path }, context) => {
      if (target === undefined && path === undefined) {
        context.addIssue({ code: 'custom', message: msg`Missing key ${'target'}, or ${'path'} in its place` })
      } else if (target !== undefined && path !== undefined) {
        context.addIssue({
          code: 'custom',
          path: ['path'],
          message: msg`Unexpected key ${'path'} together with ${'target'}, expected one of them`,
        })
      }
    })
    .meta({ oneOf: [{ required: ['target'] }, { required: ['path'] }] })

/** The section `audit`. A known finding is silent up to and including its last day. */
const audit = (code: z.ZodType<string, string>) =>
  section({
    'pull-requests': flag().prefault(false),
    dashboard: flag().prefault(false),
    known: z.array(knownFinding(code), { error: expected`a list of known findings` }).prefault([]),
  })

/** The shape of `.github/baton.yml`, as it is written and as it is read. */
export const configurationSchema = ({ protocols, rules }: Vocabulary) =>
  section({
    protocols: protocolSections(protocols).prefault({}),
    severity: severitiesByCode(rules).prefault({}),
    'fail-on': z.enum(failOns).optional(),
    mode: z.enum(modes).prefault('auto'),
    'allow-empty': flag().prefault(false),
    'stale-after': duration().prefault('48h'),
    grants: section({
      record: z.enum(['named', 'always', 'never']).prefault('named'),
      lease: z
        .union([z.literal('none'), duration()], { error: expected`a duration such as ${'4h'}, or ${'none'}` })
        .prefault('none'),
    }).prefault({}),
    commands: commands().prefault({}),
    audit: audit(codes(rules)).prefault({}),
    sync: z.enum(['commit', 'pull-request', 'off']).prefault('commit'),
    'time-zone': timeZone().prefault('UTC'),
    workflows: z.array(z.unknown(), { error: expected`a list of workflows` }).prefault([]),
    limits: section({
      file: size().prefault('1MiB'),
      commands: count(1).prefault(20),
    }).prefault({}),
  })

export type ConfigurationSchema = ReturnType<typeof configurationSchema>

/**
 * One protocol's section as it is written, to be given to the protocol; `false`: switched off; absent: where its files
 * are found.
 */
export type WrittenSections = Readonly<Partial<Record<ProtocolName, Readonly<Record<string, unknown>> | false>>>

/** The content of `.github/baton.yml`, checked and with every default. Durations are milliseconds, sizes bytes. */
export type Configuration = Readonly<Omit<z.output<ConfigurationSchema>, 'protocols'>> & {
  readonly protocols: WrittenSections
  /** The workflows that it declares, as protocols. */
  readonly declared: readonly Protocol[]
}

/** The configuration without a file: equal to what the shape gives for an empty one, but without loading the shape. */
export const defaultConfiguration: Configuration = {
  protocols: {},
  severity: {},
  mode: 'auto',
  allowEmpty: false,
  staleAfter: 48 * hour,
  grants: { record: 'named', lease: 'none' },
  commands: defaultCommands,
  audit: { pullRequests: false, dashboard: false, known: [] },
  sync: 'commit',
  timeZone: 'UTC',
  workflows: [],
  declared: [],
  limits: { file: 1024 * 1024, commands: 20 },
}
