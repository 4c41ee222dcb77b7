import { describe, expect, it } from 'vitest'
import {
  change,
  inHandoff,
  notesPath,
  notesSample,
  registryPath,
  sample,
} from '../../../src/protocols/plugin/examples.ts'
import { conventions, inConvention, type Convention } from '../conventions.ts'
import { found, give, usual } from './scene.ts'

// What is new in a registry, in notes or in a handoff is written like what is there.

const withoutGap: Convention = {
  name: 'fields without a blank line above them',
  write: (_, text) => text.replaceAll(/^(##+ .*\n)\n(?=(?:- )?\*\*)/gm, '$1'),
  breaches: (_, text) => text.match(/^##+ .*\n\n(?=(?:- )?\*\*)/gm) ?? [],
}

const all = [...conventions, withoutGap]

describe('a new row and entry', () => {
  it.each(all)('are written like the others: $name', async (convention) => {
    const tree = inConvention(sample, [registryPath], convention)
    if (!tree) return
    const { result, tree: after } = await usual.make(tree, ['Lush', '--type', 'Audio Effect'], {
      at: '2026-02-04T10:00:00Z',
    })
    expect([result.outcome, await found(after)]).toEqual(['changed', await found(tree)])
    expect(convention.breaches(registryPath, String(after[registryPath]))).toEqual([])
  })
})

describe('new notes', () => {
  const lushNotesPath = 'plugins/Lush/NOTES.md'
  const second = {
    ...change(notesSample, {
      [registryPath]: [['\n| TinyGain |', '\n| Lush | 💡 Ideated | - | 2026-02-02 |\n| TinyGain |']],
    }),
    'plugins/Lush/.ideas/creative-brief.md': '# Lush\n',
  }

  // A new file begins and ends as every new file does.
  it.each(all.filter(({ name }) => !/^Markdown (?:without a line end|after a byte-order mark)$/.test(name)))(
    'are written like the others: $name',
    async (convention) => {
      const tree = inConvention(second, [registryPath, notesPath], convention)
      if (!tree) return
      const { outcome, tree: after } = await give(tree, '/sync Lush')
      expect([outcome, await found(after)]).toEqual([
        'changed',
        (await found(tree)).filter((code) => !code.startsWith('REGISTRY_ENTRY_MISSING')),
      ])
      expect(convention.breaches(lushNotesPath, String(after[lushNotesPath]))).toEqual([])
    },
  )
})

describe('what a handoff gets', () => {
  it('has the ticks of its list', async () => {
    const tree = inHandoff(sample, ['- [ ] Loads in a host', '- [X] Builds\n- [ ] Loads'])
    const { tree: after } = await give(tree, '/handback TinyGain success --stage 3 --tested Loads --tested Sounds')
    expect(Object.values(after).join('\n')).toContain('- [X] Builds\n- [X] Loads\n- [X] Sounds\n')
  })

  it('has the capitals of its sections', async () => {
    const tree = inHandoff(
      sample,
      ['## Current State', '## CURRENT STATE'],
      [
        /## Completed[^]*/.exec(String(sample['plugins/TinyGain/.continue-here.md']))?.[0] ?? '',
        '## COMPLETED SO FAR\n\n- **Stage 2:** Done\n',
      ],
    )
    const { outcome, tree: after } = await give(tree, '/accept TinyGain')
    const text = String(after['plugins/TinyGain/.continue-here.md'])
    expect([outcome, text.match(/^## .*/gm)]).toEqual([
      'changed',
      [
        '## CURRENT STATE: Stage 3 In Progress',
        '## COMPLETED SO FAR',
        '## NEXT STEPS',
        '## BUILD ARTIFACTS',
        '## TESTING CHECKLIST',
        '## CONTEXT TO PRESERVE',
      ],
    ])
  })
})
