import { examplesOf } from '../examples-of.ts'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { View } from '../../src/core/view.ts'
import { parseYaml, toPlainData } from '../../src/documents/yaml.ts'
import { configurationJsonSchema } from '../../src/engine/published-configuration.ts'
import { descriptions } from '../../src/engine/configuration/descriptions.ts'
import { configurationKeys } from '../../src/engine/configuration/keys.ts'
import { configurationLimit, configurationPath, readConfiguration } from '../../src/engine/configuration/read.ts'
import { configurationRule } from '../../src/engine/configuration/rule.ts'
import { configurationSchema } from '../../src/engine/configuration/schema.ts'
import { documentation } from '../../src/entry/documentation.ts'
import { protocols } from '../../src/entry/protocols.ts'
import { discovery as control } from '../../src/protocols/control/discovery.ts'
import { discovery as governance } from '../../src/protocols/governance/discovery.ts'
import { discovery as handover } from '../../src/protocols/handover/discovery.ts'
import { discovery as plugin } from '../../src/protocols/plugin/discovery.ts'
import { discovery as subagent } from '../../src/protocols/subagent/discovery.ts'
import { runs } from '../thorough.ts'
import { anyText } from '../any-text.ts'

const rules = ['REGISTRY_STATUS_DRIFT', 'PLUGIN_SECTION_MISSING', 'CONTRACT_MISMATCH'].map((code) => ({
  code,
  summary: `About ${code}.`,
}))
const schema = configurationSchema({ protocols, rules })
const jsonSchema = configurationJsonSchema(schema, rules, documentation, { list: {}, definitions: {} })

function viewOf(bytes: Uint8Array | undefined, kind: 'file' | 'symlink' = 'file'): View {
  return {
    paths: bytes ? [configurationPath] : [],
    folders: new Set(),
    entry: () => bytes && { kind, size: bytes.length },
    bytes: () => bytes,
    content: () => bytes,
    digest: () => undefined,
  }
}

const read = (text: string) => readConfiguration(viewOf(new TextEncoder().encode(text)), () => schema)

function configurationOf(text: string) {
  const result = read(text)
  if ('problems' in result) throw new Error(JSON.stringify(result.problems))
  return result.configuration
}

/** Every key, each with another value than its default. */
const everything = `
protocols:
  plugin:
    root: packages/plugins
    registry: docs/REGISTRY.md
    second-place: notes
    stages:
      - { stage: 0, title: Idea }
      - { stage: 1, title: Build, agent: build-agent, action: start_build, phases: go_on, done: It builds, tolerated: false }
      - { stage: 2, title: Ship }
      - { stage: 3, title: Rest, tolerated: true }
  control: { runs: ["flows/run-*", "!**/old/**"], workflows: ["flows/**/wf.yaml"], newest-run: true }
  handover: { projects: ["work/{a,b}/*"] }
  subagent:
    sessions: [".sessions/*"]
    profile: v2
    limits: { attempts: 5, cycles: 0, planning: 1 }
  governance:
    root: .state
    allow-edges: [beginning->compacted]
    agents: { preset: none, define: { docs-writer: { category: meta, write: ["docs/**"], deny: ["docs/legal/**"], accounts: ["@octocat", app/docs] } } }
    guarded: ["**"]
    exempt: [".github/**"]
    trailers: [Worker]
    branches: ["bots/{agent}/*"]
    unattributed: error
    unknown-agent: ignore
severity: { REGISTRY_STATUS_DRIFT: warning, PLUGIN_SECTION_MISSING: off }
fail-on: never
mode: soft
allow-empty: true
stale-after: 90m
commands:
  accept: { allow: [admin, "@octocat", "@example-org/release-team", app/some-agent] }
  continue: { allow: [] }
  roles: { release captain: maintain }
  prefix: required
  require-sha: forks
  separate-duties: true
  on-issue: commit
  not-ours: [lgtm, hold]
audit:
  pull-requests: true
  known:
    - { code: CONTRACT_MISMATCH, target: "plugin:TinyGain", owner: "@octocat", reason: meant so, until: 2026-12-31 }
    - { code: REGISTRY_STATUS_DRIFT, path: PLUGINS.md, owner: Ann, reason: "later", until: 2028-02-29 }
sync: off
time-zone: Europe/Berlin
limits: { file: 512KiB, commands: 3 }
`

