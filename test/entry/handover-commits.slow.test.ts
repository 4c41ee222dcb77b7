import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { inProgress, progressPath, sample, session, statePath, working } from '../../src/protocols/handover/examples.ts'
import { runGit } from '../processes/git.ts'
import { runHere } from './here.ts'
import { scratch } from './programs.ts'
import { commitAll, initialize, octocat, repository } from '../processes/work-tree.ts'

// Every test starts processes, which takes a while on a busy machine.
const places = scratch()
afterAll(places.remove)

interface Answer {
  readonly code: number | null
  readonly stderr: string
  readonly json: Readonly<Record<string, unknown>>
}

async function baton(root: string, ...args: readonly string[]): Promise<Answer> {
  const { code, stdout, stderr } = await runHere([...args, '--root', root, '--format', 'json'])
  return { code, stderr, json: stdout === '' ? {} : (JSON.parse(stdout) as Answer['json']) }
}

/** A clone with a step that an agent works on, and a commit of that work. */
function atWork(changes: typeof working | readonly [] = working) {
  const root = places.folder(inProgress(...changes, ['"commit": "4f2a9c1"', '"commit": null']))
  repository(root, octocat)
  const sha = commitAll(root, 'feat(step2): ask the browser')
  const handback = (...words: readonly string[]) => baton(root, 'handback', 'login', 'success', ...words)
  return { root, sha, handback }
}

const codesIn = (list: unknown) => (list as readonly { readonly code: string }[]).map(({ code }) => code)

describe('baton validate of a handover', () => {
  it('knows commits and the index of a clone', async () => {
    const root = places.folder(session)
    initialize(join(root, '.git'))
    const fresh = await baton(root, 'validate')
    expect([codesIn(fresh.json['warnings']), codesIn(fresh.json['notices'])]).toEqual([[], []])
    commitAll(root, 'all of it')
    const committed = await baton(root, 'validate')
    expect(codesIn(committed.json['warnings'])).toEqual(['LOCAL_FILE_COMMITTED', 'LOCAL_FILE_COMMITTED'])
    expect(codesIn(committed.json['notices'])).toEqual(['PROGRESS_COMMIT_UNKNOWN'])
    expect(committed.json['targets']).toMatchObject([{ facts: { history: true } }])
  })
})

