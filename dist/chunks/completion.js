import"./rolldown-runtime.js";import{Ju as UsageError}from"./check.js";const scripts={bash:`_baton() {
  local line="\${COMP_LINE:0:COMP_POINT}" found
  local last="\${line##*[[:space:]]}"
  COMPREPLY=()
  while IFS=$'\\t' read -r found _; do
    COMPREPLY+=("\${found#"\${last%"$2"}"}")
  done < <(baton completion words -- "$line" 2>/dev/null)
}
complete -o default -F _baton baton
`,zsh:`(( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i; }
_baton() {
  local -a found
  found=(\${(f)"$(baton completion words -- "$words[1,CURRENT-1] $PREFIX" 2>/dev/null)"})
  compadd -- \${found%%$'\\t'*} && return
  compset -P '--*='
  _default
}
compdef _baton baton
`,fish:`function __baton_finds
  set -g __baton_found (baton completion words -- (commandline -cp | string join ' ') 2>/dev/null)
  set -q __baton_found[1]
end
complete -c baton -n __baton_finds -f -a '$__baton_found'
`};async function completion({shell:e,line:t,...n}){if(e===void 0)return{views:{text:()=>`Commands, options and targets are completed by a script for each shell:

  bash  source <(baton completion bash)     in ~/.bashrc
  zsh   source <(baton completion zsh)      in ~/.zshrc
  fish  baton completion fish > ~/.config/fish/completions/baton.fish
`}};if(e!==`words`){if(t!==void 0)throw new UsageError(`Unexpected line after ${e}: only words takes one.`);return{views:{text:()=>scripts[e]}}}if(t===void 0)throw new UsageError(`Missing line, expected the command line up to the cursor.`);let{candidates:r}=await import(`./candidates.js`),i=await r(t,n);return{views:{text:()=>i.map(({word:e,does:t})=>t===void 0?`${e}\n`:`${e}\t${t}\n`).join(``)}}}export{completion};