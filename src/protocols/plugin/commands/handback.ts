import { type Command, type Outcome, refused } from '../../../core/command.ts'
import type { OptionKinds, Taken } from '../../../kit/options.ts'
import { msg } from '../../../core/message.ts'
import { literally } from '../../../documents/glob.ts'
import type { PluginModel } from '../model.ts'
import { namedBy, isPhase } from '../stages/stages.ts'
import { isInside, readReport, saysDone, type Report } from './report.ts'
import { oneLine } from '../handoff/edits.ts'
import { remark } from './answers.ts'
import type { Reason } from './handback/claims.ts'
import { succeed, type Success } from './handback/success.ts'
import { giveBack } from './handback/unfinished.ts'
import { sceneOf } from './transition.ts'
import { complexityOf, invalid, takeWords } from './words.ts'

const kinds = {
  stage: 'once',
  phase: 'once',
  complexity: 'once',
  'next-phase': 'once',
  'next-action': 'once',
  artifact: 'many',
  tested: 'many',
  code: 'once',
} as const satisfies OptionKinds

type Options = Taken<typeof kinds>['options']

const reasons: readonly Reason[] = ['success', 'error', 'question']

/** The reason and TEXT; the reason may be left to the report. */
function reasonOf(
  [first, ...others]: readonly string[],
  report: Report | undefined,
): { readonly reason: Reason | undefined; readonly words: readonly string[] } {
  const said = reasons.find((reason) => reason === first)
  if (said) return { reason: said, words: others }
  return { reason: report && (saysDone(report) ? 'success' : 'error'), words: first === undefined ? [] : [first, ...others] }
}

const textOf = (text: string | undefined): string | undefined => oneLine(text ?? '') || undefined

/** Options of another reason: what is meant is unclear. */
function misplaced(options: Options, reason: Reason): string | undefined {
  return Object.keys(options).find((name) => (name === 'code' ? reason !== 'error' : reason !== 'success'))
}

const orNone = (text: string | undefined) => (text === 'none' ? null : text)

function successOf(
  options: Options,
  model: PluginModel,
  words: readonly string[],
  report: Report | undefined,
): Success | { readonly fault: string } {
  const { artifact = [], tested = [] } = options
  const first = model.stages.way[0]?.stage
  const named = namedBy(options)
  if (named && 'fault' in named) return named
  const complexity = complexityOf(options.complexity)
  if (typeof complexity === 'object') return complexity
  const phase = orNone(options['next-phase'])
  if (typeof phase === 'string' && !isPhase(phase)) return { fault: msg`Unexpected next phase ${phase}, expected ${'N.M'} or ${'none'}` }
  const outside = artifact.find((path) => !isInside(path) || path.includes('<'))
  if (outside !== undefined) return { fault: msg`Unexpected path ${outside}, expected one relative to the repository's root` }
  return {
    text: textOf(words.join(' ')),
    named: named ?? (complexity === undefined || first === undefined ? undefined : { stage: first, phase: undefined }),
    complexity,
    wanted: { phase, action: orNone(options['next-action']) },
    artifacts: artifact,
    tested: tested.flatMap((what) => textOf(what) ?? []),
    report,
  }
}

/** A code at the beginning of TEXT, `BUILD_FAILED`; and any that is called one. */
const codeForm = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/
const wordForm = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$/

interface Said {
  readonly code: string | undefined
  readonly description: string | undefined
}

/** What is said with an error or a question: by the command, else by the report. */
function saidOf(reason: Reason, code: string | undefined, words: readonly string[], report: Report | undefined): Said {
  const [first = '', ...others] = words
  const leads = reason === 'error' && code === undefined && codeForm.test(first)
  const { error_type: type = '', error_message: message } = report?.outputs ?? {}
  const reported = reason === 'error' && wordForm.test(type) ? type : undefined
  return { code: code ?? (leads ? first : reported), description: textOf((leads ? others : words).join(' ')) ?? textOf(message) }
}

/** Returns control to the orchestrator (plugin protocol, section 7). */
export const handback: Command<PluginModel> = {
  name: 'handback',
  usage:
    'NAME success [TEXT] [--stage N] [--phase N.M] [--complexity X] [--next-phase N.M|none] [--next-action NAME|none] [--artifact PATH]… [--tested TEXT]… | NAME error [CODE] TEXT | NAME question TEXT',
  summary: 'Returns control to the orchestrator: the stage or phase is complete, or it stays in progress with an error or a question.',
  examples: [
    '/handback TinyGain success Gain is smooth',
    '/handback TinyGain error BUILD_FAILED No compiler',
    '/handback TinyGain question Which skin?',
  ],

  selectors({ report }) {
    const read = report === undefined ? undefined : readReport(report)
    const paths = read && !('fault' in read) ? (read.outputs.files_modified ?? []).filter(isInside) : []
    return paths.map((path) => ({ glob: literally(path), need: 'name' }))
  },

  run(model, request, { view }): Outcome {
    const taken = takeWords(model, request, kinds)
    if ('outcome' in taken) return taken
    const report = request.report === undefined ? undefined : readReport(request.report)
    if (report && 'fault' in report) return refused(remark({ model }, 'REPORT_MALFORMED', { message: report.fault }))
    const { reason, words } = reasonOf(taken.rest, report)
    if (!reason) return invalid(model, msg`Missing reason, expected one of ${reasons}`)
    const other = misplaced(taken.options, reason)
    if (other !== undefined) return invalid(model, msg`Unexpected option ${`--${other}`} with ${reason}`)

    if (reason === 'success') {
      const success = successOf(taken.options, model, words, report)
      if ('fault' in success) return invalid(model, success.fault)
      const scene = sceneOf(model, request)
      return 'outcome' in scene ? scene : succeed(scene, success, view)
    }
    const { code } = taken.options
    if (code !== undefined && !wordForm.test(code)) return invalid(model, msg`Unexpected code ${code}, expected one word`)
    const said = saidOf(reason, code, words, report)
    if (said.description === undefined) return invalid(model, msg`Missing text, expected what the ${reason} is`)
    const scene = sceneOf(model, request)
    return 'outcome' in scene ? scene : giveBack(scene, { reason, code: said.code, description: said.description, report }, view)
  },
}
