import { describe, expect, it } from 'vitest'
import { explain, explainAnswer } from '../../src/render/explain.ts'
import { annotations, github, githubRule } from '../../src/render/github.ts'
import { json } from '../../src/render/json.ts'
import { markdown } from '../../src/render/markdown.ts'
import { sarif, sarifRule } from '../../src/render/sarif.ts'
import { diagnostic, failed } from './sample.ts'

const rules = failed.rules.map((rule) => ({ ...rule, url: undefined }))
const report = { ...failed, rules, diagnostics: failed.diagnostics.map((finding) => ({ ...finding, url: undefined })) }
const [rule] = rules
if (!rule) throw new Error('no rule')

describe('of a program that is published nowhere', () => {
  it.each([
    ['annotations', annotations({ ...report, diagnostics: [diagnostic({ url: undefined })] })[0]?.message],
    ['workflow commands', github(report)],
    ['a rule as a workflow command', githubRule(rule)],
    ['SARIF', sarif(report, { version: '1.2.3' })],
    ['a rule as SARIF', sarifRule(rule, { version: '1.2.3' })],
    ['Markdown', markdown(report)],
  ])('%s name the command that explains a code, and no address', (_, text) => {
    expect(text).toMatch(/baton explain [A-Z]/)
    expect(text).not.toMatch(/https?:\/\/(?!json\.schemastore\.org)|helpUri/)
  })

  it.each([
    ['JSON', json(report)],
    ['an explanation', explain({ ...rule, examples: { bad: [], good: [] } }, { color: false })],
    ['the meaning of an answer', explainAnswer({ code: 'A', meaning: 'B.', url: undefined }, { color: false })],
  ])('%s has no address', (_, text) => {
    expect(text).not.toMatch(/https?:\/\/|"url"|More:/)
  })
})
