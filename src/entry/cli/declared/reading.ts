import { Argument, Option } from 'commander'
import { knownCommands } from '../../../core/command-names.ts'
import { lanes } from '../../../core/board.ts'
import { protocolNames } from '../../../core/protocol.ts'
import { failOns, modes } from '../../../core/report.ts'
import type { Format } from '../../../render/index.ts'
import type { SourceOptions } from '../../calls/sources.ts'
import type { AuditOptions } from '../commands/audit.ts'
import type { BoardOptions } from '../commands/board.ts'
import type { DetectOptions } from '../commands/detect.ts'
import type { HistoryOptions } from '../commands/history.ts'
import type { NextOptions } from '../commands/next.ts'
import type { StatusOptions } from '../commands/status.ts'
import type { ValidateOptions } from '../commands/validate.ts'
import type { Declarations } from './declaration.ts'
import { answerFormats, boardFormats, common, examples, formatOption, lane, portNumber, protocol, repeated, revisions } from './options.ts'

/** The commands that change nothing, but for the safe repairs of `validate --fix`. */
export const looking: Declarations = {
  validate: (command, ending) =>
    command
      .summary(knownCommands.validate.does)
      .description('Checks the repository, or just the named files and targets, and what they need.')
      .argument('[path|target...]', 'files and folders, as seen from the working directory, or targets such as TinyGain or plugin:TinyGain')
      .addOption(common.root())
      .addOption(common.wait())
      .addOption(common.config())
      .addOption(revisions.rev())
      .addOption(revisions.base())
      .addOption(revisions.baseDir())
      .addOption(new Option('--protocol <name>', 'only this protocol (repeatable)').choices(protocolNames).argParser(protocol))
      .addOption(new Option('--mode <mode>', 'how strictly (default: auto, by what the change touches)').choices(modes))
      .option('--strict', 'short for --mode strict')
      .option('--soft', 'short for --mode soft')
      .option('--as <kind>', 'check the named files as this kind of file, wherever they are')
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
      .action(async (operands: readonly string[], options: ValidateOptions) => {
        const { validate } = await import('../commands/validate.ts')
        ending.code = await validate(operands, options)
      }),

  status: (command, ending) =>
    command
      .summary(knownCommands.status.does)
      .description('Who holds what: one line per target, or everything about one.')
      .argument('[target]', 'a target, with or without its prefix')
      .addOption(common.root())
      .addOption(common.wait())
      .addOption(common.config())
      .addOption(revisions.rev())
      .addOption(common.format())
      .addOption(common.debug())
      .addHelpText('after', examples(['baton status', 'baton status TinyGain']))
      .action(async (operands: string | undefined, options: StatusOptions) => {
        const { status } = await import('../commands/status.ts')
        ending.code = await status(operands, options)
      }),

  next: (command, ending) =>
    command
      .summary('what to do now')
      .description('The next actions, the most urgent first: each with its command, the files to read before it and what it needs.')
      .argument('[target]', 'a target, with or without its prefix')
      .addOption(common.root())
      .addOption(common.wait())
      .addOption(common.config())
      .addOption(revisions.rev())
      .option(
        '--agent <name>',
        'only what this agent holds, or could be granted: an agent of a protocol its own work, any other all work (default: BATON_AGENT)',
      )
      .option('--limit <n>', 'how many actions at most, up to 50 (default: 1 as text, otherwise 5)')
      .addOption(new Option('--protocol <name>', 'only this protocol (repeatable)').choices(protocolNames).argParser(protocol))
      .addOption(new Option('--at <time>', 'the time of the question, ISO 8601, not in the future (default: now)'))
      .addOption(formatOption(answerFormats, 'how to print it'))
      .addOption(common.debug())
      .addHelpText('after', examples(['baton next', 'baton next --agent dsp-agent', 'baton next TinyGain --format json']))
      .action(async (operand: string | undefined, options: NextOptions) => {
        const { next } = await import('../commands/next.ts')
        ending.code = await next(operand, options)
      }),

  board: (command, ending) =>
    command
      .summary('who holds what, lane by lane')
      .description(
        'What waits for a person, what agents work on, what can be granted and what is done: each with its age, its worst finding and the next command.',
      )
      .argument('[target...]', 'only these targets and their parts, with or without their prefix')
      .addOption(common.root())
      .addOption(common.wait())
      .addOption(common.config())
      .addOption(revisions.rev())
      .addOption(new Option('--protocol <name>', 'only this protocol (repeatable)').choices(protocolNames).argParser(protocol))
      .addOption(new Option('--lane <lane>', 'only this lane, each of its targets on a line (repeatable)').choices(lanes).argParser(lane))
      .option('--mine', 'only what waits for a person: short for --lane person')
      .addOption(new Option('--at <time>', 'the time of the question, ISO 8601, not in the future (default: now)'))
      .option('--allow-empty', 'it is fine that there is nothing to show')
      .option('--watch', 'show it again after every change')
      .addOption(new Option('--serve', 'the page on this machine, which follows every change').conflicts(['watch', 'format']))
      .addOption(new Option('--port <n>', 'with --serve: the port of 127.0.0.1 (default: a free one)').argParser(portNumber))
      .addOption(new Option('--output <file>', 'write it into a file'))
      .addOption(new Option('--html <file>', 'write the page: short for --format html --output <file>').conflicts(['format', 'output']))
      .option('--no-history', 'do not replay the commits: no timeline, and fewer ages are known')
      .addOption(new Option('--repo <owner/name>', 'the repository at its host, for links (default: that of the remote origin)'))
      .addOption(new Option('--server <url>', 'its host (default: GITHUB_SERVER_URL, otherwise https://github.com)'))
      .addOption(formatOption(boardFormats, 'how to print it'))
      .addOption(common.debug())
      .addHelpText('after', examples(['baton board', 'baton board --mine', 'baton board --html board.html']))
      .action(async (operands: readonly string[], options: BoardOptions) => {
        const { board } = await import('../commands/board.ts')
        ending.code = await board(operands, options)
      }),

  audit: (command, ending) =>
    command
      .summary('the scheduled audit: the whole repository, including stale work')
      .description(
        'Checks the whole repository softly, including findings that only appear with time: stale work in progress, and known findings whose last day is over.',
      )
      .addOption(common.root())
      .addOption(common.wait())
      .addOption(common.config())
      .addOption(revisions.rev())
      .addOption(new Option('--since <rev>', 'only what changed since this revision, commits included'))
      .addOption(new Option('--at <time>', 'the time of the audit, ISO 8601, not in the future (default: now)'))
      .addOption(new Option('--stale-after <age>', 'the age at which work in progress is stale (default: as configured, otherwise 48h)'))
      .addOption(new Option('--protocol <name>', 'only this protocol (repeatable)').choices(protocolNames).argParser(protocol))
      .addOption(new Option('--fail-on <what>', 'what makes the audit fail (default: error)').choices(failOns))
      .option('--allow-empty', 'it is fine that there is nothing to check')
      .addOption(common.format())
      .addOption(common.debug())
      .addHelpText('after', examples(['baton audit', 'baton audit --stale-after 3d', 'baton audit --since v1.0.0 --format json']))
      .action(async (options: AuditOptions) => {
        const { audit } = await import('../commands/audit.ts')
        ending.code = await audit(options)
      }),

  history: (command, ending) =>
    command
      .summary('how the state came to be, and when it contradicted itself')
      .description('Replays the commits: since when files contradict each other, by which commit, and how it ended.')
      .argument('[rev]', 'the commit to look back from, or A..B for what begins, ends or is open after A (default: HEAD)')
      .addOption(common.root())
      .addOption(new Option('--config <file>', 'the configuration to use for all commits (default: .github/baton.yml of the last one)'))
      .addOption(new Option('--protocol <name>', 'only this protocol (repeatable)').choices(protocolNames).argParser(protocol))
      .addOption(new Option('--code <code>', 'only this code (repeatable; default: contradictions)').argParser(repeated))
      .option('--all', 'every code')
      .addOption(new Option('--target <target>', 'only this target, with or without its prefix (repeatable)').argParser(repeated))
      .option('--open', 'only what is open')
      .option('--since <time>', 'only what is open, or ended since this day, time or commit')
      .option('--transitions', 'the states of the targets instead')
      .addOption(
        new Option('--sort <order>', 'by start or length (default: what is open first, then the longest)').choices(['began', 'lasted']),
      )
      .addOption(
        new Option('--at <time>', 'the current time, until which open episodes last, ISO 8601 (default: the date of the last commit)'),
      )
      .option('--all-commits', 'look at more than the newest 20,000 commits that change state')
      .option('--allow-empty', 'it is fine that there was never any state')
      .addOption(new Option('--fail-on <what>', 'what makes it fail').choices(['open', 'never']).default('never'))
      .addOption(formatOption(boardFormats, 'how to print it'))
      .addOption(new Option('--output <file>', 'write it into a file'))
      .addOption(new Option('--html <file>', 'write the page: short for --format html --output <file>').conflicts(['format', 'output']))
      .addOption(new Option('--repo <owner/name>', 'the repository at its host, for links (default: that of the remote origin)'))
      .addOption(new Option('--server <url>', 'its host (default: GITHUB_SERVER_URL, otherwise https://github.com)'))
      .addOption(common.debug())
      .addHelpText(
        'after',
        examples(['baton history', 'baton history v1.0.0..HEAD --open', 'baton history --target TinyGain --transitions']),
      )
      .action(async (operand: string | undefined, options: HistoryOptions) => {
        const { history } = await import('../commands/history.ts')
        ending.code = await history(operand, options)
      }),

  explain: (command, ending) =>
    command
      .summary(knownCommands.explain.does)
      .description('What a code means, why it matters, how to fix it, with examples.')
      .argument('<code>', 'such as REGISTRY_STATUS_DRIFT')
      .addOption(common.root())
      .addOption(common.config())
      .addOption(common.format())
      .addOption(common.debug())
      .option('--examples', 'the files of the examples too; JSON has them anyway')
      .addHelpText('after', examples(['baton explain REGISTRY_STATUS_DRIFT', 'baton explain REGISTRY_STATUS_DRIFT --examples']))
      .action(async (code: string, options: { readonly format: Format; readonly examples?: true }) => {
        const { explain } = await import('../commands/explain.ts')
        ending.code = await explain(code, options)
      }),

  completion: (command, ending) =>
    command
      .summary('complete commands, options and targets in a shell')
      .description('Prints the script by which a shell completes commands, options and targets of the repository.')
      .addArgument(
        new Argument('<shell>', 'the shell; words: what can be written where a line ends, for these scripts').choices([
          'bash',
          'zsh',
          'fish',
          'words',
        ]),
      )
      .argument('[line]', 'with words: the command line up to the cursor')
      .addOption(common.root())
      .addOption(common.config())
      .addOption(common.debug())
      .addHelpText('after', examples(['source <(baton completion bash)', 'baton completion fish > ~/.config/fish/completions/baton.fish']))
      .action(async (shell: 'bash' | 'zsh' | 'fish' | 'words', line: string | undefined, options: SourceOptions) => {
        const { completion } = await import('../commands/completion.ts')
        ending.code = await completion(shell, line, options)
      }),

  schema: (command, ending) =>
    command
      .summary('the JSON Schemas of answers and state files')
      .description('Lists the JSON Schemas of all output and of the state files, or prints one.')
      .argument('[name]', 'such as brief, next or control.handback')
      .addOption(common.debug())
      .addHelpText('after', examples(['baton schema', 'baton schema brief']))
      .action(async (name: string | undefined) => {
        const { schema } = await import('../commands/schema.ts')
        ending.code = schema(name)
      }),

  detect: (command, ending) =>
    command
      .summary('was a conversation compacted?')
      .description('Finds out from a transcript whether the conversation was compacted, and by what.')
      .requiredOption('--transcript <file>', 'the conversation: JSON, a message in JSON on each line, or text (-: standard input)')
      .option('--injected', 'instructions of governance were put into the conversation before')
      .addOption(common.root())
      .addOption(formatOption(answerFormats, 'how to print it', 'json'))
      .addOption(common.debug())
      .addHelpText('after', examples(['baton detect --transcript conversation.json', 'baton detect --transcript - --injected < notes.md']))
      .action(async (options: DetectOptions) => {
        const { detect } = await import('../commands/detect.ts')
        ending.code = await detect(options)
      }),
}
