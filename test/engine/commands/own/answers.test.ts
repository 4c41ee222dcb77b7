import { describe, expect, it } from 'vitest'
import { change, handoffPath, registryPath, sample } from '../../../../src/protocols/plugin/examples.ts'
import { commandMoves } from '../../../../src/kit/states.ts'
import { machine as stages } from '../../../../src/protocols/control/states.ts'
import { machine as plugins } from '../../../../src/protocols/plugin/states.ts'
import { codes, planned } from '../scene.ts'

const drifted = change(sample, { [registryPath]: [['| TinyGain | 🚧 Stage 2 |', '| TinyGain | 🚧 Stage 3 |']] })
const run: Readonly<Record<string, string>> = {
  'runs/run-1/stages/explore/stage-config.yaml': 'name: explore\n',
  'runs/run-1/stages/TinyGain/stage-config.yaml': 'name: TinyGain\n',
  'runs/run-1/wf-run.json': '{}',
}
const sampleWithRun = { ...sample, ...run }

const only = async (line: string, files = sample, setting = {}) => {
  const { outcome, results, changes } = await planned([line], files, setting)
  return { outcome, changes, result: results[0] ?? expect.fail('There is no result'), reply: results[0]?.reply ?? '' }
}

describe('/status', () => {
  it('lists which holder has which target', async () => {
    const { outcome, reply, result } = await only('/status', drifted)
    expect(outcome).toBe('unchanged')
    expect(reply).toContain('- `plugin:TinyGain`: `stage 2 complete`, held by the orchestrator; 1 error')
    expect(result.report).toMatchObject({
      targets: [{ id: 'plugin:TinyGain', holder: 'orchestrator', state: 'stage 2 complete' }],
    })
  })

  it('says everything about one, which may be named without its prefix', async () => {
    for (const name of ['TinyGain', 'plugin:TinyGain']) {
      const { result, reply } = await only(`/status ${name}`, drifted)
      expect(result).toMatchObject({
        target: 'plugin:TinyGain',
        to: 'stage 2 complete',
        holder: 'orchestrator',
        facts: { stage: 2 },
      })
      expect(reply).toContain('REGISTRY_STATUS_DRIFT')
      expect(reply).toContain('<details><summary>Facts</summary>')
    }
  })

  it('folds away what is much, and counts what has no room', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`plugins/Amber${index}/.continue-here.md`, sample[handoffPath] ?? '']),
    )
    const { reply, result } = await only('/status', many)
    expect(reply).toContain('<details><summary>')
    expect(reply).toMatch(/\d+ more omitted to save space/)
    expect(reply.length).toBeLessThan(10_000)
    expect(result.report?.lines).toHaveLength(301)
    // A finding without a target is listed too: here that about the registry.
    expect(reply).toMatch(/\n\nAlso: 1 warning \(`REGISTRY_MISSING`\)\. The command `\/validate` says what\.$/)
    expect(result.report?.lines.at(-1)).toBe('Also: 1 warning (`REGISTRY_MISSING`).')
  })

  it('knows no targets but those that are there', async () => {
    expect(codes(await planned(['/status TinyGian'], sampleWithRun))).toEqual([['TARGET_UNKNOWN']])
    expect((await only('/status', {})).reply).toContain('no state files here')
    expect(codes(await planned(['/status TinyGain more'], sample))).toEqual([['COMMAND_USAGE']])
  })
})

describe('/validate', () => {
  it('reports what is wrong, and does not fail by it', async () => {
    const { outcome, result, reply } = await only('/validate', drifted)
    expect(outcome).toBe('unchanged')
    expect(result.diagnostics).toMatchObject([{ code: 'REGISTRY_STATUS_DRIFT', severity: 'error' }])
    // What it is follows the answer, as with every other.
    expect(reply).toBe('1 target: 1 error.')
    expect(result.report).toMatchObject({
      valid: false,
      lines: ['1 target: 1 error', expect.stringContaining('PLUGINS.md:5')],
    })
  })

  it('looks strictly at one that is named', async () => {
    const incomplete = change(sample, { [handoffPath]: [['orchestration_mode: true', 'orchestration_mode: maybe']] })
    expect((await only('/validate', incomplete)).result.diagnostics).toMatchObject([{ severity: 'warning' }])
    expect((await only('/validate TinyGain', incomplete)).result.diagnostics).toMatchObject([{ severity: 'error' }])
  })

  it('says that there was nothing to check', async () => {
    const { result, reply } = await only('/validate', {})
    expect(reply).toContain('nothing to check')
    expect(result.report).toMatchObject({ valid: false })
  })

  it('is the protocol’s own where that has one', async () => {
    const { result } = await only('/validate stage:explore', sampleWithRun)
    expect(result).toMatchObject({ target: 'stage:explore@run-1', report: { check: 'validate', stage: 'explore' } })
    expect((await only('/validate TinyGain', sample)).result.report).toHaveProperty('valid')
  })

  it('is the engine’s for everything', async () => {
    expect((await only('/validate', sampleWithRun)).result.report).toMatchObject({
      checked: { protocols: ['plugin', 'control'] },
    })
  })
})

describe('/fix of a target', () => {
  it.each([
    ['TinyGain', drifted, 'To repair `plugin:TinyGain`: `/sync TinyGain'],
    ['tinygian', drifted, 'Unexpected code `tinygian`'],
    ['plugin:TinyGain', sample, 'The command `/validate plugin:TinyGain` says what is wrong with it.'],
    [
      'plugin',
      sample,
      'which is a protocol. On the command line, `baton validate --protocol plugin` looks at it alone.',
    ],
  ])('says what repairs it: %s', async (word, files, expected) => {
    const { outcome, reply } = await only(`/fix ${word}`, files)
    expect(outcome).toBe('refused')
    expect(reply).toContain(`Unexpected code \`${word}\``)
    expect(reply).toContain(expected)
  })
})

