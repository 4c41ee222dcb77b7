import { collectFindings } from '../../../src/core/rule.ts'
import { examplesOf } from '../../examples-of.ts'
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
  oldHandoffPath,
  registryPath,
  sample,
  sampleEntry,
  sampleRow,
  withContract,
  withStatus,
  workingSample,
} from '../../../src/protocols/plugin/examples.ts'
import { contractKeys } from '../../../src/protocols/plugin/files.ts'
import type { PluginModel } from '../../../src/protocols/plugin/model.ts'
import {
  nextStates,
  legalityOf,
  machine,
  unitSequenceOf,
  describeState as inWords,
  type State,
} from '../../../src/protocols/plugin/states.ts'
import { rulesOf } from '../../../src/kit/rules.ts'
import { changeRules } from '../../../src/protocols/plugin/rules/changes.ts'
import { transitionRules } from '../../../src/protocols/plugin/rules/transitions.ts'
import { diagnose, give, placed } from './scene.ts'
import { modelOf, phasedStates, repository, simpleStates } from './way.ts'

const comparisonRules = rulesOf([transitionRules, changeRules])

const findings = (code: string, now: PluginModel, before: PluginModel | undefined) =>
  collectFindings(
    comparisonRules.find((rule) => rule.code === code)?.check({ now, before, context: now.context }) ?? [],
  )

/** L legal, S skipped, X illegal. */
function judged(now: PluginModel, before: PluginModel): string {
  const illegal = findings('PLUGIN_TRANSITION_ILLEGAL', now, before).length
  const skipped = findings('PLUGIN_STAGE_SKIPPED', now, before).length
  return illegal > 0 ? (skipped > 0 ? 'both' : 'X') : skipped > 0 ? 'S' : 'L'
}

const judge = async (base: Files, head: Files, section?: unknown) =>
  judged(await modelOf(head, section), await modelOf(base, section))

describe('the rules about what changed', () => {
  it.each(comparisonRules)('$code reports nothing without a base', async (rule) => {
    for (const { head } of examplesOf(rule).bad)
      expect(
        (await diagnose(head)).filter(({ code }) =>
          comparisonRules.some((comparisonRule) => comparisonRule.code === code),
        ),
      ).toEqual([])
  })
})

/** From each state (the line) to each (the column), in the order of the states, where nothing left a trace. */
const simple = `
  L LL SS SS SS SS S S
  X LL SS SS SS SS S S
  X XL LL SS SS SS S S
  X XX LL SS SS SS S S
  X XX XL LL SS SS S S
  X XX XX LL SS SS S S
  X XX XX XL LL SS S S
  X XX XX XX LL SS S S
  X XX XX XX XL LL L S
  X XX XX XX XX LL L S
  X XX XX XX XX XL L L
  X LL XX XX XX XX L L
  X LL XX XX XX XX L L`

const phased = `
  L LL SS SS SS SS SS SS SS S S
  X LL SS SS SS SS SS SS SS S S
  X XL LL SS SS SS SS SS SS S S
  X XX LL SS SS SS SS SS SS S S
  X XX XL LL SS SS SS SS SS S S
  X XX XX LL SS SS SS SS SS S S
  X XX XX XL LL SS SS SS SS S S
  X XX XX XX LL SS SS SS SS S S
  X XX XX XX XL LL LL SS SS S S
  X XX XX LL SS LL LL SS SS S S
  X XX XX XX XX XL LL SS SS S S
  X XX XX XX XX XX LL SS SS S S
  X XX XX XX XX XX XL LL LL L S
  X XX XX XX XX XX LL LL LL L S
  X XX XX XX XX XX XX XL LL L S
  X XX XX XX XX XX XX XX LL L S
  X XX XX XX XX XX XX XX XL L L
  X LL XX XX XX XX XX XX XX L L
  X LL XX XX XX XX XX XX XX L L`

const linesOf = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((line) => line.replaceAll(' ', ''))

