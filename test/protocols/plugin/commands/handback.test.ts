import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  change,
  contractPath,
  handoffPath,
  inHandoff,
  inProgressSample,
  inRegistry,
  legacySample,
  notesPath,
  notesSample,
  phasedSample,
  registryPath,
  sample,
  withContract,
  workingSample,
} from '../../../../src/protocols/plugin/examples.ts'
import { describeRefusals } from '../../matrix.ts'
import type { Files } from '../../../../src/core/rule.ts'
import type { Tree } from '../../scene.ts'
import { diagnose, found, give, target, usual, handoffOf, registryOf } from '../scene.ts'
import { ideated, walk } from '../workflow.ts'
import { runs } from '../../../thorough.ts'
import { anyText } from '../../../any-text.ts'

const success = '/handback TinyGain success'

/** Its stage 3 is in progress. */
const begun = (await give(sample, '/accept TinyGain', { at: '2026-02-03T10:00:00Z' })).tree
const planning = (await give(ideated('simple', 'entries'), '/accept TinyGain', { at: '2026-02-03T10:00:00Z' })).tree
const inPhase = (await give(phasedSample, '/accept TinyGain', { at: '2026-02-03T10:00:00Z' })).tree
const silent = withContract(
  inHandoff(phasedSample, ['status: complete', 'status: in_progress']),
  'plan',
  'Complexity: 4.0\n',
)
const edited = (tree: Tree, ...edits: (readonly [string, string])[]): Tree =>
  change(tree as Readonly<Record<string, string>>, { [handoffPath]: edits })

