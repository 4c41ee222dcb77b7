import { describe, expect, it } from 'vitest'
import type { Mention } from '../../../src/core/target.ts'
import {
  acceptPath,
  change,
  configPath,
  handbackPath,
  nextSample,
  recordPath,
  returnedSample,
  runPath,
  sample,
  stagePath,
  workflowPath,
  workflowSample,
} from '../../../src/protocols/control/examples.ts'
import { codes, type SceneSetting, type Tree } from '../scene.ts'
import { diagnose, give, reading, target, targets } from './scene.ts'

/** The sample in another folder. */
const at = (folder: string, files: Readonly<Record<string, string>> = sample) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [path.replace(runPath, folder), text]))
const nextConfig = stagePath('stage-config.yaml', 'specify')
const two: Tree = { ...sample, ...at('runs/run-2026-01-21-001') }
const shared: Tree = { ...at('a/run-1'), ...at('b/run-1') }

async function resolve(
  tree: Tree,
  line: string,
  touched: readonly string[] = [],
  setting: SceneSetting = {},
): Promise<readonly string[]> {
  const [name = '', ...words] = line.split(' ')
  const mention: Mention = { name, words, touched }
  const resolved = (await reading(tree, setting)).resolve(mention)
  return 'ids' in resolved ? [...resolved.ids, ...resolved.words] : resolved.refused.map(({ code }) => code)
}

const first = 'stage:explore@run-2026-01-20-001'
const second = 'stage:explore@run-2026-01-21-001'

