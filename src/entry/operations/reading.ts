import * as z from 'zod'
import { knownCommands } from '../../core/command-names.ts'
import { maxActions } from '../../core/action.ts'
import { lanes, type Lane } from '../../core/board.ts'
import { failOns, modes } from '../../core/report.ts'
import { UsageError } from '../calls/usage.ts'
import * as fields from './fields.ts'
import {
  answerFormats,
  choice,
  choiceWord,
  defaultOption,
  flag,
  format,
  many,
  option,
  repository,
  requiredOption,
  rev,
  negatedFlag,
  word,
  words,
} from './fields.ts'
import { operation, type Input } from './operation.ts'
import { inputDescriptions, readOnlyHints, target } from './tools.ts'

const validateInput = {
  what: words(
    '[path|target...]',
    'files and folders, as seen from the working directory, or targets such as TinyGain or plugin:TinyGain',
  ),
  ...repository,
  rev,
  ...fields.bases,
  protocol: fields.protocols(),
  mode: choice('<mode>', modes, 'how strictly (default: auto, by what the change touches)'),
  strict: flag('short for --mode strict'),
  soft: flag('short for --mode soft'),
  as: option('<kind>', 'check the named files as this kind of file, wherever they are'),
  failOn: choice('<what>', failOns, 'what makes the check fail (default: error)'),
  allowEmpty: flag('pass if there is nothing to check'),
  fix: flag('apply the safe repairs, then check'),
  watch: flag('check again after every change'),
  format: fields.reportFormat,
}
export type ValidateInput = Input<typeof validateInput>

const validate = operation({
  summary: knownCommands.validate.does,
  description: 'Checks the repository, or just the named files and targets, and what they need.',
  input: validateInput,
  examples: [
    'baton validate',
    'baton validate --base origin/main',
    'baton validate plugins/TinyGain --strict',
    'baton validate --format sarif > baton.sarif',
  ],
  tool: () => ({
    title: 'Check state files',
    description: 'Errors and warnings in the state files.',
    hints: readOnlyHints,
    takes: { what: 'Paths, targets', base: 'Compare with this revision', root: inputDescriptions.root },
    gives: z.looseObject({
      valid: z.boolean(),
      errors: z.array(z.looseObject({ code: z.string(), message: z.string() })).optional(),
    }),
  }),
  run: async (input, caller) => (await import('../cli/commands/validate.ts')).validate(input, caller),
})

const statusInput = {
  target: word('[target]', 'a target, with or without its prefix'),
  ...repository,
  rev,
  format: fields.reportFormat,
}
export type StatusInput = Input<typeof statusInput>

const status = operation({
  summary: knownCommands.status.does,
  description: 'Who holds what: one line per target, or everything about one.',
  input: statusInput,
  examples: ['baton status', 'baton status TinyGain'],
  tool: () => ({
    title: 'Who holds what',
    description: 'State and holder of every target, or of one.',
    hints: readOnlyHints,
    takes: { target: target().optional(), root: inputDescriptions.root },
    gives: z.looseObject({
      branch: z.string().optional(),
      targets: z.array(z.looseObject({ id: z.string(), state: z.string(), holder: z.string().optional() })),
    }),
  }),
  run: async (input) => (await import('../calls/status.ts')).status(input),
})

const nextInput = {
  target: word('[target]', 'a target, with or without its prefix'),
  ...repository,
  rev,
  agent: option(
    '<name>',
    'only what this agent holds, or could be granted: an agent of a protocol its own work, any other all work (default: BATON_AGENT)',
  ),
  limit: fields.count(
    '<n>',
    `how many actions at most, up to ${maxActions} (default: 1 as text, otherwise 5)`,
    maxActions,
  ),
  protocol: fields.protocols(),
  at: fields.at,
  format: format(answerFormats, 'how to print it'),
}
export type NextInput = Input<typeof nextInput>

const next = operation({
  summary: 'what to do now',
  description:
    'The next actions, the most urgent first: each with its command, the files to read before it and what it needs.',
  input: nextInput,
  examples: ['baton next', 'baton next --agent dsp-agent', 'baton next TinyGain --format json'],
  tool: () => ({
    title: 'What to do now',
    description: 'What is to be done now, most urgent first.',
    hints: readOnlyHints,
    takes: { target: target().optional(), agent: inputDescriptions.agent, limit: '', root: inputDescriptions.root },
    gives: z.looseObject({
      branch: z.string().optional(),
      actions: z.array(z.looseObject({ do: z.string(), target: z.string(), run: z.string().optional() })),
    }),
  }),
  run: async (input, caller) => (await import('../calls/next.ts')).next(input, caller),
})

