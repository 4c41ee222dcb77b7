import { describe, expect, it } from 'vitest'
import {
  change,
  failedSample,
  inSession,
  laterSample,
  marked,
  messagePath,
  messageText,
  payloads,
  progressPath,
  questionsPath,
  reportPath,
  reportText,
  sample,
  tasksPath,
  withMessage,
  workingSample,
} from '../../../../src/protocols/subagent/examples.ts'
import type { Tree } from '../../scene.ts'
import { found, give, target } from '../scene.ts'

const planning = marked(sample, 'plan-init', 'x', ' ')
const payload = (tree: Tree, name: string) => (JSON.parse(String(tree[messagePath(name)])) as { payload: object }).payload

/** A task `plan-more` of MODE UPDATE that has not been begun. */
const more = change(planning, { [progressPath]: [['- [ ] plan-init', '- [ ] plan-more\n- [x] plan-init']] })

describe('what a planner is asked', () => {
  const defined = change(more, {
    [tasksPath]: [['- plan-init: Set up the session', '- plan-init: Set up\n- plan-more: Go on\n    - **Objective**: Cut the rest.']],
  })
  const asked = async (tree: Tree, line: string) => payload((await give(tree, line)).tree, 'planner.UPDATE.1.input')
  const initialized = withMessage(defined, 'planner.INITIALIZE.1.input', payloads.plannerInput('INITIALIZE'))

  it('is the text, else what was asked of the session, else what the task is for, else its id', async () => {
    expect(await asked(initialized, '/accept plan-more "Count lines, too"')).toMatchObject({ USER_REQUEST: 'Count lines, too' })
    expect(await asked(initialized, '/accept plan-more')).toMatchObject({ USER_REQUEST: 'Count words.' })
    expect(await asked(defined, '/accept plan-more')).toMatchObject({ USER_REQUEST: 'Cut the rest.' })
    expect(await asked(more, '/accept plan-more')).toMatchObject({ USER_REQUEST: 'plan-more' })
  })

  it('has the number of an input that nobody answered, else the next one', async () => {
    const written = async (tree: Tree) => (await give(tree, '/accept plan-more')).changed.filter((path) => path.endsWith('.json'))
    const open = withMessage(more, 'planner.UPDATE.3.input', payloads.plannerInput('UPDATE'))
    expect(await written(more)).toEqual([messagePath('planner.UPDATE.1.input')])
    expect(await written(open)).toEqual([messagePath('planner.UPDATE.3.input')])
    const answered = { ...open, [messagePath('planner.UPDATE.3.output')]: messageText('planner', 'output', payloads.plannerOutput) }
    expect(await written(answered)).toEqual([messagePath('planner.UPDATE.4.input')])
  })

  it('is in flight while a task of its MODE is', async () => {
    const inFlight = async (tree: Tree) => (await target(tree, 'ralph:260131-144400'))?.facts['inFlight']
    const { tree } = await give(more, '/accept plan-more')
    expect(await inFlight(tree)).toEqual(['planner.UPDATE.1'])
    expect(await inFlight({ ...tree, [progressPath]: String(tree[progressPath]).replace('[/] plan-more', '[ ] plan-more') })).toEqual([])
    const other = change(planning, { [progressPath]: [['- [ ] plan-init', '- [/] plan-init']] })
    expect(await inFlight(withMessage(other, 'planner.UPDATE.1.input', payloads.plannerInput('UPDATE')))).toEqual([])
  })

  it('keeps a session in planning, begun or not', async () => {
    for (const mark of [' ', '/'])
      expect((await target(marked(sample, 'plan-init', 'x', mark), 'ralph:260131-144400'))?.state).toBe('PLANNING')
  })

  it('is answered by a questioner for the newest cycle', async () => {
    const tree = change(sample, {
      [progressPath]: [['- [x] plan-init', '- [/] plan-qa-research\n- [x] plan-init']],
      [questionsPath]: `${sample[questionsPath]}\n### Cycle 2\n\n1. Is it fast?\n    - **Status**: Unanswered\n`,
    })
    const report = messageText('questioner', 'output', payloads.research)
    const { changed } = await give(tree, '/handback plan-qa-research success', { report })
    expect(changed).toEqual([messagePath('questioner.RESEARCH.c2.output'), progressPath])
  })
})

