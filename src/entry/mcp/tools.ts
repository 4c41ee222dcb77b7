import * as z from 'zod'
import { visible } from '../../core/message.ts'
import type { Report } from '../../core/report.ts'
import type { Word } from '../../engine/commands/words.ts'
import type { Performed, ChangeOptions } from '../calls/perform.ts'
import { NothingHere, UsageError } from '../calls/usage.ts'
import { rootOf, type Session } from './session.ts'

/** A call that was refused: everything that there is to say about it. */
export class Refused extends Error {
  override readonly name = 'Refused'
}

interface Hints {
  readonly readOnlyHint?: true
  readonly destructiveHint?: boolean
  readonly idempotentHint?: true
}

/** A command of the program as a tool. */
export interface Tool {
  readonly title: string
  readonly description: string
  readonly hints: Hints
  readonly input: z.ZodObject
  readonly output: z.ZodObject
  /** Gives what `--format brief` prints of the same command. @throws where the command has no such answer */
  call(given: never, session: Session, signal: AbortSignal): Promise<object>
}

const declare = <Input extends z.ZodObject>(
  tool: Omit<Tool, 'input' | 'call'> & {
    readonly input: Input
    call(given: z.infer<Input>, session: Session, signal: AbortSignal): Promise<object>
  },
): Tool => tool

const text = z.string()
const flag = z.boolean().optional()
const root = text.optional().describe('Absolute path of another worktree')
const agent = text.optional().describe('Default: yours')
const target = text.describe('Such as plugin:TinyGain')
const dry_run = flag
const options = z.array(text).optional().describe('Such as ["--stage 3"]')

const looking: Hints = { readOnlyHint: true }
const granting: Hints = { destructiveHint: false }
const repeatable: Hints = { destructiveHint: false, idempotentHint: true }

const transition = z.looseObject({ outcome: text, target: text.optional(), to: text.optional(), holder: text.optional() })

/** The name of the agent that calls. @throws RefusedRequest where it is none */
async function nameOf(given: string | undefined, { agent: own, instance }: Session): Promise<string | undefined> {
  const { agentFrom } = await import('../calls/next.ts')
  const name = agentFrom(given, own ?? '')
  return name === undefined || name.includes('/') ? name : `${name}/${instance}`
}

const changeOf = (
  given: { readonly root?: string | undefined; readonly agent?: string | undefined; readonly dry_run?: boolean | undefined },
  session: Session,
): ChangeOptions => {
  const named = given.agent ?? session.agent
  return {
    root: rootOf(session, given.root),
    session: session.hostSession,
    naming: { instance: session.instance, isServer: true, ...(named !== undefined && { agent: named }) },
    ...(given.dry_run === true && { dryRun: true as const }),
  }
}

/** What became of a change. @throws Refused with all that was wrong */
async function changed(performed: Performed, wording?: { readonly hasArguments: boolean }): Promise<object> {
  const { transitionOf } = await import('../calls/perform.ts')
  const { inTransition } = await import('../calls/spelling.ts')
  const { briefTransition } = await import('../../render/brief.ts')
  const found = transitionOf(performed)
  if (found.outcome !== 'refused') return briefTransition(inTransition(found))
  const { refusalText } = await import('./refusal.ts')
  const errors = found.results.flatMap(({ diagnostics }) => diagnostics.filter(({ severity }) => severity === 'error'))
  throw new Refused(refusalText(errors, wording))
}

async function nothing(report: Report): Promise<NothingHere> {
  const { verdict } = await import('../../render/verdict.ts')
  return new NothingHere(verdict(report).reason)
}

const bareWords = (...texts: readonly string[]): readonly Word[] => texts.map((each) => ({ text: each, quoted: false, written: each }))

/** A text, which is never an option. */
const quoted = (written: string | undefined): readonly Word[] =>
  written === undefined ? [] : [{ text: written, quoted: true, written: JSON.stringify(written) }]

