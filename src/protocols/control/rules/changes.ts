import { hasDifferentData } from '../../../kit/record.ts'
import type { Finding, Place } from '../../../core/diagnostic.ts'
import { type Advice, undoAdvice } from './advice.ts'
import { msg } from '../../../core/message.ts'
import { instantOf } from '../schema.ts'
import { isNamed, nameIn } from '../model.ts'
import { changes, removedStages, keptRuns, type ChangeSubject, type ControlRules } from './subjects.ts'
import { overParts } from '../../../kit/rules.ts'

interface ChangeReport {
  readonly applies: (change: ChangeSubject) => boolean
  /** By `msg`. */
  readonly message: (change: ChangeSubject) => string
  readonly advice: (change: ChangeSubject) => Advice
  readonly place: (change: ChangeSubject) => Place
}

/** One finding about what became of the two files of a stage. */
const changeCheck = ({ applies, message, advice, place }: ChangeReport) =>
  function* (change: ChangeSubject): Iterable<Finding> {
    if (!applies(change)) return
    const { accept, handback } = change.stage
    yield { message: message(change), ...advice(change), place: place(change), concerns: [accept.path, handback.path] }
  }

/** The answer went and no new grant came in its place. */
const isDeleted = ({ before, stage, newGrant }: ChangeSubject): boolean =>
  before.handback.value !== undefined && !stage.handback.exists && !newGrant

/** The grant was removed, and nothing that is left says why. */
const isWithdrawn = (change: ChangeSubject): boolean =>
  change.before.accept.value !== undefined && !change.stage.accept.exists && !isDeleted(change)

/** A valid answer became another one, valid or not, without a new grant. */
const isRewritten = ({ before, stage, newGrant, handbackChanged }: ChangeSubject): boolean =>
  before.handback.value !== undefined && stage.handback.exists && handbackChanged && !newGrant

/** The answer of the previous cycle is next to a new grant. */
const isStale = ({ before, stage, newGrant, handbackChanged }: ChangeSubject): boolean =>
  before.handback.value !== undefined && stage.handback.exists && !handbackChanged && newGrant

/** A grant and its answer came together. */
const isWholeCycle = ({ stage, newGrant, handbackChanged }: ChangeSubject): boolean =>
  newGrant && stage.handback.value !== undefined && handbackChanged

/** What a change may do to the two files */
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
        check: changeCheck({
          applies({ before, stage }) {
            const [previousTime, currentTime] = [before, stage].map(({ accept }) =>
              accept.value ? instantOf(accept.value.timestamp) : undefined,
            )
            return previousTime !== undefined && currentTime !== undefined && currentTime < previousTime
          },
          message: ({ before, stage }) =>
            msg`Unexpected timestamp ${stage.accept.file.text('timestamp') ?? ''}, expected one after ${before.accept.file.text('timestamp') ?? ''}`,
          advice: () => ({ hint: 'Write the time at which control was granted.' }),
          place: ({ stage }) => stage.accept.file.place('timestamp'),
        }),
      },
      {
        code: 'ACCEPT_REFRESHED',
        strict: 'notice',
        soft: 'notice',
        summary: 'Control was granted again while the agent had it.',
        why: 'This is only a notice: the time at which the work began is overwritten.',
        repair: 'No action is needed.',
        check: changeCheck({
          applies: ({ before, stage, acceptChanged }) =>
            before.holder === 'agent' && stage.state === 'granted' && acceptChanged,
          message: () => msg`Unexpected second grant, expected ${'accept.json'} unchanged while the agent has control`,
          advice: () => ({ hint: 'This is a notice: no action is needed.' }),
          place: ({ stage }) => stage.accept.file.place('timestamp'),
        }),
      },
      {
        code: 'ACCEPT_WITHDRAWN',
        strict: 'warning',
        soft: 'notice',
        summary: 'The change deletes a valid `accept.json`, and the stage is still there.',
        why: 'The agent may still work, and nothing shows this any more.',
        repair: 'Restore it. `/handback STAGE error CANCELLED TEXT` ends the work so that it can be seen.',
        check: changeCheck({
          applies: isWithdrawn,
          message: ({ before }) => msg`Missing ${before.accept.path}, expected it as long as its stage is there`,
          advice({ stage }) {
            if (stage.handback.exists || !isNamed(stage)) return { hint: 'Restore it.' }
            const grant = `/accept ${nameIn(stage)}`
            const end = `/handback ${nameIn(stage)} error CANCELLED "…"`
            return {
              hint: msg`Restore it, or grant control again with ${grant}. Where the work is to end, then ${end}.`,
            }
          },
          place: ({ before }) => ({ path: before.accept.path }),
        }),
      },
      {
        code: 'HANDBACK_DELETED',
        strict: 'error',
        soft: 'warning',
        summary: 'The change deletes a valid `handback.json` without a new grant.',
        why: 'The answer of the agent is gone, and the stage looks as if its agent still worked.',
        repair: 'Restore it. `/accept STAGE` or `/answer STAGE TEXT` begins the next cycle.',
        check: changeCheck({
          applies: isDeleted,
          message: ({ before }) => msg`Missing ${before.handback.path}, expected it until control is granted again`,
          advice: (change) => undoAdvice('Restore it', change),
          place: ({ before }) => ({ path: before.handback.path }),
        }),
      },
      {
        code: 'HANDBACK_REWRITTEN',
        strict: 'error',
        soft: 'warning',
        summary: 'The change replaces a valid `handback.json` without a new grant.',
        why: 'An agent that has returned control may not change its answer: others may have acted on the first one.',
        repair: 'Revert it. `/accept STAGE` begins the next cycle.',
        check: changeCheck({
          applies: isRewritten,
          message: () =>
            msg`Unexpected change of ${'handback.json'}, expected it unchanged until control is granted again`,
          advice: (change) => undoAdvice('Revert it', change),
          place: ({ stage }) => stage.handback.file.place('reason'),
        }),
      },
      {
        code: 'HANDBACK_STALE',
        strict: 'error',
        soft: 'warning',
        summary: 'Control was granted again, and the answer of the previous cycle is still there.',
        why: 'The old answer is read as the new one, before the agent has begun.',
        repair: '`/accept STAGE` grants control and removes the old answer.',
        check: changeCheck({
          applies: isStale,
          message: () =>
            msg`Unexpected ${'handback.json'} of the cycle before, expected none together with a new grant`,
          advice({ stage }) {
            const fix = `/accept ${nameIn(stage)}`
            return isNamed(stage) ? { hint: msg`${fix} grants control and removes it.`, fix } : { hint: 'Delete it.' }
          },
          place: ({ stage }) => ({ path: stage.handback.path, line: 1 }),
        }),
      },
      {
        code: 'CONTROL_ONE_CHANGE',
        strict: 'notice',
        soft: 'notice',
        summary: 'One change both grants control and returns it.',
        why: 'This is only a notice: the repository does not show that the grant came first.',
        repair: 'No action is needed.',
        check: changeCheck({
          applies: isWholeCycle,
          message: () => msg`Unexpected grant and return in one change, expected one after the other`,
          advice: () => ({ hint: 'This is a notice: no action is needed.' }),
          place: ({ stage }) => ({ path: stage.handback.path, line: 1 }),
        }),
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
        repair: 'Restore it. To clean up, delete the whole run.',
        *check({ run: { record }, before }) {
          if (!before.record.exists || record.exists) return
          yield {
            message: msg`Missing ${before.record.path}, expected it as long as its run is there`,
            hint: 'Restore it. To clean up, delete the whole run.',
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
        *check({ before: { holder, accept, path } }) {
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
