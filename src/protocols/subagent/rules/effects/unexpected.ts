import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { isWritten, knownInvocations } from '../../changed.ts'
import {
  change,
  failedSample,
  instructionsPath,
  marked,
  payloads,
  pendingSample,
  planPath,
  reportPath,
  reportText,
  reviewText,
  sample,
  tasksPath,
  withMessage,
} from '../../examples.ts'
import { planFile, progressFile, tasksFile } from '../../files.ts'
import type { Message } from '../../reading/message.ts'
import type { Session } from '../../session.ts'
import type { ChangedSession } from '../../subjects.ts'
import { effectOf, pathsOf } from './contract.ts'
import { planner, withoutQuestions, asked } from './examples.ts'

/** Files of the protocol in a session, besides messages: there or not. */
function stateFiles(session: Session): readonly string[] {
  return [
    ...[planFile, tasksFile, progressFile].map((name) => `${session.path}/${name}`),
    ...session.questions.map(({ path }) => path),
    ...session.reports.map(({ path }) => path),
    `${session.path}.instructions.md`,
  ]
}

/** Whether a change begins another invocation, too, whose agent may have written already. */
const isBesideOthers = ({ key: own }: Message, session: Session, before: Session) =>
  session.messages.some(({ key, kind }) => kind === 'input' && key !== own && !before.message(key, 'input'))

const answered = (files: typeof sample) =>
  withMessage(files, 'executor.task-3.a1.output', payloads.executorOutput('task-3'), payloads.executorInput('task-3'))

const reviewed = withMessage(
  change(marked(sample, 'task-3', ' ', 'x'), { [reportPath('task-3')]: reportText('task-3') + reviewText('Qualified') }),
  'reviewer.task-3.a1.output',
  payloads.reviewerOutput,
  payloads.reviewerInput('task-3'),
)

export const effectUnexpected: Rule<ChangedSession> = {
  code: 'SUBAGENT_EFFECT_UNEXPECTED',
  strict: 'warning',
  soft: 'warning',
  summary: 'The change has exactly one finished invocation in a session, and another file of the session changed than its contract allows.',
  why: 'An agent that writes what another one owns takes decisions that are not its own.',
  repair: 'Take the change back, or let the owner of the file make it.',
  examples() {
    return {
      bad: [
        {
          about: 'a questioner that changes the plan',
          base: withoutQuestions,
          head: asked(change(sample, { [planPath]: [['Count the', 'Count all']] })),
        },
        {
          about: 'an executor that changes the tasks',
          base: sample,
          head: answered(change(pendingSample, { [tasksPath]: [['Have the part of task-2.', 'Have nothing.']] })),
        },
        {
          about: 'a breakdown that changes the plan',
          base: sample,
          head: planner(
            'TASK_BREAKDOWN',
            change(sample, { [planPath]: [['Count the', 'Count all']], [tasksPath]: [['Have the part of task-3.', 'Have help.']] }),
          ),
        },
        {
          about: 'a reviewer that changes the instructions',
          base: pendingSample,
          head: change(reviewed, { [instructionsPath]: [['# Ralph', '# The Ralph']] }),
        },
      ],
      good: [
        { about: 'an executor', base: sample, head: answered(pendingSample) },
        { about: 'a reviewer', base: pendingSample, head: reviewed },
        {
          about: 'an invocation that failed its review, and the next one in flight',
          base: sample,
          head: withMessage(
            answered({ ...marked(failedSample, 'task-3', ' ', '/'), [reportPath('task-3', 2)]: reportText('task-3', 2) }),
            'executor.task-3.a2.input',
            payloads.executorInput('task-3', 2),
          ),
        },
        {
          about: 'two invocations',
          base: withoutQuestions,
          head: planner('UPDATE', asked(change(sample, { [planPath]: [['Count the', 'Count all']] }))),
        },
      ],
    }
  },
  *check(subject) {
    const { session, before, model } = subject
    const [message, ...others] = knownInvocations(session, before)
    if (!message || others.length > 0 || isBesideOthers(message, session, before)) return
    const allowed = new Set((effectOf(message)?.may ?? []).flatMap((word) => pathsOf(word, message, session, before)))
    for (const path of new Set([...stateFiles(session), ...stateFiles(before)])) {
      if (allowed.has(path) || !isWritten(subject, path)) continue
      yield {
        message: msg`Unexpected effect of ${message.key}: ${path} changed`,
        hint: 'Take it back, or let the owner of the file change it.',
        place: { path: model.view.entry(path) ? path : session.anchor, line: 1 },
        target: session.target,
      }
    }
  },
}
