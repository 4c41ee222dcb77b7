import { describe, expect, it } from 'vitest'
import type { Files } from '../../../src/core/rule.ts'
import {
  acceptPath,
  answer,
  answerPath,
  change,
  configPath,
  grantedSample,
  handbackPath,
  inAccept,
  inConfig,
  inHandback,
  later,
  nextSample,
  paramsPath,
  recordPath,
  reportPath,
  resultPath,
  returned,
  returnedSample,
  sample,
  stagePath,
  workedSample,
} from '../../../src/protocols/control/examples.ts'
import { control } from '../../../src/protocols/control/protocol.ts'
import { machine, type State } from '../../../src/protocols/control/states.ts'
import type { Action } from '../../../src/core/action.ts'
import { expectCarriedOut } from '../actions.ts'
import type { SceneSetting, Tree } from '../scene.ts'
import { usual } from './scene.ts'

const id = `stage:explore@run-2026-01-20-001`
const of = (actions: readonly Action[], target = id) => actions.find((action) => action.target === target)
const actionOf = async (tree: Tree, target = id, setting?: SceneSetting) =>
  of((await usual.next(tree, setting)).actions, target)

const prompts = [stagePath('prompt/wf.md'), stagePath('prompt/main.md')]
const read = [...prompts, stagePath('inputs/brief.md')]

/** Each state with a repository that is in it, and what is to be done there. */
const table: Readonly<Record<State, readonly [tree: Files, action: Partial<Action> | undefined]>> = {
  'not granted': [sample, { do: 'accept', run: '/accept explore', read }],
  granted: [
    grantedSample,
    { do: 'work', run: '/handback explore success|error|question "…"', read, needs: [reportPath, resultPath] },
  ],
  'accept invalid': [
    inAccept(['"agent"', '"nobody"']),
    { do: 'mend', run: '/accept explore', code: 'ACCEPT_STATE', why: expect.stringContaining('nobody') as string },
  ],
  'handback invalid': [
    inHandback('success', ['"success"', '"done"']),
    { do: 'mend', run: '/handback explore success|error|question "…"', code: 'HANDBACK_REASON' },
  ],
  'returned success': [returnedSample, undefined],
  'returned error': [
    returned('error'),
    { do: 'decide', run: '/accept explore', code: 'INPUT_MISSING', why: 'There is no brief', read },
  ],
  'returned question': [
    returned('question'),
    { do: 'answer', run: '/answer explore "…"', question: 'Which colour?', read },
  ],
}

