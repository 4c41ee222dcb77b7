import { memo } from '../../../core/once.ts'
import { findingsOf, over, overProblems } from '../../../kit/rules.ts'
import { type ShapeViolation } from '../../../kit/shape.ts'
import { problemOf } from '../../../kit/shape-findings.ts'
import { isInherited, softly, wasNoShorter } from '../reading/inheritance.ts'
import { formCodes, formSpelling } from '../schema.ts'
import { shapedFiles, type GovernanceRules, type ShapedSubject } from './subjects.ts'

/** Whether a text or a list is too long. */
const isTooLong = ({ params, bound, above }: ShapeViolation) => params?.['fault'] === 'text' || (bound === 'array' && above === true)

/** What is not of the shape of a file, of some kinds of violations. What base has too is judged softly. */
const problemsOf = (isMeant: (violation: ShapeViolation) => boolean) =>
  memo(({ file, before, violations }: ShapedSubject) =>
    violations.filter(isMeant).map((violation) => {
      const { path } = violation
      const isInBase = isInherited(file, before, path) || (isTooLong(violation) && wasNoShorter(file, before, path))
      return { ...problemOf(violation, formCodes, formSpelling), ...softly(isInBase) }
    }),
  )

const formProblems = problemsOf(({ kind }) => kind !== 'unknown')

/** Of unknown keys a file reports the first alone. */
const unknownKeys = problemsOf(({ kind }) => kind === 'unknown')

