import { describe, expect, it } from 'vitest'
import { transitionNames } from '../../src/core/command-names.ts'
import { change } from '../../src/core/example.ts'
import type { BuiltInName } from '../../src/core/protocol-name.ts'
import { protocols } from '../../src/entry/protocols.ts'
import * as control from '../../src/protocols/control/examples.ts'
import * as governance from '../../src/protocols/governance/examples.ts'
import * as handover from '../../src/protocols/handover/examples.ts'
import * as plugin from '../../src/protocols/plugin/examples.ts'
import * as subagent from '../../src/protocols/subagent/examples.ts'
import { give, type Tree } from './scene.ts'

// The protocols side by side: a command without what it presupposes, and one that comes twice in other words, move
// nothing.

const at = '2026-02-04T10:00:00Z'
const later = '2026-02-04T11:00:00Z'

const on = (name: BuiltInName) => ({
  protocol: protocols.find((candidate) => candidate.name === name) ?? expect.fail(`There is no protocol ${name}`),
})

type RefusalCase = readonly [name: BuiltInName, tree: Tree, command: string, code: string]

const stage = plugin.sample
const idleProject = handover.sample
const begun = handover.inProgress(...handover.working)

/** A command in a state in which nothing was granted, asked or finished. */
const missing: readonly RefusalCase[] = [
  ['plugin', stage, '/handback TinyGain success "Gain is smooth"', 'PLUGIN_STAGE_UNEXPECTED'],
  ['plugin', stage, '/handback TinyGain error "No compiler"', 'PLUGIN_STAGE_UNEXPECTED'],
  ['plugin', stage, '/handback TinyGain question "Which skin?"', 'PLUGIN_STAGE_UNEXPECTED'],
  ['plugin', stage, '/handback TinyGain success "Gain is smooth" --stage 4', 'PLUGIN_STAGE_UNEXPECTED'],
  ['plugin', stage, '/handback TinyGain success "Gain is smooth" --stage 3 --agent gui-agent', 'GRANT_OTHER'],
  ['plugin', stage, '/answer TinyGain "Green"', 'PLUGIN_NOT_ASKED'],
  ['plugin', stage, '/install TinyGain', 'PLUGIN_NOT_WORKING'],
  ['handover', idleProject, '/handback login success "Done"', 'PROGRESS_NOT_ACCEPTED'],
  ['handover', idleProject, '/handback login error "No"', 'PROGRESS_NOT_ACCEPTED'],
  ['handover', idleProject, '/handback login question "Which?"', 'PROGRESS_NOT_ACCEPTED'],
  ['handover', idleProject, '/answer login "Green"', 'PROGRESS_NO_QUESTION'],
  ['subagent', subagent.sample, '/handback task-3 success', 'SUBAGENT_NOT_IN_PROGRESS'],
  ['subagent', subagent.sample, '/handback task-3 error "No"', 'SUBAGENT_NOT_IN_PROGRESS'],
  ['subagent', subagent.sample, '/handback task-3 question "Which?"', 'SUBAGENT_NOT_IN_PROGRESS'],
  ['subagent', subagent.sample, '/answer task-3 "Green"', 'SUBAGENT_NO_QUESTION'],
  ['subagent', subagent.sample, '/review task-3 qualified', 'SUBAGENT_NOT_REVIEWABLE'],
  ['subagent', subagent.workingSample, '/review task-3 qualified', 'SUBAGENT_NOT_REVIEWABLE'],
  ['control', control.sample, '/answer explore "Green"', 'HANDBACK_NOT_QUESTION'],
  ['control', control.grantedSample, '/answer explore "Green"', 'HANDBACK_NOT_QUESTION'],
  ['governance', governance.interruptedSample, '/handback ses_1 success "Done"', 'GOV_NOT_HELD'],
  ['governance', governance.interruptedSample, '/handback ses_1 error "No"', 'GOV_NOT_HELD'],
  ['governance', governance.interruptedSample, '/turn ses_1', 'GOV_NOT_HELD'],
  ['governance', governance.interruptedSample, '/compact ses_1', 'GOV_NOT_HELD'],
]