async function optionWords(command: 'accept' | 'handback', given: readonly string[] = []): Promise<readonly Word[]> {
  const { words } = await import('../../engine/commands/words.ts')
  const { sharedOptions } = await import('../../kit/options.ts')
  const shared = sharedOptions[command] ?? {}
  // What else takes no value is the protocol's to know.
  const isFlag = (option: string) => option === 'dry-run' || shared[option]?.kind === 'flag'
  const found = given.flatMap(words)
  const [first] = found
  if (first && !first.text.startsWith('--')) throw new UsageError('Unexpected `options`, expected arguments that begin with an option.')
  const takesValue = (word: Word | undefined) => word?.quoted === false && /^--[^=]+$/.test(word.text) && !isFlag(word.text.slice(2))
  const stray = found.find((word, index) => index > 0 && (word.quoted || !word.text.startsWith('--')) && !takesValue(found[index - 1]))
  if (stray)
    throw new UsageError(`Unexpected ${visible(stray.text)} in \`options\`, where an option has at most one value: write \`text\` apart.`)
  return found
}

async function command(
  name: 'accept' | 'answer' | 'handback',
  words: readonly Word[],
  change: ChangeOptions,
  session: Session,
  signal: AbortSignal,
  report?: string,
): Promise<object> {
  const { transitions } = await import('../calls/perform.ts')
  const input = { command: { name, words, report } }
  return session.changing(async () => changed(await transitions(input, change)), signal)
}

