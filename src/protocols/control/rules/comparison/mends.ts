import { msg } from '../../../../core/message.ts'
import { isNamed, nameIn, type Mend } from '../../repair.ts'
import type { ChangeSubject } from '../../subjects.ts'

/** What undoes the change of an answer, and what goes on from that answer. */
export function undone(what: string, { before }: ChangeSubject): Mend {
  if (!isNamed(before)) return { hint: `${what}.` }
  const name = nameIn(before)
  const next =
    before.state === 'returned question'
      ? msg`${`/answer ${name} "…"`} answers its question`
      : msg`${`/accept ${name}`} begins the next cycle`
  return { hint: `${what}; then ${next}.` }
}
