import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { grantRules } from '../../src/engine/grants.ts'
import { examplesOf } from '../examples-of.ts'
import { usualRetry } from '../../src/gateways/github/requests/send.ts'
import { change, handoffPath, inHandoff, registryPath, sample } from '../../src/protocols/plugin/examples.ts'
import type { HostedRepository } from '../github/hosted.ts'
import type { GitHub } from '../github/server.ts'
import { failure, shownAt, step } from './workflow-run.ts'
import {
  type Files,
  configured,
  incomplete,
  incompleteAt,
  weak,
  compare,
  tree,
  texts,
  pullScene,
  type PullRequest,
} from './pull-scene.ts'

const { places, hosted, commit, pullRequest, check } = pullScene()
let github: GitHub
let plugins: HostedRepository
beforeAll(() => void ({ github, plugins } = hosted))

const double = grantRules.find(({ code }) => code === 'GRANT_DOUBLE') as (typeof grantRules)[number]

describe('pull_request', () => {
  let change: PullRequest
  beforeAll(async () => {
    change = await pullRequest({ later: { ...sample, 'plugins/Later/.continue-here.md': '---\nplugin: Later\n---\n' } })
  })

  const expected = { code: 1, outputs: { valid: 'false', errors: '1', warnings: '0', notices: '0', targets: '1' } }

  it('is read through the API where nothing is checked out, by a few requests', async () => {
    const ran = await check({ event: 'pull_request', payload: change.payload })
    expect(ran).toMatchObject(expected)
    expect(shownAt(ran)).toEqual([`error ${incompleteAt}`])
    // The fork point; the trees of the tip (for the configuration), the head and the merge base; the texts of both.
    expect(ran.requests.toSorted()).toEqual([compare, tree, tree, tree, texts].toSorted())
  })

  it('needs fewer where the base has not moved', async () => {
    const ran = await check({ event: 'pull_request', payload: (await pullRequest()).payload })
    expect(ran).toMatchObject(expected)
    expect(ran.requests.toSorted()).toEqual([compare, tree, tree, texts].toSorted())
  })

  it('of a fork is read by its SHA alone: no branch of the repository has it', async () => {
    const fork = await pullRequest({ head: { ...incomplete, 'README.md': 'From a fork' } })
    plugins.git.move(`refs/heads/${fork.topic}`, undefined)
    const payload = {
      ...fork.payload,
      pull_request: { ...fork.payload.pull_request, head: { sha: fork.head, repo: null } },
    }
    expect(await check({ event: 'pull_request', payload })).toMatchObject(expected)
  })

  it('of a public repository needs no more', async () => {
    const open = await github.repository('octocat', 'open', { isPrivate: false })
    const base = await open.git.commit({ files: Object.entries(sample) })
    const head = await open.git.commit({ files: Object.entries(incomplete), branch: 'head', parents: [base] })
    const payload = { pull_request: { head: { sha: head }, base: { ref: 'main' } } }
    expect(await check({ event: 'pull_request', payload, repository: 'octocat/open' })).toMatchObject(expected)
  })

  it('passes where nothing is wrong, or nothing that is new', async () => {
    const fine = await check({
      event: 'pull_request',
      payload: (await pullRequest({ head: change_(sample, 'Loads in a host', 'Loads in every host') })).payload,
    })
    expect(fine).toMatchObject({ code: 0, outputs: { valid: 'true', errors: '0' } })
    expect(fine.commands).toEqual([])
    const drifted = change_(sample, '| TinyGain | 🚧 Stage 2 |', '| TinyGain | 🚧 Stage 3 |', registryPath)
    const old = await check({
      event: 'pull_request',
      payload: (await pullRequest({ base: drifted, head: { ...drifted, 'README.md': '1' } })).payload,
    })
    expect(old).toMatchObject({ code: 0, outputs: { valid: 'false', errors: '1' } })
    expect(shownAt(old)).toEqual([`error ${registryPath}:5`])
  })

  it('without anything that Baton knows fails, unless that is allowed', async () => {
    const nothing = await pullRequest({ base: { 'README.md': '1' }, head: { 'README.md': '2' } })
    const ran = await check({ event: 'pull_request', payload: nothing.payload })
    expect(ran).toMatchObject({ code: 1, outputs: { valid: 'true', targets: '0' } })
    expect(failure(ran)).toMatch(/nothing to check/i)
    const errors = ({ commands }: typeof ran) => commands.filter(({ name }) => name === 'error')
    expect(errors(ran)).toHaveLength(1)
    const silent = await check({ event: 'pull_request', payload: nothing.payload, inputs: { annotations: 'false' } })
    expect(silent).toMatchObject({ code: 1 })
    expect(errors(silent).map(({ data }) => data)).toEqual(['nothing to check'])
    expect(
      await check({ event: 'pull_request', payload: nothing.payload, inputs: { 'allow-empty': 'true' } }),
    ).toMatchObject({ code: 0 })
  })

  it('says there what a workflow can do, and which preset has files', async () => {
    const messageFor = async (files: Files) => {
      const { payload } = await pullRequest({ base: { 'README.md': '1' }, head: { 'README.md': '2', ...files } })
      return failure(await check({ event: 'pull_request', payload }))
    }
    const emptyMessage = await messageFor({})
    expect(emptyMessage).toMatch(
      /In a clone, `baton new workflow` .* `allow-empty: true` under `with:` of the step lets an empty repository pass\.$/,
    )
    expect(emptyMessage).not.toMatch(/--allow-empty|root of the repository/)
    const line = 'There are files of beads (`.beads/issues.jsonl`): add `workflows: [beads]` to `.github/baton.yml`.'
    expect(await messageFor({ '.beads/issues.jsonl': '{"id":"a-1","status":"open"}\n' })).toContain(line)
  })

  it('that removes the last target has been checked: it fails as the loss that it is', async () => {
    const removing = await pullRequest({ base: { 'README.md': '1', ...sample }, head: { 'README.md': '1' } })
    expect(await check({ event: 'pull_request', payload: removing.payload })).toMatchObject({
      code: 1,
      outputs: { targets: '0', errors: '1' },
    })
  })
})

