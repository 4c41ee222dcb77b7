import { metadataShape, processedSignalShape, signalShape } from '../schema.ts'
import { distance, isLegal, reachedFrom } from '../../../kit/states.ts'
import { sessionMoves, sessionStates } from '../states.ts'
import { msg } from '../../../core/message.ts'
import { iteratedSessions, type ChangedSession, changedIterations, isChanged, type SubagentRules } from './subjects.ts'
import { over } from '../../../kit/rules.ts'
import { shapeFindings } from '../../../kit/shape-findings.ts'

/** How what is wrong with a file of v2 is spelled. */
const iterationSpelling = { nullIsAbsent: true, message: 'expected' } as const

const isState = (state: string | undefined) => sessionStates.includes(state ?? '')

function stateMove({ session, before }: ChangedSession) {
  const [to, from] = [session.iterations?.state, before.iterations?.state]
  const file = session.iterations?.metadata
  return file && to !== undefined && from !== undefined && isState(to) && isState(from) && to !== from ? { file, from, to } : undefined
}

/** Iterations, metadata and signals of v2 */
export const iterationRules: SubagentRules = {
  name: 'iterations',
  title: 'Iterations, metadata and signals of v2',
  rules: [
    over(iteratedSessions, [
      {
        code: 'SUBAGENT_METADATA_FIELD',
        strict: 'error',
        soft: 'warning',
        summary: 'In v2: a field of `metadata.yaml` is missing or has another type.',
        why: 'The orchestrator resumes from the existing files.',
        hint: 'Write the field.',
        examples: ({ change, inSession, iteratedSample }) => {
          const metadata = inSession('metadata.yaml')
          const edited = (...edits: readonly (readonly [string, string])[]) => change(iteratedSample, { [metadata]: edits })
          return {
            bad: [
              { about: 'no version', head: edited(['version: 4\n', '']) },
              { about: 'another session', head: edited(['260131-144400', '260131-144401']) },
              { about: 'a day', head: edited(['2026-01-31T15:00:00Z', '2026-01-31']) },
              { about: 'an unknown status', head: edited(['in_progress', 'going']) },
              { about: 'an iteration as text', head: edited(['iteration: 2', 'iteration: "2"']) },
            ],
            good: [{ about: 'all fields', head: iteratedSample }],
          }
        },
        *check({ session }) {
          const file = session.iterations?.metadata
          if (file?.data) yield* shapeFindings(file.data, metadataShape(session.id), iterationSpelling)
        },
      },
      {
        code: 'SUBAGENT_STATE_UNKNOWN',
        strict: 'error',
        soft: 'error',
        summary: 'In v2: the state of the orchestrator is unknown.',
        why: 'It is unclear what comes next.',
        repair: 'Write one of the states.',
        examples: ({ change, inSession, iteratedSample }) => {
          const metadata = inSession('metadata.yaml')
          const edited = (...edits: readonly (readonly [string, string])[]) => change(iteratedSample, { [metadata]: edits })
          const atState = (state: string) => edited(['EXECUTING_BATCH', state])
          return {
            bad: [{ about: 'another word', head: atState('WORKING') }],
            good: [{ about: 'a state', head: atState('COMPLETE') }],
          }
        },
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
    over(changedIterations, [
      {
        code: 'SUBAGENT_STATE_ILLEGAL',
        strict: 'error',
        soft: 'error',
        summary: 'In v2: no steps of the orchestrator lead to the new state.',
        why: 'A session begins only once; otherwise its plan would be made again.',
        repair: 'Restore the state. A complete session continues by REPLANNING.',
        examples: ({ change, inSession, iteratedSample }) => {
          const metadata = inSession('metadata.yaml')
          const edited = (...edits: readonly (readonly [string, string])[]) => change(iteratedSample, { [metadata]: edits })
          const atState = (state: string) => edited(['EXECUTING_BATCH', state])
          return {
            bad: [
              { about: 'begun again', base: iteratedSample, head: atState('INITIALIZING') },
              { about: 'planned again', base: atState('COMPLETE'), head: atState('PLANNING') },
            ],
            good: [{ about: 'planning', base: atState('INITIALIZING'), head: atState('PLANNING') }],
          }
        },
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
        examples: ({ change, inSession, iteratedSample }) => {
          const metadata = inSession('metadata.yaml')
          const edited = (...edits: readonly (readonly [string, string])[]) => change(iteratedSample, { [metadata]: edits })
          const atState = (state: string) => edited(['EXECUTING_BATCH', state])
          return {
            bad: [{ about: 'from executing to complete', base: iteratedSample, head: atState('COMPLETE') }],
            good: [{ about: 'to reviewing', base: iteratedSample, head: atState('REVIEWING_BATCH') }],
          }
        },
        *check(subject) {
          const move = stateMove(subject)
          if (!move || distance(sessionMoves, move.from, move.to) === undefined || isLegal(sessionMoves, move.from, move.to)) return
          yield {
            message: msg`Unexpected state ${move.to} after ${move.from}, expected one of ${reachedFrom(sessionMoves, move.from)} first`,
            place: move.file.place('orchestrator', 'state'),
          }
        },
      },
    ]),
    over(iteratedSessions, [
      {
        code: 'SUBAGENT_ITERATION_ORDER',
        strict: 'error',
        soft: 'warning',
        summary: 'In v2: the folders of iterations are not 1, 2, 3 …, or fewer than `iteration` says, or `iteration` is lower than before.',
        why: 'Iterations are numbered without gaps, and none may be lost.',
        repair: 'Restore the missing folder, or fix `iteration`.',
        examples: ({ change, inSession, iteratedSample }) => {
          const metadata = inSession('metadata.yaml')
          const without = (part: string) => Object.fromEntries(Object.entries(iteratedSample).filter(([path]) => !path.includes(part)))
          return {
            bad: [
              { about: 'a gap', head: without('iterations/1/') },
              {
                about: 'one less than before',
                base: change(
                  { ...iteratedSample, [inSession('iterations/3/progress.md')]: '# Progress\n' },
                  { [metadata]: [['iteration: 2', 'iteration: 3']] },
                ),
                head: { ...iteratedSample, [inSession('iterations/3/progress.md')]: '# Progress\n' },
              },
            ],
            good: [{ about: 'in order', head: iteratedSample }],
          }
        },
        *check({ session, before }) {
          const { iterations } = session
          if (!iterations) return
          const { folders, stored, metadata: file } = iterations
          const place = file ? file.place('iteration') : { path: session.anchor, line: 1 }
          const hint = msg`Restore the missing folder, or fix ${'iteration'}.`
          const gap = folders.findIndex((number, index) => number !== index + 1)
          const last = before?.iterations?.stored
          if (gap !== -1) yield { message: msg`Unexpected iterations ${folders}, expected ${gap + 1} after ${gap}`, hint, place }
          else if (stored !== undefined && (folders.at(-1) ?? 0) < stored)
            yield { message: msg`Missing folder of iteration ${stored}`, hint, place }
          if (stored !== undefined && last !== undefined && stored < last)
            yield { message: msg`Unexpected iteration ${stored}, expected ${last} or more as before`, hint, place }
        },
      },
    ]),
    over(changedIterations, [
      {
        code: 'SUBAGENT_ITERATION_FROZEN',
        strict: 'error',
        soft: 'error',
        summary: 'In v2: a file of a completed iteration changed.',
        why: 'Later iterations rest on what was learned in it.',
        repair: 'Revert it: new work belongs to the current iteration.',
        examples: ({ change, inSession, iteratedSample }) => ({
          bad: [
            {
              about: 'what was learned',
              base: iteratedSample,
              head: change(iteratedSample, { [inSession('iterations/1/knowledge/words.md')]: 'Another.\n' }),
            },
            {
              about: 'a new file',
              base: iteratedSample,
              head: { ...iteratedSample, [inSession('iterations/1/knowledge/lines.md')]: 'A line ends.\n' },
            },
          ],
          good: [
            {
              about: 'the current one',
              base: iteratedSample,
              head: { ...iteratedSample, [inSession('iterations/2/knowledge/lines.md')]: 'A line ends.\n' },
            },
            {
              about: 'an earlier one that was not completed',
              base: change(iteratedSample, { [inSession('iterations/1/metadata.yaml')]: 'iteration: 1\n' }),
              head: change(iteratedSample, {
                [inSession('iterations/1/metadata.yaml')]: 'iteration: 1\n',
                [inSession('iterations/1/knowledge/words.md')]: 'Another.\n',
              }),
            },
          ],
        }),
        *check({ session, before, model, modelBefore }) {
          const { stored, isCompleted } = before.iterations ?? {}
          if (stored === undefined || !isCompleted) return
          for (const path of new Set([...session.paths, ...before.paths])) {
            const [, digits] = /^iterations\/(\d{1,6})\//.exec(path.slice(session.path.length + 1)) ?? []
            const number = Number(digits)
            if (digits === undefined || number >= stored || !isCompleted(number) || !isChanged(model, modelBefore, path)) continue
            yield {
              message: msg`Unexpected change of ${path}: iteration ${number} was completed`,
              hint: 'Revert it.',
              place: { path, line: 1 },
            }
          }
        },
      },
    ]),
    over(iteratedSessions, [
      {
        code: 'SUBAGENT_SIGNAL',
        strict: 'error',
        soft: 'warning',
        summary:
          'In v2: a signal has an unknown type or target, no message, or an iteration that is none; or it was processed, and how is not recorded.',
        why: 'A signal that is not understood has no effect.',
        hint: 'Write what is expected there.',
        examples: ({ change, inSession, iteratedSample, processedSignal }) => {
          const signal = inSession('signals/inputs/signal-1.yaml')
          return {
            bad: [
              { about: 'an unknown type', head: change(iteratedSample, { [signal]: [['STEER', 'TURN']] }) },
              { about: 'no message', head: change(iteratedSample, { [signal]: [['Mind the last line.', '']] }) },
              { about: 'an unknown target', head: change(iteratedSample, { [signal]: [['message', 'target: Everybody\nmessage']] }) },
              { about: 'half an iteration', head: change(iteratedSample, { [signal]: [['message', 'iteration: 1.5\nmessage']] }) },
              {
                about: 'processed without an outcome',
                head: { ...iteratedSample, [inSession('signals/processed/signal-0.yaml')]: 'type: INFO\nmessage: Well done.\n' },
              },
            ],
            good: [
              {
                about: 'processed',
                head: {
                  ...iteratedSample,
                  [inSession('signals/processed/signal-0.yaml')]: processedSignal,
                },
              },
            ],
          }
        },
        *check({ session }) {
          for (const { file, processed } of session.iterations?.signals ?? []) {
            if (file.data) yield* shapeFindings(file.data, processed ? processedSignalShape() : signalShape(), iterationSpelling)
          }
        },
      },
    ]),
  ],
}
