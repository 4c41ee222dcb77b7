import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { change, doneSample, failedSample, inSession, pendingSample, reportPath, reportText, reviewText, sample } from '../../examples.ts'
import type { ReportSubject } from '../../subjects.ts'

const third = reportPath('task-3')
const verdict = (text: string) => change(pendingSample, { [third]: reportText('task-3') + reviewText(text) })

export const verdictUnknown: Rule<ReportSubject> = {
  code: 'REPORTFILE_VERDICT_UNKNOWN',
  strict: 'error',
  soft: 'warning',
  summary: 'A line *Status* in PART 2 says neither Qualified nor Failed.',
  why: 'The orchestrator moves a task by one of these two words.',
  repair: 'Write `**Status**: Qualified` or `**Status**: Failed`.',
  examples: () => ({
    bad: [
      { about: 'another word', head: verdict('Approved') },
      { about: 'the opposite of one', head: verdict('Not qualified') },
      { about: 'all of it in bold', head: change(verdict('Approved'), { [third]: [['**Status**: Approved', '- **Status: Approved**']] }) },
    ],
    good: [
      { about: 'a template', head: verdict('Qualified | Failed') },
      { about: 'nothing yet', head: verdict('[Qualified or not]') },
      {
        about: 'with a tick, in bold',
        head: change(verdict('✅ **qualified** with one remark'), { [inSession('progress.md')]: [['[P] task-3', '[x] task-3']] }),
      },
    ],
  }),
  *check({ report: { unknown, document }, task: { target } }) {
    for (const { value, line } of unknown)
      yield {
        message: msg`Unexpected status ${value}, expected ${'Qualified'} or ${'Failed'}`,
        hint: 'Write one of the two words.',
        place: document.place(line),
        target,
      }
  },
}

export const part2Duplicate: Rule<ReportSubject> = {
  code: 'REPORTFILE_PART2_DUPLICATE',
  strict: 'error',
  soft: 'error',
  summary: 'A report has more than one verdict. The last counts.',
  why: 'A report is reviewed once; what is done again has a report of its own.',
  repair: 'Take one of them out.',
  examples: () => ({
    bad: [
      {
        about: 'two reviews',
        head: change(failedSample, { [third]: reportText('task-3') + reviewText('Qualified') + reviewText('Failed') }),
      },
    ],
    good: [
      {
        about: 'an empty PART 2 of the executor',
        head: change(failedSample, {
          [third]: `${reportText('task-3')}\n---\n## PART 2: REVIEW REPORT\n*(To come)*\n${reviewText('Failed')}`,
        }),
      },
    ],
  }),
  *check({ report: { verdicts, document }, task: { target } }) {
    const [first] = verdicts
    const last = verdicts.at(-1)
    if (!first || !last || verdicts.length < 2) return
    yield {
      message: msg`Unexpected second verdict ${last.value}, expected one`,
      hint: 'Take one of them out.',
      place: document.place(last.line),
      target,
      related: [{ ...document.place(first.line), message: 'the first' }],
    }
  },
}

export const feedbackMissing: Rule<ReportSubject> = {
  code: 'REPORTFILE_FEEDBACK_MISSING',
  strict: 'warning',
  soft: 'notice',
  summary: 'The verdict is Failed, and no section *Feedback* in that PART 2 says why.',
  why: 'The next attempt would make the same mistake again.',
  repair: 'Write `### Feedback for Next Iteration` with what is to be better.',
  examples: () => ({
    bad: [
      { about: 'no section', head: change(sample, { [third]: reportText('task-3') + reviewText('Failed', '') }) },
      { about: 'an empty one', head: change(sample, { [third]: reportText('task-3') + reviewText('Failed', '[…]') }) },
      {
        about: 'a comment',
        head: change(sample, { [third]: reportText('task-3') + reviewText('Failed', '<!-- What is to be better? -->') }),
      },
    ],
    good: [
      { about: 'a sentence', head: failedSample },
      { about: 'Qualified', head: doneSample },
    ],
  }),
  *check({ report: { verdict: said, hasFeedback, legacy, document }, task: { target } }) {
    if (said?.value !== 'Failed' || hasFeedback || legacy !== undefined) return
    yield {
      message: msg`Missing section ${'Feedback'}, expected it beside the verdict ${'Failed'}`,
      hint: 'Write what the next attempt is to do better.',
      place: document.place(said.line),
      target,
    }
  },
}
