import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { usualRetry } from '../../src/gateways/github/requests/send.ts'
import { sample } from '../../src/protocols/governance/examples.ts'
import { sample as plugin } from '../../src/protocols/plugin/examples.ts'
import { sample as session } from '../../src/protocols/subagent/examples.ts'
import { startGitHub } from '../github/server.ts'
import { repository } from '../processes/work-tree.ts'
import { runHere } from './here.ts'
import { scratch, write, type Files } from './programs.ts'

const places = scratch()
afterAll(() => places.remove())

async function doctor(folder: string) {
  const { code, stdout } = await runHere(['doctor', '--format', 'json'], { cwd: folder })
  const { warnings } = JSON.parse(stdout) as {
    readonly warnings: readonly { readonly code: string; readonly path: string }[]
  }
  return [code, ...warnings.map((warning) => `${warning.code} ${warning.path}`)]
}

describe('baton doctor', () => {
  it('answers in every form, and lists what it did not check', async () => {
    const head = '${{ github.event.pull_request.head.sha }}'
    const workflow = `on: pull_request_target\njobs: { a: { steps: [{ uses: actions/checkout@v4, with: { ref: '${head}' } }, { uses: example-org/baton@v1 }] } }\n`
    const folder = places.folder({ '.github/workflows/a.yml': workflow })
    for (const format of ['text', 'json', 'github', 'markdown', 'sarif']) {
      const { code, stdout, stderr } = await runHere(['doctor', '--format', format], { cwd: folder })
      expect([format, code, stderr]).toEqual([format, 1, ''])
      expect(stdout).toContain('WORKFLOW_HEAD_CHECKOUT')
      if (format === 'text') expect(stdout).toContain('--github OWNER/NAME')
    }
  })

  it('uses the severities that are configured, and no configuration that cannot be read', async () => {
    const workflow = 'on: push\njobs: { a: { permissions: { contents: read }, steps: [{ uses: octocat/baton@v1 }] } }\n'
    const folder = places.folder({
      '.github/workflows/a.yml': workflow,
      '.github/baton.yml': 'severity: { WORKFLOW_ACTION_UNPINNED: error }\n',
    })
    expect((await runHere(['doctor'], { cwd: folder })).code).toBe(1)
    write(folder, { '.github/baton.yml': 'severity: { WORKFLOW_ACTION_UNPINNED: off }\n' })
    expect((await runHere(['doctor'], { cwd: folder })).code).toBe(0)
    write(folder, { '.github/baton.yml': 'severity: { NO_SUCH_CODE: off }\n' })
    expect((await runHere(['doctor'], { cwd: folder })).code).toBe(2)
  })

  it('counts no container among the targets of a protocol', async () => {
    const { stdout } = await runHere(['doctor'], { cwd: places.folder(session) })
    const [, listed, summed] =
      /^ {2}state +subagent, (\d+) targets$[^]* (\d+) targets and 1 container checked/m.exec(stdout) ?? []
    expect(listed).toBe(summed)
    expect(Number(listed)).toBeGreaterThan(1)
  })

  it('queries GitHub on request, with the token of the environment', async () => {
    const github = await startGitHub()
    try {
      const octocat = github.user('octocat')
      const hosted = await github.repository('octocat', 'plugins')
      await hosted.push('main', { a: '1' }, { by: octocat })
      hosted.protect('main', { by: 'ruleset', pullRequest: { lastPushApproval: true }, checks: [{ name: 'baton' }] })
      const folder = places.folder(sample)
      const env = { GITHUB_TOKEN: github.token({ contents: 'read', checks: 'read' }), GITHUB_API_URL: github.url }
      const ran = await runHere(['doctor', '--github', 'octocat/plugins', '--format', 'json'], { cwd: folder, env })
      const { warnings } = JSON.parse(ran.stdout) as { readonly warnings: readonly { readonly code: string }[] }
      expect([ran.code, ...warnings.map(({ code }) => code)]).toEqual([0, 'CHECK_UNPINNED', 'LAST_PUSH_APPROVAL'])
      const without = await runHere(['doctor', '--github', 'octocat/plugins'], { cwd: folder })
      expect([without.code, without.stderr]).toEqual([2, expect.stringContaining('GITHUB_TOKEN')])
      expect((await runHere(['doctor', '--github', 'plugins'], { cwd: folder, env })).code).toBe(2)
    } finally {
      await github.close()
    }
  })

  it.each(['https://ghes.example.com/octocat/plugins.git', 'git@ghes.example.com:octocat/plugins.git'])(
    'sends no token to github.com from a clone of %s',
    async (origin) => {
      const folder = places.folder(sample)
      repository(folder, { 'remote.origin.url': origin })
      const env = { GITHUB_TOKEN: 'secret' }
      const { code, stderr } = await runHere(['doctor', '--github', 'octocat/plugins'], { cwd: folder, env })
      expect([code, stderr]).toEqual([
        2,
        expect.stringMatching(/^Missing GITHUB_API_URL in the environment: .* is on ghes\.example\.com, .*\/api\/v3/),
      ])
    },
  )

  it('refuses a token that no header can have, without printing it', async () => {
    const env = { GITHUB_TOKEN: 'ghs_SECRET\nline' }
    const ran = await runHere(['doctor', '--github', 'octocat/plugins'], { cwd: places.folder(sample), env })
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringMatching(/^Unexpected GITHUB_TOKEN in the environment/)])
    expect(`${ran.stdout}${ran.stderr}`).not.toContain('SECRET')
  })

  it('says of each request that is sent again which one it is and why', async () => {
    const sleep = vi.spyOn(usualRetry, 'sleep').mockResolvedValue(undefined)
    const github = await startGitHub()
    try {
      const octocat = github.user('octocat')
      await (await github.repository('octocat', 'plugins')).push('main', { a: '1' }, { by: octocat })
      const env = { GITHUB_TOKEN: github.token({ contents: 'read', checks: 'read' }), GITHUB_API_URL: github.url }
      github.faults.plan({ kind: 'status', status: 502 }, { times: 2 })
      const { code, stderr } = await runHere(['doctor', '--github', 'octocat/plugins'], {
        cwd: places.folder(sample),
        env,
      })
      expect(code).toBe(0)
      const named =
        /^GitHub does not answer (?:`\/repos\/|the query for `)[^`]+`: `.+`\. It is sent again in [123] s\.$/gm
      expect(stderr.match(named)).toHaveLength(2)
    } finally {
      sleep.mockRestore()
      await github.close()
    }
  })

  it('says where there is nothing that it knows: that nothing is wrong would be no comfort', async () => {
    const message = async (files: Files) => (await runHere(['doctor'], { cwd: places.folder(files) })).stdout
    expect(await message({ 'README.md': '# Nothing\n' })).toContain('No state files found')
    expect(await message(sample)).not.toContain('No state files found')
  })

  it('fails where a workflow names the placeholder for the action', async () => {
    const workflow = (uses: string) =>
      `on: push\njobs: { a: { permissions: { contents: read }, steps: [{ uses: ${uses} }] } }\n`
    const sha = 'f'.repeat(40)
    const found = async (uses: string) => {
      const folder = places.folder({ ...sample, '.github/workflows/baton.yml': workflow(uses) })
      const { code, stdout } = await runHere(['doctor', '--format', 'json'], { cwd: folder })
      const { errors, warnings } = JSON.parse(stdout) as Record<string, readonly { readonly code: string }[]>
      return [code, [...(errors ?? []), ...(warnings ?? [])].map((finding) => finding.code)]
    }
    for (const version of [sha, 'v1'])
      expect(await found(`example-org/baton@${version}`)).toEqual([1, ['WORKFLOW_ACTION_PLACEHOLDER']])
    expect(await found(`octocat/baton@${sha}`)).toEqual([0, []])
  })

  it('reports the placeholder once, with every workflow that names it', async () => {
    const text = `on: push\njobs: { a: { permissions: { contents: read }, steps: [{ uses: example-org/baton@v1 }] } }\n`
    const paths = ['audit', 'check', 'commands'].map((name) => `.github/workflows/${name}.yml`)
    const folder = places.folder({ ...sample, ...Object.fromEntries(paths.map((path) => [path, text])) })
    const { stdout } = await runHere(['doctor', '--format', 'json'], { cwd: folder })
    const { errors } = JSON.parse(stdout) as { errors: { path: string; related: { path: string }[] }[] }
    expect(errors.map(({ path, related }) => [path, ...related.map((place) => place.path)])).toEqual([paths])
  })

  interface Part {
    readonly name: string
    readonly status: string
    readonly command?: string
  }
  const partsOf = async (folder: string) => {
    const { stdout } = await runHere(['doctor', '--format', 'json'], { cwd: folder })
    const { setup } = JSON.parse(stdout) as { readonly setup: readonly Part[] }
    return setup.map(({ name, status, command = '' }) => [name, status, command].join(' ').trimEnd())
  }

  it('lists what is set up, what is missing and what may be added, each with its command', async () => {
    const folder = places.folder(plugin)
    repository(folder)
    expect(await partsOf(folder)).toEqual([
      'state set up',
      'check missing baton init',
      'configuration optional baton init',
      'commands optional baton init --commands',
      'audit optional baton init --audit',
      'agents optional baton init --agents',
      'merge driver optional baton init --merge-driver',
    ])
    const { code, stdout } = await runHere(['doctor'], { cwd: folder })
    expect([code, stdout]).toEqual([0, expect.not.stringContaining('nothing is wrong')])
    expect(stdout).toMatch(/^Missing:\n {2}check +no workflow checks pull requests.*: baton init$/m)
    expect(stdout).toMatch(/Not set up: check \(`baton init`\)\.\n$/)
    // Each command that is named sets up what it is named for.
    for (const part of await partsOf(folder)) {
      const [, words] = /baton (init.*)$/.exec(part) ?? []
      if (words !== undefined) expect((await runHere(words.split(' '), { cwd: folder })).code).toBe(0)
    }
    expect((await partsOf(folder)).filter((part) => !part.endsWith('set up'))).toEqual([])
  })

  it('says of what is set up that its workflow has errors', async () => {
    const folder = places.folder(sample)
    repository(folder)
    await runHere(['init', '--commands', '--audit'], { cwd: folder })
    // The action is a placeholder in each workflow as long as this copy is not published.
    const { stdout } = await runHere(['doctor'], { cwd: folder })
    for (const part of ['check', 'commands', 'audit'])
      expect(stdout).toMatch(new RegExp(`^Set up:\\n(?: {2}.*\\n)* {2}${part} +by a workflow that has errors$`, 'm'))
  })

  it('needs nothing else without state, and lists it all the same', async () => {
    const folder = places.folder({ 'README.md': '# Nothing\n' })
    expect(await partsOf(folder)).toEqual([
      'state missing baton new workflow',
      'check optional baton init',
      'configuration optional baton init',
      'commands optional baton init --commands',
      'audit optional baton init --audit',
      'agents optional baton init --agents',
    ])
    const { stdout } = await runHere(['doctor'], { cwd: folder })
    expect(stdout).toMatch(/^✔ passed; .* Not set up: state \(`baton new workflow`\)\.\n$/m)
    await runHere(['init', '--agents'], { cwd: folder })
    expect((await partsOf(folder)).filter((part) => part.endsWith(' set up'))).toEqual([
      'configuration set up',
      'agents set up',
    ])
  })

  it('has nothing to say where there is no clone', async () => {
    expect(await doctor(places.folder(sample))).toEqual([0])
  })
})

describe('baton detect', () => {
  const text = 'user: hello\nassistant: The session compacted itself\n'

  it('answers whether a conversation was compacted', async () => {
    const folder = places.folder({ 'a.md': text })
    const result = await runHere(['detect', '--transcript', 'a.md'], { cwd: folder })
    expect([result.code, JSON.parse(result.stdout)]).toEqual([
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
    const injected = await runHere(['detect', '--transcript', '-', '--injected', '--format', 'text'], {
      cwd: folder,
      input: 'user: hello\n',
    })
    expect([injected.code, injected.stdout]).toEqual([0, 'compacted: low-message-count\n'])
    expect((await runHere(['detect', '--transcript', '-'], { cwd: folder, input: 'nothing' })).code).toBe(3)
    writeFileSync(join(folder, 'other.md'), Buffer.from(text, 'utf16le'))
    for (const [unreadable, message] of [
      ['absent', 'expected a regular file that can be read: there is no such file'],
      ['other.md', 'expected a file of UTF-8'],
      ['.', 'it is a folder'],
    ] as const) {
      const { code, stderr } = await runHere(['detect', '--transcript', unreadable], { cwd: folder })
      expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
    }
  })
})