describe('baton handback', () => {
  it('takes the commit that a step is done by, and commits what it changes itself, but never what is local', async () => {
    const { root, sha, handback } = atWork()

    const unknown = await handback('--done-by', '5a5a5a5')
    expect([unknown.code, codesIn(unknown.json['errors'])]).toEqual([1, ['PROGRESS_COMMIT_INVALID']])
    const dry = await handback('--done-by', 'main', '--commit', '--dry-run')
    expect([dry.code, dry.json['dryRun'], existsSync(join(root, statePath))]).toEqual([0, true, false])

    // The head before the commit that this makes.
    const result = await handback('--commit', '--done-by', 'HEAD', '--audit', 'pass')
    expect([result.code, result.json['outcome']]).toEqual([0, 'changed'])
    expect(readFileSync(join(root, progressPath), 'utf8')).toContain(`"commit": "${sha}", "manifest_audit": "pass"`)
    expect((await runGit(root, ['show', '--name-only', '--format=', 'HEAD'])).toString().trim()).toBe(progressPath)
    expect(existsSync(join(root, statePath))).toBe(true)
    expect((await runGit(root, ['status', '--porcelain'])).toString().trim()).toBe('')
    const again = await handback('--done-by', sha.slice(0, 8), '--audit', 'pass')
    expect([again.code, again.json['outcome']]).toEqual([0, 'unchanged'])
  })

  it('names the last work by itself, and no commit of ours', async () => {
    const { root, handback } = atWork([])
    expect((await baton(root, 'accept', 'login', '--commit')).json['outcome']).toBe('changed')
    const sha = commitAll(root, 'Ask the browser', Math.ceil(Date.now() / 1000))
    expect((await handback('--commit')).json['outcome']).toBe('changed')
    expect(readFileSync(join(root, progressPath), 'utf8')).toContain(`"commit": "${sha}"`)
  })

  it('names no commit that is older than the grant', async () => {
    const { root, sha, handback } = atWork([])
    expect((await baton(root, 'accept', 'login', '--commit')).json['outcome']).toBe('changed')
    const refused = await handback('--done-by', sha)
    expect([refused.code, codesIn(refused.json['errors'])]).toEqual([1, ['EVIDENCE_MISSING']])
    expect((await handback()).json['reply']).toContain('Not checked: no commit is recorded')
    expect(readFileSync(join(root, progressPath), 'utf8')).not.toContain(sha)
  })

  it.each<readonly [about: string, words: readonly string[]]>([
    ['HEAD', ['--commit', 'HEAD']],
    ['an ancestor', ['--commit', '@~1']],
    ['digits', ['--commit', '4f2a9c1']],
    ['an attached value', ['--commit=main']],
    ['a branch as the last word', ['--commit', 'main']],
    ['a tag as the last word', ['--commit', 'v1']],
  ])('does not take %s for the commit after the flag --commit', async (_, words) => {
    const { root, handback } = atWork()
    await runGit(root, ['tag', 'v1'])
    const before = readFileSync(join(root, progressPath), 'utf8')
    const { code, json, stderr } = await handback(...words)
    expect([code, json, stderr]).toEqual([
      2,
      expect.objectContaining({ outcome: 'usage' }),
      expect.stringContaining('--done-by'),
    ])
    expect(readFileSync(join(root, progressPath), 'utf8')).toBe(before)
  })

  it('takes any other last word for a text', async () => {
    const { root, handback } = atWork()
    expect((await handback('--commit', 'Fine')).code).toBe(0)
    expect(readFileSync(join(root, progressPath), 'utf8')).toContain('"note": "Fine"')
  })

  it.each<readonly [about: string, words: readonly string[], code: string]>([
    ['no revision', ['--done-by', 'nothing'], 'PROGRESS_COMMIT_INVALID'],
    ['a tree', ['--done-by', 'HEAD^{tree}'], 'PROGRESS_COMMIT_INVALID'],
    ['an option of git', ['--done-by', '--all'], 'PROGRESS_COMMIT_INVALID'],
    ['a branch and a tag', ['--done-by', 'both'], 'PROGRESS_COMMIT_INVALID'],
    ['another branch', ['--done-by', 'aside'], 'PROGRESS_COMMIT_UNKNOWN'],
  ])('refuses %s as the commit that did a step', async (_, words, code) => {
    const { root, handback } = atWork()
    await runGit(root, ['tag', 'both'])
    await runGit(root, ['checkout', '--quiet', '-b', 'aside'])
    commitAll(root, 'aside')
    await runGit(root, ['branch', 'both'])
    await runGit(root, ['checkout', '--quiet', 'main'])
    const refused = await handback(...words)
    expect([refused.code, codesIn(refused.json['errors'])]).toEqual([1, [code]])
  })
})

describe('baton undo', () => {
  it('leaves a session that mirrors its run, wherever it stops', async () => {
    const root = places.folder({ ...sample, '.gitignore': '*.local.*\n' })
    repository(root, octocat)
    const stepCommit = commitAll(root, 'feat(step1): store credentials')
    const progress = join(root, progressPath)
    writeFileSync(progress, readFileSync(progress, 'utf8').replace('4f2a9c1', stepCommit))
    commitAll(root, 'feat(step2): ask the browser')
    const session = () => (existsSync(join(root, statePath)) ? readFileSync(join(root, statePath), 'utf8') : '')
    const give = async (...command: readonly string[]) => {
      const { code, json } = await baton(root, ...command, '--commit')
      expect([command, code, json['outcome']]).toEqual([command, 0, 'changed'])
      const { json: checked } = await baton(root, 'validate', '--strict')
      const isDone = session().includes('"completed"')
      expect([command, codesIn(checked['errors'])]).toEqual([command, []])
      expect([command, codesIn(checked['warnings'])]).toEqual([command, isDone ? ['SESSION_STATE_NOT_RESUMABLE'] : []])
    }
    for (const command of [
      ['accept', 'login'],
      ['handback', 'login', 'question', 'Which browser?'],
      ['answer', 'login', 'Any'],
      ['handback', 'login', 'error', 'It hangs'],
      ['accept', 'login'],
      ['handback', 'login', 'success'],
    ]) {
      await give(...command)
      await give('undo', 'login')
      await give(...command)
    }
    expect(JSON.parse(session())).toMatchObject({ status: 'completed', next_session_label: 'Done' })
  })
})