describe('a stage', () => {
  it.each<[line: string, tree: Tree, found: readonly string[]]>([
    ['explore', sample, [first]],
    ['explore@run-2026-01-20-001', two, [first]],
    ['explore --run run-2026-01-21-001', two, [second]],
    ['explore --run-dir=./runs/run-2026-01-21-001/ success', two, [second, 'success']],
    ['explore --refresh --run runs/run-2026-01-21-001', two, [second, '--refresh']],
    ['explore question Why --run?', sample, [first, 'question', 'Why', '--run?']],
    ['explore', two, ['STAGE_AMBIGUOUS']],
    ['explore@run-2026-01-20-001 --run run-2026-01-21-001', two, ['STAGE_AMBIGUOUS']],
    ['explore@run-2026-01-20-001 --run ./run-2026-01-20-001/', two, [first]],
    ['explore@run-1', shared, ['STAGE_AMBIGUOUS']],
    ['explore@a/run-1', shared, ['stage:explore@a/run-1']],
    ['explore@run-9', sample, ['STAGE_RUN_UNKNOWN']],
    ['explore --run ../outside', sample, ['STAGE_RUN_UNKNOWN']],
    ['explore --run', sample, ['STAGE_RUN_UNKNOWN']],
  ])('named %s', async (line, tree, found) => {
    expect(await resolve(tree, line)).toEqual(found)
  })

  it('of a run that there is not is answered with the nearest one', async () => {
    const numbers = Array.from({ length: 30 }, (_, index) => String(index + 1).padStart(3, '0'))
    const thirty: Tree = Object.assign({}, ...numbers.map((number) => at(`runs/run-2026-01-20-${number}`)))
    const refusal = async (tree: Tree, run: string) =>
      (await give(tree, `/accept explore --run ${run}`)).result.diagnostics[0]
    expect((await refusal(thirty, 'run-2026-01-20-29'))?.hint).toMatch(/^There is `run-2026-01-20-029`, /)
    expect((await refusal(thirty, 'runs/run-2026-01-20-29'))?.hint).toMatch(/^There is `run-2026-01-20-029`, /)
    expect((await refusal(sample, 'flows/tidy/runs/run-2026-01-20-002'))?.message).toMatch(
      /the nearest name is `explore@run-2026-01-20-001`$/,
    )
    expect((await refusal(shared, 'c/run-1'))?.message).toMatch(/the nearest name is `explore@a\/run-1`$/)
  })

  it.each([
    '..',
    '.',
    '../../x',
    'explore/',
    'explore/../explore',
    '/explore',
    'expl\u043ere',
    'ex\u200bplore',
    '1explore',
    'Explore',
    '',
    'explroe',
    'toString',
  ])('is not known by the name %j', async (name) => {
    expect(await resolve(sample, name)).toEqual([])
    const { outcome, codes } = await give(sample, `/accept "${name}"`)
    expect([outcome, codes]).toEqual([
      'refused',
      [/^[a-z][a-z0-9-]*$/.test(name) ? 'STAGE_UNKNOWN error' : 'STAGE_NAME_INVALID error'],
    ])
  })

  it('is the one in the run that the change touches', async () => {
    expect(await resolve(two, 'explore', ['runs/run-2026-01-21-001/wf-run.json'])).toEqual([second])
    expect(await resolve(two, 'explore', ['runs/run-2026-01-21-001/wf-run.json', recordPath])).toEqual([
      'STAGE_AMBIGUOUS',
    ])
    expect(await resolve(two, 'explore@run-2026-01-20-001', ['runs/run-2026-01-21-001/wf-run.json'])).toEqual([first])
    const lacking = { ...two, 'runs/run-3/wf-run.json': '{}', 'runs/run-3/stages/review/a.md': 'x' }
    expect(await resolve(lacking, 'explore', ['runs/run-3/wf-run.json'])).toEqual(['STAGE_AMBIGUOUS'])
  })

  it('is the newest only on request', async () => {
    const configuration = { 'newest-run': true }
    expect(await resolve(two, 'explore', [], { configuration })).toEqual([second])
    expect(await resolve(shared, 'explore', [], { configuration })).toEqual(['STAGE_AMBIGUOUS'])
  })

  it('has neighbours that a refusal names', async () => {
    const hint = async (tree: Tree, line: string) => (await give(tree, line)).result.diagnostics[0]?.hint
    expect(await hint(sample, '/accept explroe')).toBe('`/status` lists all targets.')
    expect(await hint(sample, '/accept nothing')).toBe('There is `explore`, `specify`. `/status` lists all targets.')
    expect(await hint(sample, '/accept explore@run-2026-01-20-002')).toBe(
      'There is `run-2026-01-20-001`. `/status` lists all targets.',
    )
    expect(await hint(sample, '/accept Explore')).toBe('`/status` lists all targets.')
    expect((await give(two, '/accept explore')).result.diagnostics[0]?.message).toContain(`\`${first}\`, \`${second}\``)
  })

  it('behind a link is refused', async () => {
    const linked = async (path: string, line: string) =>
      give(change(returnedSample, { [path]: '/tmp' }), line, { links: [path] })
    for (const command of [
      '/accept explore',
      '/handback explore success',
      '/handback explore',
      '/answer explore x',
      '/preflight explore',
      '/validate explore',
    ]) {
      expect((await linked(handbackPath, command)).codes).toEqual(['STAGE_SYMLINK error'])
      expect((await linked(acceptPath, command)).codes).toEqual(['STAGE_SYMLINK error'])
    }
    expect((await linked(`${runPath}/stages/review`, '/accept review')).codes).toEqual(['STAGE_SYMLINK error'])
    for (const command of ['/accept explore', '/accept explore@run-2', '/accept explore@runs/run-2']) {
      for (const path of ['runs/run-2', 'runs/run-2/stages', 'runs/run-2/stages/explore']) {
        const tree = { 'runs/run-2/wf-run.json': '{}', [path]: '/tmp' }
        expect([path, (await give(tree, command, { links: [path] })).codes]).toEqual([path, ['STAGE_SYMLINK error']])
      }
    }
    const besideLinks = { ...returnedSample, 'runs/run-2': '/tmp', 'a/run-2026-01-20-001': '/tmp' }
    const beside = { links: ['runs/run-2', 'a/run-2026-01-20-001'] }
    for (const command of ['/accept explore', '/accept explore@run-2026-01-20-001'])
      expect((await give(besideLinks, command, beside)).outcome).toBe('changed')
    const source = stagePath('run/output-data/notes.json')
    const needing = change(nextSample, {
      [source]: '/tmp',
      [nextConfig]: [['run/output-files/report.md', 'run/output-data/notes.json']],
    })
    expect((await give(needing, '/preflight specify', { links: [source] })).codes).toEqual(['STAGE_SYMLINK error'])
    expect(codes(await diagnose(needing, { links: [source] }))).toEqual(['STAGE_SYMLINK error'])
    const published = change(sample, {
      [configPath]: [['source: run/output-data/findings', 'source: run/output-data/totals']],
    })
    const totals = stagePath('run/output-data/totals.json')
    expect(codes(await diagnose(change(published, { [totals]: '/tmp' }), { links: [totals] }))).toEqual([
      'STAGE_SYMLINK error',
    ])
    expect((await linked(stagePath('inputs/more.md'), '/preflight explore')).codes).toEqual(['STAGE_SYMLINK error'])
    expect((await linked(stagePath('inputs/more.md'), '/accept explore')).outcome).toBe('changed')
  })
})

