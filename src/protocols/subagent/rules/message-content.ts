import { msg } from '../../../core/message.ts'
import { overParts, type Rule } from '../../../kit/rules.ts'
import { hasContract, isNamed, namedReportOf, outputOf, type Content, type MessageFile } from '../reading/message.ts'
import { reportName } from '../reading/names.ts'
import { messages, type OwnMessage, type SubagentRules } from './subjects.ts'

/** Why a verdict of Qualified has no ground. */
function unfoundedReason({ fields }: Content): string | undefined {
  const results = fields.node('criteria_results')
  if (results?.kind === 'mapping') {
    const met = fields.number('criteria_results', 'met')
    const unmet = fields.number('criteria_results', 'not_met')
    return met === undefined || unmet === undefined || (unmet === 0 && met >= 1)
      ? undefined
      : 'criteria that are not met, or without any'
  }
  if (results?.kind !== 'sequence') return undefined
  if (results.items.length === 0) return 'no criterion'
  return results.items.some((_, index) => fields.value('criteria_results', index, 'met') === false)
    ? 'a criterion that is not met'
    : undefined
}

/** What a questioner of each MODE counts. */
const counts = {
  BRAINSTORM: {
    total: 'questions_generated',
    parts: 'priority_breakdown',
    differs: (parts: number, total: number) => parts !== total,
  },
  RESEARCH: {
    total: 'questions_answered',
    parts: 'confidence_distribution',
    differs: (parts: number, total: number) => parts > total,
  },
} as const

function questionerCountOf(message: MessageFile) {
  const content = outputOf(message, 'questioner')
  const mode = hasContract(message) ? message.mode : undefined
  return content && (mode === 'BRAINSTORM' || mode === 'RESEARCH') ? { content, mode, ...counts[mode] } : undefined
}

