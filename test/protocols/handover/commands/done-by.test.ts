import { describe, expect, it } from 'vitest'
import type { NamedCommit } from '../../../../src/core/command.ts'
import { inProgress, progressPath, working } from '../../../../src/protocols/handover/examples.ts'
import type { SceneSetting, Tree } from '../../scene.ts'
import { give, historyOf, logOf, textIn } from '../scene.ts'

const atWork = inProgress(...working)
const sha = '5a5a5a5bbbb'.padEnd(40, '0')
const target = 'project:2026-01-20-login'

const record = (tree: Tree) =>
  (
    JSON.parse(textIn(tree, progressPath)) as {
      readonly steps: Readonly<Record<string, Readonly<Record<string, unknown>>>>
    }
  ).steps['2']

/** The result of a handback that names a commit so, where the history knows these. */
async function handedBack(
  words: string,
  names: Readonly<Record<string, NamedCommit>> | undefined,
  setting: SceneSetting = {},
) {
  const result = await give(atWork, `/handback login success ${words}`, {
    ...(names && { history: historyOf(names) }),
    ...setting,
  })
  return {
    outcome: result.outcome,
    codes: result.codes,
    commit: result.outcome === 'changed' ? record(result.tree)?.['commit'] : undefined,
  }
}

const namedCommits = {
  [sha]: { sha, ancestor: true },
  '5a5a5a5': { sha, ancestor: true },
  HEAD: { sha, ancestor: true },
} as const

describe('--done-by in a comment', () => {
  it.each<readonly [about: string, words: string, commit: string]>([
    ['a SHA', `--done-by ${sha}`, sha],
    ['an abbreviated one', '--done-by 5a5a5a5', sha],
    ['in capitals', '--done-by 5A5A5A5', sha],
    ['the head that is seen', '--done-by HEAD', sha],
    ['attached', '--done-by=5a5a5a5', sha],
    ['before a text', '--done-by 5a5a5a5 A little slow', sha],
  ])('%s: is recorded whole', async (_, words, commit) => {
    expect(await handedBack(words, namedCommits)).toEqual({ outcome: 'changed', codes: [], commit })
  })

  it('is found in the json block too', async () => {
    const result = await give(atWork, '/handback login\n```json\n{ "reason": "success", "commit": "5a5a5a5" }\n```', {
      history: historyOf(namedCommits),
    })
    expect(record(result.tree)?.['commit']).toBe(sha)
  })

  it('is what --commit meant, and is called so', async () => {
    const result = await give(atWork, '/handback login success --commit 5a5a5a5', { history: historyOf(namedCommits) })
    expect(result.codes).toEqual(['OPTION_RENAMED notice'])
    expect(result.plan.results[0]?.diagnostics[0]?.message).toContain('`--done-by 5a5a5a5`')
    expect(record(result.tree)?.['commit']).toBe(sha)
  })

  it.each<
    readonly [about: string, words: string, names: Readonly<Record<string, NamedCommit>> | undefined, code: string]
  >([
    [
      'a branch, which only a clone can resolve',
      '--done-by main',
      { main: { sha, ancestor: true } },
      'PROGRESS_COMMIT_INVALID',
    ],
    [
      'what only begins as the head',
      '--done-by HEAD~1',
      { 'HEAD~1': { sha, ancestor: true } },
      'PROGRESS_COMMIT_INVALID',
    ],
    ['what git would take for an option', '--done-by=-x', { '-x': { sha, ancestor: true } }, 'PROGRESS_COMMIT_INVALID'],
    ['too few digits', '--done-by 5a5a5a', namedCommits, 'PROGRESS_COMMIT_INVALID'],
    [
      'several commits',
      '--done-by 5a5a5a5',
      { '5a5a5a5': { candidates: [sha, 'b'.repeat(40)] } },
      'PROGRESS_COMMIT_INVALID',
    ],
    ['digits that name no commit', '--done-by 5a5a5a5', {}, 'PROGRESS_COMMIT_INVALID'],
    ['a whole SHA that names no commit', `--done-by ${sha}`, {}, 'PROGRESS_COMMIT_INVALID'],
    [
      'a commit of another branch',
      '--done-by 5a5a5a5',
      { '5a5a5a5': { sha, ancestor: false } },
      'PROGRESS_COMMIT_UNKNOWN',
    ],
    ['the head where there is no repository', '--done-by HEAD', undefined, 'PROGRESS_COMMIT_INVALID'],
  ])('%s: is refused and never written', async (_, words, names, code) => {
    expect(await handedBack(words, names)).toEqual({ outcome: 'refused', codes: [`${code} error`], commit: undefined })
  })

  it('lists which of several could be meant', async () => {
    const names = { '5a5a5a5': { candidates: [sha, 'b'.repeat(40)] } }
    const result = await give(atWork, '/handback login success --done-by 5a5a5a5', { history: historyOf(names) })
    expect(result.plan.results[0]?.diagnostics[0]?.message).toBe(
      `Ambiguous commit \`5a5a5a5\`, which could be \`${sha}\`, \`${'b'.repeat(40)}\``,
    )
    expect(result.plan.results[0]?.diagnostics[0]?.hint).toBe(
      `Say which is meant with \`--done-by\`: \`${sha}\`, \`${'b'.repeat(40)}\`.`,
    )
  })

  it.each<readonly [about: string, named: NamedCommit, commit: string]>([
    ['of which it is not known whether it leads to the head', { sha, ancestor: undefined }, sha],
    ['that may have been cut off', { cutOff: true }, '5a5a5a5'],
  ])('a commit %s: is recorded with a warning', async (_, named, commit) => {
    expect(await handedBack('--done-by 5a5a5a5', { '5a5a5a5': named })).toEqual({
      outcome: 'changed',
      codes: ['PROGRESS_COMMIT_UNKNOWN warning'],
      commit,
    })
  })

  describe('on the command line of a clone whose history is cut off', () => {
    const local = { local: true }
    const handed = (digits: string) => handedBack(`--done-by ${digits}`, { [digits]: { cutOff: true } }, local)

    it.each([sha, 'b'.repeat(64)])('%s: is recorded with a warning', async (digits) => {
      expect(await handed(digits)).toEqual({
        outcome: 'changed',
        codes: ['PROGRESS_COMMIT_UNKNOWN warning'],
        commit: digits,
      })
    })

    it.each(['1234567', sha.slice(0, 39), `${sha}0`])('%s, which is no whole SHA: is refused', async (digits) => {
      expect(await handed(digits)).toEqual({
        outcome: 'refused',
        codes: ['PROGRESS_COMMIT_INVALID error'],
        commit: undefined,
      })
    })
  })

  it('takes digits as they are, in lower-case letters, where there is no repository', async () => {
    expect(await handedBack('--done-by 5A5A5A5', undefined)).toEqual({
      outcome: 'changed',
      codes: [],
      commit: '5a5a5a5',
    })
  })

  it.each([
    '--done-by',
    '--done-by --audit pass',
    '--done-by 5a5a5a5 --done-by 5a5a5a5',
    '--commit 5a5a5a5 --done-by 5a5a5a5',
  ])('%s: is wrong usage', async (words) => {
    expect((await handedBack(words, namedCommits)).codes).toEqual(['COMMAND_USAGE error'])
  })

  it('is a text where it is quoted', async () => {
    const result = await give(atWork, '/handback login success "--done-by 5a5a5a5"', {
      history: historyOf(namedCommits),
    })
    expect(record(result.tree)).toMatchObject({ note: '--done-by 5a5a5a5' })
  })

  it('is the same again where the record has it abbreviated', async () => {
    const completedTree = inProgress(...working, ['"1": { "status": "completed"', '"1": { "status": "completed"'])
    const first = await give(completedTree, '/handback login success --done-by 5a5a5a5')
    expect(record(first.tree)?.['commit']).toBe('5a5a5a5')
    expect(
      (await give(first.tree, '/handback login success --done-by 5a5a5a5', { history: historyOf(namedCommits) }))
        .outcome,
    ).toBe('unchanged')
  })
})

