import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { inRegistry, registryPath, sample } from '../../src/protocols/plugin/examples.ts'
import { here } from '../entry/here.ts'
import { scratch } from '../entry/programs.ts'
import { textOf } from './pages.ts'

const places = scratch()
afterAll(places.remove)

interface Answer {
  readonly errors: readonly { readonly line: number; readonly column: number; readonly message: string; readonly fix: string }[]
}

/** Not every machine has letters for the signs of a status: the picture goes without. */
const drawn = (text: string) => text.replaceAll('🚧 ', '')

describe('the picture', () => {
  const words = Array.from(textOf('docs/images/baton.svg').matchAll(/<text[^>]*>([^<]*)</g), ([, text = '']) => text).join(' ')

  it('shows what Baton prints of such a registry, and what mends it', async () => {
    const [before, after] = ['| TinyGain | 🚧 Stage 3.1 |', '| TinyGain | 🚧 Stage 2 |'] as const
    const cwd = places.folder(inRegistry(sample, [after, before]))
    const { errors } = JSON.parse((await here(['validate', '--format', 'json'], { cwd })).stdout) as Answer
    expect(errors).toHaveLength(1)
    for (const { line, column, message, fix } of errors)
      expect(words).toContain(drawn(`${registryPath}:${line}:${column} ${message} mend it: ${fix}`))

    await here(['sync', 'TinyGain'], { cwd })
    expect(readFileSync(join(cwd, registryPath), 'utf8')).toContain(after)
    expect(words).toContain(`baton: sync TinyGain Verified - ${drawn(before)} + ${drawn(after)}`)
    expect((await here(['validate'], { cwd })).stdout).toMatch(/^✔ passed: nothing is wrong;/m)
    expect(words).toContain('✔ baton passed: nothing is wrong')
  })
})
