import { hasDifferentData } from '../../../kit/record.ts'
import { undoAdvice } from './advice.ts'
import { msg } from '../../../core/message.ts'
import { instantOf } from '../schema.ts'
import { isNamed, nameIn, type Stage } from '../model.ts'
import { changes, removedStages, keptRuns, type ChangeSubject, type ControlRules } from './subjects.ts'
import { overParts } from '../../../kit/rules.ts'

/** The files by which control is granted and returned: a finding about one of them concerns both. */
const controlFiles = ({ accept, handback }: Stage) => [accept.path, handback.path]

/** The answer went and no new grant came in its place. */
const isDeleted = ({ before, stage, newGrant }: ChangeSubject): boolean =>
  before.handback.value !== undefined && !stage.handback.exists && !newGrant

export const changeRules: ControlRules = {
  name: 'changes',
  title: 'What a change may do to the two files',
  rules: [
    overParts(changes, [
      {
        code: 'ACCEPT_BACKWARDS',
        strict: 'warning',
        soft: 'notice',
        summary: 'A new grant is older than the one before it, compared as times and not as strings.',
        why: 'A clock is wrong, or an old file replaced a newer one.',
        repair: 'Grant control again, or write the time at which it was granted.',
        hint: 'Write the time at which control was granted.',
        *check({ before, stage }) {
          const [previousTime, currentTime] = [before, stage].map(({ accept }) =>
            accept.value ? instantOf(accept.value.timestamp) : undefined,
          )
          if (previousTime === undefined || currentTime === undefined || currentTime >= previousTime) return
          yield {
            message: msg`Unexpected timestamp ${stage.accept.file.text('timestamp') ?? ''}, expected one after ${before.accept.file.text('timestamp') ?? ''}`,
            place: stage.accept.file.place('timestamp'),
            concerns: controlFiles(stage),
          }
        },
      },
      {
        code: 'ACCEPT_REFRESHED',
        strict: 'notice',
        soft: 'notice',
        summary: 'Control was granted again while the agent had it.',
        why: 'This is only a notice: the time at which the work began is overwritten.',
        repair: 'No action is needed.',
        hint: 'This is a notice: no action is needed.',
        *check({ before, stage, acceptChanged }) {
          if (before.holder !== 'agent' || stage.state !== 'granted' || !acceptChanged) return
          yield {
            message: msg`Unexpected second grant, expected ${'accept.json'} unchanged while the agent has control`,
            place: stage.accept.file.place('timestamp'),
            concerns: controlFiles(stage),
          }
        },
      },
      {
        code: 'ACCEPT_WITHDRAWN',
        strict: 'warning',
        soft: 'notice',
        summary: 'The change deletes a valid `accept.json`, and the stage is still there.',
        why: 'The agent may still work, and nothing shows this any more.',
        repair: 'Restore it. `/handback STAGE error CANCELLED TEXT` ends the work so that it can be seen.',
        *check(change) {
          const { before, stage } = change
          if (before.accept.value === undefined || stage.accept.exists || isDeleted(change)) return
          const grant = `/accept ${nameIn(stage)}`
          const end = `/handback ${nameIn(stage)} error CANCELLED "…"`
          yield {
            message: msg`Missing ${before.accept.path}, expected it as long as its stage is there`,
            hint:
              stage.handback.exists || !isNamed(stage)
                ? 'Restore it.'
                : msg`Restore it, or grant control again with ${grant}. Where the work is to end, then ${end}.`,
            place: { path: before.accept.path },
            concerns: controlFiles(stage),
          }
        },
      },
      {
        code: 'HANDBACK_DELETED',
        strict: 'error',
        soft: 'warning',
        summary: 'The change deletes a valid `handback.json` without a new grant.',
        why: 'The answer of the agent is gone, and the stage looks as if its agent still worked.',
        repair: 'Restore it. `/accept STAGE` or `/answer STAGE TEXT` begins the next cycle.',
        *check(change) {
          if (!isDeleted(change)) return
          const { path } = change.before.handback
          yield {
            message: msg`Missing ${path}, expected it until control is granted again`,
            ...undoAdvice('Restore it', change),
            place: { path },
            concerns: controlFiles(change.stage),
          }
        },
      },
      {
        code: 'HANDBACK_REWRITTEN',
        strict: 'error',
        soft: 'warning',
        summary: 'The change replaces a valid `handback.json` without a new grant.',
        why: 'An agent that has returned control may not change its answer: others may have acted on the first one.',
        repair: 'Revert it. `/accept STAGE` begins the next cycle.',
        *check(change) {
          const { before, stage, newGrant, handbackChanged } = change
          if (before.handback.value === undefined || !stage.handback.exists || !handbackChanged || newGrant) return
          yield {
            message: msg`Unexpected change of ${'handback.json'}, expected it unchanged until control is granted again`,
            ...undoAdvice('Revert it', change),
            place: stage.handback.file.place('reason'),
            concerns: controlFiles(stage),
          }
        },
      },
      {
        code: 'HANDBACK_STALE',
        strict: 'error',
        soft: 'warning',
        summary: 'Control was granted again, and the answer of the previous cycle is still there.',
        why: 'The old answer is read as the new one, before the agent has begun.',
        repair: '`/accept STAGE` grants control and removes the old answer.',
        *check({ before, stage, newGrant, handbackChanged }) {
          if (before.handback.value === undefined || !stage.handback.exists || handbackChanged || !newGrant) return
          const fix = `/accept ${nameIn(stage)}`
          yield {
            message: msg`Unexpected ${'handback.json'} of the previous cycle, expected none together with a new grant`,
            ...(isNamed(stage) ? { hint: msg`${fix} grants control and removes it.`, fix } : { hint: 'Delete it.' }),
            place: { path: stage.handback.path, line: 1 },
            concerns: controlFiles(stage),
          }
        },
      },
      {
        code: 'CONTROL_ONE_CHANGE',
        strict: 'notice',
        soft: 'notice',
        summary: 'One change both grants control and returns it.',
        why: 'This is only a notice: the repository does not show that the grant came first.',
        repair: 'No action is needed.',
        hint: 'This is a notice: no action is needed.',
        *check({ stage, newGrant, handbackChanged }) {
          if (!newGrant || stage.handback.value === undefined || !handbackChanged) return
          yield {
            message: msg`Unexpected grant and return in one change, expected one after the other`,
            place: { path: stage.handback.path, line: 1 },
            concerns: controlFiles(stage),
          }
        },
      },
      {
        code: 'CONTROL_ANSWER_CHANGED',
        strict: 'warning',
        soft: 'notice',
        summary: 'The change edits or deletes an answer, and its stage is still there.',
        why: 'An agent may have relied on it, and it is unclear which text it read.',
        repair: 'Revert it. A new answer gets a new number.',
        *check({ before, stage: { answers } }) {
          const currentAnswers = new Map(answers.map(({ answer: file }) => [file.path, file]))
          for (const { answer: previousAnswer } of before.answers) {
            const currentAnswer = currentAnswers.get(previousAnswer.path)
            if (currentAnswer && !hasDifferentData(previousAnswer.file, currentAnswer.file)) continue
            const hint = 'Revert it; a new answer gets a new number.'
            yield currentAnswer
              ? {
                  message: msg`Unexpected change of ${previousAnswer.path}, expected it unchanged`,
                  hint,
                  place: { path: previousAnswer.path, line: 1 },
                }
              : {
                  message: msg`Missing ${previousAnswer.path}, expected it unchanged`,
                  hint,
                  place: { path: previousAnswer.path },
                }
          }
        },
      },
    ]),
    overParts(keptRuns, [
      {
        code: 'STAGE_RUN_DELETED',
        strict: 'warning',
        soft: 'notice',
        summary: 'The change deletes `wf-run.json`, and its run is still there.',
        why: 'The tools of the workflow find the stages and their status in it.',
        hint: 'Restore it. To clean up, delete the whole run.',
        *check({ run: { record }, before }) {
          if (!before.record.exists || record.exists) return
          yield {
            message: msg`Missing ${before.record.path}, expected it as long as its run is there`,
            place: { path: before.record.path },
          }
        },
      },
    ]),
    overParts(removedStages, [
      {
        code: 'STAGE_REMOVED',
        strict: 'warning',
        soft: 'notice',
        summary: 'The change removes a stage while the agent has control of it.',
        why: 'The agent works on, and there is nothing left to hand back.',
        hint: 'Restore it, and let the agent hand back first.',
        *check({ holder, accept, path }) {
          if (holder !== 'agent') return
          yield {
            message: msg`Missing stage ${path}, expected it until control is returned`,
            place: { path: accept.path },
          }
        },
      },
    ]),
  ],
}
