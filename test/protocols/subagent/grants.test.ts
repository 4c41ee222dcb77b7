import { describe, expect, it } from 'vitest'
import type { Files } from '../../../src/core/rule.ts'
import { hour } from '../../../src/core/time.ts'
import {
  change,
  marked,
  messagePath,
  payloads,
  sample,
  sessionPath,
  withMessage,
  workingSample,
} from '../../../src/protocols/subagent/examples.ts'
import { subagent } from '../../../src/protocols/subagent/protocol.ts'
import { foundOn } from '../branches.ts'
import { give as giveTo, type Tree } from '../scene.ts'
import { diagnose, found, target } from './scene.ts'

const began = '2026-02-01T10:00:00Z'
const later = '2026-02-01T11:30:00Z'
const afterLease = '2026-02-01T15:00:00Z'
const input = messagePath('executor.task-3.a1.input')

const give = (tree: Tree, comment: string, at = began, actor = 'octocat') =>
  giveTo(
    tree,
    comment,
    { protocol: subagent, at },
    { actor, granting: { record: 'named', lease: 'none', staleAfter: 48 * hour } },
  )

const inputIn = (tree: Tree): string => String(tree[input])

const grant = { agent: 'exec/1', by: 'octocat', since: began, until: '2026-02-01T14:00:00Z' }

const accepted = async (words = '--agent exec/1 --lease 4h') => (await give(sample, `/accept task-3 ${words}`)).tree

/** The lines of a grant after that of its giver. */
const withLines = (text: string, ...lines: readonly string[]) =>
  text.replace('  "by": "octocat",\n', (by) => [by, ...lines.map((line) => `  ${line},\n`)].join(''))

