import { commandNames } from '../../../core/command-names.ts'
import type { SourceOptions } from '../../calls/sources.ts'
import { statusOf } from '../../calls/status.ts'
import { schemas } from '../../schemas.ts'
import { exits } from '../exit.ts'
import { commandLine } from '../program.ts'
import { topics } from '../topics.ts'

type Shell = 'bash' | 'zsh' | 'fish'

/** What can be written at a place: some words, or the name of a target; empty where no list has it, as with a file. */
type Choice = readonly string[] | 'targets'

interface CommandWords {
  readonly name: string
  readonly summary: string
  readonly options: readonly { readonly long: string; /** Absent: it takes no value. */ readonly value?: Choice }[]
  /** What each argument takes. */
  readonly places: readonly Choice[]
  /** Whether the last argument can be repeated. */
  readonly repeats: boolean
}

/** The arguments and options whose value is a target. */
const targetNames: ReadonlySet<string> = new Set(['target', 'path|target', 'project'])

/** The first word of a comment's command is its target, but that of `fix` is a code. */
const beginsWithTarget = (name: string) => name !== 'fix' && (commandNames as readonly string[]).includes(name)

/** What a command declares that its value may be. */
function choiceOf(name: string, choices: readonly string[] | undefined): Choice {
  if (choices) return choices
  return targetNames.has(name) ? 'targets' : []
}

/** Every command with what can be written after it, by what the command line declares. */
function commandWords(): readonly CommandWords[] {
  const program = commandLine({ code: 0 })
  const help = program.createHelp()
  const declared = program.commands.map((command): CommandWords => {
    const name = command.name()
    const { registeredArguments: all } = command
    return {
      name,
      summary: command.summary(),
      options: help.visibleOptions(command).flatMap((option) => {
        const { long, required, argChoices } = option
        return long ? [{ long, ...(required && { value: choiceOf(option.name(), argChoices) }) }] : []
      }),
      places: all.map((argument) => {
        if (name === 'schema') return [...schemas.keys()]
        return argument.name() === 'word' && beginsWithTarget(name) ? 'targets' : choiceOf(argument.name(), argument.argChoices)
      }),
      repeats: all.some((argument) => argument.variadic && argument.name() !== 'word'),
    }
  })
  const topicNames = [...declared.map(({ name }) => name), ...Object.keys(topics)]
  return [...declared, { name: 'help', summary: 'the help of a command, or of a topic', options: [], places: [topicNames], repeats: false }]
}

const valued = ({ name, options }: CommandWords) => options.flatMap(({ long, value }) => (value ? [`'${name} ${long}'`] : []))

const inBash = (choice: Choice) => (choice === 'targets' ? '"$(baton completion targets 2>/dev/null)"' : `'${choice.join(' ')}'`)

/** The arguments of a command that have a list, each with its number; the last repeats. */
const listed = ({ places, repeats }: CommandWords) =>
  places.flatMap((choice, index) => (choice.length === 0 ? [] : [{ choice, index, repeats: repeats && index === places.length - 1 }]))

const bash = (commands: readonly CommandWords[]) => `_baton() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}" words='' place=0 index
  if [ "$COMP_CWORD" -eq 1 ]; then
    words='${commands.map(({ name }) => name).join(' ')}'
  elif [ "\${current:0:1}" = '-' ]; then
    case "$command" in
${commands.map(({ name, options }) => `      ${name}) words='${options.map(({ long }) => long).join(' ')}' ;;`).join('\n')}
    esac
  else
    for ((index = 2; index < COMP_CWORD; index++)); do
      case "$command \${COMP_WORDS[index]}" in
        ${commands.flatMap(valued).join('|')}) index=$((index + 1)) ;;
        "$command "-*) ;;
        *) place=$((place + 1)) ;;
      esac
    done
    # After an option that takes a value, the loop has gone one word too far.
    if [ "$index" -gt "$COMP_CWORD" ]; then
      case "$command $before" in
${commands
  .flatMap(({ name, options }) =>
    options.flatMap(({ long, value = [] }) => (value.length === 0 ? [] : [`        '${name} ${long}') words=${inBash(value)} ;;`])),
  )
  .join('\n')}
      esac
    else
      case "$command $place" in
${commands
  .flatMap((command) =>
    listed(command).map(({ choice, index, repeats }) => `        '${command.name} '${repeats ? '*' : index}) words=${inBash(choice)} ;;`),
  )
  .join('\n')}
      esac
    fi
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _baton baton
`

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`

const inFish = (choice: Choice) => quoted(choice === 'targets' ? '(baton completion targets 2>/dev/null)' : choice.join(' '))

const fish = (commands: readonly CommandWords[]) => `function __baton_at
  set -l words (commandline -opc)
  test (count $words) -ge 2; and test "$words[2]" = $argv[1]; or return 1
  set -q argv[2]; or return 0
  set -e words[1..2]
  set -l place 0
  set -l isValue 0
  for word in $words
    if test $isValue -eq 1
      set isValue 0
      continue
    end
    switch "$argv[1] $word"
      case ${commands.flatMap(valued).join(' ')}
        set isValue 1
      case "$argv[1] -*"
      case '*'
        set place (math $place + 1)
    end
  end
  test $place -eq $argv[2]; and return 0
  test "$argv[3]" = more; and test $place -gt $argv[2]
end
${[
  ...commands.map(({ name, summary }) => `complete -c baton -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`),
  ...commands.flatMap(({ name, options }) =>
    options.map(({ long, value }) => {
      const takes = value === undefined ? '' : value.length === 0 ? ' -r' : ` -x -a ${inFish(value)}`
      return `complete -c baton -n '__baton_at ${name}' -l ${long.slice(2)}${takes}`
    }),
  ),
  ...commands.flatMap((command) =>
    listed(command).map(
      ({ choice, index, repeats }) =>
        `complete -c baton -n '__baton_at ${command.name} ${index}${repeats ? ' more' : ''}'${choice === 'targets' ? '' : ' -f'} -a ${inFish(choice)}`,
    ),
  ),
].join('\n')}
`

/** The completion of bash works in zsh once zsh's own is loaded, which a shell without any configuration has not done. */
const zsh = (commands: readonly CommandWords[]) => `(( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i; }
autoload -U +X bashcompinit && bashcompinit
${bash(commands)}`

const scripts: Readonly<Record<Shell, (commands: readonly CommandWords[]) => string>> = {
  bash,
  zsh,
  fish,
}

/** A name that no shell expands. */
const plainName = /^[A-Za-z0-9][\w.@/-]*$/

/** `baton completion SHELL`: the script by which a shell completes; `targets`: the names that it asks for. Gives the exit code. */
export async function completion(what: Shell | 'targets', options: SourceOptions): Promise<number> {
  if (what !== 'targets') {
    process.stdout.write(scripts[what](commandWords()))
    return exits.fine
  }
  const { report } = await statusOf(undefined, options)
  const names = report.targets.map(({ id }) => id.slice(id.indexOf(':') + 1)).filter((name) => plainName.test(name))
  for (const name of new Set(names)) process.stdout.write(`${name}\n`)
  return exits.fine
}
