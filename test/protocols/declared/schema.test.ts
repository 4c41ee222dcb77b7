import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { parseYaml, toPlainData } from '../../../src/documents/yaml.ts'
import { schemas } from '../../../src/entry/schemas.ts'
import { right, wrong, wrongToTheReader } from './declarations.ts'
import { wrongIn } from './scene.ts'

const ajv = new Ajv2020({ strict: false })
addFormats.default(ajv)
const validate = ajv.compile(schemas.get('config')?.() ?? {})

function isValid(text: string): boolean {
  const root = parseYaml(text)
  if ('fault' in root) throw new RangeError(`${root.fault}: ${text}`)
  return validate(toPlainData(root))
}

const configuration = (entry: string) => `workflows:\n  - ${entry}\n`

describe('the schema and the reader', () => {
  it.each(right)('accept %s', (entry) => {
    expect(wrongIn(configuration(entry))).toEqual([])
    expect([isValid(configuration(entry)), validate.errors]).toEqual([true, null])
  })

  it.each(wrong)('refuse %s', (entry) => {
    expect(wrongIn(configuration(entry))).not.toEqual([])
    expect(isValid(configuration(entry))).toBe(false)
  })

  it.each(wrongToTheReader)('differ where only the reader can know: %s', (entry) => {
    expect(wrongIn(configuration(entry))).not.toEqual([])
    expect(isValid(configuration(entry))).toBe(true)
  })

  it('refuse more workflows than there may be', () => {
    const text = (count: number) => `workflows:\n${'  - bmad\n'.repeat(count)}`
    expect(wrongIn(text(51))).toHaveLength(1)
    expect([isValid(text(50)), isValid(text(51))]).toEqual([true, false])
  })
})
