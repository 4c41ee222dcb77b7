import { afterAll, describe, expect, it } from 'vitest'
import { change, inProgressSample, registryPath, sample } from '../../src/protocols/plugin/examples.ts'
import { emptySample } from '../../src/protocols/governance/examples.ts'
import { runGit } from '../processes/git.ts'
import { runHere } from './here.ts'
import { scratch, write } from './programs.ts'
import { commitAll, repository } from '../processes/work-tree.ts'
import { step } from './workflow-run.ts'
import { audit, auditScenes, drifted, fine, permissions, type AuditAnswer } from './audit-scene.ts'

// Every test starts processes, which takes a while on a busy machine.
const places = scratch()
afterAll(places.remove)
const start = auditScenes()

describe('baton audit', () => {
  it('uses the last commit to the handoff where there is one', async () => {
    const folder = places.folder(inProgressSample)
    // Committed at 2026-02-01T10:00:00Z, whatever the handoff says of itself.
    repository(folder)
    expect(await audit(folder, '--at', '2026-02-03T10:00:00Z')).toMatchObject(fine)
    expect(await audit(folder, '--at', '2026-02-03T10:00:01Z')).toMatchObject({ warnings: ['PLUGIN_WORK_STALE'] })
    expect(await audit(folder, '--at', '2026-02-03T10:00:01Z', '--rev', 'HEAD')).toMatchObject({
      warnings: ['PLUGIN_WORK_STALE'],
    })
    // Where history is cut off, it is unknown.
    const shallow = places.folder()
    await runGit(shallow, ['clone', '--quiet', '--depth=1', `file://${folder}`, '.'])
    expect(await audit(shallow, '--at', '2026-02-03T10:00:01Z')).toMatchObject(fine)
  })

  it('uses the last commit to the line of an item where others share its file', async () => {
    const states = '{ todo: {}, doing: { holder: agent, stale-after: 2d }, done: {} }'
    const workflow = `workflows:\n  - name: work\n    items: { keys: board.yml, at: [] }\n    states: ${states}\n    place: { data: [] }\n`
    const folder = places.folder({ '.github/baton.yml': workflow, 'board.yml': 'a: doing\nb: doing\n' })
    repository(folder)
    write(folder, { 'board.yml': 'a: doing\nb: todo\n' })
    const day = 24 * 3600
    commitAll(folder, 'b is given up', 1_769_940_000 + 3 * day)
    const found = async (...words: readonly string[]) =>
      (await audit(folder, '--at', '2026-02-05T10:00:00Z', ...words)).whole
    expect(await found()).toMatchObject([
      { code: 'ITEM_STALE', message: expect.stringContaining('2026-02-01T10:00Z') as unknown, line: 1 },
    ])
    expect(await found('--rev', 'HEAD')).toHaveLength(1)
    // Where there is something uncommitted, its lines may be elsewhere.
    write(folder, { 'board.yml': '# The board\na: doing\nb: todo\n' })
    expect(await found()).toEqual([])
    // Back in a state by a later commit.
    write(folder, { 'board.yml': 'a: todo\nb: todo\n' })
    commitAll(folder, 'a is given up', 1_769_940_000 + 3 * day)
    write(folder, { 'board.yml': 'a: doing\nb: todo\n' })
    commitAll(folder, 'a is begun again', 1_769_940_000 + 3 * day)
    expect(await found()).toEqual([])
  })

  it('looks only at what changed since a revision, under the policy of today', async () => {
    const folder = places.folder(drifted)
    const first = repository(folder)
    write(folder, { 'README.md': '# Read me\n' })
    commitAll(folder)
    expect(await audit(folder)).toMatchObject({ errors: ['REGISTRY_STATUS_DRIFT'] })
    expect(await audit(folder, '--since', first)).toMatchObject(fine)
    write(folder, change(drifted, { [registryPath]: [['0.1.0 |', '0.1.1 |']] }))
    commitAll(folder)
    expect(await audit(folder, '--since', first)).toMatchObject({
      code: 1,
      errors: expect.arrayContaining(['REGISTRY_STATUS_DRIFT']),
    })
    write(folder, { '.github/baton.yml': 'severity: { REGISTRY_STATUS_DRIFT: notice }\n' })
    commitAll(folder)
    expect((await audit(folder, '--since', first)).errors).not.toContain('REGISTRY_STATUS_DRIFT')
    expect((await audit(folder, '--since', first, '--rev', 'HEAD~1')).errors).toContain('REGISTRY_STATUS_DRIFT')
  })

  it('finds two grants of one target in the merge commits since then, which names both agents', async () => {
    const folder = places.folder(sample)
    const first = repository(folder)
    const accept = async (agent: string, time: string) => {
      const by = ['--agent', agent, '--actor', 'octocat', '--at', time]
      expect((await runHere(['accept', 'TinyGain', '--root', folder, ...by])).code).toBe(0)
      return commitAll(folder, `Grant to ${agent}`)
    }
    await runGit(folder, ['checkout', '-q', '-b', 'other'])
    await accept('dsp-agent/2', '2026-02-04T10:00:00Z')
    await runGit(folder, ['checkout', '-q', 'main'])
    await accept('dsp-agent/1', '2026-02-04T09:00:00Z')
    await runGit(folder, ['merge', '-q', '-s', 'ours', '-m', 'Both', 'other'])
    const at = ['--at', '2026-02-04T11:00:00Z']
    const { warnings, whole } = await audit(folder, '--since', first, ...at)
    expect(warnings).toEqual(['GRANT_DOUBLE'])
    expect(whole[0]).toMatchObject({ message: expect.stringMatching(/dsp-agent\/1.*dsp-agent\/2/) as unknown })
    expect((await audit(folder, '--since', 'HEAD', ...at)).warnings).toEqual([])
    expect((await audit(folder, ...at)).warnings).toEqual([])
  })

  it('looks at the commits since then too', async () => {
    const folder = places.folder(emptySample)
    const first = repository(folder)
    write(folder, { '.idumb/modules/rules.md': '# No rules\n' })
    const second = commitAll(folder, 'Rules\n\nAgent: idumb-project-executor')
    const { whole } = await audit(folder, '--since', first)
    expect(whole).toMatchObject([{ code: 'SCOPE_PATH_DENIED', commit: second }])
    expect((await audit(folder)).whole).toEqual([])
  })
})

