import { afterAll, beforeAll } from 'vitest'
import { handoffPath, inHandoff, sample } from '../../src/protocols/plugin/examples.ts'
import type { Content } from '../github/bare-repository.ts'
import type { HostedRepository } from '../github/hosted.ts'
import { startGitHub, type GitHub } from '../github/server.ts'
import { scratch } from './programs.ts'
import { step, type Step } from './workflow-run.ts'

export type Files = Readonly<Record<string, Content>>

export const configured = (files: Files, text: string): Files => ({ ...files, '.github/baton.yml': text })

/** An error where the change touches it, else a warning. */
export const incomplete = inHandoff(sample, ['orchestration_mode: true', 'orchestration_mode: maybe'])
export const incompleteAt = `${handoffPath}:9`
export const weak = 'severity: { PLUGIN_ORCHESTRATION_MODE: off }\nfail-on: never\n'

/** What the Action asks GitHub for. */
export const compare = 'GET /compare/{basehead}'
export const tree = 'GET /git/trees/{tree_sha}'
export const texts = 'POST /graphql'

interface Change {
  /** Default: nothing is wrong with it. */
  readonly base?: Files
  /** Default: one error. */
  readonly head?: Files
  /** What the base branch has become meanwhile. */
  readonly later?: Files
}

interface Hosted {
  readonly github: GitHub
  readonly plugins: HostedRepository
  /** May read contents. */
  readonly token: string
}

/** Pull requests on the stand-in for GitHub, and the Action that checks them, for the tests of a file. */
export function pullScene() {
  const places = scratch()
  /** There before the first test. */
  const hosted = {} as Hosted
  beforeAll(async () => {
    const github = await startGitHub()
    const plugins = await github.repository('octocat', 'plugins')
    Object.assign(hosted, { github, plugins, token: github.token({ contents: 'read' }) })
  })
  afterAll(async () => {
    places.remove()
    await hosted.github.close()
  })

  const commit = (branch: string, files: Files, parents?: readonly string[], message = 'A commit') =>
    hosted.plugins.git.commit({ files: Object.entries(files), branch, message, ...(parents && { parents }) })

  let branches = 0
  async function makePullRequest({ base = sample, head = incomplete, later }: Change) {
    const [branch, topic] = [`base-${++branches}`, `head-${branches}`]
    const mergeBase = await commit(branch, base, [])
    const sha = await commit(topic, head, [mergeBase])
    const tip = later ? await commit(branch, later, [mergeBase], 'Later') : mergeBase
    return {
      branch,
      topic,
      head: sha,
      mergeBase,
      tip,
      payload: {
        action: 'synchronize',
        number: 7,
        pull_request: { number: 7, head: { sha, ref: topic }, base: { ref: branch, sha: tip } },
      },
    }
  }

  const made = new Map<string, ReturnType<typeof makePullRequest>>()

  return {
    places,
    hosted,
    commit,
    /** A base branch, and a head that parted from it. Of the same change there is one. */
    pullRequest(change: Change = {}) {
      const key = JSON.stringify(change)
      const pull = made.get(key) ?? makePullRequest(change)
      made.set(key, pull)
      return pull
    },
    /** Runs the Action with the stand-in at hand. Gives what was requested of it as well. */
    async check(options: Omit<Step, 'api'>) {
      const { github, token } = hosted
      github.log.length = 0
      const ran = await step({ token, api: github.url, ...options })
      return { ...ran, requests: github.log.map(({ operation }) => operation.replace('/repos/{owner}/{repo}', '')) }
    },
  }
}

export type PullRequest = Awaited<ReturnType<ReturnType<typeof pullScene>['pullRequest']>>
