import * as governance from '../../src/protocols/governance/examples.ts'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { change, handoffPath, registryPath, sample } from '../../src/protocols/plugin/examples.ts'
import { commandNames } from '../../src/core/command-names.ts'
import { protocols } from '../../src/entry/protocols.ts'
import { groups } from '../../src/entry/cli/groups.ts'
import { commandsOf } from '../../src/protocols/declared/commands/index.ts'
import { wordsIn } from '../../src/entry/cli/help.ts'
import { topics } from '../../src/entry/cli/topics.ts'
import { operations } from '../../src/entry/operations/index.ts'
import { runHere } from './here.ts'
import { scratch } from './programs.ts'
import { baton, json, read, codesOf } from './commanding.ts'
import { expectUsage } from './validating.ts'

const places = scratch()
afterAll(places.remove)

describe('baton COMMAND', () => {
  it('knows every comment command', async () => {
    const { stdout } = await runHere(['--help'])
    for (const name of commandNames) expect(stdout).toMatch(new RegExp(`^ {2}${name}\\b`, 'm'))
  })

  it.each(commandNames.filter((name) => !['status', 'validate', 'explain', 'help'].includes(name)))(
    'lists in its help what each protocol takes: %s',
    async (name) => {
      const { code, stdout } = await runHere([name, '--help'])
      expect(code).toBe(0)
      const text = stdout.replaceAll(/\s+/g, ' ')
      for (const protocol of protocols)
        for (const { name: commandName, usage, ownUsage, ownOptions = [], optionFacts = [] } of protocol.commands) {
          if (commandName !== name) continue
          expect(text).toContain(`${protocol.name}: ${ownUsage}`)
          for (const { written, does } of wordsIn(name, ownUsage ?? usage))
            expect([does, text]).toEqual([expect.stringMatching(/./), expect.stringContaining(`${written} ${does}`)])
          for (const { written, does } of optionFacts)
            expect([does, text]).toEqual([expect.stringMatching(/./), expect.stringContaining(`${written} ${does}`)])
          for (const option of ownOptions)
            expect([usage, text]).toEqual([
              expect.stringContaining(`--${option}`),
              expect.stringContaining(`--${option}`),
            ])
        }
      expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
    },
  )

  it.each(commandsOf(true).map((facts) => [facts.name, facts] as const))(
    'lists in its help what declared workflows take: %s',
    async (name, { usage, ownUsage, optionFacts = [] }) => {
      const { stdout } = await runHere([name, '--help'])
      const text = stdout.replaceAll(/\s+/g, ' ')
      expect(text).toContain(`workflow: ${ownUsage ?? usage}`)
      expect(text).toContain('ID the id of the item, with')
      for (const { written, does } of optionFacts) expect(text).toContain(`${written} ${does}`)
    },
  )

  it('lists in the help of new what each protocol takes', async () => {
    const text = (await runHere(['new', '-h'])).stdout
    for (const { name, creation } of protocols) {
      expect(text).toContain(`  ${name}: ${creation.usage}\n`)
      for (const { written, does } of wordsIn('new', creation.usage))
        expect([written, does]).toEqual([written, expect.stringMatching(/./)])
      for (const { written, does } of creation.optionFacts ?? [])
        expect([does, text.replaceAll(/\s+/g, ' ')]).toEqual([
          expect.stringMatching(/./),
          expect.stringContaining(`${written} ${does}`),
        ])
    }
    expect((await runHere(['accept', 'x', '--', '--help'], { cwd: places.folder(sample) })).stdout).not.toContain(
      'by protocol',
    )
  })

  it('says where options belong, where the first word is one', async () => {
    const { code, stdout, stderr } = await runHere(['--root', '.', 'accept', 'TinyGain'])
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toBe("error: unknown option '--root'\nOptions come after the command: baton COMMAND --root DIR\n")
  })

  it('prints the usage of a command as notation, not as words for a shell', async () => {
    const { stdout } = await baton(places.folder(sample), 'run', '/help accept')
    expect(stdout).toContain('Usage: `baton accept NAME [--stage N] [--phase N.M] [--anyway]')
  })

  it('has help of commands and of topics', async () => {
    const [long, short] = [await runHere(['help', 'accept']), await runHere(['accept', '--help'])]
    expect(long).toEqual(short)
    const { stdout } = await runHere(['--help'])
    expect(stdout).toContain(`baton help ${Object.keys(topics).toSorted().join('|')}`)
    for (const [topic, text] of Object.entries(topics))
      expect(await runHere(['help', topic])).toEqual({
        code: 0,
        stdout: `${typeof text === 'string' ? text : text()}\n`,
        stderr: '',
      })
    const behind = await runHere(['help', 'agents', '--format', 'json'])
    expect([behind.code, JSON.parse(behind.stdout)]).toMatchObject([
      2,
      { outcome: 'usage', errors: [{ code: 'USAGE' }] },
    ])
    expect(behind.stderr).toBe('Unexpected --format after agents: a topic is text, and takes no options.\n')
    expectUsage(await runHere(['help', 'exit-code']), /^Unexpected topic exit-code, did you mean exit-codes\?\n$/)
    expectUsage(await runHere(['help', 'nothing-like-it']), /expected a command, or one of targets, /)
    expect((await runHere(['help'])).stdout).toContain('Usage: baton')
  })

  it('has every command in one group of the help, those first that everybody needs', async () => {
    const listed = Object.values(groups).flat()
    expect(listed.toSorted()).toEqual(Object.keys(operations).toSorted())
    const { stdout } = await runHere(['--help'])
    const titles = stdout.split('\n').flatMap((line) => /^([A-Z].*):$/.exec(line)?.[1] ?? [])
    expect(titles).toEqual(['Options', ...Object.keys(groups), 'Help'])
    const names = stdout.split('\n').flatMap((line) => /^ {2}([a-z-]+) {2,}/.exec(line)?.[1] ?? [])
    expect(names).toEqual([...listed, 'help'])
    expect(names.slice(0, 5)).toEqual(['next', 'accept', 'handback', 'status', 'validate'])
  })

  it.each(['accept', 'handback', 'new', 'cleanup', 'run'])(
    'describes words before options, and names what all have in one line: %s',
    async (name) => {
      const { stdout } = await runHere([name, '--help'])
      const [words, options, common] = ['\nWords and options by protocol:', '\nOptions:', '\n  --root --wait '].map(
        (part) => stdout.indexOf(part),
      )
      expect(common).toBeGreaterThan(options ?? 0)
      if (name !== 'cleanup' && name !== 'run') expect(options).toBeGreaterThan(words ?? -1)
      const described = (await runHere(['help', 'options'])).stdout
      const line = /^ {2}--root .*$/m.exec(stdout)?.[0] ?? ''
      for (const option of line.trim().split(' ')) {
        expect(described).toMatch(new RegExp(`^  ${option} `, 'm'))
        expect(stdout.split(option)).toHaveLength(option === '--base' ? 3 : 2)
      }
    },
  )

  it('answers itself where no protocol has the command', async () => {
    const root = places.folder(sample)
    for (const command of ['review', 'revise', 'compact', 'turn', 'anchor', 'stall', 'continue']) {
      const ran = await json(root, command, 'TinyGain')
      expect([ran.code, codesOf(ran)]).toEqual([1, ['COMMAND_NOT_HERE']])
    }
  })

  it('has the engine’s own', async () => {
    const drifted = change(sample, {
      [registryPath]: [['**Last Updated:** 2026-02-02', '**Last Updated:** 2026-02-01']],
    })
    const root = places.folder(drifted)
    expect(await json(root, 'fix')).toMatchObject({ code: 0, answer: { outcome: 'changed', command: '/fix' } })
    expect(await json(root, 'fix')).toMatchObject({ code: 0, answer: { outcome: 'unchanged' } })
    expect(codesOf(await json(root, 'undo', 'TinyGain'))).toEqual(['UNDO_NOTHING'])
  })
})

