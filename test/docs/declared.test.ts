import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { toPlainData } from '../../src/documents/yaml.ts'
import { schemas } from '../../src/entry/schemas.ts'
import { recordOf } from '../../src/kit/record.ts'
import { filledPreset, presetNames } from '../../src/protocols/declared/language/presets.ts'
import { readWorkflows } from '../../src/protocols/declared/language/read.ts'
import { partsOf, textOf } from './pages.ts'

const blocks = partsOf(textOf('docs/workflows.md')).blocks.filter(({ language }) => language === 'yaml')

function dataOf(text: string) {
  const { data } = recordOf(text, 'yaml-1.2', '.github/baton.yml')
  if (!data) throw new RangeError('A declaration of the page cannot be read')
  return data
}

const ajv = new Ajv2020({ strict: false })
addFormats.default(ajv)
const validate = ajv.compile(schemas.get('config')?.() ?? {})
const isValid = (text: string) => validate(toPlainData(dataOf(text).root))

describe('the declarations on the page about workflows', () => {
  it('are eight', () => {
    expect(blocks).toHaveLength(8)
  })

  it.each(blocks)('are accepted: $text', ({ text }) => {
    const { workflows, problems } = readWorkflows(dataOf(text), 'UTC', { protocols: [], kinds: [] })
    expect(problems).toEqual([])
    expect(workflows).not.toHaveLength(0)
  })

  it.each(blocks)('are valid by the published schema: $text', ({ text }) => {
    expect([isValid(text), validate.errors]).toEqual([true, null])
  })
})

describe('the published schema', () => {
  it('has all presets as valid declarations', () => {
    expect(presetNames).toHaveLength(6)
    for (const name of presetNames)
      expect([name, validate({ workflows: [filledPreset(name)] }), validate.errors]).toEqual([name, true, null])
  })

  it.each([
    'workflows: [bmadd]',
    'workflows: [{ use: bmad, unknown: 1 }]',
    "workflows: [{ name: a, items: 'w/{id}.md', statuses: [a] }]",
  ])('refuses %s', (text) => {
    expect(isValid(text)).toBe(false)
  })
})
