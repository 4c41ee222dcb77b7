import { expect } from 'vitest'
import type { BuiltInName } from '../../src/core/protocol-name.ts'
import type { Files } from '../../src/core/rule.ts'
import { control } from '../../src/protocols/control/protocol.ts'
import * as controlled from '../../src/protocols/control/examples.ts'
import { machine as controlMachine, type State as StageState } from '../../src/protocols/control/states.ts'
import { governance } from '../../src/protocols/governance/protocol.ts'
import * as governed from '../../src/protocols/governance/examples.ts'
import { isState, machine as governanceMachine } from '../../src/protocols/governance/states.ts'
import * as handed from '../../src/protocols/handover/examples.ts'
import { handover } from '../../src/protocols/handover/protocol.ts'
import { machine as handoverMachine } from '../../src/protocols/handover/states.ts'
import * as built from '../../src/protocols/plugin/examples.ts'
import { plugin } from '../../src/protocols/plugin/protocol.ts'
import { machine as pluginMachine, machineStateOf } from '../../src/protocols/plugin/states.ts'
import * as tasked from '../../src/protocols/subagent/examples.ts'
import { subagent } from '../../src/protocols/subagent/protocol.ts'
import { machine as taskMachine, type TaskState } from '../../src/protocols/subagent/states.ts'
import { describeMachine, type MachineTable } from './machine.ts'
import { stateIn as stateInProject } from './handover/scene.ts'
import { modelOf, repository } from './plugin/way.ts'
import { give, scene, type Place, type SceneSetting, type Tree } from './scene.ts'

/** The tests of a protocol's table. */
const table =
  <State extends string>(machineTable: MachineTable<State>) =>
  () =>
    describeMachine(machineTable)

/** The state of a target in words. */
const wordsOf = (place: Place) => async (tree: Tree, setting: SceneSetting, id: string) =>
  (await scene(place.protocol, place).target(tree, id, setting))?.state

/** A repository after a command. */
const behind = async (tree: Tree, comment: string, place: Place): Promise<Tree> => {
  const result = await give(tree, comment, place)
  expect([comment, result.outcome]).toEqual([comment, 'changed'])
  return result.tree
}

// control

const stage: Place = { protocol: control, at: '2026-01-21T08:30:00Z' }

const controlTable = table<StageState>({
  machine: controlMachine,
  place: stage,
  name: 'explore',
  id: (name) => `stage:${name}@run-2026-01-20-001`,
  samples: {
    'not granted': [
      [controlled.change(controlled.workedSample, { [controlled.acceptPath]: null }), 'accept'],
      [controlled.change(controlled.sample, { [controlled.stagePath('prompt/main.md')]: null }), 'wait'],
    ],
    granted: [[controlled.workedSample, 'work']],
    'accept invalid': [
      [controlled.change(controlled.workedSample, { [controlled.acceptPath]: [['"agent"', '"nobody"']] }), 'mend'],
    ],
    'handback invalid': [[controlled.inHandback('success', ['"success"', '"done"']), 'mend']],
    'returned success': [[controlled.returnedSample, undefined]],
    'returned error': [[controlled.returned('error'), 'decide']],
    'returned question': [[controlled.returned('question'), 'answer']],
  },
  stateIn: async (...args) => (await wordsOf(stage)(...args)) as StageState,
})

// governance

const session: Place = { protocol: governance, at: '2026-02-04T08:30:00Z' }
const allowed = {
  configuration: { 'allow-edges': ['beginning->compacted', 'beginning->interrupted', 'compacted->interrupted'] },
}
const inLoop = (files: Files) =>
  governed.change(files, { [governed.stallPath()]: governed.stall(governed.cycles(50, 50, 50, 50), [], [2, 0]) })
const asked = governed.change(
  governed.inSession(governed.histories.interrupted, {
    ...governed.stopped(),
    handback: { reason: 'question', timestamp: governed.time('09:00'), text: 'Which colour?' },
  }),
  { [governed.statePath]: governed.state({ history: [governed.entry('task:Begin', '07:40'), governed.archived()] }) },
)
const failed = Object.fromEntries(
  Object.entries(asked).map(([path, text]) => [path, text.replace('"reason": "question"', '"reason": "error"')]),
)
const later = { at: '2026-02-04T10:01:00Z' }
const atOnce = { at: '2026-02-04T09:30:00Z' }

