import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { parse } from 'yaml'
import { baton, run, shortest, type Aim, type Benchmark, type Figure, type Program } from './measure.ts'
import { writeRepository } from './repository.ts'

const plugins = 2_000

const phase = { type: ['string', 'null'], pattern: '^\\d+\\.\\d+$' }
const checksum = { type: ['string', 'null'], pattern: '^sha256:[0-9a-f]{64}$' }

/** The shape of a handoff's front matter, as far as such a schema can say it. */
const schema = {
  type: 'object',
  required: [
    'plugin',
    'stage',
    'phase',
    'status',
    'last_updated',
    'complexity_score',
    'phased_implementation',
    'orchestration_mode',
  ],
  properties: {
    plugin: { type: 'string', minLength: 1 },
    stage: { type: 'integer', minimum: 0 },
    phase,
    status: { enum: ['in_progress', 'complete', 'workflow_complete'] },
    last_updated: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
    complexity_score: { type: 'number', minimum: 1, maximum: 5 },
    phased_implementation: { type: 'boolean' },
    orchestration_mode: { const: true },
    next_action: { type: ['string', 'null'] },
    next_phase: phase,
    contract_checksums: {
      type: 'object',
      properties: { creative_brief: checksum, parameter_spec: checksum, architecture: checksum, plan: checksum },
    },
  },
}

const remarkConfiguration = `
import remarkFrontmatter from 'remark-frontmatter'
import remarkLintFrontmatterSchema from 'remark-lint-frontmatter-schema'
export default {
  plugins: [remarkFrontmatter, [remarkLintFrontmatterSchema, { schemas: { './schema.json': ['./handoffs/*.md'] } }]],
}
`

interface Peer {
  readonly name: string
  /** What is installed for the occasion. */
  readonly packages: readonly string[]
  /** How it is run in the folder that has the schema, the handoffs and their front matters as JSON. */
  readonly program: readonly string[]
  readonly aim?: Aim
  readonly note?: string
}

const peersOf: readonly Peer[] = [
  {
    name: 'remark-lint-frontmatter-schema',
    packages: ['remark-cli@12.0.1', 'remark-frontmatter@5.0.0', 'remark-lint-frontmatter-schema@3.15.4'],
    program: ['remark-cli/cli.js', '--frail', '--quiet', 'handoffs'],
    aim: { bound: 'least', value: 10 },
  },
  {
    name: 'ajv-cli',
    packages: ['ajv-cli@5.0.0'],
    program: ['ajv-cli/dist/index.js', 'validate', '--strict=false', '-s', 'schema.json', '-d', 'json/*.json'],
    note: 'on JSON: reading YAML and Markdown is not counted',
  },
]

/** Copies the handoffs, and extracts their front matters as JSON. */
function lay(folder: string, root: string, handoffs: readonly string[]): void {
  mkdirSync(`${folder}/handoffs`)
  mkdirSync(`${folder}/json`)
  for (const [index, path] of handoffs.entries()) {
    const text = readFileSync(`${root}/${path}`, 'utf8')
    writeFileSync(`${folder}/handoffs/${index}.md`, text)
    writeFileSync(`${folder}/json/${index}.json`, JSON.stringify(parse(text.split('---\n', 2)[1] ?? '')))
  }
  writeFileSync(`${folder}/schema.json`, JSON.stringify(schema))
  writeFileSync(`${folder}/.remarkrc.mjs`, remarkConfiguration)
  writeFileSync(`${folder}/package.json`, '{ "private": true }')
}

/** Installs a peer. Gives why that could not be done. */
function install(folder: string, { packages }: Peer): string | undefined {
  try {
    run({ command: 'npm', args: ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages], cwd: folder })
    return undefined
  } catch (error) {
    return `cannot be installed: ${String(error).split('\n')[0]}`
  }
}

/**
 * The schema check of many front matters, one of which is wrong, so that every program must find it and fail. What is
 * held against does that alone; Baton checks everything else as well.
 */
export const peers: Benchmark = (bench) => {
  const root = `${bench.folder}/repository`
  const handoffs = writeRepository(root, plugins).filter((path) => path.endsWith('/.continue-here.md'))
  const wrong = `${root}/${handoffs[plugins / 2]}`
  writeFileSync(wrong, readFileSync(wrong, 'utf8').replace('status: complete', 'status: completed'))
  lay(bench.folder, root, handoffs)

  const validate = { ...baton(bench, 'validate', '--strict', '--root', root), code: 1 }
  return peersOf.map((peer): Figure => {
    const { name, program, aim, note } = peer
    const figure = {
      work: `schema check of ${plugins} front matters`,
      against: `${name}, times faster`,
      unit: '×',
      ...(aim && { aim }),
    } as const
    const problem = install(bench.folder, peer)
    if (problem !== undefined) return { ...figure, raw: {}, note: problem }
    const [script, ...args] = program
    const peerProgram: Program = {
      command: process.execPath,
      args: [`${bench.folder}/node_modules/${script}`, ...args],
      cwd: bench.folder,
      code: 1,
    }
    const seconds = shortest(2, { validate, peer: peerProgram })
    return { ...figure, measured: seconds.peer / seconds.validate, raw: seconds, ...(note !== undefined && { note }) }
  })
}
