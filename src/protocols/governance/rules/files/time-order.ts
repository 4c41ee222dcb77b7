import type { Finding } from '../../../../core/diagnostic.ts'
import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import {
  change,
  compactedSample,
  compaction,
  entry,
  inMetrics,
  inSession,
  inState,
  sample,
  session,
  sessionPath,
  stopped,
  time,
  ways,
} from '../../examples.ts'
import type { GovernanceModel } from '../../model.ts'
import type { JsonFile } from '../../reading/json-file.ts'
import type { Session } from '../../reading/session.ts'
import { isInherited, softly } from '../../shapes.ts'
import { about, isBefore, type Compared } from '../../subjects.ts'

type Path = readonly PropertyKey[]

/** A time that comes too early, or the other one too late: where that is said, and what it should not come before. */
interface Disorder {
  readonly file: JsonFile
  readonly path: Path
  readonly than: string
}

/** Entries that are older than the one before. */
function* descending(file: JsonFile, ...list: Path): Iterable<Disorder> {
  const times = file.list(...list).map((_, index) => file.time(...list, index, 'timestamp'))
  for (const [index, at] of times.entries())
    if (isBefore(at, times[index - 1])) yield { file, path: [...list, index], than: 'the entry before' }
}

const sinceCreation: readonly Path[] = [
  ['lastUpdated'],
  ['compactedAt'],
  ['idleAt'],
  ['resumedAt'],
  ['stateHistory', 0, 'timestamp'],
  ['compactionHistory', 0, 'timestamp'],
]

function* inSessionFile({ file, state }: Session): Iterable<Disorder> {
  for (const path of sinceCreation)
    if (isBefore(file.time(...path), file.time('createdAt'))) yield { file, path: path.slice(0, 2), than: 'createdAt' }
  yield* descending(file, 'stateHistory')
  yield* descending(file, 'compactionHistory')
  const last = file.list('stateHistory').length - 1
  const updated = file.time('lastUpdated')
  if (isBefore(updated, file.time('stateHistory', last, 'timestamp'))) yield { file, path: ['lastUpdated'], than: 'the last state' }
  else if (state === 'interrupted' && isBefore(updated, file.time('idleAt'))) yield { file, path: ['lastUpdated'], than: 'idleAt' }
}

function* disorders({ state, metrics, sessions, session }: GovernanceModel): Iterable<readonly [Disorder, target: string | undefined]> {
  for (const each of descending(state.file, 'history')) yield [each, undefined]
  for (const each of sessions) {
    if (each.kind !== 'current') continue
    for (const found of inSessionFile(each)) yield [found, each.target]
  }
  const own = session(metrics.text('sessionId') ?? '')
  if (own?.kind === 'current' && isBefore(metrics.time('startedAt'), own.file.time('createdAt')))
    yield [{ file: metrics, path: ['startedAt'], than: 'createdAt of its session' }, own.target]
}

export const timeOrder: Rule<Compared> = {
  code: 'GOV_TIME_ORDER',
  strict: 'error',
  soft: 'error',
  summary:
    'A time of a session comes before its `createdAt`, a history goes back in time, or `lastUpdated` comes before the last state or before `idleAt` of a stopped session; metrics begin before their session.',
  why: 'Idle times and the window of resumption are counted from these times.',
  repair: 'Correct the time that is wrong.',
  examples() {
    return {
      bad: [
        { about: 'updated before it was created', head: inSession(ways.beginning, { createdAt: time('08:01'), stateHistory: undefined }) },
        { about: 'a state before it was created', head: inSession(ways.working, { createdAt: time('08:01') }) },
        { about: 'resumed before it was created', head: inSession(ways.working, { resumedAt: time('07:00') }) },
        {
          about: 'a state before the one before',
          head: inSession(
            [
              ['beginning', '08:00'],
              ['between_turn', '08:10'],
              ['compacted', '08:05'],
              ['between_turn', '08:20'],
            ],
            compaction('08:05'),
          ),
        },
        {
          about: 'compactions the wrong way round',
          head: change(compactedSample, {
            [sessionPath()]: session(ways.compacted, {
              compactedAt: time('08:30'),
              compactionHistory: [
                { timestamp: time('08:40'), anchorsSurvived: [] },
                { timestamp: time('08:30'), anchorsSurvived: [] },
              ],
            }),
          }),
        },
        { about: 'a state after the last update', head: inSession(ways.working, { lastUpdated: time('08:04') }) },
        { about: 'stopped after the last update', head: inSession(ways.interrupted, { ...stopped('09:01') }) },
        { about: 'a history that goes back', head: inState({ history: [entry('task:A', '08:10'), entry('task:B', '08:09')] }) },
        { about: 'metrics before their session', head: inMetrics({ startedAt: time('07:59') }) },
      ],
      good: [
        {
          about: 'equal times',
          head: inSession([
            ['beginning', '08:00'],
            ['between_turn', '08:00'],
          ]),
        },
        {
          about: 'another zone',
          head: inSession([
            ['beginning', '08:00'],
            ['between_turn', '2026-02-04T05:05:00-03:00'],
          ]),
        },
        { about: 'compacted after the last update, as the framework does', head: inSession(ways.working, { compactedAt: time('09:00') }) },
        { about: 'nothing', head: sample },
      ],
    }
  },
  *check({ now, before }) {
    for (const [{ file, path, than }, target] of disorders(now)) {
      const finding: Finding = {
        message: msg`Unexpected time ${file.text(...path) ?? file.text(...path, 'timestamp') ?? ''}, expected none before ${than}`,
        hint: 'Correct the time that is wrong.',
        place: file.place(...path),
        ...softly(isInherited(file, before?.file(file.path), path)),
        ...about(target ?? now.brain),
      }
      yield finding
    }
  },
}
