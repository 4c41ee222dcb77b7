import { describe, expect, it } from 'vitest'
import type { Files } from '../../../src/core/rule.ts'
import {
  change,
  checksumOf,
  contractPath,
  handoffPath,
  inHandoff,
  inProgressSample,
  legacySample,
  notesPath,
  notesSample,
  oldHandoffPath,
  phasedSample,
  registryPath,
  sample,
  withContract,
  withStatus,
  workingSample,
} from '../../../src/protocols/plugin/examples.ts'
import { diagnose, give, placed } from './scene.ts'

const plan = contractPath('plan')

describe('a name that YAML reads as null', () => {
  const named = (name: string, written: string) => {
    const files = inHandoff(sample, ['plugin: TinyGain', `plugin: ${written}`])
    const isContract = (path: string) => path.endsWith('.md') && path.includes('/.ideas/')
    return Object.fromEntries(
      Object.entries(files).map(([path, text]) => [
        path.replace('TinyGain', name),
        isContract(path) ? text : text.replaceAll('TinyGain', name),
      ]),
    )
  }
  const texts = async (files: Files) => (await diagnose(files)).map(({ message, hint }) => `${message}. ${hint}`)

  it.each(['Null', 'null', 'NULL'])('is to be written in quotes: %s', async (name) => {
    const reading = name === 'null' ? '' : ', which YAML reads as `null`'
    expect(await texts(named(name, name))).toEqual([
      `Unexpected \`plugin\` \`${name}\`${reading}, expected a value. Write \`plugin: "${name}"\`.`,
    ])
    expect(await texts(named(name, `"${name}"`))).toEqual([])
  })

  it('is no name of another plugin', async () => {
    expect(await texts(named('TinyGain', '~'))).toEqual([
      'Unexpected `plugin` `~`, which YAML reads as `null`, expected a value. Write `plugin: TinyGain`.',
    ])
    expect(await texts(named('Null', 'Amber'))).toEqual([
      expect.stringContaining('Write `plugin: "Null"`, or put the handoff into'),
    ])
  })
})