describe('a configuration with every key', () => {
  const configuration = configurationOf(everything)

  it('is read', () => {
    expect(configuration).toMatchObject({
      severity: { REGISTRY_STATUS_DRIFT: 'warning', PLUGIN_SECTION_MISSING: 'off' },
      failOn: 'never',
      mode: 'soft',
      allowEmpty: true,
      staleAfter: 90 * 60_000,
      commands: {
        roles: { 'release captain': 'maintain' },
        prefix: 'required',
        requireSha: 'forks',
        separateDuties: true,
        onIssue: 'commit',
        notOurs: ['lgtm', 'hold'],
      },
      audit: {
        pullRequests: true,
        known: [
          {
            code: 'CONTRACT_MISMATCH',
            target: 'plugin:TinyGain',
            owner: '@octocat',
            reason: 'meant so',
            until: '2026-12-31',
          },
          { code: 'REGISTRY_STATUS_DRIFT', path: 'PLUGINS.md', owner: 'Ann', reason: 'later', until: '2028-02-29' },
        ],
      },
      sync: 'off',
      timeZone: 'Europe/Berlin',
      limits: { file: 512 * 1024, commands: 3 },
    })
  })

  it('lists which role may give which command, by default that of the command', () => {
    expect(configuration.commands.allow).toMatchObject({
      accept: ['admin', '@octocat', '@example-org/release-team', 'app/some-agent'],
      continue: [],
      install: ['maintain'],
      status: ['read'],
      handback: ['write'],
    })
  })

  it('keeps the protocols as written, for each to read its own', () => {
    const { protocols } = configuration
    expect(plugin.configuration().parse(protocols.plugin)).toEqual({
      root: 'packages/plugins',
      registry: 'docs/REGISTRY.md',
      secondPlace: 'notes',
      stages: [
        { stage: 0, title: 'Idea', done: 'Idea complete', tolerated: false },
        {
          stage: 1,
          title: 'Build',
          agent: 'build-agent',
          action: 'start_build',
          phases: 'go_on',
          done: 'It builds',
          tolerated: false,
        },
        { stage: 2, title: 'Ship', action: 'begin_stage_2', done: 'Ship complete', tolerated: false },
        { stage: 3, title: 'Rest', done: 'Rest complete', tolerated: true },
      ],
    })
    expect(control.configuration().parse(protocols.control)).toEqual({
      runs: ['flows/run-*', '!**/old/**'],
      workflows: ['flows/**/wf.yaml'],
      newestRun: true,
    })
    expect(handover.configuration().parse(protocols.handover)).toEqual({ projects: ['work/{a,b}/*'] })
    expect(subagent.configuration().parse(protocols.subagent)).toEqual({
      sessions: ['.sessions/*'],
      profile: 'v2',
      limits: { attempts: 5, cycles: 0, planning: 1 },
    })
    expect(governance.configuration().parse(protocols.governance)).toEqual({
      root: '.state',
      allowEdges: ['beginning->compacted'],
      agents: {
        preset: 'none',
        define: {
          'docs-writer': {
            category: 'meta',
            write: ['docs/**'],
            deny: ['docs/legal/**'],
            accounts: ['@octocat', 'app/docs'],
          },
        },
      },
      guarded: ['**'],
      exempt: ['.github/**'],
      trailers: ['Worker'],
      branches: ['bots/{agent}/*'],
      unattributed: 'error',
      unknownAgent: 'ignore',
    })
  })
})

