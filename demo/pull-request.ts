import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { contractPath, pluginFiles, registry, type SamplePlugin } from './repository.ts'

const plugins: readonly SamplePlugin[] = [
  { name: 'TinyGain', about: 'One knob that makes things louder.' },
  { name: 'WarmVerb', about: 'A room with soft walls.' },
  { name: 'DustDelay', about: 'An echo that ages.' },
]

/** A mistake that an agent makes every day: what it is in words, and what it does to a file. */
export interface Mistake {
  readonly about: string
  /** The code that it is found as. */
  readonly finding: string
  readonly path: string
  readonly edit: (text: string) => string
}

export const mistakes: readonly Mistake[] = [
  {
    about: 'The registry says two things about TinyGain: its row has moved on, its entry has not.',
    finding: 'REGISTRY_STATUS_DRIFT',
    path: 'PLUGINS.md',
    edit: (text) => text.replace('| TinyGain | 🚧 Stage 2 |', '| TinyGain | 🚧 Stage 3.1 |'),
  },
  {
    about: 'A contract of WarmVerb was changed after work against it had begun.',
    finding: 'CONTRACT_MISMATCH',
    path: contractPath('WarmVerb', 'parameter-spec.md'),
    edit: (text) => text.replace('0 to 100 %', '0 to 200 %'),
  },
  {
    about: 'DustDelay jumps from stage 2 to stage 4: nobody built what lies between.',
    finding: 'PLUGIN_STAGE_SKIPPED',
    path: 'plugins/DustDelay/.continue-here.md',
    edit: (text) =>
      text
        .replace('stage: 2', 'stage: 4')
        .replace('next_action: invoke_dsp_agent\nnext_phase: "3.1"', 'next_action: begin_stage_5\nnext_phase: null'),
  },
]

/** A checkout of a pull request: `main` as `origin/main`, the change on a branch. */
export interface PullRequest {
  readonly checkout: string
  readonly head: string
  readonly base: string
}

/** Neither the user's nor the system's configuration of git plays a part. */
const environment = {
  ...process.env,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'octocat',
  GIT_AUTHOR_EMAIL: 'octocat@example.com',
  GIT_COMMITTER_NAME: 'octocat',
  GIT_COMMITTER_EMAIL: 'octocat@example.com',
}

function write(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

/** Makes a repository with three sound plugins, and a pull request with one mistake in each, below a folder. */
export function makePullRequest(folder: string): PullRequest {
  const origin = join(folder, 'origin')
  const checkout = join(folder, 'checkout')
  mkdirSync(origin)
  const git = (cwd: string, ...args: readonly string[]) =>
    execFileSync('git', args, { cwd, env: environment, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()

  git(origin, 'init', '--quiet', '--initial-branch=main')
  for (const plugin of plugins) write(origin, pluginFiles(plugin))
  write(origin, { 'PLUGINS.md': registry(plugins) })
  git(origin, 'add', '--all')
  git(origin, 'commit', '--quiet', '--message=Three plugins')
  const base = git(origin, 'rev-parse', 'HEAD')

  git(folder, 'clone', '--quiet', '--no-hardlinks', origin, checkout)
  // As a checkout from GitHub has it.
  git(checkout, 'remote', 'set-url', 'origin', 'https://github.com/example-org/plugins')
  git(checkout, 'checkout', '--quiet', '-b', 'agents-were-busy')
  for (const { path, edit } of mistakes) write(checkout, { [path]: edit(readFileSync(join(checkout, path), 'utf8')) })
  git(checkout, 'commit', '--quiet', '--all', '--message=Agents were busy')
  return { checkout, head: git(checkout, 'rev-parse', 'HEAD'), base }
}