describe('files that cannot be read', () => {
  const notUtf8 = Uint8Array.from([0x23, 0x20, 0xff, 0xfe, 0x0a])

  it('are found as bytes in the handoff, the registry and the notes, and nowhere else', async () => {
    expect((await diagnose({ ...sample, [handoffPath]: notUtf8 })).map(placed)).toEqual([
      `PLUGIN_FILE_ENCODING ${handoffPath}:1`,
    ])
    expect((await diagnose({ ...notesSample, [notesPath]: notUtf8 })).map(placed)).toContain(
      `PLUGIN_FILE_ENCODING ${notesPath}:1`,
    )
    expect((await diagnose({ ...sample, [registryPath]: notUtf8 })).map(placed)).toContain(
      `PLUGIN_FILE_ENCODING ${registryPath}:1`,
    )
    const elsewhere = {
      ...sample,
      'plugins/Templates/NOTES.md': notUtf8,
      'plugins/TinyGain/README.md': notUtf8,
      [notesPath]: notUtf8,
    }
    expect(await diagnose(elsewhere)).toEqual([])
  })

  it('are no plan: it names no phases', async () => {
    const recorded = `sha256:${'0'.repeat(64)}`
    const files = { ...inHandoff(phasedSample, [checksumOf(phasedSample[plan] ?? ''), recorded]), [plan]: notUtf8 }
    expect((await diagnose(files)).map(({ code }) => code)).toEqual(['CONTRACT_MISMATCH'])
  })

  it('have no target where the registry is meant, and no command that fixes it', async () => {
    const found = (await diagnose({ ...sample, [registryPath]: notUtf8 })).find(
      ({ code }) => code === 'PLUGIN_FILE_ENCODING',
    )
    expect([found?.target, found?.fix]).toEqual([undefined, undefined])
    const notes = (await diagnose({ ...notesSample, [notesPath]: notUtf8 })).find(
      ({ code }) => code === 'PLUGIN_FILE_ENCODING',
    )
    expect([notes?.target, notes?.fix]).toEqual(['plugin:TinyGain', undefined])
    expect([found?.hint, notes?.hint]).toEqual(['Saving it as UTF-8 fixes it.', 'Saving it as UTF-8 fixes it.'])
  })

  it('are too large one byte above the limit', async () => {
    const limit = Buffer.byteLength(sample[handoffPath] ?? '')
    expect(await diagnose(sample, { limit })).toEqual([])
    expect((await diagnose(sample, { limit: limit - 1 })).map(placed)).toEqual([
      `PLUGIN_FILE_TOO_LARGE ${handoffPath}:1`,
    ])
  })

  it('are submodules as well as links', async () => {
    const submodule = await diagnose({ ...sample, [handoffPath]: '' }, { submodules: [handoffPath] })
    expect(submodule.map(placed)).toEqual([`PLUGIN_FILE_SYMLINK ${handoffPath}:1`])
  })

  it('lie in folders that are no links: what is behind one is not missed as well', async () => {
    const { [registryPath]: registry = '' } = sample
    const at = async (
      path: string,
      configuration?: Readonly<Record<string, unknown>>,
      files: typeof sample = { [registryPath]: registry },
    ) =>
      (
        await diagnose({ ...files, [path]: '../elsewhere' }, { links: [path], ...(configuration && { configuration }) })
      ).map(placed)
    expect(await at('plugins')).toEqual(['PLUGIN_FILE_SYMLINK plugins:1'])
    expect(await at('audio', { root: 'audio/plugins' })).toEqual(['PLUGIN_FILE_SYMLINK audio:1'])
    expect(await at('docs', { registry: 'docs/lists/PLUGINS.md' }, sample)).toEqual(['PLUGIN_FILE_SYMLINK docs:1'])
    const submodule = await diagnose({ [registryPath]: registry, plugins: '' }, { submodules: ['plugins'] })
    expect(submodule.map(placed)).toEqual(['PLUGIN_FILE_SYMLINK plugins:1'])
    expect(submodule[0]).toMatchObject({
      message: 'Unexpected submodule in place of the folder of plugins, expected a folder',
      hint: 'Put the folder itself in place of the submodule: submodules are not followed.',
    })
  })

  it('are none in a repository that has a link of that name and nothing else', async () => {
    expect(await diagnose({ plugins: '../elsewhere' }, { links: ['plugins'] })).toEqual([])
  })

  it('are missed where a change puts a link in place of the folder', async () => {
    const { [registryPath]: registry = '' } = sample
    const found = (
      await diagnose({ [registryPath]: registry, plugins: '../elsewhere' }, { links: ['plugins'], base: sample })
    ).map(placed)
    expect(found).toContain('PLUGIN_FILE_SYMLINK plugins:1')
    const base = Object.fromEntries(Object.entries(sample).map(([path, text]) => [`audio/${path}`, text]))
    const configuration = { root: 'audio/plugins', registry: 'audio/PLUGINS.md' }
    const whole = await diagnose({ audio: '../elsewhere' }, { links: ['audio'], base, configuration })
    expect(whole.map(placed)).toEqual(['PLUGIN_FILE_SYMLINK audio:1'])
  })

  it('are each found alone: nothing is reported of what a link points to', async () => {
    const all = [contractPath('architecture'), plan, oldHandoffPath]
    const found = await diagnose({ ...sample, [oldHandoffPath]: 'x' }, { links: all })
    expect(found.map(placed)).toEqual(all.map((path) => `PLUGIN_FILE_SYMLINK ${path}:1`).toSorted())
    const root = await diagnose({ ...sample, [oldHandoffPath]: sample[handoffPath] ?? '' }, { links: [handoffPath] })
    expect(root.map(placed)).toEqual([
      `PLUGIN_FILE_SYMLINK ${handoffPath}:1`,
      `PLUGIN_DUPLICATE_HANDOFF ${oldHandoffPath}:1`,
    ])
  })
})

