import { describe, expect, it } from 'vitest'
import type { Protocol } from '../../src/core/protocol.ts'
import { protocols } from '../../src/entry/protocols.ts'
import { statusBrief } from '../../src/render/brief.ts'
import { json } from '../../src/render/json.ts'
import { reply } from '../../src/render/reply-comment.ts'
import { statusGithub, statusMarkdown, statusText } from '../../src/render/status.ts'
import { transitionText } from '../../src/render/transition-text.ts'
import { transitionData } from '../../src/render/transition.ts'
import * as control from '../../src/protocols/control/examples.ts'
import * as governance from '../../src/protocols/governance/examples.ts'
import * as handover from '../../src/protocols/handover/examples.ts'
import * as plugin from '../../src/protocols/plugin/examples.ts'
import * as subagent from '../../src/protocols/subagent/examples.ts'
import { give, look, type FirstResult, type Tree } from './scene.ts'

const named = (name: string): Protocol =>
  protocols.find((candidate) => candidate.name === name) ?? expect.fail(`There is no protocol ${name}`)

/** A target that an agent holds, and how it is spoken of. */
interface HeldTarget {
  readonly protocol: Protocol
  readonly tree: Tree
  readonly target: string
  /** What a command calls it. */
  readonly name: string
  /** The command that answers a question. */
  readonly fix: string
  /** When control is granted again. */
  readonly at?: string
  readonly accept?: string
}

const ask = '/handback'
const text = 'Which colour, octocat?'

const accepted = async (tree: Tree, comment: string, protocol: Protocol) =>
  (await give(tree, comment, { protocol })).tree

const heldTargets: readonly HeldTarget[] = [
  {
    protocol: named('plugin'),
    tree: await accepted(plugin.sample, '/accept TinyGain', named('plugin')),
    target: 'plugin:TinyGain',
    name: 'TinyGain',
    fix: '/answer TinyGain "…"',
  },
  {
    protocol: named('handover'),
    tree: handover.inProgress(...handover.working),
    target: 'project:2026-01-20-login',
    name: 'login',
    fix: '/answer 2026-01-20-login "…"',
  },
  {
    protocol: named('subagent'),
    tree: await accepted(subagent.sample, '/accept task-3', named('subagent')),
    target: 'task:task-3@260131-144400',
    name: 'task-3',
    fix: '/answer task-3 "…"',
  },
  {
    protocol: named('control'),
    tree: control.grantedSample,
    target: 'stage:explore@run-2026-01-20-001',
    name: 'explore',
    fix: '/answer explore@run-2026-01-20-001 "…"',
  },
  {
    protocol: named('governance'),
    tree: governance.sample,
    target: 'session:ses_1',
    name: 'ses_1',
    fix: '/anchor ses_1 context high "…"',
    at: '2026-02-04T13:00:00Z',
  },
]

const whole = (tree: Tree) => Object.values(tree).map(String).join('\n')

const shown = ({ result }: FirstResult) => ({ ...result, results: [result] })

/** Every way in which an answer is shown. */
const answers = (result: FirstResult) => [
  result.result.reply,
  transitionText(shown(result)),
  JSON.stringify(transitionData(shown(result))),
  reply({ comment: 1, results: [result.result], refused: result.result.outcome === 'refused', notes: [] }),
]

