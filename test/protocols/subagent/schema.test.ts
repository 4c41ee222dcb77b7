import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { messagesSample } from '../../../src/protocols/subagent/examples.ts'
import { payloadSchemas } from '../../../src/protocols/subagent/payload-schemas.ts'

const root = join(import.meta.dirname, '../../..')
const compiled = (path: string) => new Ajv2020({ strict: false }).compile(JSON.parse(readFileSync(join(root, path), 'utf8')) as object)

/** The payloads of the sample's messages, by the schema that they are held against. */
const samples = Object.entries(messagesSample).flatMap(([path, text]) => {
  const [, agent, kind] = /messages\/(\w+)\..*\.(input|output)\.json$/.exec(path) ?? []
  return agent === undefined
    ? []
    : [[`schema/subagent.${agent}.${kind}.v1.json`, (JSON.parse(text) as { payload: Record<string, unknown> }).payload] as const]
})

describe('the JSON Schemas of payloads', () => {
  it('are eight, and each has a sample', () => {
    expect([...new Set(samples.map(([path]) => path))].toSorted()).toEqual([...payloadSchemas().keys()].toSorted())
    expect(payloadSchemas().size).toBe(8)
  })

  it('are those in the checkout, of what is written: what has a default may be left out', () => {
    for (const [path, schema] of payloadSchemas()) {
      expect(JSON.parse(readFileSync(join(root, path), 'utf8'))).toEqual(JSON.parse(JSON.stringify(schema)))
      expect(schema).toMatchObject({
        title: `Ralph-${path.charAt(16).toUpperCase()}${path.slice(17).replace('.v1.json', ', contract version 1.0.0').replace('.', ' ')}`,
      })
    }
    const input = { SESSION_PATH: 'a', TASK_ID: 'task-1' }
    expect(compiled('schema/subagent.executor.input.v1.json')(input)).toBe(true)
  })

  it.each(samples)('%s takes what is right, and unknown keys', (path, payload) => {
    const validate = compiled(path)
    expect(validate({ ...payload, unknown: 1 })).toBe(true)
  })

  it.each(samples)('%s takes nothing else', (path, payload) => {
    const validate = compiled(path)
    const [first = ''] = Object.keys(payload)
    expect(validate({ ...payload, [first]: 1 })).toBe(false)
    const { [first]: _, ...without } = payload
    expect(validate(without)).toBe(false)
    expect(validate([])).toBe(false)
  })
})
