import { protocolNames } from '../../core/protocol.ts'
import { hookEvents, hostNames } from '../../core/installation.ts'
import * as fields from './fields.ts'
import {
  answerFormats,
  choice,
  defaultOption,
  flag,
  format,
  many,
  option,
  repository,
  requiredWord,
  negatedFlag,
  word,
} from './fields.ts'
import { operation, type Input } from './operation.ts'

const initInput = {
  root: fields.root,
  wait: fields.wait,
  commands: flag('also a workflow that runs commands in comments'),
  audit: flag('also a workflow that audits every day'),
  mergeDriver: flag('also set the merge driver of the registry in the configuration of this clone'),
  pin: defaultOption('<version>', 'the version of the action: a tag, better the SHA of a commit', () => ['v1']),
  protocol: choice('<name>', protocolNames, 'create the first files of this protocol too, where there is no state yet'),
  name: option('<name>', 'with --protocol: the name of the first target'),
  task: many('<text>', 'with --protocol handover or subagent: what is to be done (repeatable)'),
  agent: option('<name>', 'with --protocol governance: the agent that holds the session (default: BATON_AGENT)'),
  agents: flag('instead, write instructions for agents: AGENTS.md, CLAUDE.md, a skill, settings of their hosts'),
  hooks: option<string | true>(
    '[hosts]',
    `with --agents: also hooks of these hosts (${hostNames.join(',')}; default: of those whose folder is there)`,
  ),
  mcp: negatedFlag('with --agents: without the MCP server in the settings of hosts'),
  command: option('<command>', 'with --agents: how hosts start Baton; with --remove: the command that was given then'),
  remove: flag('with --agents: remove what it has written'),
  dryRun: flag('print what would be written, write nothing'),
  format: format(answerFormats, 'how to print the answer'),
}
export type InitInput = Input<typeof initInput>

const doctorInput = {
  ...repository,
  github: option('<owner/name>', 'ask GitHub too, with the token in GITHUB_TOKEN (default: GitHub is not asked)'),
  format: fields.reportFormat,
}
export type DoctorInput = Input<typeof doctorInput>

const hookInput = {
  event: word('[event]', hookEvents.join(', ')),
  host: option<string | true>('[host]', hostNames.join(', ')),
}
export type HookInput = Input<typeof hookInput>

const mcpInput = {
  root: fields.root,
  agent: option('<name>', 'the agent that calls, where a call names none (default: BATON_AGENT)'),
  readOnly: flag('only the tools that change nothing'),
}
export type McpInput = Input<typeof mcpInput>

const mergeInput = {
  base: requiredWord('<base>', 'the common ancestor of both versions (%O)'),
  ours: requiredWord('<ours>', 'our version, and where the result is written (%A)'),
  theirs: requiredWord('<theirs>', 'the other version (%B)'),
  path: word('[path]', 'the path of the file in the repository (%P); default: that of the registry'),
  ...repository,
  format: format(answerFormats, 'how to print the result; text: nothing'),
}
export type MergeInput = Input<typeof mergeInput>

/** The operations that set Baton up, or that others start: git and the operator of the bot. */
export const setupOperations = {
  init: operation({
    summary: 'set Baton up',
    description:
      'Looks at what the repository holds, and writes a configuration and a workflow for it. Existing files are left alone; to `.gitattributes` it adds the line by which git merges the registry.',
    input: initInput,
    examples: [
      'baton init --dry-run',
      'baton init --commands --audit',
      'baton init --protocol plugin --name TinyGain',
      "baton init --protocol handover --name login --task 'Let people log in'",
      'baton init --agents --hooks claude',
    ],
    run: async (input, caller) =>
      input.agents === true
        ? (await import('../cli/commands/agents.ts')).initAgents(input)
        : (await import('../cli/commands/init.ts')).init(input, caller),
  }),

  doctor: operation({
    summary: 'check the setup',
    description:
      'Lists what is set up, what is missing and what may be added, and examines it: state that git ignores, workflows, the merge driver and the commands by which hosts of agents start Baton (tried out if they are this program), and with `--github` the default branch on GitHub.',
    input: doctorInput,
    examples: ['baton doctor', 'GITHUB_TOKEN=… baton doctor --github octocat/plugins'],
    run: async (input) => (await import('../cli/commands/doctor.ts')).doctor(input),
  }),

  hook: operation({
    summary: 'answer a hook of a host of agents',
    description:
      'Reads the call of a hook on standard input, and answers in the form of its host: what to do at the start of a session, errors of a state file that was edited, a grant that is held at the end. Always ends with exit code 0, and says nothing about what it does not understand.',
    input: hookInput,
    isOpen: true,
    examples: ['baton init --agents --hooks', 'baton hook start --host claude < event.json'],
    run: async (input) => (await import('../cli/commands/hook.ts')).hook(input),
  }),

  mcp: operation({
    summary: 'serve the commands as tools to agents',
    description:
      'Serves the Model Context Protocol on standard input and output, for hosts of agents, which start it as a server of tools. Ends when standard input ends.',
    input: mcpInput,
    examples: ['baton mcp', 'baton mcp --agent dsp-agent', 'baton mcp --read-only'],
    run: async (input, caller) => (await import('../mcp/serve.ts')).serve(input, caller),
  }),

  'merge-registry': operation({
    summary: 'merge two versions of the registry, as a merge driver of git',
    description:
      'Merges what two sides made of the registry, plugin by plugin, into OURS. Exit code 1: one plugin was changed on both sides, which is marked. Every other file is merged as git merges text.',
    input: mergeInput,
    examples: ['baton init --merge-driver', 'baton merge-registry base.md ours.md theirs.md'],
    run: async (input) => (await import('../cli/commands/merge-registry.ts')).mergeFiles(input),
  }),

  bot: operation({
    summary: 'start the bot',
    description: 'Starts the Probot app: the same as `npm start`. It reads its settings from the environment.',
    async run() {
      await import('../bot.ts')
      // It goes on, or has reported why it does not start.
      return { exit: Number(process.exitCode ?? 0) }
    },
  }),
}