describe('a handoff that cannot be read', () => {
  const broken = inHandoff(sample, ['status: complete', 'status: "complete'])

  it('has no other finding, wherever it lies and whatever the registry says', async () => {
    const old = change(broken, { [handoffPath]: null, [oldHandoffPath]: broken[handoffPath] ?? '' })
    const installed = withStatus(broken, '🚧 Stage 2', '📦 Installed')
    for (const files of [broken, old, installed])
      expect((await diagnose(files)).map(({ code }) => code)).toEqual(['PLUGIN_YAML_INVALID'])
  })

  it.each<readonly [about: string, from: string, to: string, line: number]>([
    ['a key twice', 'phase: null', 'phase: null\nplugin: TinyGain', 5],
    ['an alias', 'status: complete', 'status: *word', 5],
    ['another language', '---\nplugin', '--- # yaml\nplugin', 1],
    ['text after a quoted value', 'status: complete', 'status: "complete" really', 5],
  ])('points at the line at fault: %s', async (_, from, to, line) => {
    expect((await diagnose(inHandoff(sample, [from, to]))).map(placed)).toEqual([
      `PLUGIN_YAML_INVALID ${handoffPath}:${line}`,
    ])
  })

  it('names both repairs', async () => {
    const [found] = await diagnose(broken)
    expect(found?.hint).toContain('`/restore TinyGain state`')
    expect(found?.hint).toContain('`/regenerate TinyGain`')
  })
})

describe('a legacy handoff', () => {
  const emptied = { ...sample, [handoffPath]: '' }

  it('without front matter may be an earlier one that lost it', async () => {
    const old = (await diagnose(emptied)).find(({ code }) => code === 'PLUGIN_LEGACY_FORMAT')
    expect(old).toMatchObject({
      fix: '/migrate TinyGain',
      hint: expect.stringContaining('`/restore TinyGain state` brings the newest earlier one'),
    })
  })

  it('is given no front matter by a safe repair where the change has taken it away', async () => {
    const lost = (await diagnose(emptied, { base: sample })).find(({ code }) => code === 'PLUGIN_LEGACY_FORMAT')
    expect(lost).not.toHaveProperty('fix')
    expect(lost?.hint).toMatch(
      /^`\/restore TinyGain state` brings .* `\/migrate TinyGain` makes a front matter from the registry, with stage `2` as complete, though it may only have been begun, and approves/,
    )
  })

  it('has wrong values and contradictions all the same', async () => {
    const files = inHandoff(
      legacySample,
      ['stage: 2', 'stage: foundation'],
      ['2026-02-02', '2026-02-02T10:00:00Z'],
      ['status: complete', 'status: paused'],
    )
    expect((await diagnose(files, { mode: 'soft' })).map(({ code }) => code)).toEqual([
      'PLUGIN_LEGACY_FORMAT',
      'PLUGIN_STAGE_INVALID',
      'PLUGIN_STATUS_INVALID',
      'PLUGIN_DATE_INVALID',
    ])
  })

  it('has one finding, though it lies at the old place and has no front matter', async () => {
    const files = change(sample, { [handoffPath]: null, [oldHandoffPath]: '# Resume\n\n---\n\nstage: 9\n---\n' })
    expect((await diagnose(files)).map(placed)).toEqual([`PLUGIN_LEGACY_FORMAT ${oldHandoffPath}:1`])
  })

  it('has no gaps in its plan', async () => {
    const headings = '# Plan\n\nComplexity: 4.0\n\n## Phase 3.1\n## Phase 3.2\n## Phase 3.4\n## Phase 5.1\n'
    const files = withContract(phasedSample, 'plan', headings)
    const legacy = change(files, { [handoffPath]: null, [oldHandoffPath]: files[handoffPath] ?? '' })
    expect((await diagnose(legacy)).map(({ code }) => code)).toEqual(['PLUGIN_LEGACY_FORMAT'])
    expect((await diagnose(files)).map(placed)).toEqual([
      `PLUGIN_PLAN_PHASES ${plan}:7`,
      `PLUGIN_PLAN_PHASES ${plan}:8`,
    ])
  })

  it('is none for want of its four checksums', async () => {
    const files = inHandoff(legacySample, ['next_phase: null', 'next_phase: null\ncontract_checksums: {}'])
    expect((await diagnose(files)).map(({ code }) => code)).toEqual(['CONTRACT_KEY_MISSING'])
  })
})

