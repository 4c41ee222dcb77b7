import type { Finding } from '../../../core/diagnostic.ts'
import { msg } from '../../../core/message.ts'
import { limits, type Priority } from '../schema.ts'
import { type StateSubject, stateChanges, type GovernanceRules } from './subjects.ts'
import { about } from '../model.ts'
import { softly, isInherited } from '../reading/inheritance.ts'
import { recordOf } from '../../../kit/record.ts'
import { withPriority, type Anchor } from '../reading/state-file.ts'
import { over, whole } from '../../../kit/rules.ts'

const styleAgent = ({ type, content = '' }: Anchor): string | undefined =>
  type === 'output_style' ? recordOf(content, 'json').text('agent') : undefined

/** The anchors of some priorities that went without a reason: neither the limit nor a newer style explains it. */
function* lostAnchors({ model, now, before }: StateSubject, ...priorities: readonly Priority[]): Iterable<Finding> {
  const ids = new Set(now.anchors.map(({ id }) => id))
  const all = new Set([...ids, ...before.anchors.map(({ id }) => id)])
  if (all.size > limits.anchors) return
  const styles = new Set(now.anchors.map(styleAgent))
  for (const anchor of withPriority(before, ...priorities)) {
    const agent = styleAgent(anchor)
    if (ids.has(anchor.id) || (agent !== undefined && styles.has(agent))) continue
    yield {
      message: msg`Missing anchor ${anchor.id} of the priority ${anchor.priority ?? ''}, expected it unchanged`,
      hint: 'Restore it.',
      place: now.file.keyPlace('anchors'),
      ...about(model.brain),
    }
  }
}

/** Anchors */
export const anchorRules: GovernanceRules = {
  name: 'anchors',
  title: 'Anchors',
  rules: [
    over(whole, [
      {
        code: 'GOV_ANCHOR_DUPLICATE',
        strict: 'error',
        soft: 'error',
        summary: 'Two anchors have the same id.',
        why: 'A compaction names the anchors that survived by their ids, and it is unclear which is meant.',
        hint: 'Give one of them another id.',
        *check({ now, before }) {
          const { file, anchors } = now.state
          const seen = new Set<string>()
          for (const { id, index } of anchors) {
            if (seen.has(id))
              yield {
                message: msg`Unexpected second anchor ${id}, expected each id once`,
                place: file.keyPlace('anchors', index),
                ...softly(isInherited(file, before?.state.file, ['anchors', index])),
                ...about(now.brain),
              }
            seen.add(id)
          }
        },
      },
    ]),
    over(stateChanges, [
      {
        code: 'GOV_ANCHOR_LOST',
        strict: 'error',
        soft: 'error',
        summary: 'The change removes an anchor of the priority `critical` or `high`.',
        why: 'Anchors are what an agent still knows after a compaction or a stop (S2-R04, S4-R06).',
        repair: 'Restore it.',
        check: (subject) => lostAnchors(subject, 'critical', 'high'),
      },
      {
        code: 'GOV_ANCHOR_DROPPED',
        strict: 'warning',
        soft: 'warning',
        summary: 'The change removes an anchor of the priority `normal` or `low`.',
        why: 'It may still have been needed (S2-R04, S4-R06).',
        repair: 'Restore it if it is still true.',
        check: (subject) => lostAnchors(subject, 'normal', 'low'),
      },
      {
        code: 'GOV_ANCHOR_ALTERED',
        strict: 'error',
        soft: 'error',
        summary: 'The change gives an anchor another `content`, `type` or `created`; only its `priority` may change.',
        why: 'An agent that finds an anchor by its id would read something else than what was decided.',
        hint: 'Revert it, and add a new anchor.',
        *check({ now, before }) {
          const was = new Map(before.anchors.map((anchor) => [anchor.id, anchor]))
          for (const is of now.anchors) {
            const old = was.get(is.id)
            const key = old && (['content', 'type', 'created'] as const).find((each) => is[each] !== old[each])
            if (key === undefined) continue
            yield {
              message: msg`Unexpected change of ${key} of the anchor ${is.id}, expected it unchanged`,
              place: now.file.keyPlace('anchors', is.index),
            }
          }
        },
      },
    ]),
  ],
}