describe('an empty configuration', () => {
  it.each([
    ['an empty file', ''],
    ['comments', '# nothing yet\n'],
    ['a byte-order mark', '\ufeff'],
    ['an empty mapping', '{}'],
  ])('%s is as good as none', (_, text) => {
    const defaults = readConfiguration(viewOf(undefined), () => schema)
    expect(read(text)).toEqual(defaults)
  })

  it('has every default', () => {
    const configuration = configurationOf('')
    expect(configuration).toMatchObject({
      protocols: {},
      severity: {},
      mode: 'auto',
      allowEmpty: false,
      staleAfter: 48 * 3_600_000,
      commands: {
        roles: {},
        prefix: 'optional',
        requireSha: 'never',
        separateDuties: false,
        onIssue: 'pull-request',
        notOurs: [],
      },
      audit: { pullRequests: false, known: [] },
      sync: 'commit',
      timeZone: 'UTC',
      limits: { file: 1_048_576, commands: 20 },
    })
    expect(configuration.failOn).toBeUndefined()
  })

  it.each([plugin, control, handover, subagent, governance])(
    'has of $name the defaults that its shape gives',
    (protocol) => {
      expect(protocol.defaults).toStrictEqual(protocol.configuration().parse({}))
    },
  )

  it('leaves the protocols their own defaults', () => {
    expect(plugin.configuration().parse({})).toEqual({ root: 'plugins', registry: 'PLUGINS.md', stages: 'default' })
    expect(control.configuration().parse({})).toEqual({
      runs: ['**/run-*'],
      workflows: ['**/wf.yaml'],
      newestRun: false,
    })
    expect(handover.configuration().parse({})).toEqual({ projects: ['.claude/projects/*'] })
    expect(subagent.configuration().parse({})).toEqual({
      sessions: ['.ralph-sessions/*'],
      limits: { attempts: 3, cycles: 3, planning: 2 },
    })
    expect(governance.configuration().parse({})).toEqual({
      root: '.idumb',
      allowEdges: [],
      agents: { preset: 'spec-2.1.0', define: {} },
      guarded: ['.idumb/**', '.opencode/**'],
      exempt: [],
      trailers: ['Agent', 'Idumb-Agent'],
      branches: ['ai/{agent}/**'],
      unattributed: 'notice',
      unknownAgent: 'warning',
    })
    expect(governance.configuration().parse({ root: '.state' }).guarded).toEqual(['.state/**', '.opencode/**'])
  })
})

describe('single values', () => {
  it.each([
    ['limits: { file: 100 }', { limits: { file: 100 } }],
    ['limits: { file: "3MiB" }', { limits: { file: 3 * 1024 * 1024 } }],
    ['stale-after: 3d', { staleAfter: 3 * 86_400_000 }],
    ['stale-after: 0h', { staleAfter: 0 }],
    ['protocols: { plugin: { root: . } }', { protocols: { plugin: { root: '.' } } }],
    ['protocols: { plugin: false }', { protocols: { plugin: false } }],
    ['protocols: { governance: {} }', { protocols: { governance: {} } }],
    ['commands: { separate-duties: agents }', { commands: { separateDuties: 'agents' } }],
  ])('%s', (text, expected) => {
    expect(configurationOf(text)).toMatchObject(expected)
  })
})

/** The stretch of text that a problem points at, in its first line. */
function pointedAt(
  text: string,
  {
    line = 1,
    column = 1,
    endLine = line,
    endColumn,
  }: { line?: number; column?: number; endLine?: number; endColumn?: number },
) {
  const lineText = text.split('\n')[line - 1] ?? ''
  return lineText.slice(column - 1, endLine === line ? (endColumn ?? 1) - 1 : undefined)
}

const inPlugin = (text: string) => `protocols: { plugin: { ${text} } }`
const knownEntry = (text: string) => `audit: { known: [{ owner: Ann, reason: so, ${text} }] }`
const allKeys =
  'Expected one of `protocols`, `severity`, `fail-on`, `mode`, `allow-empty`, `stale-after`, `grants`, `commands`, `audit`, `sync`, `time-zone`, `workflows`, `limits`.'
const good = 'code: CONTRACT_MISMATCH, target: "plugin:Amber", until: 2026-12-31'