describe('a grant in the envelope of an input', () => {
  it.each<readonly [words: string, lines: readonly string[]]>([
    ['--agent exec', ['"agent": "exec"']],
    ['--agent exec/1 --lease 4h', ['"agent": "exec/1"', '"until": "2026-02-01T14:00:00Z"']],
    ['--lease 4h', ['"until": "2026-02-01T14:00:00Z"']],
  ])('%s follows its giver, and all else is as without it', async (words, lines) => {
    const without = await give(sample, '/accept task-3')
    const tree = await accepted(words)
    expect(tree).toEqual({ ...without.tree, [input]: withLines(inputIn(without.tree), ...lines) })
    expect(await target(tree, 'task-3')).toMatchObject({
      holder: 'agent',
      grant: { since: began, place: { path: input, line: 7 } },
    })
    expect(await target(without.tree, 'task-3')).not.toHaveProperty('grant')
    expect(await diagnose(tree)).toEqual([])
    expect((await give(tree, `/accept task-3 ${words}`, later)).outcome).toBe('unchanged')
  })

  it('stays where files about another attempt lie beside it', async () => {
    const tree = await accepted()
    const strays: Readonly<Record<string, Files>> = {
      'a later report': { [`${sessionPath}/tasks.task-3-report-r2.md`]: '# Report\n' },
      'a later output': { [messagePath('executor.task-3.a4.output')]: '{' },
      'a review': { [messagePath('reviewer.task-3.a1.output')]: '{}' },
    }
    for (const [about, files] of Object.entries(strays)) {
      expect([about, await target({ ...tree, ...files }, 'task-3')]).toMatchObject([about, { grant }])
      const other = await give({ ...tree, ...files }, '/handback task-3 error x --agent other', later)
      expect([about, other.codes]).toEqual([about, ['GRANT_OTHER error']])
    }
    const own = await give({ ...tree, ...strays['a later report'] }, '/handback task-3 error x --agent exec/1', later)
    expect([own.outcome, inputIn(own.tree)]).toEqual(['changed', expect.not.stringContaining('exec/1')])
  })

  it('is that of the newest input of a planner', async () => {
    const tree = (await give(marked(sample, 'plan-init', 'x', ' '), '/accept plan-init --agent planner Count words'))
      .tree
    expect((await target(tree, 'plan-init'))?.grant).toMatchObject({ agent: 'planner', by: 'octocat', since: began })
    expect(JSON.parse(String(tree[messagePath('planner.INITIALIZE.1.input')]))).toMatchObject({
      agent: 'planner',
      payload: { USER_REQUEST: 'Count words' },
    })
  })

  it.each<readonly [comment: string, at: string, edits: readonly (readonly [from: string, to: string])[]]>([
    ['/accept task-3 --agent exec --lease 1h --refresh', later, [['14:00:00Z', '12:30:00Z']]],
    [
      '/accept task-3 --agent other --takeover',
      afterLease,
      [
        [began, afterLease],
        ['exec/1', 'other'],
        ['  "until": "2026-02-01T14:00:00Z",\n', ''],
      ],
    ],
    [
      '/accept task-3 --agent other --lease 1h --takeover',
      afterLease,
      [
        [began, afterLease],
        ['exec/1', 'other'],
        ['14:00:00Z', '16:00:00Z'],
      ],
    ],
  ])('%s replaces it', async (comment, at, edits) => {
    const before = await accepted()
    const result = await give(before, comment, at)
    const text = edits.reduce((text, [from, to]) => text.replace(from, to), inputIn(before))
    expect(result.tree).toEqual({ ...before, [input]: text })
    expect(await diagnose(result.tree, { base: before, mode: 'strict' })).toEqual([])
  })

  it.each(['success --skeleton Counts words', 'error "The samples do not pass"', 'question "Which words?"'])(
    'goes with /handback task-3 %s',
    async (words) => {
      const result = await give(await accepted(), `/handback task-3 --agent exec ${words}`, later)
      const { tree: unnamed } = await give(
        (await give(sample, '/accept task-3')).tree,
        `/handback task-3 ${words}`,
        later,
      )
      const output = messagePath('executor.task-3.a1.output')
      // A success leaves the name for the review.
      const named = words.startsWith('success')
        ? { [output]: withLines(String(unnamed[output]), '"agent": "exec/1"') }
        : {}
      expect(result.tree).toEqual({ ...unnamed, ...named })
      expect(result.result.moves[0]?.ended).toEqual(grant)
      expect(await target(result.tree, 'task-3')).not.toHaveProperty('grant')
    },
  )

  it('is another one once a question is answered, whose time is that of the answer', async () => {
    const withQuestion = (await give(await accepted(), '/handback task-3 question "Which words?"', later)).tree
    const result = await give(withQuestion, '/answer task-3 --agent other "All of them"', afterLease)
    expect((await target(result.tree, 'task-3'))?.grant).toMatchObject({
      agent: 'other',
      by: 'octocat',
      since: afterLease,
    })
    expect((await give(withQuestion, '/answer task-3 "All of them"', afterLease)).tree).not.toHaveProperty(
      input,
      expect.stringContaining('"agent"'),
    )
  })

  it('that the agent itself has ended is none, and is not given back by an answer without a name', async () => {
    const heldTree = await accepted()
    const output = {
      ...payloads.executorOutput('task-3'),
      status: 'blocked',
      success_criteria_met: false,
      blockers: ['Which words?'],
    }
    const withQuestion = withMessage(heldTree as Files, 'executor.task-3.a1.output', output)
    expect(await target(withQuestion, 'task-3')).not.toHaveProperty('grant')
    const { tree } = await give(withQuestion, '/answer task-3 "All of them"', later)
    expect(await target(tree, 'task-3')).toMatchObject({ holder: 'agent' })
    expect(await target(tree, 'task-3')).not.toHaveProperty('grant')
    expect(inputIn(tree)).not.toMatch(/"agent"|"until"/)
  })
})

const sent = withMessage(workingSample, 'executor.task-3.a1.input', payloads.executorInput('task-3'))
const inEnvelope = (...keys: readonly string[]) =>
  change(sent, { [input]: [['  "payload"', `${keys.map((key) => `  ${key},\n`).join('')}  "payload"`]] })

