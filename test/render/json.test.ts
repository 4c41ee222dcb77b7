import { Ajv2020 } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { json } from '../../src/render/json.ts'
import { publishedSchema } from '../../src/kit/published-schema.ts'
import { answerSchemas } from '../../src/render/answer.schema.ts'
import { hostileDiagnostic, hostileText } from './hostile.ts'
import { commandOf } from './runner.ts'
import { clean, diagnostic, failed, many, nothing, reportOf } from './sample.ts'

const validate = new Ajv2020({ strict: false }).compile(publishedSchema('report', answerSchemas.report))
const valid = (text: string) => validate(JSON.parse(text)) || validate.errors

describe('json', () => {
  it('prints the shape and the key order that is promised', () => {
    expect(json(failed)).toMatchSnapshot()
  })

  it.each([
    ['failed', failed],
    ['clean', clean],
    ['nothing', nothing],
    ['named file', { ...failed, parsed: { plugin: 'TinyGain', phase: '3.10', sections: [] } }],
    ['many', many(300)],
  ])('answers according to its own schema: %s', (_, report) => {
    expect(valid(json(report))).toBe(true)
  })

  it('sorts findings by severity into lists, each in the order of the report', () => {
    const report = many(9)
    const answer = JSON.parse(json(report))
    const paths = (severity: string) =>
      report.diagnostics.filter((finding) => finding.severity === severity).map(({ path }) => path)
    expect(answer.errors.map(({ path }: { path: string }) => path)).toEqual(paths('error'))
    expect(answer.warnings.map(({ path }: { path: string }) => path)).toEqual(paths('warning'))
    expect(answer.notices.map(({ path }: { path: string }) => path)).toEqual(paths('notice'))
  })

  it('is valid exactly when there are no errors, whatever the verdict', () => {
    const isValid = (text: string): unknown => JSON.parse(text).valid
    expect(
      isValid(json(reportOf([diagnostic({ severity: 'warning' })], { verdict: 'failed', failOn: 'warning' }))),
    ).toBe(true)
    expect(isValid(json(reportOf([diagnostic({ severity: 'error' })], { verdict: 'passed', failOn: 'never' })))).toBe(
      false,
    )
  })

  it('has no key that has nothing to say, and none that is not promised', () => {
    const answer = JSON.parse(json(reportOf([diagnostic({ related: [] })], { targets: failed.targets })))
    expect(Object.keys(answer)).toEqual(['version', 'valid', 'errors', 'warnings', 'notices', 'checked', 'targets'])
    expect(Object.keys(answer.errors[0])).toEqual(['code', 'severity', 'path', 'message', 'url'])
    expect(Object.keys(answer.targets[0])).toEqual(['id', 'protocol', 'path', 'holder', 'state', 'facts'])
  })

  it('has what was read from the one file that was named, also when that is nothing', () => {
    expect(JSON.parse(json({ ...clean, parsed: null }))).toHaveProperty('parsed', null)
    expect(JSON.parse(json(clean))).not.toHaveProperty('parsed')
  })

  it('keeps facts and values as they are, and prints nothing that acts on a terminal or a log', () => {
    fc.assert(
      fc.property(
        fc.array(hostileDiagnostic, { maxLength: 4 }),
        fc.dictionary(hostileText, hostileText),
        (diagnostics, facts) => {
          const [target] = failed.targets
          if (!target) throw new Error('no target')
          const text = json(reportOf(diagnostics, { targets: [{ ...target, facts }] }))
          expect(valid(text)).toBe(true)
          const answer = JSON.parse(text)
          expect(answer.targets[0].facts).toEqual(JSON.parse(JSON.stringify(facts)))
          expect(
            [...answer.errors, ...answer.warnings, ...answer.notices]
              .map(({ message }: { message: string }) => message)
              .sort(),
          ).toEqual(diagnostics.map(({ message }) => message).sort())
          expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Cf}|\p{Zl}|\p{Zp}/u)
          expect(text.split('\n').filter((line) => commandOf(line))).toEqual([])
        },
      ),
    )
  })

  it('gives the same bytes for the same report', () => {
    expect(json(structuredClone(failed))).toBe(json(failed))
  })
})

describe('the schema', () => {
  it('is what schema/report.v1.json holds', () => {
    expect(JSON.parse(readFileSync(new URL('../../schema/report.v1.json', import.meta.url), 'utf8'))).toEqual(
      publishedSchema('report', answerSchemas.report),
    )
  })

  it('stays open to fields that are added within the version', () => {
    const answer = JSON.parse(json(failed))
    expect(validate({ ...answer, later: true, errors: [{ ...answer.errors[0], later: 1 }] })).toBe(true)
  })

  it.each([
    ['another version', { version: 2 }],
    ['no verdict', { valid: undefined }],
    ['a severity that is none', { errors: [{ code: 'X', severity: 'fatal', path: 'p', message: 'm', url: 'u' }] }],
    ['a finding without a message', { errors: [{ code: 'X', severity: 'error', path: 'p', url: 'u' }] }],
    ['a line below 1', { errors: [{ code: 'X', severity: 'error', path: 'p', line: 0, message: 'm', url: 'u' }] }],
    ['a target without facts', { targets: [{ id: 'plugin:Amber', protocol: 'plugin', path: 'p', state: 's' }] }],
  ])('refuses %s', (_, overrides) => {
    expect(validate(JSON.parse(JSON.stringify({ ...JSON.parse(json(clean)), ...overrides })))).toBe(false)
  })
})
