import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { failOns, modes } from '../../src/core/report.ts'
import { readInputs } from '../../src/entry/action/inputs.ts'
import { inputs, tasks } from '../../src/engine/installation/inputs.ts'
import { partsOf } from '../docs/pages.ts'
import { project } from './programs.ts'
import { complaints, manifest, read } from './workflow-parser.ts'

const text = (path: string) => readFileSync(join(project, path), 'utf8')

describe('action.yml', () => {
  it('is what GitHub takes for an action', async () => {
    expect(await complaints('action.yml', text('action.yml'))).toEqual([])
    expect(await complaints('action.yml', text('action.yml').replace('using: node24', 'using: node7'))).not.toEqual([])
  })

  it('has the inputs that are read, and no other', () => {
    expect(Object.keys(manifest.inputs)).toEqual(Object.keys(inputs))
  })

  it('has defaults that can be used, which are those of an input that is not set', () => {
    const variable = (name: string) => `INPUT_${name.toUpperCase()}`
    const readWith = (value: (name: string) => string) => {
      for (const name of Object.keys(inputs)) process.env[variable(name)] = value(name)
      return readInputs()
    }
    try {
      const byDefault = readWith((name) => manifest.inputs[name]?.default ?? '')
      expect({ ...byDefault, token: '' }).toEqual(readWith(() => ''))
      expect(byDefault).toEqual({
        task: undefined,
        token: '${{ github.token }}',
        config: '.github/baton.yml',
        protocols: [],
        mode: undefined,
        'fail-on': undefined,
        'allow-empty': undefined,
        annotations: true,
        'check-run': false,
        comment: false,
        'sarif-file': undefined,
        'report-file': undefined,
        'html-file': undefined,
        'audit-issue': true,
        'dashboard-issue': undefined,
        'audit-fix': false,
        'stale-after': undefined,
      })
    } finally {
      for (const name of Object.keys(inputs)) delete process.env[variable(name)]
    }
  })

  it('names every word that an input may be', () => {
    const named = (name: string) =>
      Array.from((manifest.inputs[name]?.description ?? '').matchAll(/`([^`]+)`/g), ([, word]) => word)
    expect(named('task')).toEqual(expect.arrayContaining([...tasks]))
    expect(named('mode')).toEqual(expect.arrayContaining([...modes]))
    expect(named('fail-on')).toEqual(expect.arrayContaining([...failOns]))
  })

  it('runs what is built', () => {
    expect(manifest.runs).toEqual({ using: 'node24', main: 'dist/action.js' })
  })
})

describe('the workflows that the documents show', () => {
  const workflows = ['README.md', 'docs/action.md', 'docs/audits.md'].flatMap((page) =>
    partsOf(text(page)).blocks.flatMap(({ language, text: yaml }) =>
      language === 'yaml' && /^jobs:/m.test(yaml) ? [yaml] : [],
    ),
  )

  it('are there', () => {
    expect(workflows.length).toBeGreaterThan(3)
  })

  it.each(workflows)('are such that GitHub takes: %#', async (yaml) => {
    expect(await complaints('.github/workflows/baton.yml', yaml)).toEqual([])
    expect(yaml).toMatch(/uses: example-org\/baton@/)
  })

  const least: Readonly<Record<string, object>> = {
    baton: { contents: 'read' },
    'baton audit': { contents: 'read', issues: 'write', checks: 'write' },
    'baton commands': { contents: 'write', 'pull-requests': 'write', issues: 'write', checks: 'write' },
  }

  it.each(workflows)('ask for no more than they need: %#', (yaml) => {
    const { name, permissions } = read(yaml) as { readonly name: string; readonly permissions: object }
    expect(permissions).toEqual(least[name])
  })

  it('would be found out if they used an input that is not there', async () => {
    const [workflow = ''] = workflows
    const wrong = workflow.replace(/( +)- (uses: example-org\/baton@\S+).*/, '$1- $2\n$1  with: { fail-no: error }')
    expect(await complaints('.github/workflows/baton.yml', wrong)).toEqual([expect.stringContaining('fail-no')])
  })
})