describe('a grant that another tool has written', () => {
  const refresh = '/accept task-3 --agent exec --refresh --lease 1h'
  const untilField = '"until": "2026-02-01T12:00:00Z"'

  it.each<
    readonly [
      about: string,
      edits: readonly (readonly [from: string, to: string])[],
      refreshed: readonly (readonly [from: string, to: string])[],
    ]
  >([
    ['in lines that end as in Windows', [['\n', '\r\n']], [['12:00:00Z', '12:30:00Z']]],
    ['with a mark', [['{\n  "contract"', '\ufeff{\n  "contract"']], [['12:00:00Z', '12:30:00Z']]],
    ['with another zone', [['2026-01-31T15:00:00Z', '2026-01-31T22:00:00.5+07:00']], [['12:00:00Z', '12:30:00Z']]],
    [
      'with its time at the end',
      [
        [`  ${untilField},\n`, ''],
        ['\n  }\n}', `\n  },\n  ${untilField}\n}`],
      ],
      [['12:00:00Z', '12:30:00Z']],
    ],
    [
      'without its time',
      [[`  ${untilField},\n`, '']],
      [['"agent": "exec"', '"agent": "exec",\n  "until": "2026-02-01T12:30:00Z"']],
    ],
  ])('%s changes in its values alone', async (_, edits, refreshed) => {
    const edited = (text: string, all: typeof edits) =>
      all.reduce((changedText, [from, to]) => changedText.replaceAll(from, to), text)
    const tree = { ...sent, [input]: edited(String(inEnvelope('"agent": "exec"', untilField)[input]), edits) }
    const result = await give(tree, refresh, later)
    expect(inputIn(result.tree)).toBe(edited(inputIn(tree), refreshed))
  })

  it('names the one who gives it again, there or not', async () => {
    for (const keys of [['"by": "octocat"'], []]) {
      const tree = inEnvelope(...keys, '"agent": "exec"', untilField)
      const taken = await give(tree, '/accept task-3 --agent other --takeover', afterLease, 'hubot')
      expect(inputIn(taken.tree)).toBe(
        change(tree, {
          [input]: [
            ['2026-01-31T15:00:00Z",\n', `${afterLease}",\n${keys.length === 0 ? '  "by": "hubot",\n' : ''}`],
            ...(keys.length === 0 ? [] : [['"by": "octocat"', '"by": "hubot"'] as const]),
            ['"agent": "exec"', '"agent": "other"'],
            [`  ${untilField},\n`, ''],
          ],
        })[input],
      )
    }
  })

  it('has a time and no agent', async () => {
    expect((await target(inEnvelope('"agent": null', untilField), 'task-3'))?.grant).toEqual({
      since: '2026-01-31T15:00:00Z',
      until: '2026-02-01T12:00:00Z',
      place: expect.objectContaining({ path: input, line: 7 }),
    })
  })
})

describe('what is where a grant belongs', () => {
  it.each<readonly [about: string, keys: readonly string[], code: string, message: string]>([
    [
      'no name',
      ['"agent": "the best"'],
      'GRANT_INVALID',
      'Unexpected `agent` `the best` of a grant, expected the name of an agent',
    ],
    [
      'no time',
      ['"agent": "exec"', '"until": "noon"'],
      'GRANT_INVALID',
      'Unexpected `until` `noon` of a grant, expected a time with its zone',
    ],
    ['a number', ['"agent": 1'], 'MESSAGE_ENVELOPE', 'In `agent`: Unexpected `1`, expected a string'],
    [
      'a list',
      ['"agent": "exec"', '"until": []'],
      'MESSAGE_ENVELOPE',
      'In `until`: Unexpected empty list, expected a string',
    ],
  ])('%s: counts as none, and is reported once', async (_, keys, code, message) => {
    const tree = inEnvelope(...keys)
    expect(await target(tree, 'task-3')).not.toHaveProperty('grant')
    expect(await diagnose(tree)).toMatchObject([{ code, message }])
  })

  it('with a wrong time of its beginning: only that is reported', async () => {
    const tree = change(inEnvelope('"agent": "exec"'), { [input]: [['2026-01-31T15:00:00Z', 'yesterday']] })
    expect(await target(tree, 'task-3')).not.toHaveProperty('grant')
    expect(await found(tree)).toEqual(['MESSAGE_ENVELOPE error'])
  })

  it.each([[], ['"agent": null'], ['"agent": null', '"until": null']])(
    '%j %j: is no grant, and no finding',
    async (...keys) => {
      const tree = inEnvelope(...keys)
      expect(await target(tree, 'task-3')).not.toHaveProperty('grant')
      expect(await found(tree)).toEqual([])
    },
  )

  it('has its times as other tools write them', async () => {
    const tree = change(inEnvelope('"agent": "exec"', '"by": " "'), {
      [input]: [['2026-01-31T15:00:00Z', '2026-01-31T22:00:00.5+0700']],
    })
    expect((await target(tree, 'task-3'))?.grant).toMatchObject({ agent: 'exec', since: '2026-01-31T15:00:00Z' })
    expect((await target(tree, 'task-3'))?.grant?.by).toBeUndefined()
  })
})

