import { refuse } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { escapeGlob } from '../../../documents/glob.ts'
import type { PluginModel, Plugin } from '../model.ts'
import { namedUnitOf, isPhase, unitFault } from '../stages/stages.ts'
import { handbackReasons, type HandbackReason } from '../../../core/command-names.ts'
import { isInside, reportDefinition, reportsDone, type Report } from './handback/report.ts'
import { oneLine, visibleText } from '../handoff/edits.ts'
import {
  evidenceOf,
  succeed,
  type Success,
  successRefusals,
  successSubject,
  type SuccessSubject,
} from './handback/success.ts'
import {
  giveBack,
  type UnfinishedHandback,
  unfinishedRefusals,
  unfinishedSubject,
  type UnfinishedSubject,
} from './handback/unfinished.ts'
import { isStateKnown, resolveTransition, soundFilesPreconditions, type Transition } from './transition.ts'
import { command, type Call } from '../../../kit/command.ts'
import { reasonWordWithCode } from '../../../kit/words.ts'
import { anywayReason, successText } from '../../../kit/evidence.ts'
import { codeOption, isCode, type OptionDefinition } from '../../../kit/options.ts'
import { readReport } from '../../../kit/report.ts'
import { withCutTexts } from './diagnostics.ts'
import { areArgumentsValid, complexityFault, pluginTarget, unitOptions } from './target.ts'

const onlyWithSuccess = { with: 'success' } as const

const options = {
  ...unitOptions,
  complexity: {
    kind: 'once',
    value: 'X',
    does: 'the complexity, 1 to 5: needed where the plan does not say it, and counts before what it says',
    ...onlyWithSuccess,
  },
  'next-phase': {
    kind: 'once',
    value: 'N.M|none',
    does: 'the phase that follows, where the plan does not say it',
    ...onlyWithSuccess,
  },
  'next-action': {
    kind: 'once',
    value: 'NAME|none',
    does: 'the next action for the handoff, in place of the usual one',
    ...onlyWithSuccess,
  },
  artifact: { kind: 'many', value: 'PATH', does: 'a file that the work has made, for the handoff', ...onlyWithSuccess },
  tested: { kind: 'many', value: 'TEXT', does: 'what was tested, for the handoff', ...onlyWithSuccess },
  code: codeOption,
} as const satisfies Readonly<Record<string, OptionDefinition>>

/** A handback with a reason, and what was read for it. */
interface PreparedHandback extends Transition {
  readonly fault: string | undefined
  readonly success: SuccessSubject | undefined
  readonly unfinished: UnfinishedSubject | undefined
  /** What is to be written down, as it was given. */
  readonly texts: readonly string[]
}

type HandbackCall = Call<PluginModel, Plugin, typeof options, Report, PreparedHandback>
type Options = HandbackCall['options']

/** What is handed back, or why the arguments say none, by `msg`. */
type Input =
  | { readonly success: Success; readonly texts: readonly string[] }
  | { readonly unfinished: UnfinishedHandback; readonly texts: readonly string[] }
  | { readonly fault: string }

/** A text as it is written, of a success with why it is recorded anyway. */
const textOf = (text: string | undefined, overrideReason?: string): string | undefined =>
  successText(oneLine(text ?? ''), overrideReason === undefined ? undefined : oneLine(overrideReason)) || undefined

/** An option of another reason: then it is unclear what is meant. */
const misplacedOption = (givenOptions: Options, reason: HandbackReason): string | undefined =>
  Object.keys(givenOptions).find((name) => {
    const option: OptionDefinition = options[name as keyof Options]
    return option.with !== undefined && option.with !== reason
  })

const nullIfNone = (text: string | undefined) => (text === 'none' ? null : text)

function successOf(
  options: Options,
  model: PluginModel,
  words: readonly string[],
  report: Report | undefined,
  overrideReason: string | undefined,
): Success | { readonly fault: string } {
  const { artifact = [], tested = [] } = options
  const firstStage = model.stages.way[0]?.stage
  const fault = complexityFault(options.complexity)
  if (fault !== undefined) return { fault }
  const complexity = options.complexity === undefined ? undefined : Number(options.complexity)
  const phase = nullIfNone(options['next-phase'])
  if (typeof phase === 'string' && !isPhase(phase))
    return { fault: msg`Unexpected next phase ${phase}, expected ${'N.M'} or ${'none'}` }
  const outsidePath = artifact.find((path) => !isInside(path) || path.includes('<'))
  if (outsidePath !== undefined)
    return { fault: msg`Unexpected path ${outsidePath}, expected one relative to the repository's root` }
  return {
    text: textOf(words.join(' '), overrideReason),
    named:
      namedUnitOf(options) ??
      (complexity === undefined || firstStage === undefined ? undefined : { stage: firstStage, phase: undefined }),
    complexity,
    nextUnit: { phase, action: nullIfNone(options['next-action']) },
    artifacts: artifact,
    tested: tested.flatMap((testedText) => textOf(testedText) ?? []),
    report,
  }
}

