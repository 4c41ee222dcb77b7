import type { RuleExamples } from '../../../core/rule.ts'
import { anchor, inAnchors, inState, sample } from '../examples.ts'

const many = (first: number) =>
  inState({ anchors: Array.from({ length: 20 }, (_, index) => anchor(first + index, 'high')) })

export const examples: RuleExamples = {
  GOV_ANCHOR_DUPLICATE: {
    bad: { 'one id twice': inState({ anchors: [anchor(1, 'high'), anchor(1, 'low')] }) },
    good: {
      'the same content twice': inState({
        anchors: [anchor(1, 'high', { content: 'x' }), anchor(2, 'high', { content: 'x' })],
      }),
    },
  },
  GOV_ANCHOR_LOST: {
    bad: {
      'a critical one': { base: inAnchors(1, 2, 3, 4), head: inAnchors(2, 3, 4) },
      'a high one': { base: inAnchors(1, 2, 3, 4), head: inAnchors(1, 3, 4) },
    },
    good: {
      'another order': { base: inAnchors(1, 2, 3, 4), head: inAnchors(4, 3, 2, 1) },
      'the limit explains it': { base: many(1), head: many(2) },
    },
  },
  GOV_ANCHOR_DROPPED: {
    bad: { 'a normal and a low one': { base: inAnchors(1, 2, 3, 4), head: inAnchors(1, 2) } },
    good: {
      'a new one': {
        base: sample,
        head: inState({ anchors: [anchor(1, 'critical'), anchor(2, 'normal'), anchor(3, 'low')] }),
      },
    },
  },
  GOV_ANCHOR_ALTERED: {
    bad: {
      'another content': {
        base: inAnchors(1, 2, 3, 4),
        head: inState({
          anchors: [
            anchor(1, 'critical', { content: 'Local times' }),
            anchor(2, 'high'),
            anchor(3, 'normal'),
            anchor(4, 'low'),
          ],
        }),
      },
      'another type': {
        base: sample,
        head: inState({ anchors: [anchor(1, 'critical', { type: 'context' }), anchor(2, 'normal')] }),
      },
    },
    good: {
      'another priority': { base: sample, head: inState({ anchors: [anchor(1, 'normal'), anchor(2, 'critical')] }) },
    },
  },
}