describe('a command without what it presupposes', () => {
  it.each(missing)('is refused and moves nothing: %s, %o', async (name, tree, command, code) => {
    const result = await give(tree, command, { ...on(name), at })
    expect([result.outcome, result.codes, result.tree]).toEqual(['refused', [`${code} error`], tree])
  })

  // Its specification has the return without a grant: the answer says so.
  it('is said of a stage of control that was not granted', async () => {
    const { outcome, codes } = await give(
      change(control.workedSample, { [control.acceptPath]: null }),
      '/handback explore success "Done"',
      { ...on('control'), at },
    )
    expect([outcome, codes]).toEqual(['changed', expect.arrayContaining(['ACCEPT_ABSENT notice'])])
  })
})

type Repeat = readonly [
  name: BuiltInName,
  tree: Tree,
  first: string,
  again: string,
  outcome: 'refused' | 'unchanged' | 'reworded',
]

const success = '/handback TinyGain success "Gain is smooth"'

/** A state in which a question is open. */
const asked = async (name: BuiltInName, tree: Tree, target: string) =>
  (await give(tree, `/handback ${target} question "Which?"`, { ...on(name), at })).tree

/**
 * A command that is given twice: in the same words and in others. `reworded`: the newer words stand, of the same work.
 */
const repeats: readonly Repeat[] = [
  ['plugin', plugin.inProgressSample, success, success, 'unchanged'],
  ['plugin', plugin.inProgressSample, success, '/handback TinyGain success "Gain is smooth now"', 'refused'],
  ['plugin', plugin.inProgressSample, success, '/handback TinyGain success "Gain is smooth!"', 'refused'],
  ['plugin', plugin.inProgressSample, success, '/handback TinyGain success', 'refused'],
  ['plugin', plugin.inProgressSample, success, '/handback TinyGain success "Smoother" --stage 3', 'unchanged'],
  ['plugin', plugin.inProgressSample, success, '/handback TinyGain error "It crackles"', 'refused'],
  ['plugin', plugin.inProgressSample, success, '/handback TinyGain question "Is it smooth?"', 'refused'],
  ['plugin', plugin.inProgressSample, '/handback TinyGain error "No"', '/handback TinyGain error "No!"', 'reworded'],
  [
    'plugin',
    plugin.inProgressSample,
    '/handback TinyGain question "Which?"',
    '/handback TinyGain question "Which one?"',
    'reworded',
  ],
  ['handover', begun, '/handback login success "Done"', '/handback login success "Done"', 'unchanged'],
  ['handover', begun, '/handback login success "Done"', '/handback login success "Done now"', 'refused'],
  ['handover', begun, '/handback login error "No"', '/handback login error "No!"', 'refused'],
  ['handover', begun, '/handback login question "Which?"', '/handback login question "Which one?"', 'refused'],
  ['subagent', subagent.workingSample, '/handback task-3 error "No"', '/handback task-3 error "No!"', 'unchanged'],
  [
    'subagent',
    subagent.workingSample,
    '/handback task-3 question "Which?"',
    '/handback task-3 question "Which one?"',
    'reworded',
  ],
  [
    'subagent',
    subagent.pendingSample,
    '/review task-3 qualified "Fine"',
    '/review task-3 qualified "Very fine"',
    'unchanged',
  ],
  ['subagent', subagent.pendingSample, '/review task-3 qualified "Fine"', '/review task-3 failed "No"', 'refused'],
  ['subagent', subagent.pendingSample, '/review task-3 qualified "Fine"', '/handback task-3 success', 'refused'],
  [
    'control',
    control.workedSample,
    '/handback explore success "Done"',
    '/handback explore success "Done"',
    'unchanged',
  ],
  [
    'control',
    control.workedSample,
    '/handback explore success "Done"',
    '/handback explore success "Done now"',
    'refused',
  ],
  ['control', control.grantedSample, '/handback explore error "No"', '/handback explore error "No!"', 'refused'],
  [
    'control',
    control.grantedSample,
    '/handback explore question "Which?"',
    '/handback explore question "Which one?"',
    'refused',
  ],
  ['governance', governance.sample, '/handback ses_1 success "Done"', '/handback ses_1 success "Done"', 'unchanged'],
  ['governance', governance.sample, '/handback ses_1 success "Done"', '/handback ses_1 success "Done now"', 'refused'],
  ['governance', governance.sample, '/handback ses_1 error "No"', '/handback ses_1 error "No!"', 'refused'],
  [
    'governance',
    governance.sample,
    '/anchor ses_1 context high "Green"',
    '/anchor ses_1 context high "Blue"',
    'reworded',
  ],
  [
    'governance',
    governance.sample,
    '/stall ses_1 validator --error "No"',
    '/stall ses_1 validator --error "No!"',
    'reworded',
  ],
  [
    'plugin',
    await asked('plugin', plugin.inProgressSample, 'TinyGain'),
    '/answer TinyGain "Green"',
    '/answer TinyGain "Blue"',
    'refused',
  ],
  ['handover', await asked('handover', begun, 'login'), '/answer login "Green"', '/answer login "Blue"', 'refused'],
  [
    'subagent',
    await asked('subagent', subagent.workingSample, 'task-3'),
    '/answer task-3 "Green"',
    '/answer task-3 "Blue"',
    'refused',
  ],
  [
    'subagent',
    subagent.marked(subagent.sample, 'plan-init', 'x', ' '),
    '/accept plan-init "Green"',
    '/accept plan-init "Blue"',
    'unchanged',
  ],
  [
    'control',
    await asked('control', control.grantedSample, 'explore'),
    '/answer explore "Green"',
    '/answer explore "Blue"',
    'refused',
  ],
]