describe.each([
  ['a simple plugin', false, simpleStates, simple],
  ['a plugin in phases', true, phasedStates, phased],
] as const)('the moves of %s', (_, inPhases, states, table) => {
  const units = [...new Set(states.map((state) => state.split(' ')[0] ?? ''))].filter((unit) => /^\d/.test(unit))
  const all = (traces: readonly string[]) =>
    Promise.all(states.map((state) => modelOf(repository(state, { phased: inPhases, traces }))))

  it('are read from the states that are meant', async () => {
    const expected = states.map((state) =>
      state.includes(' ') ? `stage ${state.replace(' p', ' in_progress').replace(' c', ' complete')}` : state,
    )
    expect((await all([])).map((model) => inWords(model.get('TinyGain')?.state ?? { kind: 'unknown' }))).toEqual(
      expected,
    )
  })

  it('are those of the table, where nothing left a trace', async () => {
    const models = await all([])
    expect(models.map((before) => models.map((now) => judged(now, before)).join(''))).toEqual(linesOf(table))
  })

  it('pass over whatever left a trace', async () => {
    const models = await all([])
    const traced = await all(units)
    expect(models.map((before) => traced.map((now) => judged(now, before)).join(''))).toEqual(
      linesOf(table.replaceAll('S', 'L')),
    )
  })

  it.each(units.filter((unit) => !inPhases || !['3', '4'].includes(unit)))(
    'need a trace of %s like of every other unit',
    async (unit) => {
      const [, before] = await all([])
      const head = await modelOf(
        repository('installed', { phased: inPhases, traces: units.filter((otherUnit) => otherUnit !== unit) }),
      )
      expect(findings('PLUGIN_STAGE_SKIPPED', head, before).map(({ message }) => message)).toEqual([
        `Unexpected move from \`stage 0 in_progress\` to \`installed\`, expected a trace of \`${unit}\``,
      ])
    },
  )
})

