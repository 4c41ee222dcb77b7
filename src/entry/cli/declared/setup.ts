import { Option } from 'commander'
import { protocolNames } from '../../../core/protocol.ts'
import { hookEvents, hostNames } from '../../../core/installation.ts'
import type { AgentsOptions } from '../commands/agents.ts'
import type { DoctorOptions } from '../commands/doctor.ts'
import type { InitOptions } from '../commands/init.ts'
import type { MergeOptions } from '../commands/merge-registry.ts'
import type { ServeOptions } from '../../mcp/serve.ts'
import { exits } from '../exit.ts'
import { version } from '../output.ts'
import type { Declarations } from './declaration.ts'
import { answerFormats, collected, common, examples, formatOption } from './options.ts'

/** The commands that set Baton up, or that others start: git and the operator of the bot. */
export const setup: Declarations = {
  init: (command, ending) =>
    command
      .summary('set Baton up')
      .description(
        'Looks at what the repository holds, and writes a configuration and a workflow for it. Existing files are left alone; to `.gitattributes` it adds the line by which git merges the registry.',
      )
      .addOption(common.root())
      .addOption(common.wait())
      .option('--commands', 'also a workflow that runs commands in comments')
      .option('--audit', 'also a workflow that audits every day')
      .option('--merge-driver', 'also set the merge driver of the registry in the configuration of this clone')
      .addOption(new Option('--pin <version>', 'the version of the action: a tag, better the SHA of a commit').default('v1'))
      .addOption(
        new Option('--protocol <name>', 'create the first files of this protocol too, where there is no state yet').choices(protocolNames),
      )
      .option('--name <name>', 'with --protocol: the name of the first target')
      .option('--task <text>', 'with --protocol handover or subagent: what is to be done (repeatable)', collected)
      .option('--agent <name>', 'with --protocol governance: the agent that holds the session (default: BATON_AGENT)')
      .option('--agents', 'instead, write instructions for agents: AGENTS.md, CLAUDE.md, a skill, settings of their hosts')
      .option(
        '--hooks [hosts]',
        `with --agents: also hooks of these hosts (${hostNames.join(',')}; default: of those whose folder is there)`,
      )
      .option('--no-mcp', 'with --agents: without the MCP server in the settings of hosts')
      .option('--command <command>', 'with --agents: how hosts start Baton; with --remove: the command that was given so')
      .option('--remove', 'with --agents: remove what it has written')
      .option('--dry-run', 'print what would be written, write nothing')
      .addOption(formatOption(answerFormats, 'how to print the answer'))
      .addOption(common.debug())
      .addHelpText(
        'after',
        examples([
          'baton init --dry-run',
          'baton init --commands --audit',
          'baton init --protocol plugin --name TinyGain',
          "baton init --protocol handover --name login --task 'Let people log in'",
          'baton init --agents --hooks claude',
        ]),
      )
      .action(async (options: InitOptions & AgentsOptions) => {
        if (options.agents === true) {
          const { initAgents } = await import('../commands/agents.ts')
          ending.code = await initAgents(options)
          return
        }
        const { init } = await import('../commands/init.ts')
        ending.code = await init(options)
      }),

  doctor: (command, ending) =>
    command
      .summary('check the setup')
      .description(
        'Examines how Baton is set up: state that git ignores, workflows, the merge driver (which is tried if it is this program), and with `--github` the default branch on GitHub.',
      )
      .addOption(common.root())
      .addOption(common.wait())
      .addOption(common.config())
      .option('--github <owner/name>', 'ask GitHub too, with the token in GITHUB_TOKEN (default: GitHub is not asked)')
      .addOption(common.format())
      .addOption(common.debug())
      .addHelpText('after', examples(['baton doctor', 'GITHUB_TOKEN=… baton doctor --github octocat/plugins']))
      .action(async (options: DoctorOptions) => {
        const { doctor } = await import('../commands/doctor.ts')
        ending.code = await doctor(options)
      }),

  hook: (command, ending) =>
    command
      .summary('answer a hook of a host of agents')
      .description(
        'Reads the call of a hook on standard input, and answers in the form of its host: what to do at the start of a session, errors of a state file that was edited, a grant that is held at the end. Always ends with exit code 0, and is silent where it does not understand.',
      )
      .argument('[event]', hookEvents.join(', '))
      .option('--host [host]', hostNames.join(', '))
      .allowUnknownOption()
      .allowExcessArguments()
      .addHelpText('after', examples(['baton init --agents --hooks', 'baton hook start --host claude < event.json']))
      .action(async (event: string | undefined, options: { readonly host?: string | true }) => {
        const { hook } = await import('../commands/hook.ts')
        ending.code = await hook(event, options)
      }),

  mcp: (command) =>
    command
      .summary('serve the commands as tools to agents')
      .description(
        'Serves the Model Context Protocol on standard input and output, for hosts of agents, which start it as a server of tools. Ends when standard input ends.',
      )
      .addOption(common.root())
      .option('--agent <name>', 'the agent that calls, where a call names none (default: BATON_AGENT)')
      .option('--read-only', 'only the tools that change nothing')
      .addOption(common.debug())
      .addHelpText('after', examples(['baton mcp', 'baton mcp --agent dsp-agent', 'baton mcp --read-only']))
      .action(async (options: ServeOptions) => {
        const { serve } = await import('../../mcp/serve.ts')
        await serve(options, version)
      }),

  'merge-registry': (command, ending) =>
    command
      .summary('merge two versions of the registry, as a merge driver of git')
      .description(
        'Merges what two sides made of the registry, plugin by plugin, into OURS. Exit code 1: one plugin was changed on both sides, which is marked. Every other file is merged as git merges text.',
      )
      .argument('<base>', 'the version that both come from (%O)')
      .argument('<ours>', 'our version, and where the result is written (%A)')
      .argument('<theirs>', 'the other version (%B)')
      .argument('[path]', 'the path of the file in the repository (%P); default: that of the registry')
      .addOption(common.root())
      .addOption(common.wait())
      .addOption(common.config())
      .addOption(formatOption(answerFormats, 'how to print the result; text: nothing'))
      .addOption(common.debug())
      .addHelpText('after', examples(['baton init --merge-driver', 'baton merge-registry base.md ours.md theirs.md']))
      .action(async (base: string, ours: string, theirs: string, path: string | undefined, options: MergeOptions) => {
        const { mergeFiles } = await import('../commands/merge-registry.ts')
        ending.code = await mergeFiles({ base, ours, theirs, path }, options)
      }),

  bot: (command, ending) =>
    command
      .summary('start the bot')
      .description('Starts the Probot app: the same as `npm start`. It reads its settings from the environment.')
      .action(async () => {
        await import('../../bot.ts')
        // It goes on, or has reported why it does not start.
        ending.code = Number(process.exitCode ?? exits.fine)
      }),
}
