import { describe, expect, it } from 'vitest'
import { commandNames } from '../../src/core/command-names.ts'
import { commandLine } from '../../src/entry/cli/program.ts'
import { textOf } from './pages.ts'

const program = commandLine({ code: 0 })
const help = program.createHelp()

/** The sections of the page by their titles: the common options, each command, and those that comments have too. */
const sections = new Map(
  textOf('docs/cli.md')
    .split('\n### ')
    .map((section) => [/^`baton ([a-zA-Z-]+)/.exec(section)?.[1] ?? section.split('\n', 1)[0], section]),
)

const commands = program.commands.map((command) => {
  const isOfComments = (commandNames as readonly string[]).includes(command.name()) && !sections.has(command.name())
  return { name: command.name(), section: sections.get(isOfComments ? 'COMMAND' : command.name()) ?? '', command }
})

describe('the page of the command line', () => {
  it.each(commands)('names every option of $name', ({ section, command }) => {
    const options = help.visibleOptions(command).flatMap(({ long }) => (long && long !== '--help' ? [long] : []))
    expect(options.filter((long) => !new RegExp(`\`${long}[ \`]`).test(section))).toEqual([])
  })

  it('describes a common option once', () => {
    const common = sections.get('Common options') ?? ''
    const rows = common.split('\n').filter((line) => line.startsWith('| `--'))
    expect(rows.length).toBeGreaterThan(8)
    for (const row of rows) expect([row, textOf('docs/cli.md').split(row).length - 1]).toEqual([row, 1])
  })
})