/** A message by itself: fields that contradict each other. */
export const messageContent: readonly Rule<OwnMessage>[] = [
  {
    code: 'MESSAGE_COMPLETED_UNMET',
    strict: 'error',
    soft: 'error',
    summary: 'An executor says `completed` together with `success_criteria_met: false`.',
    why: 'A task is completed when its criteria are met, and not before.',
    hint: 'Say `failed` or `blocked`, or meet the criteria.',
    *check({ message }) {
      const content = outputOf(message, 'executor')
      const met = content?.fields.value('success_criteria_met')
      if (content?.fields.text('status') === 'completed' && (met === false || met === 'false'))
        yield {
          message: msg`Unexpected ${'success_criteria_met'} ${false} together with ${'completed'}, expected ${true}`,
          place: content.place('success_criteria_met'),
        }
    },
  },
  {
    code: 'MESSAGE_COMPLETED_BLOCKED',
    strict: 'warning',
    soft: 'notice',
    summary: 'An executor says `completed` together with blockers.',
    why: 'Blockers prevent completion, so the two contradict each other.',
    repair: 'Leave the blockers out, or say `blocked`.',
    hint: msg`Leave them out, or say ${'blocked'}.`,
    *check({ message }) {
      const content = outputOf(message, 'executor')
      if (content?.fields.text('status') === 'completed' && content.texts('blockers').length > 0)
        yield {
          message: msg`Unexpected blockers together with ${'completed'}, expected none`,
          place: content.place('blockers'),
        }
    },
  },
  {
    code: 'MESSAGE_BLOCKERS_MISSING',
    strict: 'error',
    soft: 'warning',
    summary: 'An executor says `blocked`, or a planner `blocked` or `needs_clarification`, without a blocker.',
    why: 'A blocker that is not named cannot be removed.',
    hint: 'Name the blocker.',
    *check({ message }) {
      const content = outputOf(message, 'executor', 'planner')
      const status = content?.fields.text('status')
      const isAsking =
        status === 'blocked' || (status === 'needs_clarification' && outputOf(message, 'planner') !== undefined)
      if (content && isAsking && content.texts('blockers').length === 0)
        yield { message: msg`Missing blocker, expected one together with ${status}`, place: content.place('blockers') }
    },
  },
  {
    code: 'MESSAGE_VERDICT_UNFOUNDED',
    strict: 'error',
    soft: 'error',
    summary:
      'A review says Qualified with a criterion that is not met, or without any; or it has a verdict together with `status: error`.',
    why: 'A verdict rests on criteria.',
    repair: 'Say Failed, or meet the criteria.',
    hint: msg`Say ${'Failed'}, or look at the criteria again.`,
    *check({ message }) {
      const content = outputOf(message, 'reviewer')
      if (!content) return
      const [status, verdict] = [content.fields.text('status'), content.fields.text('verdict')]
      const place = content.place('verdict')
      if (status === 'error' && verdict !== undefined)
        yield { message: msg`Unexpected verdict ${verdict} together with the status ${'error'}, expected none`, place }
      const reason = status === 'completed' && verdict === 'Qualified' ? unfoundedReason(content) : undefined
      if (reason !== undefined) yield { message: `${msg`Unexpected verdict ${'Qualified'}`} with ${reason}`, place }
    },
  },
  {
    code: 'MESSAGE_FEEDBACK_MISSING',
    strict: 'error',
    soft: 'warning',
    summary: 'A review says Failed without `feedback`.',
    why: 'The next attempt would make the same mistake again.',
    hint: 'Say what to improve.',
    *check({ message }) {
      const content = outputOf(message, 'reviewer')
      if (content?.fields.text('status') !== 'completed' || content.fields.text('verdict') !== 'Failed') return
      if ((content.fields.text('feedback') ?? '').trim() === '')
        yield {
          message: msg`Missing ${'feedback'}, expected what to improve, with the verdict ${'Failed'}`,
          place: content.place('feedback'),
        }
    },
  },
  {
    code: 'MESSAGE_COUNT_MISMATCH',
    strict: 'error',
    soft: 'warning',
    summary: '`task_count.total` is not the sum of `planning` and `implementation`.',
    why: 'The orchestrator plans its work by these numbers.',
    hint: 'Count again.',
    *check({ message }) {
      const content = outputOf(message, 'planner')
      const [planning, implementation, total] = ['planning', 'implementation', 'total'].map((key) =>
        content?.fields.number('task_count', key),
      )
      if (!content || planning === undefined || implementation === undefined || total === undefined) return
      if (total !== planning + implementation)
        yield {
          message: msg`Unexpected total ${total}, expected ${planning + implementation}: the sum of ${'planning'} and ${'implementation'}`,
          place: content.place('task_count', 'total'),
        }
    },
  },
  {
    code: 'MESSAGE_COUNT_DOUBTFUL',
    strict: 'warning',
    soft: 'notice',
    summary: 'The parts of a questioner’s count do not fit its total.',
    why: 'One of the two was not counted.',
    hint: 'Count again.',
    *check({ message }) {
      const questionerCount = questionerCountOf(message)
      if (!questionerCount) return
      const { content, total: key, parts, differs } = questionerCount
      const total = content.fields.number(key)
      if (total === undefined || content.fields.mapping(parts) === undefined) return
      const sum = ['high', 'medium', 'low'].reduce(
        (subtotal, level) => subtotal + (content.fields.number(parts, level) ?? 0),
        0,
      )
      if (differs(sum, total))
        yield {
          message: msg`Unexpected sum ${sum} of ${parts}, expected ${total} as in ${key}`,
          place: content.place(parts),
        }
    },
  },
  {
    code: 'MESSAGE_MODE_FIELD',
    strict: 'warning',
    soft: 'notice',
    summary: 'A questioner completed without the count of its MODE.',
    why: 'It is unclear whether another cycle is needed.',
    repair: 'Write `questions_generated` for BRAINSTORM, `questions_answered` for RESEARCH.',
    hint: 'Write the number of questions.',
    *check({ message }) {
      const questionerCount = questionerCountOf(message)
      if (!questionerCount) return
      const { content, total: key, mode } = questionerCount
      if (content.fields.text('status') === 'completed' && (content.fields.value(key) ?? null) === null)
        yield { message: msg`Missing ${key}, expected it for ${mode}`, place: content.place() }
    },
  },
  {
    code: 'MESSAGE_REPORT_PATH',
    strict: 'error',
    soft: 'error',
    summary: '`report_path` or `REPORT_PATH` is not the report of this task and attempt.',
    why: 'Another report would be reviewed.',
    repair: 'Write `tasks.TASK-report.md`, from the second attempt on `tasks.TASK-report-rN.md`.',
    hint: 'Write the report of this task and attempt.',
    *check({ message, session }) {
      const report = namedReportOf(message, session)
      if (!report || !isNamed(message) || message.task === undefined) return
      const expected = reportName({ task: message.task, attempt: message.number })
      if (report.path !== `${session.path}/${expected}`)
        yield { message: msg`Unexpected report ${report.written}, expected ${expected}`, place: report.place }
    },
  },
]

export const messageContentRules: SubagentRules = {
  name: 'message-content',
  title: 'What the fields of a message say together',
  rules: [overParts(messages, messageContent)],
}