describe('/handback success', () => {
  it.each([
    ['Audio engine complete: smooth gain', 'Audio engine complete - smooth gain'],
    ['audio engine complete - Smooth gain', 'Audio engine complete - Smooth gain'],
    ['Stage 3 complete. Smooth gain', 'Audio engine complete - Smooth gain'],
    ['Audio engine complete', 'Audio engine complete - DSP implemented'],
    ['Audio engine completed by hand', 'Audio engine complete - Audio engine completed by hand'],
  ])('does not write twice what is complete: %s', async (text, line) => {
    const result = await give(begun, `${success} ${text}`)
    expect(handoffOf(result.tree)).toContain(`- **Stage 3:** ${line}\n`)
    expect(registryOf(result.tree)).toContain(`(Stage 3):** ${line}\n`)
    expect(await give(result.tree, `${success} ${text}`)).toMatchObject({ outcome: 'unchanged' })
  })

  it('does not write twice which phase is complete', async () => {
    const result = await give(inPhase, `${success} Phase 3.2 complete: gain`)
    expect(handoffOf(result.tree)).toContain('- **Stage 3.2:** gain\n')
    expect(registryOf(result.tree)).toContain('(Stage 3.2):** Phase 3.2 complete - gain\n')
  })

  it('changes keys, titles, lines and the registry, and nothing else', async () => {
    const result = await give(begun, `${success} Smooth gain`)

    expect(result).toMatchObject({ outcome: 'changed', codes: [], changed: [registryPath, handoffPath] })
    expect(handoffOf(result.tree)).toBe(
      handoffOf(sample)
        .replace('stage: 2', 'stage: 3')
        .replace('2026-02-02', '2026-02-04')
        .replace('invoke_dsp_agent', 'invoke_gui_agent')
        .replace('# Stage 2 Complete - Build System Ready', '# Stage 3 Complete - Audio engine')
        .replace('Foundation Complete', 'Audio Engine Complete')
        .replace('operational\n\n## Next', 'operational\n- **Stage 3:** Audio engine complete - Smooth gain\n\n## Next')
        .replace('Invoke dsp-agent for Stage 3', 'Invoke gui-agent for Stage 4'),
    )
    expect(registryOf(result.tree)).toBe(
      registryOf(sample)
        .replaceAll('🚧 Stage 2', '🚧 Stage 3')
        .replace('| 2026-02-02 |', '| 2026-02-04 |')
        .replace('Updated:** 2026-02-02', 'Updated:** 2026-02-04')
        .replace('operational\n\n', 'operational\n- **2026-02-04 (Stage 3):** Audio engine complete - Smooth gain\n\n'),
    )
  })

  it.each([
    ['1', '1.0', 'false'],
    ['2.0', '2.0', 'false'],
    ['2.5', '2.5', 'false'],
    ['3', '3.0', 'true'],
    ['5.0', '5.0', 'true'],
  ])('records a complexity of %s', async (words, complexity, phased) => {
    const result = await give(planning, `${success} --complexity ${words}`)

    expect(handoffOf(result.tree)).toContain(`\ncomplexity_score: ${complexity}\nphased_implementation: ${phased}\n`)
    expect(handoffOf(result.tree)).toContain(
      `\n- Complexity: ${complexity}\n- Phased: ${phased}\n- Architecture: plugins/TinyGain/.ideas/architecture.md\n- Plan: plugins/TinyGain/.ideas/plan.md\n`,
    )
    expect(registryOf(result.tree)).toContain(
      `- **2026-02-04 (Stage 0):** Research & Planning complete - Complexity ${complexity}\n`,
    )
  })

  it('is phased between simple and complex where the plan names phases', async () => {
    const result = await give(
      { ...planning, [contractPath('plan')]: 'Complexity: 2.5\n\n## Phase 4.1: Knob\n' },
      success,
    )

    expect(handoffOf(result.tree)).toContain('\ncomplexity_score: 2.5\nphased_implementation: true\n')
  })

  it('says that another complexity than that of the plan counts, and leaves its phases out', async () => {
    const planned = { ...planning, [contractPath('plan')]: 'Complexity: 4\n\n## Phase 3.1: Gain\n' }
    const result = await give(planned, `${success} --complexity 2`)
    expect(handoffOf(result.tree)).toContain('\ncomplexity_score: 2.0\nphased_implementation: false\n')
    const warning = result.result.diagnostics.find(({ code }) => code === 'PLUGIN_PLAN_COMPLEXITY')
    expect([warning?.severity, warning?.message, warning?.hint]).toEqual([
      'warning',
      'Unexpected `complexity_score` `2`, expected `4` as in the plan',
      '`--complexity` counts before the plan, and the phases of the plan are left out.',
    ])
    expect((await give(planned, `${success} --complexity 4`)).codes).not.toContain('PLUGIN_PLAN_COMPLEXITY warning')
  })

  it('records the contracts again while it is planned, with a warning for those that are missing', async () => {
    const result = await give(
      change(planning as Readonly<Record<string, string>>, {
        [contractPath('architecture')]: 'Other.\n',
        [contractPath('parameter_spec')]: null,
      }),
      success,
    )

    expect(result).toMatchObject({ outcome: 'changed', codes: ['CONTRACT_NULL warning'] })
    expect(handoffOf(result.tree)).toContain('\n  parameter_spec: null\n')
    expect(await found(result.tree)).toEqual(['CONTRACT_NULL warning'])
  })

  it('keeps what is written about the planning already', async () => {
    const result = await give(
      edited(planning, [
        '## Context to Preserve\n\n_None yet._\n',
        '## Context to Preserve\n\n- Complexity: high\n- Plan: ours\n',
      ]),
      success,
    )

    expect(handoffOf(result.tree)).toContain(
      '- Complexity: high\n- Plan: ours\n- Phased: false\n- Architecture: plugins/',
    )
  })

  it('closes a stage with its last phase', async () => {
    const result = await give(inPhase, `${success} No clicks`)

    expect(handoffOf(result.tree)).toContain('\nstage: 3\nphase: null\nstatus: complete\n')
    expect(handoffOf(result.tree)).toContain('\nnext_action: invoke_gui_agent\nnext_phase: "4.1"\n')
    expect(handoffOf(result.tree)).toContain(
      '- **Stage 3.2:** No clicks\n- **Stage 3:** Audio engine complete - all phases done\n',
    )
    expect(handoffOf(result.tree)).toContain(
      '# Stage 3 Complete - Audio engine\n\n## Current State: Audio Engine Complete\n',
    )
    expect(registryOf(result.tree)).toContain(
      '- **2026-02-04 (Stage 3.2):** Phase 3.2 complete - No clicks\n- **2026-02-04 (Stage 3):** Audio engine complete - all phases done\n',
    )
    expect(registryOf(result.tree)).toContain('| TinyGain | 🚧 Stage 3 | 0.1.0 | 2026-02-04 |')
  })

  it('closes a stage on its own where its last phase was complete', async () => {
    const open = edited(inPhase, ['status: in_progress', 'status: complete'])

    const result = await give(open, `${success} Everything sounds`)
    expect(result).toMatchObject({ outcome: 'changed', codes: [] })
    expect(handoffOf(result.tree)).toContain(
      '- **Stage 3.1:** Gain\n- **Stage 3:** Audio engine complete - Everything sounds\n',
    )
    expect(registryOf(result.tree)).not.toContain('(Stage 3.2)')
    expect(await give(result.tree, `${success} Everything sounds`)).toMatchObject({ outcome: 'unchanged' })
    expect(handoffOf((await give(open, success)).tree)).toContain(
      '- **Stage 3:** Audio engine complete - all phases done\n',
    )
  })

  it('says of a phase what the plan calls it, else that it is done', async () => {
    expect(handoffOf((await give(inPhase, success)).tree)).toContain('- **Stage 3.2:** Smoothing\n')
    const untitled = withContract(
      inPhase as Readonly<Record<string, string>>,
      'plan',
      'Complexity: 4.0\n\n## Phase 3.1\n## Phase 3.2\n',
    )
    expect(handoffOf((await give(untitled, success)).tree)).toContain('- **Stage 3.2:** done\n')
  })

  it.each([
    ['--next-phase 3.2', 'phase: "3.1"', 'continue_dsp_phase_3.2', '"3.2"'],
    ['--next-phase none', 'phase: null', 'invoke_gui_agent', '"4.1"'],
    ['--next-phase 4.1', 'phase: null', 'invoke_gui_agent', '"4.1"'],
  ])('takes what follows from an option when the plan is silent: %s', async (option, phase, action, next) => {
    const handoff = handoffOf((await give(silent, `${success} ${option}`)).tree)

    expect(handoff).toContain(`\nstage: 3\n${phase}\nstatus: complete\n`)
    expect(handoff).toContain(`\nnext_action: ${action}\nnext_phase: ${next}\n`)
  })

  it('uses the handoff when the plan is silent and no option is given', async () => {
    expect(handoffOf((await give(silent, success)).tree)).toContain(
      '\nnext_action: continue_dsp_phase_3.2\nnext_phase: "3.2"\n',
    )
    const open = inHandoff(silent, ['next_phase: "3.2"', 'next_phase: null'])
    const refused = await give(open, success)
    expect(refused).toMatchObject({ outcome: 'refused', codes: ['PLUGIN_NEXT_PHASE_UNKNOWN error'] })
    expect(refused.result.diagnostics[0]).toMatchObject({
      fix: '/handback TinyGain success --next-phase 3.2',
      hint: '`/handback TinyGain success --next-phase 3.2` if another follows, `/handback TinyGain success --next-phase none` if that was the last.',
    })
  })

  it.each([
    ['4', 'begin_stage_5', '--next-action begin_stage_5', 'begin_stage_5'],
    ['4', 'begin_stage_5', '--next-action invoke_validation', 'invoke_validation'],
    ['5', 'install', '--next-action improve', 'improve'],
    ['5', 'install', '--next-action none', 'null'],
    ['5', 'install', '', 'install'],
  ])('of stage %s may name another action than %s: %s', async (stage, _, option, action) => {
    const tree = inHandoff(inProgressSample, ['stage: 3', `stage: ${stage}`])

    expect(handoffOf((await give(tree, `${success} ${option}`)).tree)).toContain(`\nnext_action: ${action}\n`)
  })

  it('ticks what was tested, and changes nothing else of its line', async () => {
    const written = '- [ ] Loads  in a <host>   \n- [X] Silence  \n'
    const checklist = inHandoff(inProgressSample, ['- [ ] Loads in a host\n', written])
    const { tree } = await give(checklist, `${success} --tested "Loads in a <host>  " --tested "Silence "`)

    expect(handoffOf(tree)).toContain(`## Testing Checklist\n\n${written.replace('[ ]', '[X]')}\n`)
  })

  it.each([
    ['braces', 'handback: { reason: error, description: "x", at: 2026-02-03T10:00:00Z }\n'],
    ['a block', 'handback:\n  reason: error\n  description: "x"\n  at: 2026-02-03T10:00:00Z\n'],
  ])('puts a code behind the reason that is written in %s', async (_, handback) => {
    const returned = inHandoff(inProgressSample, ['---\n\n', `${handback}---\n\n`])
    const { tree } = await give(returned, '/handback TinyGain error BUILD_FAILED No compiler')

    expect(handoffOf(tree)).toContain(
      'handback:\n  reason: error\n  code: BUILD_FAILED\n  description: "No compiler"\n  at: 2026-02-04T10:00:00Z\n---',
    )
  })

  it('notes what was built and what was tested', async () => {
    const built = edited(begun, ['_None yet._', 'Of yesterday:\n\n* VST3: old.vst3\n* out/readme.txt'])
    const handoff = handoffOf(
      (
        await give(
          built,
          `${success} --artifact build/T.vst3 --artifact build/T.component --artifact "build/T two.app" --artifact build/T.exe --artifact b.clap --artifact out/readme.txt --artifact out/notes --tested "Loads in a host" --tested Silence`,
        )
      ).tree,
    )

    expect(handoff).toContain(
      '## Build Artifacts\n\nOf yesterday:\n\n* VST3: build/T.vst3\n* out/readme.txt\n* AU: build/T.component\n* Standalone: build/T.exe\n* CLAP: b.clap\n* out/notes\n\n## Testing',
    )
    expect(handoff).toContain('## Testing Checklist\n\n- [x] Loads in a host\n- [x] Silence\n\n## Context')
  })

  it('writes TEXT as one line that is only text', async () => {
    const result = await give(begun, `${success} "two\tlines" <b> "# and\u202e more" | *bold*`)

    expect(handoffOf(result.tree)).toContain(
      '- **Stage 3:** Audio engine complete - two lines &lt;b> # and more | *bold*\n',
    )
    expect(await found(result.tree)).toEqual([])
  })

  it('adds a handoff what it lacks', async () => {
    const bare = edited(
      begun,
      ['orchestration_mode: true\n', ''],
      ['## Completed So Far', '## So Far'],
      ['## Next Steps', '## Next'],
    )
    const handoff = handoffOf((await give(bare, success)).tree)

    expect(handoff).toContain('phased_implementation: false\norchestration_mode: true\n')
    expect(handoff.slice(handoff.indexOf('- Keep the knob linear'))).toBe(
      '- Keep the knob linear\n\n## Completed So Far\n\n- **Stage 3:** Audio engine complete - DSP implemented\n\n## Next Steps\n\n1. Invoke gui-agent for Stage 4\n',
    )
  })

  it('is refused while a question is open: it implies an accept, which is refused, too', async () => {
    const withQuestion = (await give(begun, '/handback TinyGain question Which skin?')).tree
    const result = await give(withQuestion, success)

    expect([result.codes, result.tree]).toEqual([['QUESTION_OPEN error'], withQuestion])
    expect(result.result.diagnostics).toMatchObject([{ fix: '/answer TinyGain "…"' }])
    const answered = (await give(withQuestion, '/answer TinyGain Dark')).tree
    expect((await give(answered, success)).codes).toEqual([])
  })

  it.each(['complete', 'in_progress'])(
    'ends the way at the last stage where the handoff went further: %s',
    async (status) => {
      const further = inHandoff(
        sample,
        ['stage: 2', 'stage: 6'],
        ['status: complete', `status: ${status}`],
        ['next_action: invoke_dsp_agent', 'next_action: null'],
      )
      const result = await give(further, success)

      expect(result).toMatchObject({ outcome: 'changed', codes: [] })
      expect(handoffOf(result.tree)).toContain('\nstage: 5\nphase: null\nstatus: workflow_complete\n')
      expect(await give(result.tree, success)).toMatchObject({ outcome: 'unchanged' })
    },
  )

  it('passes on that the two places contradict each other, and fixes it', async () => {
    const drifted = change(begun as Readonly<Record<string, string>>, {
      [registryPath]: [['| 🚧 Stage 3 |', '| ✅ **Working** |']],
    })
    const result = await give(drifted, success)

    expect(result.codes).toEqual(['REGISTRY_STATUS_DRIFT warning'])
    expect(registryOf(result.tree)).toContain('| TinyGain | 🚧 **Stage 3** | 0.1.0 | 2026-02-04 |')
  })

  it('brings a handoff in the old format into the present one', async () => {
    expect(await give(legacySample, `${success} --stage 3`)).toMatchObject({
      outcome: 'changed',
      codes: ['PLUGIN_MIGRATED warning', 'PLUGIN_ACCEPT_IMPLIED warning'],
    })
  })
})

