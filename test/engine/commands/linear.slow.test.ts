import { describe, expect, it } from 'vitest'
import { superlinear } from '../../steps/steps.ts'
import { hostileComments } from './hostile-comments.ts'

describe('a comment', () => {
  it('is read in steps that grow with its length alone', async () => {
    const extraArgs = [{ prefix: 'optional', notOurs: [] }]
    expect(
      await superlinear('test/engine/commands/read-comment.ts', 'readComment', hostileComments, { more: extraArgs }),
    ).toEqual([])
  })

  it('is planned and answered in such steps too', async () => {
    const made = {
      'a long text': (length: number) => `/handback TinyGain error ${'x '.repeat(length / 2)}`,
      'one long word': (length: number) => `/accept ${'x'.repeat(length)}`,
      quotes: (length: number) => `/accept ${'"a '.repeat(length / 3)}`,
      backticks: (length: number) => `/accept ${'`'.repeat(length)}`,
      codes: (length: number) => `/fix ${'A_B '.repeat(length / 4)}`,
      commands: (length: number) => '/accept TinyGain\n'.repeat(length / 17),
      'other commands': (length: number) =>
        Array.from({ length: length / 13 }, (_, index) => `/accept P${index}\n`).join(''),
      'near misses': (length: number) => '/accpet TinyGain\n'.repeat(length / 17),
      'a report': (length: number) => `/handback TinyGain error\n\`\`\`json\n${'['.repeat(length)}\n\`\`\``,
    }
    expect(await superlinear('test/steps/commands.ts', 'answerComment', made)).toEqual([])
  })
})
