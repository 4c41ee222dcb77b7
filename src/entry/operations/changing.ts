import * as z from 'zod'
import { type CommandName, commandNames, knownCommands } from '../../core/command-names.ts'
import { protocolNames } from '../../core/protocol.ts'
import { sharedOptions } from '../../kit/options.ts'
import * as fields from './fields.ts'
import { changeFields, flag, option, requiredWord, word, words } from './fields.ts'
import { operation, type Field, type Input, type Operation, type Tool } from './operation.ts'
import { inputDescriptions, result, target } from './tools.ts'

/** Comment commands that have a form of their own here. */
const commandsWithOwnForm: ReadonlySet<CommandName> = new Set(['status', 'validate', 'explain', 'help'])

/** The commands that take `--run`, which may be anywhere on the command line. */
export const commandsWithRun: ReadonlySet<CommandName> = new Set(['accept', 'handback', 'answer', 'preflight'])

const sentence = (summary: string) =>
  `${summary.charAt(0).toUpperCase()}${summary.slice(1)}${summary.endsWith('?') ? '' : '.'}`

/** Fields that only some commands have; all of them are optional. */
const optionalFields = <Shape extends object>(condition: unknown, shape: Shape): Shape =>
  condition ? shape : ({} as Shape)

interface SharedFields {
  readonly refresh: Field<true | undefined>
  readonly anyway: Field<true | string | undefined>
  readonly agent: Field<string | undefined>
  readonly lease: Field<string | undefined>
  readonly takeover: Field<true | undefined>
  readonly code: Field<string | undefined>
}

/** The given options of grants, as far as the command has them. */
const sharedFields = <const Name extends keyof SharedFields>(command: CommandName, ...names: readonly Name[]) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const { kind, value = '', does = '' } = sharedOptions[command]?.[name] ?? {}
      return kind === undefined ? [] : [[name, kind === 'flag' ? flag(does) : option(`<${value.toLowerCase()}>`, does)]]
    }),
  ) as Pick<SharedFields, Name>

function transitionInput(name: CommandName) {
  return {
    words: words('[word...]', 'the target, and what the command takes after it'),
    ...changeFields,
    ...optionalFields(commandsWithRun.has(name), {
      run: option('<run>', 'the run of the stage: its name or path'),
      runDir: option('<run>', 'the same', { isHidden: true }),
    }),
    ...sharedFields(name, 'refresh', 'anyway'),
    ...optionalFields(name === 'accept', {
      next: flag('grant what `baton next` would have granted first'),
      protocol: fields.protocols('with --next: only of this protocol (repeatable)'),
    }),
    ...sharedFields(name, 'agent', 'lease', 'takeover', 'code'),
    report: option('<file>', 'data for the command: JSON, as the fenced json block of a comment (-: standard input)'),
    // Known everywhere, so that nowhere else it is taken for a text.
    doneBy: option('<rev>', 'the commit that did the step of a project', { isHidden: name !== 'handback' }),
    batch: option('<file>', 'the batch of annotations: the same as --report', { isHidden: name !== 'revise' }),
  }
}
export type TransitionInput = Input<ReturnType<typeof transitionInput>>

/** What each protocol takes as a report. Its own words say what is wrong with one. */
const report = () =>
  z
    .looseObject({})
    .optional()
    .describe(
      'Of a plugin: agent, status (success|failure), outputs, issues, ready_for_next_stage. Of a project: reason, step, commit, audit, text. Of a stage: reason, description, error {code, message}. Of a task: the output of its agent, by `baton schema subagent.executor.output`',
    )

/** Options that only one protocol has. */
const options = () => z.array(z.string()).optional().describe('Such as ["--stage 3"]')

