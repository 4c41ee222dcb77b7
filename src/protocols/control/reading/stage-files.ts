import { grantFrom } from '../../../kit/grant.ts'
import type { FileRecord } from '../../../kit/record.ts'
import { shapedFile } from '../../../kit/shape-findings.ts'
import { acceptForm, answerForm, handbackForm } from '../schema.ts'

export type AcceptFile = ReturnType<typeof readAccept>
export type HandbackFile = ReturnType<typeof readHandback>
export type AnswerFile = ReturnType<typeof readAnswer>

/** accept.json. */
export const readAccept = (file: FileRecord) => shapedFile(file, acceptForm)

/** handback.json. */
export const readHandback = (file: FileRecord) => shapedFile(file, handbackForm)

/** answers/NNN.json. */
export const readAnswer = (file: FileRecord) => shapedFile(file, answerForm)

/** grant.json, and what it says. Of one that is behind a link nothing is known. */
export function readGrant(file: FileRecord) {
  const { there, link, path, fault, data } = file
  const none = { file, grant: undefined, invalidGrant: undefined }
  if (!there || (link !== undefined && link !== path)) return none
  return { ...none, ...(data ? grantFrom(data.value, file.keyPlace()) : { invalidGrant: fault }) }
}

export type GrantFile = ReturnType<typeof readGrant>
