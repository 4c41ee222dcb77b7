import type { CommandName } from '../../core/command-names.ts'

/** What stands in a usage line for a word of the caller's, and what that word is: by its name, or by the values that it may have. */
const meanings: Readonly<Record<string, string>> = {
  NAME: 'the name of the plugin',
  SLUG: 'the project: its folder (2026-01-20-login), or without the date (login)',
  TASK: 'the id of the task; in one of several sessions, TASK@SESSION',
  STAGE: 'the name of the stage; in one of several runs, STAGE@RUN',
  ID: 'the id of the session',
  'session:ID': 'the session; with the prefix, a new session may be started',
  GOAL: 'what the session is to achieve',
  ARTIFACT: 'the file: brief.md, plan.md or review.md',
  CODE: 'only the findings with this code',
  TARGET: 'only the last commit for this target',
  success: 'the work is done',
  error: 'the work could not be done',
  question: 'the agent needs an answer before it can go on',
  qualified: 'the work is accepted',
  failed: 'the work has to be done again',
  contracts: 'the contracts that differ from the recorded ones',
  state: 'the handoff',
  planner: 'a cycle of planner and checker',
  validator: 'an error of the validator',
  'creative_brief|parameter_spec|architecture|plan': 'the contracts to record (default: all)',
  'decision|context|checkpoint|completion': 'what kind of note it is',
  'critical|high|normal': 'how important it is',
}

const ofCommand: Readonly<Partial<Record<CommandName | 'new', Readonly<Record<string, string>>>>> = {
  accept: { TEXT: 'the request, for a planning task' },
  preflight: { TEXT: 'the request, for a planning task' },
  handback: { TEXT: 'what was done, what went wrong, or the question', CODE: 'a code for the error, such as BUILD_FAILED' },
  answer: { TEXT: 'the answer' },
  review: { TEXT: 'the reason for the verdict' },
  anchor: { TEXT: 'what to remember' },
  new: { STAGE: 'the name of a stage, in the order of the run', ID: 'an id for the session', SLUG: 'a short name for the project' },
}

/** An option with its value: `[--stage N]`. */
const option = /\[?--[a-z][a-z-]*(?: [A-Za-z.|-]+)?\]?…?/g
const placeholder = /session:ID|[A-Za-z_]+(?:\|[A-Za-z_]+)*/g

/** The words that a usage line has besides its options, each with what it means, where that is known. */
export function wordsIn(
  name: CommandName | 'new',
  usage: string,
): readonly { readonly written: string; readonly does: string | undefined }[] {
  const found = Array.from(usage.replaceAll(option, ' ').matchAll(placeholder), ([word]) => word)
  const known = { ...meanings, ...ofCommand[name] }
  const single = found.flatMap((word) => (Object.hasOwn(known, word) ? [word] : word.split('|')))
  return Array.from(new Set(single), (word) => ({ written: word, does: Object.hasOwn(known, word) ? known[word] : undefined }))
}
