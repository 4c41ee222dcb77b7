import{n as ownCommands}from"./own.js";const target={name:`TARGET`};function usagesOf(name,protocols){if(name===`new`)return protocols.map(({name:whose,creation:{usage,optionFacts:options=[]}})=>({whose,usage,options,words:[]}));let own=ownCommands.filter(each=>each.name===name),before=own.some(({takes})=>takes===`words`)?[]:[target];return[...protocols.flatMap(({name:whose,commands})=>commands.map(facts=>({whose,facts}))),...own.map(facts=>({whose:`every protocol`,facts}))].flatMap(({whose,facts})=>{let{ownUsage,usage,optionFacts:options=[],wordFacts=[]}=facts;return facts.name===name?[{whose,usage:ownUsage??usage,options,words:[...before,...wordFacts]}]:[]})}const topics={targets:`A target is what has a state: a plugin, a project, a task, a stage, a session.

  baton status lists them all. Commands take the name alone (TinyGain) where it means one target, else
  with its prefix (plugin:TinyGain), or with what contains it (stage:explore@run-7).`,formats:`--format text is for people and the shortest for agents; it is the default.

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
  baton init --agents writes these instructions where the hosts of agents read them; baton mcp serves them as tools.`};export{usagesOf as n,topics as t};