const governanceTable = table({
  machine: governanceMachine,
  place: session,
  name: 'ses_1',
  id: (name) => `session:${name}`,
  samples: {
    beginning: [
      [governed.inSession(governed.histories.beginning), 'work', allowed],
      [inLoop(governed.inSession(governed.histories.beginning)), 'mend'],
    ],
    between_turn: [
      [governed.sample, 'work'],
      [inLoop(governed.sample), 'mend'],
    ],
    compacted: [
      [governed.compactedSample, 'work', allowed],
      [inLoop(governed.compactedSample), 'mend'],
    ],
    interrupted: [
      [governed.interruptedSample, 'accept', later],
      [
        governed.interruptedSample,
        'accept',
        { ...atOnce, configuration: { 'allow-edges': ['interrupted->between_turn'] } },
      ],
      [governed.interruptedSample, 'wait', atOnce],
      [failed, 'decide', later],
      [asked, 'answer', later],
    ],
  },
  async stateIn(...args) {
    const words = await wordsOf(session)(...args)
    return isState(words) ? words : undefined
  },
})

// handover

const project: Place = { protocol: handover, at: '2026-01-21T10:30:00Z' }
const { change, inProgress, planPath, progressPath, reviewPath } = handed
const unreviewed = { [reviewPath]: null, [planPath]: handed.planAlone }
const plannedProject = change(handed.sample, { ...unreviewed, [progressPath]: null })
const beforeFirst = inProgress(
  ['"current_step": 1,\n  "status": "in_progress"', '"current_step": 0,\n  "status": "pending"'],
  [
    '"status": "completed", "attempts": 1, "error": null, "completed_at": "2026-01-20T12:00:00Z", "commit": "4f2a9c1"',
    '"status": "pending", "attempts": 0, "error": null, "completed_at": null, "commit": null',
  ],
)
const atWork = change(inProgress(...handed.working), unreviewed)
const sessionState = (status: string) =>
  (handed.session[handed.statePath] ?? '').replace(/"status": "[a-z_]+"/, `"status": "${status}"`)
const oneDeferred = change(beforeFirst, {
  ...unreviewed,
  [progressPath]: [
    ['"status": "pending"', '"status": "in_progress"'],
    ['"1": { "status": "pending"', '"1": { "status": "deferred"'],
    ['"2": { "status": "pending", "attempts": 0', '"2": { "status": "in_progress", "attempts": 1'],
  ],
})
const firstOfTwo = change(beforeFirst, {
  ...unreviewed,
  [progressPath]: [
    ['"status": "pending"', '"status": "in_progress"'],
    ['"1": { "status": "pending", "attempts": 0', '"1": { "status": "in_progress", "attempts": 1'],
  ],
})

const handoverTable = table({
  machine: handoverMachine,
  place: project,
  name: 'login',
  id: (name) => `project:2026-01-20-${name}`,
  byHand: ['plan.md', 'review.md', 'baton cleanup --confirm'],
  samples: {
    unreadable: [[change(handed.sample, { [progressPath]: '{' }), 'mend']],
    'no plan': [[handed.only(handed.briefPath), 'wait']],
    planned: [[plannedProject, 'accept']],
    trial: [[change(inProgress(['"mode": "execute"', '"mode": "dry-run"']), unreviewed), 'accept']],
    pending: [[change(beforeFirst, unreviewed), 'accept']],
    'in progress': [
      [atWork, 'work'],
      [firstOfTwo, 'work'],
      [oneDeferred, 'work'],
    ],
    'between steps': [[handed.sample, 'accept']],
    asked: [[await behind(atWork, '/handback login question "Which hash?"', project), 'answer']],
    failed: [[await behind(atWork, '/handback login error "No key"', project), 'decide']],
    'put off': [[await behind(oneDeferred, '/handback login success', project), 'review']],
    completed: [[change(handed.inFinished(), { [reviewPath]: null }), 'review']],
    'left over': [[{ ...handed.inFinished(), [handed.statePath]: sessionState('completed') }, 'finish']],
    reviewed: [[handed.inFinished(), undefined]],
  },
  stateIn: stateInProject,
})

