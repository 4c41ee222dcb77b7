import type { Finding } from '../../../core/diagnostic.ts'
import { msg } from '../../../core/message.ts'
import { limits, type Priority } from '../schema.ts'
import { type StateSubject, stateChanges, type GovernanceRules } from './subjects.ts'
import { softJudgement, isInherited } from '../reading/inheritance.ts'
import { recordOf } from '../../../kit/record.ts'
import { secondAnchors, withPriority, type Anchor } from '../reading/state-file.ts'
import { overParts, wholeComparison } from '../../../kit/rules.ts'

const styleAgent = ({ type, content = '' }: Anchor): string | undefined =>
  type === 'output_style' ? recordOf(content, 'json').text('agent') : undefined

const fixedKeys = ['content', 'type', 'created'] as const
type FixedKeys = readonly (typeof fixedKeys)[number][]

/** The keys of an anchor of base that must stay as they are: those that were not wrong. */
const validKeys = ({ mendable }: StateSubject, { index }: Anchor): FixedKeys =>
  fixedKeys.filter((key) => !mendable.isWrong('anchors', index, key))

/** What anchors are compared by, with and without their ids. */
const contentText = (anchor: Anchor, keys: FixedKeys) => JSON.stringify(keys.map((key) => [key, anchor[key] ?? null]))
const anchorText = (anchor: Anchor, keys: FixedKeys) => JSON.stringify(anchor.id) + contentText(anchor, keys)

/** The different lists of keys of the anchors of base that must stay. */
const keyListsIn = (subject: StateSubject): readonly FixedKeys[] => [
  ...new Map(
    subject.before.anchors.map((anchor) => {
      const keys = validKeys(subject, anchor)
      return [keys.join(), keys] as const
    }),
  ).values(),
]

/** The anchors of some priorities that went without a reason: neither the limit nor a newer style explains it. */
function* lostAnchors(subject: StateSubject, ...priorities: readonly Priority[]): Iterable<Finding> {
  const { now, before, mendable } = subject
  const ids = new Set(now.anchors.map(({ id }) => id))
  const allIds = new Set([...ids, ...before.anchors.map(({ id }) => id)])
  if (allIds.size > limits.anchors) return
  const styles = new Set(now.anchors.map(styleAgent))
  const contents = new Set(
    keyListsIn(subject).flatMap((keys) => now.anchors.map((anchor) => contentText(anchor, keys))),
  )
  for (const anchor of withPriority(before, ...priorities)) {
    const agent = styleAgent(anchor)
    if (agent !== undefined && styles.has(agent)) continue
    const isKept = mendable.isWrong('anchors', anchor.index, 'id')
      ? contents.has(contentText(anchor, validKeys(subject, anchor)))
      : ids.has(anchor.id)
    if (isKept) continue
    yield {
      message: msg`Missing anchor ${anchor.id} of the priority ${anchor.priority ?? ''}, expected it unchanged`,
      hint: 'Restore it.',
      place: now.file.keyPlace('anchors'),
    }
  }
}

export const anchorRules: GovernanceRules = {
  name: 'anchors',
  title: 'Anchors',
  rules: [
    overParts(wholeComparison, [
      {
        code: 'GOV_ANCHOR_DUPLICATE',
        strict: 'error',
        soft: 'error',
        summary: 'Two anchors have the same id.',
        why: 'A compaction names the anchors that survived by their ids, and it is unclear which is meant.',
        hint: 'Give one of them another id.',
        *check({ now, before }) {
          const { file } = now.state
          for (const { id, index } of secondAnchors(now.state))
            yield {
              message: msg`Unexpected second anchor ${id}, expected each id once`,
              place: file.keyPlace('anchors', index),
              ...softJudgement(isInherited(file, before?.state.file, ['anchors', index])),
              target: now.brain,
            }
        },
      },
    ]),
    overParts(stateChanges, [
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
        why: 'An agent that finds an anchor by its id would read something other than what was decided.',
        hint: 'Revert it, and add a new anchor.',
        *check(subject) {
          const { now, before } = subject
          const previousAnchors = new Map(before.anchors.map((anchor) => [anchor.id, anchor]))
          const previousTexts = new Set(before.anchors.map((anchor) => anchorText(anchor, validKeys(subject, anchor))))
          const keyLists = keyListsIn(subject)
          for (const anchor of now.anchors) {
            // Of several with its id in base it may be any.
            if (keyLists.some((keys) => previousTexts.has(anchorText(anchor, keys)))) continue
            const previousAnchor = previousAnchors.get(anchor.id)
            const key =
              previousAnchor && validKeys(subject, previousAnchor).find((name) => anchor[name] !== previousAnchor[name])
            if (key === undefined) continue
            yield {
              message: msg`Unexpected change of ${key} of the anchor ${anchor.id}, expected it unchanged`,
              place: now.file.keyPlace('anchors', anchor.index),
            }
          }
        },
      },
    ]),
  ],
}
