import { repository } from '../../../core/links.ts'
import { shellWord } from '../../../core/message.ts'
import { parseWords } from '../../commands/words.ts'
import type { HookEvent, HostName } from '../../../core/installation.ts'
import { hosts } from './hosts.ts'

/** How hosts start the program. */
export interface Program {
  readonly words: readonly [string, ...string[]]
  /** As a shell reads it, in a folder where a variable may be in front of a path of the repository. */
  line(folder: string): string
  /** It comes with the packages of the repository. */
  readonly isLocal: boolean
}

const isAbsolute = (path: string) => /^(?:\/|[a-z]:[\\/])/i.test(path)

/** The program that these words start; a path from the root is looked for there, wherever a hook runs. */
function programFromWords(...[first, ...rest]: Program['words']): Program {
  const [script, ...furtherWords] = rest
  const line = (folder: string) => {
    const path =
      script === undefined ? [] : [folder === '' || isAbsolute(script) ? shellWord(script) : `"${folder}/${script}"`]
    return [shellWord(first), ...path, ...furtherWords.map(shellWord)].join(' ')
  }
  return { words: [first, ...rest], line, isLocal: script === localPath }
}

const localPath = 'node_modules/baton/dist/cli.js'

/** As installed with the packages of the repository. */
const localProgram = programFromWords('node', localPath)

/** Whether words start the program in one of the forms in which it names itself: by its name, or by a path for Node. */
const isOwnForm = ([first = '', script, ...furtherWords]: readonly string[]): boolean =>
  furtherWords.length === 0 &&
  (script === undefined
    ? first === 'baton'
    : /^(?:node|(?:.*[\\/])node(?:\.exe)?)$/i.test(first) &&
      (first === 'node' || isAbsolute(first)) &&
      /^[^"$`\n]*$/.test(script) &&
      /(?:^|[\\/])(?:dist[\\/]cli\.js|src[\\/]entry[\\/]cli\.ts)$/.test(script))

/** Whether words name a path of one machine. */
export const isOfOneMachine = (words: readonly string[]): boolean => words.some(isAbsolute)

const dependencyKeys = ['dependencies', 'devDependencies', 'optionalDependencies']

/** Whether a `package.json` lists the package. */
export function listsProgram(manifest: unknown): boolean {
  const record = (value: unknown) =>
    typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
  return dependencyKeys.some((key) => Object.hasOwn(record(record(manifest)[key]), 'baton'))
}

/**
 * How the program is started: as given, otherwise as that of the packages, otherwise by the words that start the one
 * that runs; `undefined`: the given text is not a command.
 */
export function programOf(
  commandText: string | undefined,
  manifest: unknown,
  running: Program['words'],
): Program | undefined {
  if (commandText === undefined) return listsProgram(manifest) ? localProgram : programFromWords(...running)
  const [first, ...rest] = parseWords(commandText).map(({ text }) => text)
  return first === undefined ? undefined : { words: [first, ...rest], line: () => commandText.trim(), isLocal: false }
}

/** The entry of a server, as most hosts have it. */
export function serverEntry({ words: [command, ...rest] }: Program) {
  return { command, args: [...rest, 'mcp'] }
}

/** Whether something is an entry of a server as this program writes it, whatever the command. */
export function isServerEntry(value: unknown): value is { readonly command: string; readonly args: readonly string[] } {
  if (typeof value !== 'object' || value === null || Object.keys(value).toSorted().join() !== 'args,command')
    return false
  const { command, args } = value as { readonly command: unknown; readonly args: unknown }
  return (
    typeof command === 'string' &&
    Array.isArray(args) &&
    args.every((argument) => typeof argument === 'string') &&
    args.at(-1) === 'mcp'
  )
}

/** Whether an entry is the one that this program writes for a command: every key has its value, in any order. */
export const isEntryOf = (program: Program, value: unknown): boolean =>
  isServerEntry(value) &&
  value.command === program.words[0] &&
  JSON.stringify(value.args) === JSON.stringify(serverEntry(program).args)

/** The words of an entry that this program writes when no command is given; `undefined`: it is not one of these. */
export function usualEntryWords(value: unknown): readonly string[] | undefined {
  if (!isServerEntry(value)) return undefined
  const words = [value.command, ...value.args.slice(0, -1)]
  return isOwnForm(words) ? [...words, 'mcp'] : undefined
}

export const hookCommand = ({ line }: Program, event: HookEvent, name: HostName): string =>
  `${line(hosts[name].folder)} hook ${event} --host ${name}`

/** The words of a command line that this program writes when none is given; `undefined`: it is not one of these. */
export function usualHookWords(command: unknown, event: HookEvent, name: HostName): readonly string[] | undefined {
  const rest = ` hook ${event} --host ${name}`
  if (typeof command !== 'string' || !command.endsWith(rest)) return undefined
  const { folder } = hosts[name]
  const [first = '', script, ...furtherWords] = parseWords(command.slice(0, -rest.length)).map(({ text }) => text)
  const path =
    script !== undefined && folder !== '' && script.startsWith(`${folder}/`) ? script.slice(folder.length + 1) : script
  const commandWords = [first, ...(path === undefined ? [] : [path]), ...furtherWords] as const
  // What a shell would read otherwise is not written so.
  return isOwnForm(commandWords) && programFromWords(first, ...commandWords.slice(1)).line(folder) + rest === command
    ? [...commandWords, ...rest.trim().split(' ')]
    : undefined
}

/**
 * The words that try how a text for agents says that the program starts; `undefined`: it is not as this program writes
 * it.
 */
export function usualStart(line: string): readonly string[] | undefined {
  const commandWords = parseWords(line).map(({ text }) => text)
  return isOwnForm(commandWords) ? [...commandWords, 'hook', 'start', '--host', 'claude'] : undefined
}

/** Whether a command is one of Baton's hooks for a host. */
export const isHookCommand = (command: unknown, name: HostName): command is string =>
  typeof command === 'string' &&
  new RegExp(String.raw`(?:^|\s)hook (?:start|edit|stop) --host ${name}\s*$`).test(command)

/** A text that people have to copy to a place that no program writes. */
export interface Copy {
  readonly place: string
  readonly text: string
}

/** The texts for places that cannot be written. */
export function copiesFor(program: Program, version: string): readonly Copy[] {
  const { command, args } = serverEntry(program)
  const name = `baton-${version}.tgz`
  const install = program.isLocal
    ? '- run: npm ci'
    : repository === undefined
      ? `# Commit ${name}, which \`npm pack\` writes in a clone of Baton.\n- run: npm install --global ./${name}`
      : `- run: npm install --global ${repository}/releases/download/v${version}/${name}`
  return [
    {
      place: '.codex/config.toml',
      text: `[mcp_servers.baton]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args).replaceAll('","', '", "')}`,
    },
    {
      place: 'the MCP configuration of the Copilot coding agent, in the settings of the repository',
      text: JSON.stringify({ mcpServers: { baton: { type: 'local', command, args, tools: ['*'] } } }, undefined, 2),
    },
    { place: 'the steps of .github/workflows/copilot-setup-steps.yml', text: install },
    {
      place: 'the front matter of a workflow of gh aw',
      text: `mcp-servers:\n  baton:\n    command: ${JSON.stringify(command)}\n    args: ${JSON.stringify(args).replaceAll('","', '", "')}\n    allowed: ["*"]`,
    },
  ]
}
