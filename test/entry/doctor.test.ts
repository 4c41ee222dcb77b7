import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { sample } from '../../src/protocols/governance/examples.ts'
import { sample as handover } from '../../src/protocols/handover/examples.ts'
import { sample as plugin } from '../../src/protocols/plugin/examples.ts'
import { sample as subagent } from '../../src/protocols/subagent/examples.ts'
import { thisProcess } from '../../src/gateways/tree/holder.ts'
import { endedProcess } from '../gateways/tree/trees.ts'
import { startGitHub } from '../github/server.ts'
import { here } from './here.ts'
import { cli, run, scratch, write, type Files } from './programs.ts'
import { repository } from '../processes/work-tree.ts'

const places = scratch()
afterAll(() => places.remove())

async function doctor(folder: string) {
  const { code, stdout } = await here(['doctor', '--format', 'json'], { cwd: folder })
  const { warnings } = JSON.parse(stdout) as { readonly warnings: readonly { readonly code: string; readonly path: string }[] }
  return [code, ...warnings.map((warning) => `${warning.code} ${warning.path}`)]
}

describe('baton doctor', () => {
  it('finds state that git ignores, tracked already or not', async () => {
    const folder = places.folder(sample)
    repository(folder)
    expect(await doctor(folder)).toEqual([0])
    write(folder, { '.gitignore': '.idumb/\n' })
    expect(await doctor(folder)).toEqual([0, 'GOV_ROOT_IGNORED .idumb/brain/state.json', 'GOV_ROOT_IGNORED .idumb/sessions/x.json'])
    write(folder, { '.gitignore': '*.json\n!state.json\n' })
    expect(await doctor(folder)).toEqual([0, 'GOV_ROOT_IGNORED .idumb/sessions/x.json'])
  })

  it('looks at what lies beside a link that a configuration names as state', async () => {
    const folder = places.folder({ ...plugin, 'b.js': 'hi\n', '.gitignore': 'plugins/\n' })
    symlinkSync('b.js', join(folder, 'a.js'))
    write(folder, { '.github/baton.yml': 'protocols: { governance: { root: a.js } }\n' })
    repository(folder)
    expect(await doctor(folder)).toEqual([0, 'STATE_IGNORED .gitignore'])
  })

  it('finds sessions of subagents that git is told to leave out, in a clone or not', async () => {
    const folder = places.folder(subagent)
    repository(folder)
    expect(await doctor(folder)).toEqual([0])
    write(folder, { '.gitignore': 'dist\n.ralph-sessions/\n' })
    expect(await doctor(folder)).toEqual([0, 'SUBAGENT_STATE_IGNORED .gitignore'])
    const { stdout } = await here(['validate', '--format', 'json'], { cwd: folder })
    expect(JSON.parse(stdout)).toMatchObject({ valid: true, warnings: [], checked: { targets: 5 } })
    expect(await doctor(places.folder({ ...subagent, '.ralph-sessions/.gitignore': '*.md\n' }))).toEqual([
      0,
      'SUBAGENT_STATE_IGNORED .ralph-sessions/.gitignore',
    ])
    const elsewhere = Object.fromEntries(Object.entries(subagent).map(([path, text]) => [path.replace('.ralph-sessions', 'teams/a'), text]))
    const configured = { ...elsewhere, '.github/baton.yml': 'protocols: { subagent: { sessions: ["teams/*/*"] } }\n' }
    expect(await doctor(places.folder({ ...configured, 'teams/.gitignore': 'a\n' }))).toEqual([
      0,
      'SUBAGENT_STATE_IGNORED teams/.gitignore',
    ])
  })

  it('says which pattern of which file hides what state, of every protocol', async () => {
    const folder = places.folder({ ...plugin, ...subagent, ...handover, '.gitignore': '# ours\nplugins/\n.ralph-sessions\n.claude\n' })
    repository(folder)
    const { stdout } = await here(['doctor', '--format', 'json'], { cwd: folder })
    const { warnings } = JSON.parse(stdout) as {
      readonly warnings: readonly { readonly code: string; readonly path: string; readonly line: number }[]
    }
    expect(warnings.map(({ code, path, line }) => `${code} ${path}:${line}`)).toEqual([
      'STATE_IGNORED .gitignore:2',
      'SUBAGENT_STATE_IGNORED .gitignore:3',
      'STATE_IGNORED .gitignore:4',
    ])
  })

  it('answers in every form, and says what it was not asked to look at', async () => {
    const head = '${{ github.event.pull_request.head.sha }}'
    const workflow = `on: pull_request_target\njobs: { a: { steps: [{ uses: actions/checkout@v4, with: { ref: '${head}' } }, { uses: example-org/baton@v1 }] } }\n`
    const folder = places.folder({ '.github/workflows/a.yml': workflow })
    for (const format of ['text', 'json', 'github', 'markdown', 'sarif']) {
      const { code, stdout, stderr } = await here(['doctor', '--format', format], { cwd: folder })
      expect([format, code, stderr]).toEqual([format, 1, ''])
      expect(stdout).toContain('WORKFLOW_HEAD_CHECKOUT')
      if (format === 'text') expect(stdout).toContain('--github OWNER/NAME')
    }
  })

  it('goes by the severities that are configured, and by no configuration that cannot be read', async () => {
    const workflow = 'on: push\njobs: { a: { permissions: { contents: read }, steps: [{ uses: example-org/baton@v1 }] } }\n'
    const folder = places.folder({
      '.github/workflows/a.yml': workflow,
      '.github/baton.yml': 'severity: { WORKFLOW_ACTION_UNPINNED: error }\n',
    })
    expect((await here(['doctor'], { cwd: folder })).code).toBe(1)
    write(folder, { '.github/baton.yml': 'severity: { WORKFLOW_ACTION_UNPINNED: off }\n' })
    expect((await here(['doctor'], { cwd: folder })).code).toBe(0)
    write(folder, { '.github/baton.yml': 'severity: { NO_SUCH_CODE: off }\n' })
    expect((await here(['doctor'], { cwd: folder })).code).toBe(2)
  })

  it('asks GitHub where it is told to, with the token of the environment', async () => {
    const github = await startGitHub()
    try {
      const octocat = github.user('octocat')
      const hosted = await github.repository('octocat', 'plugins')
      await hosted.push('main', { a: '1' }, { by: octocat })
      hosted.protect('main', { by: 'ruleset', pullRequest: { lastPushApproval: true }, checks: [{ name: 'baton' }] })
      const folder = places.folder(sample)
      const env = { GITHUB_TOKEN: github.token({ contents: 'read', checks: 'read' }), GITHUB_API_URL: github.url }
      const asked = await here(['doctor', '--github', 'octocat/plugins', '--format', 'json'], { cwd: folder, env })
      const { warnings } = JSON.parse(asked.stdout) as { readonly warnings: readonly { readonly code: string }[] }
      expect([asked.code, ...warnings.map(({ code }) => code)]).toEqual([0, 'CHECK_UNPINNED', 'LAST_PUSH_APPROVAL'])
      const without = await here(['doctor', '--github', 'octocat/plugins'], { cwd: folder })
      expect([without.code, without.stderr]).toEqual([2, expect.stringContaining('GITHUB_TOKEN')])
      expect((await here(['doctor', '--github', 'plugins'], { cwd: folder, env })).code).toBe(2)
    } finally {
      await github.close()
    }
  })

  it('says where there is nothing that it knows: that nothing is wrong would be no comfort', async () => {
    const said = async (files: Files) => (await run(cli, ['doctor'], { cwd: places.folder(files) })).stdout
    expect(await said({ 'README.md': '# Nothing\n' })).toContain('Nothing that Baton knows is here')
    expect(await said(sample)).not.toContain('Nothing that Baton knows')
  })

  it('looks where GitHub would look, from a folder below and where one is named', async () => {
    const folder = places.folder({ '.github/workflows/a.yml': '- no workflow\n', 'audio/README.md': '' })
    repository(folder)
    const found = [0, 'WORKFLOW_UNREADABLE .github/workflows/a.yml']
    expect(await doctor(join(folder, 'audio'))).toEqual(found)
    const { stdout } = await here(['doctor', '--root', join(folder, 'audio'), '--format', 'json'])
    expect(JSON.parse(stdout)).toMatchObject({ warnings: [{ code: 'WORKFLOW_UNREADABLE' }] })
  })

  it('finds a lock that nobody holds, and files of its own that git tracks', async () => {
    const holder = { pid: endedProcess(), host: thisProcess('x').host, started: '1', token: 'f'.repeat(16), command: 'accept' }
    const folder = places.folder({ ...plugin, '.baton.lock': `${JSON.stringify(holder)}\n` })
    expect(await doctor(folder)).toEqual([0, 'TREE_LOCK_LEFT .baton.lock'])
    expect(await doctor(folder)).toEqual([0])
    write(folder, { '.baton.lock': `${JSON.stringify({ ...holder, host: 'elsewhere' })}\n` })
    repository(folder)
    expect(await doctor(folder)).toEqual([0, 'TREE_LOCK_LEFT .baton.lock', 'TREE_LOCK_TRACKED .baton.lock'])
    write(folder, { '.baton.lock': `${JSON.stringify(thisProcess('accept'))}\n` })
    expect(await doctor(folder)).toEqual([0, 'TREE_LOCK_TRACKED .baton.lock'])
  })

  it('has nothing to say where there is no clone', async () => {
    expect(await doctor(places.folder(sample))).toEqual([0])
  })
})