const change_ = (files: Readonly<Record<string, string>>, from: string, to: string, path = handoffPath) =>
  change(files, { [path]: [[from, to]] })

describe('the policy', () => {
  it('that cannot be read fails closed', async () => {
    const { payload } = await pullRequest({
      head: configured(incomplete, 'mode: auto'),
      later: configured(sample, 'mood: soft'),
    })
    const ran = await check({ event: 'pull_request', payload, inputs: { 'fail-on': 'never' } })
    expect(ran).toMatchObject({ code: 1, outputs: { valid: 'false', errors: '1', targets: '0' } })
    expect(shownAt(ran)).toEqual(['error .github/baton.yml:1'])
    expect(failure(ran)).toMatch(/configuration in .* cannot be read.* This change corrects it/)
  })

  it('that has a folder in its place fails closed', async () => {
    const { payload } = await pullRequest({ base: { ...sample, '.github/baton.yml/x': '' } })
    const ran = await check({ event: 'pull_request', payload, inputs: { 'fail-on': 'never' } })
    expect(ran).toMatchObject({ code: 1, outputs: { valid: 'false', errors: '1', targets: '0' } })
    expect(failure(ran)).toContain('cannot be read')
  })

  it('that the change breaks is an error at its place', async () => {
    const { payload } = await pullRequest({
      base: configured(sample, 'mode: auto\n'),
      head: configured(sample, 'mode: auto\nmood: soft\n'),
    })
    const ran = await check({ event: 'pull_request', payload })
    expect(ran.code).toBe(1)
    expect(shownAt(ran)).toEqual(['error .github/baton.yml:2'])
  })

  it('may lie elsewhere', async () => {
    const { payload } = await pullRequest({
      base: { ...sample, 'conf/b.yml': weak },
      head: { ...incomplete, 'conf/b.yml': weak },
    })
    expect(await check({ event: 'pull_request', payload, inputs: { config: 'conf/b.yml' } })).toMatchObject({
      code: 0,
      outputs: { errors: '0' },
    })
    const absent = await check({ event: 'pull_request', payload, inputs: { config: 'conf/absent.yml' } })
    expect(absent).toMatchObject({ code: 1, summary: expect.stringContaining('conf/absent.yml') })
  })
})

