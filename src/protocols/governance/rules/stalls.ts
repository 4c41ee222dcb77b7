import { msg } from '../../../core/message.ts'
import { addedSessions, type StallSubject, stalls, type GovernanceRules } from './subjects.ts'
import { hiddenLoops, isRepeating, isStalled, loopMessages, miscountsIn, type Stall } from '../loops/stalls.ts'
import type { Finding } from '../../../core/diagnostic.ts'
import { isContinuation, type Mendable, type MendableList } from '../reading/inheritance.ts'
import { limits } from '../schema.ts'
import { newFileAdvice } from './files.ts'
import { overParts, wholeComparison } from '../../../kit/rules.ts'

/** Rules about active sessions that repeat the same steps without progress. */
function loopFinding(
  { stall: { id, file } }: StallSubject,
  message: string,
  question: string,
  path: readonly string[],
): Finding {
  return {
    message,
    hint: msg`Ask a person: ${`/handback ${id} question "…"`}.`,
    fix: `/handback ${id} question ${question}`,
    place: file.keyPlace(...path),
  }
}

const loopCodes = { planner: 'GOV_STALL_PLANNER', validator: 'GOV_STALL_VALIDATOR' } as const

/** Cycles as they are compared: hash and score together. */
const cyclesOf = ({ planner: { hashes, scores } }: Stall) =>
  hashes.map((hash, index) => ({ issuesHashHistory: hash, scoreHistory: scores[index] }))

/** What of the cycles was wrong in base. */
const mendableCycles = (mendable: Mendable): MendableList => ({
  isWrong: (index, key) => key !== undefined && mendable.isWrong('plannerChecker', key, index),
  hasGap: () => false,
})

export const stallRules: GovernanceRules = {
  name: 'stalls',
  title: 'Loops',
  rules: [
    overParts(wholeComparison, [
      {
        code: 'GOV_STALL_MISSING',
        strict: 'error',
        soft: 'warning',
        safe: true,
        summary: 'A session that has not stopped has no stall file.',
        why: 'Without a stall file, a loop without progress would go unnoticed (S1-R05).',
        repair: '`/fix GOV_STALL_MISSING` writes an empty one.',
        *check(comparison) {
          const { now } = comparison
          const fix = '/fix GOV_STALL_MISSING'
          const addedPaths = new Set(addedSessions(comparison))
          for (const { id, isHeld, named, path: sessionPath, target } of now.sessions) {
            const path = now.paths.stall(id)
            if (!isHeld || now.stall(id)) continue
            yield {
              message: msg`Missing ${path}, expected one while the session works`,
              // What no command can name is for people.
              ...(named && newFileAdvice(fix, path, comparison.before?.stall(id) !== undefined)),
              place: { path },
              concerns: addedPaths.has(sessionPath) ? [sessionPath] : [],
              target,
            }
          }
        },
      },
    ]),
    overParts(stalls, [
      {
        code: 'GOV_STALL_COUNT',
        strict: 'error',
        soft: 'error',
        safe: true,
        summary: 'A count of a stall file does not match its histories, or `lastScore` is not the last score.',
        why: 'The count shows whether there is a loop.',
        repair:
          '`/fix GOV_STALL_COUNT` counts again. Where the right count shows a loop of a session that has not stopped, hand that session back first.',
        *check({ stall: checkedStall, session }) {
          const fix = '/fix GOV_STALL_COUNT'
          const loops = session?.isHeld === true ? hiddenLoops(checkedStall).map((loop) => loopCodes[loop]) : []
          const advice =
            loops.length === 0
              ? { hint: msg`The command ${fix} counts again.`, fix }
              : {
                  hint: msg`The right count shows a loop, ${loops}: ask a person with ${`/handback ${checkedStall.id} question "…"`}; then ${fix} counts again.`,
                }
          for (const { path, stored, counted } of miscountsIn(checkedStall))
            yield {
              message: path.includes('lastScore')
                ? msg`Unexpected ${'lastScore'} ${stored}, expected the last of ${'scoreHistory'}`
                : msg`Unexpected count ${stored}, expected ${counted}`,
              ...advice,
              place: checkedStall.file.keyPlace(...path),
            }
        },
      },
      {
        code: 'GOV_STALL_PLANNER',
        strict: 'error',
        soft: 'warning',
        repair: '`/handback ID question` asks a person.',
        summary: 'Planner and checker had the same issues four times, and no better score.',
        why: 'They go round in circles, and only a person can help (section 4 of the specification).',
        *check(subject) {
          if (subject.session?.isHeld !== true || !isStalled(subject.stall)) return
          yield loopFinding(subject, loopMessages.planner, 'The same issues come back: what is to be done?', [
            'plannerChecker',
            'stallCount',
          ])
        },
      },
      {
        code: 'GOV_STALL_VALIDATOR',
        strict: 'error',
        soft: 'warning',
        repair: '`/handback ID question` asks a person.',
        summary: 'The same error occurred three times in a row.',
        why: 'The attempts to fix it do not help (section 4 of the specification).',
        *check(subject) {
          if (subject.session?.isHeld !== true || !isRepeating(subject.stall)) return
          yield loopFinding(subject, loopMessages.validator, 'The same error comes back: what is to be done?', [
            'validatorFix',
            'repeatCount',
          ])
        },
      },
      {
        code: 'GOV_STALL_ORPHAN',
        strict: 'notice',
        soft: 'off',
        summary: 'A stall file belongs to no session.',
        why: 'It is left over, or its name has a typo.',
        hint: 'Delete it.',
        *check({ stall: { id, file }, session }) {
          if (session) return
          yield {
            message: msg`Unexpected stall file of ${id}, expected a session of that id`,
            place: { path: file.path, line: 1 },
          }
        },
      },
      {
        code: 'GOV_STALL_REWRITTEN',
        strict: 'error',
        soft: 'error',
        summary: 'A history of a stall file does not continue the previous one, and is not empty.',
        why: 'Removing cycles hides a loop.',
        repair: 'Restore the previous version; a new session begins with an empty one.',
        *check({ stall: currentStall, before, mendable }) {
          if (!before?.file.data || !currentStall.file.data) return
          const lists = [
            {
              path: ['plannerChecker', 'issuesHashHistory'],
              was: cyclesOf(before),
              is: cyclesOf(currentStall),
              mends: mendableCycles(mendable),
            },
            {
              path: ['validatorFix', 'errorHashHistory'],
              was: before.validator.hashes,
              is: currentStall.validator.hashes,
              mends: mendable.list('validatorFix', 'errorHashHistory'),
            },
          ]
          for (const { path, was, is, mends } of lists) {
            if (is.length === 0 || isContinuation(was, is, limits.window, mends)) continue
            yield {
              message: msg`Unexpected ${path.join('.')}, expected the previous entries, with new ones only after them`,
              hint: 'Restore the previous version.',
              place: currentStall.file.keyPlace(...path),
            }
          }
        },
      },
    ]),
  ],
}
