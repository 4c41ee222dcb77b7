import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { commandOf, pluginWay, suppliedFor, type ProposedAction } from '../test/protocols/ways.ts'
import { baton, run, type Bench, type Benchmark } from './measure.ts'

const maxCommands = 60

function write(root: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
}

/** Everything that is below a folder. */
const filesIn = (root: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [path.slice(root.length + 1), readFileSync(path, 'utf8')]),
  )

/** The words of a command line. */
const wordsOf = (command: string) => Array.from(command.matchAll(/"([^"]*)"|\S+/g), ([word, quoted]) => quoted ?? word)

interface Answer {
  readonly actions?: readonly (ProposedAction & { readonly state: string })[]
  readonly targets?: readonly { readonly state: string }[]
}

/**
 * Leads a new plugin to its end by what `baton next` says alone. Gives the commands that were run, and its units:
 * stages and phases.
 */
function led(bench: Bench): {
  readonly commands: readonly string[]
  readonly units: ReadonlySet<string>
  readonly end: string
} {
  const way = pluginWay('phased')
  const root = join(bench.folder, 'repository')
  mkdirSync(root)
  const commands: string[] = []
  const units = new Set<string>()
  const give = (words: readonly string[]) => {
    commands.push(words.join(' '))
    run({ ...baton(bench, ...words), cwd: root })
  }
  const outputOf = (command: 'next' | 'status') =>
    JSON.parse(run({ ...baton(bench, command, '--format', 'json'), cwd: root }).output) as Answer
  give(['new', way.protocol.name, ...way.words])
  write(root, way.fillIn?.(filesIn(root)) ?? {})
  while (commands.length < maxCommands) {
    const [action] = outputOf('next').actions ?? []
    if (!action) break
    write(root, suppliedFor(way, action, filesIn(root)))
    const [, ...words] = wordsOf(commandOf(action, undefined, way.options))
    // Every stage and phase ends with a handback, the last one with the orchestrator's.
    if (words[0] === 'handback') units.add(action.state)
    give(words)
  }
  const [target] = outputOf('status').targets ?? []
  return { commands, units, end: target?.state ?? '' }
}

/** How many commands it takes to lead a plugin from nothing to its installation, where `baton next` says which. */
export const calls: Benchmark = (bench) => {
  const { commands, units, end } = led(bench)
  if (end !== 'installed') throw new Error(`${commands.join('\n')}\nlead to ${end}, not to installed`)
  return [
    {
      work: `baton new plugin to installed, ${units.size} stages and phases, led by baton next alone`,
      against: 'count',
      unit: 'commands',
      aim: { bound: 'most', value: 2 * units.size + 3 },
      measured: commands.length,
      raw: { units: units.size },
      note: 'two for each stage and phase, and three more; the calls of baton next itself are not counted',
    },
  ]
}
