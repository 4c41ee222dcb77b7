import { describe, expect, it } from 'vitest'
import { configuration } from '../../../src/protocols/plugin/discovery.ts'
import { stagesOf } from '../../../src/protocols/plugin/stages/stages.ts'
import { normalizeText, readStatus, statusText, withStatusText } from '../../../src/protocols/plugin/registry/values.ts'

const stages = stagesOf(configuration().parse({}))
const read = (text: string) => readStatus(normalizeText(text), stages)

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
    ['✅ Working — on the bench, by', { kind: 'working', hasNote: true }],
    ['✅ Working – on the bench', { kind: 'working', hasNote: true }],
    ['✅ Working - on the bench', { kind: 'working', hasNote: true }],
    ['✅ Working (on the bench', { kind: 'working', hasNote: true }],
    ['✅ Working (dev build) — on the bench', { kind: 'working', hasNote: true }],
    ['💡 Ideated (Draft Params) (on paper)', { kind: 'ideated', hasNote: true }],
    ['**💡 Ideated (Draft Params)**', { kind: 'ideated', hasNote: false }],
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
    '✅ Working-ish',
    '🐛 Has Issues',
    '(note)',
  ])('is none: %j', (text) => {
    expect(read(text)).toBeUndefined()
  })

  it('stays different where letters only look alike', () => {
    expect(normalizeText('✅ W\u043erking')).not.toBe(normalizeText('✅ Working'))
    expect(read('✅ W\u043erking')).toBeUndefined()
  })

  it.each([
    ['🚧 Stage 2', '🚧 Stage 2'],
    ['🚧 Stage 2 (soon) (or not)', '🚧 Stage 2'],
    ['💡 Ideated (Draft Params)', '💡 Ideated (Draft Params)'],
    ['💡 Ideated (Draft Params) — soon', '💡 Ideated (Draft Params)'],
    ['🚧 Stage 2 (soon) or not', '🚧 Stage 2 (soon) or not'],
    ['**✅ Working** — soon', '✅ Working'],
    ['🐛 Broken (soon)', '🐛 Broken (soon)'],
  ])('without its note: %s', (text, bare) => {
    expect(statusText(text)).toBe(bare)
  })

  it.each([
    ['✅ Working', '📦 Installed'],
    ['✅ Working (dev build)', '📦 Installed (dev build)'],
    ['✅ Working — last check of the knob, by', '📦 Installed — last check of the knob, by'],
    ['✅ Working - checked', '📦 Installed - checked'],
    ['✅ **Working** (dev build)', '📦 **Installed** (dev build)'],
    ['**✅ Working** (dev build)', '**📦 Installed** (dev build)'],
    ['**✅ Working (dev build)**', '**📦 Installed (dev build)**'],
    ['✅ **Working (dev build)**', '📦 **Installed (dev build)**'],
    ['💡 Ideated (Draft Params) (on paper)', '📦 Installed (on paper)'],
    ['📦\u00a0Installed (dev build)', '📦\u00a0Installed (dev build)'],
    ['🔨 Working', '📦 Installed'],
    ['working!', '📦 Installed'],
    ['✅ Working, nearly', '📦 Installed — ✅ Working, nearly'],
    ['🐛 Has Issues', '📦 Installed — 🐛 Has Issues'],
    ['', '📦 Installed'],
  ])('is written in place of another, whose note stays: %j', (old, text) => {
    expect(withStatusText(old, '📦 Installed', false)).toBe(text)
  })

  it('is written before the beginning of a sentence, whatever that begins with', () => {
    expect(withStatusText('🚧 Working', '🚧 Stage 2', true)).toBe('🚧 Stage 2 — 🚧 Working')
  })

  it('is not written twice where another field follows it', () => {
    const old = '🚧 Stage 2  **Version:** 0.1.0'
    expect(withStatusText(old, '🚧 Stage 2', false)).toBe('🚧 Stage 2 — **Version:** 0.1.0')
    expect(withStatusText(old, '🚧 Stage 3', false)).toBe(`🚧 Stage 3 — ${old}`)
  })
})