describe('the keys of a handoff', () => {
  it('that are missing are found one by one', async () => {
    const files = inHandoff(
      sample,
      ['stage: 2\nphase: null\n', ''],
      ['orchestration_mode: true', 'orchestration_mode:'],
    )
    const found = await diagnose(files)
    expect(found.map(placed)).toEqual(Array.from({ length: 3 }, () => `PLUGIN_FIELD_MISSING ${handoffPath}:1`))
    expect(found.map(({ message }) => message)).toEqual([
      'Missing key `phase`',
      'Missing key `stage`',
      'Unexpected `orchestration_mode` `null`, expected a value',
    ])
  })

  it.each<readonly [stage: string, status: string, missing: number]>([
    ['0', 'in_progress', 0],
    ['0', 'complete', 2],
    ['2', 'in_progress', 2],
    ['nought', 'complete', 0],
    ['0', 'paused', 0],
  ])('may lack complexity and phases until stage 0 is complete: stage %s, %s', async (stage, status, missing) => {
    const files = inHandoff(
      sample,
      ['stage: 2', `stage: ${stage}`],
      ['status: complete', `status: ${status}`],
      ['complexity_score: 1.2\nphased_implementation: false', 'complexity_score: null\nphased_implementation: null'],
    )
    expect((await diagnose(files)).filter(({ code }) => code === 'PLUGIN_FIELD_MISSING')).toHaveLength(missing)
  })

  it('may lack them until the first stage is complete, whatever its number', async () => {
    const files = withStatus(
      inHandoff(
        inProgressSample,
        ['stage: 3', 'stage: 1'],
        ['complexity_score: 1.2\nphased_implementation: false', 'complexity_score: null\nphased_implementation: null'],
      ),
      '🚧 Stage 3',
      '🚧 Stage 1',
    )
    const stages = [
      { stage: 1, title: 'Plan' },
      { stage: 2, title: 'Build' },
    ]
    expect(await diagnose(files, { configuration: { stages } })).toEqual([])
    expect((await diagnose(files)).map(({ code }) => code)).toContain('PLUGIN_FIELD_MISSING')
  })

  it('point with their columns from key to value', async () => {
    const [found] = await diagnose(inHandoff(sample, ['status: complete', 'status:   paused # why?']))
    expect(found).toMatchObject({ line: 5, column: 1, endLine: 5, endColumn: 'status:   paused'.length + 1 })
  })

  it('are looked at even where `plugin` is a word of YAML', async () => {
    const renamed = Object.fromEntries(
      Object.entries(sample).map(([path, text]) => [
        path.replace('TinyGain', 'Null'),
        path.includes('.ideas') ? text : text.replaceAll('TinyGain', 'Null'),
      ]),
    )
    expect((await diagnose(renamed)).map(placed)).toEqual(['PLUGIN_FIELD_MISSING plugins/Null/.continue-here.md:1'])
    const quoted = {
      ...renamed,
      'plugins/Null/.continue-here.md': (renamed['plugins/Null/.continue-here.md'] ?? '').replace(
        'plugin: Null',
        'plugin: "Null"',
      ),
    }
    expect(await diagnose(quoted)).toEqual([])
  })
})

