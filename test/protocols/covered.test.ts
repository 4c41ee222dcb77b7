import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ownCommands } from '../../src/engine/commands/own/index.ts'
import { protocols } from '../../src/entry/protocols.ts'

/**
 * Whether the tests of a folder have a file of a command's name, a part that is called by it (`describe('/accept'`), or rows of a matrix
 * where it stands as in a comment (`'/accept TinyGain'`).
 */
function hasTest(folder: string, command: string): boolean {
  const at = join(import.meta.dirname, '..', folder)
  const holds = (name: string, text: RegExp) => text.test(readFileSync(join(at, name), 'utf8'))
  return readdirSync(at).some(
    (name) =>
      name === `${command}.test.ts` ||
      (name.endsWith('.test.ts') && holds(name, new RegExp(`describe\\('/${command}[' ]`))) ||
      (/^matrix(?:\.test)?\.ts$/.test(name) && holds(name, new RegExp(`['"\`]/${command}(?=['"\` ])`))),
  )
}

describe('a test', () => {
  it('is missed where there is none', () => {
    expect(hasTest('protocols/control/commands', 'accepted')).toBe(false)
  })

  it.each(protocols.flatMap(({ name, commands }) => commands.map((command) => [name, command.name] as const)))(
    'is there for the command of %s: /%s',
    (protocol, command) => {
      expect(hasTest(`protocols/${protocol}/commands`, command)).toBe(true)
    },
  )

  it.each(ownCommands.map(({ name }) => name))('is there for the command of every protocol: /%s', (command) => {
    expect(hasTest('engine/commands/own', command)).toBe(true)
  })

  // Which then demands of every rule examples of both kinds.
  it.each(protocols.map(({ name }) => name))('is there for the rules of %s', (protocol) => {
    const path = join(import.meta.dirname, protocol, 'examples.test.ts')
    expect(existsSync(path) && readFileSync(path, 'utf8')).toContain('describeExamples')
  })
})
