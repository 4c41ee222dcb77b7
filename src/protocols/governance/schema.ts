import { parseTime } from '../../core/time.ts'
import * as z from 'zod'
import { expected } from '../../core/configuration.ts'
import { once } from '../../core/once.ts'
import { type ViolationCodes } from '../../kit/shape-findings.ts'
import { handbackReasons } from '../../core/command-names.ts'
import {
  closedMapping,
  type Complaint,
  integer,
  list,
  nonEmptyText,
  notKeys,
  oneOf,
  openMapping,
  publishedGrant,
  text,
  textMatching,
} from '../../kit/values.ts'
import { isState, states } from './states.ts'

const timePattern =
  /^(?<day>\d{4}-\d\d-\d\d)T(?<time>\d\d:\d\d):(?<second>\d\d)(?<fraction>\.\d+)?(?<zone>Z|[+-]\d\d:\d\d)$/

/** A time in milliseconds; `undefined` where the text is not a time, or of a day that does not exist. */
export const instantOf = (text: string | undefined): number | undefined => parseTime(timePattern, text ?? '')

/** How a time is written. */
export const timeOf = (at: string | number): string => new Date(at).toISOString()

export const agentForm = /^[a-z0-9][a-z0-9._-]{0,63}$/

/** What is wrong with a value of the right type, where that has a code of its own. */
type Fault = 'state' | 'text'

/** The codes of what is not of a shape. */
export const formCodes = {
  missing: 'GOV_FIELD_MISSING',
  unknown: 'GOV_UNKNOWN_KEY',
  type: 'GOV_FIELD_TYPE',
  value: 'GOV_FIELD_VALUE',
  faults: { state: 'GOV_STATE_UNKNOWN', text: 'GOV_TEXT_LIMIT' } satisfies Readonly<Record<Fault, string>>,
} as const satisfies ViolationCodes

/** How findings about a shape are worded. A fraction counts as a wrong type. */
export const formSpelling = { fractionIsType: true, missing: 'hinted', at: 'key' } as const

/**
 * A text that code judges, with a code of its own where it is wrong. Its `meta` says the same to the published schema.
 */
const judgedText = (isValid: (text: string) => boolean, complaint: Complaint, fault?: Fault) =>
  z.string({ error: complaint }).superRefine((text, context) => {
    if (!isValid(text)) context.addIssue({ code: 'custom', message: complaint({ input: text }), params: { fault } })
  })

export const codePointCount = (text: string): number => Array.from(text).length
const textAtMost = (limit: number) =>
  judgedText((text) => codePointCount(text) <= limit, expected`at most ${limit} characters`, 'text').meta({
    maxLength: limit,
  })
const time = once(() =>
  judgedText((text) => instantOf(text) !== undefined, expected`a time such as ${'2026-02-04T10:00:00.000Z'}`).meta({
    format: 'date-time',
  }),
)
const state = once(() => judgedText(isState, expected`one of ${states}`, 'state').meta({ enum: states }))

const count = once(() => integer(0))
const number = once(() => z.number({ error: expected`a number` }))
const counts = once(() => z.record(z.string(), count(), { error: notKeys }))

/** Limits that have rules of their own. */
export const limits = { anchors: 20, history: 50, anchorText: 1000, handbackText: 1000, window: 5, recent: 20 } as const

const anchorTypes = ['decision', 'context', 'checkpoint', 'completion', 'output_style', 'session_flow'] as const
export const priorities = ['critical', 'high', 'normal', 'low'] as const
export type Priority = (typeof priorities)[number]
const results = ['pass', 'fail', 'partial', 'warn'] as const

const anchor = once(() =>
  closedMapping({
    id: textMatching(/^(?:anchor|style)-\d+$/, expected`${'anchor-'} or ${'style-'} and digits`),
    created: time(),
    type: oneOf(anchorTypes),
    content: textAtMost(limits.anchorText),
    priority: oneOf(priorities),
  }),
)

const historyEntry = once(() =>
  closedMapping({
    timestamp: time(),
    action: nonEmptyText().pipe(textAtMost(200)).meta({ maxLength: 200 }),
    agent: text(),
    result: oneOf(results),
  }),
)

/** state.json, but for how many anchors and history entries there may be. */
export const stateShape = once(() =>
  closedMapping({
    version: textMatching(/^\d+\.\d+\.\d+$/, expected`a version such as ${'0.3.1'}`),
    initialized: time(),
    framework: oneOf(['idumb', 'idumb-only', 'planning', 'bmad', 'agile', 'custom', 'none']),
    phase: nonEmptyText(),
    lastValidation: time().nullable().optional(),
    validationCount: count().optional(),
    anchors: list(anchor()).optional(),
    history: list(historyEntry()).optional(),
    activeStyle: text().optional(),
    styleHistory: list(closedMapping({ style: text(), activatedAt: time(), by: text() })).optional(),
  }),
)

const hours = once(() => number().gt(0, { error: expected`more than 0` }))

/** How many hours a validation counts as recent where config.json does not say it. */
export const defaultStaleness = { warningHours: 48, criticalHours: 168 } as const

