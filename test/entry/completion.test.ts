import { execFileSync } from 'node:child_process'
import { afterAll, describe, expect, it } from 'vitest'
import { commandLine } from '../../src/entry/cli/program.ts'
import { sample as stages } from '../../src/protocols/control/examples.ts'
import { sample } from '../../src/protocols/plugin/examples.ts'
import { here } from './here.ts'
import { scratch } from './programs.ts'

const places = scratch()
afterAll(places.remove)

const printed = async (...words: readonly string[]) => (await here(['completion', ...words])).stdout

describe('baton completion', () => {
  it.each(['bash', 'zsh', 'fish'])('has every command and option for %s', async (shell) => {
    const script = await printed(shell)
    for (const { options, name } of commandLine({ code: 0 }).commands.map((command) => ({
      name: command.name(),
      options: command.options,
    }))) {
      expect(script).toMatch(new RegExp(shell === 'fish' ? `-a ${name} -d '` : `^ {6}${name}\\) words='`, 'm'))
      for (const { long, hidden } of options)
        if (long !== undefined && !hidden) expect(script).toContain(shell === 'fish' ? `-l ${long.slice(2)}` : long)
    }
  })

  it('completes in bash', async () => {
    const script = await printed('bash')
    const completed = (...words: readonly string[]) =>
      execFileSync(
        'bash',
        [
          '-c',
          `baton() { echo TinyGain; }\n${script}\nCOMP_WORDS=("$@") COMP_CWORD=$(($# - 1))\n_baton\necho "\${COMPREPLY[@]}"`,
          'bash',
          'baton',
          ...words,
        ],
        { encoding: 'utf8' },
      ).trim()
    expect(completed('acc')).toBe('accept')
    expect(completed('accept', '--lea')).toBe('--lease')
    expect(completed('accept', 'Ti')).toBe('TinyGain')
    expect(completed('explain', '--lea')).toBe('')
  })

  it('names the targets that are here, none that a shell would expand', async () => {
    const odd = Object.fromEntries(Object.entries(sample).map(([path, text]) => [path, text.replaceAll('TinyGain', '$(id)')]))
    const names = async (files: Readonly<Record<string, string>>) =>
      (await here(['completion', 'targets'], { cwd: places.folder(files) })).stdout
    expect(await names({ ...sample, ...stages })).toBe('TinyGain\nexplore@run-2026-01-20-001\nspecify@run-2026-01-20-001\n')
    expect(await names({ ...odd, ...stages })).not.toContain('$')
    expect(await names({})).toBe('')
  })

  it('knows no other shell', async () => {
    expect((await here(['completion', 'tcsh'])).code).toBe(2)
  })
})
