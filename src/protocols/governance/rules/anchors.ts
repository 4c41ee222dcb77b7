import type { Finding } from '../../../core/diagnostic.ts'
import { msg } from '../../../core/message.ts'
import { limits, type Priority } from '../schema.ts'
import { type StateSubject, stateChanges, type GovernanceRules } from './subjects.ts'
import { about } from '../model.ts'
import { softly, isInherited } from '../reading/inheritance.ts'
import { recordOf } from '../../../kit/record.ts'
import { withPriority, type Anchor } from '../reading/state-file.ts'
import { over, whole } from '../../../kit/rules.ts'

/** The agent that an anchor of a style names. */
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
        examples: ({ anchor, inState }) => ({
          bad: [{ about: 'one id twice', head: inState({ anchors: [anchor(1, 'high'), anchor(1, 'low')] }) }],
          good: [
            {
              about: 'the same content twice',
              head: inState({ anchors: [anchor(1, 'high', { content: 'x' }), anchor(2, 'high', { content: 'x' })] }),
            },
          ],
        }),
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
        examples: ({ anchor, inState, inAnchors }) => {
          const style = (id: number, agent: string) =>
            anchor(id, 'high', { id: `style-${id}`, type: 'output_style', content: JSON.stringify({ agent, style: 'brief' }) })
          const many = (first: number) => inState({ anchors: Array.from({ length: 20 }, (_, index) => anchor(first + index, 'high')) })
          return {
            bad: [
              { about: 'a critical one', base: inAnchors(1, 2, 3, 4), head: inAnchors(2, 3, 4) },
              { about: 'a high one', base: inAnchors(1, 2, 3, 4), head: inAnchors(1, 3, 4) },
              {
                about: 'a style of another agent',
                base: inState({ anchors: [style(1, 'planner')] }),
                head: inState({ anchors: [style(2, 'builder')] }),
              },
            ],
            good: [
              { about: 'another order', base: inAnchors(1, 2, 3, 4), head: inAnchors(4, 3, 2, 1) },
              { about: 'the limit explains it', base: many(1), head: many(2) },
              {
                about: 'a style gave way to a new one',
                base: inState({ anchors: [style(1, 'planner')] }),
                head: inState({ anchors: [style(2, 'planner')] }),
              },
            ],
          }
        },
      },
      {
        code: 'GOV_ANCHOR_DROPPED',
        strict: 'warning',
        soft: 'warning',
        summary: 'The change removes an anchor of the priority `normal` or `low`.',
        why: 'It may still have been needed (S2-R04, S4-R06).',
        repair: 'Restore it if it is still true.',
        check: (subject) => lostAnchors(subject, 'normal', 'low'),
        examples: ({ anchor, sample, inState, inAnchors }) => ({
          bad: [{ about: 'a normal and a low one', base: inAnchors(1, 2, 3, 4), head: inAnchors(1, 2) }],
          good: [
            {
              about: 'a new one',
              base: sample,
              head: inState({ anchors: [anchor(1, 'critical'), anchor(2, 'normal'), anchor(3, 'low')] }),
            },
          ],
        }),
      },
      {
        code: 'GOV_ANCHOR_ALTERED',
        strict: 'error',
        soft: 'error',
        summary: 'The change gives an anchor another `content`, `type` or `created`; only its `priority` may change.',
        why: 'An agent that finds an anchor by its id would read something else than what was decided.',
        hint: 'Revert it, and add a new anchor.',
        examples: ({ anchor, sample, inState, inAnchors }) => ({
          bad: [
            {
              about: 'another content',
              base: inAnchors(1, 2, 3, 4),
              head: inState({
                anchors: [anchor(1, 'critical', { content: 'Local times' }), anchor(2, 'high'), anchor(3, 'normal'), anchor(4, 'low')],
              }),
            },
            {
              about: 'another type',
              base: sample,
              head: inState({ anchors: [anchor(1, 'critical', { type: 'context' }), anchor(2, 'normal')] }),
            },
          ],
          good: [{ about: 'another priority', base: sample, head: inState({ anchors: [anchor(1, 'normal'), anchor(2, 'critical')] }) }],
        }),
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