const boardInput = {
  targets: words('[target...]', 'only these targets and their parts, with or without their prefix'),
  ...repository,
  rev,
  protocol: fields.protocols(),
  lane: many<Lane>('<lane>', 'only this lane, each of its targets on a line (repeatable)', lanes),
  mine: flag('only what waits for a person: short for --lane person'),
  at: fields.at,
  allowEmpty: flag('succeed if there is nothing to show'),
  watch: flag('show it again after every change'),
  serve: flag('the page on this machine, which follows every change', { conflicts: ['watch', 'format'] }),
  port: option<number>('<n>', 'with --serve: the port of 127.0.0.1 (default: a free one)', { read: fields.portNumber }),
  ...fields.files,
  history: negatedFlag('do not replay the commits: no timeline, and fewer ages are known'),
  ...fields.links,
  format: format(fields.boardFormats, 'how to print it'),
}
export type BoardInput = Input<typeof boardInput>

const board = operation({
  summary: 'who holds what, lane by lane',
  description:
    'What waits for a person, what agents work on, what can be granted and what is done: each with its age, its worst finding and the next command.',
  input: boardInput,
  examples: ['baton board', 'baton board --mine', 'baton board --html board.html'],
  run: async (input) => (await import('../cli/commands/board.ts')).board(input),
})

const auditInput = {
  ...repository,
  rev,
  since: option('<rev>', 'only what changed since this revision, commits included'),
  at: option('<time>', 'the time of the audit, ISO 8601, not in the future (default: now)'),
  staleAfter: option(
    '<age>',
    'the age at which work in progress is stale (default: as configured, otherwise 48h); in workflows of your own their states say that',
  ),
  protocol: fields.protocols(),
  failOn: choice('<what>', failOns, 'what makes the audit fail (default: error)'),
  allowEmpty: flag('pass if there is nothing to check'),
  format: fields.reportFormat,
}
export type AuditInput = Input<typeof auditInput>

const audit = operation({
  summary: 'the scheduled audit: the whole repository, including stale work',
  description:
    'Checks the whole repository softly, including findings that only appear with time: stale work in progress, and known findings after their last day.',
  input: auditInput,
  examples: ['baton audit', 'baton audit --stale-after 3d', 'baton audit --since v1.0.0 --format json'],
  run: async (input) => (await import('../cli/commands/audit.ts')).audit(input),
})

const historyInput = {
  range: word(
    '[rev]',
    'the commit to look back from, or A..B for what begins, ends or is open after A (default: HEAD)',
  ),
  root: fields.root,
  config: option('<file>', 'the configuration to use for all commits (default: .github/baton.yml of the last one)'),
  protocol: fields.protocols(),
  code: many('<code>', 'only this code (repeatable; default: contradictions)'),
  all: flag('every code'),
  target: many('<target>', 'only this target, with or without its prefix (repeatable)'),
  open: flag('only what is open'),
  since: option('<time>', 'only what is open, or ended since this day, time or commit'),
  transitions: flag('the states of the targets instead'),
  sort: choice('<order>', ['began', 'lasted'], 'by start or length (default: what is open first, then the longest)'),
  at: option(
    '<time>',
    'the current time, until which open episodes last, ISO 8601 (default: the date of the last commit)',
  ),
  allCommits: flag('look at more than the newest 20,000 commits that change state'),
  allowEmpty: flag('succeed if there has never been any state'),
  failOn: defaultOption('<what>', 'what makes it fail', () => ['never'], ['open', 'never']),
  format: format(fields.boardFormats, 'how to print it'),
  ...fields.files,
  ...fields.links,
}
export type HistoryInput = Input<typeof historyInput>

const history = operation({
  summary: 'how the state came to be, and when it contradicted itself',
  description: 'Replays the commits: since when files contradict each other, by which commit, and how it ended.',
  input: historyInput,
  examples: ['baton history', 'baton history v1.0.0..HEAD --open', 'baton history --target TinyGain --transitions'],
  run: async (input) => (await import('../cli/commands/history.ts')).history(input),
})

