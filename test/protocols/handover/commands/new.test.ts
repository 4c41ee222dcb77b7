import { describe, expect, it } from 'vitest'
import { sample } from '../../../../src/protocols/handover/examples.ts'
import { handover } from '../../../../src/protocols/handover/protocol.ts'
import { expectCarriedOut } from '../../actions.ts'
import type { SceneSetting, Tree } from '../../scene.ts'
import { usual } from '../scene.ts'

const at = '2026-02-04T10:00:00Z'
const day = '2026-02-04'
const made = (tree: Tree, words: readonly string[], setting: SceneSetting = {}) =>
  usual.make(tree, words, { at, ...setting })
const strictly = (tree: Tree, setting: SceneSetting = {}) => usual.diagnose(tree, { at, mode: 'strict', ...setting })

const actionOf = async (tree: Tree, target: string) =>
  (await usual.next(tree)).actions.find((action) => action.target === target)

describe('baton new handover', () => {
  it('writes brief and plan of a project that is right, with one step where none is named', async () => {
    const { result, tree } = await made({}, ['keys', '--task', 'Let people sign in'])
    expect([result.outcome, result.target, Object.keys(tree)]).toEqual([
      'changed',
      `project:${day}-keys`,
      [`.claude/projects/${day}-keys/brief.md`, `.claude/projects/${day}-keys/plan.md`],
    ])
    expect(await strictly(tree)).toEqual([])
    expect(tree[`.claude/projects/${day}-keys/brief.md`]).toContain(
      'research_topics: 0\nresearch_status: skipped\nsource: manual\n',
    )
    expect(tree[`.claude/projects/${day}-keys/plan.md`]).toContain('### Step 1: Do it\n')
    const [target] = await usual.targets(tree)
    expect([target?.state, target?.facts['planVersion']]).toEqual(['planned (1 step)', '1.7'])
    expect((await actionOf(tree, `project:${day}-keys`))?.run).toBe(`/accept ${day}-keys`)
  })

  it('writes them beside other projects, and one of the same slug of another day', async () => {
    const { result, tree } = await made(sample, ['login', '--task', 'Again', '--step', 'Once', '--step', 'Twice'])
    expect([result.outcome, result.target]).toEqual(['changed', `project:${day}-login`])
    expect(tree).toMatchObject(sample)
    expect(await strictly(tree)).toEqual(await strictly(sample))
    await expectCarriedOut(tree, { protocol: handover, at })
    expect((await actionOf(tree, `project:${day}-login`))?.run).toBe(`/accept ${day}-login`)
  })

  it.each([
    '"',
    "'",
    '\\',
    'a: b # c',
    '- x',
    '~',
    'null',
    '2.0',
    '[a',
    '{a',
    '*a',
    '&a',
    '!a',
    '%a',
    '@a',
    '`a`',
    '---',
    'é ☃ 𝄞',
    '<!-- a',
    '```',
    '\u0085x',
    '\ud800x',
  ])('takes any text as task and title: %j', async (text) => {
    const { result, tree } = await made({}, ['keys', '--task', text, '--step', text, '--step', `${text} #`])
    expect(result.outcome).toBe('changed')
    expect(await strictly(tree)).toEqual([])
    expect((await actionOf(tree, `project:${day}-keys`))?.do).toBe('accept')
    expect((await usual.targets(tree)).map(({ state }) => state)).toEqual(['planned (2 steps)'])
  })

  it('makes one line of a text of several', async () => {
    const { tree } = await made({}, ['keys', '--task', 'One\n---\ntwo', '--step', 'One\n### Step 2: two'])
    expect(tree[`.claude/projects/${day}-keys/brief.md`]).toContain('task: "One --- two"\n')
    expect(tree[`.claude/projects/${day}-keys/plan.md`]).toContain('### Step 1: One ### Step 2: two\n')
  })

  it.each([
    [['../x', '--task', 'A'], 'BRIEF_INVALID_FIELD'],
    [['a/b', '--task', 'A'], 'BRIEF_INVALID_FIELD'],
    [['.x', '--task', 'A'], 'BRIEF_INVALID_FIELD'],
    [['x', '--task', '\u202e'], 'BRIEF_MISSING_FIELD'],
    [['x', '--task', 'A', '--step', '##'], 'PLAN_STEP_FORM'],
    [['x', '--task', 'A', '--step', '\u2028'], 'COMMAND_USAGE'],
    [['x'], 'COMMAND_USAGE'],
    [['--task', 'A'], 'COMMAND_USAGE'],
    [['x', 'y', '--task', 'A'], 'COMMAND_USAGE'],
  ])('refuses %j', async (words, code) => {
    const { result, codes, tree } = await made({}, words)
    expect([result.outcome, codes, tree]).toEqual(['refused', [`${code} error`], {}])
  })

  it('overwrites nothing, and adds nothing to a project that is there', async () => {
    const { tree: existingTree } = await made({}, ['keys', '--task', 'A'])
    for (const path of [undefined, ...Object.keys(existingTree)]) {
      const before = path === undefined ? existingTree : { [path]: 'Mine.\n' }
      const { result, codes, tree } = await made(before, ['keys', '--task', 'B'])
      expect([result.outcome, codes, tree]).toEqual(['refused', ['NEW_EXISTS error'], before])
    }
  })

  it.each([
    [['work/*'], `work/${day}-keys`],
    [['{a,b}/*', 'docs/tasks/*'], `docs/tasks/${day}-keys`],
    [['work/*-done'], undefined],
  ])('uses the patterns of projects: %j', async (projects, place) => {
    const configuration = { projects }
    const { result, codes, tree } = await made({}, ['keys', '--task', 'A'], { configuration })
    if (place === undefined) expect([result.outcome, codes]).toEqual(['refused', ['COMMAND_USAGE error']])
    else {
      expect(Object.keys(tree)).toEqual([`${place}/brief.md`, `${place}/plan.md`])
      expect(await strictly(tree, { configuration })).toEqual([])
    }
  })
})