describe('a move', () => {
  it.each([
    ['0 c', '1 p', 'L'],
    ['0 c', '1 c', 'L'],
    ['0 p', '1 c', 'S'],
    ['1 p', '1 c', 'L'],
    ['1 p', '2 p', 'L'],
    ['1 c', '2 c', 'L'],
    ['1 c', '3 c', 'S'],
    ['2 c', '1 p', 'X'],
    ['5 c', '6 p', 'L'],
    ['5 p', '6 c', 'S'],
    ['6 p', 'working', 'L'],
    ['6 c', 'working', 'L'],
    ['6 c', '5 c', 'X'],
    ['working', '6 c', 'X'],
  ])('over a tolerated stage, %s to %s', async (from, to, verdict) => {
    expect(await judge(repository(from), repository(to))).toBe(verdict)
  })

  it('to the end is the same at stage 5 and at stage 6', async () => {
    expect(await judge(repository('working'), repository('working', { end: 6 }))).toBe('L')
    expect(await judge(repository('4 c'), repository('working', { end: 6 }))).toBe('L')
  })

  it.each([
    ['2 c', '3.1', '3.1 c', '3.2', 'L'],
    ['2 c', undefined, '3.1 c', undefined, 'L'],
    ['2 c', '3.1', '3.2 c', undefined, 'S'],
    ['2 c', '3.1', '3 c', undefined, 'S'],
    ['3.1 c', '3.2', '3 c', '4.1', 'S'],
    ['3.1 c', undefined, '3 c', '4.1', 'L'],
    ['3.1 c', undefined, '4.1 c', '4.2', 'L'],
    ['3.1 c', undefined, '4.2 c', undefined, 'S'],
    ['3.9 c', '3.10', '3.10 p', undefined, 'L'],
    ['3.9 c', '3.10', '3.12 p', undefined, 'S'],
    ['3.10 c', undefined, '3.9 c', undefined, 'X'],
  ])('where the plan is silent: %s (next %s) to %s (next %s)', async (from, nextBefore, to, next, verdict) => {
    const silent = (state: string, nextPhase: string | undefined) =>
      withContract(
        repository(state, { phased: true, ...(nextPhase !== undefined && { nextPhase }) }),
        'plan',
        '# Plan\n',
      )
    expect(await judge(silent(from, nextBefore), silent(to, next))).toBe(verdict)
  })

  it('to a phase of an absurd number ends', async () => {
    const silent = (state: string) => withContract(repository(state, { phased: true }), 'plan', '# Plan\n')
    expect(await judge(silent('2 c'), silent('3.999999999 c'))).toBe('S')
  })

  it('knows no phases where the handoff says that there are none', async () => {
    const single = (state: string) =>
      inHandoff(repository(state, { phased: true }), ['phased_implementation: true', 'phased_implementation: false'])
    expect(await judge(single('3.1 c'), single('3 c'))).toBe('L')
    expect(await judge(repository('3.1 c', { phased: true }), single('3 c'))).toBe('L')
  })

  it('past ever so many phases says only some of them', async () => {
    const plan = Array.from({ length: 30 }, (_, index) => `## Phase 3.${index + 1}\n`).join('')
    const planned = (state: string) => withContract(repository(state, { phased: true }), 'plan', plan)
    const [skipped] = findings('PLUGIN_STAGE_SKIPPED', await modelOf(planned('3 c')), await modelOf(planned('2 c')))
    expect(skipped?.message).toBe(
      'Unexpected move from `stage 2 complete` to `stage 3 complete`, expected a trace of `3.1`, `3.2`, `3.3`, `3.4`, `3.5`, `3.6`, `3.7`, `3.8`, `…`',
    )
  })

  it('uses the phases of the plan as it is now', async () => {
    const before = withContract(
      repository('3.1 c', { phased: true }),
      'plan',
      '## Phase 3.1\n## Phase 3.2\n## Phase 3.3\n',
    )
    expect(await judge(before, repository('3.2 c', { phased: true }))).toBe('L')
    expect(await judge(before, repository('3 c', { phased: true, traces: ['3.2'] }))).toBe('L')
  })

  it('uses the stages that are configured', async () => {
    const section = {
      stages: [
        { stage: 2, title: 'Draft' },
        { stage: 3, title: 'Build' },
        { stage: 4, title: 'Ship' },
      ],
    }
    expect(await judge(repository('ideated'), repository('2 c'), section)).toBe('L')
    expect(await judge(repository('installed'), repository('2 p'), section)).toBe('L')
    expect(await judge(repository('3 c'), repository('working', { end: 4 }), section)).toBe('L')
    expect(await judge(repository('2 c'), repository('4 c'), section)).toBe('S')
  })

  it('from or to an unknown state is not judged', async () => {
    const unknown = inHandoff(repository('0 c'), ['status: complete', 'status: done'])
    const unread = withStatus(repository('installed'), '📦 Installed', '🐛 Has Issues')
    for (const otherState of ['ideated', '4 c', 'installed']) {
      for (const files of [unknown, unread]) {
        expect(await judge(files, repository(otherState))).toBe('L')
        expect(await judge(repository(otherState), files)).toBe('L')
      }
    }
  })

  it('of a plugin that the base does not know begins at the idea', async () => {
    expect(await judge({ [registryPath]: '# Plugins\n' }, repository('0 c'))).toBe('L')
    expect(await judge({ [registryPath]: '# Plugins\n' }, repository('2 c'))).toBe('S')
  })

  it('of a plugin without a handoff is judged by the registry', async () => {
    const [status, stage] = await Promise.all(
      ['🚧 Stage 2', '🚧 Stage 4'].map(async (text) => {
        const head = change(repository('2 c', { status: text }), { [handoffPath]: null })
        return findings(
          text.endsWith('2') ? 'PLUGIN_TRANSITION_ILLEGAL' : 'PLUGIN_STAGE_SKIPPED',
          await modelOf(head),
          await modelOf(repository(text.endsWith('2') ? '3 c' : '2 c')),
        )
      }),
    )
    expect([status, stage].map((found) => found?.map(({ place }) => [place.path, place.line]))).toEqual([
      [[registryPath, 5]],
      [[registryPath, 5]],
    ])
  })

  it('to the end that deletes the handoff uses the phases that it was built in', async () => {
    expect(
      await judge(
        repository('3.2 c', { phased: true }),
        repository('installed', { phased: true, traces: ['4.1', '5'] }),
      ),
    ).toBe('L')
  })
})

