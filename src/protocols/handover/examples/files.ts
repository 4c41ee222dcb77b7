import type { RuleExamples } from '../../../core/rule.ts'
import type { Kind } from '../files.ts'
import { change, linked, pathOf, session } from '../examples.ts'

const absent = (kind: Kind) => ({
  bad: { 'no such file': { head: change(session, { [pathOf[kind]]: null }), named: [pathOf[kind]] } },
  good: { 'it is there': { head: session, named: [pathOf[kind]] } },
})

const unreadable = (kind: Kind) => ({
  bad: { 'a link': { ...linked(pathOf[kind]), named: [pathOf[kind]] } },
  good: { 'a file': session },
})

export const examples: RuleExamples = {
  BRIEF_NOT_FOUND: absent('brief'),
  RESEARCH_NOT_FOUND: absent('research'),
  PLAN_NOT_FOUND: absent('plan'),
  PROGRESS_NOT_FOUND: absent('progress'),
  REVIEW_NOT_FOUND: absent('review'),
  SESSION_STATE_NOT_FOUND: absent('session-state'),
  NEXT_SESSION_PROMPT_NOT_FOUND: absent('next-session-prompt'),
  BRIEF_READ_ERROR: unreadable('brief'),
  RESEARCH_READ_ERROR: unreadable('research'),
  PLAN_READ_ERROR: unreadable('plan'),
  PROGRESS_READ_ERROR: unreadable('progress'),
  REVIEW_READ_ERROR: unreadable('review'),
  SESSION_STATE_READ_ERROR: unreadable('session-state'),
  NEXT_SESSION_PROMPT_READ_ERROR: unreadable('next-session-prompt'),
}
