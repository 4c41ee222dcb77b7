import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { plugin } from '../../src/protocols/plugin/protocol.ts'
import { give, make, type Tree } from '../protocols/scene.ts'

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
const place = { protocol: plugin, local: true }

/** The commands of the table with an example for a plugin. */
const commands = Array.from(
  readme.matchAll(/^\| `(\/(?:accept|handback) TinyGain.*?)` \|/gm),
  ([, command = '']) => command,
)

describe('the commands of the README', () => {
  it('are carried out one after the other, on the plugin that it has one create', async () => {
    expect(readme).toContain('\nbaton new plugin TinyGain\n')
    expect(commands.map((command) => command.split(' ', 1)[0])).toEqual(['/accept', '/handback'])
    let { tree }: { tree: Tree } = await make({}, ['TinyGain'], place)
    for (const command of commands) {
      const result = await give(tree, command, place)
      expect([command, result.outcome]).toEqual([command, 'changed'])
      tree = result.tree
    }
  })
})
