import type { RuleExamples } from '../../../core/rule.ts'
import { currentVersions } from '../reading/values.ts'
import type { AnnotatedKind } from '../files.ts'
import { change, pathOf, session } from '../examples.ts'

const versionKeys = { brief: 'brief_version', plan: 'plan_version', review: 'review_version' } as const

const withVersion = (kind: AnnotatedKind, version: string) => {
  const key = versionKeys[kind]
  return change(session, { [pathOf[kind]]: [[`${key}: "${currentVersions[kind]}"`, `${key}: ${version}`]] })
}

const alsoOf = (kind: AnnotatedKind) => (kind === 'plan' ? { also: ['PROGRESS_PLAN_VERSION_MISMATCH'] } : {})

const wordAndUnquoted = (kind: AnnotatedKind) => ({
  bad: { 'a word': { head: withVersion(kind, 'latest'), ...alsoOf(kind) } },
  good: { 'without quotes': withVersion(kind, currentVersions[kind]) },
})

const anotherAndCurrent = (kind: AnnotatedKind) => ({
  bad: { 'another version': { head: withVersion(kind, '1.70'), ...alsoOf(kind) } },
  good: { 'the current one': session },
})

const otherHeadings = (kind: 'brief' | 'plan' | 'research' | 'review', heading: string) => {
  const headed = (text: string) => change(session, { [pathOf[kind]]: [[heading, text]] })
  return {
    bad: { 'another case': headed(heading.toLowerCase()), 'another level': headed(`#${heading}`) },
    good: { 'closing marks': headed(`${heading} ##  `) },
  }
}

export const examples: RuleExamples = {
  BRIEF_MISSING_SECTION: otherHeadings('brief', '## Goal'),
  RESEARCH_MISSING_SECTION: otherHeadings('research', '## Executive Summary'),
  PLAN_MISSING_SECTION: otherHeadings('plan', '## Implementation Plan'),
  REVIEW_MISSING_SECTION: otherHeadings('review', '## Coverage'),
  BRIEF_VERSION_FORMAT: wordAndUnquoted('brief'),
  BRIEF_VERSION_MISMATCH: anotherAndCurrent('brief'),
  PLAN_VERSION_FORMAT: wordAndUnquoted('plan'),
  PLAN_VERSION_MISMATCH: anotherAndCurrent('plan'),
  REVIEW_VERSION_FORMAT: wordAndUnquoted('review'),
  REVIEW_VERSION_MISMATCH: anotherAndCurrent('review'),
}
