import { describe, expect, it } from 'vitest'
import { configuration } from '../../../src/protocols/plugin/discovery.ts'
import { stagesOf } from '../../../src/protocols/plugin/stages/stages.ts'
import { normalised, readStatus, withoutNote } from '../../../src/protocols/plugin/registry/status.ts'

const stages = stagesOf(configuration().parse({}))
const read = (text: string) => readStatus(normalised(text), stages)

describe('a status', () => {
  it.each([
    ['💡 Ideated', { kind: 'ideated', hasNote: false }],
    ['💡 Ideated (Draft Params)', { kind: 'ideated', hasNote: false }],
    ['💡 **Ideated** (UI mockup complete)', { kind: 'ideated', hasNote: true }],
    ['🚧 Stage 0', { kind: 'stage', unit: '0', hasNote: false }],
    ['🚧 Stage 1', { kind: 'stage', unit: '1', hasNote: false }],
    ['🚧 Stage 6', { kind: 'stage', unit: '6', hasNote: false }],
    ['🚧 Stage 3.10', { kind: 'stage', unit: '3.10', hasNote: false }],
    ['🚧 Stage 2 (a) (b)', { kind: 'stage', unit: '2', hasNote: true }],
    ['✅ Working', { kind: 'working', hasNote: false }],
    ['✅ Working (Draft Params)', { kind: 'working', hasNote: true }],
    ['📦 Installed', { kind: 'installed', hasNote: false }],
    ['**📦\ufe0f\u00a0Installed**', { kind: 'installed', hasNote: false }],
    [' __🚧\t Stage\n3.1__ ', { kind: 'stage', unit: '3.1', hasNote: false }],
  ])('is read: %j', (text, status) => {
    expect(read(text)).toEqual(status)
  })

  it.each([
    '',
    'Ideated',
    '💡',
    '💡Ideated',
    '💡 ideated',
    '💡 Idéated',
    '💡 Ideated(Draft Params)',
    '🚧 Stage',
    '🚧 Stage N',
    '🚧 Stage 7',
    '🚧 Stage 2.1',
    '🚧 Stage 3.0',
    '🚧 Stage 03',
    '🚧 Stage 3.',
    '🚧 Stage 3 done',
    '🚧 Stage 3 (done) now',
    '✅ Working, nearly',
    '🐛 Has Issues',
    '(note)',
  ])('is none: %j', (text) => {
    expect(read(text)).toBeUndefined()
  })

  it('stays different where letters only look alike', () => {
    expect(normalised('✅ W\u043erking')).not.toBe(normalised('✅ Working'))
    expect(read('✅ W\u043erking')).toBeUndefined()
  })

  it.each([
    ['🚧 Stage 2', '🚧 Stage 2'],
    ['🚧 Stage 2 (soon) (or not)', '🚧 Stage 2'],
    ['💡 Ideated (Draft Params)', '💡 Ideated'],
    ['🚧 Stage 2 (soon) or not', '🚧 Stage 2 (soon) or not'],
  ])('without its note: %s', (text, bare) => {
    expect(withoutNote(text)).toBe(bare)
  })
})