describe('phases', () => {
  it('are compared with the plan that names them, at its line', async () => {
    const files = withStatus(
      inHandoff(phasedSample, ['phase: "3.1"', 'phase: "3.7"'], ['_3.2\nnext_phase: "3.2"', '_3.8\nnext_phase: "3.8"']),
      '🚧 Stage 3.1',
      '🚧 Stage 3.7',
    )
    const found = (await diagnose(files)).find(({ code }) => code === 'PLUGIN_PHASE_NOT_IN_PLAN')
    expect(found?.related).toEqual([{ path: plan, line: 5, message: 'The plan names its phases here' }])
    expect(found?.message).toContain('`3.1`, `3.2`')
  })

  it('of a plan count whatever stage they are of: it decides', async () => {
    const onlyUi = withContract(phasedSample, 'plan', '# Plan\n\nComplexity: 4.0\n\n## Phase 4.1: Knob\n')
    expect((await diagnose(onlyUi)).map(({ code }) => code)).toContain('PLUGIN_PHASE_NOT_IN_PLAN')
    const found = (await diagnose(onlyUi)).find(({ code }) => code === 'PLUGIN_PHASE_NOT_IN_PLAN')
    expect(found?.related).toMatchObject([{ path: plan, line: 5 }])
  })

  it('that contradict both stage and plan are two findings', async () => {
    const files = inHandoff(phasedSample, ['stage: 3\nphase: "3.1"', 'stage: 2\nphase: "2.1"'])
    expect((await diagnose(files)).map(({ code }) => code)).toEqual(['PLUGIN_PHASE_NOT_IN_PLAN', 'PLUGIN_PHASE_STAGE'])
  })

  it('are missing only where the key says null', async () => {
    const files = inHandoff(
      phasedSample,
      ['phase: "3.1"\nstatus: complete', 'status: in_progress'],
      ['continue_dsp_phase_3.2\nnext_phase: "3.2"', 'null'],
    )
    expect((await diagnose(files)).map(({ code }) => code)).not.toContain('PLUGIN_PHASE_MISSING')
  })

  it('are missing strictly when a change gives the stage some in its plan', async () => {
    const base = withStatus(
      inHandoff(
        withContract(phasedSample, 'plan', '# Plan\n\nComplexity: 4.0\n\n## Phase 4.1\n'),
        ['phase: "3.1"\nstatus: complete', 'phase: null\nstatus: in_progress'],
        ['continue_dsp_phase_3.2\nnext_phase: "3.2"', 'null\nnext_phase: null'],
      ),
      '🚧 Stage 3.1',
      '🚧 Stage 3',
    )
    expect(await diagnose(base)).toEqual([])
    const missing = (await diagnose({ ...base, [plan]: `${base[plan]}## Phase 3.1\n` }, { base })).filter(
      ({ code }) => code === 'PLUGIN_PHASE_MISSING',
    )
    expect(missing.map(({ severity }) => severity)).toEqual(['error'])
  })

  it('contradict the record of them, which the message names', async () => {
    const messageOf = async (score: string, phased: string, phase: string) => {
      const files = inHandoff(
        phasedSample,
        ['phase: "3.1"', `phase: ${phase}`],
        [
          'complexity_score: 4.0\nphased_implementation: true',
          `complexity_score: ${score}\nphased_implementation: ${phased}`,
        ],
      )
      return (await diagnose(files)).find(({ code }) => code === 'PLUGIN_PHASED_CONTRADICTION')?.message
    }
    expect(await messageOf('3.5', 'false', 'null')).toBe(
      'Unexpected `phased_implementation` `false`, expected `true`, since `complexity_score` is `3.5`',
    )
    expect(await messageOf('2.5', 'false', '"3.1"')).toBe(
      'Unexpected `phased_implementation` `false`, expected `true`, since `phase` is `3.1`',
    )
    expect(await messageOf('1.5', 'true', '"3.1"')).toBe(
      'Unexpected `phased_implementation` `true`, expected `false`, since `complexity_score` is `1.5`',
    )
    expect(await messageOf('2.5', 'false', 'null')).toBeUndefined()
  })

  it('of a plugin are known from its complexity when no other record has them', async () => {
    const old = (complexity: string) =>
      change(sample, {
        [handoffPath]: null,
        [oldHandoffPath]: `---\nplugin: TinyGain\nstage: 3\nphase: null\nstatus: in_progress\nlast_updated: 2026-02-02\ncomplexity_score: ${complexity}\n---\n`,
        [plan]: '# Plan\n',
      })
    const codes = async (complexity: string) => (await diagnose(old(complexity))).map(({ code }) => code)
    expect(await codes('3.0')).toContain('PLUGIN_PHASE_MISSING')
    expect(await codes('2.9')).not.toContain('PLUGIN_PHASE_MISSING')
    expect(await codes('null')).not.toContain('PLUGIN_PHASE_MISSING')
  })

  it('of a plan are counted for each stage, the first fault of each', async () => {
    const headings = [
      'Phase 3.2',
      'Phase 3.3',
      'Phase 4.1',
      'Phase 4.1',
      'Phase 4.3',
      'Phase 4.9',
      'Phase 2.1',
      'Phase 2.2',
      'Phase 8.1',
    ]
    const files = withContract(
      phasedSample,
      'plan',
      `# Plan\n\n${headings.map((heading) => `## ${heading}\n`).join('')}`,
    )
    const found = (await diagnose(files)).filter(({ code }) => code === 'PLUGIN_PLAN_PHASES')
    expect(found.map(({ line, path }) => `${path}:${line}`)).toEqual([3, 7, 9, 11].map((line) => `${plan}:${line}`))
  })

  it('of a plan are judged strictly when the handoff is touched, or the plan', async () => {
    const files = withContract(
      phasedSample,
      'plan',
      '# Plan\n\nComplexity: 4.0\n\n## Phase 3.1\n## Phase 3.2\n## Phase 3.4\n',
    )
    const touched = async (head: Files, base: Files) =>
      (await diagnose(head, { base })).filter(({ code }) => code === 'PLUGIN_PLAN_PHASES').map((found) => found.touched)
    expect(await touched(files, files)).toEqual([false])
    expect(await touched(inHandoff(files, ['- Keep', '- Please keep']), files)).toEqual([true])
    expect(await touched(withContract(files, 'plan', `${files[plan]}\n`), files)).toEqual([true])
  })
})

