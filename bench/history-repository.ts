import { execFileSync, type StdioOptions } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { pluginFiles, registry, type SamplePlugin } from '../demo/repository.ts'
import { usualBytes } from './repository.ts'

/** How long and how wide a history is. */
export interface HistoryShape {
  readonly commits: number
  /** How many of them change state. */
  readonly stateCommits: number
  readonly plugins: number
}

const statuses = ['🚧 Stage 2', '🚧 Stage 3', '🚧 Stage 4', '✅ Working']

/**
 * Makes a repository with a history: in turns the row of a plugin moves on, its entry follows, its handoff is written,
 * a contract changes; in between sources change that no protocol selects. Two commits are twenty minutes apart.
 */
export function writeHistory(root: string, { commits, stateCommits, plugins }: HistoryShape): void {
  mkdirSync(root, { recursive: true })
  const all: readonly SamplePlugin[] = Array.from({ length: plugins }, (_, index) => ({
    name: `Plugin${String(index).padStart(3, '0')}`,
    about: 'One knob that makes things louder.',
    bytes: usualBytes,
  }))
  const files = new Map(all.flatMap((plugin) => Object.entries(pluginFiles(plugin))))
  files.set('PLUGINS.md', registry(all))
  const input: string[] = []
  const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`
  const commit = (index: number, changes: Iterable<readonly [path: string, text: string]>) => {
    const time = 1_760_000_000 + index * 1200
    input.push(
      `commit refs/heads/main\nauthor octocat <octocat@example.com> ${time} +0000\ncommitter octocat <octocat@example.com> ${time} +0000\n`,
    )
    input.push(data(`Commit ${index}`))
    for (const [path, text] of changes) input.push(`M 644 inline ${path}\n${data(text)}`)
  }
  const edit = (path: string, change: (text: string) => string): readonly [string, string] => {
    const text = change(files.get(path) ?? '')
    files.set(path, text)
    return [path, text]
  }
  const step = (index: number) => {
    const { name } = all[(index >> 2) % plugins] as SamplePlugin
    const status = statuses[(index >> 2) % statuses.length] ?? ''
    switch (index % 4) {
      case 0:
        return edit('PLUGINS.md', (text) => text.replace(new RegExp(String.raw`(\| ${name} \|)[^|]*`), `$1 ${status} `))
      case 1:
        return edit('PLUGINS.md', (text) =>
          text.replace(new RegExp(`(### ${name}\n\n\\*\\*Status:\\*\\*).*`), `$1 ${status}`),
        )
      case 2:
        return edit(`plugins/${name}/.continue-here.md`, (text) => `${text}\n- Session ${index} is over\n`)
      default:
        return edit(`plugins/${name}/.ideas/plan.md`, (text) => `${text}\n- ${index}\n`)
    }
  }
  let made = 0
  for (let index = 0; index < commits; index++) {
    if (index === 0) commit(index, files)
    else if (Math.floor((index * stateCommits) / commits) > made) commit(index, [step(made++)])
    else commit(index, [[`plugins/${(all[index % plugins] as SamplePlugin).name}/Source/Main.cpp`, `// ${index}\n`]])
  }
  const stdio: StdioOptions = ['pipe', 'ignore', 'inherit']
  const options = { cwd: root, stdio }
  execFileSync('git', ['init', '--quiet', '--initial-branch=main'], options)
  execFileSync('git', ['fast-import', '--quiet'], {
    ...options,
    input: Buffer.concat(input.map((part) => Buffer.from(part))),
  })
}