describe('the table of moves', () => {
  it('has no row that decides nothing', async () => {
    const models = await Promise.all(phasedStates.map((state) => modelOf(repository(state, { phased: true }))))
    const states = models.flatMap((model) => model.plugins.map(({ state }) => state))
    const [way] = models.flatMap(({ stages, plugins }) =>
      plugins.filter(({ phases }) => phases.decided).map((plugin) => unitSequenceOf(plugin, stages)),
    )
    const decided = new Set(states.flatMap((from) => states.map((to) => way && legalityOf({ from, to, way }))))
    // What is handed back with an error or a question is no other state of the work.
    const workMoves = machine.moves.filter(
      ({ from, to }) => ![from, to].some((place) => place === 'error' || place === 'question'),
    )
    expect(workMoves.filter((move) => !decided.has(move))).toEqual([])
  })
})

describe('what follows a state', () => {
  const words = (states: readonly State[]) => states.map((state) => inWords(state))
  const following = async (state: string, inPhases: boolean) => {
    const model = await modelOf(repository(state, { phased: inPhases }))
    const tiny = model.get('TinyGain')
    return tiny ? words(nextStates(tiny.state, unitSequenceOf(tiny, model.stages))) : []
  }

  it.each([
    ['ideated', ['stage 0 in_progress', 'stage 0 complete']],
    ['2 p', ['stage 2 complete']],
    ['2 c', ['stage 3 in_progress', 'stage 3 complete']],
    ['4 c', ['stage 5 in_progress', 'stage 5 complete', 'working']],
    ['5 p', ['stage 5 complete', 'working']],
    ['6 c', ['working', 'installed']],
    ['working', ['stage 0 in_progress', 'stage 0 complete', 'installed']],
    ['installed', ['stage 0 in_progress', 'stage 0 complete', 'working']],
  ])('of a simple plugin: %s', async (state, expected) => {
    expect(await following(state, false)).toEqual(expected)
  })

  it.each([
    ['2 c', ['stage 3.1 in_progress', 'stage 3.1 complete']],
    ['3.1 c', ['stage 3.2 in_progress', 'stage 3.2 complete']],
    ['3.2 c', ['stage 3 in_progress', 'stage 3 complete', 'stage 4.1 in_progress', 'stage 4.1 complete']],
    ['3 c', ['stage 4.1 in_progress', 'stage 4.1 complete']],
  ])('of a plugin in phases: %s', async (state, expected) => {
    expect(await following(state, true)).toEqual(expected)
  })

  it('is reported when a move is illegal', async () => {
    const [found] = await diagnose(repository('2 p'), { base: repository('3 c') })
    expect(found?.message).toBe(
      'Unexpected move from `stage 3 complete` to `stage 2 in_progress`, expected one to `stage 4 in_progress`, `stage 4 complete`',
    )
  })
})

const codesOf = async (head: Files, base: Files) => (await diagnose(head, { base })).map(placed)

