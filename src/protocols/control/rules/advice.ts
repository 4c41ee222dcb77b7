import { msg } from '../../../core/message.ts'
import { isNamed, nameIn, type Stage } from '../model.ts'
import type { ChangeSubject } from './subjects.ts'

/** How a finding is fixed: in words and, where one command does, that command. */
export interface Advice {
  readonly hint: string
  readonly fix?: string
}

/** How `accept.json` is rewritten: by a command only where it takes no answer away. */
export function rewriteAcceptAdvice(stage: Stage): Advice {
  if (!isNamed(stage)) return { hint: 'Fix the file.' }
  const fix = `/accept ${nameIn(stage)}`
  if (!stage.handback.exists) return { hint: msg`${fix} rewrites it.`, fix }
  return { hint: msg`Fix the file; ${fix} would begin the next cycle, and take ${'handback.json'} away.` }
}

/** How the time of a grant is rewritten: by a command only while the agent has control. */
export function refreshTimeAdvice(stage: Stage): Advice {
  if (stage.state !== 'granted' || !isNamed(stage)) return { hint: 'Write when control was granted.' }
  const fix = `/accept ${nameIn(stage)} --refresh`
  return { hint: msg`${fix} writes the present time and leaves control where it is.`, fix }
}

/** How an invalid `handback.json` is rewritten: by the command of the reason that is meant. */
export function rewriteHandbackAdvice(stage: Stage): Advice {
  if (!isNamed(stage)) return { hint: 'Fix the file.' }
  const command = `/handback ${nameIn(stage)}`
  return {
    hint: msg`Fix the file, or rewrite it with ${`${command} success`}, ${`${command} error "…"`} or ${`${command} question "…"`}.`,
  }
}

/** What goes on from the answer of an agent. */
export const nextStepHint = (stage: Stage): string =>
  stage.state === 'returned question'
    ? msg`${`/answer ${nameIn(stage)} "…"`} answers its question`
    : msg`${`/accept ${nameIn(stage)}`} begins the next cycle`

/** What undoes the change of an answer, and what goes on from that answer. */
export const undoAdvice = (action: string, { before }: ChangeSubject): Advice => ({
  hint: isNamed(before) ? `${action}; then ${nextStepHint(before)}.` : `${action}.`,
})