describe('a repeated success', () => {
  const again = (tree: Tree, options: string, at = '2026-02-04T20:00:00Z') =>
    give(tree, `${success} ${options}`, { at })

  it.each([
    ['a phase', '', '', 'unchanged'],
    ['a phase, in words', 'Fine', 'Fine', 'unchanged'],
    ['a phase, in other words', 'Fine', 'Better', 'refused'],
    ['a phase, in other words with its stage', 'Fine', 'Better --stage 3', 'refused'],
    ['a phase, named', 'Fine', '--phase 3.1', 'unchanged'],
    ['a phase, named with other words', 'Fine', 'Better --phase 3.1', 'unchanged'],
    ['a phase, its stage named', '', '--stage 3', 'unchanged'],
    ['a phase, another stage named', '', '--stage 4', 'refused'],
    ['a phase, the next one named', '', '--phase 3.2', 'changed'],
    ['a phase, a later one named', '', '--phase 3.3', 'refused'],
  ])('is recognised, of %s', async (_, first, second, outcome) => {
    const result = await give(
      inHandoff(phasedSample, ['status: complete', 'status: in_progress']),
      `${success} ${first}`,
    )

    expect(await again(result.tree, second)).toMatchObject({ outcome })
  })

  it.each([
    ['', '', 'unchanged'],
    ['Fine', 'Fine', 'unchanged'],
    ['Fine', '', 'unchanged'],
    ['Fine', 'Better', 'refused'],
    ['', '--phase 3.2', 'unchanged'],
    ['Fine', '--phase 3.1', 'refused'],
    ['Fine', 'Fine --stage 3', 'unchanged'],
    ['Fine', 'Better --stage 3', 'refused'],
    ['Fine', '--stage 4', 'changed'],
  ])('is recognised, of a stage that was closed by its last phase: %j, then %j', async (first, second, outcome) => {
    const result = await give(inPhase, `${success} ${first}`)

    expect(await again(result.tree, second)).toMatchObject({ outcome })
  })

  it('is recognised by its day', async () => {
    const result = await give(begun, success)

    expect(await again(result.tree, '')).toMatchObject({ outcome: 'unchanged' })
    expect(await again(result.tree, '', '2026-02-05T00:00:00Z')).toMatchObject({
      outcome: 'refused',
      codes: ['PLUGIN_STAGE_UNEXPECTED error'],
    })
    expect(await again(result.tree, '--stage 3', '2026-02-05T00:00:00Z')).toMatchObject({ outcome: 'unchanged' })
  })

  it('is recognised by the day of the handoff where there is no timeline', async () => {
    const [table = ''] = registryOf(inProgressSample).split('\n### ')
    const result = await give({ ...inProgressSample, [registryPath]: table }, success)

    expect(await again(result.tree, '')).toMatchObject({ outcome: 'unchanged' })
    expect(await again(result.tree, '', '2026-02-05T00:00:00Z')).toMatchObject({ outcome: 'refused' })
  })

  it('is recognised at the end of the way', async () => {
    const way = await walk('simple', ideated('simple', 'entries'))
    const end = way.find(({ state }) => state === 'stage 5 workflow_complete')?.given.tree ?? {}

    expect(await give(end, success, { at: '2026-02-10T10:00:00Z' })).toMatchObject({ outcome: 'unchanged' })
    expect(await give(end, `${success} --stage 5`)).toMatchObject({ outcome: 'unchanged' })
    expect(await give(end, `${success} Other words`, { at: '2026-02-10T10:00:00Z' })).toMatchObject({
      codes: ['PLUGIN_WORKFLOW_COMPLETE error'],
    })
    expect(await give(end, `${success} --stage 4`)).toMatchObject({ codes: ['PLUGIN_WORKFLOW_COMPLETE error'] })
  })

  it('needs the recorded complexity, if one is given', async () => {
    const completedTree = (await give(planning, `${success} --complexity 1.5`)).tree

    expect(await again(completedTree, '--complexity 1.5')).toMatchObject({ outcome: 'unchanged' })
    expect(await again(completedTree, '--complexity 1.6')).toMatchObject({ codes: ['PLUGIN_STAGE_UNEXPECTED error'] })
  })
})

