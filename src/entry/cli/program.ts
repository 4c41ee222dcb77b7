import { Command, InvalidArgumentError, Option } from 'commander'
import type { CommandName } from '../../core/command-names.ts'
import { protocolNames } from '../../core/protocol.ts'
import { failOns, modes } from '../../core/report.ts'
import { type Format, formats } from '../../render/index.ts'
import { plain } from '../../render/plain.ts'
import type { AuditOptions } from './commands/audit.ts'
import type { DetectOptions } from './commands/detect.ts'
import type { DoctorOptions } from './commands/doctor.ts'
import { exits } from './exit.ts'
import type { InitOptions } from './commands/init.ts'
import { version } from './output.ts'
import type { MergeOptions } from './commands/merge-registry.ts'
import type { StatusOptions } from './commands/status.ts'
import type { TransitionOptions } from './commands/transition.ts'
import type { ValidateOptions } from './commands/validate.ts'

/** Makes the exit code of a command known to whoever runs the program. */
export interface Ending {
  code: number
}

const common = {
  root: () => new Option('--root <dir>', 'the repository to look at').default('.', 'the working directory'),
  config: () =>
    new Option('--config <file>', 'the configuration to use (default: .github/baton.yml of the base, else of what is looked at)'),
  format: () => new Option('--format <format>', 'how to print the report').choices(Object.keys(formats)).default('text'),
  debug: () => new Option('--debug', 'show where a fault of Baton itself comes from').hideHelp(),
}

const revisions = {
  rev: () => new Option('--rev <rev>', 'look at a commit instead of the working tree'),
  base: () => new Option('--base <rev>', 'compare with the merge base of this revision'),
  baseDir: () => new Option('--base-dir <dir>', 'compare with a folder'),
}

function protocol(value: string, before: readonly string[] = []): readonly string[] {
  if (!(protocolNames as readonly string[]).includes(value))
    throw new InvalidArgumentError(`Allowed choices are ${protocolNames.join(', ')}.`)
  return [...before, value]
}

/** The comment commands as the command line has them: what each does. Those left out have a form of their own here. */
const transitionSummaries = {
  accept: 'grant control of a target to an agent',
  handback: 'return control, with success, error or question',
  answer: 'answer a question and grant control again',
  checksums: 'record the contracts as they are now',
  sync: 'make the registry agree',
  migrate: 'bring an old form into the present one',
  regenerate: 'make a lost handoff anew from the registry',
  restore: 'take contracts or handoff from history',
  install: 'mark as installed and drop the handoff',
  verify: 'is the handback complete?',
  preflight: 'is a stage, step or task ready for its agent?',
  review: "record a reviewer's verdict",
  revise: 'fold a batch of annotations into an artifact',
  compact: 'record that a conversation was compacted',
  turn: 'record that a turn is over',
  anchor: 'write down what must survive a compaction',
  stall: 'record a cycle or an error, so that a loop is noticed',
  continue: 'where to go on',
  fix: 'apply every safe repair, or those of some codes',
  undo: "take back Baton's last commit for a target",
} as const satisfies Record<Exclude<CommandName, 'status' | 'validate' | 'explain' | 'help'>, string>

/** The commands of which some protocol has options that may stand anywhere on the command line. */
const ofRuns: ReadonlySet<CommandName> = new Set(['accept', 'handback', 'answer', 'preflight'])

/** How the run of a stage is named. */
const withRun = (command: Command) =>
  command.option('--run <run>', 'the run of the stage: its name or path').addOption(new Option('--run-dir <run>', 'the same').hideHelp())

const transitionNames = Object.keys(transitionSummaries) as readonly (keyof typeof transitionSummaries)[]

/** The options of every command that changes state. */
const changing = (command: Command) =>
  command
    .addOption(common.root())
    .addOption(common.config())
    .addOption(revisions.base())
    .addOption(revisions.baseDir())
    .addOption(new Option('--at <moment>', 'the moment of the request, ISO 8601 (default: now)'))
    .addOption(new Option('--actor <login>', "who asks (default: git's user)"))
    .option('--dry-run', 'print the diff, change nothing')
    .addOption(
      new Option(
        '--commit [sha]',
        'also commit exactly the files that are changed; with a SHA behind it: the commit that a step is done by',
      ).argParser((value, before: readonly string[] | undefined) => [...(before ?? []), value]),
    )
    .addOption(new Option('--format <format>', 'how to print the answer').choices(['text', 'json']).default('text'))
    .addOption(common.debug())

const examples = (lines: readonly string[]) => `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}\n`