/** In the order in which they are listed. */
export const tools: Readonly<Record<string, Tool>> = {
  next: declare({
    title: 'What to do now',
    description: 'What is to be done now, most urgent first.',
    hints: looking,
    input: z.strictObject({ target: target.optional(), agent, limit: z.int().min(1).max(50).optional(), root }),
    output: z.looseObject({ branch: text.optional(), actions: z.array(z.looseObject({ do: text, target: text, run: text.optional() })) }),
    async call(given, session) {
      const { branchOf, whatNext } = await import('../calls/next.ts')
      const { nextData } = await import('../../render/next.ts')
      const { timeFrom } = await import('../calls/time.ts')
      const folder = rootOf(session, given.root)
      const named = await nameOf(given.agent, session)
      const settings = { at: timeFrom(undefined), agent: named, instance: session.instance, limit: given.limit ?? 5, protocols: [] }
      const found = await whatNext({ ...settings, target: given.target }, { root: folder })
      return nextData({ ...found, branch: await branchOf({ root: folder }) })
    },
  }),

  status: declare({
    title: 'Who holds what',
    description: 'State and holder of every target, or of one.',
    hints: looking,
    input: z.strictObject({ target: target.optional(), root }),
    output: z.looseObject({ branch: text.optional(), targets: z.array(z.looseObject({ id: text, state: text, holder: text.optional() })) }),
    async call(given, session) {
      const { statusOf } = await import('../calls/status.ts')
      const { branchOf } = await import('../calls/next.ts')
      const { statusBrief } = await import('../../render/brief.ts')
      const folder = rootOf(session, given.root)
      const { report, misconfigured } = await statusOf(given.target, { root: folder })
      if (misconfigured) throw new UsageError('The configuration cannot be read.', report.diagnostics)
      if (report.verdict === 'nothing') throw await nothing(report)
      return statusBrief(report, await branchOf({ root: folder }))
    },
  }),

  validate: declare({
    title: 'Check state files',
    description: 'Errors and warnings in the state files.',
    hints: looking,
    input: z.strictObject({
      what: z.array(text).optional().describe('Paths, targets'),
      base: text.optional().describe('Compare with this revision'),
      root,
    }),
    output: z.looseObject({ valid: z.boolean(), errors: z.array(z.looseObject({ code: text, message: text })).optional() }),
    async call({ what = [], base, ...given }, session) {
      const { checkOperands } = await import('../calls/validate.ts')
      const { inReport } = await import('../calls/spelling.ts')
      const { briefReport } = await import('../../render/brief.ts')
      const folder = rootOf(session, given.root)
      const { checked } = await checkOperands(what, { root: folder, from: folder, ...(base !== undefined && { base }) })
      if (checked.report.verdict === 'nothing') throw await nothing(checked.report)
      return briefReport(inReport(checked.report))
    },
  }),

  explain: declare({
    title: 'Explain a code',
    description: 'What a code means and how to fix it.',
    hints: looking,
    input: z.strictObject({ code: text }),
    output: z.looseObject({ code: text, summary: text, repair: text.optional() }),
    async call({ code }) {
      const { briefExplanation, explanationOf } = await import('../calls/explain.ts')
      return briefExplanation(explanationOf(code))
    },
  }),

  accept: declare({
    title: 'Take work',
    description: 'Grants you a target, or without one the most urgent.',
    hints: granting,
    input: z.strictObject({
      target: target.optional(),
      agent,
      lease: text.optional().describe('Such as 4h'),
      takeover: flag.describe('Of a grant that is over'),
      anyway: flag.describe('With a question unanswered'),
      options,
      dry_run,
      root,
    }),
    output: transition,
    async call({ target: named, lease, takeover, anyway, options: more, ...given }, session, signal) {
      const change = changeOf(given, session)
      const options = [
        ...(lease === undefined ? [] : [`--lease=${lease}`]),
        ...(takeover === true ? ['--takeover'] : []),
        ...(anyway === true ? ['--anyway'] : []),
      ]
      const others = await optionWords('accept', more)
      if (named !== undefined) return command('accept', [...bareWords(named, ...options), ...others], change, session, signal)
      const { grantNext } = await import('../calls/perform.ts')
      const grant = { agent: await nameOf(given.agent, session), protocols: [], options: [...options, ...others.map((each) => each.text)] }
      return session.changing(async () => changed(await grantNext(grant, change)), signal)
    },
  }),

  handback: declare({
    title: 'End work',
    description: 'Gives control of a target back.',
    hints: repeatable,
    input: z.strictObject({
      target,
      reason: z.enum(['success', 'error', 'question']),
      text: text.optional(),
      code: z
        .string()
        .regex(/^[A-Z][A-Z0-9_]*$/)
        .optional()
        .describe('Of an error'),
      report: z.looseObject({}).optional(),
      done_by: text.optional().describe('Commit that did it'),
      anyway: text.optional().describe('Why it is a success against the evidence'),
      options,
      agent,
      dry_run,
      root,
    }),
    output: transition,
    async call({ target: named, reason, text: wording, code, report, done_by, anyway, options: more, ...given }, session, signal) {
      const own = [...(done_by === undefined ? [] : [`--done-by=${done_by}`]), ...(anyway === undefined ? [] : [`--anyway=${anyway}`])]
      const others = [...bareWords(...own), ...(await optionWords('handback', more))]
      const behind = [...bareWords(reason, ...(code === undefined ? [] : [code])), ...quoted(wording)]
      const written = report && JSON.stringify(report)
      return command('handback', [...bareWords(named), ...others, ...behind], changeOf(given, session), session, signal, written)
    },
  }),

  answer: declare({
    title: 'Answer a question',
    description: 'Answers the open question of a target and grants it again.',
    hints: repeatable,
    input: z.strictObject({ target, text, anyway: flag.describe('Discard what git lacks'), agent, dry_run, root }),
    output: transition,
    call: ({ target: named, text: wording, anyway, ...given }, session, signal) =>
      command(
        'answer',
        [...bareWords(named, ...(anyway === true ? ['--anyway'] : [])), ...quoted(wording)],
        changeOf(given, session),
        session,
        signal,
      ),
  }),

  run: declare({
    title: 'Run commands',
    description: 'Runs commands such as /review TinyGain success, one per line, all or nothing.',
    hints: { destructiveHint: true },
    input: z.strictObject({ commands: text, dry_run, root }),
    output: z.looseObject({ outcome: text, results: z.array(transition).optional() }),
    async call({ commands, ...given }, session, signal) {
      const { transitions } = await import('../calls/perform.ts')
      const { givenComment } = await import('../../engine/commands/grammar.ts')
      const change = changeOf(given, session)
      const work = async () => changed(await transitions({ comment: givenComment(commands) }, change), { hasArguments: false })
      return session.changing(work, signal)
    },
  }),
}
