import type { RuleExamples } from '../../../core/rule.ts'
import { kindFiles } from '../files.ts'
import { change, inBrief, inPlan, inResearch, inReview, pathOf, session } from '../examples.ts'

const otherTypes = (kind: 'brief' | 'research' | 'review') => {
  const [path, type] = [pathOf[kind], kindFiles[kind].type]
  return {
    bad: {
      'another type': change(session, { [path]: [[`type: ${type}`, 'type: note']] }),
      none: change(session, { [path]: [[`type: ${type}\n`, '']] }),
    },
    good: { 'in quotes': change(session, { [path]: [[`type: ${type}`, `type: "${type}"`]] }) },
  }
}

export const examples: RuleExamples = {
  FM_MISSING: {
    bad: {
      none: inBrief(['---\ntype', 'type']),
      'never closed': { head: inReview(['---\n\n# Review', '\n# Review']), also: ['PLAN_SOURCE_FINDING_UNKNOWN'] },
    },
    good: {
      'a byte-order mark, and blanks after the fence': inPlan(['---\nplan', '\ufeff---  \nplan']),
      'a line `---` in the body': inBrief(['# Login', '# Login\n\n---\n\ntext: text']),
    },
  },
  FM_PARSE_ERROR: {
    bad: {
      'an anchor': inBrief(['created', 'extra: &a 1\ncreated']),
      'an alias': inBrief(['created', 'extra: *a\ncreated']),
    },
    good: {
      'comments, block and flow lists': inResearch([
        'dimensions',
        '# how\nlocal_agents_used: [a, "b"]\nmcp_servers_used:\n  - c\ndimensions',
      ]),
    },
  },
  FM_NESTED_DICT: {
    bad: {
      'keys in a key': inBrief(['created', 'extra:\n  a: 1\ncreated']),
      'a list of them': inReview(['verdict', 'extra: [{a: 1}]\nverdict']),
    },
    good: { 'lists of words': inBrief(['created', 'extra: [a, b]\ncreated']) },
  },
  BRIEF_WRONG_TYPE: otherTypes('brief'),
  RESEARCH_WRONG_TYPE: otherTypes('research'),
  PLAN_WRONG_TYPE: {
    bad: { 'a brief': inPlan(['plan_version', 'type: trekbrief\nplan_version']) },
    good: { 'a type of its own': inPlan(['plan_version', 'type: trekplan\nplan_version']) },
  },
  REVIEW_WRONG_TYPE: otherTypes('review'),
}