describe('the complexity', () => {
  it('is compared with the line of the plan', async () => {
    const found = await diagnose(
      withContract(
        sample,
        'plan',
        '# Plan\n\n```\nComplexity: 1.0\n```\n\n**Complexity Score:** 1.5 / 5\nComplexity: 1.2\n',
      ),
    )
    expect(found.map(placed)).toEqual([`PLUGIN_PLAN_COMPLEXITY ${handoffPath}:7`])
    expect(found[0]?.related).toMatchObject([{ path: plan, line: 7 }])
  })
})

describe('the status', () => {
  it('that is a typo is named in the hint', async () => {
    const hintOf = async (status: string) =>
      (await diagnose(inHandoff(sample, ['status: complete', `status: ${status}`])))[0]?.hint
    expect(await hintOf('completed')).toBe('Did you mean `complete`?')
    expect(await hintOf('in-progress')).toBe('Did you mean `in_progress`?')
    expect(await hintOf('paused')).toContain('`in_progress`')
  })

  it('that ends the work too early is named with the stage or phase that it is at', async () => {
    const early = inHandoff(phasedSample, ['status: complete', 'status: workflow_complete'])
    expect((await diagnose(early)).map(({ message }) => message)).toEqual([
      'Unexpected `status` `workflow_complete` at `3.1`, expected it at stage `5` without a phase',
    ])
  })
})

describe('the key handback', () => {
  const written = '{ reason: error, description: Broken, at: 2026-02-03T10:00:00Z }'
  const returned = (files: Files) =>
    inHandoff(files, ['contract_checksums:', `handback: ${written}\ncontract_checksums:`])

  it('may be beside a status that is wrong itself', async () => {
    const files = inHandoff(returned(inProgressSample), ['status: in_progress', 'status: paused'])
    expect((await diagnose(files)).map(({ code }) => code)).toEqual(['PLUGIN_STATUS_INVALID'])
  })

  it('must not be beside the end of the work', async () => {
    expect((await diagnose(returned(workingSample))).map(placed)).toEqual([`PLUGIN_HANDBACK_INVALID ${handoffPath}:12`])
  })
})

describe('sections', () => {
  it('that are missing are one finding, which names them in order', async () => {
    const files = inHandoff(
      sample,
      ['## Next Steps', '### Next'],
      ['## Current State: Foundation Complete', '## State'],
    )
    const found = await diagnose(files)
    expect(found.map(({ message }) => message)).toEqual(['Missing sections: `Current State`, `Next Steps`'])
  })
})

