import type { Rule } from '../../../../core/rule.ts'
import { hour } from '../../../../core/time.ts'
import { msg } from '../../../../core/message.ts'
import { staleFor } from '../../../../kit/stale.ts'
import { inHandoff, inProgressSample, sample } from '../../examples.ts'
import { holderOf, targetId } from '../../facts.ts'
import type { HandoffSubject } from '../../subjects.ts'

const day = 24 * hour

/** The last sign of life: the last commit to the handoff, else the end of the day that it names. */
function lastSign({ handoff, model: { context } }: HandoffSubject): number | undefined {
  const commit = context.staleness?.lastCommit(handoff.path)
  if (commit !== undefined) return Date.parse(commit)
  const updated = handoff.fields.last_updated.value
  return updated === undefined ? undefined : Date.parse(updated) + day
}

const handback = 'handback: { reason: question, description: Which colour?, at: 2026-02-02T10:00:00Z }\n'

export const workStale: Rule<HandoffSubject> = {
  code: 'PLUGIN_WORK_STALE',
  strict: 'off',
  soft: 'warning',
  summary: 'In an audit: an agent has held the plugin for longer than `stale-after` without a commit to the handoff.',
  why: 'The agent has most likely stopped without handing back, and nobody else may go on meanwhile.',
  repair: 'Look what became of it. `/handback NAME success` if the work is done, `/handback NAME error TEXT` if it is not.',
  examples() {
    return {
      bad: [
        {
          about: 'a day and more after the day that the handoff names',
          head: inProgressSample,
          at: '2026-02-04T10:00:00Z',
          staleAfter: day,
        },
      ],
      good: [
        { about: 'not longer than that', head: inProgressSample, at: '2026-02-04T00:00:00Z', staleAfter: day },
        { about: 'no audit', head: inProgressSample, at: '2026-12-24T00:00:00Z' },
        { about: 'a complete stage, which the orchestrator holds', head: sample, staleAfter: hour },
        {
          about: 'a question, which the orchestrator has to answer',
          head: inHandoff(inProgressSample, ['contract_checksums:', `${handback}contract_checksums:`]),
          staleAfter: hour,
        },
      ],
    }
  },
  *check(subject) {
    const {
      handoff,
      plugin,
      model: { context },
    } = subject
    // Only where somebody is at work: each sign of life that is asked for is a question to the host.
    const silent = holderOf(plugin) === 'agent' ? staleFor(context, lastSign(subject)) : undefined
    if (!silent) return
    yield {
      message: msg`Unexpected silence of ${silent.lasted} while ${'in_progress'}, expected a handback within ${silent.allowed}`,
      hint: msg`Look what became of the work, then ${`/handback ${plugin.name} success`} or ${`/handback ${plugin.name} error TEXT`}.`,
      place: handoff.fields.status.place,
      target: targetId(plugin.name),
    }
  },
}