// plugin

const tiny: Place = { protocol: plugin, at: '2026-02-04T10:00:00Z' }
const begun = built.inProgressSample

const pluginTable = table({
  machine: pluginMachine,
  place: tiny,
  name: 'TinyGain',
  id: (name) => `plugin:${name}`,
  byHand: ['taken out of the system folders', 'restarted by hand'],
  samples: {
    ideated: [[repository('ideated'), 'accept']],
    'in progress': [
      [begun, 'work'],
      [repository('5 p'), 'finish'],
    ],
    error: [[await behind(begun, '/handback TinyGain error "No compiler"', tiny), 'decide']],
    question: [[await behind(begun, '/handback TinyGain question "Which curve?"', tiny), 'answer']],
    complete: [
      [built.sample, 'accept'],
      [repository('4 c'), 'accept'],
      [repository('3.2 c', { phased: true }), 'accept'],
      [repository('5 c'), 'finish'],
    ],
    working: [[built.workingSample, 'finish']],
    installed: [[repository('installed'), undefined]],
    unknown: [[built.inHandoff(built.sample, ['status: complete', 'status: done']), 'mend']],
  },
  async stateIn(tree) {
    const found = (await modelOf(tree as Files)).get('TinyGain')
    return found && machineStateOf(found)
  },
})

// subagent

const task: Place = { protocol: subagent, at: '2026-02-01T10:00:00Z' }
const blocked = tasked.executorSaid(tasked.workingSample, tasked.unfinished('blocked', 'Which words?'))
const stopped = Object.fromEntries(
  Object.entries(blocked).map(([path, text]) => [path, text.replace('"blocked"', '"failed"')]),
)
const waiting = (files: Files) =>
  change(files, {
    [tasked.tasksPath]: [
      [
        'The samples of task-3 pass.\n    - **Inherits From**: None',
        'The samples of task-3 pass.\n    - **Inherits From**: task-2',
      ],
    ],
  })
const withoutQuestion = Object.fromEntries(
  Object.entries(blocked).map(([path, text]) => [path, text.replace(/"blockers": \[[^\]]*\]/, '"blockers": []')]),
)

const subagentTable = table<TaskState>({
  machine: taskMachine,
  place: task,
  name: 'task-3',
  id: (name) => `task:${name}@260131-144400`,
  samples: {
    'not started': [
      [tasked.sample, 'accept'],
      [waiting(tasked.sample), 'wait'],
      [await behind(tasked.workingSample, '/handback task-3 error "No disk"', task), 'decide'],
    ],
    'in progress': [
      [change(tasked.workingSample, { [tasked.reportPath('task-3')]: tasked.reportText('task-3') }), 'work'],
    ],
    blocked: [
      [blocked, 'answer'],
      [withoutQuestion, 'decide'],
    ],
    stopped: [
      [stopped, 'decide'],
      [waiting(stopped), 'wait'],
    ],
    'review pending': [
      [tasked.pendingSample, 'review'],
      [tasked.marked(tasked.sample, 'task-3', ' ', 'P'), 'wait'],
      [tasked.inProgress(['- [x] plan-init', '- [P] plan-init']), 'mend', {}, 'plan-init'],
    ],
    completed: [[tasked.doneSample, undefined]],
    failed: [[tasked.marked(tasked.laterSample, 'task-3', ' ', 'F'), undefined]],
    cancelled: [[tasked.iteratedSample, undefined, {}, 'task-4']],
    unknown: [[tasked.marked(tasked.sample, 'task-3', ' ', '?'), 'mend']],
  },
  stateIn: async (...args) => (await wordsOf(task)(...args)) as TaskState,
})

const tables: Readonly<Record<BuiltInName, () => void>> = {
  plugin: pluginTable,
  handover: handoverTable,
  subagent: subagentTable,
  control: controlTable,
  governance: governanceTable,
}

for (const describeTable of Object.values(tables)) describeTable()