/** The command line: what there is to say, and which module acts on it. Each module is loaded when it is needed. */
export function commandLine(ending: Ending): Command {
  const program = new Command('baton')
    .description('Keeps the written state of agent workflows honest.')
    .version(version, '-V, --version')
    .exitOverride()
    .configureOutput({ outputError: (complaint, write) => write(`${plain(complaint)}\n`) })
    .showSuggestionAfterError()
    .addHelpText('after', '\nExit codes: 0 fine, 1 findings, 2 wrong usage or configuration, 3 nothing to check, 70 a fault of Baton.')

  program
    .command('validate')
    .summary('check the repository, or the named files')
    .description('Checks the repository, or just the named files and targets, and what they need.')
    .argument('[path|target...]', 'files, folders, or targets such as plugin:TinyGain')
    .addOption(common.root())
    .addOption(common.config())
    .addOption(revisions.rev())
    .addOption(revisions.base())
    .addOption(revisions.baseDir())
    .addOption(new Option('--protocol <name>', 'only this protocol (repeatable)').argParser(protocol))
    .addOption(new Option('--mode <mode>', 'how strictly (default: auto, by what the change touches)').choices(modes))
    .option('--strict', 'short for --mode strict')
    .option('--soft', 'short for --mode soft')
    .option('--as <kind>', 'check the named files as this kind of file, wherever they lie')
    .addOption(new Option('--fail-on <what>', 'what makes the check fail (default: error)').choices(failOns))
    .option('--allow-empty', 'it is fine that there is nothing to check')
    .option('--fix', 'apply the safe repairs, then check')
    .option('--watch', 'check again after every change')
    .addOption(common.format())
    .addOption(common.debug())
    .addHelpText(
      'after',
      examples([
        'baton validate',
        'baton validate --base origin/main',
        'baton validate plugins/TinyGain --strict',
        'baton validate --format sarif > baton.sarif',
      ]),
    )
    .action(async (asked: readonly string[], options: ValidateOptions) => {
      const { validate } = await import('./commands/validate.ts')
      ending.code = await validate(asked, options)
    })

  program
    .command('status')
    .summary('who holds what')
    .description('Who holds what: one line per target, or everything about one.')
    .argument('[target]', 'a target, with or without its prefix')
    .addOption(common.root())
    .addOption(common.config())
    .addOption(revisions.rev())
    .addOption(common.format())
    .addOption(common.debug())
    .addHelpText('after', examples(['baton status', 'baton status TinyGain']))
    .action(async (asked: string | undefined, options: StatusOptions) => {
      const { status } = await import('./commands/status.ts')
      ending.code = await status(asked, options)
    })

  program
    .command('audit')
    .summary('the scheduled audit: everything, and what time shows')
    .description('Checks everything softly, with what only time shows: work in progress that is stale, known findings that are over.')
    .addOption(common.root())
    .addOption(common.config())
    .addOption(revisions.rev())
    .addOption(new Option('--since <rev>', 'only what changed since this revision, commits included'))
    .addOption(new Option('--at <moment>', 'the moment of the audit, ISO 8601 (default: now)'))
    .addOption(new Option('--stale-after <age>', 'the age at which work in progress is stale (default: as configured, else 48h)'))
    .addOption(new Option('--protocol <name>', 'only this protocol (repeatable)').argParser(protocol))
    .addOption(new Option('--fail-on <what>', 'what makes the audit fail (default: error)').choices(failOns))
    .option('--allow-empty', 'it is fine that there is nothing to check')
    .addOption(common.format())
    .addOption(common.debug())
    .addHelpText('after', examples(['baton audit', 'baton audit --stale-after 3d', 'baton audit --since v1.0.0 --format json']))
    .action(async (options: AuditOptions) => {
      const { audit } = await import('./commands/audit.ts')
      ending.code = await audit(options)
    })

  program
    .command('doctor')
    .summary('what is mis-installed')
    .description(
      'Examines how Baton is set up: state that git ignores, workflows, and what GitHub says of the default branch if it may be asked.',
    )
    .addOption(common.root())
    .addOption(common.config())
    .option('--github <owner/name>', 'ask GitHub too, with the token in GITHUB_TOKEN (default: nobody is asked)')
    .addOption(common.format())
    .addOption(common.debug())
    .addHelpText('after', examples(['baton doctor', 'GITHUB_TOKEN=… baton doctor --github octocat/plugins']))
    .action(async (options: DoctorOptions) => {
      const { doctor } = await import('./commands/doctor.ts')
      ending.code = await doctor(options)
    })

  program
    .command('init')
    .summary('set Baton up')
    .description(
      'Looks at what the repository holds, and writes a configuration and a workflow for it. Files that are there are left alone.',
    )
    .addOption(common.root())
    .option('--commands', 'also a workflow that runs commands in comments')
    .option('--audit', 'also a workflow that audits every day')
    .addOption(new Option('--pin <version>', 'the version of the action: a tag, better the SHA of a commit').default('v1'))
    .option('--dry-run', 'print what would be written, write nothing')
    .addOption(new Option('--format <format>', 'how to print the answer').choices(['text', 'json']).default('text'))
    .addOption(common.debug())
    .addHelpText('after', examples(['baton init --dry-run', 'baton init --commands --audit']))
    .action(async (options: InitOptions) => {
      const { init } = await import('./commands/init.ts')
      ending.code = await init(options)
    })

  program
    .command('explain')
    .summary('what a code means')
    .description('What a code means, why it matters, how to mend it, with examples.')
    .argument('<code>', 'such as REGISTRY_STATUS_DRIFT')
    .addOption(common.root())
    .addOption(common.config())
    .addOption(common.format())
    .addOption(common.debug())
    .addHelpText('after', examples(['baton explain REGISTRY_STATUS_DRIFT']))
    .action(async (code: string, options: { readonly format: Format }) => {
      const { explain } = await import('./commands/explain.ts')
      ending.code = explain(code, options)
    })

  for (const name of transitionNames) {
    const command = changing(program.command(name))
    if (ofRuns.has(name)) withRun(command)
    if (name === 'accept') command.option('--refresh', 'write a new time while the agent has control of the stage')
    command
      .summary(transitionSummaries[name])
      .description(`${transitionSummaries[name]}. The same words as in the comment command /${name}.`)
      .argument('[word...]', 'the target, and what the command takes behind it')
      .allowUnknownOption()
      .addOption(new Option('--report <file>', 'the json block of the command (-: standard input)'))
      .addOption(new Option('--batch <file>', 'the same').hideHelp(name !== 'revise'))
      .action(async (words: readonly string[], options: TransitionOptions) => {
        const { transition } = await import('./commands/transition.ts')
        ending.code = await transition(name, words, options)
      })
  }

  program
    .command('detect')
    .summary('was a conversation compacted?')
    .description('Tells from a transcript whether the conversation was compacted, and by what.')
    .requiredOption('--transcript <file>', 'the conversation: JSON, a message in JSON on each line, or text (-: standard input)')
    .option('--injected', 'governance was injected into it before')
    .addOption(common.root())
    .addOption(new Option('--format <format>', 'how to print it').choices(['text', 'json']).default('json'))
    .addOption(common.debug())
    .addHelpText('after', examples(['baton detect --transcript conversation.json', 'baton detect --transcript - --injected < notes.md']))
    .action(async (options: DetectOptions) => {
      const { detect } = await import('./commands/detect.ts')
      ending.code = detect(options)
    })

  changing(program.command('cleanup'))
    .summary('remove the local session files of a finished project')
    .description('Removes the session state and the prompt of a finished project. There is no force and no undo.')
    .argument('[project]', 'the folder of a project, its name, or its slug')
    .option('--confirm', 'really remove them')
    .addHelpText('after', examples(['baton cleanup --confirm .claude/projects/2026-01-20-login']))
    .action(async (project: string | undefined, options: TransitionOptions & { readonly confirm?: true }) => {
      const { cleanup } = await import('./commands/transition.ts')
      ending.code = await cleanup(project, options)
    })

  changing(program.command('run'))
    .summary('run the commands of a whole comment')
    .description('Runs every command of a comment, all or nothing, as the bot would read it.')
    .argument('<comment>', 'its text (-: standard input)')
    .addHelpText('after', examples(["baton run '/accept TinyGain'", 'baton run - < comment.md']))
    .action(async (comment: string, options: TransitionOptions) => {
      const { runComment } = await import('./commands/transition.ts')
      ending.code = await runComment(comment, options)
    })

  program
    .command('merge-registry')
    .summary('merge two versions of the registry, as a merge driver of git')
    .description(
      'Merges what two sides made of the registry, plugin by plugin, into OURS. Exit code 1: one plugin was changed on both sides, which is marked. Every other file is merged as git merges text.',
    )
    .argument('<base>', 'the version that both come from (%O)')
    .argument('<ours>', 'our version, and where the result is written (%A)')
    .argument('<theirs>', 'the other version (%B)')
    .argument('[path]', 'the path of the file in the repository (%P); default: that of the registry')
    .addOption(common.root())
    .addOption(common.config())
    .addOption(common.debug())
    .addHelpText(
      'after',
      examples([
        "git config merge.baton.driver 'baton merge-registry %O %A %B %P'",
        "echo 'PLUGINS.md merge=baton' >> .gitattributes",
        'baton merge-registry base.md ours.md theirs.md',
      ]),
    )
    .action(async (base: string, ours: string, theirs: string, path: string | undefined, options: MergeOptions) => {
      const { mergeFiles } = await import('./commands/merge-registry.ts')
      ending.code = await mergeFiles({ base, ours, theirs, path }, options)
    })

  program
    .command('bot')
    .summary('start the bot')
    .description('Starts the Probot app: the same as `npm start`. It reads its settings from the environment.')
    .action(async () => {
      await import('../bot.ts')
      // It goes on, or has said why it does not start.
      ending.code = Number(process.exitCode ?? exits.fine)
    })

  return program
}