describe('runs', () => {
  const ids = async (tree: Tree, setting: SceneSetting = {}) => (await targets(tree, setting)).map(({ id }) => id)
  const minimal = (folder: string, file: string) => ({ [`${folder}/${file}`]: '{}' })

  it.each([
    'stages/a/stage-config.yaml',
    'stages/a/stage-config.json',
    'stages/a/run/output-data/accept.json',
    'stages/a/run/output-data/handback.json',
  ])('are known by %s', async (file) => {
    expect(await ids(minimal('x/y/run-odd', file))).toEqual(['stage:a@run-odd'])
  })

  it('are known by their record beside stages', async () => {
    expect(await ids({ ...minimal('run-1', 'wf-run.json'), ...minimal('run-1', 'stages/a/b/c.txt') })).toEqual([
      'stage:a@run-1',
    ])
    expect(await ids(minimal('run-1', 'wf-run.json'))).toEqual([])
    expect(await ids(minimal('run-1', 'stages/a/notes.md'))).toEqual([])
    expect(await ids(minimal('fixture', 'stages/a/stage-config.yaml'))).toEqual([])
  })

  it('are not in each other', async () => {
    const tree = { ...at('run-1'), ...at('run-1/stages/explore/old/run-2'), ...at('run-0/old/run-3') }
    expect(await ids(tree)).toEqual([
      'stage:explore@run-3',
      'stage:specify@run-3',
      'stage:explore@run-1',
      'stage:specify@run-1',
    ])
  })

  it('lie where they are configured, and never among what others wrote', async () => {
    const tree = { ...at('jobs/1'), ...at('jobs/old/2'), ...at('jobs/node_modules/3'), ...at('node_modules/run-1') }
    expect(await ids(tree)).toEqual([])
    expect(await ids(tree, { configuration: { runs: ['jobs/**'] } })).toEqual([
      'stage:explore@1',
      'stage:specify@1',
      'stage:explore@2',
      'stage:specify@2',
    ])
    expect(await ids(tree, { configuration: { runs: ['!jobs/old', 'jobs/*', 'jobs/*/*'] } })).toEqual([
      'stage:explore@1',
      'stage:specify@1',
    ])
  })

  it('of one name are called by their paths', async () => {
    expect(await ids(shared)).toEqual([
      'stage:explore@a/run-1',
      'stage:specify@a/run-1',
      'stage:explore@b/run-1',
      'stage:specify@b/run-1',
    ])
    expect((await diagnose(shared)).map(({ code, path }) => [code, path])).toEqual([
      ['STAGE_RUN_ID', 'a/run-1/wf-run.json'],
      ['STAGE_RUN_ID', 'b/run-1/wf-run.json'],
    ])
  })

  it('have stages where something lies in a folder', async () => {
    const tree = change(sample, { [`${runPath}/stages/README.md`]: 'x', [`${runPath}/stages/review/a.md`]: 'x' })
    expect(await ids(tree)).toEqual([first, 'stage:review@run-2026-01-20-001', 'stage:specify@run-2026-01-20-001'])
  })
})