const explainInput = {
  code: word('[code]', 'such as REGISTRY_STATUS_DRIFT; without one, all are listed'),
  root: fields.root,
  config: fields.config,
  format: fields.reportFormat,
  examples: flag('the files of the examples too; JSON has them anyway'),
}
export type ExplainInput = Input<typeof explainInput>

const explain = operation({
  summary: knownCommands.explain.does,
  description: 'What a code means, why it matters, how to fix it, with examples. Without a code, all codes are listed.',
  input: explainInput,
  examples: ['baton explain REGISTRY_STATUS_DRIFT', 'baton explain REGISTRY_STATUS_DRIFT --examples'],
  tool: () => ({
    title: 'Explain a code',
    description: 'What a code means and how to fix it.',
    hints: readOnlyHints,
    takes: { code: z.string() },
    gives: z.looseObject({ code: z.string(), summary: z.string(), repair: z.string().optional() }),
  }),
  run: async (input) => (await import('../calls/explain.ts')).explain(input),
})

const completionInput = {
  shell: choiceWord('[shell]', 'the shell; words: what may follow in a line, which these scripts ask for', [
    'bash',
    'zsh',
    'fish',
    'words',
  ]),
  line: word('[line]', 'with words: the command line up to the cursor'),
  root: fields.root,
  config: fields.config,
}
export type CompletionInput = Input<typeof completionInput>

const completion = operation({
  summary: 'complete commands, options and targets in a shell',
  description:
    'Prints the script by which a shell completes commands, options and targets of the repository; without a shell, how each is set up.',
  input: completionInput,
  examples: ['source <(baton completion bash)', 'baton completion fish > ~/.config/fish/completions/baton.fish'],
  run: async (input) => (await import('../cli/commands/completion.ts')).completion(input),
})

const schema = operation({
  summary: 'the JSON Schemas of answers and state files',
  description: 'Lists the JSON Schemas of all output and of the state files, or prints one.',
  input: { name: word('[name]', 'such as brief, next or control.handback') },
  examples: ['baton schema', 'baton schema brief'],
  run: async ({ name }) => (await import('../cli/commands/schema.ts')).schema(name),
})

const detectInput = {
  transcript: requiredOption(
    '<file>',
    'the conversation: JSON, a message in JSON on each line, or text (-: standard input)',
  ),
  injected: flag('instructions of governance were put into the conversation before'),
  root: fields.root,
  format: format(answerFormats, 'how to print it', 'json'),
}
export type DetectInput = Input<typeof detectInput>

const detect = operation({
  summary: 'find out whether a conversation was compacted',
  description: 'Finds out from a transcript whether the conversation was compacted, and by what.',
  input: detectInput,
  examples: ['baton detect --transcript conversation.json', 'baton detect --transcript - --injected < notes.md'],
  run: async (input) => (await import('../cli/commands/detect.ts')).detect(input),
})

const workflowInput = {
  what: choiceWord('[what]', 'check: try a declaration; draft: print one to begin with', ['check', 'draft'] as const),
  file: word(
    '[file]',
    'with check: a configuration, a list of declarations, or one (-: standard input; default: .github/baton.yml)',
  ),
  root: fields.root,
  wait: fields.wait,
  format: format(answerFormats, 'how to print it'),
}
export type WorkflowInput = Input<typeof workflowInput>

const workflow = operation({
  summary: 'try a declaration of a workflow, or draft one',
  description:
    'check: what declarations of workflows find in the working tree, or what is wrong with them. draft: a declaration for what the repository seems to hold. Both change nothing.',
  input: workflowInput,
  examples: ['baton workflow draft > workflow.yml', 'baton workflow check workflow.yml', 'baton workflow check'],
  async run(input) {
    if (input.what === undefined)
      throw new UsageError(
        'Missing word, expected check, which tries a declaration, or draft, which prints one; such as: baton workflow draft',
      )
    return input.what === 'check'
      ? (await import('../cli/commands/workflow.ts')).checkDeclarations(input)
      : (await import('../cli/commands/workflow-draft.ts')).draftDeclarations(input)
  },
})

/** The operations that change nothing, but for the safe repairs of `validate --fix`. */
export const readOperations = {
  validate,
  status,
  next,
  board,
  audit,
  history,
  explain,
  completion,
  schema,
  detect,
  workflow,
}
