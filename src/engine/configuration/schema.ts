import * as z from 'zod'
import { count, expected, flag, section } from '../../core/configuration.ts'
import { type Level, severities } from '../../core/diagnostic.ts'
import type { ProtocolName, ProtocolDescriptor } from '../../core/protocol.ts'
import { failOns, modes } from '../../core/report.ts'
import type { RuleFacts } from '../../core/rule.ts'
import { hour } from '../../core/time.ts'
import { audit } from './audit.ts'
import { commands, defaultCommands } from './commands.ts'
import { duration, size, timeZone } from './values.ts'

/** What the configuration may name: the protocols' own sections, and the rules. */
export interface Vocabulary {
  readonly protocols: readonly Pick<ProtocolDescriptor, 'name' | 'configuration'>[]
  readonly rules: readonly Pick<RuleFacts, 'code'>[]
}

const byProtocol = (protocols: Vocabulary['protocols']) =>
  z.strictObject(
    Object.fromEntries(
      protocols.map(({ name, configuration }) => [
        name,
        z
          .union([z.literal(false), configuration()], { error: expected`keys and values, or ${'false'} to switch the protocol off` })
          .optional(),
      ]),
    ),
  )

function byCode(rules: Vocabulary['rules']) {
  const severityOf = z
    .enum([...severities, 'off'])
    .optional()
    .meta({ $comment: 'code' })
  return z
    .strictObject(Object.fromEntries(rules.map(({ code }) => [code, severityOf])))
    .transform((levels) => levels as Readonly<Record<string, Level>>)
}

const codes = (rules: Vocabulary['rules']) =>
  z
    .enum(
      rules.map(({ code }) => code),
      { error: expected`the code of a rule` },
    )
    .meta({ title: 'code' })

/** The shape of `.github/baton.yml`, as it is written and as it is read. */
export const configurationSchema = ({ protocols, rules }: Vocabulary) =>
  section({
    protocols: byProtocol(protocols).prefault({}),
    severity: byCode(rules).prefault({}),
    'fail-on': z.enum(failOns).optional(),
    mode: z.enum(modes).prefault('auto'),
    'allow-empty': flag().prefault(false),
    'stale-after': duration().prefault('48h'),
    grants: section({
      record: z.enum(['named', 'always', 'never']).prefault('named'),
      lease: z.union([z.literal('none'), duration()], { error: expected`a duration such as ${'4h'}, or ${'none'}` }).prefault('none'),
    }).prefault({}),
    commands: commands().prefault({}),
    audit: audit(codes(rules)).prefault({}),
    sync: z.enum(['commit', 'pull-request', 'off']).prefault('commit'),
    'time-zone': timeZone().prefault('UTC'),
    limits: section({
      file: size().prefault('1MiB'),
      commands: count(1).prefault(20),
    }).prefault({}),
  })

export type ConfigurationSchema = ReturnType<typeof configurationSchema>

/** One protocol's section as it is written, to be given to the protocol; `false`: switched off; absent: where its files are found. */
export type WrittenSections = Readonly<Partial<Record<ProtocolName, Readonly<Record<string, unknown>> | false>>>

/** The content of `.github/baton.yml`, checked and with every default. Durations are milliseconds, sizes bytes. */
export type Configuration = Readonly<Omit<z.output<ConfigurationSchema>, 'protocols'>> & { readonly protocols: WrittenSections }

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
  limits: { file: 1024 * 1024, commands: 20 },
}
