import { describe, expect, it } from 'vitest'
import {
  change,
  executorSaid,
  inSession,
  iteratedSample,
  marked,
  pendingSample,
  progressPath,
  reportPath,
  reportText,
  reviewText,
  sample,
  sampleCalled,
  unfinished,
  workingSample,
} from '../../../src/protocols/subagent/examples.ts'
import type { Tree } from '../scene.ts'
import { diagnose, give } from './scene.ts'

const report = reportPath('task-3')
const elsewhere = sampleCalled('260201-080000')
/** Under review, with a verdict that the task does not show yet. */
const decided = change(pendingSample, { [report]: reportText('task-3') + reviewText('Qualified') })

describe('what fixes a finding', () => {
  const advice = async (tree: Tree) => (await diagnose(tree)).map(({ code, hint, fix }) => ({ code, hint, fix }))

  it('is a command only where that does it', async () => {
    const iteration = inSession('iterations/2/progress.md')
    const all = [
      ...(await advice({ ...iteratedSample, [inSession('iterations/2/tasks/task-5.md')]: '# task-5\n' })),
      ...(await advice(change(iteratedSample, { [iteration]: [['[x] task-1', '[X] task-1']] }))),
      ...(await advice(change(iteratedSample, { [iteration]: [['[F] task-3', '[P] task-3']] }))),
      ...(await advice(change(iteratedSample, { [iteration]: [['[/] task-2', '[x] task-2']] }))),
      ...(await advice(
        change(sample, {
          [progressPath]: [['- [ ] task-3 (Not Started)\n', '']],
          [reportPath('task-3')]: reportText('task-3'),
        }),
      )),
    ]
    expect(all.map(({ code }) => code)).toEqual([
      'TASKS_UNTRACKED',
      'MARKER_CASE',
      'MARKER_BEHIND_VERDICT',
      'SUBAGENT_REPORT_MISSING',
      'TASKS_UNTRACKED',
    ])
    for (const { hint, fix } of all) expect([hint?.includes('`/'), fix]).toEqual([false, undefined])
  })

  it('adds no second line for a task whose line has its id misspelt', async () => {
    const misspelt = change(sample, { [progressPath]: [['- [x] task-1', '- [x] Task-1']] })
    const untracked = (await diagnose(misspelt)).find(({ code }) => code === 'TASKS_UNTRACKED')
    expect(untracked).toMatchObject({
      hint: expect.stringMatching(/^Write `task-1` into line `\d+`, which seems to mean it\.$/),
    })
    expect(untracked?.fix).toBeUndefined()
  })

  it('moves no completed task back to its review, unless nobody reviewed it before', async () => {
    const unreviewed = marked({ ...sample, [report]: reportText('task-3') }, 'task-3', ' ', 'x')
    const hintOver = async (base: Tree) =>
      (await diagnose(unreviewed, { base })).find(({ code }) => code === 'MARKER_UNREVIEWED')?.hint
    expect(await hintOver(pendingSample)).toBe('Mark it `[P]` until the Reviewer has decided.')
    expect(await hintOver(unreviewed)).toBe('Mark it `[P]` until the Reviewer has decided.')
    expect(await hintOver({ ...unreviewed, [report]: reportText('task-3') + reviewText('Qualified') })).toBe(
      'Let the Reviewer append its verdict to the report: a completed task is not moved back.',
    )
  })

  it('is not a command while the state of the task is unknown', async () => {
    const doubtful: readonly Tree[] = [
      change(decided, { [progressPath]: [['- [P] task-3', '- [P] task-3\n- [P] task-3']] }),
      change(decided, { [report]: reportText('task-3') + reviewText('Failed') + reviewText('Qualified') }),
      change(decided, { [report]: `# Task Report: task-3\n\n${reviewText('Qualified')}` }),
    ]
    for (const tree of doubtful) {
      const behind = (await advice(tree)).find(({ code }) => code === 'MARKER_BEHIND_VERDICT')
      expect(behind).toEqual({ code: 'MARKER_BEHIND_VERDICT', hint: 'Let the orchestrator move it.', fix: undefined })
      expect((await give(tree, '/review task-3 qualified')).outcome).toBe('refused')
    }
  })

  it('moves the marker of what is completed and reported, and writes the report of what is not', async () => {
    const offered = async (tree: Tree, code: string) =>
      (await advice(tree)).find((diagnostic) => diagnostic.code === code)?.hint ?? ''
    const reported = executorSaid({ ...workingSample, [report]: reportText('task-3') })
    expect(await offered(reported, 'MESSAGE_MARKER_MISMATCH')).toContain('`/handback task-3 success`')
    expect(await offered(executorSaid(workingSample), 'MESSAGE_MARKER_MISMATCH')).not.toContain('`/')
    expect(await offered(executorSaid(workingSample), 'SUBAGENT_REPORT_MISSING')).toContain(
      '`/handback task-3 success --skeleton "…"`',
    )
    expect(await offered(executorSaid(sample), 'SUBAGENT_REPORT_MISSING')).not.toContain('`/')
  })

  it('names the session where another one has the task, too', async () => {
    expect((await advice({ ...decided, ...elsewhere }))[0]?.fix).toBe('/review task-3@260131-144400 qualified')
    expect((await advice(decided))[0]?.fix).toBe('/review task-3 qualified')
  })
})

describe('a refusal', () => {
  const hints = async (tree: Tree, line: string, block?: string) =>
    (await give(tree, line, block === undefined ? {} : { report: block })).result.diagnostics.map(({ hint }) => hint)

  it('names the session where another one has the task, too', async () => {
    expect(await hints({ ...sample, ...elsewhere }, '/handback task-3@260131-144400 success')).toEqual([
      '`/accept task-3@260131-144400` grants control.',
    ])
    const pending = { ...pendingSample, ...elsewhere }
    expect((await hints(pending, '/accept task-3@260131-144400'))[0]).toContain(
      '`/review task-3@260131-144400 failed "…"`',
    )
    const working = { ...workingSample, ...elsewhere }
    expect((await hints(working, '/handback task-3@260131-144400 success'))[0]).toContain(
      '`/handback task-3@260131-144400 success --skeleton',
    )
  })

  it('offers no answer where the agent is blocked and asked nothing', async () => {
    const blocked = executorSaid(workingSample, unfinished('blocked'))
    for (const command of ['/handback task-3 success', '/answer task-3 Here'])
      expect(await hints(blocked, command)).toEqual(['`/accept task-3` grants control.'])
  })

  it('offers no grant while others come first, and of a review only what its report says', async () => {
    expect(await hints(marked(sample, 'task-1', 'x', ' '), '/handback task-2 success')).toEqual([
      'It waits for these: `task-1`. `/status` shows how far they are.',
    ])
    expect(await hints(decided, '/accept task-3')).toEqual([
      'Its report is `Qualified`: `/review task-3 qualified` moves it.',
    ])
    const bare = change(pendingSample, { [report]: '# Task Report: task-3\n' })
    expect((await hints(bare, '/accept task-3'))[0]).not.toContain('/review')
  })

  it('of a json block names everything that was expected', async () => {
    const block = JSON.stringify({ status: 'done', report_path: '../report.md' })
    const { codes, result } = await give(workingSample, '/handback task-3 success', { report: block })
    expect(codes).toEqual(['MESSAGE_FIELD_MISSING error', 'MESSAGE_FIELD_VALUE error', 'MESSAGE_PATH_UNSAFE error'])
    for (const { hint, target: about } of result.diagnostics)
      expect([hint === undefined, about]).toEqual([false, 'task:task-3@260131-144400'])
  })
})
