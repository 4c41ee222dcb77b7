import type * as z from 'zod'
import { msg } from '../../../core/message.ts'
import { grantFrom } from '../../../kit/grant.ts'
import type { FileRecord } from '../../../kit/record.ts'
import { type ShapedFile, shapedFile } from '../../../kit/shape.ts'
import { acceptShape, answerShape, handbackShape, reasonMeant } from '../schema.ts'

type Accept = z.output<ReturnType<typeof acceptShape>>
export type Handback = z.output<ReturnType<typeof handbackShape>>
type Answer = z.output<ReturnType<typeof answerShape>>

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
    words: { state: { code: 'ACCEPT_STATE' } },
  })

/** handback.json. */
export const readHandback = (file: FileRecord): HandbackFile =>
  shapedFile<Handback, HandbackCode>(file, {
    shape: handbackShape,
    unreadable: 'HANDBACK_UNREADABLE',
    misshapen: 'HANDBACK_SCHEMA',
    words: { reason: { code: 'HANDBACK_REASON', meant: reasonMeant }, 'error.code': { code: 'HANDBACK_CODE' } },
    check() {
      if (file.text('reason') !== 'error' || file.has('error')) return []
      const message = msg`Missing key ${'error'}, expected one where the reason is ${'error'}`
      return [{ code: 'HANDBACK_ERROR_MISSING', message, place: file.place('reason') }]
    },
  })

/** grant.json, and what it says. Of one that lies behind a link nothing is known. */
export function readGrant(file: FileRecord) {
  const { there, link, path, fault, data } = file
  const none = { file, grant: undefined, invalidGrant: undefined }
  if (!there || (link !== undefined && link !== path)) return none
  return { ...none, ...(data ? grantFrom(data.value, file.keyPlace()) : { invalidGrant: fault }) }
}

export type GrantFile = ReturnType<typeof readGrant>

/** answers/NNN.json. */
export const readAnswer = (file: FileRecord): AnswerFile =>
  shapedFile<Answer, 'CONTROL_ANSWER'>(file, { shape: answerShape, unreadable: 'CONTROL_ANSWER', misshapen: 'CONTROL_ANSWER' })
