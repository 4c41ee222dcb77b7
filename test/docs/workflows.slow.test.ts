import { readFileSync } from 'node:fs'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { workflowTexts } from '../../src/engine/installation/workflows.ts'
import { inRegistry, registryPath, sample } from '../../src/protocols/plugin/examples.ts'
import { scratch } from '../entry/programs.ts'
import { printedWorkflow, type PrintedWorkflow } from '../entry/printed-workflow.ts'
import { complaints } from '../entry/workflow-parser.ts'
import { failure, shownAt, step } from '../entry/workflow-run.ts'
import { runGit } from '../processes/git.ts'
import { startGitHub } from '../github/server.ts'
import { pages, partsOf, textOf } from './pages.ts'

// Every test starts processes, which takes a while on a busy machine.
const places = scratch()
afterAll(places.remove)
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

const broken = inRegistry(sample, ['| TinyGain | 🚧 Stage 2 |', '| TinyGain | 🚧 Stage 0 |'])[registryPath] ?? ''

/** A repository whose pull request has one mistake in it. */
async function start() {
  const github = await startGitHub()
  ends.push(() => github.close())
  const octocat = github.user('octocat')
  const repository = await github.repository('octocat', 'plugins')
  repository.collaborator(octocat, 'admin')
  const base = await repository.push('main', sample, { by: octocat })
  const propose = async () => {
    const head = await repository.push('work', { [registryPath]: broken }, { by: octocat, parent: base })
    return {
      head,
      number: (await repository.openPull({ title: 'Work', head: 'work', base: 'main', by: octocat })).number,
    }
  }
  return { github, octocat, repository, base, propose }
}

type Scene = Awaited<ReturnType<typeof start>>

/** Runs our step of a workflow as the workflow says, for one of its events. */
async function stepOf(
  { permissions, inputs, checkout }: PrintedWorkflow,
  { github, repository }: Scene,
  event: string,
  payload: object,
) {
  const workspace = places.folder()
  const sha = (await repository.tip('work')) ?? (await repository.tip('main')) ?? ''
  if (checkout) {
    const ref = event === 'pull_request' ? { ref: '${{ github.event.pull_request.head.sha }}' } : {}
    expect(checkout).toEqual({ ...ref, 'fetch-depth': 0, 'persist-credentials': false })
    await runGit(workspace, ['clone', '--quiet', '--no-checkout', `file://${await repository.git.folder()}`, '.'])
    await runGit(workspace, ['remote', 'set-url', 'origin', 'https://github.com/octocat/plugins'])
    await runGit(workspace, ['checkout', '--quiet', '--detach', sha])
  }
  return step({ event, payload, inputs, token: github.token(permissions), api: github.url, sha, workspace })
}

/** What each event holds, and its required outcome. */
const tried: Readonly<Record<string, (workflow: PrintedWorkflow) => Promise<void>>> = {
  async pull_request(workflow) {
    const scene = await start()
    const { head, number } = await scene.propose()
    const payload = {
      number,
      pull_request: { number, head: { sha: head, ref: 'work' }, base: { ref: 'main', sha: scene.base } },
    }
    const stepped = await stepOf(workflow, scene, 'pull_request', payload)
    expect([stepped.code, stepped.outputs['errors'], shownAt(stepped)]).toEqual([1, '1', [`error ${registryPath}:5`]])
    expect(stepped.summary).toContain('REGISTRY_STATUS_DRIFT')
  },
  async merge_group(workflow) {
    const scene = await start()
    const { head } = await scene.propose()
    const group = {
      head_sha: head,
      base_sha: scene.base,
      head_ref: 'refs/heads/gh-readonly-queue/main/x',
      base_ref: 'refs/heads/main',
    }
    const stepped = await stepOf(workflow, scene, 'merge_group', { action: 'checks_requested', merge_group: group })
    expect([stepped.code, stepped.outputs['errors']]).toEqual([1, '1'])
  },
  async issue_comment(workflow) {
    expect(workflow.condition).toBe("contains(github.event.comment.body, '/')")
    const scene = await start()
    const { number } = await scene.propose()
    const text = '/sync TinyGain'
    const { id, node, createdAt } = await scene.repository.comment(number, scene.octocat, text)
    const user = { login: 'octocat', type: 'User' }
    const comment = { id, node_id: node, body: text, user, created_at: createdAt }
    const payload = { action: 'created', issue: { number, pull_request: {} }, comment, sender: user }
    const stepped = await stepOf(workflow, scene, 'issue_comment', payload)
    expect([failure(stepped), stepped.outputs]).toMatchObject([
      undefined,
      { outcome: 'changed', commit: await scene.repository.tip('work') },
    ])
    expect(await scene.repository.read('work', registryPath)).toBe(sample[registryPath])
    expect(scene.repository.checksOn((await scene.repository.tip('work')) ?? '')).toMatchObject([
      { name: 'baton', conclusion: 'success' },
    ])
  },
  schedule: (workflow) => audited(workflow, 'schedule'),
  workflow_dispatch: (workflow) => audited(workflow, 'workflow_dispatch'),
}