describe('repairs', () => {
  const drifted = change(sample, { [registryPath]: [['| TinyGain | 🚧 Stage 2 |', '| TinyGain | 🚧 Stage 0 |']] })
  const mended = 'Fixed: `REGISTRY_STATUS_DRIFT` of `plugin:TinyGain`, by `baton sync TinyGain`.'

  it('say what is over, by validate --fix and by fix', async () => {
    const [validateRoot, fixRoot] = [places.folder(drifted), places.folder(drifted)]
    expect(await runHere(['validate', '--fix', '--root', validateRoot])).toMatchObject({
      code: 0,
      stderr: `${mended}\n`,
    })
    expect((await baton(fixRoot, 'fix')).stdout).toContain(mended)
    for (const root of [validateRoot, fixRoot]) expect(read(root, registryPath)).toBe(sample[registryPath])
  })

  it('say what is left', async () => {
    const history = Array.from({ length: 52 }, (_, index) => governance.entry(`task:${index}`, '08:10'))
    // A key that occurs there twice keeps it from being written.
    const state = JSON.stringify({ ...JSON.parse(governance.sample[governance.statePath] ?? ''), history }).replace(
      '"phase"',
      '"phase":"a","phase"',
    )
    const root = places.folder({ ...governance.sample, [governance.statePath]: state })
    const { stderr } = await runHere(['validate', '--fix', '--root', root])
    expect(stderr).toContain('Nothing was fixed. Left: `GOV_HISTORY_LIMIT` of `brain:.idumb`.\n')
    expect(read(root, governance.statePath)).toBe(state)
  })
})