describe('/handback error and question', () => {
  const handback = (text: string) => `\nhandback:\n${text}\n  at: 2026-02-04T10:00:00Z\n---\n`

  it.each([
    ['error No compiler', '  reason: error\n  description: "No compiler"', 'Resolve error: No compiler', 'error'],
    [
      'error BUILD_FAILED No compiler',
      '  reason: error\n  code: BUILD_FAILED\n  description: "No compiler"',
      'Resolve error BUILD_FAILED: No compiler',
      'error',
    ],
    ['error BUILD FAILED', '  reason: error\n  description: "BUILD FAILED"', 'Resolve error: BUILD FAILED', 'error'],
    [
      'error --code E12 No compiler',
      '  reason: error\n  code: E12\n  description: "No compiler"',
      'Resolve error E12: No compiler',
      'error',
    ],
    [
      'error --code null A_B',
      '  reason: error\n  code: "null"\n  description: "A_B"',
      'Resolve error null: A_B',
      'error',
    ],
    [
      'error --code=X_Y BUILD_FAILED No',
      '  reason: error\n  code: X_Y\n  description: "BUILD_FAILED No"',
      'Resolve error X_Y: BUILD_FAILED No',
      'error',
    ],
    [
      'question BUILD_FAILED or not?',
      '  reason: question\n  description: "BUILD_FAILED or not?"',
      'Answer question: BUILD_FAILED or not?',
      'question',
    ],
    [
      'question "say \\\\ or # : yes"',
      '  reason: question\n  description: "say \\\\\\\\ or # : yes"',
      'Answer question: say \\\\ or # : yes',
      'question',
    ],
  ])('%s', async (words, keys, step, reason) => {
    const back = await give(begun, `/handback TinyGain ${words}`)

    expect(back).toMatchObject({ outcome: 'changed', codes: [], changed: [handoffPath] })
    expect(handoffOf(back.tree)).toBe(
      handoffOf(begun)
        .replace('2026-02-03', '2026-02-04')
        .replace('\n---\n\n', () => `${handback(keys)}\n`)
        .replaceAll('Stage 3 In Progress', `Stage 3 Returned (${reason})`)
        .replace('1. Invoke dsp-agent for Stage 3', () => `1. ${step}\n2. Invoke dsp-agent for Stage 3`),
    )
    expect(await target(back.tree, 'TinyGain')).toMatchObject({
      holder: 'orchestrator',
      facts: { handback: { reason } },
    })
    expect(await found(back.tree)).toEqual([])
    expect(await give(back.tree, `/handback TinyGain ${words}`, { at: '2026-02-05T10:00:00Z' })).toMatchObject({
      outcome: 'unchanged',
    })
  })

  it('replaces the earlier text', async () => {
    const first = await give(begun, '/handback TinyGain error BUILD_FAILED No compiler')
    const second = await give(first.tree, '/handback TinyGain question Which one?', { at: '2026-02-05T11:00:00Z' })

    // No file keeps it.
    const replaced = 'It replaces the `error`: `BUILD_FAILED: No compiler`'
    expect(second.result.reply?.split('\n')).toContain(replaced)
    expect(second.result).toMatchObject({ brief: replaced })

    expect(handoffOf(second.tree)).toContain(
      '\nhandback:\n  reason: question\n  description: "Which one?"\n  at: 2026-02-05T11:00:00Z\n---\n',
    )
    expect(handoffOf(second.tree)).toContain('\n1. Answer question: Which one?\n2. Invoke dsp-agent for Stage 3\n\n')
  })

  it.each([
    'later',
    '{ reason: error }',
    '\n  reason: error\n  description: x\n  at: 2026-02-04T10:00:00Z\n  more: 1',
    'null',
  ])('replaces a handback that is none: %j', async (value) => {
    const odd = edited(begun, ['\n---\n\n', `\nhandback: ${value}\nowner: me\n---\n\n`])
    const back = await give(odd, '/handback TinyGain error No compiler')

    expect(handoffOf(back.tree)).toMatch(
      /\nhandback:\n {2}reason: error\n {2}description: "No compiler"\n {2}at: 2026-02-04T10:00:00Z\n/,
    )
    expect(await found(back.tree)).toEqual([])
  })

  it('is always possible: with changed contracts, and where the two places contradict each other', async () => {
    const tampered = change({ ...begun, [contractPath('plan')]: 'Other.\n' } as Readonly<Record<string, string>>, {
      [registryPath]: [['| 🚧 Stage 3 |', '| ✅ Working |']],
    })

    expect(await give(tampered, '/handback TinyGain error No compiler')).toMatchObject({
      outcome: 'changed',
      changed: [handoffPath],
    })
    expect(
      await give(
        change(sample, { [contractPath('plan')]: 'Other.\n' }),
        '/handback TinyGain error --stage 3 No compiler',
      ),
    ).toMatchObject({
      outcome: 'changed',
      codes: ['PLUGIN_ACCEPT_IMPLIED warning'],
      changed: [registryPath, handoffPath],
    })
  })

  it('implies the accept, registry included', async () => {
    const back = await give(sample, '/handback TinyGain error --stage 3 No compiler')
    const granted = await give(sample, '/accept TinyGain')

    expect(back.codes).toEqual(['PLUGIN_ACCEPT_IMPLIED warning'])
    expect(registryOf(back.tree)).toBe(registryOf(granted.tree))
    const again = (await give(back.tree, '/accept TinyGain')).tree as Files
    expect(inHandoff(again, ['\n- **Error (2026-02-04T10:00:00Z):** No compiler', ''])).toEqual(granted.tree)
  })
})

