import type { Rule } from '../../../../core/rule.ts'
import { hour } from '../../../../core/time.ts'
import { msg } from '../../../../core/message.ts'
import { staleFor } from '../../../../kit/stale.ts'
import { payloads, sample, withMessage, workingSample } from '../../examples.ts'
import { nameIn, type TaskSubject } from '../../subjects.ts'
import { takes } from '../../takes.ts'
import { holderOf } from '../../states.ts'
import { instantOf } from '../../words.ts'

const working = withMessage(workingSample, 'executor.task-3.a1.input', payloads.executorInput('task-3'))

export const stale: Rule<TaskSubject> = {
  code: 'SUBAGENT_STALE',
  strict: 'off',
  soft: 'warning',
  summary: 'In an audit: an agent has held a task for longer than `stale-after`.',
  why: 'The agent has most likely stopped without handing back.',
  repair: 'Look what became of it. `/handback TASK error TEXT` ends the attempt if it is gone.',
  examples() {
    return {
      bad: [{ about: 'a day and more', head: working, at: '2026-02-02T10:00:00Z', staleAfter: 24 * hour }],
      good: [
        { about: 'not longer than that', head: working, at: '2026-02-01T14:59:00Z', staleAfter: 24 * hour },
        { about: 'no audit', head: working, at: '2026-12-24T00:00:00Z' },
        { about: 'nobody knows since when', head: workingSample, staleAfter: hour },
        { about: 'nothing in progress', head: sample, staleAfter: hour },
      ],
    }
  },
  *check({ task, session, model, context }) {
    const since = task.mode === undefined ? task.executor(task.attempt, 'input') : task.planning.findLast(({ kind }) => kind === 'input')
    const begun = instantOf(since?.content?.createdAt ?? '')
    const silent = staleFor(context, begun)
    if (!silent || !task.line || holderOf(task.state) !== 'agent') return
    yield {
      message: msg`Unexpected silence of ${silent.lasted} at ${task.id}, expected a handback within ${silent.allowed}`,
      hint: takes(session, task, 'error')
        ? msg`Look what became of it; ${`/handback ${nameIn(model, session, task.id)} error "…"`} ends the attempt if the agent is gone.`
        : 'Look what became of it.',
      place: task.line.place,
      target: task.target,
    }
  },
}
