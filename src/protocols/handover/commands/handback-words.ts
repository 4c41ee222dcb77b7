import * as z from 'zod'
import type { Request } from '../../../core/command.ts'
import { takeOptions } from '../../../kit/options.ts'
import { msg } from '../../../core/message.ts'
import { plain } from '../../../documents/data.ts'
import { textDocument } from '../../../documents/text.ts'
import { readJson } from '../reading/records.ts'
import { cleaned, stepOf } from './project.ts'

const reasons = ['success', 'error', 'question'] as const
export type Reason = (typeof reasons)[number]
const audits = ['pass', 'fail', 'pass-with-note'] as const

/** What is handed back. */
export interface Said {
  /** Nothing: it is only asked how things stand. */
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
  const json = readJson(textDocument('', report))
  if ('fault' in json) return { fault: json.fault }
  const read = blockShape.safeParse(plain(json.root))
  if (read.success) return read.data
  return { fault: msg`Unexpected value of ${read.error.issues[0]?.path.join('.') ?? ''} in the json block` }
}

/** Takes the words and the block of a handback apart: words win. Or why they cannot be. */
export function saidIn({ words, report, doneBy }: Request): Said | { readonly fault: string } {
  const taken = takeOptions(words, { step: 'once', audit: 'once' })
  if ('fault' in taken) return taken
  const block = blockOf(report)
  if ('fault' in block) return { fault: block.fault }
  const { options, rest } = taken
  const written = reasons.find((each) => each === rest[0]?.toLowerCase())
  if (written === undefined && rest.length > 0) return { fault: msg`Unexpected ${rest[0] ?? ''}, expected one of ${reasons}` }
  const step = options.step === undefined ? block.step : stepOf(options.step)
  if (options.step !== undefined && step === undefined) return { fault: msg`Unexpected step ${options.step}, expected its number` }
  const audit = options.audit === undefined ? block.audit : audits.find((each) => each === options.audit)
  if (options.audit !== undefined && audit === undefined)
    return { fault: msg`Unexpected audit ${options.audit}, expected one of ${audits}` }
  const text = cleaned(rest.slice(1).join(' '))
  return {
    reason: written ?? block.reason,
    text: text === '' ? cleaned(block.text ?? '') : text,
    step,
    doneBy: doneBy ?? block.commit,
    audit,
  }
}
