import { afterEach, describe, expect, it } from 'vitest'
import { events, permissions } from '../../../demo/manifest.ts'
import { checkSources } from '../../../src/app/validate/check.ts'
import { handledCommandsIn } from '../../../src/engine/commands/ledger.ts'
import { protocolRegistry } from '../../../src/entry/protocol-registry.ts'
import { memoryTree } from '../../../src/gateways/memory.ts'
import { registryPath } from '../../../src/protocols/plugin/examples.ts'
import { RefusalError } from '../../github/refused.ts'
import { startGitHub, type GitHub } from '../../github/server.ts'
import type { Repository } from '../../github/hosting.ts'
import type { Comment } from '../../github/state/conversations.ts'
import { atStage, handoffOf, plugins } from '../../app/sync/plugins.ts'
import { seeded } from '../../../scripts/seeded.ts'
import { seed } from '../../thorough.ts'
import { startBot, type BotProcess } from './process.ts'

let github: GitHub | undefined
let bot: BotProcess | undefined
afterEach(async () => {
  await bot?.end('SIGKILL')
  await github?.close()
})

/** What is wrong in a repository as a whole, and how far each plugin is in handoff, row and entry. */
async function stateOf({ git }: Repository) {
  const head = memoryTree(git.files('refs/heads/main'))
  const settings = { failOnDefault: 'error', mode: 'soft', protocols: [], paths: [], targets: [], notes: [] } as const
  const { report } = await checkSources({ head, policy: head }, protocolRegistry, {
    ...settings,
    at: '2026-02-04T10:00:00Z',
  })
  return report.diagnostics
    .filter(({ severity, code }) => severity === 'error' || code.startsWith('REGISTRY_'))
    .map(({ message }) => message)
}

const byHand = ['Amber', 'Birch'] as const
const steps = ['/accept', '/handback', '/accept', '/handback', '/accept']
const commands = ['Cedar', 'Delta'].flatMap((name) =>
  steps.map((step) => (step === '/accept' ? `${step} ${name}` : `${step} ${name} success`)),
)

describe('two pull requests about different plugins', () => {
  it.each([
    ['on the webhook of the push', false],
    ['as its sweep finds, where the push was lost', true],
  ])('go in one after the other: the bot merges the base into the second, %s', async (_, isLost) => {
    const fakeGitHub = await startGitHub()
    github = fakeGitHub
    const octocat = fakeGitHub.user('octocat')
    const repository = await fakeGitHub.repository('octocat', 'plugins')
    repository.collaborator(octocat, 'admin')
    const app = fakeGitHub.app({ slug: 'baton', owner: 'octocat', permissions, events })
    await app.install(repository)
    const files = plugins(byHand)
    const registry = files[registryPath] ?? ''
    const at = (name: string, text = registry) =>
      text
        .split('\n')
        .map((line) => (line.startsWith(`| ${name} |`) ? line.replace('🚧 Stage 2', '🚧 Stage 3') : line))
        .join('\n')
        .replace(`### ${name}\n\n**Status:** 🚧 Stage 2`, `### ${name}\n\n**Status:** 🚧 Stage 3`)
    const first = await repository.push('main', files, { by: octocat })
    for (const name of byHand) {
      await repository.push(name, { [registryPath]: at(name) }, { by: octocat, parent: first })
      await repository.openPull({ title: name, head: name, base: 'main', by: octocat })
    }
    if (!isLost) bot = await startBot(fakeGitHub, app)
    await repository.merge(1, octocat)
    if (isLost) bot = await startBot(fakeGitHub, app, { BATON_SWEEP: '1s' })
    expect(await bot?.until(({ task, outcome }) => task === 'resolve' && outcome !== 'none')).toMatchObject({
      outcome: 'resolved',
    })
    await repository.merge(2, octocat)
    expect(await repository.read('main', registryPath)).toBe(at('Birch', at('Amber')))
    expect(await bot?.end()).toBe(0)
  })
})

