import { describe, expect, it } from 'vitest'
import { readText, type TextDocument } from '../../../src/documents/text.ts'
import type { Protocol } from '../../../src/core/protocol.ts'
import { parseRecord } from '../../../src/kit/record.ts'
import { planPath, progressPath, sample as whole } from '../../../src/protocols/handover/examples.ts'
import { handover } from '../../../src/protocols/handover/protocol.ts'
import { limit, replayed } from './versions.ts'

/** A plan that expects no files: those would be looked for after a first reading. */
const sample: Readonly<Record<string, string>> = {
  ...whole,
  [planPath]: (whole[planPath] ?? '').replaceAll(/expected_paths: \[[^\]]+\]/g, 'expected_paths: []'),
}

describe('a file that does not change', () => {
  it('is read and parsed once, however many commits have it', () => {
    const reads: (readonly [TextDocument, object])[] = []
    const noting: Protocol = {
      ...handover,
      read(...args) {
        const document = readText(args[0].head, progressPath, limit) as TextDocument
        reads.push([document, parseRecord(document, 'json-object')])
        return handover.read(...args)
      },
    }
    const later = { ...sample, [progressPath]: `${sample[progressPath] ?? ''} ` }
    const steps = [
      sample,
      { ...sample, '.claude/projects/2026-01-21-logout/brief.md': '# Brief\n' },
      later,
      { ...later, ...sample },
    ]
    replayed(
      steps.map((files) => ({ files })),
      [noting],
    )
    expect(reads).toHaveLength(4)
    const [first, second, third] = reads
    expect(second?.[0]).toBe(first?.[0])
    expect(second?.[1]).toBe(first?.[1])
    expect(third?.[0]).not.toBe(first?.[0])
  })
})
