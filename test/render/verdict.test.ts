import { describe, expect, it } from 'vitest'
import { protocolNames } from '../../src/core/protocol.ts'
import type { Report } from '../../src/core/report.ts'
import { verdict } from '../../src/render/verdict.ts'
import { nothing } from './sample.ts'

describe('where there is nothing to check', () => {
  const reasonOf = (overrides: Partial<Report>) => verdict({ ...nothing, ...overrides }).reason
  const lets = (...protocols: readonly string[]) => {
    const several = `\`baton new PROTOCOL …\` creates the first files for ${protocols.slice(0, -1).join(', ')} or ${protocols.at(-1)}; \`baton new\` lists what each takes. `
    const one =
      protocols.length === 0
        ? ''
        : `\`baton new ${protocols[0]} …\` creates the first files; \`baton new\` lists what it takes. `
    const first = protocols.length > 1 ? several : one
    return `. Is this the root of the repository? ${first}\`--allow-empty\` (\`allow-empty: true\` in \`.github/baton.yml\`) lets an empty repository pass.`
  }

  it.each<readonly [string, Partial<Report>, string]>([
    [
      'everything was looked for',
      { looked: { protocols: protocolNames, narrowly: false } },
      `No state files found: Baton looked for \`PLUGINS.md\`, \`.claude/projects/\`, \`.ralph-sessions/\`, \`run-*/stages/\`, \`.idumb/\`${lets(...protocolNames).replace('repository? ', 'repository? `baton new workflow` declares a workflow of your own, with a first item. ')}`,
    ],
    [
      'one protocol was',
      { looked: { protocols: ['plugin'], narrowly: false } },
      `No state files found for plugin: Baton looked for \`PLUGINS.md\`${lets('plugin')}`,
    ],
    [
      'several were',
      { looked: { protocols: ['plugin', 'control'], narrowly: false } },
      `No state files found for plugin, control: Baton looked for \`PLUGINS.md\`, \`run-*/stages/\`${lets('plugin', 'control')}`,
    ],
    [
      'all are switched off',
      { looked: { protocols: [], narrowly: false } },
      `No state files found for a protocol that is switched on${lets()}`,
    ],
    [
      'a target was selected, and others are there',
      { looked: { protocols: ['plugin'], narrowly: true }, checked: { files: 3, targets: 0, protocols: ['plugin'] } },
      'There is no such target: `baton status` lists them all, each with its prefix.',
    ],
    [
      'a target was selected, and there is none at all',
      { looked: { protocols: ['plugin'], narrowly: true } },
      `No state files found for plugin: Baton looked for \`PLUGINS.md\`${lets('plugin')}`,
    ],
  ])('it reports what was searched: %s', (_, overrides, reason) => {
    expect(reasonOf(overrides)).toBe(reason)
  })

  it.each([
    [
      'action',
      'In a clone, `baton new plugin …` creates the first files; `baton new` lists what it takes. `allow-empty: true` under `with:` of the step lets',
    ],
    [
      'bot',
      'In a clone, `baton new plugin …` creates the first files; `baton new` lists what it takes. `allow-empty: true` in `.github/baton.yml` lets',
    ],
  ] as const)('it says what can be done where the check was asked for: %s', (surface, advice) => {
    expect(reasonOf({ looked: { protocols: ['plugin'], narrowly: false }, surface })).toBe(
      `No state files found for plugin: Baton looked for \`PLUGINS.md\`. ${advice} an empty repository pass.`,
    )
  })
})