/** Keys and values */
export const shapeRules: GovernanceRules = {
  name: 'shapes',
  title: 'Keys and values',
  rules: [
    overProblems(shapedFiles, formProblems, [
      {
        code: 'GOV_FIELD_MISSING',
        strict: 'error',
        soft: 'warning',
        summary: 'A required key is absent.',
        why: 'Readers of the file rely on that key.',
        repair: 'Write the key.',
        examples: ({
          stallPath,
          time,
          histories,
          anchor,
          entry,
          compaction,
          stall,
          change,
          sample,
          inState,
          inSession,
          inMetrics,
          inCheckpoint,
        }) => {
          const without = (key: string) => ({ [key]: undefined })
          return {
            bad: [
              { about: 'no phase', head: inState(without('phase')) },
              { about: 'an anchor without a priority', head: inState({ anchors: [anchor(1, 'high', without('priority'))] }) },
              { about: 'an entry without an agent', head: inState({ history: [{ ...entry('task:Begin'), agent: undefined }] }) },
              { about: 'a session without a language', head: inSession(histories.working, without('language')) },
              { about: 'a session without documents', head: inSession(histories.working, { language: { communication: 'english' } }) },
              {
                about: 'a compaction without anchors',
                head: inSession(histories.compacted, { ...compaction(), compactionHistory: [{ timestamp: time('08:30') }] }),
              },
              { about: 'metrics without limits', head: inMetrics(without('limits')) },
              { about: 'a stall file without errors', head: change(sample, { [stallPath()]: { ...stall(), validatorFix: undefined } }) },
              { about: 'a checkpoint without a status', head: inCheckpoint(without('status')) },
            ],
            good: [
              {
                about: 'everything that may be absent is',
                head: inState({ lastValidation: undefined, validationCount: undefined, anchors: undefined, history: undefined }),
              },
              { about: 'a checkpoint', head: inCheckpoint({}) },
            ],
          }
        },
      },
      {
        code: 'GOV_FIELD_TYPE',
        strict: 'error',
        soft: 'error',
        summary: 'A value is of the wrong JSON type: a number where a string is expected, 2.5 where a whole number is expected.',
        why: 'Programs compare it with values of the right type, and it equals none of them.',
        hint: 'Write a value of that type.',
        examples: ({ histories, inState, inSession, inMetrics, inConfig, inPlanner }) => ({
          bad: [
            { about: 'a phase that is a number', head: inState({ phase: 3.1 }) },
            { about: 'half a validation', head: inState({ validationCount: 2.5 }) },
            { about: 'anchors by name', head: inState({ anchors: {} }) },
            { about: 'an anchor that is a text', head: inState({ anchors: ['Only UTC'] }) },
            { about: 'a time that is a number', head: inState({ lastValidation: 1770192000000 }) },
            { about: 'a staleness in words', head: inConfig({ staleness: { warningHours: 'two days' } }) },
            { about: 'a session with a list as language', head: inSession(histories.working, { language: ['english'] }) },
            { about: 'a context size that is true', head: inSession(histories.working, { contextSize: true }) },
            { about: 'errors that are a list', head: inMetrics({ errors: [] }) },
            { about: 'a score that is a text', head: inPlanner({ lastScore: '50' }) },
          ],
          good: [
            { about: 'a context size that is a text', head: inSession(histories.working, { contextSize: 'unknown' }) },
            { about: 'no validation yet', head: inState({ lastValidation: null }) },
            { about: 'more in the configuration', head: inConfig({ automation: { mode: 3 }, timestamp: 5 }) },
          ],
        }),
      },
      {
        code: 'GOV_FIELD_VALUE',
        strict: 'error',
        soft: 'warning',
        summary: 'A value has the right type but is not an allowed value: another word, form, date, length or range.',
        why: 'No reader understands the value.',
        hint: 'Write a value that is allowed.',
        examples: ({
          sessionPath,
          time,
          session,
          histories,
          anchor,
          entry,
          stopped,
          change,
          sample,
          inState,
          inSession,
          inMetrics,
          inStall,
          interruptedSample,
          inConfig,
          inCheckpoint,
          inPlanner,
        }) => ({
          bad: [
            { about: 'another framework', head: inState({ framework: 'idum' }) },
            { about: 'a version of two numbers', head: inState({ version: '0.3' }) },
            { about: 'a day that does not exist', head: inState({ initialized: '2026-02-30T07:00:00.000Z', lastValidation: null }) },
            { about: 'a time without a zone', head: inState({ lastValidation: '2026-02-04T07:30:00' }) },
            { about: 'a count below 0', head: inState({ validationCount: -1 }) },
            { about: 'another priority', head: inState({ anchors: [anchor(2, 'urgent')] }) },
            { about: 'another id', head: inState({ anchors: [anchor(2, 'normal', { id: 'note-2' })] }) },
            { about: 'another result', head: inState({ history: [entry('task:Begin', '08:00', 'ok')] }) },
            { about: 'an empty action', head: inState({ history: [entry('')] }) },
            { about: 'an empty phase', head: inSession(histories.working, { phase: '' }) },
            { about: 'an agent with a blank', head: inSession(histories.working, { agent: 'the builder' }) },
            { about: 'a negative context size', head: inSession(histories.working, { contextSize: -1 }) },
            {
              about: 'another reason',
              head: change(interruptedSample, {
                [sessionPath()]: session(histories.interrupted, { ...stopped(), handback: { reason: 'done', timestamp: time('09:00') } }),
              }),
            },
            { about: 'no staleness at all', head: inConfig({ staleness: { warningHours: 0 } }) },
            { about: 'no error allowed', head: inMetrics({ limits: { maxErrors: 0 }, errors: { total: 0, byType: {}, recent: [] } }) },
            { about: 'more scores than hashes', head: inPlanner({ issuesHashHistory: ['a'], scoreHistory: [1, 2], lastScore: 2 }) },
            { about: 'six hashes', head: inStall([], ['a', 'b', 'c', 'd', 'e', 'f']) },
            { about: 'another status of a checkpoint', head: inCheckpoint({ status: 'broken' }) },
            { about: 'no states', head: change(sample, { [sessionPath()]: session(histories.working, { stateHistory: [] }) }) },
          ],
          good: [
            { about: 'another zone and a fraction', head: inState({ lastValidation: '2026-02-04T09:30:00.5+02:00' }) },
            { about: 'a free phase', head: inState({ phase: 'Phase 1 - COMPLETE' }) },
            {
              about: 'a leap day',
              head: inState({ initialized: '2024-02-29T07:00:00Z' }),
            },
          ],
        }),
      },
      {
        code: 'GOV_TEXT_LIMIT',
        strict: 'error',
        soft: 'warning',
        summary: 'The content of an anchor, an action, the notes of a checkpoint or the text of a handback is too long.',
        why: 'It is put into every prompt, and leaves less room for what the agent has to read.',
        hint: 'Shorten it.',
        examples: ({ sessionPath, time, session, histories, anchor, entry, stopped, change, inState, interruptedSample, inCheckpoint }) => {
          const long = (length: number) => '\u{1f3b9}'.repeat(length)
          return {
            bad: [
              { about: 'an anchor of 1,001 characters', head: inState({ anchors: [anchor(2, 'normal', { content: long(1001) })] }) },
              { about: 'an action of 201', head: inState({ history: [entry(long(201))] }) },
              { about: 'notes of 1,001', head: inCheckpoint({ context: { anchors: [], notes: long(1001) } }) },
              {
                about: 'a question of 1,001',
                head: change(interruptedSample, {
                  [sessionPath()]: session(histories.interrupted, {
                    ...stopped(),
                    handback: { reason: 'question', timestamp: time('09:00'), text: long(1001) },
                  }),
                }),
              },
            ],
            good: [
              { about: '1,000 characters, each of two units', head: inState({ anchors: [anchor(2, 'normal', { content: long(1000) })] }) },
            ],
          }
        },
      },
    ]),
    over(shapedFiles, [
      {
        code: 'GOV_UNKNOWN_KEY',
        strict: 'notice',
        soft: 'off',
        summary: 'A file has a key that its shape does not have. There is one finding for each file, at the first such key.',
        why: 'It may be a typo, or belong to another version of the framework.',
        repair: 'No action is needed.',
        hint: 'No action is needed, unless it is a typo.',
        examples: ({ metricsPath, histories, metrics, change, sample, inState, inSession, inMetrics, inConfig, inCheckpoint }) => ({
          bad: [
            { about: 'two keys of another version', head: inState({ session: { current: null }, governance: {} }) },
            { about: 'a depth that is no longer counted', head: inSession(histories.working, { delegationDepth: 2 }) },
            { about: 'metrics', head: change(sample, { [metricsPath]: { ...metrics(), more: 1 } }) },
          ],
          good: [
            { about: 'the configuration', head: inConfig({ enforcement: {} }) },
            { about: 'names of agents', head: inMetrics({ agentSpawns: { total: 1, byAgent: { 'some-agent': 1 } } }) },
            { about: 'anchors of a checkpoint', head: inCheckpoint({ context: { anchors: [{ anything: 1 }], notes: '' } }) },
          ],
        }),
        *check(subject) {
          const [first] = Array.from(findingsOf(unknownKeys(subject), 'GOV_UNKNOWN_KEY')).toSorted(
            (a, b) => (a.place.line ?? 0) - (b.place.line ?? 0),
          )
          if (first) yield first
        },
      },
    ]),
    overProblems(shapedFiles, formProblems, [
      {
        code: 'GOV_STATE_UNKNOWN',
        strict: 'error',
        soft: 'error',
        summary: 'A state is not one of `beginning`, `between_turn`, `compacted`, `interrupted`.',
        why: 'It is unclear who holds the session.',
        repair: 'Write one of the four: `resumed` is `beginning` with `resumedAt`; `idle` is `interrupted`.',
        hint: 'A resumed session is `beginning` with `resumedAt`; an idle one is `interrupted`.',
        examples: ({ sample, inSession, compactedSample }) => ({
          bad: [
            {
              about: 'resumed',
              head: inSession([
                ['beginning', '08:00'],
                ['resumed', '08:05'],
              ]),
            },
            { about: 'capitals', head: inSession([['BEGINNING', '08:00']]) },
            {
              about: 'before',
              head: inSession([
                ['beginning', '08:00'],
                ['executing', '08:01'],
                ['between_turn', '08:05'],
              ]),
            },
          ],
          good: [
            { about: 'between turns', head: sample },
            { about: 'compacted', head: compactedSample },
          ],
        }),
      },
    ]),
  ],
}