describe('merge_group', () => {
  it('is judged by what is new', async () => {
    const drifted = change_(sample, '| TinyGain | 🚧 Stage 2 |', '| TinyGain | 🚧 Stage 3 |', registryPath)
    const { head, mergeBase } = await pullRequest({ base: drifted, head: { ...drifted, 'README.md': '1' } })
    expect(
      await check({ event: 'merge_group', payload: { merge_group: { head_sha: head, base_sha: mergeBase } } }),
    ).toMatchObject({
      code: 0,
      outputs: { errors: '1' },
    })
  })

  it('whose base is gone is a failure: nothing is guessed', async () => {
    const { head } = await pullRequest()
    const ran = await check({
      event: 'merge_group',
      payload: { merge_group: { head_sha: head, base_sha: '1'.repeat(40) } },
    })
    expect(ran.code).toBe(1)
    expect(failure(ran)).toMatch(/1111111.*cannot be read/)
  })
})

describe('push', () => {
  const zeros = '0'.repeat(40)

  it('is what is there now against what was there before, whose policy holds', async () => {
    const { head, mergeBase } = await pullRequest({ head: configured(incomplete, weak) })
    const ran = await check({ event: 'push', payload: { before: mergeBase, after: head, ref: 'refs/heads/main' } })
    expect(ran).toMatchObject({ code: 1, outputs: { errors: '1' } })
    expect(shownAt(ran)).toEqual([`error ${incompleteAt}`])
  })

  it('shows the verdict, then the board above the findings, by no request more; a change under review shows none', async () => {
    const { head, mergeBase, payload } = await pullRequest()
    const push = { before: mergeBase, after: head, ref: 'refs/heads/main' }
    const pushed = await check({ event: 'push', payload: push })
    expect(pushed.summary).toMatch(
      /^## ❌ Baton: failed: 1 error\n[^]*^## Board: 1 with the orchestrator, 1 error$[^]*^### Findings$/m,
    )
    expect(pushed.requests.toSorted()).toEqual(
      ['GET /commits/{ref}', 'GET /commits/{ref}', tree, tree, texts].toSorted(),
    )
    expect((await check({ event: 'pull_request', payload })).summary).not.toContain('with the orchestrator, 1 error')
  })

  it('fails for every error, new or old', async () => {
    const drifted = change_(sample, '| TinyGain | 🚧 Stage 2 |', '| TinyGain | 🚧 Stage 3 |', registryPath)
    const { head, mergeBase } = await pullRequest({ base: drifted, head: { ...drifted, 'README.md': '1' } })
    expect(await check({ event: 'push', payload: { before: mergeBase, after: head } })).toMatchObject({
      code: 1,
      outputs: { errors: '1' },
    })
  })

  it('of a new branch is what is there, softly, under its own policy', async () => {
    const { head } = await pullRequest()
    expect(await check({ event: 'push', payload: { before: zeros, after: head } })).toMatchObject({
      code: 0,
      outputs: { errors: '0', warnings: '1' },
    })
    const { head: ownHead } = await pullRequest({ head: configured(incomplete, weak) })
    expect(await check({ event: 'push', payload: { before: zeros, after: ownHead } })).toMatchObject({
      code: 0,
      outputs: { warnings: '0' },
    })
  })

  it('of a deleted ref: there is nothing to do', async () => {
    const ran = await check({ event: 'push', payload: { before: '1'.repeat(40), after: zeros, deleted: true } })
    expect(ran).toMatchObject({ code: 0, outputs: {}, requests: [] })
    expect(ran.commands).toMatchObject([{ name: 'notice', data: expect.stringContaining('deleted') }])
  })

  it('of an annotated tag: the commit that it points to', async () => {
    const { head } = await pullRequest()
    await plugins.git.git(['tag', '--annotate', '--message=v1', 'v1', head])
    const after = plugins.git.resolve('refs/tags/v1') ?? ''
    expect(after).not.toBe(head)
    expect(await check({ event: 'push', payload: { before: zeros, after, head_commit: { id: head } } })).toMatchObject({
      code: 0,
      outputs: { warnings: '1' },
    })
  })
})

