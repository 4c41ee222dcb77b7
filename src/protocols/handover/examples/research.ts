import type { RuleExamples } from '../../../core/rule.ts'
import { briefPath, change, folder, inBrief, inResearch, only, researchPath, sample } from '../examples.ts'

const overviewCalled = (name: string) =>
  change(sample, { [`${folder}/architecture/overview.md`]: null, [`${folder}/architecture/${name}`]: '# Overview\n' })

export const examples: RuleExamples = {
  BRIEF_STATE_INCOHERENT: {
    bad: {
      'not admitted': inBrief(['research_status: complete', 'research_status: skipped']),
      'marked as complete': inBrief(['research_status: complete', 'research_status: skipped\nbrief_quality: complete']),
    },
    good: {
      admitted: inBrief(['research_status: complete', 'research_status: skipped\nbrief_quality: partial']),
      'nothing to research': change(only(briefPath), {
        [briefPath]: [
          ['research_topics: 1', 'research_topics: 0'],
          ['research_status: complete', 'research_status: skipped'],
        ],
      }),
    },
  },
  RESEARCH_CONFIDENCE_MISSING: {
    bad: { absent: inResearch(['confidence: 0.8\n', '']), null: inResearch(['confidence: 0.8', 'confidence: null']) },
    good: { 'none at all': inResearch(['confidence: 0.8', 'confidence: 0']) },
  },
  RESEARCH_NAME: {
    bad: {
      'no number': change(sample, {
        [researchPath]: null,
        [`${folder}/research/browsers.md`]: sample[researchPath] ?? '',
      }),
    },
    good: {
      'three digits': change(sample, {
        [researchPath]: null,
        [`${folder}/research/001-browsers.md`]: sample[researchPath] ?? '',
      }),
    },
  },
  RESEARCH_LOOSE_FILES: {
    bad: {
      'a README and a note': change(sample, {
        [`${folder}/research/README.md`]: '# Research\n',
        [`${folder}/research/note.md`]: 'x\n',
      }),
    },
    good: { 'other files than Markdown': change(sample, { [`${folder}/research/data.csv`]: 'a,b\n' }) },
  },
  RESEARCH_TOPICS_MISMATCH: {
    bad: {
      'one is missing': inBrief(['research_topics: 1', 'research_topics: 2']),
      'one too many while it goes on': inBrief(
        ['research_topics: 1', 'research_topics: 0'],
        ['research_status: complete', 'research_status: in_progress'],
      ),
    },
    good: {
      'not yet all': inBrief(
        ['research_topics: 1', 'research_topics: 3'],
        ['research_status: complete', 'research_status: in_progress'],
      ),
    },
  },
  ARCH_NON_CANONICAL_OVERVIEW: {
    bad: { '`README.md`': overviewCalled('README.md'), '`overview.markdown`': overviewCalled('overview.markdown') },
    good: {
      both: change(sample, { [`${folder}/architecture/README.md`]: '# Read me\n' }),
      'none at all': change(sample, { [`${folder}/architecture/overview.md`]: null }),
    },
  },
  ARCH_LOOSE_FILES: {
    bad: { 'a note': change(sample, { [`${folder}/architecture/boxes.md`]: '# Boxes\n' }) },
    good: {
      gaps: change(sample, { [`${folder}/architecture/gaps.md`]: '# Gaps\n' }),
      'a picture': change(sample, { [`${folder}/architecture/boxes.svg`]: '<svg/>\n' }),
    },
  },
}
