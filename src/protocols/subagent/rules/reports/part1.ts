import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { change, doneSample, failedSample, pendingSample, reportPath, reportText } from '../../examples.ts'
import type { ReportSubject } from '../../subjects.ts'

const third = reportPath('task-3')

export const part1Missing: Rule<ReportSubject> = {
  code: 'REPORTFILE_PART1_MISSING',
  strict: 'error',
  soft: 'warning',
  summary: 'A report has no heading `PART 1`.',
  why: 'The reviewer appends to what the executor wrote; without parts nobody knows who said what.',
  repair: 'Write `## PART 1: IMPLEMENTATION REPORT` above what was done.',
  examples: () => ({
    bad: [
      { about: 'no parts', head: change(failedSample, { [third]: '# Task Report: task-3\n\nDone.\n' }) },
      { about: 'only in a fence', head: change(failedSample, { [third]: '# Task Report: task-3\n\n```\n## PART 1\n```\n' }) },
    ],
    good: [
      { about: 'a part', head: pendingSample },
      {
        about: 'in small letters',
        head: change(pendingSample, { [third]: [['## PART 1: IMPLEMENTATION', '# **Part 1** - implementation']] }),
      },
    ],
  }),
  *check({ report: { part1, legacy, path }, task: { target } }) {
    if (part1 !== undefined || legacy !== undefined) return
    yield {
      message: msg`Missing heading ${'PART 1'}`,
      hint: msg`Write ${'## PART 1: IMPLEMENTATION REPORT'} above what was done.`,
      place: { path, line: 1 },
      target,
    }
  },
}

export const reportLegacy: Rule<ReportSubject> = {
  code: 'REPORTFILE_LEGACY',
  strict: 'warning',
  soft: 'warning',
  summary: 'A report of before there were parts: its section *Status* is read as the verdict.',
  why: 'Old reports stay evidence; new ones have two parts.',
  repair: 'Write `## PART 1: IMPLEMENTATION REPORT` above it, and the verdict into a PART 2.',
  examples: () => ({
    bad: [
      {
        about: 'a section Status',
        head: change(doneSample, { [third]: '# Task Report: task-3\n\n## Status\nQualified\n\n## Work\nDone.\n' }),
      },
    ],
    good: [
      { about: 'parts, and a status', head: change(pendingSample, { [third]: [['### Summary', '### Status\nQualified\n\n### Summary']] }) },
    ],
  }),
  *check({ report: { legacy, document }, task: { target } }) {
    if (legacy === undefined) return
    yield {
      message: msg`Unexpected report without parts, expected ${'PART 1'} and ${'PART 2'}`,
      hint: 'Write the headings of both parts.',
      place: document.place(legacy),
      target,
    }
  },
}

export const reportUnfilled: Rule<ReportSubject> = {
  code: 'REPORTFILE_UNFILLED',
  strict: 'error',
  soft: 'warning',
  summary: 'The newest report of a task at `[P]` or `[x]` says nothing in PART 1.',
  why: 'There is nothing to be reviewed.',
  repair: 'Let the executor write what was done.',
  examples: () => ({
    bad: [
      { about: 'a template', head: change(pendingSample, { [third]: [['Wrote the part of task-3.', '[To be filled by the executor]']] }) },
      {
        about: 'labels without values',
        head: change(pendingSample, {
          [third]: [['Wrote the part of task-3.', '- **Changed files**: [list]\n- Tests:\n*(To be filled)*']],
        }),
      },
    ],
    good: [
      { about: 'a sentence', head: pendingSample },
      {
        about: 'a task that is not finished',
        head: {
          ...change(failedSample, {}),
          [reportPath('task-3', 2)]: reportText('task-3', 2).replace('Wrote the part of task-3.', '[To be filled]'),
        },
      },
    ],
  }),
  *check({ report, task: { newest, line, target } }) {
    if (report !== newest || report.filled || (line?.marker !== 'P' && line?.marker !== 'x')) return
    if (report.part1 === undefined && report.legacy === undefined) return
    yield {
      message: msg`Missing content of ${'PART 1'}, expected what was done`,
      hint: 'Let the executor write it.',
      place: report.document.place(report.part1 ?? report.legacy ?? 1),
      target,
    }
  },
}