describe('the verdict on an attempt', () => {
  const policy = { record: 'named', lease: 'none', staleAfter: 48 * hour, separateDuties: true } as const
  const returned = async (words: string) =>
    (await give(await accepted(words), '/handback task-3 success --skeleton Counted', later)).tree
  const judge = (tree: Tree, words: string, granting: object = policy) =>
    giveTo(
      tree,
      `/review task-3 qualified ${words}`,
      { protocol: subagent, at: afterLease },
      { actor: 'octocat', granting: { ...policy, ...granting } },
    )

  it.each<readonly [held: string, by: string, code: string | undefined]>([
    ['--agent exec/1', '--agent exec/1', 'COMMAND_DENIED'],
    ['--agent exec/1', '--agent exec', 'COMMAND_DENIED'],
    ['--agent exec', '--agent exec/2', 'COMMAND_DENIED'],
    ['--agent exec/1', '--agent exec/2', undefined],
    ['--agent exec/1', '--agent reviewer', undefined],
    ['--agent exec/1', '', undefined],
    ['', '--agent exec', undefined],
  ])('held with %j is not given with %j where duties are kept apart: %s', async (acceptOptions, by, code) => {
    const tree = await returned(acceptOptions)
    const result = await judge(tree, by)
    expect([result.outcome, result.codes]).toEqual(
      code === undefined ? ['changed', []] : ['refused', [`${code} error`]],
    )
    if (code !== undefined)
      expect([result.tree, result.result.diagnostics[0]?.message]).toEqual([tree, expect.stringContaining('exec')])
    expect((await judge(tree, by, { separateDuties: false })).outcome).toBe('changed')
  })

  it('is that of the agent of the newest attempt, whatever was before', async () => {
    const again = (
      await give(await returned('--agent exec/1'), '/review task-3 failed --agent reviewer Once more', later)
    ).tree
    const second = (await give(again, '/accept task-3 --agent exec/2', afterLease)).tree
    const back = (await give(second, '/handback task-3 success --skeleton Counted', afterLease)).tree
    expect((await judge(back, '--agent exec/1')).outcome).toBe('changed')
    expect((await judge(back, '--agent exec/2')).codes).toEqual(['COMMAND_DENIED error'])
  })

  it('is not that of the server of tools which held it', async () => {
    const server = { instance: 'abcd1234', isServer: true }
    const tree = (
      await giveTo(sample, '/accept task-3', { protocol: subagent, at: began }, { granting: { ...policy, ...server } })
    ).tree
    const back = (
      await giveTo(
        tree,
        '/handback task-3 success --skeleton Counted',
        { protocol: subagent, at: later },
        { granting: policy },
      )
    ).tree
    expect((await judge(back, '', server)).codes).toEqual(['COMMAND_DENIED error'])
    expect((await judge(back, '', { instance: 'ffff1234', isServer: true })).outcome).toBe('changed')
    expect((await judge(back, '', { instance: 'abcd1234' })).outcome).toBe('changed')
  })
})

describe('two branches that grant', () => {
  /** `TARGET severity` of what is found on a branch before it is merged. */
  async function doubles(branch: Tree, otherBranch: Tree, base: Tree): Promise<readonly string[]> {
    const { found: all } = await foundOn({ head: branch, tip: otherBranch, base }, afterLease)
    return all.flatMap(({ code, target: about, severity }) => (code === 'GRANT_DOUBLE' ? [`${about} ${severity}`] : []))
  }

  const two = marked(sample, 'plan-init', 'x', ' ')

  it('control of one task twice: an error at the task alone', async () => {
    const otherBranch = (await give(sample, '/accept task-3 --agent exec/2', later)).tree
    expect(await doubles(await accepted(), otherBranch, sample)).toEqual(['task:task-3@260131-144400 error'])
    expect(await doubles(await accepted(), await accepted(), sample)).toEqual([])
  })

  it('control of two tasks of one session: nothing', async () => {
    const plannerBranch = (await give(two, '/accept plan-init --agent planner Count words')).tree
    const executorBranch = { ...two, ...(await accepted()) }
    expect(await doubles(plannerBranch, executorBranch, two)).toEqual([])
  })
})

describe('the silence of a task', () => {
  it.each<readonly [about: string, keys: readonly string[], codes: readonly string[]]>([
    ['with a name alone', ['"agent": "exec"'], ['SUBAGENT_STALE warning']],
    ['with a time that is over', ['"agent": "exec"', '"until": "2026-02-01T09:00:00Z"'], ['GRANT_OVER warning']],
    ['with a time that is not', ['"until": "2026-02-09T09:00:00Z"'], []],
    ['with a time that is none', ['"until": "noon"'], ['SUBAGENT_STALE warning', 'GRANT_INVALID notice']],
  ])('is reported once, %s', async (_, keys, codes) => {
    const tree = inEnvelope(...keys)
    const setting = { at: '2026-02-03T10:00:00Z', staleAfter: 24 * hour, mode: 'soft' } as const
    expect((await found(tree, setting)).toSorted()).toEqual(codes.toSorted())
  })
})