describe('a handoff that is deleted', () => {
  it('is found beside what the registry then lacks', async () => {
    expect(await codesOf(change(sample, { [handoffPath]: null }), sample)).toEqual([
      `PLUGIN_HANDOFF_DELETED ${registryPath}:5`,
      `PLUGIN_HANDOFF_MISSING ${registryPath}:5`,
    ])
  })

  it('is found where the work was given up', async () => {
    expect(
      await codesOf(withStatus(change(sample, { [handoffPath]: null }), '🚧 Stage 2', '💡 Ideated'), sample),
    ).toEqual([`PLUGIN_HANDOFF_DELETED ${registryPath}:5`, `PLUGIN_TRANSITION_ILLEGAL ${registryPath}:5`])
  })

  it('points at the entry where there is no row, and at its own place where nothing is left of it', async () => {
    const withoutRow = change(workingSample, { [registryPath]: [[sampleRow.replace('🚧 Stage 2', '✅ Working'), '']] })
    const deleted = { [handoffPath]: null }
    expect(await codesOf(change(withoutRow, deleted), withoutRow)).toContain(`PLUGIN_HANDOFF_DELETED ${registryPath}:6`)
    const withoutEntry = change(withoutRow, { [registryPath]: [[sampleEntry.replace('🚧 Stage 2', '✅ Working'), '']] })
    expect(await codesOf(change(withoutEntry, deleted), withoutEntry)).toContain(
      `PLUGIN_HANDOFF_DELETED ${handoffPath}`,
    )
  })

  it('is none that moved to its place beside the plugin', async () => {
    const old = change(workingSample, { [handoffPath]: null, [oldHandoffPath]: workingSample[handoffPath] ?? '' })
    expect(await codesOf(workingSample, old)).toEqual([])
    expect(await codesOf(old, workingSample)).not.toContainEqual(expect.stringContaining('PLUGIN_HANDOFF_DELETED'))
  })

  it('is touched by the change though the registry is not', async () => {
    const [found] = await diagnose(change(workingSample, { [handoffPath]: null }), { base: workingSample })
    expect(found).toMatchObject({ code: 'PLUGIN_HANDOFF_DELETED', touched: true })
  })
})