describe('an open question', () => {
  it('is text after a lone --, whatever it looks like', async () => {
    const root = places.folder(sample)
    await baton(root, 'accept', 'TinyGain', '--agent', 'dsp')
    const words = ['handback', 'TinyGain', '--agent', 'dsp', 'question', '--', '--agent=dsp or gui?']
    expect(await runHere([...words.slice(0, 1), '--root', root, '--format', 'brief', ...words.slice(1)])).toMatchObject(
      {
        code: 0,
        stdout: expect.stringContaining('"question":"--agent=dsp or gui?"'),
      },
    )
  })

  it('holds back a grant, but not one with --anyway', async () => {
    const root = places.folder(sample)
    await baton(root, 'accept', 'TinyGain')
    const result = await json(root, 'handback', 'TinyGain', 'question', 'Which skin?')
    expect(result).toMatchObject({ code: 0, answer: { question: 'Which skin?', holder: 'orchestrator' } })
    expect((await runHere(['status', '--root', root])).stdout).toContain('question: Which skin?')
    const refused = await json(root, 'accept', 'TinyGain')
    expect([refused.code, codesOf(refused), refused.answer['question']]).toEqual([1, ['QUESTION_OPEN'], 'Which skin?'])
    expect(await json(root, 'accept', '--anyway', 'TinyGain')).toMatchObject({ code: 0, answer: { holder: 'agent' } })
  })
})

describe('baton status', () => {
  afterEach(() => vi.useRealTimers())

  it('shows the times of today without a date, those of other days with it', async () => {
    const root = places.folder(sample)
    await baton(root, 'accept', 'TinyGain', '--agent', 'dsp-agent/2', '--lease', '4h')
    const status = async (now: string, ...words: readonly string[]) => {
      vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
      return (await runHere(['status', ...words, '--root', root])).stdout
    }
    const today = 'agent (dsp-agent/2, by octocat, since 10:00, until 14:00)'
    expect(await status('2026-02-04T11:00:00Z')).toContain(today)
    expect(await status('2026-02-04T11:00:00Z', 'TinyGain')).toContain(today)
    expect(await status('2026-02-05T11:00:00Z')).toContain(
      'since 2026-02-04T10:00:00Z, over since 2026-02-04T14:00:00Z)',
    )
    expect(await status('2026-02-04T11:00:00Z', '--format', 'brief')).toContain('"since":"2026-02-04T10:00:00Z"')
  })
})