describe('any other event', () => {
  it.each(['release', 'deployment'])('%s is not checked by itself', async (event) => {
    const ran = await check({ event, payload: {} })
    expect(ran).toMatchObject({ code: 1, outputs: {}, requests: [] })
    expect(failure(ran)).toBe(
      `Unexpected event ${event}, expected one of pull_request, pull_request_target, merge_group, push, issue_comment, schedule, workflow_dispatch; or set the input task to validate or audit.`,
    )
  })

  it('is checked on request: the commit that the workflow runs for', async () => {
    const { head } = await pullRequest()
    expect(
      await check({ event: 'workflow_dispatch', payload: {}, sha: head, inputs: { task: 'validate' } }),
    ).toMatchObject({
      code: 0,
      outputs: { warnings: '1' },
    })
    const ran = await check({ event: 'workflow_dispatch', payload: {}, sha: '', inputs: { task: 'validate' } })
    expect(ran.code).toBe(1)
    expect(failure(ran)).toMatch(/cannot be read/)
  })

  it.each([
    [null, ''],
    [[], ''],
    ['text', ''],
    [{}, 'pull_request'],
    [{ pull_request: { head: { sha: '--upload-pack=x' }, base: { ref: 'main' } } }, 'pull_request.head.sha'],
    [{ pull_request: { head: { sha: 'a'.repeat(40) }, base: {} } }, 'pull_request.base.ref'],
  ])('is one whose payload is %j, which names the field', async (payload, field) => {
    const ran = await check({ event: 'pull_request', payload })
    expect(ran).toMatchObject({ code: 1, outputs: {}, requests: [] })
    expect(failure(ran)).toBe(
      `The payload of the event pull_request is not of the documented form${field === '' ? '' : `: \`${field}\` is missing or has an unexpected value`}.`,
    )
  })

  it.each([
    ['GITHUB_EVENT_PATH', undefined, /GITHUB_EVENT_PATH` is not set/],
    ['GITHUB_EVENT_NAME', '', /GITHUB_EVENT_NAME` is not set/],
    ['GITHUB_EVENT_PATH', '/nowhere/event.json', /`\/nowhere\/event\.json` is not a JSON file/],
  ])('is none at all where %s is %s', async (name, value, message) => {
    const ran = await check({ event: 'push', payload: {}, env: { [name]: value } })
    expect(ran.code).toBe(1)
    expect(failure(ran)).toMatch(message)
    expect(failure(ran)).not.toContain('fault of Baton')
    expect(ran.summary).toMatch(message)
  })
})

describe('inputs', () => {
  const ask = async (inputs: Readonly<Record<string, string>>, files: Files = incomplete) => {
    const { payload } = await pullRequest({ head: files })
    return check({ event: 'pull_request', payload, inputs })
  }

  it('protocols: a name that is no protocol is refused once the configuration is read', async () => {
    const ran = await ask({ protocols: 'plugin, plugins' })
    expect(ran).toMatchObject({ code: 1, outputs: {} })
    expect(failure(ran)).toBe(
      'Unexpected input protocols: "plugins", expected one of plugin, handover, subagent, control, governance; did you mean plugin?',
    )
  })

  it.each([
    ['TRUE', 0],
    ['True', 0],
    ['FALSE', 1],
    ['False', 1],
  ])('allow-empty: %s is read as GitHub reads it', async (value, code) => {
    expect(await ask({ 'allow-empty': value, protocols: 'control' })).toMatchObject({ code })
  })

  it.each([
    ['task', 'review', /expected one of validate/],
    ['mode', 'loose', /expected one of auto, strict, soft/],
    ['fail-on', 'errors', /expected one of error, new-error, warning, never; did you mean error\?$/],
    ['allow-empty', 'yes', /expected `true` or `false`/],
    ['annotations', '1', /expected `true` or `false`/],
    ['config', '../baton.yml', /expected one path relative to the root/],
    ['config', '/etc/passwd', /expected one path relative to the root/],
    ['config', '**/*.yml', /expected one path relative to the root/],
  ])('%s: %s is refused', async (name, value, message) => {
    const ran = await check({ event: 'push', payload: {}, inputs: { [name]: value } })
    expect(ran).toMatchObject({ code: 1, outputs: {}, requests: [] })
    expect(failure(ran)).toContain(`Unexpected input ${name}`)
    expect(failure(ran)).toMatch(message)
  })

  it('mode', async () => {
    expect(await ask({ mode: 'soft' })).toMatchObject({ code: 0, outputs: { errors: '0', warnings: '1' } })
    expect(await ask({ mode: 'strict' })).toMatchObject({ code: 1, outputs: { errors: '1' } })
  })

  it('config: a file that is not there is an error; one that the change adds is not', async () => {
    const ran = await ask({ config: '.github/batn.yml' })
    expect(ran).toMatchObject({ code: 1, outputs: { errors: '1', targets: '0' } })
    expect(ran.summary).toContain('`.github/batn.yml`')
    expect(ran.log).toMatch(/Missing `\.github\/batn\.yml` in .*, expected the configuration that is named/)
    const added = await ask({ config: '.github/other.yml' }, { ...sample, '.github/other.yml': 'mode: soft\n' })
    expect(added).toMatchObject({ code: 0, outputs: { errors: '0', targets: '1' } })
  })

  it('fail-on', async () => {
    expect(await ask({ 'fail-on': 'never' })).toMatchObject({ code: 0, outputs: { valid: 'false', errors: '1' } })
    expect(await ask({ 'fail-on': 'warning', mode: 'soft' })).toMatchObject({
      code: 1,
      outputs: { valid: 'true', warnings: '1' },
    })
  })

  it('protocols', async () => {
    expect(await ask({ protocols: 'handover\nplugin' })).toMatchObject({ code: 1, outputs: { targets: '1' } })
    expect(await ask({ protocols: 'handover', 'allow-empty': 'true' })).toMatchObject({
      code: 0,
      outputs: { targets: '0' },
    })
  })

  it('annotations', async () => {
    const ran = await ask({ annotations: 'false' })
    expect(shownAt(ran)).toEqual([])
    expect(ran).toMatchObject({
      code: 1,
      outputs: { errors: '1' },
      summary: expect.stringContaining('PLUGIN_ORCHESTRATION_MODE'),
    })
  })

  it('sarif-file and report-file are written below the workspace', async () => {
    const workspace = places.folder({ 'old.json': 'old' })
    const { payload } = await pullRequest()
    const inputs = { 'sarif-file': 'out/deep/baton.sarif', 'report-file': 'old.json' }
    const ran = await check({ event: 'pull_request', payload, workspace, inputs })
    expect(ran).toMatchObject({
      code: 1,
      outputs: { report: join(workspace, 'old.json') },
      report: { version: 1, valid: false },
    })
    expect(JSON.parse(readFileSync(join(workspace, 'out/deep/baton.sarif'), 'utf8'))).toMatchObject({
      version: '2.1.0',
      runs: [{ results: [{ ruleId: 'PLUGIN_ORCHESTRATION_MODE' }] }],
    })
    expect(readdirSync(workspace).sort()).toEqual(['old.json', 'out'])
  })
})

describe('html-file', () => {
  it('is the page of the board, which no summary of a change shows; without a checkout of the commit it says why it has no timeline', async () => {
    const workspace = places.folder({})
    const { payload } = await pullRequest()
    const ran = await check({ event: 'pull_request', payload, workspace, inputs: { 'html-file': 'out/board.html' } })
    expect(ran).toMatchObject({ code: 1, outputs: { html: join(workspace, 'out/board.html') } })
    const page = readFileSync(join(workspace, 'out/board.html'), 'utf8')
    expect(page).toMatch(/^<!doctype html>\n/)
    expect(page).toContain('PLUGIN_ORCHESTRATION_MODE')
    expect(page).toContain('<code>fetch-depth: 0</code>')
    expect(page).not.toContain('class="view view-timeline"')
    expect(ran.summary).not.toContain('With the orchestrator')
  })

  it.each([
    ['report-file', 'sarif-file'],
    ['html-file', 'sarif-file'],
    ['html-file', 'report-file'],
  ])('%s is not the file of %s, however it is written', async (name, otherName) => {
    const workspace = places.folder({})
    const { payload } = await pullRequest()
    const inputs = { [otherName]: 'out/one', [name]: 'out/../out/./one' }
    const ran = await check({ event: 'pull_request', payload, workspace, inputs })
    expect(failure(ran)).toBe(
      `Unexpected input ${name}: "out/../out/./one", expected another file than that of ${otherName}.`,
    )
    expect(readdirSync(workspace)).toEqual([])
  })

  it.each(['html-file', 'report-file', 'sarif-file'])('nor %s replaces a file that holds state', async (name) => {
    const workspace = places.folder(sample)
    const { payload } = await pullRequest()
    const ran = await check({ event: 'pull_request', payload, workspace, inputs: { [name]: 'PLUGINS.md' } })
    expect(failure(ran)).toContain(
      `Unexpected input ${name}: "PLUGINS.md", expected another file: this one holds state or the configuration.`,
    )
    expect(readFileSync(join(workspace, 'PLUGINS.md'), 'utf8')).toBe(sample['PLUGINS.md'])
  })

  it.each(['../board.html', '.git/board.html', 'out/.GIT/board.html'])(
    'that cannot be %s fails the step before anything is checked',
    async (path) => {
      const workspace = places.folder({})
      const { payload } = await pullRequest()
      const ran = await check({ event: 'pull_request', payload, workspace, inputs: { 'html-file': path } })
      expect(failure(ran)).toMatch(/^Unexpected input html-file: `[^`]*` cannot be written/)
      expect(ran).toMatchObject({
        code: 1,
        outputs: {},
        requests: [],
        summary: expect.stringContaining('cannot be written'),
      })
      expect(readdirSync(workspace)).toEqual([])
    },
  )
})