/** Pushes as people do: where the branch has moved meanwhile, once more on what is there now. */
async function pulled(push: () => Promise<void>): Promise<void> {
  try {
    await push()
  } catch (error) {
    if (!(error instanceof RefusalError) || error.type !== 'STALE_DATA') throw error
    await pulled(push)
  }
}

describe('pushes by hand and commands on the default branch, with lost and doubled deliveries, faults and kills', () => {
  it(`end in agreement (seed ${seed})`, async () => {
    const random = seeded(seed)
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
    const fakeGitHub = await startGitHub()
    github = fakeGitHub
    const octocat = fakeGitHub.user('octocat')
    const repository = await fakeGitHub.repository('octocat', 'plugins')
    repository.collaborator(octocat, 'admin')
    const app = fakeGitHub.app({ slug: 'baton', owner: 'octocat', permissions, events })
    await app.install(repository)
    const files = { ...plugins([...byHand, 'Cedar', 'Delta']), '.github/baton.yml': 'commands: { on-issue: commit }\n' }
    await repository.push('main', files, { by: octocat })
    const { number } = await repository.openIssue({ title: 'Work', by: octocat })
    bot = await startBot(fakeGitHub, app)
    await repository.push('main', { 'README.md': '# Plugins\n' }, { by: octocat })
    await bot.until(({ task }) => task === 'push')

    const comments: Comment[] = []
    let kills = 0
    for (let turn = 0; turn < 20; turn++) {
      const dice = random()
      if (dice < 0.2) fakeGitHub.webhooks.plan('lost', { event: 'push' })
      else if (dice < 0.4) fakeGitHub.webhooks.plan('doubled', { event: 'push' })
      else if (dice < 0.5)
        fakeGitHub.faults.plan({ kind: 'status', status: 502, after: true }, { operation: 'createCommitOnBranch' })
      else if (dice < 0.65 && kills < 3) {
        kills += 1
        const doomed: BotProcess | undefined = bot
        fakeGitHub.before(pick(['createCommitOnBranch', 'createCheckRun', 'updateCheckRun']), () =>
          doomed.end('SIGKILL'),
        )
      }
      if (turn % 2 === 0) {
        const path = handoffOf(pick(byHand))
        const stage = pick([2, 3, 4] as const)
        await pulled(async () => {
          const text = (await repository.read('main', path)) ?? ''
          await repository.push('main', { [path]: atStage(text, stage) }, { by: octocat })
        })
      } else comments.push(await repository.comment(number, octocat, commands[(turn - 1) / 2] ?? ''))
      if (random() < 0.5) await fakeGitHub.webhooks.settled()
      if (bot.child.exitCode !== null || bot.child.signalCode !== null) bot = await startBot(fakeGitHub, app)
    }
    fakeGitHub.webhooks.release()
    await fakeGitHub.webhooks.settled()
    await bot.end('SIGKILL')
    bot = await startBot(fakeGitHub, app, { BATON_SWEEP: '1s' })

    const isOver = (reactions: readonly { readonly content: string }[]) =>
      reactions.some(({ content }) => /rocket|-1/.test(content))
    await fakeGitHub.until(() => (comments.every(({ reactions }) => isOver(reactions)) ? true : undefined))
    await fakeGitHub.until(async () => ((await stateOf(repository)).length === 0 ? true : undefined))
    expect(await stateOf(repository)).toEqual([])
    expect(await bot.end()).toBe(0)

    const botCommits = (await repository.commits('main')).filter(({ message }) => message.startsWith('baton: '))
    const keys = botCommits.map(({ message }) => new Set(handledCommandsIn(message).map(({ key }) => key)))
    const pushes = keys.flatMap((commitKeys) => [...commitKeys].filter((key) => key?.startsWith('Handled-Push: ')))
    expect(new Set(pushes).size).toBe(pushes.length)
    expect(pushes.length).toBeGreaterThan(0)
    expect(pushes.length).toBeLessThanOrEqual(10)
    const handled = keys.flatMap((commitKeys) => [...commitKeys].filter((key) => key?.startsWith('Handled-Comment: ')))
    expect(new Set(handled).size).toBe(handled.length)
  })
})
