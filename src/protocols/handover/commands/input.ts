import { forging } from '../../../core/characters.ts'
import * as z from 'zod'
import { msg } from '../../../core/message.ts'
import { textDocument } from '../../../documents/text.ts'
import { type Call } from '../../../kit/command.ts'
import { parseRecord } from '../../../kit/record.ts'
import type { HandoverModel, Project } from '../model.ts'

/** TEXT as it is written into files: one line without controls, its blanks folded. */
export const cleaned = (text: string): string => text.replace(forging, ' ').replace(/ {2,}/g, ' ').trim()

/** The number of a step; `undefined` where a word is none. */
export const stepOf = (word: string): number | undefined => (/^\d{1,9}$/.test(word) ? Number(word) : undefined)

export const reasons = ['success', 'error', 'question'] as const
export type Reason = (typeof reasons)[number]

const audits = ['pass', 'fail', 'pass-with-note'] as const

/** The options of `/handback`. */
export const handbackOptions = { step: { kind: 'once', value: 'N' }, audit: { kind: 'once', value: audits.join('|') } } as const

/** What is handed back. */
export interface HandbackInput {
  /** Without one the command only reports. */
  readonly reason: Reason | undefined
  readonly text: string
  readonly step: number | undefined
  /** The commit that did the step, as it was written. */
  readonly doneBy: string | undefined
  readonly audit: (typeof audits)[number] | undefined
}

const blockShape = z.object({
  reason: z.enum(reasons).optional(),
  step: z.int().min(0).optional(),
  commit: z.string().optional(),
  audit: z.enum(audits).optional(),
  text: z.string().optional(),
})

type Block = z.output<typeof blockShape>

function blockOf(report: string | undefined): Block | { readonly fault: string } {
  if (report === undefined) return {}
  const { data, fault } = parseRecord(textDocument('', report), 'json-object')
  if (fault) return { fault: fault.message }
  const read = blockShape.safeParse(data?.value)
  if (read.success) return read.data
  return { fault: msg`Unexpected value of ${read.error.issues[0]?.path.join('.') ?? ''} in the json block` }
}

/** The words, options and json block of a handback: words win. Or why they cannot be read. */
export function handbackInput({
  words: [reason, ...more],
  options,
  report,
  request: { doneBy },
}: Call<HandoverModel, Project, typeof handbackOptions>): HandbackInput | { readonly fault: string } {
  const block = blockOf(report)
  if ('fault' in block) return { fault: block.fault }
  const step = options.step === undefined ? block.step : stepOf(options.step)
  if (options.step !== undefined && step === undefined) return { fault: msg`Unexpected step ${options.step}, expected its number` }
  const audit = options.audit === undefined ? block.audit : audits.find((each) => each === options.audit)
  if (options.audit !== undefined && audit === undefined)
    return { fault: msg`Unexpected audit ${options.audit}, expected one of ${audits}` }
  const text = cleaned(more.join(' '))
  return {
    reason: reasons.find((each) => each === reason) ?? block.reason,
    text: text === '' ? cleaned(block.text ?? '') : text,
    step,
    doneBy: doneBy ?? block.commit,
    audit,
  }
}
