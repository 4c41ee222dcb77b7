import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { commandLine } from '../../src/entry/cli/program.ts'
import { protocols } from '../../src/entry/protocols.ts'
import { sample as stages } from '../../src/protocols/control/examples.ts'
import { sample as sessions } from '../../src/protocols/governance/examples.ts'
import { sample } from '../../src/protocols/plugin/examples.ts'
import { runHere } from './here.ts'
import { scratch } from './programs.ts'

const places = scratch()
afterAll(places.remove)

/** What can be written where a line ends. */
const completed = async (line: string, cwd: string) =>
  (await runHere(['completion', 'words', '--', line], { cwd })).stdout
    .split('\n')
    .flatMap((outputLine) => (outputLine === '' ? [] : [outputLine.split('\t', 1)[0]]))

const renamed = (files: Readonly<Record<string, string>>, from: string, to: string) =>
  Object.fromEntries(
    Object.entries(files).map(([path, text]) => [path.replaceAll(from, to), text.replaceAll(from, to)]),
  )

describe('baton completion words', () => {
  const fullFolder = places.folder({ ...sample, ...stages })
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
        expect(await completed(`baton ${name}${' x'.repeat(at + 1)} `, empty)).toEqual(
          expect.arrayContaining([...values]),
        )
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
    expect(await completed(line, fullFolder)).toEqual(words)
  })

  it('names the targets of the repository that the line names', async () => {
    const otherFolder = places.folder(renamed(sample, 'TinyGain', 'LushVerb'))
    const named = places.folder(renamed(sample, 'TinyGain', "Bob's Verb"))
    const names = ['LushVerb']
    expect(await completed(`baton accept --root ${otherFolder} `, fullFolder)).toEqual(names)
    expect(await completed(`baton accept --root='${otherFolder}' `, fullFolder)).toEqual(names)
    expect(await completed(`baton accept --root ${join(named, 'nowhere')} `, fullFolder)).toEqual([])
  })

  it('names targets that share a name by their ids', async () => {
    const twice = await completed(
      'baton status ',
      places.folder({ ...sample, ...renamed(sessions, 'ses_1', 'TinyGain') }),
    )
    expect(twice.filter((word) => word?.includes('TinyGain'))).toEqual(['plugin:TinyGain', 'session:TinyGain'])
  })

  it('knows letters of every script, and no name that a shell would expand or that is not wholly visible', async () => {
    const names = (name: string) =>
      completed('baton accept ', places.folder({ ...sample, ...renamed(stages, 'explore', name) }))
    const specify = 'specify@run-2026-01-20-001'
    expect(await names('ünï')).toEqual(['TinyGain', specify, 'ünï@run-2026-01-20-001'])
    expect(await names('u\u0308ni')).toContain('u\u0308ni@run-2026-01-20-001')
    for (const odd of [
      '$(id)',
      '`id`',
      'a b',
      "it's",
      'a"b',
      'a;b',
      'a*',
      'a\\b',
      '-rf',
      'a\u0007b',
      'a\u200bb',
      'a\u3164',
    ])
      expect(await names(odd)).toEqual(['TinyGain', specify])
  })

  it('needs a line, which no script does', async () => {
    expect((await runHere(['completion', 'words'])).stderr).toContain('Missing line')
    expect((await runHere(['completion', 'bash', 'baton '])).stderr).toContain('Unexpected line')
  })
})

describe('baton completion', () => {
  it('says without a shell how it is set up in each', async () => {
    const { code, stdout } = await runHere(['completion'])
    expect(code).toBe(0)
    for (const shell of ['bash', 'zsh', 'fish']) expect(stdout).toContain(`baton completion ${shell}`)
  })

  it('knows no other shell', async () => {
    expect((await runHere(['completion', 'tcsh'])).code).toBe(2)
  })
})