describe('every mistake is reported at its place', () => {
  it.each<[text: string, at: string, message: string, hint?: string]>([
    // Keys
    ['mod: auto', 'mod', 'Unexpected key `mod`', 'Did you mean `mode`?'],
    ['failOn: error', 'failOn', 'Unexpected key `failOn`', 'Did you mean `fail-on`?'],
    ['frobnicate: 1', 'frobnicate', 'Unexpected key `frobnicate`', allKeys],
    ['limits: { files: 1 }', 'files', 'Unexpected key `files` in `limits`', 'Did you mean `file`?'],
    ['limits: { x: 1 }', 'x', 'Unexpected key `x` in `limits`', 'Expected one of `file`, `commands`.'],
    ['protocols: { plugins: {} }', 'plugins', 'Unexpected key `plugins` in `protocols`', 'Did you mean `plugin`?'],
    [
      inPlugin('secondplace: none'),
      'secondplace',
      'Unexpected key `secondplace` in `protocols.plugin`',
      'Did you mean `second-place`?',
    ],
    [
      'commands: { acept: { allow: [write] } }',
      'acept',
      'Unexpected key `acept` in `commands`',
      'Did you mean `accept`?',
    ],
    [
      'commands: { accept: { alow: [write] } }',
      'alow',
      'Unexpected key `alow` in `commands.accept`',
      'Did you mean `allow`?',
    ],
    [
      'severity: { REGISTRY_STATUS_DRIFTS: off }',
      'REGISTRY_STATUS_DRIFTS',
      'Unexpected key `REGISTRY_STATUS_DRIFTS` in `severity`',
      'Did you mean `REGISTRY_STATUS_DRIFT`?',
    ],
    [
      'protocols: { governance: { agents: { define: { amber: { writes: [] } } } } }',
      'writes',
      'Unexpected key `writes` in `protocols.governance.agents.define.amber`',
      'Did you mean `write`?',
    ],
    ['__proto__: { a: 1 }', '__proto__', 'Unexpected key `__proto__`'],
    ['commands: { roles: { __proto__: admin } }', '__proto__', 'Unexpected key `__proto__`'],
    ['constructor: {}', 'constructor', 'Unexpected key `constructor`', allKeys],

    // Words
    ['mode: atuo', 'atuo', 'Unexpected `atuo`, expected one of `auto`, `strict`, `soft`', 'Did you mean `auto`?'],
    ['mode: 1', '1', 'Unexpected `1`, expected one of `auto`, `strict`, `soft`'],
    ['mode:', 'mode', 'Unexpected empty value, expected one of `auto`, `strict`, `soft`'],
    ['mode: [auto]', '[auto]', 'Unexpected list, expected one of `auto`, `strict`, `soft`'],
    ['sync: false', 'false', 'Unexpected `false`, expected one of `commit`, `pull-request`, `off`'],
    [
      'severity: { CONTRACT_MISMATCH: warn }',
      'warn',
      'Unexpected `warn`, expected one of `error`, `warning`, `notice`, `off`',
    ],
    ['allow-empty: yes', 'yes', 'Unexpected `yes`, expected `true` or `false`'],
    [inPlugin('second-place: entry'), 'entry', 'Unexpected `entry`, expected one of `entries`, `notes`, `none`'],
    [
      'commands: { separate-duties: agent }',
      'agent',
      'Unexpected `agent`, expected `true`, `false` or `agents`',
      'Did you mean `agents`?',
    ],
    ['limits:', 'limits', 'Unexpected empty value, expected a mapping'],
    ['limits: [1]', '[1]', 'Unexpected list, expected a mapping'],
    [
      'protocols: { plugin: true }',
      'true',
      'Unexpected `true`, expected a mapping, or `false` to switch the protocol off',
    ],
    ['[a]', '[a]', 'Unexpected list, expected a mapping'],
    ['words', 'words', 'Unexpected `words`, expected a mapping'],

    // Forms
    ['stale-after: 48', '48', 'Unexpected `48`, expected an integer and `m`, `h` or `d`, such as `48h`'],
    ['stale-after: 1.5h', '1.5h', 'Unexpected `1.5h`, expected an integer and `m`, `h` or `d`, such as `48h`'],
    ['limits: { file: 1MB }', '1MB', 'Unexpected `1MB`, expected a size such as `1MiB`, `512KiB` or `100` (bytes)'],
    ['limits: { file: 0 }', '0', 'Unexpected `0`, expected a size such as `1MiB`, `512KiB` or `100` (bytes)'],
    ['limits: { file: [] }', '[]', 'Unexpected empty list, expected a size such as `1MiB`, `512KiB` or `100` (bytes)'],
    ['limits: { commands: 0 }', '0', 'Unexpected `0`, expected an integer, `1` or more'],
    ['limits: { commands: 2.5 }', '2.5', 'Unexpected `2.5`, expected an integer, `1` or more'],
    ['time-zone: Berlin', 'Berlin', 'Unexpected `Berlin`, expected a time zone such as `Europe/Berlin`'],
    ['time-zone: "+01:00"', '"+01:00"', 'Unexpected `+01:00`, expected a time zone such as `Europe/Berlin`'],
    [
      'commands: { accept: { allow: [octocat] } }',
      'octocat',
      'Unexpected `octocat`, expected a role (`read`, `triage`, `write`, `maintain`, `admin`), `@user`, `@org/team` or `app/name`',
    ],
    [
      'commands: { accept: { allow: write } }',
      'write',
      'Unexpected `write`, expected a list of who may give the command',
    ],
    [
      'commands: { roles: { write: admin } }',
      'write',
      "Unexpected `write`, expected a custom role: GitHub's own count as themselves",
    ],
    ['commands: { not-ours: [/lgtm] }', '/lgtm', 'Unexpected `/lgtm`, expected the name of a command without its `/`'],

    // Paths
    [
      inPlugin('root: /plugins'),
      '/plugins',
      "Unexpected `/plugins`, expected a path relative to the repository's root",
    ],
    [
      inPlugin('root: C:/plugins'),
      'C:/plugins',
      "Unexpected `C:/plugins`, expected a path relative to the repository's root",
    ],
    [inPlugin('root: a/../../b'), 'a/../../b', 'Unexpected `a/../../b`, expected a path without `..`'],
    [
      inPlugin('root: "plugins/"'),
      '"plugins/"',
      'Unexpected `plugins/`, expected a path without `.`, `//` or a `/` at its end',
    ],
    [inPlugin('registry: .'), '.', 'Unexpected `.`, expected a path without `.`, `//` or a `/` at its end'],
    [inPlugin('root: a\\b'), 'a\\b', 'Unexpected `a\\b`, expected a path with `/` between its folders'],
    [
      inPlugin('root: "a\\u202Eb"'),
      '"a\\u202Eb"',
      'Unexpected `a\\u{202e}b`, expected a path without control characters and invisible ones',
    ],
    [inPlugin('root: "plugins/*"'), '"plugins/*"', 'Unexpected `plugins/*`, expected one path, no pattern'],
    [inPlugin('root: ""'), '""', 'Unexpected empty value, expected a path'],
    [
      inPlugin('registry: .GitHub/PLUGINS.md'),
      '.GitHub/PLUGINS.md',
      'Unexpected `.GitHub/PLUGINS.md`, expected a place outside `.git` and `.github`, where no command writes',
    ],
    [
      'protocols: { handover: { projects: ["a/{.git,b}/*"] } }',
      '"a/{.git,b}/*"',
      'Unexpected `a/{.git,b}/*`, expected a place outside `.git` and `.github`, where no command writes',
    ],
    [
      'protocols: { subagent: { sessions: ["!a"] } }',
      '"!a"',
      'Unexpected `!a`, expected a pattern that does not begin with `!`',
    ],
    [
      'protocols: { control: { runs: ["run-[0-9]"] } }',
      '"run-[0-9]"',
      'Unexpected `run-[0-9]`, expected a pattern of `*`, `**`, `?` and `{a,b}` only',
    ],
    ['protocols: { control: { runs: ["{a"] } }', '"{a"', 'Unexpected `{a`, expected a pattern whose braces match'],
    ['protocols: { control: { runs: "**" } }', '"**"', 'Unexpected `**`, expected a list of patterns'],
    [
      'protocols: { governance: { branches: ["{agent}/{agent}"] } }',
      '"{agent}/{agent}"',
      'Unexpected `{agent}/{agent}`, expected a pattern that has `{agent}` once',
    ],
    [
      'protocols: { governance: { branches: [ai/**] } }',
      'ai/**',
      'Unexpected `ai/**`, expected a pattern that has `{agent}` once',
    ],

    // Stages
    [inPlugin('stages: { stage: 0 }'), '{ stage: 0 }', 'Unexpected mapping, expected `default` or a list of stages'],
    [inPlugin('stages: usual'), 'usual', 'Unexpected `usual`, expected `default` or a list of stages'],
    [inPlugin('stages: [{ stage: "0", title: A }]'), '"0"', 'Unexpected text `0`, expected an integer, `0` or more'],
    [
      inPlugin('stages: [{ stage: 2, title: A }, { stage: 2, title: B }]'),
      '2',
      'Unexpected `2`, expected a number higher than that of the stage before',
    ],
    [
      inPlugin('stages: [{ stage: 2, title: A, tolerated: true }]'),
      '[{ stage: 2, title: A, tolerated: true }]',
      'Unexpected list, expected at least one stage that is not merely tolerated',
    ],
    [inPlugin('stages: [{ stage: 2 }]'), '{ stage: 2 }', 'Missing key `protocols.plugin.stages[0].title`'],

    // Agents
    [
      'protocols: { governance: { agents: spec-2.1 } }',
      'spec-2.1',
      'Unexpected `spec-2.1`, expected `spec-2.1.0`, `agents-frontmatter`, `none` or `{ preset, define }`',
      'Did you mean `spec-2.1.0`?',
    ],
    [
      'protocols: { governance: { agents: { define: { Amber: {} } } } }',
      'Amber',
      "Unexpected `Amber`, expected an agent's name: lower-case letters, digits, `.`, `_` and `-`, at most 64",
    ],
    [
      'protocols: { governance: { allow-edges: [beginning->compcted] } }',
      'beginning->compcted',
      'Unexpected `beginning->compcted`, expected one of `beginning->compacted`, `beginning->interrupted`, `compacted->interrupted`, `interrupted->between_turn`',
      'Did you mean `beginning->compacted`?',
    ],

    // Known findings
    [
      knownEntry(good.replace('MISMATCH', 'MISMATCHES')),
      'CONTRACT_MISMATCHES',
      'Unexpected `CONTRACT_MISMATCHES`, expected the code of a rule',
      'Did you mean `CONTRACT_MISMATCH`?',
    ],
    [
      knownEntry(good.replace('12-31', '02-30')),
      '2026-02-30',
      'Unexpected `2026-02-30`, expected a date such as `2026-12-31`',
    ],
    [
      knownEntry(good.replace('"plugin:Amber"', 'Amber')),
      'Amber',
      'Unexpected `Amber`, expected a target with its prefix, such as `plugin:MinimalKick`',
    ],
    [knownEntry(`${good}, path: a`), 'a', 'Unexpected key `path` together with `target`, expected one of them'],
    [
      'audit: { known: [{ code: CONTRACT_MISMATCH, path: a, owner: Ann, until: 2026-12-31 }] }',
      '{ code: CONTRACT_MISMATCH, path: a, owner: Ann, until: 2026-12-31 }',
      'Missing key `audit.known[0].reason`',
    ],
    [
      'audit: { known: [{ code: CONTRACT_MISMATCH, owner: Ann, reason: so, until: 2026-12-31 }] }',
      '{ code: CONTRACT_MISMATCH, owner: Ann, reason: so, until: 2026-12-31 }',
      'Missing key `target`, or `path` in its place',
    ],
    [
      knownEntry(good).replace('so,', '" ",'),
      '" "',
      'Unexpected empty value, expected one line of text, at most `500` characters',
    ],
  ])('%s', (text, at, message, hint) => {
    const result = read(text)
    expect(result).toHaveProperty('problems')
    const problems = 'problems' in result ? result.problems : []
    expect(problems).toHaveLength(1)
    const [problem] = problems
    expect(problem?.message).toBe(message)
    expect(problem?.hint).toBe(hint)
    expect(problem?.place.path).toBe(configurationPath)
    expect(pointedAt(text, problem?.place ?? {})).toBe(at)
  })

  it('gives every problem, in the order of the text, a value over several lines by its key', () => {
    const text =
      'mode: hard\r\nlimits:\r\n  - 1\r\n  - 2\r\nfail-on: sometimes\r\naudit:\r\n  known:\r\n    - code: CONTRACT_MISMATCH\r\n      path: a\r\n      owner: Ann\r\n      until: 2026-12-31\r\n'
    const result = read(text)
    const problems = 'problems' in result ? result.problems : []
    expect(problems.map(({ place }) => [place.line, pointedAt(text, place)])).toEqual([
      [1, 'hard'],
      [2, 'limits'],
      [5, 'sometimes'],
      [8, 'code'],
    ])
  })
})

