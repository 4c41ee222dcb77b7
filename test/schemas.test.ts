import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { completeFiles, fixtures } from '../scripts/docs/samples.ts'
import { protocolNames, type BuiltInName } from '../src/core/protocol.ts'
import type { Example, Files } from '../src/core/rule.ts'
import { frontMatter } from '../src/documents/front-matter.ts'
import { textDocument } from '../src/documents/text.ts'
import { parseYaml, toPlainData } from '../src/documents/yaml.ts'
import { schemaAddress } from '../src/kit/published-schema.ts'
import { protocols } from '../src/entry/protocols.ts'
import { examplesOf } from './examples-of.ts'
import { schemas } from '../src/entry/schemas.ts'

const folder = join(import.meta.dirname, '../schema')

const ajv = new Ajv2020({ strict: false })
addFormats.default(ajv)
for (const make of schemas.values()) ajv.addSchema(make())

/** What a schema has against some data. */
const faults = (name: string, data: unknown): readonly string[] => {
  const validate = ajv.getSchema(schemaAddress(name))
  if (!validate) throw new RangeError(`There is no schema ${name}`)
  return validate(data) === true
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${name}${instancePath} ${message}`)
}

type Part = readonly [schema: string, data: unknown]

const unreadable = undefined
const json = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return unreadable
  }
}
const yaml = (text: string): unknown => {
  const root = parseYaml(text)
  return 'fault' in root ? unreadable : toPlainData(root)
}
const front = (text: string): unknown => {
  const found = frontMatter(textDocument('x.md', text))
  return found.kind === 'mapping' ? toPlainData(found.mapping) : unreadable
}

const manifests = (text: string): readonly Part[] =>
  Array.from(text.matchAll(/^ *```yaml\n( *manifest:[^]*?)^ *```$/gm), ([, body = '']): Part => [
    'handover.manifest',
    yaml(body.replaceAll(/^ {2}/gm, '')),
  ])

/** A message and its payload. */
function messages(path: string, text: string): readonly Part[] {
  const data = json(text) as { readonly payload?: unknown } | undefined
  const [, agent = '', kind = ''] = /messages\/(\w+)\..*\b(input|output)\.json$/.exec(path) ?? []
  const isEnveloped = data?.payload !== undefined
  const payload: Part = [`subagent.${agent}.${kind}`, isEnveloped ? data.payload : data]
  return isEnveloped ? [['subagent.envelope', data], payload] : [payload]
}

/** Which schema is that of which file, and how its data is read. */
const files: Readonly<
  Record<BuiltInName, readonly (readonly [path: RegExp, parts: (text: string, path: string) => readonly Part[]])[]>
> = {
  plugin: [[/\.continue-here\.md$/, (text) => [['plugin.handoff', front(text)]]]],
  handover: [
    [/\/brief\.md$/, (text) => [['handover.brief', front(text)]]],
    [/\/research\/.*\.md$/, (text) => [['handover.research', front(text)]]],
    [/\/plan\.md$/, (text) => [['handover.plan', front(text)], ...manifests(text)]],
    [/\/progress\.json$/, (text) => [['handover.progress', json(text)]]],
    [/\/review\.md$/, (text) => [['handover.review', front(text)]]],
    [/\.session-state\.local\.json$/, (text) => [['handover.session-state', json(text)]]],
    [/NEXT-SESSION-PROMPT\.local\.md$/, (text) => [['handover.next-session-prompt', front(text)]]],
    [/^batch\.json$/, (text) => [['handover.annotations', json(text)]]],
  ],
  subagent: [[/messages\/(?:planner|executor|reviewer|questioner)\..*\.json$/, (text, path) => messages(path, text)]],
  control: [
    ...['accept', 'handback', 'grant', 'output-params', 'wf-result'].map(
      (name) =>
        [
          RegExp(`/output-data/${name}\\.json$`),
          (text: string): readonly Part[] => [[`control.${name}`, json(text)]],
        ] as const,
    ),
    [/\/answers\/\d+\.json$/, (text) => [['control.answer', json(text)]]],
    [/\/stage-config\.yaml$/, (text) => [['control.stage-config', yaml(text)]]],
    [/\/wf-run\.json$/, (text) => [['control.wf-run', json(text)]]],
    [/\/wf\.yaml$/, (text) => [['control.wf', yaml(text)]]],
  ],
  governance: [
    [/\/brain\/state\.json$/, (text) => [['governance.state', json(text)]]],
    [/\/brain\/config\.json$/, (text) => [['governance.config', json(text)]]],
    [/\/brain\/execution-metrics\.json$/, (text) => [['governance.metrics', json(text)]]],
    [/\/sessions\/[^/]+\.json$/, (text) => [['governance.session', json(text)]]],
    [/\/stall\/[^/]+\.json$/, (text) => [['governance.stall', json(text)]]],
    [/\/execution\/.*\.json$/, (text) => [['governance.checkpoint', json(text)]]],
  ],
}

const partsOf = (protocol: BuiltInName, all: Files): readonly Part[] =>
  Object.entries(all).flatMap(([path, text]) =>
    files[protocol].filter(([form]) => form.test(path)).flatMap(([, parts]) => parts(text, path)),
  )

/** What the schemas have against the files of a repository that can be read. */
const faultsIn = (protocol: BuiltInName, { head, links = [] }: Pick<Example, 'head' | 'links'>): readonly string[] =>
  partsOf(protocol, Object.fromEntries(Object.entries(head).filter(([path]) => !links.includes(path)))).flatMap(
    ([name, data]) => (data === unreadable ? [] : faults(name, data)),
  )

describe('every schema', () => {
  it.each([...schemas])('%s is of 2020-12, has its address and a title, and leads nowhere else', (name, make) => {
    const schema = make()
    expect(ajv.validateSchema(schema)).toBe(true)
    expect(schema).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema', $id: schemaAddress(name) })
    expect(schema.title).not.toBe('')
    const references = Array.from(JSON.stringify(schema).matchAll(/"\$ref":"([^"]*)"/g), ([, to = '']) => to)
    expect(references.filter((to) => !to.startsWith('#/$defs/'))).toEqual([])
  })

  it('is in the package, as it is printed', () => {
    expect(readdirSync(folder).toSorted()).toEqual([...schemas.keys()].map((name) => `${name}.v1.json`).toSorted())
    for (const [name, make] of schemas)
      expect(JSON.parse(readFileSync(join(folder, `${name}.v1.json`), 'utf8'))).toEqual(
        JSON.parse(JSON.stringify(make())),
      )
  })
})

describe('the files that pages show', () => {
  const all = Object.fromEntries(protocolNames.map((name) => [name, completeFiles(name)])) as Readonly<
    Record<BuiltInName, Files>
  >

  it.each(Object.entries(all) as [BuiltInName, Files][])('of %s are what their schemas describe', (protocol, head) => {
    expect(faultsIn(protocol, { head })).toEqual([])
  })

  it('are of every kind that a schema is for', () => {
    const schemaNames = new Set(
      Object.entries(all).flatMap(([protocol, head]) => partsOf(protocol as BuiltInName, head).map(([name]) => name)),
    )
    expect([...schemaNames].toSorted()).toEqual([...schemas.keys()].filter((name) => name.includes('.')).toSorted())
  })
})

describe('a grant', () => {
  const dataOf = (protocol: BuiltInName, schema: string) =>
    partsOf(protocol, fixtures[protocol].complete).find(([name]) => name === schema)?.[1] as Record<string, unknown>
  const granted: Readonly<Record<string, (grant: unknown) => unknown>> = {
    'handover.progress': (grant) => ({
      ...dataOf('handover', 'handover.progress'),
      steps: { '1': { status: 'in_progress', attempts: 1, grant } },
    }),
    'plugin.handoff': (grant) => ({ ...dataOf('plugin', 'plugin.handoff'), grant }),
    'governance.session': (grant) => ({ ...dataOf('governance', 'governance.session'), grant }),
    'control.grant': (grant) => grant,
  }
  const grant = { agent: 'dev/1', by: 'octocat', since: '2026-01-21T10:30:00Z', until: '2026-01-21T14:30:00Z' }

  it.each(Object.keys(granted))('is described by %s', (name) => {
    const faultsOf = (value: unknown) => faults(name, granted[name]?.(value))
    for (const good of [grant, { since: grant.since }]) expect(faultsOf(good)).toEqual([])
    for (const bad of [
      { ...grant, agent: 'no name' },
      { agent: 'dev' },
      { ...grant, role: 'dev' },
      { since: 'today' },
      'dev',
    ])
      expect(faultsOf(bad)).not.toEqual([])
  })
})

/** Rules about the shape of a file that has a schema. */
const shapeRules =
  /^(?!REGISTRY_|TASKS_|QUESTIONS_|MESSAGE_FIELD_DEFAULTED$).*(?:_SCHEMA$|_FIELD_|_(?:MISSING|INVALID)_FIELD$|_MISSING_KEY$|_UNKNOWN_KEY$|_SCHEMA_MISMATCH$|_WRONG_TYPE$|_FINDINGS_TYPE$)/

/** What no schema of what a reader has of the file can say, and why. */
const beyond: Readonly<Record<string, readonly string[]>> = {
  'how a value is written, which other readers of YAML understand in another way': [
    'STAGE_CONFIG_SCHEMA bad: a day',
    'STAGE_CONFIG_SCHEMA bad: a word that is a truth value',
    'BRIEF_INVALID_FIELD bad: a number that only YAML takes for one',
    'BRIEF_INVALID_FIELD bad: a number with an exponent',
    'BRIEF_INVALID_FIELD bad: a truth value with a capital',
    'REVIEW_BAD_FINDINGS_TYPE bad: a flow list',
  ],
  'what another key or file says': [
    'STAGE_PARAMS_SCHEMA bad: another stage',
    'GOV_FIELD_VALUE bad: more scores than hashes',
  ],
  'null is read as absent, and never written': ['MESSAGE_FIELD_MISSING good: null for what may be absent'],
  'payloads of another profile': [
    'MESSAGE_FIELD_TYPE good: true as text, in 3.x',
    'MESSAGE_FIELD_VALUE good: any next action, in 3.x',
  ],
}
const exempt = new Set(Object.values(beyond).flat())

const examples = protocols.flatMap(({ name, rules }) =>
  rules
    .filter(({ code }) => shapeRules.test(code))
    .flatMap((rule) => {
      const { code } = rule
      const { bad, good } = examplesOf(rule)
      return [
        ...bad.map((example) => [name, `${code} bad: ${example.about}`, example] as const),
        ...good.map((example) => [name, `${code} good: ${example.about}`, example] as const),
      ]
    }),
)
const isGood = (title: string) => title.includes(' good: ')

describe('examples of rules about shapes', () => {
  it.each(examples.filter(([, title]) => !exempt.has(title)))('%s %s', (protocol, title, example) => {
    const found = faultsIn(protocol, example)
    if (isGood(title)) expect(found).toEqual([])
    else expect(found).not.toEqual([])
  })

  it('that a schema cannot say are those, and no other', () => {
    const unlike = examples.filter(
      ([protocol, title, example]) => isGood(title) === faultsIn(protocol, example).length > 0,
    )
    expect(unlike.map(([, title]) => title).toSorted()).toEqual([...exempt].toSorted())
  })
})
