import { grantFrom } from '../../../kit/grant.ts'
import type { FileRecord } from '../../../kit/record.ts'
import type { ShapedFileOf } from '../../../kit/shape-findings.ts'
import type { answerFile, stageFiles } from '../files.ts'

export type AcceptFile = ShapedFileOf<typeof stageFiles.accept>
export type HandbackFile = ShapedFileOf<typeof stageFiles.handback>
export type AnswerFile = ShapedFileOf<typeof answerFile>

/** grant.json, and what it says. Of one that is behind a link nothing is known. */
export function readGrant(file: FileRecord) {
  const { there, link, path, fault, data } = file
  const none = { file, grant: undefined, invalidGrant: undefined }
  if (!there || (link !== undefined && link !== path)) return none
  return { ...none, ...(data ? grantFrom(data.value, file.keyPlace()) : { invalidGrant: fault }) }
}

export type GrantFile = ReturnType<typeof readGrant>
