import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { commandLine } from '../../src/entry/cli/program.ts'
import { sample as stages } from '../../src/protocols/control/examples.ts'
import { sample } from '../../src/protocols/plugin/examples.ts'
import { here } from './here.ts'
import { scratch } from './programs.ts'

const places = scratch()
afterAll(places.remove)

const printed = async (...words: readonly string[]) => (await here(['completion', ...words])).stdout

/** Zsh completes at its prompt alone: one is started on a terminal of its own, and shows the line that it has after a tab. */
const zshSession = `
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1=; unsetopt zle_bracketed_paste; source ./script; bindkey '^X' show; zle -N show
show() { print -r -- \\"{{\\$BUFFER}}\\"; BUFFER=; zle -I }; print {{rea''dy}}"
zpty -r shell out '*{{ready}}*'
for line; do
  zpty -n -w shell "$line"$'\\t\\x18'
  zpty -r shell out '*{{*}}*'
  print -r -- \${\${out##*\\{\\{}%%\\}\\}*}
done
zpty -d shell
`

const bashSession = `
source ./script
for line; do
  COMP_WORDS=($line) COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
  _baton
  echo "\${COMP_WORDS[@]:0:COMP_CWORD} \${COMPREPLY[@]:-\${COMP_WORDS[COMP_CWORD]}}"
done
`

const fishSession = `
source ./script
for line in $argv
  set -l found (complete -C $line | string split -f 1 \\t)
  test (count $found) -eq 0; and echo $line; or echo (string replace -r ' \\S+$' '' $line) $found
end
`

/** Each shell: the lines that it makes of lines with a tab at their end. */
const shells: Readonly<Record<string, (cwd: string, lines: readonly string[]) => readonly string[]>> = Object.fromEntries(
  Object.entries({
    bash: ['--norc', '-c', bashSession, 'bash'],
    zsh: ['-f', '-c', zshSession, 'zsh'],
    fish: ['--no-config', '-c', fishSession],
  }).map(([shell, words]) => [
    shell,
    (cwd: string, lines: readonly string[]) => {
      const env = { PATH: `${join(cwd, 'bin')}:${process.env['PATH'] ?? ''}`, HOME: cwd, TERM: 'dumb' }
      return execFileSync(shell, [...words, ...lines], { cwd, env, encoding: 'utf8' })
        .trimEnd()
        .split('\n')
    },
  ]),
)

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

  describe.each(Object.entries(shells))('in %s', (shell, complete) => {
    const there = spawnSync(shell, ['-c', 'exit']).status === 0
    if (!there) process.stderr.write(`There is no ${shell}: its completion was not tried.\n`)

    it.runIf(there)('completes commands, options and targets', async () => {
      const folder = places.folder({ 'bin/baton': '#!/bin/sh\necho TinyGain\n', script: await printed(shell) })
      chmodSync(join(folder, 'bin/baton'), 0o755)
      const cases: Readonly<Record<string, string>> = {
        'baton acc': 'baton accept',
        'baton hel': 'baton help',
        'baton accept --lea': 'baton accept --lease',
        'baton accept Ti': 'baton accept TinyGain',
        'baton accept --lease 4h Ti': 'baton accept --lease 4h TinyGain',
        'baton history --target Ti': 'baton history --target TinyGain',
        'baton board TinyGain Ti': 'baton board TinyGain TinyGain',
        'baton handback TinyGain Ti': 'baton handback TinyGain Ti',
        'baton fix Ti': 'baton fix Ti',
        'baton explain --lea': 'baton explain --lea',
        'baton explain Ti': 'baton explain Ti',
        'baton new gov': 'baton new governance',
        'baton new --actor octocat gov': 'baton new --actor octocat governance',
        'baton new Ti': 'baton new Ti',
        'baton new plugin Ti': 'baton new plugin Ti',
        'baton completion zs': 'baton completion zsh',
        'baton schema bri': 'baton schema brief',
        'baton board --lane per': 'baton board --lane person',
        'baton board --protocol plu': 'baton board --protocol plugin',
        'baton board --format ht': 'baton board --format html',
        'baton board --lane Ti': 'baton board --lane Ti',
        'baton help exit': 'baton help exit-codes',
        'baton help accep': 'baton help accept',
        'baton help TinyG': 'baton help TinyG',
      }
      const completed = complete(folder, Object.keys(cases)).map((line) => line.trim())
      expect(Object.fromEntries(Object.keys(cases).map((line, index) => [line, completed[index]]))).toEqual(cases)
    })
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