describe('a completion', () => {
  const findingsOf = (code: string, head: Files, base: Files) =>
    Promise.all([modelOf(head), modelOf(base)]).then(([now, before]) => findings(code, now, before))
  const completed = 'PLUGIN_COMPLETED_MISSING'
  const timeline = 'REGISTRY_TIMELINE_MISSING'

  it('without the section is pointed at in the first line', async () => {
    const head = inHandoff(repository('3 c'), ['## Completed So Far\n', ''])
    expect((await findingsOf(completed, head, repository('3 p'))).map(({ place }) => place.line)).toEqual([1])
  })

  it('is the end of the work too', async () => {
    expect(await findingsOf(completed, repository('working'), repository('5 p'))).toHaveLength(1)
    expect(await findingsOf(timeline, repository('working'), repository('5 p'))).toHaveLength(1)
    expect(await findingsOf(timeline, repository('working', { traces: ['5'] }), repository('5 p'))).toEqual([])
  })

  it('at stage 6 may be recorded for stage 6', async () => {
    expect(await findingsOf(timeline, repository('working', { end: 6, traces: ['6'] }), repository('5 p'))).toEqual([])
    expect(
      await findingsOf(timeline, repository('working', { end: 5, traces: ['6'] }), repository('5 p')),
    ).toHaveLength(1)
  })

  it('of a stage is shown by its last phase, of a phase only by its own line', async () => {
    const at = (state: string, ...traces: string[]) => repository(state, { phased: true, traces })
    expect(await findingsOf(timeline, at('3 c', '3.2'), at('3.2 p'))).toEqual([])
    expect(await findingsOf(timeline, at('3 c', '3'), at('3.2 p'))).toEqual([])
    expect(await findingsOf(timeline, at('3 c', '3.1'), at('3.2 p'))).toHaveLength(1)
    expect(await findingsOf(timeline, at('3.2 c', '3'), at('3.2 p'))).toHaveLength(1)
    expect(await findingsOf(timeline, at('3.2 c', '3.2'), at('3.2 p'))).toEqual([])
  })

  it('needs a line more, not just one that was there', async () => {
    expect(
      await findingsOf(timeline, repository('3 c', { traces: ['3'] }), repository('3 p', { traces: ['3'] })),
    ).toHaveLength(1)
    expect(
      await findingsOf(timeline, repository('3 c', { traces: ['3', '3'] }), repository('3 p', { traces: ['3'] })),
    ).toEqual([])
  })

  it('is none where a plugin is taken out of the system folders', async () => {
    expect(await findingsOf(completed, repository('working'), repository('installed'))).toEqual([])
    expect(await findingsOf(timeline, repository('working'), repository('installed'))).toEqual([])
  })

  it('is none when the registry alone has it', async () => {
    const head = change(repository('3 c'), { [handoffPath]: null })
    expect(await findingsOf(completed, head, repository('3 p'))).toEqual([])
    expect(await findingsOf(timeline, head, repository('3 p'))).toEqual([])
  })

  it('is strict where only the handoff is touched', async () => {
    const base = withStatus(inProgressSample, '🚧 Stage 3', '🚧 Stage 3')
    const head = inHandoff(
      base,
      ['status: in_progress', 'status: complete'],
      ['next_action: null', 'next_action: invoke_gui_agent'],
      ['\n## Next', '- **Stage 3:** Done\n\n## Next'],
    )
    expect(await codesOf(head, base)).toEqual([`REGISTRY_TIMELINE_MISSING ${registryPath}:7`])
  })

  it('is not looked for in an entry that is not there', async () => {
    const head = change(repository('3 c'), {
      [registryPath]: [[/### [^]*/.exec(repository('3 c')[registryPath] ?? '')?.[0] ?? '', '']],
    })
    expect(await findingsOf(timeline, head, repository('3 p'))).toEqual([])
  })
})

describe('what is recorded', () => {
  const planLine = `  plan: ${checksumOf(sample[contractPath('plan')] ?? '')}\n`
  const removed = (found: readonly string[]) => found.filter((code) => code.startsWith('CONTRACT_CHECKSUM_REMOVED'))

  it('may not lose its key', async () => {
    expect(removed(await codesOf(inHandoff(sample, [planLine, '']), sample))).toEqual([
      `CONTRACT_CHECKSUM_REMOVED ${handoffPath}:1`,
    ])
  })

  it('may not lose its block', async () => {
    const found = (await diagnose(legacySample, { base: sample })).filter(
      ({ code }) => code === 'CONTRACT_CHECKSUM_REMOVED',
    )
    expect(found.map((diagnostic) => [placed(diagnostic), diagnostic.message])).toEqual([
      [
        `CONTRACT_CHECKSUM_REMOVED ${handoffPath}:1`,
        'Missing checksum of `creative_brief`, `parameter_spec`, `architecture`, `plan`, expected what was recorded before the change',
      ],
    ])
  })

  it('may not become null, in quotes or not', async () => {
    for (const nothing of ['null', '~', '"null"', '']) {
      expect(removed(await codesOf(inHandoff(sample, [planLine, `  plan: ${nothing}\n`]), sample))).toEqual([
        `CONTRACT_CHECKSUM_REMOVED ${handoffPath}:16`,
      ])
    }
  })

  it('is malformed rather than removed where something else is there', async () => {
    expect(removed(await codesOf(inHandoff(sample, [planLine, '  plan: sha256:pending\n']), sample))).toEqual([])
    const scalar = inHandoff(
      sample,
      ...contractKeys.map((key) => [`  ${key}: ${checksumOf(sample[contractPath(key)] ?? '')}\n`, ''] as const),
      ['contract_checksums:', 'contract_checksums: none'],
    )
    expect(removed(await codesOf(scalar, sample))).toEqual([])
  })

  it('is nothing in a handoff that cannot be read, and nothing that was malformed', async () => {
    expect(removed(await codesOf(inHandoff(sample, ['stage: 2', 'stage: [']), sample))).toEqual([])
    expect(
      removed(
        await codesOf(
          inHandoff(sample, [planLine, '  plan: null\n']),
          inHandoff(sample, [planLine, '  plan: sha256:pending\n']),
        ),
      ),
    ).toEqual([])
  })

  it('may be added', async () => {
    const nothing = inHandoff(sample, [planLine, '  plan: null\n'])
    expect(await codesOf(sample, nothing)).toEqual([])
  })

  it('is compared where the handoff moved', async () => {
    const old = change(sample, { [handoffPath]: null, [oldHandoffPath]: sample[handoffPath] ?? '' })
    const head = withContract(sample, 'creative_brief', '# Other\n')
    expect(await codesOf(head, old)).toEqual([`CONTRACT_CHANGED ${handoffPath}:13`])
  })

  it('of complexity is a change only where both say something', async () => {
    const unsaid = inHandoff(sample, ['complexity_score: 1.2', 'complexity_score: null'])
    const changed = async (head: Files, base: Files) =>
      (await codesOf(head, base)).filter((code) => code.startsWith('PLUGIN_COMPLEXITY_CHANGED'))
    expect(await changed(unsaid, sample)).toEqual([])
    expect(await changed(sample, unsaid)).toEqual([])
  })
})

describe('a status that a change wrote into one place alone', () => {
  const unbegun = withStatus(change(sample, { [handoffPath]: null }), '🚧 Stage 2', '💡 Ideated')
  const inRow = (status: string) => change(unbegun, { [registryPath]: [['| 💡 Ideated |', `| ${status} |`]] })

  it.each([
    ['the row', inRow('🚧 Stage 3'), 'entry'],
    ['the entry', change(unbegun, { [registryPath]: [['**Status:** 💡 Ideated', '**Status:** 🚧 Stage 3']] }), 'table'],
  ])('is not what is expected, however far along: %s', async (place, head, from) => {
    const found = (await diagnose(head, { base: unbegun })).find(({ code }) => code === 'REGISTRY_STATUS_DRIFT')
    expect(found).toMatchObject({
      message: expect.stringContaining(
        `Unexpected \`Status\` \`🚧 Stage 3\` in ${place}, expected \`💡 Ideated\``,
      ) as string,
      hint: `\`/sync TinyGain --from ${from}\` writes \`💡 Ideated\` into ${place}. If the plugin moved, write that into its handoff and into the ${from === 'table' ? 'row' : 'entry'} too.`,
      fix: `/sync TinyGain --from ${from}`,
    })
    const { tree } = await give(head, found?.fix ?? '', { base: unbegun })
    expect(await diagnose(tree, { base: unbegun })).toEqual([])
  })

  it('may be written into the other too where the handoff allows both', async () => {
    const base = withStatus(inProgressSample, '🚧 Stage 3', '🚧 Stage 2')
    const head = change(base, { [registryPath]: [['| 🚧 Stage 2 |', '| 🚧 Stage 3 |']] })
    const found = (await diagnose(head, { base })).find(({ code }) => code === 'REGISTRY_STATUS_DRIFT')
    expect(found?.hint).toBe(
      '`/sync TinyGain --from entry` writes `🚧 Stage 2` into the row. `/sync TinyGain --from table` writes `🚧 Stage 3` into the entry.',
    )
  })

  it('holds where the handoff moved with it, and where both places differed before', async () => {
    const hint = async (head: Files, base: Files) =>
      (await diagnose(head, { base })).find(({ code }) => code === 'REGISTRY_STATUS_DRIFT')?.fix
    expect(
      await hint(
        change(inProgressSample, { [registryPath]: [['**Status:** 🚧 Stage 3', '**Status:** 🚧 Stage 2']] }),
        sample,
      ),
    ).toBe('/sync TinyGain')
    expect(await hint(inRow('🚧 Stage 3'), inRow('🚧 Stage 2'))).toBe('/sync TinyGain')
  })
})

describe('an earlier version of a handoff', () => {
  const withoutHandoff = Object.fromEntries(Object.entries(sample).filter(([path]) => path !== handoffPath))

  it.each([
    ['PLUGIN_FILE_ENCODING', change(sample, { [handoffPath]: [['---\n', '---\n\0']] })],
    ['PLUGIN_YAML_INVALID', change(sample, { [handoffPath]: [['stage: ', 'stage: [ ']] })],
  ])('is offered only where there may be one: %s', async (code, head) => {
    const fixOf = async (base: Files | undefined) =>
      (await diagnose(head, base && { base })).find((diagnostic) => diagnostic.code === code)?.fix
    const restore = '/restore TinyGain state'
    expect(await fixOf(undefined)).toBe(restore)
    expect(await fixOf(sample)).toBe(restore)
    expect(await fixOf(withoutHandoff)).not.toBe(restore)
  })
})
