import type { RuleExamples } from '../../../core/rule.ts'
import {
  change,
  doneSample,
  failedSample,
  inSession,
  pendingSample,
  reportPath,
  reportText,
  reviewText,
  sample,
} from '../examples.ts'

const third = reportPath('task-3')
const verdict = (text: string) => change(pendingSample, { [third]: reportText('task-3') + reviewText(text) })

export const examples: RuleExamples = {
  REPORTFILE_NAME: {
    bad: {
      'the first attempt, numbered': { ...sample, [inSession('tasks.task-3-report-r1.md')]: reportText('task-3') },
      'a leading zero': { ...sample, [inSession('tasks.task-3-report-r02.md')]: reportText('task-3') },
    },
    good: { 'a report': pendingSample },
  },
  REPORTFILE_TITLE: {
    bad: { 'another task': change(pendingSample, { [third]: [['# Task Report: task-3', '# Task Report: task-2']] }) },
    good: {
      'a rework': { ...failedSample, [reportPath('task-3', 2)]: reportText('task-3', 2) },
      words: change(pendingSample, { [third]: [['# Task Report: task-3', '# Task Report: help']] }),
    },
  },
  REPORTFILE_TASK_UNKNOWN: {
    bad: { 'an unknown task': { ...sample, [reportPath('task-7')]: reportText('task-7') } },
    good: { 'a task': pendingSample },
  },
  REPORTFILE_PART1_MISSING: {
    bad: {
      'no parts': change(failedSample, { [third]: '# Task Report: task-3\n\nDone.\n' }),
      'only in a fence': change(failedSample, { [third]: '# Task Report: task-3\n\n```\n## PART 1\n```\n' }),
    },
    good: {
      'a part': pendingSample,
      'in lower-case letters': change(pendingSample, {
        [third]: [['## PART 1: IMPLEMENTATION', '# **Part 1** - implementation']],
      }),
    },
  },
  REPORTFILE_LEGACY: {
    bad: {
      'a section Status': change(doneSample, {
        [third]: '# Task Report: task-3\n\n## Status\nQualified\n\n## Work\nDone.\n',
      }),
    },
    good: {
      'parts, and a status': change(pendingSample, {
        [third]: [['### Summary', '### Status\nQualified\n\n### Summary']],
      }),
    },
  },
  REPORTFILE_UNFILLED: {
    bad: {
      'a template': change(pendingSample, {
        [third]: [['Wrote the part of task-3.', '[To be filled by the executor]']],
      }),
      'labels without values': change(pendingSample, {
        [third]: [['Wrote the part of task-3.', '- **Changed files**: [list]\n- Tests:\n*(To be filled)*']],
      }),
    },
    good: {
      'a sentence': pendingSample,
      'a task that is not finished': {
        ...change(failedSample, {}),
        [reportPath('task-3', 2)]: reportText('task-3', 2).replace('Wrote the part of task-3.', '[To be filled]'),
      },
    },
  },
  REPORTFILE_VERDICT_UNKNOWN: {
    bad: { 'another word': verdict('Approved'), 'the opposite of one': verdict('Not qualified') },
    good: { 'a template': verdict('Qualified | Failed'), 'nothing yet': verdict('[Qualified or not]') },
  },
  REPORTFILE_PART2_DUPLICATE: {
    bad: {
      'two reviews': change(failedSample, {
        [third]: reportText('task-3') + reviewText('Qualified') + reviewText('Failed'),
      }),
    },
    good: {
      'an empty PART 2 of the executor': change(failedSample, {
        [third]: `${reportText('task-3')}\n---\n## PART 2: REVIEW REPORT\n*(To come)*\n${reviewText('Failed')}`,
      }),
    },
  },
  REPORTFILE_FEEDBACK_MISSING: {
    bad: {
      'no section': change(sample, { [third]: reportText('task-3') + reviewText('Failed', '') }),
      'an empty one': change(sample, { [third]: reportText('task-3') + reviewText('Failed', '[…]') }),
    },
    good: { 'a sentence': failedSample, Qualified: doneSample },
  },
}