/** A code at the beginning of TEXT, `BUILD_FAILED`. */
const codePattern = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/

interface Explanation {
  readonly code: string | undefined
  /** On one line, and whole. */
  readonly text: string
}

/** The text of an error or a question: the command's, otherwise the report's. */
function explanationOf(
  reason: HandbackReason,
  code: string | undefined,
  words: readonly string[],
  report: Report | undefined,
): Explanation {
  const [firstWord = '', ...otherWords] = words
  const startsWithCode = reason === 'error' && code === undefined && codePattern.test(firstWord)
  const { error_type: type = '', error_message: message } = report?.outputs ?? {}
  const reportedCode = reason === 'error' && isCode(type) ? type : undefined
  return {
    code: code ?? (startsWithCode ? firstWord : reportedCode),
    text: visibleText((startsWithCode ? otherWords : words).join(' ')) || visibleText(message ?? ''),
  }
}

function inputOf({
  model,
  options: givenOptions,
  words,
  rest,
  report,
  request,
}: Omit<HandbackCall, 'prepared'>): Input {
  // The reason may be left to the report.
  const reason = (words[0] as HandbackReason | undefined) ?? (report && (reportsDone(report) ? 'success' : 'error'))
  if (!reason) return { fault: msg`Missing reason, expected one of ${handbackReasons}` }
  const optionName = misplacedOption(givenOptions, reason)
  if (optionName !== undefined) return { fault: msg`Unexpected option ${`--${optionName}`} with ${reason}` }
  const fault = unitFault(givenOptions)
  if (fault !== undefined) return { fault }
  if (reason === 'success') {
    const success = successOf(givenOptions, model, rest.words, report, anywayReason(request))
    if ('fault' in success) return success
    const { tested = [] } = givenOptions
    const texts = [rest.words.join(' '), anywayReason(request) ?? '', ...tested].map(visibleText)
    return { success, texts }
  }
  const { code, text } = explanationOf(reason, givenOptions.code, rest.words, report)
  if (text === '') return { fault: msg`Missing text, expected that of the ${reason}` }
  const unfinished = { reason, named: namedUnitOf(givenOptions), code, description: oneLine(text), report }
  return { unfinished, texts: [text] }
}

function prepareHandback(call: Omit<HandbackCall, 'prepared'>): PreparedHandback {
  const transition = resolveTransition(call)
  const input = inputOf(call)
  return {
    ...transition,
    fault: 'fault' in input ? input.fault : undefined,
    success: 'success' in input ? successSubject(transition, input.success) : undefined,
    unfinished: 'unfinished' in input ? unfinishedSubject(transition, input.unfinished) : undefined,
    texts: 'texts' in input ? input.texts : [],
  }
}

/** Returns control to the orchestrator (docs/plugin.md, "Commands"). */
export const handback = command({
  name: 'handback',
  summary:
    'Returns control to the orchestrator: the stage or phase is complete, or it stays in progress with an error or a question.',
  examples: [
    '/handback TinyGain success Gain is smooth',
    '/handback TinyGain error BUILD_FAILED No compiler',
    '/handback TinyGain question "Which skin?"',
  ],
  target: pluginTarget,
  words: [reasonWordWithCode],
  options,
  report: reportDefinition,
  mixed: true,
  prepare: prepareHandback,
  preconditions: [
    ...soundFilesPreconditions,
    areArgumentsValid(({ prepared }: HandbackCall) => prepared.fault),
    isStateKnown,
    {
      violations: ({ prepared: { success, unfinished } }) =>
        success ? successRefusals(success) : unfinished ? unfinishedRefusals(unfinished) : [],
    },
  ],

  selectors({ report: text }) {
    const report = text === undefined ? undefined : readReport(reportDefinition, text).report
    return (report?.outputs.files_modified ?? [])
      .filter(isInside)
      .map((path) => ({ glob: escapeGlob(path), level: 'name' }))
  },

  evidence: ({ prepared: { success } }) => success && evidenceOf(success),

  run({ prepared: { plugin, success, unfinished, texts } }) {
    const outcome = success ? succeed(success) : unfinished ? giveBack(unfinished) : refuse()
    return withCutTexts(outcome, plugin, texts)
  },
})
