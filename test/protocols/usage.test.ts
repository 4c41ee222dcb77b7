import { describe, expect, it } from 'vitest'
import { usageCode } from '../../src/core/command.ts'
import { contextOf } from '../../src/app/validate/policy.ts'
import { defaultConfiguration } from '../../src/engine/configuration/schema.ts'
import { protocolRegistry } from '../../src/entry/protocol-registry.ts'
import { fixtures } from '../../scripts/docs/samples.ts'
import { memoryTree } from '../../src/gateways/memory.ts'

const context = contextOf(defaultConfiguration, '2026-02-04T10:00:00Z')

/** What each is refused with, given every target and none, with words that it cannot take. */
async function hintsOf(
  { name: protocol, selectors, read }: (typeof protocolRegistry.protocols)[number],
  command: string,
): Promise<readonly string[]> {
  const head = await memoryTree(fixtures[protocol].sample).open({ selectors: selectors(undefined), limit: 1024 * 1024 })
  const reading = read({ head }, undefined, context)
  const names = [undefined, ...reading.targets.map(({ id }) => id.slice(id.indexOf(':') + 1))]
  return names.flatMap((name) =>
    [[], ['--no-such-option', 'x'], ['no-such-word', 'and', 'another']].flatMap((words) => {
      const outcome = reading.run(command as Parameters<typeof reading.run>[0], {
        name,
        words,
        report: undefined,
        actor: 'octocat',
      })
      return outcome?.outcome === 'refused'
        ? outcome.diagnostics.flatMap(({ code, hint = '' }) => (code === usageCode ? [hint] : []))
        : []
    }),
  )
}

describe.each(protocolRegistry.protocols.filter(({ name }) => name !== 'plugin'))(
  'a usage line of $name',
  (protocol) => {
    it.each(protocol.commands.filter(({ name }) => name !== 'fix' && name !== 'validate').map(({ name }) => name))(
      'begins with its command: /%s',
      async (command) => {
        const hints = await hintsOf(protocol, command)
        expect(hints.length).toBeGreaterThan(0)
        expect(hints.filter((hint) => !hint.startsWith(`Usage: \`/${command} `))).toEqual([])
      },
    )
  },
)