describe('a text that is no configuration', () => {
  it.each<[about: string, text: string, line: number, column: number]>([
    ['a key twice', 'mode: auto\nmode: soft', 2, 1],
    ['an alias', 'commands:\n  roles: { a: &x read, b: *x }', 2, 27],
    ['a tag', 'mode: !!str auto', 1, 7],
    ['a merge key', 'limits: { <<: { file: 1 } }', 1, 11],
    ['two documents', 'mode: auto\n---\nmode: soft', 2, 1],
    ['a bracket that is not closed', 'mode: [auto', 1, 12],
    ['a tab', 'limits:\n\tfile: 1', 2, 1],
    ['deep nesting', `a: ${'['.repeat(50)}${']'.repeat(50)}`, 1, 19],
  ])('%s is reported at its place', (_, text, line, column) => {
    const result = read(text)
    expect(result).toMatchObject({ problems: [{ place: { path: configurationPath, line, column } }] })
  })

  it('is reported as no text when it is none', () => {
    const text = (bytes: number[]) => readConfiguration(viewOf(new Uint8Array(bytes)), () => schema)
    const notText = { message: `Unexpected bytes in \`${configurationPath}\`, expected text in UTF-8` }
    expect(text([0x61, 0x3a, 0x0a, 0x20, 0x00])).toMatchObject({
      problems: [{ ...notText, place: { line: 2, column: 2 } }],
    })
    expect(text([0x61, 0x0a, 0x62, 0x0a, 0xff])).toMatchObject({
      problems: [{ ...notText, place: { line: 3, column: 1, endColumn: 2 } }],
    })
    expect(readConfiguration(viewOf(new Uint8Array(), 'symlink'), () => schema)).toMatchObject({
      problems: [{ message: `Unexpected symbolic link in place of \`${configurationPath}\`, expected a file` }],
    })
  })

  it('is not read above its limit', () => {
    const atLimit = '#'.repeat(configurationLimit)
    expect(read(atLimit)).toHaveProperty('configuration')
    expect(read(`${atLimit}#`)).toMatchObject({
      problems: [{ message: expect.stringContaining('expected at most `1048576` bytes') }],
    })
  })

  it('is a list of problems, never a failure', () => {
    const pieces = fc.constantFrom(
      'protocols',
      'plugin',
      'stages',
      ': ',
      '\n',
      '\n  ',
      '- ',
      '{ ',
      '}',
      '[',
      ']',
      ', ',
      'off',
      '1',
      '"',
      '*a',
      '&a ',
      '\t',
      '\u0000',
      '# ',
    )
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      anyText().map((text) => new TextEncoder().encode(text)),
      fc.array(pieces, { maxLength: 60 }).map((parts) => new TextEncoder().encode(parts.join(''))),
      fc.json().map((text) => new TextEncoder().encode(text)),
    )
    fc.assert(
      fc.property(bytes, (bytes) => {
        const result = readConfiguration(viewOf(bytes), () => schema)
        if ('configuration' in result) return
        expect(result.problems.length).toBeGreaterThan(0)
        for (const { message, place } of result.problems) {
          expect(message).toMatch(/^(?:Unexpected|Missing) /)
          expect(place.path).toBe(configurationPath)
        }
      }),
      { numRuns: runs(50) },
    )
  })
})