describe('what the registry says', () => {
  const installed = withStatus(workingSample, '✅ Working', '📦 Installed')

  it('is what the second place says, where there is one', async () => {
    const rowOnly = change(workingSample, {
      [registryPath]: [['| TinyGain | ✅ Working |', '| TinyGain | 📦 Installed |']],
    })
    const entryOnly = change(workingSample, {
      [registryPath]: [['**Status:** ✅ Working', '**Status:** 📦 Installed (v1)']],
    })
    const codes = async (files: Files) => (await diagnose(files)).map(({ code }) => code)
    expect(await codes(rowOnly)).not.toContain('PLUGIN_STALE_HANDOFF')
    expect(await codes(entryOnly)).toContain('PLUGIN_STALE_HANDOFF')
  })

  it("is the row's, when the second place has none", async () => {
    const noStatus = change(installed, { [registryPath]: [['**Status:** 📦 Installed\n', '']] })
    expect((await diagnose(noStatus)).map(({ code }) => code)).toContain('PLUGIN_STALE_HANDOFF')
  })

  it('touches the handoff that stayed behind, where the notes say it', async () => {
    const text = workingSample[handoffPath] ?? ''
    const head = change(notesSample, {
      [handoffPath]: text,
      [registryPath]: [['🚧 Stage 2', '📦 Installed']],
      [notesPath]: [['🚧 Stage 2', '📦 Installed']],
    })
    const base = change(head, { [notesPath]: [['📦 Installed', '✅ Working']] })
    const touched = async (before: Files) =>
      (await diagnose(head, { base: before }))
        .filter(({ code }) => code === 'PLUGIN_STALE_HANDOFF')
        .map((found) => found.touched)
    expect(await touched(base)).toEqual([true])
    expect(await touched(head)).toEqual([false])
  })

  it('asks for a handoff at its entry where it has no row', async () => {
    const withoutHandoff = change(sample, { [handoffPath]: null })
    const noRow = change(withoutHandoff, { [registryPath]: [['| TinyGain | 🚧 Stage 2 | 0.1.0 | 2026-02-02 |\n', '']] })
    const places = async (files: Files) =>
      (await diagnose(files)).map(placed).filter((place) => place.startsWith('PLUGIN_HANDOFF_MISSING'))
    expect(await places(noRow)).toEqual([`PLUGIN_HANDOFF_MISSING ${registryPath}:6`])
  })

  it('is made again as complete, or brought back from history', async () => {
    const files = change(sample, { [handoffPath]: null })
    const missing = (await diagnose(files)).find(({ code }) => code === 'PLUGIN_HANDOFF_MISSING')
    expect(missing).toMatchObject({
      fix: '/regenerate TinyGain',
      hint: '`/regenerate TinyGain` makes one from the registry, the plan and the contracts, with stage `2` as complete, though it may only have been begun. `/restore TinyGain state` brings the newest earlier one back, if history has one.',
    })
    const { result } = await give(files, '/verify TinyGain')
    expect(result.diagnostics[0]?.hint).toBe(missing?.hint)
  })

  it('leaves the complexity of a plugin whose plan has none to a person', async () => {
    const text = String(sample[plan]).replace(/\*\*Complexity Score:\*\* .*\n/, '')
    const files = { ...change(sample, { [handoffPath]: null }), [plan]: text }
    const missing = (await diagnose(files)).filter(({ code }) => code === 'PLUGIN_HANDOFF_MISSING')
    expect(missing.map(({ hint, fix }) => [hint, fix])).toEqual([
      [
        '`/regenerate TinyGain --complexity X`, X being the score of the plugin from 1 to 5, makes one from the registry and the contracts, with stage `2` as complete, though it may only have been begun. `/restore TinyGain state` brings the newest earlier one back, if history has one.',
        undefined,
      ],
    ])
  })

  it('asks strictly for a handoff that the change deletes, softly for one that was never there', async () => {
    const withoutHandoff = change(sample, { [handoffPath]: null })
    const severities = async (base: Files) =>
      (await diagnose(withoutHandoff, { base }))
        .filter(({ code }) => code === 'PLUGIN_HANDOFF_MISSING')
        .map(({ severity }) => severity)
    expect(await severities(sample)).toEqual(['error'])
    expect(await severities(withoutHandoff)).toEqual(['warning'])
  })

  it('asks strictly where the notes are touched that say so', async () => {
    const head = change(notesSample, { [handoffPath]: null })
    const base = change(head, { [notesPath]: [['🚧 Stage 2', '💡 Ideated']] })
    const missing = (await diagnose(head, { base })).filter(({ code }) => code === 'PLUGIN_HANDOFF_MISSING')
    expect(missing.map(({ severity }) => severity)).toEqual(['error'])
  })

  it('is no reason to look for a handoff that is there and cannot be read', async () => {
    const links = [handoffPath]
    expect((await diagnose(sample, { links })).map(({ code }) => code)).toEqual(['PLUGIN_FILE_SYMLINK'])
  })
})

