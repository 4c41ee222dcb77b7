import { forgingCharacters, msg } from '../../../core/message.ts'
import * as z from 'zod'
import { once } from '../../../core/once.ts'
import { expected } from '../../../core/configuration.ts'
import type { Call } from '../../../kit/command.ts'
import { handbackReasons, type HandbackReason } from '../../../core/command-names.ts'
import { withCode, type OptionDefinition } from '../../../kit/options.ts'
import type { ReportDefinition } from '../../../kit/report.ts'
import type { HandoverModel, Project } from '../model.ts'

/** TEXT as it is written into files: one line without controls, its blanks folded. */
export const cleanText = (text: string): string => text.replace(forgingCharacters, ' ').replace(/ {2,}/g, ' ').trim()

/** `undefined` where a word is no number. */
export const parseStepNumber = (word: string): number | undefined => (/^\d{1,9}$/.test(word) ? Number(word) : undefined)

const audits = ['pass', 'fail', 'pass-with-note'] as const
const isAudit = (word: string): word is (typeof audits)[number] => (audits as readonly string[]).includes(word)

export const handbackOptions = {
  step: {
    kind: 'once',
    value: 'N',
    does: 'the step that is returned, where several are at work',
    fault: (word) =>
      parseStepNumber(word) === undefined ? msg`Unexpected step ${word}, expected its number` : undefined,
  },
  audit: {
    kind: 'once',
    value: audits.join('|'),
    does: 'whether the files agree with the manifest of the step',
    fault: (word) => (isAudit(word) ? undefined : msg`Unexpected audit ${word}, expected one of ${audits}`),
  },
  'done-by': { kind: 'once', value: 'REV', does: 'the commit that did the step' },
} as const satisfies Readonly<Record<string, OptionDefinition>>

export interface HandbackInput {
  /** Without one the command only reports. */
  readonly reason: HandbackReason | undefined
  readonly text: string
  readonly step: number | undefined
  /** The commit that did the step, as it was written. */
  readonly doneBy: string | undefined
  readonly audit: (typeof audits)[number] | undefined
}

const expectedStep = expected`the number of a step`

const blockShape = once(() =>
  z.object({
    reason: z.enum(handbackReasons, { error: expected`one of ${handbackReasons}` }).optional(),
    step: z.int({ error: expectedStep }).min(0, { error: expectedStep }).optional(),
    commit: z.string({ error: expected`a commit` }).optional(),
    audit: z.enum(audits, { error: expected`one of ${audits}` }).optional(),
    text: z.string({ error: expected`a text` }).optional(),
  }),
)

export const handbackReport: ReportDefinition<HandoverModel, Project, z.output<ReturnType<typeof blockShape>>> = {
  shape: blockShape,
  format: 'json-object',
  fault: ({ kind, path, message, expected: expectedText = '' }) =>
    kind === 'text' ? message : `${msg`Unexpected value of ${path} in the json block`}, expected ${expectedText}`,
}

export type HandbackCall = Call<HandoverModel, Project, typeof handbackOptions, z.output<ReturnType<typeof blockShape>>>

/** The words, options and json block of a handback: words win. */
export function handbackInput({
  words: [reason, ...textWords],
  options: { step, audit, 'done-by': doneBy },
  report = {},
  request,
}: Pick<HandbackCall, 'words' | 'options' | 'report' | 'request'>): HandbackInput {
  const text = cleanText(textWords.join(' '))
  return {
    reason: handbackReasons.find((candidate) => candidate === reason) ?? report.reason,
    text: withCode(text === '' ? cleanText(report.text ?? '') : text, request),
    step: step === undefined ? report.step : parseStepNumber(step),
    doneBy: doneBy ?? report.commit,
    audit: audit !== undefined && isAudit(audit) ? audit : report.audit,
  }
}
