import type { SourceOptions } from '../../calls/sources.ts'
import { statusOf } from '../../calls/status.ts'
import { exits } from '../exit.ts'
import { commandLine } from '../program.ts'

type Shell = 'bash' | 'zsh' | 'fish'

interface CommandWords {
  readonly name: string
  readonly summary: string
  readonly options: readonly string[]
}

/** Every command with its options, by what the command line declares. */
function commandWords(): readonly CommandWords[] {
  const program = commandLine({ code: 0 })
  const help = program.createHelp()
  return program.commands.map((command) => ({
    name: command.name(),
    summary: command.summary(),
    options: help.visibleOptions(command).flatMap(({ long = '' }) => (long === '' ? [] : [long])),
  }))
}

const bash = (commands: readonly CommandWords[]) => `_baton() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=''
  if [ "$COMP_CWORD" -eq 1 ]; then
    words='${commands.map(({ name }) => name).join(' ')}'
  elif [ "\${current:0:1}" = '-' ]; then
    case "\${COMP_WORDS[1]}" in
${commands.map(({ name, options }) => `      ${name}) words='${options.join(' ')}' ;;`).join('\n')}
    esac
  else
    words="$(baton completion targets 2>/dev/null)"
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _baton baton
`

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`

const fish = (commands: readonly CommandWords[]) =>
  `${[
    ...commands.map(({ name, summary }) => `complete -c baton -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`),
    ...commands.flatMap(({ name, options }) =>
      options.map((option) => `complete -c baton -n '__fish_seen_subcommand_from ${name}' -l ${option.slice(2)}`),
    ),
    "complete -c baton -n 'not __fish_use_subcommand' -a '(baton completion targets 2>/dev/null)'",
  ].join('\n')}\n`

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
