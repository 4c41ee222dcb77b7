import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, describe, expect, it } from 'vitest'
import { handoffPath, inProgressSample, inRegistry, registryPath, sample } from '../../src/protocols/plugin/examples.ts'
import { runGit } from '../processes/git.ts'
import { declared } from './declared.ts'
import { runHere } from './here.ts'
import { scratch, write } from './programs.ts'

const places = scratch()
afterAll(places.remove)

/** A commit for `git fast-import`. */
interface Made {
  /** Path → text; `null`: gone. */
  readonly files: Readonly<Record<string, string | null>>
  readonly author?: string
  readonly message?: string
  /** Seconds since 1970. */
  readonly time?: number
  /** Numbers of commits, counted from 0; by default the one before. */
  readonly parents?: readonly number[]
}

const begin = Date.UTC(2026, 1, 1) / 1000

/** A repository whose branch `main` is the last of some commits. */
async function repository(commits: readonly Made[]): Promise<string> {
  const folder = places.folder()
  await runGit(folder, ['init', '--quiet', '--initial-branch=main'])
  const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`
  const input = commits.map(({ files, author = 'octocat', message = '', time, parents }, index) => {
    const [first, ...otherParents] = parents ?? (index === 0 ? [] : [index - 1])
    const person = (name: string) => `${name} <octocat@example.com> ${time ?? begin + index * 3600} +0000`
    return [
      // Each begins without what the branch has, so that its parents are those that it names.
      `reset refs/heads/main\n\ncommit refs/heads/main\nmark :${index + 1}\nauthor ${person(author)}\ncommitter ${person('octocat')}\n`,
      data(message || `Commit ${index}`),
      ...(first === undefined ? [] : [`from :${first + 1}\n`]),
      ...otherParents.map((parent) => `merge :${parent + 1}\n`),
      ...Object.entries(files).map(([path, text]) =>
        text === null ? `D ${JSON.stringify(path)}\n` : `M 644 inline ${JSON.stringify(path)}\n${data(text)}`,
      ),
    ].join('')
  })
  if (commits.length > 0) await runGit(folder, ['fast-import', '--quiet', '--force'], input.join(''))
  return folder
}

const behind = inRegistry(sample, ['| 🚧 Stage 2 |', '| 🚧 Stage 0 |'])
const drift = { [registryPath]: behind[registryPath] ?? '' }
const mended = { [registryPath]: sample[registryPath] ?? '' }

interface Answer {
  readonly commits: number
  readonly stateCommits: number
  readonly shallow: boolean
  readonly tip: string
  readonly from: string
  readonly episodes: readonly {
    readonly code: string
    readonly how: string
    readonly target: string
    readonly earlier?: true
    readonly began: {
      readonly commit: string
      readonly subject: string
      readonly author: string
      readonly merge: boolean
    } | null
    readonly ended?: { readonly subject: string; readonly author: string; readonly merge: boolean }
  }[]
  readonly notes: readonly string[]
}

const history = (folder: string, ...args: readonly string[]) => runHere(['history', ...args], { cwd: folder })

async function data(folder: string, ...args: readonly string[]): Promise<Answer> {
  const { code, stdout, stderr } = await history(folder, ...args, '--format', 'json')
  expect([code, stderr]).toEqual([0, ''])
  return JSON.parse(stdout) as Answer
}

const spans = ({ episodes }: Answer) => episodes.map(({ began, ended }) => [began?.subject, ended?.subject])

it.each([
  ['TinyGain', ': it is a target. Its history: `baton history --target TinyGain`.'],
  ['TinyGan', ', expected one that this clone has.'],
])('a revision that this clone does not have, %s, may be a target', async (name, message) => {
  const folder = await repository([{ files: sample }])
  write(folder, sample)
  const { code, stderr } = await runHere(['history', name], { cwd: folder })
  expect([code, stderr]).toEqual([2, expect.stringContaining(`Unexpected revision ${name}${message}`)])
})

describe('baton history', () => {
  it('says since when files contradict each other, by which commit, and how it ended', async () => {
    const folder = await repository([
      { files: sample },
      { files: { 'src/a.c': '' } },
      { files: drift },
      { files: mended },
      { files: drift },
    ])
    const { code, stdout } = await history(folder)
    expect(code).toBe(0)
    expect(stdout.split('\n')).toEqual([
      'The files contradicted themselves 2 times; 1 contradiction is still open.',
      '5 commits, 4 of which change state; 1 target. 2 of these 4 have a contradiction. Duration of those that ended: median 1 h, 90th percentile 1 h, longest 1 h.',
      '',
      expect.stringMatching(
        /^open 0 s {2}TinyGain {2}REGISTRY_STATUS_DRIFT {2}row 🚧 Stage 0 ≠ entry 🚧 Stage 2 {2}since [0-9a-f]{7} octocat, 2026-02-01 04:00$/,
      ),
      expect.stringMatching(
        /^1 h {7}TinyGain {2}REGISTRY_STATUS_DRIFT {2}.* {2}[0-9a-f]{7} octocat, 2026-02-01 02:00 – [0-9a-f]{7} octocat, 2026-02-01 03:00: row followed the entry$/,
      ),
      '',
    ])
  })

  it('says the same as data, by its schema', async () => {
    const folder = await repository([{ files: sample }, { files: drift }, { files: mended }])
    const answer = await data(folder)
    expect(answer).toMatchObject({
      version: 1,
      commits: 3,
      stateCommits: 3,
      shallow: false,
      sums: { episodes: 1, open: 0, medianSeconds: 3600 },
    })
    const schema = JSON.parse(readFileSync(new URL('../../schema/history.v1.json', import.meta.url), 'utf8')) as object
    const validate = new Ajv2020({ strict: false }).compile(schema)
    expect([validate(answer), validate.errors]).toEqual([true, null])
  })

  it('as Markdown has a table of the episodes, and none of ages', async () => {
    const folder = await repository([{ files: sample }, { files: drift }])
    const { stdout } = await history(folder, '--format', 'markdown')
    expect(stdout).toContain('| `plugin:TinyGain` | `REGISTRY_STATUS_DRIFT` | row `🚧 Stage 0` ≠ entry `🚧 Stage 2` |')
  })

  it('shows the states of targets', async () => {
    const folder = await repository([{ files: sample }, { files: inProgressSample }])
    const { stdout } = await history(folder, '--transitions')
    expect(stdout).toMatch(
      /\nplugin:TinyGain {2}orchestrator 100%, 1 transition, 1 grant\n {2}2026-02-01 00:00 {2}[0-9a-f]{7} {2}orchestrator {2}stage 2 complete {2}1 h\n {2}2026-02-01 01:00 {2}[0-9a-f]{7} {2}agent {8}.* {2}0 s so far\n/,
    )
  })

  it('counts what a branch brought from its merge, and looks inside where that is asked', async () => {
    const folder = await repository([
      { files: sample },
      { files: drift, message: 'On a branch' },
      { files: { 'src/a.c': '' }, parents: [0] },
      { files: { 'src/b.c': '' }, parents: [0] },
      { files: drift, parents: [2, 1, 3], message: 'Octopus' },
    ])
    const whole = await data(folder)
    expect(whole.commits).toBe(3)
    expect(whole.episodes).toMatchObject([{ began: { subject: 'Octopus', merge: true }, how: 'open' }])
    expect(spans(await data(folder, 'HEAD^1..HEAD^2'))).toEqual([['On a branch', undefined]])
  })

  it('narrows to a range, a time, a commit, a target and a code', async () => {
    const folder = await repository([
      { files: { ...sample, ...drift } },
      { files: mended },
      { files: drift },
      { files: mended },
      { files: drift },
    ])
    expect(spans(await data(folder, '--sort', 'began'))).toEqual([
      ['Commit 0', 'Commit 1'],
      ['Commit 2', 'Commit 3'],
      ['Commit 4', undefined],
    ])
    expect((await data(folder, 'HEAD~2..', '--sort', 'began')).episodes).toMatchObject([
      { earlier: true },
      { how: 'open' },
    ])
    expect(spans(await data(folder, '--since', 'HEAD~1'))).toEqual([['Commit 4', undefined]])
    expect(spans(await data(folder, '--since', '2026-02-01T04:00:00Z'))).toEqual([['Commit 4', undefined]])
    expect(spans(await data(folder, '--since', '2026-02-02'))).toEqual([['Commit 4', undefined]])
    expect(spans(await data(folder, 'HEAD~1'))).toHaveLength(2)
    expect(spans(await data(folder, '--open'))).toHaveLength(1)
    expect(spans(await data(folder, '--target', 'TinyGain'))).toHaveLength(3)
    expect(spans(await data(folder, '--code', 'REGISTRY_DATE_DRIFT'))).toEqual([])
    expect((await data(folder, '--all')).episodes.length).toBeGreaterThanOrEqual(3)
  })

  it('says that nothing fits a filter, not that there never was anything, and counts the range alone', async () => {
    const folder = await repository([{ files: sample }, { files: drift }, { files: mended }, { files: { a: '' } }])
    const linesOf = async (...args: readonly string[]) =>
      (await history(folder, ...args)).stdout.split('\n').slice(0, 2)
    const filters = [
      ['--open'],
      ['--code', 'REGISTRY_DATE_DRIFT'],
      ['--open', '--target', 'TinyGain'],
      ['--open', '--protocol', 'plugin'],
    ]
    for (const filter of filters)
      expect([filter, await linesOf(...filter)]).toEqual([
        filter,
        ['No matching episodes.', '4 commits, 3 of which change state; 1 target.'],
      ])
    expect(await linesOf('HEAD~1..')).toEqual([
      'The files did not contradict themselves in this range.',
      '1 commit in this range, which does not change state; 1 target.',
    ])
    expect((await linesOf('HEAD~3..HEAD~1'))[1]).toMatch(
      /^2 commits in this range, both of which change state; 1 target\. 1 of these 2 has a contradiction\./,
    )
    expect((await linesOf('--since', '2026-02-01T03:00:00Z'))[1]).toBe(
      '1 commit in this range, which does not change state; 1 target.',
    )
  })

  it('ends with 1 while something is open, where that is asked', async () => {
    const folder = await repository([{ files: sample }, { files: drift }])
    expect((await history(folder, '--fail-on', 'open')).code).toBe(1)
    expect((await history(folder, '--fail-on', 'open', 'HEAD~1')).code).toBe(0)
  })

  it('knows that the history of a shallow clone is cut off', async () => {
    const folder = await repository([
      { files: sample },
      { files: drift },
      { files: { 'src/a.c': '' } },
      { files: mended },
    ])
    const clone = join(places.folder(), 'clone')
    await runGit(folder, ['clone', '--quiet', '--depth', '2', `file://${folder}`, clone])
    const answer = await data(clone)
    expect(answer).toMatchObject({ shallow: true, commits: 2, episodes: [{ began: null, how: 'followed' }] })
    expect(answer.notes.join()).toContain('git fetch --unshallow')
    expect((await history(clone)).stdout).toContain(`before ${answer.from.slice(0, 7)}`)
  })

  it('does not depend on what is checked out', async () => {
    const folder = await repository([{ files: sample }, { files: drift }])
    await runGit(folder, ['checkout', '--quiet', '--detach', 'HEAD~1'])
    expect((await data(folder, 'main')).episodes).toHaveLength(1)
    expect((await data(folder)).episodes).toEqual([])
  })

  it('takes one commit, and one without any state before it', async () => {
    expect((await data(await repository([{ files: behind }]))).episodes).toMatchObject([
      { how: 'open', began: { subject: 'Commit 0' } },
    ])
    expect(await data(await repository([{ files: { a: '' } }, { files: {} }, { files: behind }]))).toMatchObject({
      commits: 3,
      stateCommits: 2,
    })
  })

  it('names the nearest target and code', async () => {
    const folder = await repository([{ files: sample }])
    write(folder, sample)
    expect((await history(folder, '--target', 'TinyGian')).stderr).toContain('; did you mean TinyGain?')
    const { stderr } = await history(folder, '--code', 'REGISTRY_STATUS_DRFT')
    expect(stderr).toContain('did you mean REGISTRY_STATUS_DRIFT?')
  })

  it('says of state that is not committed yet that it is there', async () => {
    const fresh = await repository([])
    write(fresh, sample)
    const first = (await history(fresh)).stderr
    expect(first).toBe(
      'No state is committed yet: plugin:TinyGain of the working tree will have a history from the first commit on. `baton board` shows what is there now.\n',
    )
    const later = await repository([{ files: { 'README.md': '# Ours\n' } }])
    expect((await history(later)).stderr).toMatch(
      /^There has never been any state here\. No state files found: .*`baton new PROTOCOL …`/,
    )
    expect((await history(later, '--target', 'X')).stderr).toMatch(
      /^No target up to HEAD is named X\. No state files found: /,
    )
    write(later, sample)
    expect(await history(later)).toMatchObject({ code: 3, stderr: first })
  })

  it('says of an earlier commit without state that it has none, and not that nothing is committed', async () => {
    const folder = await repository([{ files: { 'README.md': '# Ours\n' } }, { files: sample }])
    expect(await history(folder, 'HEAD~1')).toMatchObject({
      code: 3,
      stderr: 'No commit up to HEAD~1 has state. `baton history` looks back from `HEAD`.\n',
    })
  })

  it('says that the declaration is not committed, and which call goes by it', async () => {
    const { '.github/baton.yml': declaration = '', ...work } = declared
    const note =
      '`.github/baton.yml` is not committed as it is, and what is committed counts here: `baton history --config .github/baton.yml` uses the one of the working tree.'
    const folder = await repository([{ files: work as Made['files'] }])
    write(folder, { ...work, '.github/baton.yml': declaration })
    expect(await history(folder)).toMatchObject({ code: 3, stderr: `No commit has state. ${note}\n` })
    expect((await history(folder, '--config', join(folder, '.github/baton.yml'))).code).toBe(0)
    const beside = await repository([{ files: { ...(work as Made['files']), ...sample } }])
    write(beside, { ...work, ...sample, '.github/baton.yml': declaration })
    expect((await history(beside)).stdout).toContain(`Note: ${note}`)
    expect((await history(beside, '--config', join(beside, '.github/baton.yml'))).stdout).not.toContain(note)
  })

  it('says where there is nothing, and where there is no git', async () => {
    expect(await history(await repository([]))).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('Nothing is committed'),
    })
    for (const format of ['text', 'json', 'markdown', 'brief', 'html'])
      expect(await history(await repository([]), '--allow-empty', '--format', format)).toMatchObject({
        code: 0,
        stderr: '',
      })
    const empty = await repository([{ files: { a: '' } }])
    expect((await history(empty)).code).toBe(3)
    expect((await history(empty, '--allow-empty')).code).toBe(0)
    expect(await history(places.folder(sample))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('history needs git'),
    })
    const folder = places.folder(sample)
    await runGit(folder, ['init', '--quiet'])
    expect(await runHere(['history'], { cwd: folder, env: { PATH: '' } })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('history needs git'),
    })
    expect(await runHere(['board'], { cwd: folder, env: { PATH: '' } })).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/TinyGain[^]*no git history/),
    })
  })

  it('shows the name of an author, never an address in its place, in the encoding of the commit', async () => {
    const folder = await repository([
      { files: { ...sample, ...drift }, author: 'someone@example.com' },
      { files: mended },
      { files: drift, author: 'Lex @home' },
    ])
    expect((await data(folder)).episodes.map(({ began }) => began?.author)).toEqual(['Lex @home', 'someone'])
    for (const format of ['text', 'markdown', 'json', 'brief', 'html'])
      expect((await history(folder, '--format', format)).stdout).not.toContain('someone@')
    const [tree = '', parent = ''] = (await runGit(folder, ['rev-parse', 'main~1^{tree}', 'main']))
      .toString()
      .split('\n')
    const person = 'octocat@example.com> 1770000000 +0000'
    const commit = Buffer.from(
      `tree ${tree}\nparent ${parent}\nauthor Ren\xe9 <${person}\ncommitter Ren\xe9 <${person}\nencoding ISO-8859-1\n\nMended again\n`,
      'latin1',
    )
    const sha = (await runGit(folder, ['hash-object', '-t', 'commit', '-w', '--stdin'], commit)).toString().trim()
    await runGit(folder, ['update-ref', 'refs/heads/main', sha])
    expect((await data(folder)).episodes.map(({ ended }) => ended?.author)).toContain('René')
  })

  it('refuses what it does not understand', async () => {
    const folder = await repository([{ files: sample }])
    for (const args of [
      ['nowhere'],
      ['nowhere..HEAD'],
      ['--code', 'NO_CODE'],
      ['--all', '--code', 'CONTRACT_MISMATCH'],
      ['--since', 'nowhere'],
      ['nowhere..'],
      ['--sort', 'x'],
    ])
      expect([args, (await history(folder, ...args)).code]).toEqual([args, 2])
    expect((await history(folder, '--since', 'nowhere')).stderr).toContain(
      'Unexpected --since nowhere, expected a date',
    )
    expect((await history(folder, '..HEAD')).code).toBe(0)
    expect((await history(folder, '--target', 'Other')).code).toBe(3)
  })

  it('fails where the configuration cannot be read', async () => {
    const folder = await repository([{ files: { ...sample, '.github/baton.yml': 'mode: [' } }])
    expect((await history(folder)).code).toBe(2)
  })

  it('writes a file whole, through no link and nowhere else', async () => {
    const folder = await repository([{ files: sample }])
    const { code, stdout } = await history(folder, '--output', 'out/history.json', '--format', 'json')
    expect([code, stdout]).toEqual([0, ''])
    expect(JSON.parse(readFileSync(join(folder, 'out/history.json'), 'utf8'))).toMatchObject({ version: 1 })
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'link'))
    writeFileSync(join(folder, 'elsewhere'), 'kept')
    for (const option of ['--output', '--html'])
      for (const [file, cause] of [
        ['link', 'it is a symbolic link'],
        ['.git/history.json', 'expected a file outside of .git'],
        [join(places.folder(), 'gone/history.json'), 'expected a file in an existing folder'],
      ] as const)
        expect(await history(folder, option, file)).toMatchObject({
          code: 2,
          stdout: '',
          stderr: expect.stringMatching(new RegExp(`^Unexpected ${option} .*${cause}`)) as unknown,
        })
    expect(readFileSync(join(folder, 'elsewhere'), 'utf8')).toBe('kept')
    expect(existsSync(join(folder, '.git/history.json'))).toBe(false)
  })

  it('is a page with the board of its last commit, which opens with the timeline', async () => {
    const folder = await repository([
      { files: sample },
      { files: inRegistry(sample, ['| 🚧 Stage 2 |', '| 🚧 Stage 3 |']) },
    ])
    const { code, stdout, stderr } = await history(folder, '--html', 'history.html')
    expect([code, stdout, stderr]).toEqual([0, '', expect.stringMatching(/^Wrote history\.html: \d+ bytes\.\n$/)])
    const page = readFileSync(join(folder, 'history.html'), 'utf8')
    expect(page).toContain('<bdi>main </bdi>')
    // What is open is counted until now, and the page says so.
    expect(page).toMatch(/What is still open is counted until \d+ \w+ \d{4}, /)
    expect((await history(folder, '--format', 'html', '--at', '2026-02-02T00:00:00Z')).stdout).toContain(
      'What is still open is counted until 2 Feb 2026, 00:00 UTC.',
    )
    expect(page).toMatch(/<h1 class="news">The files contradicted themselves once, and still do<\/h1>/)
    expect(page).toContain('<h2 class="news">1 with the orchestrator</h2>')
    expect((await history(folder, 'HEAD~1', '--format', 'html')).stdout).toContain(
      'The files never contradicted themselves',
    )
  })

  it('is never more than text, whatever files and commits hold', async () => {
    const hostile = '</script><!-- `@octocat` ![x](javascript:y) \u202e\u200b ##[add-mask]x | "quoted" \\u001b[31m'
    const evil = inRegistry(sample, ['| 🚧 Stage 2 |', `| ${hostile.replaceAll('|', '')} |`])
    const long = inRegistry(sample, ['| 🚧 Stage 2 |', `| ${'x'.repeat(10_000)} |`])
    const folder = await repository([
      {
        files: {
          ...sample,
          'plugins/__proto__/.continue-here.md': sample[handoffPath] ?? '',
          'plugins/a#b%20c/NOTES.md': '',
          'plugins/new\nline "x"\t/NOTES.md': '',
        },
      },
      {
        files: { [registryPath]: evil[registryPath] ?? '' },
        author: 'o\u202ecto "`cat`',
        message: `${hostile}\n\n::error::x`,
      },
      { files: { [registryPath]: long[registryPath] ?? '' }, message: '::add-mask::x' },
    ])
    const [text, markdown, json] = await Promise.all(
      [[], ['--format', 'markdown'], ['--format', 'json', '--all']].map(
        async (args) => (await history(folder, ...args)).stdout,
      ),
    )
    for (const shown of [text, markdown, json]) {
      expect(shown).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u)
      expect(shown).not.toContain('##[')
      expect(shown).not.toMatch(/^::/m)
      expect(shown).not.toContain('octocat@example.com')
    }
    expect(Math.max(...(text ?? '').split('\n').map((line) => line.length))).toBeLessThan(400)
    expect(markdown).not.toMatch(/(?<!`[^`\n]*)<!--/)
    expect(JSON.parse(json ?? '')).toMatchObject({ version: 1 })
  })
})
