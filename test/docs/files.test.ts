import { describe, expect, it } from 'vitest'
import { completeFiles } from '../../scripts/docs/samples.ts'
import { fixtures } from '../../src/entry/rule-examples.ts'
import { protocolNames } from '../../src/core/protocol.ts'
import { check } from '../../src/entry/index.ts'

describe.each(protocolNames)('the files that the page of %s shows', (name) => {
  it('are all there', () => {
    expect(Object.keys(completeFiles(name))).not.toEqual([])
  })

  it('check clean together, as strictly as what a change touches', async () => {
    const { diagnostics } = await check(fixtures[name].complete, { at: '2026-02-04T10:00:00Z', mode: 'strict', protocols: [name] })
    expect(diagnostics.map(({ code, path, message }) => `${path} ${code}: ${message}`)).toEqual([])
  })
})