async function audited(workflow: PrintedWorkflow, event: string): Promise<void> {
  const scene = await start()
  await scene.repository.push('main', { [registryPath]: broken }, { by: scene.octocat, parent: scene.base })
  const stepped = await stepOf(workflow, scene, event, {})
  expect([stepped.code, stepped.outputs]).toMatchObject([1, { errors: '1', issue: '1' }])
  expect(stepped.summary).not.toContain('could not be checked')
  expect(scene.repository.checksOn((await scene.repository.tip('main')) ?? '')).toMatchObject([{ name: 'baton audit' }])
  expect(workflow.uploads).toEqual(workflow.inputs['html-file'])
  if (workflow.uploads === undefined) return
  expect(stepped.outputs['html']).toMatch(new RegExp(`/${workflow.uploads}$`))
  expect(readFileSync(stepped.outputs['html'] ?? '', 'utf8').includes('class="view view-timeline"')).toBe(true)
}

const onPages = pages.flatMap((page) =>
  partsOf(textOf(page)).blocks.flatMap(({ language, text }) =>
    page !== 'docs/codes.md' && language === 'yaml' && /^jobs:$[^]*example-org\/baton@/m.test(text)
      ? [{ page, yaml: text }]
      : [],
  ),
)
const workflows = Object.entries(workflowTexts).map(([kind, text]) => ({
  page: `baton init: ${kind}`,
  yaml: text('v1'),
}))
const examples = ['audit', 'check', 'check-with-checkout', 'commands', 'merge-queue'].map(
  (name) => `docs/examples/${name}.yml`,
)
const printed = [...onPages, ...examples.map((page) => ({ page, yaml: textOf(page) })), ...workflows]

describe('the Action, by the workflows that are printed', () => {
  it('has all three in the documents', () => {
    const events = printed.flatMap(({ yaml }) => printedWorkflow(yaml).events)
    expect([...new Set(events)].toSorted()).toEqual(Object.keys(tried).toSorted())
    expect(onPages.map(({ page }) => page)).toEqual(
      expect.arrayContaining(['README.md', 'docs/action.md', 'docs/audits.md']),
    )
  })

  it.each(printed)('is what GitHub takes: $page', async ({ yaml }) => {
    const unknown = /^Unable to resolve action `actions\/(?:checkout|upload-artifact)@/
    expect(
      (await complaints('.github/workflows/baton.yml', yaml)).filter((complaint) => !unknown.test(complaint)),
    ).toEqual([])
  })

  // Those on the page of a protocol are tried on its own state.
  const general = printed.filter(({ page }) => !page.startsWith('src/protocols/') && !page.startsWith('docs/subagent'))
  const eventCases = general.flatMap(({ page, yaml }) =>
    printedWorkflow(yaml).events.map((event) => ({ page, event, yaml })),
  )
  it.each(eventCases)(
    'does what the page says, on $event, with no more than it is given: $page',
    async ({ event, yaml }) => {
      expect(Object.keys(tried)).toContain(event)
      await tried[event]?.(printedWorkflow(yaml))
    },
  )
})