describe('baton detect', () => {
  const text = 'user: hello\nassistant: The session compacted itself\n'

  it('answers whether a conversation was compacted', async () => {
    const folder = places.folder({ 'a.md': text })
    const told = await here(['detect', '--transcript', 'a.md'], { cwd: folder })
    expect([told.code, JSON.parse(told.stdout)]).toEqual([
      0,
      {
        version: 1,
        compacted: true,
        signals: ['compaction-keyword'],
        messages: 2,
        hits: [
          { signal: 'compaction-keyword', phrase: 'compacted', message: 2 },
          { signal: 'compaction-keyword', phrase: 'session compacted', message: 2 },
        ],
      },
    ])
    const injected = await here(['detect', '--transcript', '-', '--injected', '--format', 'text'], {
      cwd: folder,
      input: 'user: hello\n',
    })
    expect([injected.code, injected.stdout]).toEqual([0, 'compacted: low-message-count\n'])
    expect((await run(cli, ['detect', '--transcript', '-'], { cwd: folder, input: 'nothing' })).code).toBe(3)
    writeFileSync(join(folder, 'other.md'), Buffer.from(text, 'utf16le'))
    for (const [unreadable, said] of [
      ['absent', 'expected a regular file that can be read: there is no such file'],
      ['other.md', 'expected a file of UTF-8'],
      ['.', 'it is a folder'],
    ] as const) {
      const { code, stderr } = await here(['detect', '--transcript', unreadable], { cwd: folder })
      expect([code, stderr]).toEqual([2, expect.stringContaining(said)])
    }
  })
})
