import { runSteps } from '../../../../src/core/steps.ts'
import { describe, expect, it } from 'vitest'
import { memoryTree } from '../../../../src/gateways/memory.ts'
import { cleanup } from '../../../../src/protocols/handover/commands/cleanup.ts'
import { configuration } from '../../../../src/protocols/handover/discovery.ts'
import {
  change,
  finished,
  folder,
  progressPath,
  promptPath,
  session,
  statePath,
} from '../../../../src/protocols/handover/examples.ts'
import { selectorsOf } from '../../../../src/protocols/handover/files.ts'
import { readModel } from '../../../../src/protocols/handover/model.ts'
import { clean } from '../scene.ts'

const completed = change(session, { [statePath]: [['"in_progress"', '"completed"']] })
const refused = (code: string) => ({ outcome: 'refused', codes: [code], gone: [], extra: undefined })

describe('baton cleanup', () => {
  it('removes both files of a completed session', async () => {
    expect(await clean(completed)).toMatchObject({
      outcome: 'changed',
      codes: [],
      gone: [statePath, promptPath],
      extra: { stateFile: 'removed', promptFile: 'removed' },
    })
  })

  it('reports that one of them was gone', async () => {
    expect((await clean(change(completed, { [promptPath]: null }))).extra).toEqual({
      stateFile: 'removed',
      promptFile: 'not-found',
    })
  })

  it.each([folder, `./${folder}/`, '2026-01-20-login', 'login', 'project:login'])(
    'finds the project by %s',
    async (named) => {
      expect((await clean(completed, named)).outcome).toBe('changed')
    },
  )

  it('takes a completed run for proof where the state is gone', async () => {
    const without = change(session, { [statePath]: null })
    expect(await clean(without)).toMatchObject(refused('SESSION_STATE_NOT_FOUND'))
    expect(await clean(change(without, { [progressPath]: [...finished] }))).toMatchObject({
      outcome: 'changed',
      gone: [promptPath],
      extra: { stateFile: 'not-found', promptFile: 'removed' },
    })
  })

  it('does nothing when nothing is left', async () => {
    expect(await clean(change(session, { [statePath]: null, [promptPath]: null }))).toMatchObject({
      outcome: 'unchanged',
      extra: { stateFile: 'not-found', promptFile: 'not-found' },
    })
  })

  it('is written as it is for the program', async () => {
    const section = configuration().parse({})
    const limit = 1_000_000
    const view = await memoryTree(completed).open({ selectors: selectorsOf(section), limit })
    const context = { at: '2026-01-21T10:30:00Z', day: '2026-01-21', limit }
    const request = { name: undefined, words: [], report: undefined, actor: '' }
    expect(cleanup.run(runSteps(readModel(view, section, context)), request, { view, context })).toMatchObject({
      diagnostics: [
        { code: 'COMMAND_USAGE', message: 'Missing project', hint: 'Usage: `baton cleanup [--confirm] PROJECT_DIR`' },
      ],
    })
  })

  it.each([
    ['PROJECT_UNKNOWN', 'Unknown project `logout`', undefined, completed, 'logout'],
    ['CLEANUP_UNCONFIRMED', expect.any(String), `\`baton cleanup --confirm ${folder}\` removes them.`, completed],
    [
      'CLEANUP_NOT_COMPLETED',
      'Unexpected status `in_progress`, expected `completed`',
      expect.stringContaining('`/handback 2026-01-20-login` shows'),
      session,
    ],
    [
      'SESSION_STATE_NOT_FOUND',
      expect.any(String),
      expect.stringContaining('`/handback 2026-01-20-login` shows'),
      change(session, { [statePath]: null }),
    ],
    [
      'CLEANUP_NOT_COMPLETED',
      expect.any(String),
      'There is no force: finish the work or remove the files by hand.',
      change(session, { [progressPath]: null }),
    ],
    [
      'SESSION_STATE_NOT_FOUND',
      expect.any(String),
      'Finish the run or remove the files by hand.',
      change(session, { [statePath]: null, [progressPath]: null }),
    ],
  ] as const)('says with %s what helps', async (code, message, hint, tree, named: string = folder) => {
    const { diagnostics } = await clean(tree, named, code !== 'CLEANUP_UNCONFIRMED')
    expect(diagnostics).toMatchObject([{ code, message, ...(hint !== undefined && { hint }) }])
  })

  it('refuses what is not completed, invalid, unconfirmed or unknown', async () => {
    for (const status of ['in_progress', 'partial', 'failed', 'stopped'])
      expect(await clean(change(session, { [statePath]: [['"in_progress"', `"${status}"`]] }))).toMatchObject(
        refused('CLEANUP_NOT_COMPLETED'),
      )
    expect(await clean(change(session, { [statePath]: '{' }))).toMatchObject(refused('SESSION_STATE_PARSE_ERROR'))
    for (const tree of [completed, session, change(session, { [statePath]: '{' })])
      expect(await clean(tree, folder, false)).toMatchObject(refused('CLEANUP_UNCONFIRMED'))
    expect(await clean(completed, 'logout')).toMatchObject(refused('PROJECT_UNKNOWN'))
    expect(await clean(completed, '../../etc')).toMatchObject(refused('PROJECT_UNKNOWN'))
  })
})
