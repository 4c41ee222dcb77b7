import type { Finding } from '../../../../core/diagnostic.ts'
import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { isChanged, isWritten, knownInvocations } from '../../changed.ts'
import { change, marked, planPath, sample, tasksPath } from '../../examples.ts'
import type { SessionSubject } from '../../subjects.ts'
import { effectOf, pathsOf, titleOf, place } from './contract.ts'
import { planner, withoutQuestions, asked } from './examples.ts'

export const effectMissing: Rule<SessionSubject> = {
  code: 'SUBAGENT_EFFECT_MISSING',
  strict: 'error',
  soft: 'error',
  summary: 'A planner or questioner says that it is done, and something that its contract makes it write is not there or did not change.',
  why: 'A contract is its output and its effect: one without the other is not done.',
  repair: 'Write the file, or say `blocked`.',
  examples() {
    return {
      bad: [
        { about: 'an update of nothing', base: sample, head: planner('UPDATE') },
        { about: 'a breakdown without tasks', base: sample, head: planner('TASK_BREAKDOWN') },
        { about: 'discovery without questions', base: withoutQuestions, head: planner('DISCOVERY', withoutQuestions) },
        { about: 'questions that nobody wrote down', base: sample, head: asked() },
        {
          about: 'an update of nothing but the mark of its planning task',
          base: marked(sample, 'plan-init', 'x', '/'),
          head: planner('UPDATE'),
        },
      ],
      good: [
        { about: 'an update', base: sample, head: planner('UPDATE', change(sample, { [planPath]: [['Count the', 'Count all']] })) },
        {
          about: 'a breakdown',
          base: sample,
          head: planner('TASK_BREAKDOWN', change(sample, { [tasksPath]: [['Have the part of task-3.', 'Have help.']] })),
        },
        { about: 'discovery', base: withoutQuestions, head: planner('DISCOVERY') },
        { about: 'questions', base: withoutQuestions, head: asked() },
        { about: 'initialized', base: {}, head: planner('INITIALIZE') },
        { about: 'done before the change', base: planner('UPDATE'), head: planner('UPDATE') },
      ],
    }
  },
  *check({ session, before, model, modelBefore }): Iterable<Finding> {
    if (!modelBefore) return
    for (const message of knownInvocations(session, before)) {
      const effect = effectOf(message)
      const hint = msg`Write it, or say ${'blocked'}.`
      for (const word of effect?.created ?? []) {
        if (pathsOf(word, message, session, before).some((path) => model.view.entry(path))) continue
        yield {
          message: msg`Missing effect of ${message.key}: ${titleOf(word, session)} is not there`,
          hint,
          place: place(message),
          target: session.target,
        }
      }
      const words = effect?.oneOf ?? []
      const paths = words.flatMap((word) => pathsOf(word, message, session, before))
      const isNew = (path: string) =>
        before ? isWritten({ session, before, model, modelBefore }, path) : isChanged(model, modelBefore, path)
      if (paths.length === 0 || paths.some((path) => model.view.entry(path) && isNew(path))) continue
      yield {
        message: msg`Missing effect of ${message.key}: expected a change of ${words.map((word) => titleOf(word, session))}`,
        hint,
        place: place(message),
        target: session.target,
      }
    }
  },
}