describe('a command that comes twice', () => {
  it('is each that has words of its own', () => {
    const worded = protocols.flatMap(({ name, commands }) =>
      commands
        .filter(({ usage, name: command }) => transitionNames.includes(command) && /\bTEXT\b/.test(usage))
        .map((command) => `${name} ${command.name}`),
    )
    expect(new Set(repeats.map(([name, , first]) => `${name} ${first.slice(1).split(' ')[0]}`))).toEqual(
      new Set(worded),
    )
  })

  it.each(repeats)('ends nothing that follows: %s, %o', async (name, tree, first, again, outcome) => {
    const before = await give(tree, first, { ...on(name), at })
    expect(before.outcome).toBe('changed')
    const after = await give(before.tree, again, { ...on(name), at: later })
    expect(after.state).toBe(before.state)
    expect(after.outcome).toBe(outcome === 'reworded' ? 'changed' : outcome)
    if (outcome !== 'reworded') expect(after.tree).toEqual(before.tree)
  })

  it.each<[tree: Tree, option: string, next: string]>([
    [plugin.sample, '', '--stage 4'],
    [plugin.phasedSample, '', '--phase 4.1'],
    [plugin.phasedSample, ' --stage 3', '--phase 4.1'],
  ])('says which stage is complete already, and what grants the next: %o%s', async (tree, option, next) => {
    const { tree: begun } = await give(tree, '/accept TinyGain', { ...on('plugin'), at })
    const before = await give(begun, success, { ...on('plugin'), at })
    const { result } = await give(before.tree, `/handback TinyGain success "Gain is smooth now"${option}`, {
      ...on('plugin'),
      at: later,
    })
    const [refusal] = result.diagnostics
    expect(refusal?.message).toContain('`3` is complete already')
    expect([refusal?.fix, refusal?.hint]).toEqual(['/accept TinyGain', expect.stringContaining(next)])
  })
})
