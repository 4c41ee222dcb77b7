import * as z from 'zod'
import { expected, section, titledText } from '../../core/configuration.ts'
import { glob, statePath } from '../../core/configured-paths.ts'
import { extraEdges } from './states.ts'
import { once } from '../../core/once.ts'
import type { ProtocolDiscovery } from '../../core/protocol.ts'
import { selectorsOf } from './files.ts'
import { agentForm } from './schema.ts'

const guardedGlobs = (root: string) => [`${root}/**`, '.opencode/**']

const defaults = {
  root: '.idumb',
  allowEdges: [],
  agents: { preset: 'spec-2.1.0' as const, define: {} },
  guarded: guardedGlobs('.idumb'),
  exempt: [],
  trailers: ['Agent', 'Idumb-Agent'],
  branches: ['ai/{agent}/**'],
  unattributed: 'notice' as const,
  unknownAgent: 'warning' as const,
}

const globs = () => z.array(glob(), { error: expected`a list of patterns` })

export const presets = ['spec-2.1.0', 'agents-frontmatter', 'none'] as const
const preset = () => z.enum(presets)

const agentName = () =>
  titledText(
    'agent',
    agentForm,
    expected`an agent's name: lower-case letters, digits, ${'.'}, ${'_'} and ${'-'}, at most 64`,
  )

const account = () =>
  titledText(
    'account',
    /^(?:@[A-Za-z0-9][A-Za-z0-9_-]{0,99}|app\/[A-Za-z0-9][A-Za-z0-9-]{0,99})$/,
    expected`${'@user'} or ${'app/name'}`,
  )

const agent = () =>
  section({
    category: z.enum(['meta', 'project']).prefault('project'),
    write: globs().prefault([]),
    deny: globs().prefault([]),
    accounts: z.array(account(), { error: expected`a list of accounts` }).prefault([]),
  })

const agents = () =>
  section({
    preset: preset().prefault(defaults.agents.preset),
    define: z.record(agentName(), agent()).prefault({}),
  })

const trailer = () =>
  titledText('trailer', /^[A-Za-z][A-Za-z0-9-]{0,99}$/, expected`the name of a trailer: letters, digits and ${'-'}`)

const branch = () =>
  glob()
    .refine((pattern) => pattern.split('{agent}').length === 2, {
      error: expected`a pattern that has ${'{agent}'} once`,
    })
    .meta({ title: 'glob' })

const expectedEdges = expected`a list of edges such as ${'beginning->compacted'}`

const sectionShape = () =>
  section({
    root: statePath().prefault(defaults.root),
    'allow-edges': z.array(z.enum(extraEdges), { error: expectedEdges }).prefault([]),
    agents: z
      .union([preset(), agents()], {
        error: expected`${'spec-2.1.0'}, ${'agents-frontmatter'}, ${'none'} or ${'{ preset, define }'}`,
      })
      .prefault(defaults.agents.preset),
    guarded: globs().optional(),
    exempt: globs().prefault([]),
    trailers: z.array(trailer(), { error: expected`a list of trailers` }).prefault(defaults.trailers),
    branches: z.array(branch(), { error: expected`a list of patterns` }).prefault(defaults.branches),
    unattributed: z.enum(['ignore', 'notice', 'error']).prefault(defaults.unattributed),
    'unknown-agent': z.enum(['ignore', 'notice', 'warning', 'error']).prefault(defaults.unknownAgent),
  })

/** The section `protocols.governance`. */
export const configuration = once(() =>
  sectionShape().transform((keys) => ({
    ...keys,
    agents: typeof keys.agents === 'string' ? { preset: keys.agents, define: {} } : keys.agents,
    guarded: keys.guarded ?? guardedGlobs(keys.root),
  })),
)

export type GovernanceConfiguration = z.output<ReturnType<typeof configuration>>

export const discovery: ProtocolDiscovery<GovernanceConfiguration> = {
  name: 'governance',
  kinds: ['session', 'brain'],
  configuration,
  defaults,
  selectors: selectorsOf,
  // Scopes are judged by the commits of a change alone.
  capabilities: { useByConfiguration: { isInUse: (writtenSection) => writtenSection !== undefined } },
}