describe('what is to be done about a stage', () => {
  it.each(Object.entries(table))('that is %s', async (state, [tree, action]) => {
    expect((await usual.target(tree, 'explore'))?.state).toBe(state)
    if (action) expect(await actionOf(tree)).toMatchObject(action)
    else expect(await actionOf(tree)).toBeUndefined()
  })

  it('is known in every state', () => {
    expect(Object.keys(table).toSorted()).toEqual(Object.keys(machine.states).toSorted())
  })

  /** What keeps a stage from being granted: what is changed, the code, and the files that are named. */
  const unready: readonly (readonly [
    about: string,
    tree: Files,
    target: string,
    code: string,
    why: string,
    needs: readonly string[],
  ])[] = [
    [
      'no prompt',
      change(sample, { [prompts[0] ?? '']: null }),
      'explore',
      'PREFLIGHT_PROMPT_MISSING',
      'prompt/wf.md',
      [prompts[0] ?? ''],
    ],
    [
      'an empty prompt',
      change(sample, { [prompts[1] ?? '']: '' }),
      'explore',
      'PREFLIGHT_PROMPT_EMPTY',
      'prompt/main.md',
      [prompts[1] ?? ''],
    ],
    [
      'no input',
      change(sample, { [stagePath('inputs/brief.md')]: null }),
      'explore',
      'PREFLIGHT_INPUT_MISSING',
      'inputs/brief.md',
      [stagePath('inputs/brief.md')],
    ],
    [
      'an input that is an output of another stage by its name',
      change(sample, {
        [stagePath('stage-config.yaml', 'specify')]: [
          ['    from_stage: explore\n    source: run/output-files/report.md\n', ''],
        ],
      }),
      'specify',
      'PREFLIGHT_INPUT_MISSING',
      'inputs/report.md`, which the stage `explore` has as its output `run/output-files/report.md',
      [stagePath('inputs/report.md', 'specify')],
    ],
    [
      'neither prompt nor input',
      change(sample, { [prompts[0] ?? '']: null, [stagePath('inputs/brief.md')]: null }),
      'explore',
      'PREFLIGHT_PROMPT_MISSING',
      'prompt/wf.md',
      [prompts[0] ?? '', stagePath('inputs/brief.md')],
    ],
    [
      'no contract',
      change(sample, { [configPath]: null }),
      'explore',
      'STAGE_CONFIG_MISSING',
      'stage-config.yaml',
      [configPath],
    ],
    [
      'a path that leads away',
      inConfig(['inputs/brief.md', '../brief.md']),
      'explore',
      'STAGE_PATH_ESCAPE',
      '../brief.md',
      [configPath],
    ],
    [
      'a source that is not finalized',
      returnedSample,
      'specify',
      'PREFLIGHT_SOURCE_UNFINALIZED',
      'run/output-data/output-params.json',
      [paramsPath],
    ],
    [
      'a source that has not begun',
      sample,
      'specify',
      'PREFLIGHT_SOURCE_UNFINALIZED',
      'run/output-data/output-params.json',
      [paramsPath],
    ],
    [
      'a source that is not finalized, in a run without wf-run.json',
      change(returnedSample, { [recordPath]: null }),
      'specify',
      'PREFLIGHT_SOURCE_UNFINALIZED',
      'run/output-data/output-params.json',
      [paramsPath],
    ],
    [
      'a result that is gone',
      change(nextSample, { [reportPath]: null, [stagePath('run/output-data/accept.json', 'specify')]: null }),
      'specify',
      'PREFLIGHT_SOURCE_MISSING',
      'run/output-files/report.md',
      [reportPath],
    ],
    [
      'a parameter that is not published',
      change(nextSample, {
        [paramsPath]: [['"total"', '"sum"']],
        [stagePath('run/output-data/accept.json', 'specify')]: null,
      }),
      'specify',
      'PREFLIGHT_PARAM_UNRESOLVED',
      'total',
      [paramsPath],
    ],
  ]

  it.each(unready)('is to wait: %s', async (_, tree, stage, code, why, needs) => {
    const action = await actionOf(tree, `stage:${stage}@run-2026-01-20-001`)
    expect(action).toMatchObject({ do: 'wait', code, why: expect.stringContaining(`\`${why}\``) as string, needs })
    expect(action).not.toHaveProperty('run')
  })

  it('is to accept the next stage once the one before is finalized', async () => {
    const tree = change(nextSample, { [stagePath('run/output-data/accept.json', 'specify')]: null })
    const action = await actionOf(tree, 'stage:specify@run-2026-01-20-001')
    // The input is still where the stage before has put it.
    expect(action).toMatchObject({
      do: 'accept',
      read: [...['wf', 'main'].map((name) => stagePath(`prompt/${name}.md`, 'specify')), reportPath],
    })
    const copied = change(tree, { [stagePath('inputs/report.md', 'specify')]: 'All is well.\n' })
    const { read: paths } = (await actionOf(copied, 'stage:specify@run-2026-01-20-001')) ?? {}
    expect(paths?.at(-1)).toBe(stagePath('inputs/report.md', 'specify'))
  })

  it('names the newest answer, and of the rest as much as is read at once', async () => {
    const inputs = ['a', 'b', 'c', 'd'].map((name) => `\n  - name: ${name}\n    path: inputs/${name}.md`)
    const tree = change(grantedSample, {
      [configPath]: [['\n  - name: brief\n    path: inputs/brief.md', inputs.join('')]],
      ...Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [stagePath(`inputs/${name}.md`), 'Text.\n'])),
      [answerPath]: answer,
      [answerPath.replace('001.json', '002.json')]: answer,
    })
    const { read: paths } = (await actionOf(tree)) ?? {}
    expect(paths).toEqual([
      ...prompts,
      stagePath('inputs/a.md'),
      stagePath('inputs/b.md'),
      answerPath.replace('001.json', '002.json'),
    ])
  })

  it('needs the outputs that a success would be refused for: not there, empty, or not as they must be', async () => {
    const invalid = [
      change(workedSample, { [resultPath]: '{}' }),
      change(workedSample, { [resultPath]: 'No JSON' }),
      change(workedSample, {
        [resultPath]: '',
        [configPath]: [['schema: schemas/findings.schema.json', 'required: false']],
      }),
    ]
    for (const tree of invalid) {
      expect((await actionOf(tree))?.needs).toEqual([resultPath])
      expect((await usual.give(tree, '/handback explore success')).codes).toEqual(['EVIDENCE_MISSING error'])
    }
    expect((await actionOf(workedSample))?.needs).toEqual([])
    expect((await actionOf(change(workedSample, { [reportPath]: '' })))?.needs).toEqual([reportPath])
    const optional = change(grantedSample, {
      [configPath]: [['schema: schemas/findings.schema.json', 'required: false']],
    })
    expect((await actionOf(optional))?.needs).toEqual([reportPath])
  })

  it('is to fix a file that is a link without a command that would write through it', async () => {
    const action = await actionOf(change(sample, { [acceptPath]: 'elsewhere' }), id, { links: [acceptPath] })
    expect(action).toMatchObject({ do: 'mend', run: '/explain STAGE_SYMLINK' })
    expect(
      (await actionOf(change(returnedSample, { [handbackPath]: 'elsewhere' }), id, { links: [handbackPath] }))?.do,
    ).toBe('mend')
  })

  it('is absent when no command can name it, or it uses an old format and not held', async () => {
    const old = Object.fromEntries(
      Object.entries(sample).map(([path, text]) => [path.replace('stages/explore', 'stages/01-explore'), text]),
    )
    expect((await usual.next(old)).actions.map(({ target }) => target)).toEqual(['stage:specify@run-2026-01-20-001'])
    const legacy = change(sample, { [configPath]: null, [stagePath('stage-config.json')]: '{}\n' })
    expect(await actionOf(legacy)).toBeUndefined()
    expect(await actionOf(change(legacy, { [acceptPath]: grantedSample[acceptPath] ?? '' }))).toMatchObject({
      do: 'work',
      needs: [],
    })
  })

  it('names the run where another one has such a stage', async () => {
    const otherRun = Object.fromEntries(
      Object.entries(sample).map(([path, text]) => [path.replace('-001', '-002'), text]),
    )
    const actions = await expectCarriedOut({ ...sample, ...otherRun }, { protocol: control })
    expect(of(actions)?.run).toBe('/accept explore@run-2026-01-20-001')
  })

  it('is the same a grant later', async () => {
    expect(await actionOf(change(grantedSample, { [acceptPath]: later }))).toEqual(await actionOf(grantedSample))
  })
})
