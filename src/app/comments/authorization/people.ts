import type { RoleReader } from '../../../core/host/host.ts'

type Question<Answer> = (...names: string[]) => Promise<Answer>

/** The same question gets the same answer, be it still on its way. GitHub's names are the same in upper and lower case. */
function once<Answer>(ask: Question<Answer>): Question<Answer> {
  const asked = new Map<string, Promise<Answer>>()
  return (...names) => {
    const key = names.join(' ').toLowerCase()
    const answer = asked.get(key) ?? ask(...names)
    asked.set(key, answer)
    return answer
  }
}

/**
 * The same host, which asks for each person's role once, and once whether they are in a team. It is made for comments that are heard
 * together, and anew where they are planned anew: a role is what it is at that moment.
 */
export const askingOnce = <Roles extends RoleReader>(host: Roles): Roles => ({
  ...host,
  role: once((login = '') => host.role(login)),
  isMember: once((team = '', login = '') => host.isMember(team, login)),
})