describe('what is shown', () => {
  /** Plugins with a warning and an error each, in the order of the alphabet: the worst are not the first. */
  const plugin = (index: number) => String.fromCodePoint(65 + index).repeat(3)
  const many = Object.fromEntries(
    Array.from({ length: 14 }, (_, index) => [
      `plugins/${plugin(index)}/.continue-here.md`,
      `---\nplugin: ${index < 2 ? plugin(index) : 'Other'}\nstage: 2\n---\n`,
    ]),
  )

  it('is worst first, ten errors with the verdict; the summary has all', async () => {
    const { payload } = await pullRequest({ base: { 'README.md': '1' }, head: many })
    const ran = await check({ event: 'pull_request', payload })
    const found = ran.report as {
      readonly errors: readonly { readonly code: string }[]
      readonly warnings: readonly unknown[]
    }
    expect(found.errors.length).toBeGreaterThan(10)
    const levels = shownAt(ran).map((annotation) => annotation.split(' ')[0])
    expect(levels.filter((level) => level === 'error')).toHaveLength(9)
    expect(ran.commands.filter(({ name }) => name === 'error')).toHaveLength(10)
    expect(levels.filter((level) => level === 'warning').length).toBeLessThanOrEqual(10)
    expect(levels).toEqual(levels.toSorted())
    expect(ran.outputs).toMatchObject({
      errors: String(found.errors.length),
      warnings: String(found.warnings.length),
      targets: '14',
    })
    for (let index = 2; index < 14; index++) expect(ran.summary).toContain(plugin(index))
  })

  it('names commands as a clone takes them, and says in the summary where a comment does the same', async () => {
    const drifted = {
      ...sample,
      'PLUGINS.md': String(sample['PLUGINS.md']).replace('| 🚧 Stage 2 |', '| 🚧 Stage 1 |'),
    }
    const { payload } = await pullRequest({ head: drifted })
    const { log, summary } = await check({ event: 'pull_request', payload })
    expect(log).toMatch(/fix +baton sync TinyGain$/m)
    expect(log).toContain('Fix it with: baton sync TinyGain')
    expect(summary).toContain('`baton sync TinyGain`')
    expect(summary).toMatch(/a comment does the same: `\/sync …` for `baton sync …`\.$/m)
    const fine = await check({ event: 'pull_request', payload: (await pullRequest()).payload })
    expect(fine.summary).not.toContain('a comment does the same')
  })

  it('says in the summary what the targets’ ways are', async () => {
    const { payload } = await pullRequest({
      head: inHandoff(sample, ['status: complete', 'status: in_progress'], ['stage: 2', 'stage: 3']),
    })
    const { summary } = await check({ event: 'pull_request', payload })
    expect(summary).toContain('```mermaid')
    expect(summary).toContain('plugin:TinyGain')
  })
})

