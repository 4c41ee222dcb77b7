import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { sample, tooMany } from '../../examples.ts'
import type { Compared } from '../../subjects.ts'
import { commits } from './judging.ts'

export const tooManyCommits: Rule<Compared> = {
  code: 'SCOPE_TOO_MANY_COMMITS',
  strict: 'error',
  soft: 'error',
  summary: 'A change has more than 500 commits, where each costs a request: they are not judged one by one.',
  why: 'Otherwise enough commits would hide one.',
  repair: 'Make smaller changes, or check with a clone.',
  examples() {
    return {
      bad: [{ about: '501', head: sample, base: sample, change: tooMany }],
      good: [commits('a few', { agent: 'idumb-project-executor', paths: ['src/app.ts'] })],
    }
  },
  *check({ now: { change } }) {
    if (change?.tooMany === undefined) return
    yield {
      message: msg`Unexpected number of commits: ${change.tooMany}, expected at most 500 where each costs a request`,
      hint: msg`Make smaller changes, or check with a clone: in a workflow, check out with ${'fetch-depth: 0'}.`,
      place: { path: '.' },
    }
  },
}
