import"./rolldown-runtime.js";import{t as statusOf}from"./status2.js";import{d as exits,s as commandLine}from"./call.js";function commandWords(){let program=commandLine({code:0}),help=program.createHelp();return program.commands.map(command=>({name:command.name(),summary:command.summary(),options:help.visibleOptions(command).flatMap(({long=``})=>long===``?[]:[long])}))}const bash=commands=>`_baton() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=''
  if [ "$COMP_CWORD" -eq 1 ]; then
    words='${commands.map(({name})=>name).join(` `)}'
  elif [ "\${current:0:1}" = '-' ]; then
    case "\${COMP_WORDS[1]}" in
${commands.map(({name,options})=>`      ${name}) words='${options.join(` `)}' ;;`).join(`
`)}
    esac
  else
    words="$(baton completion targets 2>/dev/null)"
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _baton baton
`,quoted=text=>`'${text.replaceAll(`\\`,`\\\\`).replaceAll(`'`,String.raw`\'`)}'`,scripts={bash,zsh:commands=>`(( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i; }
autoload -U +X bashcompinit && bashcompinit
${bash(commands)}`,fish:commands=>`${[...commands.map(({name,summary})=>`complete -c baton -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`),...commands.flatMap(({name,options})=>options.map(option=>`complete -c baton -n '__fish_seen_subcommand_from ${name}' -l ${option.slice(2)}`)),`complete -c baton -n 'not __fish_use_subcommand' -a '(baton completion targets 2>/dev/null)'`].join(`
`)}\n`},plainName=/^[A-Za-z0-9][\w.@/-]*$/;async function completion(what,options){if(what!==`targets`)return process.stdout.write(scripts[what](commandWords())),exits.fine;let{report}=await statusOf(void 0,options),names=report.targets.map(({id})=>id.slice(id.indexOf(`:`)+1)).filter(name=>plainName.test(name));for(let name of new Set(names))process.stdout.write(`${name}\n`);return exits.fine}export{completion};