describe('a pull request that has merged two branches', () => {
  const [, example] = examplesOf(double).bad
  const [firstParent = {}, secondParent = {}] = example?.merged?.parents ?? []
  const begun = example?.merged?.base ?? {}
  let merged = 0

  /** A head that merges branches of these files. */
  async function merging(files: readonly Files[], { head = firstParent, base = begun } = {}) {
    const name = `merged-${++merged}`
    const mergeBase = await commit(`base-${name}`, base, [])
    const sides: string[] = []
    for (const [index, side] of files.entries())
      sides.push(await commit(`${name}-${index}`, { ...side, 'side.md': `${index}\n` }, [mergeBase]))
    const sha = sides.length === 0 ? await commit(name, head, [mergeBase]) : await commit(name, head, sides, 'Merge')
    const ref = { ref: `base-${name}`, sha: mergeBase }
    return {
      payload: { action: 'synchronize', number: 7, pull_request: { number: 7, head: { sha, ref: name }, base: ref } },
    }
  }
  const asked = async (files: readonly Files[], how: Parameters<typeof merging>[1] = {}) => {
    const { payload } = await merging(files, how)
    return check({ event: 'pull_request', payload })
  }

  it('that granted the same target is warned of it, by a query for the commits and four commits that are read', async () => {
    const ran = await asked([firstParent, secondParent])
    expect(ran.log).toMatch(/^::warning .*GRANT_DOUBLE.*research\/1.*research\/2/m)
    // The fork point, head and base as ever. The merges; the other parent is read, that with the files of the head has
    // the same objects.
    const usual = [compare, tree, tree, texts]
    expect(ran.requests.slice(0, usual.length).toSorted()).toEqual(usual.toSorted())
    expect(ran.requests.slice(usual.length)).toEqual([texts, tree, tree, texts, compare])
  })

  it('of which one granted it costs no merge base; without a merge it is one query, and without a grant none', async () => {
    const usual = 4
    expect((await asked([firstParent, begun])).requests.slice(usual)).toEqual([texts])
    expect((await asked([])).requests.slice(usual)).toEqual([texts])
    expect((await asked([begun, begun], { head: begun })).requests).toHaveLength(usual)
  })
})

