import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { sample as stages } from '../../src/protocols/control/examples.ts'
import { sample } from '../../src/protocols/plugin/examples.ts'
import { runHere } from './here.ts'
import { cli, scratch } from './programs.ts'

const places = scratch()
afterAll(places.remove)

const printed = async (...words: readonly string[]) => (await runHere(['completion', ...words])).stdout

const renamed = (files: Readonly<Record<string, string>>, from: string, to: string) =>
  Object.fromEntries(
    Object.entries(files).map(([path, text]) => [path.replaceAll(from, to), text.replaceAll(from, to)]),
  )

/**
 * Zsh completes at its prompt alone: one is started on a terminal of its own, and shows the line that it has after a
 * tab.
 */
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

/** The keys of bash: one that shows the line. */
const bashKeys = `
source ./script
show() { printf '{{%s}}\\n' "$READLINE_LINE"; READLINE_LINE=; }
bind -x '"\\C-t": show'
`

/** Bash completes in an interactive shell alone, which reads what is typed from a pipe here. */
const bashSession = `
printf '%s\\t\\x14' "$@" | bash --noprofile --rcfile <(printf %s "$0") -i 2>/dev/null | sed -n 's/.*{{\\(.*\\)}}.*/\\1/p'
`

const fishSession = `
source ./script
for line in $argv
  set -l found (complete -C $line | string split -f 1 \\t)
  test (count $found) -eq 0; and echo $line; or echo (string replace -r ' \\S+$' '' $line) $found
end
`

/** Each shell: the lines that it makes of lines with a tab at their end. */
const shells: Readonly<Record<string, (cwd: string, lines: readonly string[]) => readonly string[]>> =
  Object.fromEntries(
    Object.entries({
      bash: ['--norc', '-c', bashSession, bashKeys],
      zsh: ['-f', '-c', zshSession, 'zsh'],
      fish: ['--no-config', '-c', fishSession],
    }).map(([shell, words]) => [
      shell,
      (cwd: string, lines: readonly string[]) => {
        const env = {
          PATH: `${join(cwd, 'bin')}:${process.env['PATH'] ?? ''}`,
          HOME: cwd,
          TERM: 'dumb',
          LC_ALL: 'C.UTF-8',
        }
        return execFileSync(shell, [...words, ...lines], { cwd, env, encoding: 'utf8' })
          .trimEnd()
          .split('\n')
      },
    ]),
  )

describe.each(Object.entries(shells))('baton completion in %s', (shell, complete) => {
  const isInstalled = spawnSync(shell, ['-c', 'exit']).status === 0
  if (!isInstalled) process.stderr.write(`There is no ${shell}: its completion was not tried.\n`)

  it.runIf(isInstalled)('completes the last word of a line, otherwise files', async () => {
    const otherFolder = places.folder(renamed(sample, 'TinyGain', 'LushVerb'))
    const folder = places.folder({
      ...sample,
      ...renamed(stages, 'explore', 'ünï'),
      ...renamed(sample, 'TinyGain', 'Ti$(touch hacked)'),
      'bin/baton': `#!/bin/sh\nexec '${process.execPath}' '${cli}' "$@"\n`,
      script: await printed(shell),
      'notes.txt': '',
    })
    chmodSync(join(folder, 'bin/baton'), 0o755)
    const cases: Readonly<Record<string, string>> = {
      'baton acc': 'baton accept',
      'baton accept --lea': 'baton accept --lease',
      'baton handback TinyGain success --comp': 'baton handback TinyGain success --complexity',
      'baton accept Ti': 'baton accept TinyGain',
      'baton accept plugin:Ti': 'baton accept plugin:TinyGain',
      'baton accept specify@ru': 'baton accept specify@run-2026-01-20-001',
      'baton accept ün': 'baton accept ünï@run-2026-01-20-001',
      [`baton accept --root ${otherFolder} Lu`]: `baton accept --root ${otherFolder} LushVerb`,
      "baton handback --tested 'a b' TinyGain su": "baton handback --tested 'a b' TinyGain success",
      'baton handback TinyGain --format=js': 'baton handback TinyGain --format=json',
      'baton handback TinyGain --report not': 'baton handback TinyGain --report notes.txt',
      'baton handback TinyGain --report=not': 'baton handback TinyGain --report=notes.txt',
      'baton explain REGISTRY_STATUS_D': 'baton explain REGISTRY_STATUS_DRIFT',
      'baton help TinyG': 'baton help TinyG',
    }
    const lines = complete(folder, Object.keys(cases)).map((line) => line.trim())
    expect(Object.fromEntries(Object.keys(cases).map((line, index) => [line, lines[index]]))).toEqual(cases)
    expect(existsSync(join(folder, 'hacked'))).toBe(false)
  })
})
