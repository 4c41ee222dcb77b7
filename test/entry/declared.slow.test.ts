import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HostedRepository } from '../github/hosted.ts'
import { startGitHub, type GitHub } from '../github/server.ts'
import { declaration, declared, item, items } from './declared.ts'
import type { Files } from './programs.ts'
import { failure, step } from './workflow-run.ts'

let github: GitHub
let plugins: HostedRepository
let token: string

beforeAll(async () => {
  github = await startGitHub()
  plugins = await github.repository('octocat', 'plugins')
  token = github.token({ contents: 'read' })
})
afterAll(() => github.close())

let pulls = 0

/** The Action as it is built, on a pull request whose head changes some files. */
async function checkPull(before: Files, change: Files, inputs: Readonly<Record<string, string>> = {}) {
  const [branch, topic] = [`base-${++pulls}`, `head-${pulls}`]
  const commit = (name: string, files: Files, parents: readonly string[]) =>
    plugins.git.commit({ files: Object.entries(files as Readonly<Record<string, string>>), branch: name, message: 'A commit', parents })
  const base = await commit(branch, before, [])
  const sha = await commit(topic, { ...before, ...change }, [base])
  const pull = { number: 7, head: { sha, ref: topic }, base: { ref: branch, sha: base } }
  const payload = { action: 'synchronize', number: 7, pull_request: pull }
  return step({ event: 'pull_request', payload, inputs, token, api: github.url, nodeOptions: [] })
}

describe('the Action', () => {
  it('checks a declared workflow, strictly what the change touches', async () => {
    const ran = await checkPull(declared, { 'work/a.md': item('tdo') })
    expect(ran.code).toBe(1)
    expect(ran.report).toMatchObject({ errors: [{ code: 'ITEM_STATE_UNKNOWN', target: 'work:a', path: 'work/a.md', line: 2 }] })
    expect(ran.summary).toContain('ITEM_STATE_UNKNOWN')
    expect((await checkPull(declared, { 'work/a.md': item('doing') }, { protocols: 'work' })).code).toBe(0)
  })

  it('refuses a name that is neither a protocol nor a workflow', async () => {
    const ran = await checkPull(declared, { 'work/a.md': item('doing') }, { protocols: 'wrk' })
    expect(ran.code).toBe(1)
    expect(failure(ran)).toMatch(/^Input protocols: Unexpected protocol wrk, expected one of plugin, .*, work; did you mean work\?$/)
  })

  it('checks a change that adds a declaration without it, and says what it would find', async () => {
    const ran = await checkPull({ ...items, 'work/c.md': item('revew') }, { '.github/baton.yml': declaration })
    expect(ran.code).toBe(0)
    expect(ran.summary).toContain('takes effect after the merge. It would find 1 warning.')
  })

  it('says of a push, which nothing merges, that its declaration takes effect with the next check', async () => {
    const push = async (base: Files, head: Files) => {
      const commit = (files: Files, parents: readonly string[]) =>
        plugins.git.commit({
          files: Object.entries(files as Readonly<Record<string, string>>),
          branch: 'pushed',
          message: 'A commit',
          parents,
        })
      const before = await commit(base, [])
      const after = await commit({ ...base, ...head }, [before])
      const payload = { ref: 'refs/heads/pushed', before, after }
      return (await step({ event: 'push', payload, token, api: github.url })).summary
    }
    const added = await push({ ...items, 'work/c.md': item('revew') }, { '.github/baton.yml': declaration })
    expect(added).toContain('which this push adds to `.github/baton.yml`, takes effect with the next check. It would find 1 warning.')
    const altered = await push(declared, { '.github/baton.yml': declaration.replace('todo', 'open') })
    expect(altered).toMatch(/which this push alters in [^,]+, is checked as it was declared before\. With the next check it would find \d/)
    const removed = await push(declared, { '.github/baton.yml': 'mode: auto\n' })
    expect(removed).toContain('is checked for the last time.')
    expect(added + altered + removed).not.toContain('merge')
  })

  it('finds a number that the base took meanwhile, without a request more', async () => {
    const run = async (name: string, late: Files, change: Files = { 'work/n.md': item('todo') }) => {
      const commit = (branch: string, files: Files, parents: readonly string[]) =>
        plugins.git.commit({
          files: Object.entries({ ...declared, ...files } as Readonly<Record<string, string>>),
          branch,
          message: 'A commit',
          parents,
        })
      const fork = await commit(`main-${name}`, {}, [])
      const sha = await commit(`topic-${name}`, change, [fork])
      const tip = await commit(`main-${name}`, late, [fork])
      const pull = { number: 8, head: { sha, ref: `topic-${name}` }, base: { ref: `main-${name}`, sha: tip } }
      const payload = { action: 'synchronize', number: 8, pull_request: pull }
      const before = github.log.length
      const ran = await step({ event: 'pull_request', payload, inputs: {}, token, api: github.url, nodeOptions: [] })
      return { ran, requests: github.log.slice(before).map(({ operation }) => operation) }
    }
    const taken = await run('taken', { 'work/n.md': item('doing') })
    expect(taken.ran.report).toMatchObject({ errors: [{ code: 'ITEM_DUPLICATE', target: 'work:n' }] })
    const free = await run('free', { 'work/m.md': item('doing') })
    expect(free.ran.code).toBe(0)
    const without = await run('without', { 'work/m.md': item('doing') }, { 'README.md': 'Read me\n' })
    expect([taken, free, without].map(({ requests }) => requests.length)).toEqual([6, 6, 6])
  })
})
