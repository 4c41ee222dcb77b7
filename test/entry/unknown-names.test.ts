import { commandNames, ownerOf } from '../../src/core/command-names.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { protocols } from '../../src/entry/protocols.ts'
import { sample as control } from '../../src/protocols/control/examples.ts'
import { sample as governance } from '../../src/protocols/governance/examples.ts'
import { sample as handover } from '../../src/protocols/handover/examples.ts'
import { sample as plugin } from '../../src/protocols/plugin/examples.ts'
import { sample as subagent } from '../../src/protocols/subagent/examples.ts'
import { declared, item } from './declared.ts'
import { runHere } from './here.ts'
import { scratch } from './programs.ts'

const places = scratch()
afterAll(places.remove)

let root = ''
beforeAll(() => {
  root = places.folder({
    ...control,
    ...governance,
    ...handover,
    ...plugin,
    ...subagent,
    ...declared,
    'work/invoice.md': item('todo'),
  })
})

/** A target of each protocol: its id, its name in commands, and that misspelt. */
const targets: Readonly<Record<string, readonly [id: string, name: string, misspelt: string]>> = {
  plugin: ['plugin:TinyGain', 'TinyGain', 'TinyGian'],
  handover: ['project:2026-01-20-login', '2026-01-20-login', '2026-01-20-lgoin'],
  subagent: ['task:task-3@260131-144400', 'task-3', 'tsk-3'],
  control: ['stage:explore@run-2026-01-20-001', 'explore', 'explroe'],
  governance: ['session:ses_1', 'ses_1', 'see_1'],
  declared: ['work:invoice', 'invoice', 'invioce'],
}

/** A command that one protocol alone has, with what follows the target. */
const commands = { plugin: '/install', handover: '/continue', subagent: '/review', governance: '/turn' } as const

async function refusal(line: string) {
  const { code, stdout } = await runHere(['run', line, '--dry-run', '--format', 'brief'], { cwd: root })
  const { errors = [] } = JSON.parse(stdout) as {
    readonly errors?: readonly { readonly code: string; readonly message: string; readonly hint?: string }[]
  }
  return [code, errors.map((error) => [error.code, error.message])]
}

it('every command that one built-in protocol alone has says of which', () => {
  for (const name of commandNames) {
    const owners = protocols.filter(({ commands: all }) => all.some((command) => command.name === name))
    const owner = ownerOf(name)
    // Declared workflows have `/sync`, too; `/fix` and `/validate` are commands of the engine for all others.
    if (['sync', 'fix', 'validate'].includes(name)) expect(owner).toBeUndefined()
    else expect([name, owner]).toEqual([name, owners.length === 1 ? owners[0]?.name : undefined])
  }
})

it('a command for a target of another protocol says whose it is', async () => {
  const { stdout } = await runHere(['compact', 'TinyGain'], { cwd: root })
  expect(stdout).toContain('`baton compact` is a command of the protocol `governance`')
})

it.each(Object.entries(commands))(
  'a command of %s alone names the target of another protocol, or the nearest one',
  async (owner, command) => {
    const [{ name: only } = { name: '' }, ...otherProtocols] = protocols.filter(({ commands: all }) =>
      all.some(({ name }) => `/${name}` === command),
    )
    expect([only, otherProtocols]).toEqual([owner, []])
    for (const [protocol, [id, name, misspelt]] of Object.entries(targets)) {
      if (protocol === owner) continue
      expect(await refusal(`${command} ${name} qualified`)).toEqual([
        1,
        [
          [
            'COMMAND_NOT_HERE',
            expect.stringMatching(`^Unexpected command \`${command}\` for \`${id}\`, expected one of \`/accept\``),
          ],
        ],
      ])
      expect(await refusal(`${command} ${misspelt} qualified`)).toEqual([
        1,
        [
          [
            expect.stringMatching(/_(?:UNKNOWN|NAME|INVALID)/),
            expect.stringContaining(`the nearest name is \`${name}\`, for which there is no \`${command}\``),
          ],
        ],
      ])
    }
  },
)