describe('/explain', () => {
  it.each([
    ['registry_status_drift', 'is an error.'],
    ['CONFIG_INVALID', 'is an error.'],
    ['PLUGIN_NOT_ASKED', 'is an answer of commands.'],
    ['HANDBACK_ALREADY', 'is an answer of commands.'],
    ['UNDO_TOUCHED', 'is an answer of commands.'],
  ])('%s', async (code, kind) => {
    const { outcome, reply } = await only(`/explain ${code}`)
    expect(outcome).toBe('unchanged')
    expect(reply).toContain(`\`${code.toUpperCase()}\` ${kind}`)
  })

  it.each([
    ['/explain', 'Missing code'],
    ['/explain REGISTRY_STATUS_DRFT', 'did you mean `REGISTRY_STATUS_DRIFT`?'],
    ['/explain CONFIG_INVALID twice', 'Unexpected `twice`'],
  ])('%s: %s', async (line, message) => {
    const { outcome, reply } = await only(line)
    expect(outcome).toBe('refused')
    expect(reply).toContain(message)
    expect(reply).toContain('Usage: `/explain CODE`')
  })
})

describe('/help', () => {
  it('names the commands of the protocols that are found, and those that everything takes', async () => {
    const { reply } = await only('/help', sample)
    expect(reply).toContain(
      '- `/accept NAME [--stage N] [--phase N.M] [--anyway] [--agent NAME] [--lease TIME] [--takeover] [--refresh]`',
    )
    expect(reply).toContain('`/undo [TARGET]`')
    expect(reply).not.toContain('/preflight')
    expect((await only('/help', sampleWithRun)).reply).toContain('/preflight STAGE')
  })

  it('lists which of them this person may give', async () => {
    const { reply, result } = await only('/help', sample, {
      may: (name: string) => name !== 'install' && name !== 'fix',
    })
    expect(reply).toContain('Not these: `/install`, `/fix`.')
    expect(reply).not.toContain('- `/install')
    expect(result.report).toMatchObject({
      commands: expect.arrayContaining([expect.objectContaining({ name: 'install', may: false })]),
    })
  })

  it('says everything about one', async () => {
    const { reply } = await only('help /Accept', sampleWithRun)
    expect(reply).toContain(
      '`/accept NAME [--stage N] [--phase N.M] [--anyway] [--agent NAME] [--lease TIME] [--takeover] [--refresh]` (Plugins)',
    )
    expect(reply).toContain('(Runs)')
    expect(reply).toContain('- `/accept ')
    expect((await only('/help install', sample, { may: () => false })).reply).toContain('You may not give it here.')
  })

  it('says from which states a command leads to which, by the table of states', async () => {
    const { reply } = await only('/help handback', sampleWithRun)
    const lines = ['control', 'plugin'].flatMap((name) =>
      commandMoves(name === 'control' ? stages : plugins).filter(({ by }) => by.startsWith('/handback ')),
    )
    expect(lines.length).toBeGreaterThan(5)
    expect(
      reply
        .split('\n')
        .filter((line) => line.includes(': from '))
        .toSorted(),
    ).toEqual(
      lines
        .map(({ by, from, to }) => `- \`${by}\`: from ${from.map((state) => `\`${state}\``).join(', ')} to \`${to}\``)
        .toSorted(),
    )
    expect((await only('/help checksums', sampleWithRun)).reply).not.toContain('Legal by state')
  })

  it('knows what is elsewhere, and what was meant', async () => {
    expect(codes(await planned(['/help review'], sample))).toEqual([['COMMAND_NOT_HERE']])
    expect((await only('/help acept')).reply).toContain('expected `accept`')
  })
})

describe('/fix', () => {
  const askew = change(sample, {
    [registryPath]: [['**Last Updated:** 2026-02-02', '**Last Updated:** 2026-02-01']],
  })

  it('applies every safe repair, in one command', async () => {
    const { outcome, result, changes } = await only('/fix', askew)
    expect(outcome).toBe('changed')
    expect(result.reply).toContain('`/sync TinyGain`')
    expect([...changes.keys()]).toEqual([registryPath])
    expect(result.moves).toMatchObject([{ target: 'plugin:TinyGain' }])
  })

  it('sees what the batch did before, and is done when it is done', async () => {
    const { results } = await planned(['/fix', '/fix', '/sync TinyGain'], askew)
    expect(results.map(({ outcome }) => outcome)).toEqual(['changed', 'unchanged', 'unchanged'])
  })

  it('or those of some codes', async () => {
    expect((await only('/fix REGISTRY_DATE_DRIFT', askew)).outcome).toBe('changed')
    const diagnostics = (await only('/fix', askew)).result.diagnostics
    expect(diagnostics).toEqual([])
    expect((await only('/fix REGISTRY_STATUS_DRIFT', askew)).outcome).toBe('unchanged')
  })

  it.each([
    ['/fix NO_SUCH_CODE_AT_ALL', 'Unexpected code'],
    ['/fix CONTRACT_MISMATCH', 'is not safe'],
    ['/fix REGISTRY_DATE_DRFT', 'expected `REGISTRY_DATE_DRIFT`'],
  ])('%s is refused: %s', async (line, message) => {
    const { outcome, reply } = await only(line, askew)
    expect(outcome).toBe('refused')
    expect(reply).toContain(message)
  })
})