describe('the commit that a success records by itself', () => {
  const log = logOf([
    ['c'.repeat(40), 'baton: accept login'],
    ['b'.repeat(40), 'baton: answer login'],
    ['a'.repeat(40), 'feat(step2): ask the browser'],
  ])
  const targetCommit = (letter: string, parent: string, id = target) => ({
    sha: letter.repeat(40),
    parent: parent.repeat(40),
    targets: [id],
    commands: [],
  })
  const committed = async (ledger: Parameters<typeof historyOf>[1]) =>
    record(
      (await give(atWork, '/handback login success', { context: { log }, history: historyOf({}, ledger) })).tree,
    )?.['commit']

  it('is the newest that is not ours for this project', async () => {
    expect(await committed([])).toBe('c'.repeat(40))
    expect(await committed([targetCommit('c', 'b')])).toBe('b'.repeat(40))
    expect(await committed([targetCommit('c', 'b'), targetCommit('b', 'a')])).toBe('a'.repeat(40))
    expect(await committed([targetCommit('b', 'a')])).toBe('c'.repeat(40))
    expect(await committed([targetCommit('c', 'b', 'project:2026-01-21-cart')])).toBe('c'.repeat(40))
  })

  it('is left as it was where all are ours', async () => {
    expect(await committed([{ ...targetCommit('c', 'b'), parent: undefined }])).toBeNull()
  })
})

it('is not looked for where the text is missing', async () => {
  const asked: string[] = []
  const history = { ...historyOf(namedCommits), named: (revision: string) => (asked.push(revision), namedCommits.HEAD) }
  const { codes } = await give(atWork, `/handback login error --done-by ${sha}`, { history })
  expect([codes, asked]).toEqual([['PROGRESS_TEXT_MISSING error'], []])
})
