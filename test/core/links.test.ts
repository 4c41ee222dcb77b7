import { describe, expect, it } from 'vitest'
import { codePage, codeUrl, referenceFor } from '../../src/core/links.ts'
import { schemaAddress } from '../../src/kit/published-schema.ts'

const at = 'https://github.com/octocat/baton'

describe('a code', () => {
  it.each([
    ['REGISTRY_STATUS_DRIFT', 'docs/rules/plugin/drift.md#registry_status_drift'],
    ['COMMAND_CONTRADICTORY', 'docs/codes.md#command_contradictory'],
  ])('has a page, and an address where the program is published: %s', (code, page) => {
    expect(codePage(code)).toBe(page)
    expect(codeUrl(code, at)).toBe(`${at}/blob/main/${page}`)
    expect(referenceFor(code, undefined)).toBe(`baton explain ${code}`)
  })
})

it('a schema is identified by its address there', () => {
  expect(schemaAddress('config', at)).toBe(`${at}/raw/v1/schema/config.v1.json`)
})
