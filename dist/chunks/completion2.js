import"./rolldown-runtime.js";import{ls as commandNames}from"./check.js";import{t as statusOf}from"./status2.js";import{t as schemas}from"./schemas.js";import{c as commandLine,f as exits}from"./call.js";import{t as topics}from"./topics.js";const targetNames=new Set([`target`,`path|target`,`project`]),beginsWithTarget=name=>name!==`fix`&&commandNames.includes(name);function choiceOf(name,choices){return choices||(targetNames.has(name)?`targets`:[])}function commandWords(){let program=commandLine({code:0}),help=program.createHelp(),declared=program.commands.map(command=>{let name=command.name(),{registeredArguments:all}=command;return{name,summary:command.summary(),options:help.visibleOptions(command).flatMap(option=>{let{long,required,argChoices}=option;return long?[{long,...required&&{value:choiceOf(option.name(),argChoices)}}]:[]}),places:all.map(argument=>name===`schema`?[...schemas.keys()]:argument.name()===`word`&&beginsWithTarget(name)?`targets`:choiceOf(argument.name(),argument.argChoices)),repeats:all.some(argument=>argument.variadic&&argument.name()!==`word`)}}),topicNames=[...declared.map(({name})=>name),...Object.keys(topics)];return[...declared,{name:`help`,summary:`the help of a command, or of a topic`,options:[],places:[topicNames],repeats:!1}]}const valued=({name,options})=>options.flatMap(({long,value})=>value?[`'${name} ${long}'`]:[]),inBash=choice=>choice===`targets`?`"$(baton completion targets 2>/dev/null)"`:`'${choice.join(` `)}'`,listed=({places,repeats})=>places.flatMap((choice,index)=>choice.length===0?[]:[{choice,index,repeats:repeats&&index===places.length-1}]),bash=commands=>`_baton() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}" words='' place=0 index
  if [ "$COMP_CWORD" -eq 1 ]; then
    words='${commands.map(({name})=>name).join(` `)}'
  elif [ "\${current:0:1}" = '-' ]; then
    case "$command" in
${commands.map(({name,options})=>`      ${name}) words='${options.map(({long})=>long).join(` `)}' ;;`).join(`
`)}
    esac
  else
    for ((index = 2; index < COMP_CWORD; index++)); do
      case "$command \${COMP_WORDS[index]}" in
        ${commands.flatMap(valued).join(`|`)}) index=$((index + 1)) ;;
        "$command "-*) ;;
        *) place=$((place + 1)) ;;
      esac
    done
    # After an option that takes a value, the loop has gone one word too far.
    if [ "$index" -gt "$COMP_CWORD" ]; then
      case "$command $before" in
${commands.flatMap(({name,options})=>options.flatMap(({long,value=[]})=>value.length===0?[]:[`        '${name} ${long}') words=${inBash(value)} ;;`])).join(`
`)}
      esac
    else
      case "$command $place" in
${commands.flatMap(command=>listed(command).map(({choice,index,repeats})=>`        '${command.name} '${repeats?`*`:index}) words=${inBash(choice)} ;;`)).join(`
`)}
      esac
    fi
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _baton baton
`,quoted=text=>`'${text.replaceAll(`\\`,`\\\\`).replaceAll(`'`,String.raw`\'`)}'`,inFish=choice=>quoted(choice===`targets`?`(baton completion targets 2>/dev/null)`:choice.join(` `)),scripts={bash,zsh:commands=>`(( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i; }
autoload -U +X bashcompinit && bashcompinit
${bash(commands)}`,fish:commands=>`function __baton_at
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
      case ${commands.flatMap(valued).join(` `)}
        set isValue 1
      case "$argv[1] -*"
      case '*'
        set place (math $place + 1)
    end
  end
  test $place -eq $argv[2]; and return 0
  test "$argv[3]" = more; and test $place -gt $argv[2]
end
${[...commands.map(({name,summary})=>`complete -c baton -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`),...commands.flatMap(({name,options})=>options.map(({long,value})=>{let takes=value===void 0?``:value.length===0?` -r`:` -x -a ${inFish(value)}`;return`complete -c baton -n '__baton_at ${name}' -l ${long.slice(2)}${takes}`})),...commands.flatMap(command=>listed(command).map(({choice,index,repeats})=>`complete -c baton -n '__baton_at ${command.name} ${index}${repeats?` more`:``}'${choice===`targets`?``:` -f`} -a ${inFish(choice)}`))].join(`
`)}
`},plainName=/^[A-Za-z0-9][\w.@/-]*$/;async function completion(what,options){if(what!==`targets`)return process.stdout.write(scripts[what](commandWords())),exits.fine;let{report}=await statusOf(void 0,options),names=report.targets.map(({id})=>id.slice(id.indexOf(`:`)+1)).filter(name=>plainName.test(name));for(let name of new Set(names))process.stdout.write(`${name}\n`);return exits.fine}export{completion};