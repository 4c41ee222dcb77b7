import"./rolldown-runtime.js";import{E as UsageError,Oi as lazyProtocols,bs as suggestion,ts as commandNames,uc as visible}from"./check.js";import{n as ownCommands}from"./own.js";import{s as commandLine}from"./call.js";const topics={targets:`A target is what has a state: a plugin, a project, a task, a stage, a session.

  baton status lists them all. Commands take the name alone (TinyGain) where it means one target, else
  with its prefix (plugin:TinyGain), or with what it lies in (stage:explore@run-7).`,formats:`--format text is for people and the shortest for agents; it is the default.

  json   one value with every key, by the schemas of baton schema
  brief  one line with what an agent acts on
  BATON_FORMAT sets another default. With json and brief, standard output holds one value whatever happens.`,"exit-codes":`The exit code of every command:

  0   fine, or nothing to do
  1   findings, a refused command, or a report with failed checks
  2   wrong usage, or a wrong configuration
  3   nothing to check: there is no state file
  70  a fault of Baton, or of a program or disk that it needs`,environment:`Variables that are read:

  BATON_AGENT    the agent that gives commands, where --agent names none
  BATON_SESSION  the session of the agent's host: its first letters are the instance of an agent that is named,
                 and of the one that accept and answer grant control to
  BATON_FORMAT   the default of --format
  BATON_WAIT     the default of --wait
  NO_COLOR, FORCE_COLOR, CI  whether text is coloured`,agents:`An agent goes in rounds:

  baton next                                       what to do now, with the command that does it
  baton accept TARGET --agent NAME                 before the work
  baton handback TARGET success|error|question "…" after it, always
  baton init --agents writes these instructions where the hosts of agents read them; baton mcp serves them as tools.`},unbroken=/\[[^[\]]*\]\S*|\S+/g;function wrapped(text){let lines=[],line=``;for(let[word]of text.matchAll(unbroken))line!==``&&`${line} ${word}`.length>80?(lines.push(line),line=`    ${word}`):line=line===``?`  ${word}`:`${line} ${word}`;return[...lines,line]}async function usages(name){let protocols=await lazyProtocols.load(lazyProtocols.descriptors.map(each=>each.name));if(name===`new`)return protocols.map(protocol=>[protocol.name,protocol.creation.usage]);let ofProtocols=protocols.flatMap(protocol=>protocol.commands.flatMap(each=>each.name===name?[[protocol.name,each.ownUsage??each.usage]]:[])),ofAll=ownCommands.flatMap(each=>each.name===name?[[`every protocol`,each.usage]]:[]);return[...ofProtocols,...ofAll]}function wordsOfHelp(words){let[first,topic,...more]=words;if(first!==`help`||topic===void 0||topic.startsWith(`-`))return words;let text=Object.hasOwn(topics,topic)?topics[topic]:void 0;if(text!==void 0){let[behind]=more;if(behind===void 0)return`${text}\n`;throw new UsageError(`Unexpected ${visible(behind)} behind ${topic}: a topic is text, and takes no options.`)}let names=commandLine({code:0}).commands.map(command=>command.name());if(names.includes(topic))return[topic,`--help`,...more];let meant=suggestion(topic,[...Object.keys(topics),...names]);throw new UsageError(`Unexpected topic ${visible(topic)}, ${meant===void 0?`expected a command, or one of ${Object.keys(topics).join(`, `)}`:`did you mean ${meant}?`}`)}function asksForHelp([name=``,...words]){let end=words.indexOf(`--`),own=end<0?words:words.slice(0,end);return(name===`new`||commandNames.includes(name))&&own.some(word=>word===`--help`||word===`-h`)}async function helpByProtocol(name){let lines=(await usages(name)).flatMap(([whose,usage])=>wrapped(`${whose}: ${usage}`));return lines.length===0?``:`\nWords and options by protocol:\n${lines.join(`
`)}\n`}async function helpFor(given){let words=wordsOfHelp(given);return typeof words==`string`?{text:words}:{words,...asksForHelp(words)&&{more:await helpByProtocol(words[0]??``)}}}export{helpFor};