describe('in notes', () => {
  it('writes status and timeline there, and the day into the row', async () => {
    const begun = await give(notesSample, '/accept TinyGain')
    const result = await give(begun.tree, `${success} Warm`)

    expect(String(result.tree[notesPath])).toBe(
      String(notesSample[notesPath])
        .replace('🚧 Stage 2', '🚧 Stage 3')
        .concat('- **2026-02-04 (Stage 3):** Audio engine complete - Warm\n'),
    )
    expect(registryOf(result.tree)).toContain('| TinyGain | 🚧 Stage 3 | 0.1.0 | 2026-02-04 |')
  })
})

describe('the timeline', () => {
  const line = '- **2026-02-04 (Stage 3):** Audio engine complete - Warm'
  const last = '- **2026-02-02 (Stage 2):** Foundation complete - Build system operational\n'
  const inEntry = (...edits: (readonly [string, string])[]): Tree =>
    change(begun as Readonly<Record<string, string>>, { [registryPath]: edits })

  it.each<[about: string, tree: Tree, before: string, after: string]>([
    ['after the last line', inEntry(), last, `${last}${line}\n`],
    [
      'after what is nested in it',
      inEntry([last, `${last}  with words\n`]),
      '  with words\n',
      `  with words\n${line}\n`,
    ],
    [
      'before lines that are later',
      inEntry([last, `${last}- **2026-03-01:** Later\n`]),
      '- **2026-03-01',
      `${line}\n- **2026-03-01`,
    ],
    [
      'before everything that is later',
      inEntry(
        ['2026-01-30:** C', '2026-03-01:** C'],
        ['2026-02-01 (', '2026-03-01 ('],
        [last, '- **2026-03-02:** Later\n'],
      ),
      '- **2026-03-01:**',
      `${line}\n- **2026-03-01:**`,
    ],
    [
      'after a line of the same day',
      inEntry([last, `${last}- **2026-02-04:** Else\n`]),
      '**2026-02-04:** Else\n',
      `**2026-02-04:** Else\n${line}\n`,
    ],
    [
      'in an empty block',
      inEntry([
        registryOf(begun).slice(
          registryOf(begun).indexOf('- **2026-01-30'),
          registryOf(begun).indexOf('\n**Last Updated'),
        ),
        '',
      ]),
      'Timeline:**\n',
      `Timeline:**\n${line}\n`,
    ],
    [
      'in the last block',
      inEntry(['\n**Last Updated', '\n**Lifecycle Timeline:**\n\n- **2026-02-03:** Second\n\n**Last Updated']),
      'Second\n',
      `Second\n${line}\n`,
    ],
    ['once', inEntry([last, `${last}${line}\n`]), last, last],
  ])('gets its line %s', async (_, tree, before, after) => {
    const result = await give(tree, `${success} Warm`)

    expect(registryOf(result.tree)).toBe(
      registryOf(tree)
        .replace('2026-02-03 |', '2026-02-04 |')
        .replace('Updated:** 2026-02-03', 'Updated:** 2026-02-04')
        .replace(before, () => after),
    )
  })

  it('is made where there is none: before the day, else at the end', async () => {
    const block = registryOf(begun).slice(
      registryOf(begun).indexOf('**Lifecycle'),
      registryOf(begun).indexOf('\n**Last Updated'),
    )
    expect(registryOf((await give(inEntry([`${block}\n`, '']), `${success} Warm`)).tree)).toContain(
      `**Type:** Audio Effect\n\n**Lifecycle Timeline:**\n${line}\n\n**Last Updated:** 2026-02-04\n`,
    )
    expect(
      registryOf((await give(inEntry([`${block}\n**Last Updated:** 2026-02-03\n`, '---\n']), `${success} Warm`)).tree),
    ).toContain(`**Type:** Audio Effect\n\n**Lifecycle Timeline:**\n${line}\n\n**Last Updated:** 2026-02-04\n\n---\n`)
    const notes = change(notesSample, {
      [notesPath]: [[notesSample[notesPath]?.slice(notesSample[notesPath].indexOf('\n## Life')) ?? '', '']],
    })
    expect((await give(notes, `${success} Warm --stage 3`)).tree[notesPath]).toBe(
      `# TinyGain\n\n- **Current Status:** 🚧 Stage 3\n- **Version:** 0.1.0\n\n## Lifecycle Timeline\n\n${line}\n`,
    )
  })
})