describe('facts', () => {
  it('say what is known of a stage', async () => {
    expect(await target(returnedSample)).toEqual({
      id: first,
      path: `${runPath}/stages/explore`,
      holder: 'orchestrator',
      state: 'returned success',
      way: ['not granted', 'granted', 'returned success'],
      turn: { ended: true },
      facts: {
        run: runPath,
        stage: 'explore',
        accept: { present: true, valid: true, state: 'agent', timestamp: '2026-01-20T10:02:00+00:00' },
        handback: { present: true, valid: true, reason: 'success', description: 'Stage completed successfully.' },
        finalized: false,
        runStatus: 'pending',
        answers: 0,
      },
    })
  })

  it('leave out what has no value, and say why something is doubtful', async () => {
    const facts = async (tree: Tree) => (await target(tree))?.facts
    const unlisted = change(sample, { [recordPath]: null })
    expect(await facts(unlisted)).toMatchObject({
      accept: { present: false, valid: true, warning: 'There is no accept.json.' },
      handback: { present: false, valid: true },
    })
    expect(await facts(unlisted)).not.toHaveProperty('runStatus')
    const odd = change(sample, { [acceptPath]: '{ "state": "agent", "timestamp": "today" }' })
    expect(await facts(odd)).toMatchObject({
      accept: { valid: true, timestamp: 'today', warning: 'Its timestamp is not a date and time.' },
    })
    const invalid = change(sample, { [acceptPath]: '{ "state": "me", "timestamp": 1 }' })
    expect(await facts(invalid)).toMatchObject({
      accept: { present: true, valid: false, state: 'me', warning: expect.stringContaining('Unexpected') },
    })
    const error = change(sample, {
      [handbackPath]: '{ "reason": "error", "description": "x", "error": { "code": "X", "message": "y" } }',
    })
    expect(await facts(error)).toMatchObject({
      handback: { valid: false, reason: 'error', errorCode: 'X', errorMessage: 'y' },
    })
  })

  it('have holders by the two files', async () => {
    const holder = async (tree: Tree) => [(await target(tree))?.state, (await target(tree))?.holder]
    const bad = { [handbackPath]: '{}' }
    expect(await holder(change(returnedSample, bad))).toEqual(['handback invalid', 'agent'])
    expect(await holder(change(returnedSample, { ...bad, [acceptPath]: null }))).toEqual([
      'handback invalid',
      'orchestrator',
    ])
    expect(await holder(change(returnedSample, { ...bad, [acceptPath]: '{}' }))).toEqual([
      'handback invalid',
      'orchestrator',
    ])
    expect(await holder(change(returnedSample, { [acceptPath]: '{}' }))).toEqual(['returned success', 'orchestrator'])
    expect(await holder(change(sample, { [acceptPath]: '{}' }))).toEqual(['accept invalid', 'orchestrator'])
  })

  it('are those of a workflow too', async () => {
    expect(await targets(workflowSample)).toEqual([
      {
        id: 'workflow:flows/tidy',
        path: workflowPath,
        holder: 'orchestrator',
        state: 'defined',
        turn: { container: true },
        facts: {},
      },
    ])
    const atRoot = Object.fromEntries(
      Object.entries(workflowSample).map(([path, text]) => [path.replace('flows/tidy/', ''), text]),
    )
    expect((await targets(atRoot)).map(({ id }) => id)).toEqual(['workflow:.'])
    expect(await resolve(workflowSample, 'flows/tidy')).toEqual(['workflow:flows/tidy'])
    expect((await give(workflowSample, '/accept flows/tidy')).codes).toEqual(['STAGE_NAME_INVALID error'])
  })
})

describe('what was read', () => {
  const parsed = async (tree: Tree, path: string) => (await reading(tree)).parsed(path)

  it('is shown of every file that the protocol reads', async () => {
    expect(await parsed(returnedSample, acceptPath)).toEqual({ state: 'agent', timestamp: '2026-01-20T10:02:00+00:00' })
    expect(await parsed(returnedSample, handbackPath)).toMatchObject({ reason: 'success' })
    expect(await parsed(sample, recordPath)).toMatchObject({ run_id: 'run-2026-01-20-001' })
    expect(await parsed(change(sample, { [configPath]: 'id: explore\nday: 2026-01-20\n' }), configPath)).toEqual({
      id: 'explore',
      day: '2026-01-20',
    })
    expect(await parsed(workflowSample, workflowPath)).toMatchObject({ version: '1.0' })
    expect(await parsed(change(sample, { [acceptPath]: '{' }), acceptPath)).toBeUndefined()
    expect(await parsed(sample, stagePath('inputs/brief.md'))).toBeUndefined()
  })

  it('belongs to stages', async () => {
    const owners = async (path: string) => (await reading({ ...returnedSample, ...workflowSample })).owners(path)
    expect(await owners(acceptPath)).toEqual([first])
    expect(await owners(recordPath)).toEqual([first, 'stage:specify@run-2026-01-20-001'])
    expect(await owners(workflowPath)).toEqual(['workflow:flows/tidy'])
    expect(await owners('README.md')).toEqual([])
  })
})
