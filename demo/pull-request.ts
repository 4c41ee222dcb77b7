import type { Repository } from '../test/github/hosting.ts'
import type { GitHub } from '../test/github/server.ts'
import type { Account } from '../test/github/state/accounts.ts'
import { contractPath, pluginFiles, registry, type SamplePlugin } from './repository.ts'

const plugins: readonly SamplePlugin[] = [
  { name: 'TinyGain', about: 'One knob that makes things louder.' },
  { name: 'WarmVerb', about: 'A room with soft walls.' },
  { name: 'DustDelay', about: 'An echo that ages.' },
]

/**
 * A mistake that an agent makes every day: what it is in words, what it does to a file, and the command that fixes it.
 */
export interface Mistake {
  readonly about: string
  /** The code that it is found as. */
  readonly finding: string
  /** The file that the mistake is made in; the annotation may be in another. */
  readonly path: string
  readonly edit: (text: string) => string
  readonly mend: string
}

export const mistakes: readonly Mistake[] = [
  {
    about: 'The registry says two things about TinyGain: its row has moved on, its entry has not.',
    finding: 'REGISTRY_STATUS_DRIFT',
    path: 'PLUGINS.md',
    edit: (text) => text.replace('| TinyGain | 🚧 Stage 2 |', '| TinyGain | 🚧 Stage 3.1 |'),
    mend: '/sync TinyGain',
  },
  {
    about: 'The contract parameter-spec.md of WarmVerb was changed after work against it had begun.',
    finding: 'CONTRACT_MISMATCH',
    path: contractPath('WarmVerb', 'parameter-spec.md'),
    edit: (text) => text.replace('0 to 100 %', '0 to 200 %'),
    mend: '/checksums WarmVerb parameter_spec',
  },
  {
    about: 'The handoff of DustDelay cannot be read any more: a quote was lost.',
    finding: 'PLUGIN_YAML_INVALID',
    path: 'plugins/DustDelay/.continue-here.md',
    edit: (text) => text.replace('next_phase: "3.1"', 'next_phase: "3.1'),
    mend: '/regenerate DustDelay',
  },
]

const files = (): Readonly<Record<string, string>> => ({
  'PLUGINS.md': registry(plugins),
  ...Object.fromEntries(plugins.flatMap((plugin) => Object.entries(pluginFiles(plugin)))),
})

/** A repository on the stand-in with three sound plugins. */
export async function makeRepository(
  github: GitHub,
  owner: Account,
): Promise<{ readonly repository: Repository; readonly base: string }> {
  const repository = await github.repository('example-org', 'plugins')
  repository.collaborator(owner, 'maintain')
  return { repository, base: await repository.push('main', files(), { by: owner, message: 'Three plugins' }) }
}

/** A pull request with a mistake in each plugin. Gives its number and head. */
export async function openPullRequest(
  repository: Repository,
  base: string,
  by: Account,
): Promise<{ readonly number: number; readonly head: string }> {
  const before = files()
  const changed = Object.fromEntries(mistakes.map(({ path, edit }) => [path, edit(before[path] ?? '')]))
  const head = await repository.push('agents-were-busy', changed, { by, parent: base, message: 'Agents were busy' })
  const { number } = await repository.openPull({
    title: 'Agents were busy',
    head: 'agents-were-busy',
    base: 'main',
    by,
  })
  return { number, head }
}