/** The part of config.json that is read. */
export const configShape = once(() =>
  openMapping({
    version: text(),
    user: openMapping({
      language: openMapping({
        communication: nonEmptyText().optional(),
        documents: nonEmptyText().optional(),
      }).optional(),
    }),
    hierarchy: openMapping({}),
    staleness: openMapping({ warningHours: hours().optional(), criticalHours: hours().optional() }).optional(),
  }),
)

const timedState = once(() => closedMapping({ state: state(), timestamp: time() }))
const nonEmptyStates = once(() => list(timedState()).min(1, { error: expected`at least one entry` }))

/** A session file. The fields that a state requires are checked by rules of their own. */
export const sessionShape = once(() =>
  closedMapping({
    sessionId: text(),
    createdAt: time(),
    lastUpdated: time(),
    phase: nonEmptyText(),
    governanceLevel: text().optional(),
    language: closedMapping({ communication: nonEmptyText(), documents: nonEmptyText() }),
    agent: textMatching(agentForm, expected`the name of an agent`).optional(),
    sessionState: state(),
    previousState: state().nullable().optional(),
    stateHistory: nonEmptyStates().optional(),
    compactedAt: time().optional(),
    contextSize: z
      .union([text(), number()], { error: expected`a string or a number` })
      .superRefine((size, context) => {
        if (typeof size === 'number' && size < 0)
          context.addIssue({ code: 'custom', message: expected`0 or more`({ input: size }) })
      })
      .meta({ minimum: 0 })
      .optional(),
    compactionHistory: list(
      closedMapping({
        timestamp: time(),
        contextSizeBefore: count().optional(),
        contextSizeAfter: count().optional(),
        anchorsSurvived: list(text()),
      }),
    ).optional(),
    idleAt: time().optional(),
    resumedAt: time().optional(),
    violationCount: count().optional(),
    handback: closedMapping({
      reason: oneOf(handbackReasons),
      timestamp: time(),
      text: textAtMost(limits.handbackText).optional(),
    }).optional(),
    // What is wrong with it is found by the reader of grants, in every protocol.
    grant: z.unknown().optional(),
  }),
)

/** A session file with its grant, as its schema is published. */
export const publishedSession = () => sessionShape().extend({ grant: publishedGrant().optional() })

/** The keys of a session file in the order in which Baton writes them. */
export const sessionKeys = once((): readonly string[] => Object.keys(sessionShape().shape))

/** execution-metrics.json. */
export const metricsShape = once(() =>
  closedMapping({
    sessionId: text(),
    startedAt: time(),
    iterationCounts: closedMapping({ plannerChecker: count(), validatorFix: count(), total: count() }),
    agentSpawns: closedMapping({ total: count(), byAgent: counts() }),
    errors: closedMapping({
      total: count(),
      byType: counts(),
      recent: list(text()).max(limits.recent, { error: expected`at most ${limits.recent} entries` }),
    }),
    limits: closedMapping({ maxErrors: integer(1) }),
  }),
)

const limitedList = <Item extends z.ZodType>(item: Item) =>
  list(item).max(limits.window, { error: expected`at most ${limits.window} entries` })

const planner = once(() =>
  closedMapping({
    issuesHashHistory: limitedList(nonEmptyText()),
    stallCount: count(),
    lastScore: number().nullable(),
    scoreHistory: limitedList(number()),
  }),
)

/** stall/<id>.json. */
export const stallShape = once(() =>
  closedMapping({
    plannerChecker: planner().superRefine(({ issuesHashHistory, scoreHistory }, context) => {
      if (issuesHashHistory.length === scoreHistory.length) return
      const message = expected`as many entries as ${'issuesHashHistory'} has`({ input: scoreHistory })
      context.addIssue({ code: 'custom', path: ['scoreHistory'], message })
    }),
    validatorFix: closedMapping({ errorHashHistory: limitedList(nonEmptyText()), repeatCount: count() }),
  }),
)

const names = once(() => list(text()))

export const checkpointShape = once(() =>
  closedMapping({
    id: text(),
    version: text(),
    createdAt: time(),
    phase: text(),
    task: text(),
    type: oneOf(['manual', 'auto', 'pre_task', 'post_task', 'emergency']),
    status: oneOf(['valid', 'corrupted', 'stale']),
    state: closedMapping({
      gitHash: text().nullable(),
      filesModified: names(),
      filesCreated: names(),
      filesDeleted: names(),
    }),
    execution: closedMapping({
      tasksCompleted: names(),
      tasksInProgress: names(),
      tasksFailed: names(),
      currentTask: text().nullable(),
    }),
    metrics: closedMapping({
      iterationCount: number().min(0, { error: expected`0 or more` }),
      agentSpawns: number().min(0, { error: expected`0 or more` }),
      errorCount: number().min(0, { error: expected`0 or more` }),
      duration: number().min(0, { error: expected`0 or more` }),
    }),
    context: closedMapping({ anchors: list(z.unknown()), notes: textAtMost(1000) }),
  }),
)
