import type * as z from 'zod'
import { msg } from '../../../core/message.ts'
import { suggestionHint, suggestion } from '../../../core/suggestion.ts'
import type { FileRecord } from '../../../kit/record.ts'
import type { Problem } from '../../../kit/rules.ts'
import { type ShapedFile, shapedFile } from '../../../kit/shape.ts'
import {
  acceptShape,
  answerShape,
  errorCodeNames,
  handbackShape,
  instantOf,
  isErrorCode,
  isReason,
  reasonMeant,
  reasons,
  type ErrorCode,
  type Reason,
} from '../schema.ts'

export interface Accept {
  readonly state: string
  readonly timestamp: string
}

export interface Handback {
  readonly reason: Reason
  readonly description: string
  readonly error?:
    | { readonly code: ErrorCode; readonly message: string; readonly context?: Readonly<Record<string, unknown>> | undefined }
    | undefined
}

export interface Answer {
  readonly question: string
  /** `null`: there is none. */
  readonly answer: string | null
  readonly timestamp: string
}

export type AcceptCode = 'ACCEPT_UNREADABLE' | 'ACCEPT_SCHEMA' | 'ACCEPT_STATE'
export type HandbackCode = 'HANDBACK_UNREADABLE' | 'HANDBACK_SCHEMA' | 'HANDBACK_REASON' | 'HANDBACK_ERROR_MISSING' | 'HANDBACK_CODE'
export type AcceptFile = ShapedFile<Accept, AcceptCode>
export type HandbackFile = ShapedFile<Handback, HandbackCode>
export type AnswerFile = ShapedFile<Answer, 'CONTROL_ANSWER'>

/** accept.json. */
export const readAccept = (file: FileRecord): AcceptFile =>
  shapedFile<Accept, AcceptCode>(file, {
    shape: acceptShape,
    unreadable: 'ACCEPT_UNREADABLE',
    misshapen: 'ACCEPT_SCHEMA',
    check() {
      const state = file.text('state')
      if (state === undefined || state === 'agent') return []
      const message = msg`Unexpected state ${state}, expected ${'agent'}`
      return [{ code: 'ACCEPT_STATE', message, ...suggestionHint(suggestion(state, ['agent'])), place: file.place('state') }]
    },
  })

/** What the reason and the code of a handback must be. */
function checkHandback(file: FileRecord): readonly Problem<HandbackCode>[] {
  const problems: Problem<HandbackCode>[] = []
  const reason = file.text('reason')
  if (reason !== undefined && !isReason(reason)) {
    problems.push({
      code: 'HANDBACK_REASON',
      message: msg`Unexpected reason ${reason}, expected one of ${reasons}`,
      ...suggestionHint(reasonMeant(reason) ?? suggestion(reason, reasons)),
      place: file.place('reason'),
    })
  }
  if (reason === 'error' && !file.has('error')) {
    problems.push({
      code: 'HANDBACK_ERROR_MISSING',
      message: msg`Missing key ${'error'}, expected one where the reason is ${'error'}`,
      place: file.place('reason'),
    })
  }
  const code = file.text('error', 'code')
  if (code !== undefined && !isErrorCode(code)) {
    problems.push({
      code: 'HANDBACK_CODE',
      message: msg`Unexpected code ${code}, expected one of ${errorCodeNames}`,
      ...suggestionHint(suggestion(code, errorCodeNames)),
      place: file.place('error', 'code'),
    })
  }
  return problems
}

/** handback.json. */
export const readHandback = (file: FileRecord): HandbackFile =>
  shapedFile<Handback, HandbackCode>(file, {
    // The reason and the code are checked beside the shape, each under a code of its own.
    shape: handbackShape as unknown as z.ZodType<Handback>,
    unreadable: 'HANDBACK_UNREADABLE',
    misshapen: 'HANDBACK_SCHEMA',
    check: checkHandback,
  })

/** answers/NNN.json. */
export const readAnswer = (file: FileRecord): AnswerFile =>
  shapedFile<Answer, 'CONTROL_ANSWER'>(file, {
    shape: answerShape,
    unreadable: 'CONTROL_ANSWER',
    misshapen: 'CONTROL_ANSWER',
    check() {
      const timestamp = file.text('timestamp')
      if (timestamp === undefined || instantOf(timestamp) !== undefined) return []
      const message = msg`Unexpected timestamp ${timestamp}, expected one such as ${'2026-01-20T10:02:00+00:00'}`
      return [{ code: 'CONTROL_ANSWER', message, place: file.place('timestamp') }]
    },
  })
