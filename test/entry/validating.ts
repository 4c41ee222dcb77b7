import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'vitest'
import { runHere } from './here.ts'
import { project, type Files, type RunResult } from './programs.ts'

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