const tools: Readonly<Partial<Record<CommandName, () => Omit<Tool, 'gives' | 'run'>>>> = {
  accept: () => ({
    title: 'Take work',
    description: 'Grants you a target, or without one the most urgent. Of an item in review: approves it.',
    hints: { destructiveHint: false },
    takes: {
      target: target().optional(),
      agent: inputDescriptions.agent,
      lease: 'Such as 4h',
      takeover: 'Of a grant that is over',
      anyway: 'With a question unanswered',
      options: options(),
      dry_run: '',
      root: inputDescriptions.root,
    },
  }),
  handback: () => ({
    title: 'End work',
    description: 'Gives control of a target back.',
    hints: { destructiveHint: false, idempotentHint: true },
    takes: {
      target: target(),
      reason: z.enum(['success', 'error', 'question']),
      text: z.string().optional(),
      code: 'Of an error. Of a stage: see explain HANDBACK_CODE',
      report: report(),
      done_by: 'Commit that did it',
      anyway: 'Why it is a success against the evidence',
      options: options(),
      agent: inputDescriptions.agent,
      dry_run: '',
      root: inputDescriptions.root,
    },
  }),
  answer: () => ({
    title: 'Answer a question',
    description: 'Answers the open question of a target and grants it again.',
    hints: { destructiveHint: false, idempotentHint: true },
    takes: {
      target: target(),
      text: z.string(),
      anyway: 'Discard what git lacks',
      agent: 'Who asked, to get the work back. Without it, you get it',
      dry_run: '',
      root: inputDescriptions.root,
    },
  }),
}

/** A comment command, with the same words. */
function transition(name: CommandName): Operation {
  const tool = tools[name]
  return operation({
    summary: knownCommands[name].does,
    description: `${sentence(knownCommands[name].does)} It takes the same words as the comment command /${name}.`,
    input: transitionInput(name),
    isOpen: true,
    ...(tool && {
      tool: () => ({
        ...tool(),
        gives: result(),
        run: async (toolInput, caller) => (await import('../mcp/command.ts')).command(name, toolInput, caller),
      }),
    }),
    run: async (input, caller) => (await import('../cli/commands/transition.ts')).transition(name, input, caller),
  })
}

/** What `new` creates: a workflow of one's own, or the files of a protocol. */
export const creations = ['workflow', ...protocolNames] as const

const makeInput = {
  what: word('[what]', `what is created: ${creations.join(', ')} (without it: what each is)`),
  words: words('[word...]', 'its name, and the options of the protocol'),
  ...changeFields,
}
export type MakeInput = Input<typeof makeInput>

const cleanupInput = {
  project: word('[project]', 'the folder of a project, its name, or its slug'),
  ...changeFields,
  confirm: flag('really remove them'),
}
export type CleanupInput = Input<typeof cleanupInput>

const runInput = { commands: requiredWord('<comment>', 'its text (-: standard input)'), ...changeFields }
export type RunInput = Input<typeof runInput>

/** The operations that change state: those of comments, and those that only the command line has. */
export const changeOperations: Readonly<Record<string, Operation>> = {
  ...Object.fromEntries(
    commandNames.filter((name) => !commandsWithOwnForm.has(name)).map((name) => [name, transition(name)]),
  ),

  new: operation({
    summary: 'create a workflow, or the first files of a plugin, project, session or stage',
    description:
      'Creates the complete first files of a target, from which the first action follows. Nothing is overwritten. A workflow of your own is declared in .github/baton.yml, with a first item.',
    usage: '[options] <what> [word...]',
    input: makeInput,
    isOpen: true,
    examples: [
      'baton new workflow',
      'baton new plugin TinyGain',
      "baton new handover login --task 'Let people log in'",
      "baton new subagent 'Let people log in' --task 'Draw the form'",
      'baton new control explore plan',
      'baton new governance ses_7 --agent idumb-project-executor',
    ],
    run: async (input, caller) => (await import('../cli/commands/transition.ts')).makeFirst(input, caller),
  }),

  cleanup: operation({
    summary: 'remove the local session files of a finished project',
    description:
      'Removes the session state and the prompt of a finished project. It cannot be undone, and no option forces it.',
    usage: '<project> [options]',
    input: cleanupInput,
    examples: ['baton cleanup --confirm .claude/projects/2026-01-20-login'],
    run: async (input, caller) => (await import('../cli/commands/transition.ts')).cleanup(input, caller),
  }),

  run: operation({
    summary: 'run the commands of a whole comment',
    description: 'Runs every command of a comment, all or nothing, as the bot would read it.',
    input: runInput,
    examples: ["baton run '/accept TinyGain'", 'baton run - < comment.md'],
    tool: () => ({
      title: 'Run commands',
      description: 'Runs commands such as /accept TinyGain, one per line, all or nothing.',
      hints: { destructiveHint: true },
      takes: { commands: '', dry_run: '', root: inputDescriptions.root },
      gives: z.looseObject({ outcome: z.string(), results: z.array(result()).optional() }),
      run: async (toolInput, caller) => (await import('../mcp/command.ts')).run(toolInput, caller),
    }),
    run: async (input, caller) => (await import('../cli/commands/transition.ts')).run(input, caller),
  }),
}
