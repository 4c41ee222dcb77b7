import { describe, expect, it } from 'vitest'
import type { Files } from '../../../../src/core/rule.ts'
import {
  change,
  contractPath,
  handoffPath,
  inHandoff,
  inProgressSample,
  legacySample,
  oldHandoffPath,
  registryPath,
  sample,
} from '../../../../src/protocols/plugin/examples.ts'
import { describeRefusals } from '../../matrix.ts'
import { historyOf } from '../../offering.ts'
import type { Tree } from '../../scene.ts'
import { found, give, target, usual, handoffOf } from '../scene.ts'
import { writings, written } from '../variants.ts'

const whole = handoffOf(sample)
const checksums = whole.slice(whole.indexOf('contract_checksums'), whole.indexOf('---\n\n'))
const headless = (text: string): Files => change(sample, { [handoffPath]: text })

describe('/migrate', () => {
  it('records the contracts, and changes nothing else', async () => {
    const migrated = await give(legacySample, '/migrate TinyGain')

    expect(migrated).toMatchObject({ outcome: 'changed', codes: [], changed: [handoffPath] })
    expect(migrated.result.reply).toBe('The handoff of `TinyGain` uses the current format.')
    expect(migrated.tree).toEqual(sample)
  })

  it('moves a handoff from its old place as it is', async () => {
    const migrated = await give(change(sample, { [handoffPath]: null, [oldHandoffPath]: whole }), '/migrate TinyGain')

    expect(migrated.changed).toEqual([`-${oldHandoffPath}`, handoffPath])
    expect(migrated.tree).toEqual(sample)
  })

  it('adds the keys that have a default, in their order', async () => {
    const bare = inHandoff(
      legacySample,
      ['plugin: TinyGain\nstage: 2\nphase: null\n', '# where we are\nstage: 2 # of 5\n'],
      [
        'last_updated: 2026-02-02\ncomplexity_score: 1.2\nphased_implementation: false\norchestration_mode: true\nnext_action: invoke_dsp_agent\nnext_phase: null\n',
        'owner: me\n',
      ],
    )

    expect(handoffOf((await give(bare, '/migrate TinyGain')).tree)).toBe(
      whole
        .replace('plugin: TinyGain\nstage: 2\n', '# where we are\nplugin: TinyGain\nstage: 2 # of 5\n')
        .replace('2026-02-02', '2026-02-04')
        .replace('next_phase: null\n', '')
        .replace(`${checksums}---`, `${checksums}owner: me\n---`),
    )
  })

  it('fills what is null and may not be, and leaves what may', async () => {
    const nulls = inHandoff(legacySample, [
      '1.2\nphased_implementation: false\norchestration_mode: true',
      'null\nphased_implementation: null\norchestration_mode: null',
    ])

    expect((await give(nulls, '/migrate TinyGain')).tree).toEqual(sample)

    const unplanned = inHandoff(
      nulls,
      ['stage: 2', 'stage: 0'],
      ['status: complete', 'status: in_progress'],
      ['next_action: invoke_dsp_agent', 'next_action: null'],
    )
    expect(handoffOf((await give(unplanned, '/migrate TinyGain')).tree)).toContain(
      'complexity_score: null\nphased_implementation: null\norchestration_mode: true\n',
    )
  })

  it.each([
    ['4.0', '4.0', 'true', '\nnext_phase: "3.1"'],
    ['4', '4.0', 'true', '\nnext_phase: "3.1"'],
    ['2.5', '2.5', 'true', '\nnext_phase: "3.1"'],
    ['2', '2.0', 'false', ''],
  ])('takes a complexity of %s from the plan', async (written, complexity, phased, phase) => {
    const bare = change(
      inHandoff(
        legacySample,
        ['complexity_score: 1.2\nphased_implementation: false\n', ''],
        ['\nnext_phase: null', ''],
      ),
      {
        [contractPath('plan')]: `**Complexity:** ${written}\n\n## Phase 3.1: One\n`,
      },
    )

    const migrated = handoffOf((await give(bare, '/migrate TinyGain')).tree)
    expect(migrated).toContain(`\ncomplexity_score: ${complexity}\nphased_implementation: ${phased}\n`)
    expect(migrated).toContain(`\nnext_action: invoke_dsp_agent${phase}\ncontract_checksums:`)
  })

  it('adds the sections that are missing at the end, in their order', async () => {
    const few = inHandoff(
      legacySample,
      ['## Testing Checklist\n\n- [ ] Loads in a host\n\n', ''],
      ['## Current State: Foundation Complete\n\n', ''],
    )

    expect(handoffOf((await give(few, '/migrate TinyGain')).tree)).toBe(
      `${whole.replace('## Testing Checklist\n\n- [ ] Loads in a host\n\n', '').replace('## Current State: Foundation Complete\n\n', '')}\n## Current State\n\n_None yet._\n\n## Testing Checklist\n\n_None yet._\n`,
    )
  })

  it.each(['```', '<!--'])('adds sections where they are read: before what is left open by %s', async (open) => {
    const migrated = await give(
      inHandoff(legacySample, ['## Testing Checklist', `${open}\n## Testing Checklist`]),
      '/migrate TinyGain',
    )

    expect(handoffOf(migrated.tree)).toBe(
      whole.replace(
        '\n## Testing Checklist',
        `\n## Testing Checklist\n\n_None yet._\n\n## Context to Preserve\n\n_None yet._\n\n${open}\n## Testing Checklist`,
      ),
    )
    expect(await found(migrated.tree)).toEqual([])
  })

  it.each(['2026-02-02T10:00:00Z', '2026-02-02 10:00', '"2026-02-02 (evening)"'])(
    'cuts the time off %s',
    async (moment) => {
      const migrated = await give(
        inHandoff(legacySample, ['last_updated: 2026-02-02', `last_updated: ${moment}`]),
        '/migrate TinyGain',
      )

      expect(handoffOf(migrated.tree)).toBe(
        whole.replace(
          'last_updated: 2026-02-02',
          moment.startsWith('"') ? 'last_updated: "2026-02-02"' : 'last_updated: 2026-02-02',
        ),
      )
    },
  )

  it('keeps values that are there, wrong ones too', async () => {
    const odd = inHandoff(
      legacySample,
      ['last_updated: 2026-02-02', 'last_updated: yesterday'],
      ['next_action: invoke_dsp_agent', 'next_action: dance'],
    )

    expect(handoffOf((await give(odd, '/migrate TinyGain')).tree)).toBe(
      whole.replace('last_updated: 2026-02-02', 'last_updated: yesterday').replace('invoke_dsp_agent', 'dance'),
    )
  })

  it('makes a front matter from the registry where there is none', async () => {
    const migrated = await give(headless('# Resume Point\n\n---\n\nThe foundation is done.\n'), '/migrate TinyGain')

    const head = whole.slice(0, whole.indexOf('---\n\n') + 5).replace('next_phase: null\n', '')
    expect(handoffOf(migrated.tree).slice(0, head.length)).toBe(head)
    expect(handoffOf(migrated.tree).slice(head.length)).toMatch(
      /^# Resume Point\n\n---\n\nThe foundation is done\.\n\n## Current State\n/,
    )
    expect(await target(migrated.tree, 'TinyGain')).toMatchObject({ state: 'stage 2 complete' })
  })

  it('says which contracts an earlier handoff recorded otherwise, and what it said of the state', async () => {
    const earlier = handoffOf(inProgressSample)
    const tree = { ...headless(''), [contractPath('architecture')]: '# Other\n' }
    const history = historyOf([{ [handoffPath]: '' }, { [handoffPath]: earlier }])
    const { result, codes } = await give(tree, '/migrate TinyGain', { history })
    expect(codes).toEqual(['CONTRACT_CHANGED warning'])
    expect(result.diagnostics[0]?.message).toBe(
      'Another checksum of `architecture` of `TinyGain` is recorded than in `111111111111`: it is unknown whether the code was built against it',
    )
    expect(result.reply).toContain(
      'It says `stage 2 complete` by the registry; in `111111111111` it said `stage 3 in_progress`.',
    )
    expect(await give(headless(''), '/migrate TinyGain')).toMatchObject({ codes: [] })
  })

  const completed = (tree: Tree) => /## Completed So Far\n\n([^]*?)\n## /.exec(handoffOf(tree))?.[1]
  const bare = inHandoff(legacySample, [
    '## Completed So Far\n\n- **Stage 0:** Research complete - DSP architecture documented\n- **Stage 2:** Foundation complete - Build system operational\n\n',
    '',
  ])
  const registry = String(sample[registryPath])
  const withoutTimeline = change(bare, { [registryPath]: registry.replace(/^- \*\*2026-.*\n/gm, '') })

  it('takes what was completed from the timeline, when the handoff does not have it', async () => {
    const expected =
      '- **Stage 0:** Research & Planning complete - Complexity 1.2\n- **Stage 2:** Foundation complete - Build system operational\n'

    // The section is added after the others.
    expect(handoffOf((await give(bare, '/migrate TinyGain')).tree)).toMatch(
      new RegExp(`\n## Completed So Far\n\n${expected.replaceAll('*', '\\*')}$`),
    )
    const placed = inHandoff(bare, ['## Next Steps', '## Completed So Far\n\n_None yet._\n\n## Next Steps'])
    expect(completed((await give(placed, '/migrate TinyGain')).tree)).toBe(expected)
  })

  it('records that it is not known what was completed, when no file has it, and removes that with the next line', async () => {
    const migrated = await give(withoutTimeline, '/migrate TinyGain')

    expect(migrated.result).toMatchObject({ reply: expect.stringContaining('What was completed so far is not known') })
    expect(handoffOf(migrated.tree)).toMatch(/\n## Completed So Far\n\n_Not known\._\n$/)
    expect(await give(migrated.tree, '/migrate TinyGain')).toMatchObject({ outcome: 'unchanged' })
    const accepted = await give(withoutTimeline, '/accept TinyGain')
    expect(accepted.result.diagnostics[0]?.hint).toMatch(/^What was completed so far is not known/)
    const ended = await give(accepted.tree, '/handback TinyGain success Smooth')
    expect(handoffOf(ended.tree)).toMatch(
      /\n## Completed So Far\n\n- \*\*Stage 3:\*\* Audio engine complete - Smooth\n$/,
    )
  })

  it('says that nothing was completed where that is so', async () => {
    const begun = inHandoff(
      withoutTimeline,
      ['stage: 2', 'stage: 0'],
      ['status: complete', 'status: in_progress'],
      ['next_action: invoke_dsp_agent', 'next_action: null'],
    )

    expect(handoffOf((await give(begun, '/migrate TinyGain')).tree)).toMatch(/\n## Completed So Far\n\n_None yet\._\n$/)
  })

  it('completes a handoff of the present form when it is named, and only then', async () => {
    const incomplete = inHandoff(sample, ['orchestration_mode: true\n', ''])

    expect((await give(incomplete, '/migrate TinyGain')).tree).toEqual(sample)
    expect(await give(incomplete, '/migrate')).toMatchObject({ outcome: 'unchanged' })
  })

  it('says how a handoff without complexity is handed back: by the plan, or by its front matter', async () => {
    const begun = inHandoff(
      legacySample,
      ['complexity_score: 1.2\n', ''],
      ['status: complete', 'status: in_progress'],
      ['next_action: invoke_dsp_agent', 'next_action: null'],
    )
    const unplanned = change(begun, { [contractPath('plan')]: '# Plan\n' })
    for (const command of ['/handback TinyGain success Done', '/handback TinyGain error Broken', '/migrate TinyGain']) {
      const { outcome, result } = await give(unplanned, command)
      expect([outcome, result.diagnostics.map(({ hint }) => hint)]).toEqual([
        'refused',
        [
          `Write a line \`Complexity: N\`, N from 1 to 5, into \`${contractPath('plan')}\`, or \`complexity_score: N\` into the front matter of \`${handoffPath}\`; then \`/migrate TinyGain\` gives it the current format.`,
        ],
      ])
      const planned = change(unplanned, { [contractPath('plan')]: '# Plan\n\nComplexity: 2\n' })
      const scored = inHandoff(unplanned, ['phased_implementation', 'complexity_score: 2\nphased_implementation'])
      expect([(await give(planned, command)).outcome, (await give(scored, command)).outcome]).toEqual([
        'changed',
        'changed',
      ])
    }
    const bare = change(headless('# Resume\n'), { [contractPath('plan')]: '# Plan\n' })
    const { result } = await give(bare, '/migrate TinyGain')
    expect(result.diagnostics[0]?.hint).not.toContain('front matter')
  })

  it('migrates all that can be, with a warning for the others', async () => {
    const many = {
      ...legacySample,
      'plugins/Amber/.continue-here.md': '# Resume\n',
      'plugins/Birch/.ideas/.continue-here.md': whole.replace('plugin: TinyGain', 'plugin: Birch'),
    }
    const migrated = await give(many, '/migrate')

    expect(migrated).toMatchObject({
      outcome: 'changed',
      codes: ['PLUGIN_NOT_IN_DEVELOPMENT warning'],
      changed: ['-plugins/Birch/.ideas/.continue-here.md', 'plugins/Birch/.continue-here.md', handoffPath],
    })
    expect(await give(migrated.tree, '/migrate')).toMatchObject({
      outcome: 'unchanged',
      codes: ['PLUGIN_NOT_IN_DEVELOPMENT warning'],
    })
  })

  it.each<[about: string, tree: Tree]>([
    ['without checksums', legacySample],
    ['without anything', headless('Words.\n\nMore.\n')],
    [
      'at the old place, unfinished',
      change(legacySample, { [handoffPath]: null, [oldHandoffPath]: '---\nstage: 3\nstatus: in_progress\n---\n' }),
    ],
  ])('keeps the manner of a file, is done once and makes nothing worse: %s', async (_, tree) => {
    const path = tree[handoffPath] === undefined ? oldHandoffPath : handoffPath
    for (const writing of writings) {
      const first = await give({ ...tree, [path]: written(String(tree[path]), writing) }, '/migrate TinyGain')
      const plain = await give(tree, '/migrate TinyGain')

      expect(handoffOf(first.tree)).toBe(written(handoffOf(plain.tree), writing))
      expect(await give(first.tree, '/migrate TinyGain', { at: '2026-05-05T10:00:00Z' })).toMatchObject({
        outcome: 'unchanged',
      })
      expect((await found(first.tree)).filter((code) => code.endsWith(' error'))).toEqual([])
    }
  })
})

describeRefusals(usual, 'migrate.messages.txt', [
  ['no handoff', change(sample, { [handoffPath]: null }), '/migrate TinyGain', 'PLUGIN_HANDOFF_MISSING'],
  [
    'a stage that is none',
    inHandoff(legacySample, ['stage: 2', 'stage: ideation']),
    '/migrate TinyGain',
    'PLUGIN_STAGE_INVALID',
  ],
  [
    'front matter that cannot be read',
    inHandoff(legacySample, ['stage: 2', 'stage: 2\nstage: 3']),
    '/migrate TinyGain',
    'PLUGIN_YAML_INVALID',
  ],
  [
    'no front matter, and nothing in development',
    change(headless('# Resume\n'), { [registryPath]: [['**Status:** 🚧 Stage 2', '**Status:** 💡 Ideated']] }),
    '/migrate TinyGain',
    'PLUGIN_NOT_IN_DEVELOPMENT',
  ],
  [
    'no front matter, and no registry',
    change(headless('# Resume\n'), { [registryPath]: null }),
    '/migrate TinyGain',
    'PLUGIN_NOT_IN_DEVELOPMENT',
  ],
  [
    'an unknown complexity',
    change(inHandoff(legacySample, ['complexity_score: 1.2\n', '']), { [contractPath('plan')]: '# Plan\n' }),
    '/migrate TinyGain',
    'PLUGIN_COMPLEXITY_REQUIRED',
  ],
  ['no status', inHandoff(legacySample, ['status: complete\n', '']), '/migrate TinyGain', 'PLUGIN_FIELD_MISSING'],
  [
    'a handoff that is not text',
    { ...sample, [handoffPath]: new Uint8Array([0x2d, 0xff]) },
    '/migrate TinyGain',
    'PLUGIN_FILE_ENCODING',
  ],
])