describe('names', () => {
  it('that no command takes have no command that fixes anything', async () => {
    const hostile = 'Tiny\n`@octocat`'
    const files = Object.fromEntries(
      Object.entries(legacySample).map(([path, text]) => [path.replace('TinyGain', hostile), text]),
    )
    const found = await diagnose(files, { mode: 'soft' })
    expect(found.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['PLUGIN_NAME_INVALID', 'PLUGIN_NAME_MISMATCH', 'PLUGIN_LEGACY_FORMAT']),
    )
    expect(found.filter(({ target }) => target === `plugin:${hostile}`).flatMap(({ fix }) => fix ?? [])).toEqual([])
    expect(found.every(({ message, hint }) => !/[\n`]@octocat|\n/.test(`${message}${hint}`))).toBe(true)
  })

  it('of rows and entries are looked at too', async () => {
    const registry =
      '# Plugins\n\n| Plugin | Status |\n|---|---|\n| 2Gain | 💡 Ideated |\n\n### -Amber\n\n**Status:** 💡 Ideated\n'
    const found = (await diagnose({ [registryPath]: registry }, { mode: 'soft' })).filter(
      ({ code }) => code === 'PLUGIN_NAME_INVALID',
    )
    expect(found.map(placed)).toEqual([
      `PLUGIN_NAME_INVALID ${registryPath}:5`,
      `PLUGIN_NAME_INVALID ${registryPath}:7`,
    ])
  })

  it('are judged strictly when the row is touched, not when the row of another plugin is', async () => {
    const rename = (text: string) => text.replaceAll('TinyGain', '2Gain')
    const base = {
      'plugins/2Gain/.continue-here.md': rename(sample[handoffPath] ?? ''),
      [registryPath]: rename(sample[registryPath] ?? ''),
    }
    const severity = async (from: string, to: string) => {
      const head = { ...base, [registryPath]: base[registryPath].replace(from, to) }
      return (await diagnose(head, { base }))
        .filter(({ code }) => code === 'PLUGIN_NAME_INVALID')
        .map((found) => found.severity)
    }
    expect(await severity('| 2026-02-02 |\n', '| 2026-02-02 |\n| Amber | 💡 Ideated | - | 2026-02-02 |\n')).toEqual([
      'warning',
    ])
    expect(await severity('| 0.1.0 |', '| 0.1.1 |')).toEqual(['error'])
  })

  it('of directories that only hold contracts are not checked', async () => {
    const found = await diagnose({ 'plugins/2Gain/.ideas/plan.md': '# Plan\n' })
    expect(found.map(({ code }) => code)).not.toContain('PLUGIN_NAME_INVALID')
  })
})

describe('work that goes stale', () => {
  const hour = 60 * 60 * 1000
  const codes = async (files: Files, at: string, commits: Readonly<Record<string, string>> = {}) =>
    (await diagnose(files, { mode: 'soft', at, staleAfter: 48 * hour, commits })).map(({ code }) => code)

  it('counts from the end of the day that the handoff names', async () => {
    expect(await codes(inProgressSample, '2026-02-05T00:00:00Z')).toEqual([])
    expect(await codes(inProgressSample, '2026-02-05T00:00:01Z')).toEqual(['PLUGIN_WORK_STALE'])
  })

  it('counts from the last commit where it is known', async () => {
    const at = '2026-02-06T00:00:00Z'
    expect(await codes(inProgressSample, at, { [handoffPath]: '2026-02-04T00:00:00Z' })).toEqual([])
    expect(await codes(inProgressSample, at, { [handoffPath]: '2026-02-03T23:59:59Z' })).toEqual(['PLUGIN_WORK_STALE'])
    expect(await codes(inProgressSample, at, { [handoffPath]: 'no moment' })).toEqual([])
  })

  it('is not known without any day', async () => {
    const files = inHandoff(inProgressSample, ['2026-02-02', 'yesterday'])
    expect(await codes(files, '2026-12-06T00:00:00Z')).toEqual(['PLUGIN_DATE_INVALID'])
  })

  it('is never judged strictly', async () => {
    expect(await diagnose(inProgressSample, { mode: 'strict', at: '2026-12-06T00:00:00Z', staleAfter: hour })).toEqual(
      [],
    )
  })
})
