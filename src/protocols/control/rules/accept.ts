import type { Finding } from '../../../core/diagnostic.ts'
import { isNamed, nameIn, type Stage } from '../model.ts'
import { rewriteAcceptAdvice, refreshTimeAdvice } from './advice.ts'
import { msg } from '../../../core/message.ts'
import { problemsIn, stages, type ControlRules, type StageSubject, type RuleWithText } from './subjects.ts'
import { instantOf } from '../schema.ts'
import { staleFor } from '../../../kit/grant.ts'
import { overParts, overProblems } from '../../../kit/rules.ts'

const formHint = msg`Expected ${'state'} and ${'timestamp'}, and no other key.`

const minute = 60 * 1000

const maxClockSkew = 5 * minute

export function* invalidTimestamp(stage: Stage): Iterable<Finding> {
  const { file } = stage.accept
  const timestamp = file.text('timestamp')
  if (timestamp === undefined || instantOf(timestamp) !== undefined) return
  const message = msg`Unexpected timestamp ${timestamp}, expected one such as ${'2026-01-20T10:02:00+00:00'}`
  yield { message, ...refreshTimeAdvice(stage), place: file.place('timestamp') }
}

/** The finding that control is returned which was never granted in writing. */
export const ungrantedFinding = ({ accept, handback }: Stage): Finding => ({
  message: msg`Missing ${'accept.json'} next to ${'handback.json'}`,
  hint: 'This is a notice: no action is needed.',
  place: { path: handback.path, line: 1 },
  concerns: [accept.path],
})

/** A stage was not granted: reports of it are refused for that too. */
export const absenceRules: readonly RuleWithText<StageSubject>[] = [
  {
    code: 'ACCEPT_ABSENT',
    strict: 'notice',
    soft: 'notice',
    summary: 'There is a `handback.json` and no `accept.json`: the returned control was never granted in writing.',
    why: 'This is only a notice: older runs have no written grants, and nothing depends on it.',
    repair: 'No action is needed.',
    faults: {
      'no grant': () => ({
        message: msg`Missing ${'accept.json'}: control has not been granted`,
        action: 'This is a notice: no check depends on it.',
      }),
    },
    *check({ stage }) {
      const { accept, handback } = stage
      if (accept.exists || !handback.exists) return
      yield ungrantedFinding(stage)
    },
  },
]

export const acceptRules: ControlRules = {
  name: 'accept',
  title: 'The grant: `accept.json`',
  rules: [
    overProblems(stages, problemsIn('accept'), [
      {
        code: 'ACCEPT_UNREADABLE',
        strict: 'error',
        soft: 'error',
        summary:
          '`accept.json` is not JSON: not UTF-8, a byte-order mark, empty, comments, trailing commas, `NaN`, too large, too deep, or a folder of this name.',
        why: 'Some readers take such a file for a grant and others do not, so that two may work at once, or none.',
        repair: '`/accept STAGE` rewrites the file.',
        advice: ({ stage }) => rewriteAcceptAdvice(stage),
      },
      {
        code: 'ACCEPT_SCHEMA',
        strict: 'error',
        soft: 'warning',
        summary: '`accept.json` is not an object, or a key is missing, of the wrong type or unknown.',
        why: 'The file allows no other keys, so that all readers see the same grant. An invalid one grants nothing.',
        repair: '`/accept STAGE` rewrites the file.',
        advice({ stage }) {
          const { hint, ...fix } = rewriteAcceptAdvice(stage)
          return { hint: `${formHint} ${hint}`, ...fix }
        },
      },
      {
        code: 'ACCEPT_STATE',
        strict: 'error',
        soft: 'error',
        summary: '`state` in `accept.json` is not `agent`.',
        why: 'The file exists to show that the agent has control. Any other state contradicts that.',
        repair: '`/accept STAGE` rewrites the file. If control was not granted, delete it.',
        advice({ stage }) {
          const { hint, ...fix } = rewriteAcceptAdvice(stage)
          return { hint: `${hint} Without a grant there is no such file.`, ...fix }
        },
      },
    ]),
    overParts(stages, [
      {
        code: 'ACCEPT_TIMESTAMP',
        strict: 'warning',
        soft: 'notice',
        summary: '`timestamp` in `accept.json` is not a valid RFC 3339 date and time. The grant stays valid.',
        why: 'It is unclear for how long the agent has had control.',
        repair: '`/accept STAGE --refresh` writes the present time.',
        check: ({ stage }) => invalidTimestamp(stage),
      },
    ]),
    overParts(stages, absenceRules),
    overParts(stages, [
      {
        code: 'CONTROL_STALE_ACCEPT',
        strict: 'off',
        soft: 'warning',
        summary: 'In an audit: control was granted longer than `stale-after` ago and has not been returned.',
        why: 'The agent has probably stopped without handing back, and no other agent may continue meanwhile.',
        repair:
          'Ask the agent. `/handback STAGE error TIMEOUT TEXT` if it is gone, `/accept STAGE --refresh` if it still works.',
        *check({ stage, model: { context } }) {
          const { grant } = stage.grant
          const grantedAt = instantOf(stage.accept.file.text('timestamp') ?? '')
          const staleness = stage.state === 'granted' ? staleFor(context, grantedAt, grant) : undefined
          if (!staleness) return
          const name = nameIn(stage)
          yield {
            message: msg`Unexpected inactivity since ${staleness.since}, when control was granted, expected a handback within ${staleness.allowed}`,
            hint: isNamed(stage)
              ? msg`Ask the agent: ${`/handback ${name} error TIMEOUT "…"`} ends the work if it is gone, ${`/accept ${name} --refresh`} writes the present time if it still works.`
              : 'Ask the agent.',
            place: stage.accept.file.place('timestamp'),
          }
        },
      },
      {
        code: 'ACCEPT_FUTURE',
        strict: 'off',
        soft: 'warning',
        summary: 'In an audit: the timestamp of `accept.json` is more than five minutes after the time of the audit.',
        why: 'A time in the future hides how long the agent has had control.',
        repair: '`/accept STAGE --refresh` writes the present time.',
        *check({ stage, model: { context } }) {
          const timestamp = stage.accept.file.text('timestamp') ?? ''
          const grantedAt = context.staleness && instantOf(timestamp)
          if (grantedAt === undefined || grantedAt - Date.parse(context.at) <= maxClockSkew) return
          yield {
            message: msg`Unexpected timestamp ${timestamp} in the future, expected ${context.at} at the latest`,
            ...refreshTimeAdvice(stage),
            place: stage.accept.file.place('timestamp'),
          }
        },
      },
    ]),
  ],
}