describe('any text', () => {
  const text = fc
    .array(
      fc.oneof(
        anyText({ maxLength: 20 }),
        fc.constantFrom(
          '<!--',
          '```',
          '- [ ]',
          '#',
          '|',
          '---',
          '"',
          "'",
          '\\',
          '\n## Next Steps\n',
          '&',
          '**',
          '[a](b)',
          'Stage 3',
          'Phase 4.1',
          '> ',
        ),
      ),
      { minLength: 1, maxLength: 6 },
    )
    .map((parts) => parts.join(' '))

  it('a handback leaves files that can be read, and is done once', async () => {
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom('success', 'error', 'question'), async (raw, reason) => {
        const words = `/handback TinyGain ${reason} "${raw.replaceAll('"', '').replaceAll('\n', ' ')}"`
        const result = await give(begun, words)
        if (result.outcome === 'refused') return

        expect(await found(result.tree)).toEqual([])
        expect((await give(result.tree, words)).outcome).toBe('unchanged')
        const sections = handoffOf(result.tree).match(/^## .*$/gm)
        expect(sections).toHaveLength(6)
      }),
      { numRuns: runs(20) },
    )
  })
})

it.each<readonly [words: string, repeated: string]>([
  ['', ''],
  ['A gain', ' "A gain"'],
  ['--agent claude/2 "A gain"', ' --agent claude/2 "A gain"'],
  ['--agent claude/2', ' --agent claude/2'],
  [`Gain ${'x'.repeat(120)}`, ' "…"'],
  ['A `gain`', ' "…"'],
  ['"A gain" --artifact a.vst3 --tested "Loads in a host"', ' --artifact a.vst3 --tested "Loads in a host" "A gain"'],
])('/handback TinyGain success %s: the line that adds the complexity keeps what was given', async (words, repeated) => {
  const result = await give({ ...planning, [contractPath('plan')]: '# Plan\n' }, `${success} ${words}`)
  expect(result.result.diagnostics[0]?.hint).toBe(
    `Give it, from 1 to 5: \`/handback TinyGain success --complexity X${repeated}\``,
  )
})

