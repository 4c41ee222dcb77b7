import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { commandLine } from '../../src/entry/cli/program.ts'
import { protocols } from '../../src/entry/protocols.ts'
import { sample as stages } from '../../src/protocols/control/examples.ts'
import { sample } from '../../src/protocols/plugin/examples.ts'
import { here } from './here.ts'
import { cli, scratch } from './programs.ts'

const places = scratch()
afterAll(places.remove)

const printed = async (...words: readonly string[]) => (await here(['completion', ...words])).stdout

/** What can be written where a line ends. */
const completed = async (line: string, cwd: string) =>
  (await here(['completion', 'words', '--', line], { cwd })).stdout
    .split('\n')
    .flatMap((each) => (each === '' ? [] : [each.split('\t', 1)[0]]))

const renamed = (files: Readonly<Record<string, string>>, from: string, to: string) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [path.replaceAll(from, to), text.replaceAll(from, to)]))

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
const shells: Readonly<Record<string, (cwd: string, lines: readonly string[]) => readonly string[]>> = Object.fromEntries(
  Object.entries({
    bash: ['--norc', '-c', bashSession, bashKeys],
    zsh: ['-f', '-c', zshSession, 'zsh'],
    fish: ['--no-config', '-c', fishSession],
  }).map(([shell, words]) => [
    shell,
    (cwd: string, lines: readonly string[]) => {
      const env = { PATH: `${join(cwd, 'bin')}:${process.env['PATH'] ?? ''}`, HOME: cwd, TERM: 'dumb', LC_ALL: 'C.UTF-8' }
      return execFileSync(shell, [...words, ...lines], { cwd, env, encoding: 'utf8' })
        .trimEnd()
        .split('\n')
    },
  ]),
)

describe('baton completion words', () => {
  const both = places.folder({ ...sample, ...stages })
  const empty = places.folder()

  it.each(commandLine({ code: 0 }).commands.map((command) => [command.name(), command] as const))(
    'has %s with its options',
    async (name, command) => {
      expect(await completed(`baton ${name}`, empty)).toContain(name)
      const visible = command.options.flatMap(({ long, hidden }) => (long === undefined || hidden ? [] : [long]))
      expect(await completed(`baton ${name} --`, empty)).toEqual(expect.arrayContaining(visible))
    },
  )

  it.each(protocols.flatMap(({ name, commands }) => commands.map((facts) => [name, facts.name, facts] as const)))(
    'has the options and words of %s for %s',
    async (_, name, { optionFacts = [], wordFacts = [] }) => {
      const options = await completed(`baton ${name} x --`, empty)
      expect(options).toEqual(expect.arrayContaining(optionFacts.map(({ written }) => written.split(' ')[0])))
      for (const [at, { values = [] }] of wordFacts.entries())
        expect(await completed(`baton ${name}${' x'.repeat(at + 1)} `, empty)).toEqual(expect.arrayContaining([...values]))
    },
  )

  it.each<[line: string, words: readonly string[]]>([
    // Options, and their values.
    ['baton handback TinyGain success --com', ['--complexity', '--commit']],
    ['baton handback TinyGain success --viol', []],
    ['baton review task-3 qual', ['qualified']],
    ['baton sync TinyGain --from ', ['entry', 'table', 'handoff']],
    ['baton sync TinyGain --from=t', ['--from=table']],
    ['baton handback TinyGain --next-phase n', ['none']],
    ['baton handback TinyGain --format=js', ['--format=json']],
    ['baton handback TinyGain --format js', ['json']],
    ['baton history --target=Ti', ['--target=TinyGain']],
    ['baton history --code REGISTRY_DATE_D', ['REGISTRY_DATE_DRIFT']],
    ['baton handback TinyGain --report=a', []],
    ['baton handback TinyGain -- --com', []],
    ['baton new plugin TinyGain --ty', ['--type']],
    ['baton new plugin TinyGain --ta', []],
    ['baton new --ta', ['--task']],
    ['baton --ver', ['--version']],
    // Targets.
    ['baton accept ', ['TinyGain', 'explore@run-2026-01-20-001', 'specify@run-2026-01-20-001']],
    ['baton accept plugin:Ti', ['plugin:TinyGain']],
    ['baton accept plu', ['plugin:TinyGain']],
    ['baton validate plu', []],
    ['baton validate plugin:', ['plugin:TinyGain']],
    ['baton board TinyGain Ti', ['TinyGain']],
    // Words behind them.
    ['baton handback TinyGain su', ['success']],
    ['baton handback TinyGain ', ['success', 'error', 'question']],
    ["baton handback --tested 'a b' TinyGain q", ['question']],
    [String.raw`baton handback --tested a\ b TinyGain q`, ['question']],
    ['baton handback TinyGain success su', []],
    ['baton checksums TinyGain plan par', ['parameter_spec']],
    ['baton explain REGISTRY_STATUS_D', ['REGISTRY_STATUS_DRIFT']],
    ['baton explain COMMAND_US', ['COMMAND_USAGE']],
    ['baton fix REGISTRY_STATUS_', ['REGISTRY_STATUS_DRIFT']],
    ['baton schema bri', ['brief']],
    ['baton help exit', ['exit-codes']],
    ['baton help accept x', []],
    ['baton dance ', []],
  ])('completes %j', async (line, words) => {
    expect(await completed(line, both)).toEqual(words)
  })

  it('names the targets of the repository that the line names', async () => {
    const other = places.folder(renamed(sample, 'TinyGain', 'LushVerb'))
    const named = places.folder(renamed(sample, 'TinyGain', "Bob's Verb"))
    const names = ['LushVerb']
    expect(await completed(`baton accept --root ${other} `, both)).toEqual(names)
    expect(await completed(`baton accept --root='${other}' `, both)).toEqual(names)
    expect(await completed(`baton accept --root ${join(named, 'nowhere')} `, both)).toEqual([])
  })

  it('knows letters of every script, and no name that a shell would expand or that is not wholly visible', async () => {
    const names = (name: string) => completed('baton accept ', places.folder({ ...sample, ...renamed(stages, 'explore', name) }))
    const specify = 'specify@run-2026-01-20-001'
    expect(await names('ünï')).toEqual(['TinyGain', specify, 'ünï@run-2026-01-20-001'])
    expect(await names('u\u0308ni')).toContain('u\u0308ni@run-2026-01-20-001')
    for (const odd of ['$(id)', '`id`', 'a b', "it's", 'a"b', 'a;b', 'a*', 'a\\b', '-rf', 'a\u0007b', 'a\u200bb', 'a\u3164'])
      expect(await names(odd)).toEqual(['TinyGain', specify])
  })

  it('needs a line, which no script does', async () => {
    expect((await here(['completion', 'words'])).stderr).toContain('Missing line')
    expect((await here(['completion', 'bash', 'baton '])).stderr).toContain('Unexpected line')
  })
})

describe('baton completion', () => {
  describe.each(Object.entries(shells))('in %s', (shell, complete) => {
    const there = spawnSync(shell, ['-c', 'exit']).status === 0
    if (!there) process.stderr.write(`There is no ${shell}: its completion was not tried.\n`)

    it.runIf(there)('completes the last word of a line, otherwise files', async () => {
      const other = places.folder(renamed(sample, 'TinyGain', 'LushVerb'))
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
        [`baton accept --root ${other} Lu`]: `baton accept --root ${other} LushVerb`,
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

  it('knows no other shell', async () => {
    expect((await here(['completion', 'tcsh'])).code).toBe(2)
  })
})