describe('baton new', () => {
  it.each([
    [['plugin', 'TinyGain'], ['plugins/TinyGain/.ideas/creative-brief.md']],
    [
      ['handover', 'login', '--task', 'x', '--at', '2026-01-20T10:00:00Z'],
      ['.claude/projects/2026-01-20-login/plan.md'],
    ],
    [
      ['control', 'explore', 'plan', '--at', '2026-01-20T10:00:00Z'],
      ['explore', 'plan'].map((stage) => `runs/run-2026-01-20-001/stages/${stage}/prompt/main.md`),
    ],
  ])('names the files that are to be filled in: %j', async (words, drafts) => {
    const text = (await runHere(['new', ...words], { cwd: places.folder() })).stdout
    expect(text).toContain(`Fill in ${drafts.map((path) => `\`${path}\``).join(', ')}. `)
    expect(text).toContain(' Next: `baton accept ')
    const { stdout } = await runHere(['new', ...words, '--format', 'json'], { cwd: places.folder() })
    expect(JSON.parse(stdout)).toMatchObject({ drafts, next: { do: 'accept' } })
  })

  it('names the file that is there, in words', async () => {
    const root = places.folder(sample)
    expect((await runHere(['new', 'plugin', 'TinyGain'], { cwd: root })).stdout).toContain(
      'which is there already: `PLUGINS.md:5`',
    )
    const brief = 'plugins/Amber/.ideas/creative-brief.md'
    const otherRoot = places.folder({ [brief]: 'Mine.\n' })
    expect((await runHere(['new', 'plugin', 'Amber'], { cwd: otherRoot })).stdout).toContain(
      `Unexpected plugin \`Amber\`, which is there already: \`${brief}\``,
    )
    const session = places.folder(governance.sample)
    const refused = await runHere(['new', 'governance', 'ses_1', '--agent', 'executor'], { cwd: session })
    expect(refused.stdout).toContain(`already: \`${governance.sessionPath()}\``)
  })
})

describe('baton run', () => {
  it('goes by what is configured', async () => {
    const root = places.folder({
      ...sample,
      '.github/baton.yml': 'commands: { prefix: required, not-ours: [acccept] }\nlimits: { commands: 1 }\n',
    })
    expectUsage(await baton(root, 'run', '/accept TinyGain'), /There is no command of Baton in this text/)
    const result = await baton(root, 'run', '/acccept TinyGain')
    expect(result.stderr).not.toContain('perhaps')
    expect(codesOf(await json(root, 'run', '/baton accept TinyGain\n/baton sync'))).toEqual(['COMMAND_LIMIT'])
    expect((await json(root, 'run', '/baton accept TinyGain')).answer).toMatchObject({ outcome: 'changed' })
  })

  it('answers what only asks', async () => {
    const root = places.folder(sample)
    expect((await json(root, 'run', '/status TinyGain')).answer).toMatchObject({
      outcome: 'unchanged',
      target: 'plugin:TinyGain',
      to: 'stage 2 complete',
      report: { targets: [{ id: 'plugin:TinyGain' }] },
    })
    expect(await json(root, 'run', '/validate\n/help')).toMatchObject({ code: 0, answer: { results: [{}, {}] } })
    expect(await json(root, 'run', '/explain REGISTRY_STATUS_DRIFT')).toMatchObject({ code: 0 })
  })

  it('prints what one command of several would do, and does the others', async () => {
    const root = places.folder(sample)
    const { answer } = await json(root, 'run', '/accept TinyGain --dry-run\n/sync')
    expect(answer).toMatchObject({
      outcome: 'unchanged',
      results: [{ outcome: 'changed', dryRun: true, diff: expect.stringContaining('+stage: 3') }, {}],
    })
    expect(read(root, handoffPath)).toBe(sample[handoffPath])
    const result = await json(root, 'run', '/accept TinyGain --dry-run')
    expect(result.answer).toMatchObject({
      outcome: 'changed',
      dryRun: true,
      diff: expect.stringContaining('+stage: 3'),
    })
  })

  it('takes what is quoted for TEXT', async () => {
    const root = places.folder(sample)
    expect((await json(root, 'run', '/handback TinyGain error --stage 3 "--stage 9 is odd"')).answer).toMatchObject({
      outcome: 'changed',
    })
    expect(read(root, handoffPath)).toContain('"--stage 9 is odd"')
  })
})

describe('baton explain', () => {
  it.each(['UNDO_TOUCHED', 'PLUGIN_NOT_ASKED', 'HANDBACK_ALREADY'])('knows what commands answer: %s', async (code) => {
    expect(await runHere(['explain', code])).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining('is an answer of commands'),
    })
  })
})