describe.each(heldTargets)('a question in $protocol.name', ({ protocol, tree, target, name, fix, at }) => {
  const handBackQuestion = () => give(tree, `${ask} ${name} question "${text}"`, { protocol })
  const later = { protocol, at }

  it('is shown in the answer to the handback that asks it', async () => {
    const result = await handBackQuestion()
    expect(result.result).toMatchObject({ outcome: 'changed', target, holder: 'orchestrator', question: text })
    for (const answer of answers(result)) expect(answer).toContain(text)
    expect(transitionData(shown(result))).toMatchObject({ holder: 'orchestrator', question: text })
  })

  it('is beside the holder, in every status', async () => {
    const report = await look((await handBackQuestion()).tree, { protocol })
    expect(report.targets.find(({ id }) => id === target)).toMatchObject({ holder: 'orchestrator', question: text })
    const parsed = JSON.parse(json(report)) as { readonly targets: readonly { readonly id: string }[] }
    expect(parsed.targets.find(({ id }) => id === target)).toMatchObject({ question: text })
    for (const status of [
      statusText(report, false, { color: false }),
      statusText(report, true, { color: false }),
      statusMarkdown(report),
      statusGithub(report),
    ])
      expect(status).toMatch(/question:? .*Which colour, octocat\?/)
    for (const comment of ['/status', `/status ${target}`]) {
      const { result } = await give((await handBackQuestion()).tree, comment, { protocol })
      expect(result.reply).toContain(text)
      expect(result.report?.lines.join('\n')).toContain(text)
    }
    expect((await look(tree, { protocol })).targets.filter(({ question }) => question !== undefined)).toEqual([])
  })

  it('is kept, and gone from the target, where control is granted without an answer', async () => {
    const result = await give((await handBackQuestion()).tree, `/accept ${name} --anyway`, later)
    expect(result.result).toMatchObject({ outcome: 'changed', target, holder: 'agent' })
    expect(result.result.question).toBeUndefined()
    expect(whole(result.tree)).toContain(text)
  })

  it('is kept with its answer', async () => {
    const result = await give((await handBackQuestion()).tree, fix.replace('…', 'Green'), later)
    expect(result.result.outcome).toBe('changed')
    expect(whole(result.tree)).toContain(text)
    expect(whole(result.tree)).toContain('Green')
    const now = await look(result.tree, later)
    expect(now.targets.filter(({ question }) => question !== undefined)).toEqual([])
    // What was answered is open no more.
    const again = await give(result.tree, `/accept ${name}`, later)
    expect([protocol.name, again.result.outcome]).toEqual([
      protocol.name,
      protocol.name === 'governance' ? 'changed' : 'unchanged',
    ])
  })
})

describe.each(heldTargets)('what was answered in $protocol.name', ({ protocol, tree, name, fix }) => {
  it('stays through an error, a second question and a success', async () => {
    const day = (hour: number) => `2026-02-04T${String(hour).padStart(2, '0')}:00:00Z`
    const told = fix.replace(/ "…"$/, '')
    const steps = [
      `/handback ${name} question "Which colour?"`,
      `${told} "The green one"`,
      `/accept ${name}`,
      `/handback ${name} error INPUT_MISSING "No brief"`,
      `/accept ${name}`,
      `/handback ${name} question "Which form?"`,
      `${told} "The round one"`,
      `/accept ${name}`,
      `/handback ${name} question "Which size?"`,
      `/accept ${name} --anyway`,
      `/handback ${name} success ${protocol.name === 'subagent' ? '--skeleton ' : ''}"It is drawn"`,
    ]
    let now = tree
    for (const [index, step] of steps.entries()) now = (await give(now, step, { protocol, at: day(10 + index) })).tree
    for (const answer of ['The green one', 'The round one'])
      expect([answer, whole(now).includes(answer)]).toEqual([answer, true])
  })
})

const guarded = heldTargets.filter(({ protocol }) => protocol.name !== 'control')