const tasks = {
  '.github/baton.yml': `workflows:
  - name: tasks
    items: 'tasks/{id}.md'
    states: [todo, { doing: { holder: agent, stale-after: 3d } }, done]
    places:
      file: { front-matter: status }
      board: { in: board.yml, data: ['{id}'] }
    truth: file
    depends: { front-matter: needs, unknown: warning }
`,
  'tasks/a.md': '---\nstatus: doing\nneeds: b\n---\n',
  'tasks/b.md': '---\nstatus: done\n---\n',
  'board.yml': 'a: doing\nb: done\n',
}

/** A module after which it is that time. */
const clockOf = (time: number) =>
  `data:text/javascript,${encodeURIComponent(`const Real = Date; const behind = ${time} - Real.now()
globalThis.Date = class extends Real { constructor(...all) { if (all.length > 0) super(...all); else super(Date.now()) } static now() { return Real.now() + behind } }`)}`

describe('the task audit', () => {
  it('reads a checkout where it has one, and asks GitHub for less', async () => {
    const { github, hosted, first } = await start()
    const workspace = places.folder()
    await runGit(workspace, ['clone', '--quiet', await hosted.git.folder(), '.'])
    await runGit(workspace, ['remote', 'set-url', 'origin', 'https://github.com/octocat/plugins'])
    github.log.length = 0
    const token = github.token(permissions)
    const result = await step({ event: 'schedule', payload: {}, token, api: github.url, sha: first, workspace })
    expect(result.outputs).toMatchObject({ errors: '1', issue: '1' })
    const read = github.log.filter(({ operation, body }) => operation.includes('/git/') || body.includes('... on Blob'))
    expect(read).toEqual([])
  })

  it('follows the items of a declared workflow from drift to end, whether or not there is a checkout', async () => {
    let now = Date.parse('2026-03-02T06:00:00Z')
    const { github, octocat, hosted, issues } = await start(tasks, () => now)
    const push = async (files: Readonly<Record<string, string | null>>) =>
      hosted.push('main', files, { by: octocat, parent: (await hosted.tip('main')) ?? '' })
    /** What the Action makes of the repository so many days later. */
    const audited = async (days: number, hasCheckout: boolean) => {
      now += days * 24 * 3_600_000
      const sha = (await hosted.tip('main')) ?? ''
      const workspace = places.folder()
      if (hasCheckout) {
        await runGit(workspace, ['clone', '--quiet', await hosted.git.folder(), '.'])
        await runGit(workspace, ['remote', 'set-url', 'origin', 'https://github.com/octocat/plugins'])
      }
      const token = github.token(permissions)
      const { code, report } = await step({
        event: 'schedule',
        payload: { schedule: '0 6 * * 1' },
        token,
        api: github.url,
        sha,
        workspace,
        nodeOptions: ['--import', clockOf(now)],
      })
      const { errors, warnings } = report as AuditAnswer
      const [issue, ...extraIssues] = issues()
      expect(extraIssues).toEqual([])
      const codes = [
        ...new Set(Array.from(issue?.body.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g) ?? [], ([, issueCode]) => issueCode)),
      ]
      const failed = code === 1
      expect(hosted.checksOn(sha)).toMatchObject([{ name: 'baton audit', conclusion: failed ? 'failure' : 'success' }])
      return {
        failed,
        found: [...errors, ...warnings].map((finding) => `${finding.code} ${finding.path}`),
        issue: issue && { open: issue.closedAt === undefined, codes: codes.toSorted() },
        said: issue ? hosted.commentsOn(issue.number).map(({ body }) => body) : [],
      }
    }
    const drift = 'ITEM_STATE_DRIFT board.yml'
    const stale = 'ITEM_STALE tasks/a.md'
    const unknownDependency = 'ITEM_DEPENDENCY_UNKNOWN tasks/a.md'
    const end = { 'board.yml': 'a: done\n', 'tasks/a.md': '---\nstatus: done\n---\n' }
    const story: readonly [days: number, files: Readonly<Record<string, string | null>>, found: readonly string[]][] = [
      [0, {}, []],
      [1, { 'board.yml': 'a: todo\nb: done\n' }, [drift]],
      [2, {}, [drift, stale]],
      [1, {}, [drift, stale]],
      [1, { 'board.yml': 'a: doing\n', 'tasks/b.md': null }, [stale, unknownDependency]],
      [1, end, []],
      [1, { 'tasks/a.md': null }, ['WORKFLOW_EMPTY .github/baton.yml']],
    ]
    for (const [day, [days, files, found]] of story.entries()) {
      if (Object.keys(files).length > 0) await push(files)
      const { issue, said, ...seen } = await audited(days, day % 2 === 1)
      expect({ day, ...seen }).toEqual({ day, found, failed: found.some((finding) => finding.startsWith('WORKFLOW')) })
      const codes = found.map((finding) => finding.split(' ')[0]).toSorted()
      expect({ day, issue }).toEqual({ day, issue: day === 0 ? undefined : { open: found.length > 0, codes } })
      expect({ day, said }).toEqual({
        day,
        said: day < 5 ? [] : [expect.stringContaining('None of the findings is left')],
      })
    }
  })
})
