import { describe, expect, it } from 'vitest'
import { inRegistry, registryPath, sample } from '../../../../src/protocols/plugin/examples.ts'
import { diagnose, give, registryOf } from '../scene.ts'

const lineOf = (text: string, line: string) => text.split('\n').indexOf(line) + 1

const commands = ['/accept TinyGain', '/sync TinyGain', '/sync']

describe.each(['### TinyGain (v0.1)', '## TinyGain', '#### 1. TinyGain', '### 🎛️ TinyGain {#tiny}', '### tinygain'])(
  'a heading %s',
  (heading) => {
    const text = registryOf(sample).replace('### TinyGain', heading)
    const tree = {
      ...sample,
      [registryPath]: `${text}\n### Other\n\n**Status:** 💡 Ideated\n\n**Last Updated:** 2026-02-02\n`,
    }
    const line = lineOf(registryOf(tree), heading)

    it.each(commands)('is named by %s, which adds an entry', async (command) => {
      const { outcome, result } = await give(tree, command)
      expect(outcome).toBe('changed')
      expect(result.diagnostics).toContainEqual(
        expect.objectContaining({ code: 'REGISTRY_ENTRY_MISSING', severity: 'warning', path: registryPath, line }),
      )
    })
  },
)

describe.each(['- **Status:**', '* **Status:**', 'Status:', '__Status:__', '> **Status:**', '**Current Status:**'])(
  'a line %s',
  (label) => {
    const tree = inRegistry(sample, ['\n**Status:**', `\n${label}`])
    const line = lineOf(registryOf(tree), `${label} 🚧 Stage 2`)

    it.each(commands)('is named by %s, which adds a status', async (command) => {
      const { outcome, result } = await give(tree, command)
      expect(outcome).toBe('changed')
      expect(result.diagnostics).toContainEqual(
        expect.objectContaining({ code: 'REGISTRY_FIELD_MISSING', severity: 'warning', path: registryPath, line }),
      )
    })

    it('is named by a check', async () => {
      expect(await diagnose(tree)).toContainEqual(
        expect.objectContaining({ code: 'REGISTRY_FIELD_MISSING', related: [expect.objectContaining({ line })] }),
      )
    })
  },
)
