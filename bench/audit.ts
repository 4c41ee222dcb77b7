import { getOctokit } from '@actions/github'
import { pluginFiles, registry, type SamplePlugin } from '../demo/repository.ts'
import { audit } from '../src/app/audit/audit.ts'
import { protocolRegistry } from '../src/entry/protocol-registry.ts'
import { githubHost } from '../src/gateways/github/host.ts'
import { startGitHub } from '../test/github/server.ts'
import type { Benchmark, Figure } from './measure.ts'

const count = 1000

const permissions = {
  contents: 'write',
  pull_requests: 'write',
  issues: 'write',
  checks: 'write',
  metadata: 'read',
} as const

/** A plugin whose work goes on: the time of the last commit to its handoff is read in an audit alone. */
const working = (text: string) =>
  text.replace('status: complete', 'status: in_progress').replace(/next_action: .*/, 'next_action: null')

/**
 * One audit of a repository of a thousand plugins through the API, of which every tenth is at work; and one that finds
 * nothing new.
 */
export const auditing: Benchmark = async () => {
  const github = await startGitHub()
  try {
    const octocat = github.user('octocat')
    const repository = await github.repository('example-org', 'plugins')
    const plugins = Array.from({ length: count }, (_, index): SamplePlugin => ({
      name: `Plugin${String(index).padStart(4, '0')}`,
      about: 'One knob that makes things louder.',
    }))
    const files = plugins.flatMap((plugin, index) =>
      Object.entries(pluginFiles(plugin)).map(
        ([path, text]) => [path, index % 10 === 0 ? working(text) : text] as const,
      ),
    )
    await repository.push('main', { ...Object.fromEntries(files), 'PLUGINS.md': registry(plugins) }, { by: octocat })
    const app = github.app({ slug: 'baton', owner: 'example-org', permissions, events: [] })
    const token = app.token(await app.install(repository))
    const host = githubHost(getOctokit(token, { baseUrl: github.url }).request, {
      owner: 'example-org',
      repo: 'plugins',
      ownLogin: 'baton[bot]',
    })
    const ports = {
      host,
      repositories: [host] as const,
      protocolRegistry,
      now: () => new Date().toISOString(),
      pause: () => Promise.resolve(),
    }
    const options = { protocols: [], issue: true, recheck: false, defersToOtherApp: false }

    const measured = async () => {
      github.log.length = 0
      const begun = performance.now()
      const end = await audit(ports, options)
      return { end, seconds: (performance.now() - begun) / 1000, requests: github.log.length }
    }
    const first = await measured()
    const again = await measured()
    if (first.end?.checked?.report.checked.targets !== count || !again.end?.remembered)
      throw new Error('The audit is not what was to be measured.')
    const row = (work: string, { seconds, requests }: typeof first): Figure => ({
      work,
      against: 'count',
      unit: 'requests',
      measured: requests,
      raw: { requests, seconds },
      note: `${seconds.toFixed(1)} s, the stand-in's own time included`,
    })
    return [
      row('one audit of 1,000 plugins through the API', first),
      row('the next one, which finds nothing new', again),
    ]
  } finally {
    await github.close()
  }
}
