import { briefPath, change, inBrief, inResearch, only } from '../examples.ts'
import type { Told } from './rule.ts'

/** Rules about briefs and research (handover protocol, sections 4.1 and 4.2). */
export const briefRules = {
  BRIEF_INVALID_STATUS: {
    summary: '`research_status` is none of `pending`, `in_progress`, `complete`, `skipped`.',
    why: 'The next command goes on or waits by this word.',
    repair: 'Write one of the four.',
    examples() {
      return {
        bad: [
          { about: 'another word', head: inBrief(['research_status: complete', 'research_status: done']) },
          { about: 'another case', head: inBrief(['research_status: complete', 'research_status: Complete']) },
        ],
        good: [{ about: 'in quotes', head: inBrief(['research_status: complete', "research_status: 'complete'"]) }],
      }
    },
  },
  BRIEF_STATE_INCOHERENT: {
    summary: 'There are topics to research, the research is `skipped`, and `brief_quality` does not say `partial`.',
    why: 'A brief that skipped its research must admit it; whoever plans would take it for complete.',
    repair: 'Do the research, or write `brief_quality: partial`.',
    examples() {
      return {
        bad: [
          { about: 'not admitted', head: inBrief(['research_status: complete', 'research_status: skipped']) },
          {
            about: 'said to be complete',
            head: inBrief(['research_status: complete', 'research_status: skipped\nbrief_quality: complete']),
          },
        ],
        good: [
          { about: 'admitted', head: inBrief(['research_status: complete', 'research_status: skipped\nbrief_quality: partial']) },
          {
            about: 'nothing to research',
            head: change(only(briefPath), {
              [briefPath]: [
                ['research_topics: 1', 'research_topics: 0'],
                ['research_status: complete', 'research_status: skipped'],
              ],
            }),
          },
        ],
      }
    },
  },
  RESEARCH_CONFIDENCE_MISSING: {
    summary: 'A research brief has no `confidence`.',
    why: 'Planning cannot weigh it.',
    repair: 'Write a number from 0 to 1.',
    examples() {
      return {
        bad: [
          { about: 'absent', head: inResearch(['confidence: 0.8\n', '']) },
          { about: 'null', head: inResearch(['confidence: 0.8', 'confidence: null']) },
        ],
        good: [{ about: 'none at all', head: inResearch(['confidence: 0.8', 'confidence: 0']) }],
      }
    },
  },
} as const satisfies Readonly<Record<string, Told>>
