import { msg } from '../../../../core/message.ts'
import type { Stage } from '../../model.ts'
import { isNamed, nameIn, type Mend } from '../../repair.ts'

/** How `accept.json` is written anew: by a command only where it takes no answer away. */
export function acceptAnew(stage: Stage): Mend {
  if (!isNamed(stage)) return { hint: 'Mend the file.' }
  const fix = `/accept ${nameIn(stage)}`
  if (!stage.handback.there) return { hint: msg`${fix} writes it anew.`, fix }
  return { hint: msg`Mend the file; ${fix} would begin the next cycle, and take ${'handback.json'} away.` }
}

/** How the moment of a grant is written anew: by a command only while the agent has control. */
export function momentAnew(stage: Stage): Mend {
  if (stage.state !== 'granted' || !isNamed(stage)) return { hint: 'Write when control was granted.' }
  const fix = `/accept ${nameIn(stage)} --refresh`
  return { hint: msg`${fix} writes the present moment and leaves control where it is.`, fix }
}
