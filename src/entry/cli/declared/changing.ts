import { Argument, type Command, Option } from 'commander'
import { type CommandName, commandNames, knownCommands } from '../../../core/command-names.ts'
import { type ProtocolName, protocolNames } from '../../../core/protocol.ts'
import { sharedOptions } from '../../../kit/options.ts'
import type { TransitionOptions } from '../commands/transition.ts'
import type { Declaration, Declarations } from './declaration.ts'
import { changing, examples, protocol } from './options.ts'

/** Comment commands that have a form of their own here. */
const ofOwnForm: ReadonlySet<CommandName> = new Set(['status', 'validate', 'explain', 'help'])

/** The commands that take `--run`, which may be anywhere on the command line. */
export const ofRuns: ReadonlySet<CommandName> = new Set(['accept', 'handback', 'answer', 'preflight'])

/** How the run of a stage is named. */
const withRun = (command: Command) =>
  command.option('--run <run>', 'the run of the stage: its name or path').addOption(new Option('--run-dir <run>', 'the same').hideHelp())

const ofComments = commandNames.filter((name) => !ofOwnForm.has(name))

const sentence = (summary: string) => `${summary.charAt(0).toUpperCase()}${summary.slice(1)}${summary.endsWith('?') ? '' : '.'}`

/** A comment command, with the same words. */
const transition =
  (name: CommandName): Declaration =>
  (command, ending) => {
    changing(command)
    const shared = sharedOptions[name] ?? {}
    if (ofRuns.has(name)) withRun(command)
    if (shared['refresh'])
      command
        .option('--refresh', 'renew a grant that the agent holds, so that it ends later; for a stage also the time in accept.json')
        .option('--anyway', 'grant control although a question is open')
    else if (shared['anyway']) command.option('--anyway <why>', 'record a success that its evidence contradicts, and why')
    if (name === 'accept')
      command
        .option('--next', 'grant what `baton next` would have granted first')
        .addOption(
          new Option('--protocol <name>', 'with --next: only of this protocol (repeatable)').choices(protocolNames).argParser(protocol),
        )
    if (shared['agent']) command.option('--agent <name>', 'the agent, such as dsp-agent or dsp-agent/2 (default: BATON_AGENT)')
    if (shared['lease'])
      command
        .option('--lease <time>', 'how long the grant lasts, such as 4h')
        .option('--takeover', 'take over the expired grant of another agent')
    return (
      command
        .summary(knownCommands[name].does)
        .description(
          `${sentence(knownCommands[name].does)} It takes the same words as the comment command /${name}; they are described below.`,
        )
        .argument('[word...]', 'the target, and what the command takes after it')
        .allowUnknownOption()
        .addOption(new Option('--report <file>', 'data for the command: JSON, as the fenced json block of a comment (-: standard input)'))
        // Known everywhere, so that nowhere else it is taken for a text.
        .addOption(new Option('--done-by <rev>', 'the commit that did the step of a project').hideHelp(name !== 'handback'))
        .addOption(new Option('--batch <file>', 'the batch of annotations: the same as --report').hideHelp(name !== 'revise'))
        .action(async (words: readonly string[], options: TransitionOptions) => {
          const { acceptNext, transition } = await import('../commands/transition.ts')
          ending.code = await (options.next === true ? acceptNext(words, options) : transition(name, words, options))
        })
    )
  }

/** The commands that change state: those of comments, and those that only the command line has. */
export const changes: Declarations = {
  ...Object.fromEntries(ofComments.map((name) => [name, transition(name)])),

  new: (command, ending) =>
    changing(command)
      .summary('create the first files of a plugin, project, session or stage')
      .description('Creates the complete first files of a target, from which the first action follows. Nothing is overwritten.')
      .addArgument(new Argument('<protocol>', 'what kind of state it is').choices(protocolNames))
      .argument('[word...]', 'its name, and the options of the protocol')
      .allowUnknownOption()
      .addHelpText(
        'after',
        examples([
          'baton new plugin TinyGain',
          "baton new handover login --task 'Let people log in'",
          "baton new subagent 'Let people log in' --task 'Draw the form'",
          'baton new control explore plan',
          'baton new governance ses_7 --agent idumb-project-executor',
        ]),
      )
      .action(async (protocol: ProtocolName, words: readonly string[], options: TransitionOptions) => {
        const { makeFirst } = await import('../commands/transition.ts')
        ending.code = await makeFirst(protocol, words, options)
      }),

  cleanup: (command, ending) =>
    changing(command)
      .summary('remove the local session files of a finished project')
      .description('Removes the session state and the prompt of a finished project. It cannot be undone, and no option forces it.')
      .argument('[project]', 'the folder of a project, its name, or its slug')
      .usage('[options] <project>')
      .option('--confirm', 'really remove them')
      .addHelpText('after', examples(['baton cleanup --confirm .claude/projects/2026-01-20-login']))
      .action(async (project: string | undefined, options: TransitionOptions & { readonly confirm?: true }) => {
        const { cleanup } = await import('../commands/transition.ts')
        ending.code = await cleanup(project, options)
      }),

  run: (command, ending) =>
    changing(command)
      .summary('run the commands of a whole comment')
      .description('Runs every command of a comment, all or nothing, as the bot would read it.')
      .argument('<comment>', 'its text (-: standard input)')
      .addHelpText('after', examples(["baton run '/accept TinyGain'", 'baton run - < comment.md']))
      .action(async (comment: string, options: TransitionOptions) => {
        const { runComment } = await import('../commands/transition.ts')
        ending.code = await runComment(comment, options)
      }),
}