describe.each(guarded)('an open question in $protocol.name', ({ protocol, tree, target, name, fix, at }) => {
  it('holds back a grant that does not say so, and names the command that answers it', async () => {
    const { tree: withQuestion } = await give(tree, `${ask} ${name} question "${text}"`, { protocol })
    const result = await give(withQuestion, `/accept ${name}`, { protocol, at })
    expect(result.codes).toEqual(['QUESTION_OPEN error'])
    expect(result.tree).toEqual(withQuestion)
    const [diagnostic] = result.result.diagnostics
    expect(diagnostic).toMatchObject({ fix, target })
    expect(diagnostic?.message).toContain(text)
    expect(result.result).toMatchObject({ target, question: text })
    expect(transitionData(shown(result))).toMatchObject({ outcome: 'refused', question: text })
    const anyway = /`(\/accept [^`]+)`/.exec(diagnostic?.hint ?? '')?.[1] ?? ''
    expect((await give(withQuestion, anyway, { protocol, at })).result.outcome).toBe('changed')
  })
})

describe('a question of a stage', () => {
  const protocol = named('control')
  const path = control.answerPath
  const granted = async () => {
    const { tree } = await give(control.grantedSample, `${ask} explore question "${text}"`, { protocol })
    return give(tree, '/accept explore', { protocol })
  }

  it('holds nothing back, is kept without an answer, and is answered late', async () => {
    const result = await granted()
    expect(result.result.outcome).toBe('changed')
    expect(JSON.parse(String(result.tree[path]))).toEqual({
      question: text,
      answer: null,
      timestamp: '2026-02-04T10:00:00+00:00',
    })
    const warning = result.result.diagnostics.find(({ code }) => code === 'HANDBACK_QUESTION_UNANSWERED')
    expect(warning).toMatchObject({ severity: 'warning', fix: '/answer explore@run-2026-01-20-001 "…"' })
    expect(
      (await look(result.tree, { protocol }, 'strict')).diagnostics.filter(({ code }) => code === 'CONTROL_ANSWER'),
    ).toEqual([])

    const late = await give(result.tree, (warning?.fix ?? '').replace('…', 'Green'), { protocol })
    expect(late.result).toMatchObject({ outcome: 'changed', from: 'granted', to: 'granted', holder: 'agent' })
    expect(late.tree[path]).toBe(result.tree[path])
    expect(JSON.parse(String(late.tree[path.replace('001.json', '002.json')]))).toMatchObject({
      question: text,
      answer: 'Green',
    })
    // The agent that it names gets no grant: another one is at work.
    const granting = { record: 'named', lease: 'none', staleAfter: 86_400_000 } as const
    const named = await give(result.tree, '/answer explore --agent claude/7 Green', { protocol }, { granting })
    expect(named.tree).toEqual(late.tree)
    expect((await give(late.tree, '/answer explore Green', { protocol })).result.outcome).toBe('unchanged')
    expect((await give(late.tree, '/answer explore Red', { protocol })).codes).toEqual(['HANDBACK_NOT_QUESTION error'])
  })

  it('is no answer where it is blank', async () => {
    const { tree } = await granted()
    for (const answer of ['" "', '0', '[]'])
      expect(
        (
          await look({ ...tree, [path]: String(tree[path]).replace('null', answer) }, { protocol }, 'strict')
        ).diagnostics.map(({ code }) => code),
      ).toContain('CONTROL_ANSWER')
  })
})

describe('what is kept of a question', () => {
  it('is before its answer in a handoff', async () => {
    const protocol = named('plugin')
    const handoff = (tree: Tree) => String(tree[plugin.handoffPath])
    const { tree } = await give(heldTargets[0]?.tree ?? {}, '/handback TinyGain question "Dark <b> or light?"', {
      protocol,
    })
    const answered = await give(tree, '/answer TinyGain Dark', { protocol, at: '2026-02-05T10:00:00Z' })
    expect(handoff(answered.tree)).toContain(
      '- **Question (2026-02-05):** Dark &lt;b> or light?\n- **Answer (2026-02-05):** Dark\n',
    )
    const anyway = await give(tree, '/accept TinyGain --anyway', { protocol, at: '2026-02-05T10:00:00Z' })
    expect(handoff(anyway.tree)).toContain('- **Question (2026-02-05):** Dark &lt;b> or light? (not answered)\n')
  })

  it('is with each answer, though two questions have the same', async () => {
    const protocol = named('plugin')
    let tree = heldTargets[0]?.tree ?? {}
    for (const question of ['Dark?', 'Round?']) {
      tree = (await give(tree, `/handback TinyGain question ${question}`, { protocol })).tree
      tree = (await give(tree, '/answer TinyGain Yes', { protocol })).tree
    }
    expect(String(tree[plugin.handoffPath])).toContain(
      ['Dark?', 'Round?']
        .map((question) => `- **Question (2026-02-04):** ${question}\n- **Answer (2026-02-04):** Yes\n`)
        .join(''),
    )
  })

  it('is the note of a step', async () => {
    const protocol = named('handover')
    const { tree } = await give(heldTargets[1]?.tree ?? {}, '/handback login question "Which hash?"', { protocol })
    const anyway = await give(tree, '/accept login --anyway', { protocol })
    expect(String(anyway.tree[handover.progressPath])).toContain('"note": "Which hash? | Not answered"')
    expect((await give(tree, '/accept login --new-run', { protocol })).codes).toEqual(['QUESTION_OPEN error'])
    expect((await give(tree, '/preflight login', { protocol })).codes).toEqual(['QUESTION_OPEN error'])
  })

  it('stands before the next question of a step, which alone is open, and before what was done', async () => {
    const protocol = named('handover')
    const note = (tree: Tree) =>
      (JSON.parse(String(tree[handover.progressPath])) as { steps: { 2: { note: string } } }).steps[2].note
    const path = ['question "Which hash?"', 'question "Which salt?"'] as const
    let result = await give(heldTargets[1]?.tree ?? {}, `/handback login ${path[0]}`, { protocol })
    result = await give(result.tree, '/answer login argon2id', { protocol })
    result = await give(result.tree, '/handback login error "No key"', { protocol })
    result = await give(result.tree, '/accept login', { protocol })
    expect(result.result.reply).toContain('Asked before: `Which hash? | Answer: argon2id`')
    result = await give(result.tree, `/handback login ${path[1]}`, { protocol })
    expect(result.result.question).toBe('Which salt?')
    expect((await give(result.tree, `/handback login ${path[1]}`, { protocol })).result.outcome).toBe('unchanged')
    result = await give(result.tree, '/answer login random', { protocol })
    expect((await give(result.tree, '/answer login random', { protocol })).result.outcome).toBe('unchanged')
    expect(note(result.tree)).toBe('Which hash? | Answer: argon2id | Question: Which salt? | Answer: random')
    result = await give(result.tree, '/handback login success Done', { protocol })
    expect(note(result.tree)).toBe('Which hash? | Answer: argon2id | Question: Which salt? | Answer: random | Done')
    expect((await give(result.tree, '/handback login success Done', { protocol })).result.outcome).toBe('unchanged')
    // A new run begins without them: the answer of the command has them, and where they are.
    result = await give(result.tree, '/accept login --new-run', { protocol })
    expect(result.result.reply).toContain(
      `(\`git log -p -- ${handover.progressPath}\` shows it):\n- Step \`2\`: \`Which hash? | Answer: argon2id | Question: Which salt? | Answer: random | Done\``,
    )
  })

  it('goes to the input and the prompt of the next attempt, once', async () => {
    const protocol = named('subagent')
    const input = (tree: Tree, attempt: number) =>
      JSON.parse(String(tree[subagent.messagePath(`executor.task-3.a${attempt}.input`)])) as unknown
    let { tree } = heldTargets[2] ?? {}
    for (const [question, answer] of [
      ['Which hash?', 'argon2id'],
      ['Which salt?', 'random'],
    ]) {
      tree = (await give(tree ?? {}, `/handback task-3 question "${question}"`, { protocol })).tree
      tree = (await give(tree, `/answer task-3 ${answer}`, { protocol })).tree
      tree = (await give(tree, '/handback task-3 error "No key"', { protocol })).tree
      const again = await give(tree, '/accept task-3', { protocol })
      expect(again.result.reply).toContain('QUESTION_1: Which hash?\nANSWER_1: argon2id')
      tree = again.tree
    }
    expect(input(tree ?? {}, 3)).toMatchObject({
      answers: [
        { question: 'Which hash?', answer: 'argon2id', by: 'octocat' },
        { question: 'Which salt?', answer: 'random', by: 'octocat' },
      ],
    })
    expect((await look(tree ?? {}, { protocol }, 'strict')).diagnostics).toEqual([])
  })

  it('is an entry without an answer in the input of an attempt', async () => {
    const protocol = named('subagent')
    const { tree } = await give(heldTargets[2]?.tree ?? {}, '/handback task-3 question "Which hash?"', { protocol })
    const anyway = await give(tree, '/accept task-3 --anyway', { protocol })
    expect(anyway.codes).toEqual(['SUBAGENT_QUESTION_UNANSWERED warning'])
    expect(JSON.parse(String(anyway.tree[subagent.messagePath('executor.task-3.a1.input')]))).toMatchObject({
      answers: [{ question: 'Which hash?', by: 'octocat' }],
    })
  })
})