describe('CONFIG_INVALID', () => {
  it('has no severity that can be set, and is the only finding of such a configuration', () => {
    for (const text of [
      'severity: { CONFIG_INVALID: off }',
      knownEntry(good.replace(/code: \w+/, 'code: CONFIG_INVALID')),
    ])
      expect(read(text)).toHaveProperty('problems')
  })

  it.each(examplesOf(configurationRule).bad)('is reported for $about', ({ head }) => {
    expect(read(head[configurationPath] ?? '')).toHaveProperty('problems')
  })

  it.each(examplesOf(configurationRule).good)('is silent: $about', ({ head }) => {
    expect(read(head[configurationPath] ?? '')).toHaveProperty('configuration')
  })
})

describe('the JSON Schema', () => {
  const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true })
  addFormats.default(ajv)
  const validate = ajv.compile(jsonSchema)
  const accepts = (text: string) => {
    const root = parseYaml(text)
    if ('fault' in root) throw new Error(root.fault)
    return validate(toPlainData(root))
  }

  it('accepts what is read', () => {
    expect(accepts(everything)).toBe(true)
    expect(accepts('severity: { work/REGISTRY_STATUS_DRIFT: off }')).toBe(true)
    expect(validate({})).toBe(true)
  })

  it.each([
    'mod: auto',
    'limits: { x: 1 }',
    'mode: atuo',
    'stale-after: 48',
    inPlugin('rot: a'),
    'severity: { X: off }',
    'severity: { work/REGISTRY_STATUS_DRIFT: of }',
    knownEntry(`${good}, path: a`),
    'audit: { known: [{}] }',
  ])('rejects %s', (text) => {
    expect(accepts(text)).toBe(false)
  })

  it('describes every key, and every code by what its rule says', () => {
    const bare: string[] = []
    const walk = (schema: object, path: string) => {
      for (const [key, value] of Object.entries(schema)) {
        if (key === 'properties') {
          for (const [name, property] of Object.entries(value as Record<string, { description?: string }>)) {
            if (!property.description) bare.push(`${path}.${name}`)
          }
        }
        if (typeof value === 'object' && value !== null && key !== 'default') walk(value as object, `${path}.${key}`)
      }
    }
    walk(jsonSchema, '')
    expect(bare).toEqual([])
    expect(jsonSchema).toHaveProperty(
      'properties.severity.properties.CONTRACT_MISMATCH.description',
      'About CONTRACT_MISMATCH.',
    )
  })
})

