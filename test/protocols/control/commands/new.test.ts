import { describe, expect, it } from 'vitest'
import { runPath, sample } from '../../../../src/protocols/control/examples.ts'
import type { SceneSetting, Tree } from '../../scene.ts'
import { usual } from '../scene.ts'

const at = '2026-02-04T10:00:00Z'
const made = (tree: Tree, words: readonly string[], setting: SceneSetting = {}) =>
  usual.make(tree, words, { at, ...setting })
const filesOf = (run: string, stage: string) =>
  ['prompt/main.md', 'prompt/wf.md', 'stage-config.yaml'].map((path) => `${run}/stages/${stage}/${path}`)

describe('baton new control', () => {
  it('writes the stages of a run that is right, and nothing of what its own tool writes', async () => {
    const { result, tree } = await made({}, ['explore', 'no', 'report-2'])
    const run = 'runs/run-2026-02-04-001'
    expect([result.outcome, result.target]).toEqual(['changed', 'stage:explore@run-2026-02-04-001'])
    expect(Object.keys(tree).toSorted()).toEqual(
      ['explore', 'no', 'report-2'].flatMap((stage) => filesOf(run, stage)).toSorted(),
    )
    expect(await usual.diagnose(tree, { mode: 'strict' })).toEqual([])
    const { actions } = await usual.next(tree)
    expect(actions.map(({ do: action, target }) => `${action} ${target.split('@')[0]}`)).toEqual([
      'accept stage:explore',
      'wait stage:no',
      'wait stage:report-2',
    ])
  })

  it('tells the first stage to copy its result, and has the others wait for the copy', async () => {
    const { tree } = await made({}, ['explore', 'plan'])
    const stages = 'runs/run-2026-02-04-001/stages'
    expect(tree[`${stages}/explore/prompt/wf.md`]).toContain('copy `run/output-files/result.md`')
    expect(tree[`${stages}/explore/prompt/wf.md`]).toContain('`../plan/inputs/result.md`')
    expect(tree[`${stages}/plan/prompt/wf.md`]).not.toContain('copy')
    const copy = `${stages}/plan/inputs/result.md`
    expect((await usual.next(tree)).actions).toMatchObject([{}, { do: 'wait', needs: [copy] }])
    expect((await usual.next({ ...tree, [copy]: 'Done.\n' })).actions).toMatchObject([
      {},
      { do: 'accept', read: expect.arrayContaining([copy]) },
    ])
  })

  it('takes the next number of the day, wherever its runs lie, and touches nothing else', async () => {
    const before = (await made({}, ['explore'])).tree
    const second = await made(
      { ...before, ...sample, 'old/run-2026-02-04-041/stages/a/stage-config.yaml': 'id: a\n' },
      ['explore'],
    )
    expect(second.result.target).toBe('stage:explore@run-2026-02-04-042')
    expect(second.tree).toMatchObject({ ...before, ...sample })
    const third = await made(before, ['explore'])
    expect([third.result.target, await usual.diagnose(third.tree, { mode: 'strict' })]).toEqual([
      'stage:explore@run-2026-02-04-002',
      [],
    ])
  })

  it.each([
    [['**/run-*'], 'runs/run-2026-02-04-001'],
    [['work/run-*'], 'work/run-2026-02-04-001'],
    [['run-*'], 'run-2026-02-04-001'],
    [['work/**/run-*', '!work/runs'], undefined],
    [['*/run-*', 'b/*'], 'b/run-2026-02-04-001'],
    [['work/*-new'], undefined],
  ])('uses the patterns of runs: %j', async (runs, place) => {
    const { result, codes, tree } = await made({}, ['explore'], { configuration: { runs } })
    if (place === undefined) expect([result.outcome, codes, tree]).toEqual(['refused', ['COMMAND_USAGE error'], {}])
    else expect(Object.keys(tree).toSorted()).toEqual(filesOf(place, 'explore'))
  })

  it.each([
    [['Explore'], 'STAGE_NAME_INVALID'],
    [['explore', '../x'], 'STAGE_NAME_INVALID'],
    [['explore', 'b', 'explore'], 'STAGE_WORKFLOW_DUPLICATE'],
    [[], 'COMMAND_USAGE'],
    [['explore', '--type', 'x'], 'COMMAND_USAGE'],
  ])('refuses %j', async (words, code) => {
    const { result, codes, tree } = await made(sample, words)
    expect([result.outcome, codes, tree]).toEqual(['refused', [`${code} error`], sample])
  })

  it('overwrites nothing', async () => {
    const priorFiles = { [`${runPath.replace('01-20-001', '02-04-001')}/stages/explore/prompt/wf.md`]: 'Mine.\n' }
    const { result, codes, tree } = await made(priorFiles, ['explore'])
    expect([result.outcome, result.target, codes]).toEqual(['changed', 'stage:explore@run-2026-02-04-002', []])
    expect(tree).toMatchObject(priorFiles)
    const hidden = { 'work/run-2026-02-04-001': 'a file in the place' }
    expect((await made(hidden, ['explore'], { configuration: { runs: ['work/*'] } })).tree).toMatchObject(hidden)
  })
})
