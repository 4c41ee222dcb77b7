import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { parseYaml, toPlainData } from '../../src/documents/yaml.ts'
import { commandOf, type Command } from '../render/runner.ts'
import { actionHere } from './here.ts'
import { action, project, run } from './programs.ts'

/** What an event is about, and what the workflow says. */
export interface Step {
  /** Default: `dist/action.js`. */
  readonly program?: string
  readonly event: string
  readonly payload: unknown
  /** Default: an empty one, as without a checkout. */
  readonly workspace?: string
  /** What the workflow says under `with`. */
  readonly inputs?: Readonly<Record<string, string>>
  readonly token?: string
  /** The address of the REST API. Default: one without an answer. */
  readonly api?: string
  /** `owner/repo`; default `octocat/plugins`. */
  readonly repository?: string
  /** `GITHUB_SHA`. */
  readonly sha?: string
  /** Variables that are different, or missing. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Starts the built program, as the runner does, with these options of Node; default: it runs in this process. */
  readonly nodeOptions?: readonly string[]
}

export interface StepResult {
  readonly code: number | null
  /** All that was printed. */
  readonly log: string
  readonly commands: readonly Command[]
  readonly summary: string
  readonly outputs: Readonly<Record<string, string>>
  /** What the file says that the output `report` names. */
  readonly report: unknown
}

/** One for all steps: `@actions/core` asks only once where it is. */
const summaryFile = join(mkdtempSync(join(tmpdir(), 'baton-summary-')), 'summary.md')
process.on('exit', () => rmSync(dirname(summaryFile), { recursive: true, force: true }))

const manifest = parseYaml(readFileSync(join(project, 'action.yml'), 'utf8'))
const { inputs: declaredInputs } = ('fault' in manifest ? {} : toPlainData(manifest)) as {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>
}

/** What the runner makes of inputs: a variable for each that is known, in capitals, with what it is by default. */
function inputVariables(inputs: Readonly<Record<string, string>>, token: string): Readonly<Record<string, string>> {
  const value = (name: string) =>
    inputs[name] ?? (declaredInputs[name]?.default ?? '').replace('${{ github.token }}', token)
  return Object.fromEntries(
    [...new Set([...Object.keys(declaredInputs), ...Object.keys(inputs)])].map((name) => [
      `INPUT_${name.toUpperCase()}`,
      value(name),
    ]),
  )
}

/** Reads the file of outputs as the runner does (GitHub's documentation, "Workflow commands", "Multiline strings"). */
function outputsOf(text: string): Readonly<Record<string, string>> {
  const lines = text.split('\n')
  const outputs: Record<string, string> = {}
  while (lines.length > 0) {
    const [, name, mark] = /^([^<]+)<<(.+)$/.exec(lines.shift() ?? '') ?? []
    if (name === undefined || mark === undefined) continue
    outputs[name] = lines.splice(0, lines.indexOf(mark)).join('\n')
  }
  return outputs
}

const reportOf = (path: string | undefined): unknown =>
  path === undefined ? undefined : JSON.parse(readFileSync(path, 'utf8'))

/**
 * Runs the Action as GitHub's runner does: environment, event file, files for what it has to say. Its token is nowhere
 * in any of it.
 */
export async function step(stepOptions: Step): Promise<StepResult> {
  const {
    program = action,
    event,
    payload,
    inputs = {},
    token = 'ghs_noneIsNeeded',
    api = 'http://127.0.0.1:9/api/v3',
    repository = 'octocat/plugins',
    sha = '',
    env = {},
    nodeOptions,
  } = stepOptions
  const temporary = mkdtempSync(join(tmpdir(), 'baton-runner-'))
  const file = (name: string, text: string) => {
    writeFileSync(join(temporary, name), text)
    return join(temporary, name)
  }
  const workspace = stepOptions.workspace ?? join(temporary, 'workspace')
  mkdirSync(workspace, { recursive: true })
  try {
    writeFileSync(summaryFile, '')
    const files = {
      event: file('event.json', JSON.stringify(payload)),
      summary: summaryFile,
      output: file('output', ''),
    }
    const options = {
      cwd: workspace,
      env: {
        CI: 'true',
        GITHUB_ACTIONS: 'true',
        GITHUB_EVENT_NAME: event,
        GITHUB_EVENT_PATH: files.event,
        GITHUB_REPOSITORY: repository,
        GITHUB_SHA: sha,
        GITHUB_SERVER_URL: 'https://github.com',
        GITHUB_API_URL: api,
        GITHUB_GRAPHQL_URL: api.replace(/v3$/, 'graphql'),
        GITHUB_WORKSPACE: workspace,
        GITHUB_STEP_SUMMARY: files.summary,
        GITHUB_OUTPUT: files.output,
        RUNNER_TEMP: temporary,
        HOME: temporary,
        ...inputVariables(inputs, token),
        ...env,
      },
    }
    const ran =
      nodeOptions || program !== action
        ? run(program, [], { ...options, ...(nodeOptions && { nodeOptions }) })
        : actionHere(options)
    const { code, stdout, stderr } = await ran
    const log = stdout + stderr
    const summary = readFileSync(files.summary, 'utf8')
    const written = readFileSync(files.output, 'utf8')
    const outputs = outputsOf(written)
    const report = reportOf(outputs['report'])
    if (token !== '') expect(log + summary + written + JSON.stringify(report)).not.toContain(token)
    return { code, log, commands: log.split('\n').flatMap((line) => commandOf(line) ?? []), summary, outputs, report }
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

/** What the Action says of itself when it fails: the last error. */
export const failure = ({ commands }: StepResult): string | undefined =>
  commands.findLast(({ name }) => name === 'error')?.data

/** The findings that GitHub shows at lines of files: `error PLUGINS.md:5`. */
export const shownAt = ({ commands }: StepResult): readonly string[] =>
  commands
    .filter(({ properties }) => properties['file'] !== undefined)
    .map(({ name, properties }) => `${name} ${properties['file']}:${properties['line']}`)