describe('GitHub’s API', () => {
  // Waiting is counted elsewhere.
  beforeAll(() => void vi.spyOn(usualRetry, 'sleep').mockResolvedValue(undefined))
  afterAll(() => void vi.restoreAllMocks())

  let change: PullRequest
  beforeAll(async () => {
    change = await pullRequest()
  })
  const checkChange = () => check({ event: 'pull_request', payload: change.payload })

  it.each([
    ['an error of the server’s', { kind: 'status', status: 502 }],
    ['a connection that is reset', { kind: 'reset' }],
    ['an answer that breaks off', { kind: 'cut' }],
    ['a secondary limit that is soon over', { kind: 'secondary-limit', status: 429, retryAfter: 1 }],
  ] as const)('is retried after %s', async (_, fault) => {
    github.faults.plan(fault)
    const ran = await checkChange()
    expect(ran).toMatchObject({ code: 1, outputs: { errors: '1' } })
    expect(ran.requests).toHaveLength(5)
    expect(ran.log).toMatch(
      /^GitHub(?: does not answer| has no time for|’s answer to) `\/repos\/octocat\/plugins\/[^`]+`(?:: .*| is not of the documented form\.) It is sent again in \d s\.$/m,
    )
  })

  it('is retried for texts', async () => {
    github.faults.plan({ kind: 'something-went-wrong' }, { operation: texts })
    expect(await checkChange()).toMatchObject({ code: 1, outputs: { errors: '1' } })
  })

  it('is not retried when the limit is used up: that is reported, with the time', async () => {
    github.faults.plan({ kind: 'primary-limit' })
    const ran = await checkChange()
    expect(ran).toMatchObject({ code: 1, outputs: {}, requests: [compare] })
    expect(failure(ran)).toMatch(/rate limit.*used up until `2026-/)
  })

  it('does not show a private repository without the permission: that is reported', async () => {
    for (const permissions of [{}, { issues: 'read' }] as const) {
      const ran = await check({ event: 'pull_request', payload: change.payload, token: github.token(permissions) })
      expect(ran).toMatchObject({ code: 1, outputs: {} })
      expect(failure(ran)).toMatch(/permission `contents: read`/)
    }
  })

  it.each([
    ['schedule', {}, 'audit', 'contents: read, checks: write, issues: write'],
    ['workflow_dispatch', { 'audit-issue': 'false' }, 'audit', 'contents: read, checks: write'],
  ] as const)(
    'does not say which permission is missing: the line is shown, %s %j',
    async (event, inputs, task, line) => {
      github.faults.plan({ kind: 'status', status: 403 })
      const ran = await check({ event, payload: change.payload, inputs })
      expect(ran).toMatchObject({ code: 1, outputs: {} })
      expect(failure(ran)).toContain(
        `The task \`${task}\` needs this line in its workflow: \`permissions: { ${line} }\`.`,
      )
      expect(failure(ran)).not.toContain('Compare the permissions')
    },
  )

  it('does not say which permission is missing: the one that the request takes is named', async () => {
    github.faults.plan({ kind: 'status', status: 403 })
    const ran = await checkChange()
    expect(failure(ran)).toMatch(/Give the token, or the App, the permission `contents: read`\.$/)
  })

  it('does not know the token: that is reported', async () => {
    const ran = await check({ event: 'pull_request', payload: change.payload, token: 'ghs_nobodys' })
    expect(ran).toMatchObject({ code: 1, outputs: {} })
    expect(failure(ran)).toMatch(/does not accept the token/)
    expect(ran.summary).toContain('GitHub does not accept the token.')
  })

  it('is given no token: that is reported, in the summary too, and no request is made', async () => {
    for (const event of ['pull_request', 'schedule'] as const) {
      const ran = await check({ event, payload: change.payload, token: '' })
      expect(ran).toMatchObject({ code: 1, outputs: {}, requests: [] })
      expect(failure(ran)).toMatch(
        /^Unexpected input token: "", expected a token: the secret .* is not set, or .* fork.*leave the input out/,
      )
      expect(ran.summary).toContain('Unexpected input token: ""')
    }
  })

  it('is given a token that no header can have: that is reported without showing it', async () => {
    for (const [event, token] of [
      ['pull_request', 'ghs_secret\nsecond'],
      ['schedule', 'ghs_secret\u0007'],
    ] as const) {
      const ran = await check({ event, payload: change.payload, token })
      expect(ran).toMatchObject({ code: 1, outputs: {}, requests: [] })
      expect(failure(ran)).toContain('Unexpected input token: expected one line')
      expect(ran.log + ran.summary).not.toContain('ghs_secret')
    }
  })

  it('cannot be reached: that is reported', async () => {
    const ran = await step({ event: 'pull_request', payload: change.payload })
    expect(ran.code).toBe(1)
    expect(failure(ran)).toMatch(/GitHub does not answer/)
  })
})