describeRefusals(usual, 'handback.messages.txt', [
  ['another stage', begun, `${success} --stage 4`, 'PLUGIN_STAGE_UNEXPECTED'],
  ['a phase of a stage without any', begun, `${success} --phase 3.1`, 'PLUGIN_STAGE_UNEXPECTED'],
  ['a complexity after it was planned', begun, `${success} --complexity 1.2`, 'PLUGIN_STAGE_UNEXPECTED'],
  ['a stage that is passed', sample, `${success} --stage 0`, 'PLUGIN_STAGE_UNEXPECTED'],
  ['a stage too far', sample, `${success} --stage 4`, 'PLUGIN_STAGE_UNEXPECTED'],
  [
    'another complexity of a planned plugin',
    edited(sample, ['stage: 2', 'stage: 0']),
    `${success} --complexity 2`,
    'PLUGIN_STAGE_UNEXPECTED',
  ],
  ['a complexity that is none', planning, `${success} --complexity 5.1`, 'PLUGIN_OPTION_INVALID'],
  ['a complexity of two decimals', planning, `${success} --complexity 1.25`, 'PLUGIN_OPTION_INVALID'],
  ['an unknown complexity', { ...planning, [contractPath('plan')]: '# Plan\n' }, success, 'PLUGIN_COMPLEXITY_REQUIRED'],
  [
    'a contract that was changed',
    { ...begun, [contractPath('plan')]: 'Complexity: 1.2\n' },
    success,
    'CONTRACT_MISMATCH',
  ],
  [
    'a contract that is gone',
    change(begun as Readonly<Record<string, string>>, { [contractPath('plan')]: null }),
    success,
    'CONTRACT_FILE_MISSING',
  ],
  ['a next phase that is none', inPhase, `${success} --next-phase 3`, 'PLUGIN_OPTION_INVALID'],
  ['a next phase that the plan does not know', inPhase, `${success} --next-phase 3.3`, 'PLUGIN_PHASE_NOT_IN_PLAN'],
  [
    'no next phase where the plan has one',
    inHandoff(phasedSample, ['status: complete', 'status: in_progress']),
    `${success} --next-phase none`,
    'PLUGIN_PHASE_NOT_IN_PLAN',
  ],
  ['a next phase where there is none', begun, `${success} --next-phase 4.1`, 'PLUGIN_OPTION_INVALID'],
  ['a next phase too far', silent, `${success} --next-phase 3.3`, 'PLUGIN_OPTION_INVALID'],
  ['an action of another stage', begun, `${success} --next-action invoke_dsp_agent`, 'PLUGIN_OPTION_INVALID'],
  ['no action', begun, `${success} --next-action none`, 'PLUGIN_OPTION_INVALID'],
  ['a path that leads out', begun, `${success} --artifact ../T.vst3`, 'PLUGIN_OPTION_INVALID'],
  ['a path of one machine', begun, `${success} --artifact /build/T.vst3`, 'PLUGIN_OPTION_INVALID'],
  ['a path that is HTML', begun, `${success} --artifact <!--`, 'PLUGIN_OPTION_INVALID'],
  ['a code', begun, `${success} --code BUILD_FAILED`, 'PLUGIN_OPTION_INVALID'],
  ['a stage that is not a number', begun, `${success} --stage three`, 'PLUGIN_OPTION_INVALID'],
  ['no text', begun, '/handback TinyGain error', 'PLUGIN_OPTION_INVALID'],
  ['a code alone', begun, '/handback TinyGain error BUILD_FAILED', 'PLUGIN_OPTION_INVALID'],
  ['no question', begun, '/handback TinyGain question', 'PLUGIN_OPTION_INVALID'],
  ['nothing that can be seen', begun, '/handback TinyGain question "\u200b"', 'PLUGIN_OPTION_INVALID'],
  ['a code of two words', begun, '/handback TinyGain error --code "two words" Text', 'PLUGIN_OPTION_INVALID'],
  ['an option of success', begun, '/handback TinyGain error --complexity 2.0 Text', 'PLUGIN_OPTION_INVALID'],
  ['an error of another stage', begun, '/handback TinyGain error --stage 4 Text', 'PLUGIN_STAGE_UNEXPECTED'],
  ['an error of a stage that was not granted', sample, '/handback TinyGain error Text', 'PLUGIN_STAGE_UNEXPECTED'],
  ['a success of a stage that was not granted', sample, success, 'PLUGIN_STAGE_UNEXPECTED'],
  ['a code', begun, '/handback TinyGain question --code E1 Text', 'PLUGIN_OPTION_INVALID'],
  ['no reason', begun, '/handback TinyGain', 'PLUGIN_OPTION_INVALID'],
  ['another reason', begun, '/handback TinyGain Done it', 'PLUGIN_OPTION_INVALID'],
  ['work that is complete', workingSample, '/handback TinyGain error Too late', 'PLUGIN_WORKFLOW_COMPLETE'],
  [
    'what is installed',
    inRegistry(
      change(sample, { [handoffPath]: null }),
      ['| 🚧 Stage 2 |', '| 📦 Installed |'],
      ['**Status:** 🚧 Stage 2', '**Status:** 📦 Installed'],
    ),
    '/handback TinyGain error Too late',
    'PLUGIN_WORKFLOW_COMPLETE',
  ],
])