describe('what the keys mean', () => {
  const texts = [descriptions, ...Object.values(documentation).map(({ configuration }) => configuration)].flatMap(
    (meanings) => Object.values(meanings),
  )

  it.each(texts)('is the meaning of a key that there is: %s', (text) => {
    expect(JSON.stringify(jsonSchema)).toContain(JSON.stringify({ description: text }).slice(1, -1))
  })
})

describe('the list of keys', () => {
  const all = configurationKeys(jsonSchema)

  it('has every key once, those that are alike together', () => {
    const names = all.map(({ key }) => key)
    expect(new Set(names).size).toBe(names.length)
    expect(names).toEqual(
      expect.arrayContaining([
        '`protocols.plugin.root`',
        '`protocols.plugin.stages[].title`',
        '`protocols.governance.agents.define.<agent>.write`',
        '`severity.<code>`',
        '`fail-on`',
        '`commands.<command>.allow`',
        '`commands.roles.<custom role>`',
        '`audit.known[].until`',
      ]),
    )
  })

  it('says type, default and meaning', () => {
    expect(all).toContainEqual({
      key: '`limits.file`',
      type: 'size',
      standard: '`1MiB`',
      meaning: 'The size above which a file is not read',
    })
    expect(all).toContainEqual({
      key: '`mode`',
      type: '`auto`, `strict`, `soft`',
      standard: '`auto`',
      meaning: 'How strictly to check; `auto`: strictly what the change touches, the rest softly',
    })
    expect(all).toContainEqual({
      key: '`severity.<code>`',
      type: '`error`, `warning`, `notice`, `off`',
      standard: '',
      meaning: "The severity of a rule's findings, wherever they are found; `off`: the rule is not run",
    })
    expect(all.filter(({ type, meaning }) => type === '' || meaning === '')).toEqual([])
  })
})
