import { msg } from '../../../../core/message.ts'
import type { Stage } from '../../model.ts'
import { isNamed, nameIn, type Mend } from '../../repair.ts'

/** How an invalid `handback.json` is written anew: by the command of the reason that is meant. */
export function handbackAnew(stage: Stage): Mend {
  if (!isNamed(stage)) return { hint: 'Mend the file.' }
  const command = `/handback ${nameIn(stage)}`
  return {
    hint: msg`Mend the file, or write it anew by ${`${command} success`}, ${`${command} error "…"`} or ${`${command} question "…"`}.`,
  }
}