it('/handback success: the line that adds the next phase keeps what was given', async () => {
  const { result } = await give(
    edited(silent, ['next_phase: "3.2"', 'next_phase: null']),
    `${success} "A gain" --artifact a.vst3`,
  )
  expect(result.diagnostics[0]).toMatchObject({
    code: 'PLUGIN_NEXT_PHASE_UNKNOWN',
    fix: '/handback TinyGain success --next-phase 3.2 --artifact a.vst3 "A gain"',
  })
})

describe('a stage that has phases, in progress without one', () => {
  const lost = (...edits: (readonly [string, string])[]) =>
    inHandoff(
      phasedSample,
      ['phase: "3.1"\nstatus: complete', 'phase: null\nstatus: in_progress'],
      ['next_action: continue_dsp_phase_3.2\nnext_phase: "3.2"', 'next_action: null\nnext_phase: null'],
      ...edits,
    )
  const unbegun = lost(['stage: 3', 'stage: 4'])

  it.each([
    ['one of its phases is done', lost(), '3.2'],
    ['none is', unbegun, '4.1'],
    ['the plan is silent', withContract(unbegun, 'plan', 'Complexity: 4.0\n'), '4.1 --next-phase 4.2'],
  ])('is not closed, and the command is offered that ends a phase: %s', async (_, tree, phase) => {
    const { targets, next } = await usual.reading(tree)
    const [target] = targets
    expect(target && next(target)?.needs).toContain(`--phase ${phase.slice(0, 3)}`)
    const fix = `/handback TinyGain success --phase ${phase} --artifact a.vst3 "Sings"`
    const refused = await give(tree, `${success} Sings --artifact a.vst3`)
    expect(refused.result.diagnostics).toMatchObject([{ code: 'PLUGIN_PHASE_MISSING', severity: 'error', fix }])
    const ended = await give(tree, fix)
    expect(ended.outcome).toBe('changed')
    const codes = (await diagnose(ended.tree, { base: tree })).map(({ code }) => code)
    expect(codes.filter((code) => code === 'PLUGIN_TRANSITION_ILLEGAL')).toEqual([])
  })

  it('is closed once all are done', async () => {
    const done = lost(['- **Stage 3.1:** Gain\n', '- **Stage 3.1:** Gain\n- **Stage 3.2:** Smoothing\n'])
    expect((await give(done, success)).outcome).toBe('changed')
  })
})
