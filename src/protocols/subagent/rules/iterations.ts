import { metadataShape, processedSignalShape, signalShape } from '../schema.ts'
import { distance, isLegal, statesReachedFrom } from '../../../kit/states.ts'
import { sessionMoves, sessionStates } from '../states.ts'
import { msg } from '../../../core/message.ts'
import type { Session } from '../model.ts'
import { iteratedSessions, type ChangedSession, changedIterations, isChanged, type SubagentRules } from './subjects.ts'
import { overParts } from '../../../kit/rules.ts'
import { shapeFindings } from '../../../kit/shape-findings.ts'

/** How what is wrong with a file of v2 is spelled. */
const iterationSpelling = { nullIsAbsent: true, at: 'written' } as const

const isState = (state: string | undefined) => sessionStates.includes(state ?? '')

function stateMove({ session, before }: ChangedSession) {
  const [to, from] = [session.iterations?.state, before.iterations?.state]
  const file = session.iterations?.metadata
  return file && to !== undefined && from !== undefined && isState(to) && isState(from) && to !== from
    ? { file, from, to }
    : undefined
}

/** `iteration` of the metadata, as far as there are folders. */
const storedIteration = (session: Session | undefined): number | undefined => {
  const { stored, folders = [] } = session?.iterations ?? {}
  return stored === undefined ? undefined : Math.min(stored, folders.at(-1) ?? stored)
}

export const iterationRules: SubagentRules = {
  name: 'iterations',
  title: 'Iterations, metadata and signals of v2',
  rules: [
    overParts(iteratedSessions, [
      {
        code: 'SUBAGENT_METADATA_FIELD',
        strict: 'error',
        soft: 'warning',
        summary: 'In v2: a field of `metadata.yaml` is missing or has another type.',
        why: 'The orchestrator resumes from the existing files.',
        hint: 'Write the field.',
        check: ({ session: { id, iterations } }) =>
          shapeFindings(iterations?.metadata?.data, () => metadataShape(id), iterationSpelling),
      },
      {
        code: 'SUBAGENT_STATE_UNKNOWN',
        strict: 'error',
        soft: 'error',
        summary: 'In v2: the state of the orchestrator is unknown.',
        why: 'It is unclear what comes next.',
        repair: 'Write one of the states.',
        *check({ session }) {
          const { metadata: file, state } = session.iterations ?? {}
          if (!file || state === undefined || isState(state)) return
          yield {
            message: msg`Unexpected state ${state}, expected one of ${sessionStates}`,
            hint: 'Write one of these.',
            place: file.place('orchestrator', 'state'),
          }
        },
      },
    ]),
    overParts(changedIterations, [
      {
        code: 'SUBAGENT_STATE_ILLEGAL',
        strict: 'error',
        soft: 'error',
        summary: 'In v2: no steps of the orchestrator lead to the new state.',
        why: 'A session begins only once; otherwise its plan would be made again.',
        repair: 'Restore the state. A complete session continues by REPLANNING.',
        *check(subject) {
          const move = stateMove(subject)
          if (!move || distance(sessionMoves, move.from, move.to) !== undefined) return
          yield {
            message: msg`Unexpected state ${move.to} after ${move.from}: no steps lead there`,
            hint: 'Restore the state.',
            place: move.file.place('orchestrator', 'state'),
          }
        },
      },
      {
        code: 'SUBAGENT_STATE_SKIPPED',
        strict: 'warning',
        soft: 'warning',
        summary: 'In v2: the orchestrator made more than one step.',
        why: 'The history does not show what happened.',
        hint: 'Commit each step.',
        *check(subject) {
          const move = stateMove(subject)
          if (
            !move ||
            distance(sessionMoves, move.from, move.to) === undefined ||
            isLegal(sessionMoves, move.from, move.to)
          )
            return
          const nextStates = statesReachedFrom(sessionMoves, move.from)
          yield {
            message: `${msg`Unexpected state ${move.to} after ${move.from}`}, expected ${nextStates.length > 1 ? 'one of ' : ''}${msg`${nextStates}`} first`,
            place: move.file.place('orchestrator', 'state'),
          }
        },
      },
    ]),
    overParts(iteratedSessions, [
      {
        code: 'SUBAGENT_ITERATION_ORDER',
        strict: 'error',
        soft: 'warning',
        summary:
          'In v2: the folders of iterations are not 1, 2, 3 …, or fewer than `iteration` says, or `iteration` is lower than before.',
        why: 'Iterations are numbered without gaps, and none may be lost.',
        repair: 'Restore the missing folder, or fix `iteration`.',
        *check({ session, before }) {
          const { iterations } = session
          if (!iterations) return
          const { folders, stored, metadata: file } = iterations
          const place = file ? file.place('iteration') : { path: session.anchor, line: 1 }
          const hint = msg`Restore the missing folder, or fix ${'iteration'}.`
          const gap = folders.findIndex((number, index) => number !== index + 1)
          const storedBefore = storedIteration(before)
          if (gap !== -1)
            yield { message: msg`Unexpected iterations ${folders}, expected ${gap + 1} after ${gap}`, hint, place }
          else if (stored !== undefined && (folders.at(-1) ?? 0) < stored)
            yield { message: msg`Missing folder of iteration ${stored}`, hint, place }
          if (stored !== undefined && storedBefore !== undefined && stored < storedBefore)
            yield {
              message: msg`Unexpected iteration ${stored}, expected ${storedBefore} or more as before`,
              hint,
              place,
            }
        },
      },
    ]),
    overParts(changedIterations, [
      {
        code: 'SUBAGENT_ITERATION_FROZEN',
        strict: 'error',
        soft: 'error',
        summary: 'In v2: a file of a completed iteration changed.',
        why: 'Later iterations rest on what was learned in it.',
        repair: 'Revert it: new work belongs to the current iteration.',
        *check({ session, before, model, modelBefore }) {
          const { stored, isCompleted } = before.iterations ?? {}
          if (stored === undefined || !isCompleted) return
          for (const path of new Set([...session.paths, ...before.paths])) {
            const [, digits] = /^iterations\/(\d{1,6})\//.exec(path.slice(session.path.length + 1)) ?? []
            const number = Number(digits)
            if (
              digits === undefined ||
              number >= stored ||
              !isCompleted(number) ||
              !isChanged(model, modelBefore, path)
            )
              continue
            yield {
              message: msg`Unexpected change of ${path}: iteration ${number} was completed`,
              hint: 'Revert it.',
              place: { path, line: 1 },
            }
          }
        },
      },
    ]),
    overParts(iteratedSessions, [
      {
        code: 'SUBAGENT_SIGNAL',
        strict: 'error',
        soft: 'warning',
        summary:
          'In v2: a signal has an unknown type or target, no message, or an iteration that is not a number; or it was processed, and there is no record of how.',
        why: 'A signal that is not understood has no effect.',
        hint: 'Write what is expected there.',
        *check({ session }) {
          for (const { file, processed } of session.iterations?.signals ?? [])
            yield* shapeFindings(file.data, processed ? processedSignalShape : signalShape, iterationSpelling)
        },
      },
    ]),
  ],
}
