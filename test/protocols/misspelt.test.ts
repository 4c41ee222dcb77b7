import { describe, expect, it } from 'vitest'
import { transitionNames } from '../../src/core/command-names.ts'
import type { Protocol } from '../../src/core/protocol.ts'
import { sharedOptions } from '../../src/kit/options.ts'
import { protocols } from '../../src/entry/protocols.ts'
import * as control from '../../src/protocols/control/examples.ts'
import * as governance from '../../src/protocols/governance/examples.ts'
import * as handover from '../../src/protocols/handover/examples.ts'
import * as plugin from '../../src/protocols/plugin/examples.ts'
import * as subagent from '../../src/protocols/subagent/examples.ts'
import { give, type Tree } from './scene.ts'

interface FreeText {
  readonly line: string
  readonly after?: readonly string[]
  /** Default: that of the protocol. */
  readonly tree?: Tree
}

interface TextCommands {
  readonly tree: Tree
  readonly target: string
  /** A valid call of each command with a free text, up to the text. */
  readonly texts: Readonly<Record<string, FreeText>>
  readonly at?: string
}

const all: Readonly<Record<Protocol['name'], TextCommands>> = {
  plugin: {
    tree: plugin.sample,
    target: 'TinyGain',
    texts: {
      handback: { line: '/handback TinyGain success', after: ['/accept TinyGain'] },
      answer: { line: '/answer TinyGain', after: ['/accept TinyGain', '/handback TinyGain question "Which one?"'] },
    },
  },
  handover: {
    tree: handover.sample,
    target: '2026-01-20-login',
    texts: {
      handback: { line: '/handback 2026-01-20-login question', after: ['/accept 2026-01-20-login'] },
      answer: {
        line: '/answer 2026-01-20-login',
        after: ['/accept 2026-01-20-login', '/handback 2026-01-20-login question "Which one?"'],
      },
    },
  },
  subagent: {
    tree: subagent.sample,
    target: 'task-3',
    texts: {
      accept: { line: '/accept plan-init', tree: subagent.marked(subagent.sample, 'plan-init', 'x', ' ') },
      review: { line: '/review task-3 failed', tree: subagent.pendingSample },
      handback: { line: '/handback task-3 error', after: ['/accept task-3'] },
      answer: { line: '/answer task-3', after: ['/accept task-3', '/handback task-3 question "Which one?"'] },
    },
  },
  control: {
    tree: control.sample,
    target: 'explore',
    texts: {
      handback: { line: '/handback explore error', after: ['/accept explore'] },
      answer: { line: '/answer explore', after: ['/accept explore', '/handback explore question "Which one?"'] },
    },
  },
  governance: {
    tree: governance.sample,
    target: 'ses_1',
    at: '2026-02-04T13:00:00Z',
    texts: {
      handback: { line: '/handback ses_1 error' },
      anchor: { line: '/anchor ses_1 context high' },
      stall: { line: '/stall ses_1 validator --error' },
    },
  },
}

const spellings = (option: string): readonly string[] => [
  `—${option}`,
  `–${option}`,
  `-${option}`,
  `--${option.replace('-', '_')}.`,
  `(--${option})`,
]

const meaning = (option: string): unknown => expect.stringContaining(`Did you mean \`--${option}\`?`)

describe.each(protocols.map((protocol) => [protocol.name, protocol, all[protocol.name]] as const))(
  'a misspelt option in %s',
  (_, protocol, { tree, target, texts, at }) => {
    const place = { protocol, at }
    const commands = protocol.commands.filter(({ name }) => transitionNames.includes(name))
    const start = async (name: string) => {
      let now = texts[name]?.tree ?? tree
      for (const line of texts[name]?.after ?? []) now = (await give(now, line, place)).tree
      return now
    }

    it.each(commands.map((command) => [command.name, command] as const))(
      'of /%s is refused, each in every spelling',
      async (name, command) => {
        const options = ['dry-run', ...(command.ownOptions ?? []), ...Object.keys(sharedOptions[name] ?? {})]
        const before = await start(name)
        for (const option of options) {
          for (const word of spellings(option)) {
            const line = `${texts[name]?.line ?? `/${name} ${target}`} Gain is smooth ${word}`
            const { result, tree: after } = await give(before, line, place)
            const [first] = result.diagnostics
            expect([line, result.outcome, first?.code, first?.hint]).toEqual([
              line,
              'refused',
              'COMMAND_USAGE',
              meaning(option),
            ])
            expect(after).toEqual(before)
          }
        }
      },
    )

    it.each(Object.entries(texts))(
      'of /%s is text where that is quoted, and so is a commit',
      async (name, { line }) => {
        const before = await start(name)
        expect(`${line} ${(await give(before, `${line} Gain is smooth`, place)).outcome}`).toBe(`${line} changed`)
        for (const word of ['—dry-run', '(--dry-run)', '@1a2b3c']) {
          const quoted = await give(before, `${line} "Gain is smooth ${word}"`, place)
          expect([word, quoted.outcome]).toEqual([word, 'changed'])
          expect(Object.values(quoted.tree).join('\n')).toContain(word)
        }
        for (const word of ['@1a2b', '@1a2b3c', `@${'a'.repeat(41)}`]) {
          const { outcome, codes } = await give(before, `${line} Gain is smooth ${word}`, place)
          expect([word, outcome, codes]).toEqual([word, 'refused', ['COMMAND_USAGE error']])
        }
      },
    )

    it('is looked for in every command with a free text', () => {
      const free = commands.filter(({ usage, name }) => /\bTEXT\b/.test(usage) || name === 'stall')
      expect(Object.keys(texts).toSorted()).toEqual(free.map(({ name }) => name).toSorted())
    })
  },
)
