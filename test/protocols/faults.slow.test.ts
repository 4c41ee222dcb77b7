import { describe, expect, it } from 'vitest'
import type { Files } from '../../src/core/rule.ts'
import { returnedSample } from '../../src/protocols/control/examples.ts'
import { sample as governance } from '../../src/protocols/governance/examples.ts'
import { sample as handover } from '../../src/protocols/handover/examples.ts'
import { sample as plugin } from '../../src/protocols/plugin/examples.ts'
import { messagesSample } from '../../src/protocols/subagent/examples.ts'
import { checkFile, printedIn } from '../steps/check-file.ts'
import { superlinear } from '../steps/steps.ts'
import { isThorough, part } from '../thorough.ts'

const samples: Readonly<Record<string, Files>> = {
  plugin,
  handover,
  subagent: messagesSample,
  control: returnedSample,
  governance,
}

/** Lines of one form: `- **Label:** value`, `"key": "value",`. */
const formOf = (line: string) => line.replaceAll(/[\p{L}\p{N}_ ]+/gu, 'x')

/** A line of a file, so many times more. */
const repeated = (text: string, index: number, times: number) => {
  const lines = text.split('\n')
  return [
    ...lines.slice(0, index + 1),
    ...Array<string>(times).fill(lines[index] ?? ''),
    ...lines.slice(index + 1),
  ].join('\n')
}

/** The first line of each form in a file, with its index. A key of JSON that comes twice is one, too. */
function linesOf(text: string): readonly (readonly [line: string, index: number])[] {
  const forms = new Map<string, readonly [string, number]>()
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() !== '' && line.length <= 80 && !forms.has(formOf(line))) forms.set(formOf(line), [line, index])
  }
  return part([...forms.values()], 8)
}

describe.each(Object.entries(samples))('a file of %s with faults without number', (_, files) => {
  const texts = Object.entries(files).filter(([, text]) => text.includes('\n'))

  // All files in one thread, which takes longer to start than to count one of them.
  it('costs steps by their number', async () => {
    const made = Object.fromEntries(
      texts.flatMap(([path, text]) =>
        linesOf(text).map(([line, index]) => {
          const make = (length: number) => [repeated(text, index, Math.floor(length / (line.length + 1))), path, files]
          return [`${path}: ${line}`, make] as const
        }),
      ),
    )
    expect(
      await superlinear('test/steps/check-file.ts', 'checkFile', made, { length: isThorough ? 32_768 : 4096 }),
    ).toEqual([])
  })

  it.each(texts)('is reported in a text of one length: %s', async (path, text) => {
    for (const [line, index] of linesOf(text)) {
      const [baseline, many] = await Promise.all(
        [1000, isThorough ? 10_000 : 2500].map(async (times) =>
          printedIn(await checkFile(repeated(text, index, times), path, files)),
        ),
      )
      for (const [format, print] of Object.entries(many ?? {})) {
        const before = baseline?.[format] ?? ''
        expect.soft(print.length, `${format} of ${line}`).toBeLessThan(1.2 * before.length + 5000)
        expect.soft(before.length, `${format} of ${line}`).toBeLessThan(500_000)
      }
    }
  })
})
