import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'vitest'
import { runHere } from './here.ts'
import { project, type Files, type RunResult, write } from './programs.ts'
import { change, handoffPath, inHandoff, registryPath, sample } from '../../src/protocols/plugin/examples.ts'
import { runGit } from '../processes/git.ts'
import { commitAll, repository } from '../processes/work-tree.ts'

export const configured = (files: Files, text: string): Files => ({ ...files, '.github/baton.yml': text })

export const baton = (...args: readonly string[]) => runHere(args)
export const validate = (root: string, ...args: readonly string[]) => baton('validate', '--root', root, ...args)

export interface Answer {
  readonly valid: boolean
  readonly errors: readonly JsonFinding[]
  readonly warnings: readonly JsonFinding[]
  readonly targets: readonly { readonly id: string; readonly state: string }[]
  readonly checked: { readonly files: number; readonly targets: number; readonly protocols: readonly string[] }
  readonly parsed?: unknown
}

interface JsonFinding {
  readonly code: string
  readonly path: string
  readonly line?: number
}

const ajv = new Ajv2020({ strict: false })
const isReport = ajv.compile(JSON.parse(readFileSync(join(project, 'schema', 'report.v1.json'), 'utf8')) as object)

export function answer({ stdout, stderr }: RunResult): Answer {
  expect(stderr).toBe('')
  const report: unknown = JSON.parse(stdout)
  expect(isReport(report) ? [] : isReport.errors).toEqual([])
  return report as Answer
}

export const validateJson = async (root: string, ...args: readonly string[]) => {
  const ran = await validate(root, '--format', 'json', ...args)
  const report = answer(ran)
  return {
    code: ran.code,
    errors: report.errors.map(({ code }) => code),
    warnings: report.warnings.map(({ code }) => code),
    report,
  }
}

export const stack = /^ +at /m

/** Expects the answer to a wrong use of the program: one line with the mistake, and nothing on standard output. */
export function expectUsage({ code, stdout, stderr }: RunResult, ...output: readonly (string | RegExp)[]): void {
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).not.toMatch(stack)
  for (const pattern of output) expect(stderr).toMatch(pattern)
}

/** An error, however it is looked at. */
export const drifted: Files = change(sample, {
  [registryPath]: [['| TinyGain | 🚧 Stage 2 |', '| TinyGain | 🚧 Stage 3 |']],
})
/** An error where the change touches it, else a warning. */
export const incompleteFiles: Files = inHandoff(sample, ['orchestration_mode: true', 'orchestration_mode: maybe'])

/**
 * Makes a folder a repository whose branch `topic` parted from `main` before `main` gained a plugin and a configuration. `topic` is
 * checked out, its change is committed.
 */
export async function branchIn(root: string): Promise<string> {
  write(root, configured(sample, 'severity: { PLUGIN_ORCHESTRATION_MODE: off }\n'))
  repository(root)
  await runGit(root, ['checkout', '--quiet', '-b', 'topic'])
  write(root, incompleteFiles)
  commitAll(root)
  await runGit(root, ['checkout', '--quiet', 'main'])
  write(
    root,
    configured(
      { 'plugins/Later/.continue-here.md': sample[handoffPath]?.replaceAll('TinyGain', 'Later') ?? '' },
      'severity: { PLUGIN_ORCHESTRATION_MODE: warning }\n',
    ),
  )
  commitAll(root)
  await runGit(root, ['checkout', '--quiet', 'topic'])
  return root
}
