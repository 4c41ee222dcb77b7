import { UsageError } from '../../calls/usage.ts'
import type { Answer } from '../../operations/operation.ts'
import type { CompletionInput } from '../../operations/reading.ts'

type Shell = 'bash' | 'zsh' | 'fish'

/** Bash keeps what precedes the last `=`, `:` or `@` of a word, and replaces the rest, its second argument. */
const bash = `_baton() {
  local line="\${COMP_LINE:0:COMP_POINT}" found
  local last="\${line##*[[:space:]]}"
  COMPREPLY=()
  while IFS=$'\\t' read -r found _; do
    COMPREPLY+=("\${found#"\${last%"$2"}"}")
  done < <(baton completion words -- "$line" 2>/dev/null)
}
complete -o default -F _baton baton
`

/** A shell without any configuration has not loaded the completion of zsh. */
const zsh = `(( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i; }
_baton() {
  local -a found
  found=(\${(f)"$(baton completion words -- "$words[1,CURRENT-1] $PREFIX" 2>/dev/null)"})
  compadd -- \${found%%$'\\t'*} && return
  compset -P '--*='
  _default
}
compdef _baton baton
`

const fish = `function __baton_finds
  set -g __baton_found (baton completion words -- (commandline -cp | string join ' ') 2>/dev/null)
  set -q __baton_found[1]
end
complete -c baton -n __baton_finds -f -a '$__baton_found'
`

const scripts: Readonly<Record<Shell, string>> = { bash, zsh, fish }

const setups = `Commands, options and targets are completed by a script for each shell:

  bash  source <(baton completion bash)     in ~/.bashrc
  zsh   source <(baton completion zsh)      in ~/.zshrc
  fish  baton completion fish > ~/.config/fish/completions/baton.fish
`

/** `completion`: the script by which a shell completes; `words`: what can be written where a line ends. */
export async function completion({ shell, line, ...options }: CompletionInput): Promise<Answer> {
  if (shell === undefined) return { views: { text: () => setups } }
  if (shell !== 'words') {
    if (line !== undefined) throw new UsageError(`Unexpected line after ${shell}: only words takes one.`)
    return { views: { text: () => scripts[shell] } }
  }
  if (line === undefined) throw new UsageError('Missing line, expected the command line up to the cursor.')
  const { candidates } = await import('../candidates.ts')
  const matches = await candidates(line, options)
  return {
    views: {
      text: () => matches.map(({ word, does }) => (does === undefined ? `${word}\n` : `${word}\t${does}\n`)).join(''),
    },
  }
}