describe('what an executor said', () => {
  const report = reportPath('task-3')
  const output = { ...payloads.executorOutput('task-3'), notes: 'by hand' }

  it('stays as it is where it says the same', async () => {
    const tree = withMessage(
      { ...workingSample, [report]: reportText('task-3') },
      'executor.task-3.a1.output',
      output,
      payloads.executorInput('task-3'),
    )
    const given = await give(tree, '/handback task-3 success')
    expect([given.changed, given.state]).toEqual([[progressPath], 'review pending'])
    expect(await found(given.tree)).toEqual([])
  })

  it('is the last word only where nothing came of a later attempt', async () => {
    const failed = { ...output, status: 'failed', success_criteria_met: false, blockers: ['Broken'] }
    const tree = withMessage(
      { ...sample, [report]: reportText('task-3') },
      'executor.task-3.a1.output',
      failed,
      payloads.executorInput('task-3'),
    )
    expect((await give(tree, '/handback task-3 error Broken')).outcome).toBe('unchanged')
    for (const later of [
      withMessage(tree, 'executor.task-3.a2.input', payloads.executorInput('task-3', 2)),
      { ...tree, [reportPath('task-3', 2)]: reportText('task-3', 2) },
    ])
      expect((await give(later, '/handback task-3 error Broken')).codes).toEqual(['SUBAGENT_NOT_IN_PROGRESS error'])
  })

  it('goes where it is of a later attempt than the one that is granted', async () => {
    const failed = {
      ...output,
      report_path: 'tasks.task-3-report-r2.md',
      status: 'failed',
      success_criteria_met: false,
      blockers: ['Broken'],
    }
    const tree = withMessage(sample, 'executor.task-3.a2.output', failed, payloads.executorInput('task-3', 2))
    const given = await give(tree, '/accept task-3')
    expect(given.changed).toEqual([
      `-${messagePath('executor.task-3.a2.input')}`,
      `-${messagePath('executor.task-3.a2.output')}`,
      messagePath('executor.task-3.a1.input'),
      progressPath,
    ])
    expect(given.state).toBe('in progress')
    expect((await give(given.tree, '/accept task-3')).outcome).toBe('unchanged')
  })

  it('is kept where control is granted again after a review that failed', async () => {
    const tree = withMessage(failedSample, 'executor.task-3.a1.output', output, payloads.executorInput('task-3'))
    const { changed } = await give(tree, '/accept task-3')
    expect(changed).toEqual([messagePath('executor.task-3.a2.input'), progressPath])
  })
})

describe('counts of criteria in 3.x', () => {
  const reviewed = (met: number, not_met: number) =>
    found(
      withMessage(
        laterSample,
        'reviewer.task-1.a1.output',
        { ...payloads.reviewerOutput, criteria_results: { total_criteria: met + not_met, met, not_met } },
        payloads.reviewerInput('task-1'),
      ),
    )
  it('found a verdict of Qualified where one is met and none is not', async () => {
    expect(await reviewed(1, 0)).toEqual([])
    expect(await reviewed(0, 0)).toEqual(['MESSAGE_VERDICT_UNFOUNDED error'])
    expect(await reviewed(1, 1)).toEqual(['MESSAGE_VERDICT_UNFOUNDED error'])
  })
})

describe('a session of 3.x', () => {
  const later = (files: Tree) => ({ ...laterSample, ...files }) as Readonly<Record<string, string>>

  it('has its own names of files and messages', async () => {
    const own = later({
      [inSession('plan.questions.risks.md')]: sample[questionsPath] ?? '',
      [inSession('progress.review1.md')]: '# Review\n',
      [messagePath('reviewer.SESSION_REVIEW.1.input')]: messageText('reviewer', 'input', {}),
      [messagePath('reviewer.SESSION_REVIEW.1.output')]: messageText('reviewer', 'output', { status: 'completed', verdict: 'Great' }),
    })
    expect(await found(own)).toEqual([])
    expect(await found(own, { configuration: { profile: 'contract-1.0.0' } })).toEqual([
      'MESSAGE_NAME error',
      'MESSAGE_NAME error',
      'SUBAGENT_VARIANT error',
      'SUBAGENT_VARIANT error',
    ])
    const wrong = { ...own, [messagePath('reviewer.SESSION_REVIEW.1.output')]: messageText('reviewer', 'output', { status: 'done' }) }
    expect(await found(wrong)).toEqual(['MESSAGE_FIELD_VALUE error'])
  })

  it('asks a planner by an update alone, or for a breakdown without words', async () => {
    const asked = (mode: string, payloadOf: object) =>
      found(
        later({
          [messagePath(`planner.${mode}.1.input`)]: messageText('planner', 'input', {
            SESSION_PATH: '.ralph-sessions/260131-144400/',
            MODE: mode,
            ...payloadOf,
          }),
        }),
      )
    expect(await asked('UPDATE', { UPDATE_REQUEST: 'More.' })).toEqual([])
    expect(await asked('TASK_BREAKDOWN', {})).toEqual([])
    expect(await asked('UPDATE', {})).toEqual(['MESSAGE_FIELD_MISSING error'])
    expect(await asked('UPDATE', { UPDATE_REQUEST: ' ' })).toEqual(['MESSAGE_FIELD_MISSING error'])
  })

  it('lets a completed task prove wrong, and nothing leave that', async () => {
    const failed = change(later({}), { [progressPath]: [['[x] task-1', '[F] task-1']] })
    expect(await found(failed, { base: later({}) })).toEqual([])
    for (const mark of [' ', '/', 'P', 'x'])
      expect(await found(change(later({}), { [progressPath]: [['[x] task-1', `[${mark}] task-1`]] }), { base: failed })).toContain(
        'MARKER_TRANSITION_ILLEGAL error',
      )
    for (const mark of [' ', '/'])
      expect(
        await found(change(later({}), { [progressPath]: [['[ ] task-3', '[F] task-3']] }), {
          base: marked(later({}), 'task-3', ' ', mark),
        }),
      ).toContain('MARKER_TRANSITION_SKIPPED warning')
  })
})
