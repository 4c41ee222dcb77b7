import type { RuleExamples } from '../../../core/rule.ts'
import { change, failedSample, marked, reportPath, reportText, reviewText, sample } from '../examples.ts'

const reviewed = (verdict: string, feedback?: string) =>
  change(sample, { [reportPath('task-3')]: reportText('task-3') + reviewText(verdict, feedback) })

export const examples: RuleExamples = {
  REPORTFILE_REMOVED: {
    bad: { 'of an attempt that failed': { base: failedSample, head: sample } },
    good: { 'a new one': { base: sample, head: failedSample } },
  },
  REPORTFILE_PART1_CHANGED: {
    bad: {
      'after the verdict': {
        base: sample,
        head: change(sample, { [reportPath('task-1')]: [['Wrote the part', 'Wrote all']] }),
      },
      'under review': {
        base: change(marked(sample, 'task-3', ' ', 'P'), { [reportPath('task-3')]: reportText('task-3') }),
        head: change(marked(sample, 'task-3', ' ', 'P'), {
          [reportPath('task-3')]: reportText('task-3').replace('Wrote', 'Rewrote'),
        }),
      },
    },
    good: {
      'other line ends': {
        base: sample,
        head: change(sample, { [reportPath('task-1')]: sample[reportPath('task-1')]?.replaceAll('\n', '\r\n') ?? '' }),
      },
      'while in progress': {
        base: change(marked(sample, 'task-3', ' ', '/'), { [reportPath('task-3')]: reportText('task-3') }),
        head: change(marked(sample, 'task-3', ' ', '/'), {
          [reportPath('task-3')]: reportText('task-3').replace('Wrote', 'Rewrote'),
        }),
      },
    },
  },
  REPORTFILE_VERDICT_CHANGED: {
    bad: { gone: { base: failedSample, head: change(failedSample, { [reportPath('task-3')]: reportText('task-3') }) } },
    good: {
      'a first one': {
        base: change(failedSample, { [reportPath('task-3')]: reportText('task-3') }),
        head: failedSample,
      },
    },
  },
  REPORTFILE_PART2_CHANGED: {
    bad: { 'other feedback': { base: failedSample, head: reviewed('Failed', 'Keep all lines.') } },
    good: {
      'a last line': {
        base: failedSample,
        head: change(failedSample, { [reportPath('task-3')]: `${failedSample[reportPath('task-3')]}\n` }),
      },
    },
  },
}
