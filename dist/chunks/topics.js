import{c as commonOptions}from"./call.js";import{n as ownCommands}from"./own.js";import{i as Help}from"./commander.js";const target={name:`TARGET`};function usagesOf(e,t){if(e===`new`)return t.flatMap(({name:e,creation:t})=>t?[{protocol:e,usage:t.usage,options:t.optionFacts??[],words:[]}]:[]);let n=ownCommands.filter(t=>t.name===e),r=n.some(({takes:e})=>e===`words`)?[]:[target];return[...t.flatMap(({name:e,commands:t})=>t.map(t=>({protocol:e,facts:t}))),...n.map(e=>({protocol:`every protocol`,facts:e}))].flatMap(({protocol:t,facts:n})=>{let{ownUsage:i,usage:a,optionFacts:o=[],wordFacts:s=[]}=n;return n.name===e?[{protocol:t,usage:i??a,options:o,words:[...r,...s]}]:[]})}const optionLines=()=>commonOptions().map(e=>`  ${e.flags.padEnd(16)}  ${new Help().optionDescription(e)}`).join(`
`),topics={targets:`A target is what has a state: a plugin, a project, a task, a stage, a session.

  baton status lists them all. Commands take the name alone (TinyGain) where it means one target, else
  with its prefix (plugin:TinyGain), or with what contains it (stage:explore@run-7).`,formats:`How a command prints its answer. Its --help says which of these formats it has:

  text      the default: for people, and for agents that read prose
  brief     for agents: one line of JSON with what they need to act
  json      for programs: everything, by the schemas that baton schema lists
  github    annotations in the log of a workflow
  markdown  the summary of a job, or a file
  sarif     for code scanning and editors
  html      a page: of board and history

BATON_FORMAT sets another default. In json and brief, standard output holds exactly one JSON value, whatever happens.`,options:()=>`The options of every command that changes something:\n\n${optionLines()}`,"exit-codes":`The exit code of every command:

  0   fine, or nothing to do
  1   findings, a refused command, or a report with failed checks
  2   wrong usage, or a wrong configuration
  3   nothing to check: there is no state file
  70  a fault of Baton, or of a program or disk that it needs`,environment:`The variables that Baton reads on the command line:

  BATON_AGENT        the name of the agent, for commands without --agent
  BATON_SESSION      the id of the agent's session. Its first 8 letters and digits are added to the name of the
                     agent (dsp-agent/1a2b3c4d), so that two sessions of one agent are two holders.
                     Where no agent is named, accept and answer add them to the agent of the protocol
  BATON_FORMAT       the default of --format
  BATON_WAIT         the default of --wait
  GITHUB_TOKEN, GITHUB_API_URL  the token and the address with which doctor --github asks GitHub
  GITHUB_SERVER_URL  the default of --server, for board and history
  NO_COLOR, FORCE_COLOR, CI  whether text is coloured`,agents:`An agent repeats these steps:

  1. baton next                                          what to do now, and the command that does it
  2. baton accept TARGET --agent NAME                    takes control of a target before the work
  3. baton handback TARGET success|error|question "…"    returns control after the work, whatever came of it

baton init --agents writes these instructions into the files that agents read; baton mcp offers the commands as tools.`};export{usagesOf as n,topics as t};