describe('a session that was handed back with a question', () => {
  const protocol = named('governance')
  const handBackQuestion = () => give(governance.sample, '/handback ses_1 question "Which database?"', { protocol })

  it.each<readonly [type: string, isAnswer: boolean]>([
    ['context', true],
    ['decision', true],
    ['checkpoint', false],
    ['completion', false],
  ])('is answered by an anchor of type %s: %s', async (type, isAnswer) => {
    const { tree } = await handBackQuestion()
    const anchored = await give(tree, `/anchor ses_1 ${type} high Postgres`, { protocol, at: '2026-02-04T11:30:00Z' })
    expect(anchored.result.question).toBe(isAnswer ? undefined : 'Which database?')
    const accepted = await give(anchored.tree, '/accept ses_1', { protocol, at: '2026-02-04T13:00:00Z' })
    expect(accepted.codes).toEqual(isAnswer ? [] : ['QUESTION_OPEN error'])
  })

  it('is not answered by what was anchored before', async () => {
    const anchored = await give(governance.sample, '/anchor ses_1 context high Postgres', {
      protocol,
      at: '2026-02-04T09:30:00Z',
    })
    const { tree } = await give(anchored.tree, '/handback ses_1 question "Which database?"', { protocol })
    expect((await give(tree, '/accept ses_1', { protocol, at: '2026-02-04T13:00:00Z' })).codes).toEqual([
      'QUESTION_OPEN error',
    ])
  })

  it('says both where it is too early as well', async () => {
    const { tree } = await handBackQuestion()
    const early = await give(tree, '/accept ses_1', { protocol, at: '2026-02-04T10:30:00Z' })
    expect(early.codes).toEqual(['GOV_RESUME_TOO_EARLY error', 'QUESTION_OPEN error'])
    const configuration = { 'allow-edges': ['interrupted->between_turn'] }
    const at = '2026-02-04T10:30:00Z'
    expect((await give(tree, '/accept ses_1', { protocol, configuration, at })).codes).toEqual(['QUESTION_OPEN error'])
    expect((await give(tree, '/accept ses_1 --anyway', { protocol, configuration, at })).result.outcome).toBe('changed')
  })

  it('keeps the words of its handback when it goes on without an answer', async () => {
    const { tree } = await handBackQuestion()
    const anyway = await give(tree, '/accept ses_1 --anyway', { protocol, at: '2026-02-04T13:00:00Z' })
    expect(JSON.parse(String(anyway.tree[governance.sessionPath()]))).toMatchObject({
      sessionState: 'beginning',
      handback: { reason: 'question', text: 'Which database?' },
    })
  })

  it('names what answers it, and when it can go on', async () => {
    const result = await handBackQuestion()
    expect(result.result.reply).toContain(
      'The orchestrator answers it: `/anchor ses_1 context high "…"`; `/accept ses_1` resumes it after `2026-02-04T11:00:00.000Z`.',
    )
    const busy = await give(result.tree, '/turn ses_1', { protocol, at: '2026-02-04T10:30:00Z' })
    expect(busy.result.diagnostics[0]?.hint).toContain('The orchestrator answers it: `/anchor ses_1 context high "…"`')
  })
})

describe('an error that control came back with', () => {
  it.each(heldTargets)('is listed by the status of $protocol.name', async ({ protocol, tree, target, name }) => {
    const code = protocol.name === 'control' || protocol.name === 'plugin' ? 'INPUT_MISSING ' : ''
    const { tree: failed } = await give(tree, `/handback ${name} error ${code}No brief`, { protocol })
    const report = await look(failed, { protocol })
    const error = report.targets.find(({ id }) => id === target)?.error
    expect(error).toBe(code === '' ? 'No brief' : 'INPUT_MISSING: No brief')
    for (const status of [statusText(report, false, { color: false }), statusMarkdown(report), statusGithub(report)])
      expect(status).toMatch(/error: .*No brief/)
    const inData = { targets: expect.arrayContaining([expect.objectContaining({ id: target, error })]) }
    expect(statusBrief(report, undefined)).toMatchObject(inData)
    expect(JSON.parse(json(report))).toMatchObject(inData)
    const comment = await give(failed, `/status ${target}`, { protocol })
    expect(comment.result.reply).toContain('No brief')
  })
})
