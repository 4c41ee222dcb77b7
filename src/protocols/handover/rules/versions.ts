import { msg } from '../../../core/message.ts'
import type { Finding } from '../../../core/diagnostic.ts'
import { type Problem, overParts, overProblems, problemsOf } from '../../../kit/rules.ts'
import type { AnnotatedKind } from '../files.ts'
import type { HandoverFile } from '../model.ts'
import { writtenText } from '../../../kit/written.ts'
import { currentVersions, isSameVersion, versionOf } from '../reading/values.ts'
import { fieldProblems } from './fields.ts'
import { files, finding, type FileRule, type FileSubject, type HandoverRules } from './subjects.ts'

const versionKeys = { brief: 'brief_version', plan: 'plan_version', review: 'review_version' } as const

/** The finding that a version is not the current one; one that is no version is a wrong value of its key. */
function* otherVersionFindings(file: HandoverFile, kind: AnnotatedKind): Iterable<Finding> {
  const entry = file.mapping?.get(versionKeys[kind])
  const version = writtenText(entry?.value)
  if (!entry || version === undefined || !versionOf(version) || isSameVersion(version, currentVersions[kind])) return
  const message = msg`Unexpected version ${version}, expected ${currentVersions[kind]}: the file is read as that version`
  yield finding(file, message, entry.value, { hint: msg`The planner should write ${currentVersions[kind]}.` })
}

export const requiredSections = {
  brief: ['Intent', 'Goal', 'Success Criteria'],
  research: ['Executive Summary', 'Dimensions'],
  plan: ['Implementation Plan'],
  review: ['Executive Summary', 'Coverage', 'Remediation Summary'],
} as const

type SectionKind = keyof typeof requiredSections

/** Sections that a body of a kind must have, and has not. */
function* missingSections(file: HandoverFile, kind: SectionKind): Iterable<Finding> {
  const { front, mapping } = file
  if (!mapping || !front || file.kind !== kind) return
  const { headings } = file.scan()
  const presentSections = new Set(headings.filter(({ level }) => level === 2).map(({ text }) => text))
  for (const name of requiredSections[kind]) {
    if (presentSections.has(name)) continue
    const similarHeading = headings.find(({ text }) => text.toLowerCase() === name.toLowerCase())
    yield finding(file, msg`Missing section ${`## ${name}`}`, front.body - 1, {
      hint: similarHeading
        ? msg`Line ${similarHeading.line} has ${similarHeading.raw.trim()}: write ${`## ${name}`}.`
        : msg`Add the heading ${`## ${name}`}.`,
    })
  }
}

const missingSectionRule = (kind: SectionKind) => ({
  why: 'The next command reads the file by its sections.',
  repair: 'Add the heading, letter by letter.',
  check: ({ file }: FileSubject) => missingSections(file, kind),
})

const versionFormRule = {
  why: 'Versions are compared number by number.',
  repair: 'Write the current version.',
} as const

const otherVersionRule = (kind: AnnotatedKind) =>
  ({
    why: 'It is read as the current one, which it may not be.',
    repair: 'Write the current version, and what it requires.',
    check: ({ file }: FileSubject) => otherVersionFindings(file, kind),
  }) as const

const sectionRules: readonly FileRule[] = [
  {
    code: 'BRIEF_MISSING_SECTION',
    strict: 'error',
    soft: 'warning',
    summary: 'A required section of a `brief` is absent: a heading of level 2 with exactly that text.',
    ...missingSectionRule('brief'),
  },
  {
    code: 'RESEARCH_MISSING_SECTION',
    strict: 'error',
    soft: 'warning',
    summary: 'A required section of a `research` is absent: a heading of level 2 with exactly that text.',
    ...missingSectionRule('research'),
  },
  {
    code: 'PLAN_MISSING_SECTION',
    strict: 'error',
    soft: 'error',
    summary: 'A required section of a `plan` is absent: a heading of level 2 with exactly that text.',
    ...missingSectionRule('plan'),
  },
  {
    code: 'REVIEW_MISSING_SECTION',
    strict: 'error',
    soft: 'warning',
    summary: 'A required section of a `review` is absent: a heading of level 2 with exactly that text.',
    ...missingSectionRule('review'),
  },
]

export const sectionProblems = (subject: FileSubject): readonly Problem[] => problemsOf(sectionRules, subject)

export const versionRules: HandoverRules = {
  name: 'versions',
  title: 'Versions and sections',
  rules: [
    overProblems(files('brief'), ({ file }) => fieldProblems(file), [
      {
        code: 'BRIEF_VERSION_FORMAT',
        strict: 'warning',
        soft: 'warning',
        summary: 'The version is not of the form `N.M`.',
        ...versionFormRule,
      },
    ]),
    overParts(files('brief'), [
      {
        code: 'BRIEF_VERSION_MISMATCH',
        strict: 'warning',
        soft: 'warning',
        summary: 'The version is not the current one.',
        ...otherVersionRule('brief'),
      },
    ]),
    overProblems(files('plan'), ({ file }) => fieldProblems(file), [
      {
        code: 'PLAN_VERSION_FORMAT',
        strict: 'warning',
        soft: 'warning',
        summary: 'The version is not of the form `N.M`.',
        ...versionFormRule,
      },
    ]),
    overParts(files('plan'), [
      {
        code: 'PLAN_VERSION_MISMATCH',
        strict: 'warning',
        soft: 'warning',
        summary: 'The version is not the current one.',
        ...otherVersionRule('plan'),
      },
    ]),
    overProblems(files('review'), ({ file }) => fieldProblems(file), [
      {
        code: 'REVIEW_VERSION_FORMAT',
        strict: 'warning',
        soft: 'warning',
        summary: 'The version is not of the form `N.M`.',
        ...versionFormRule,
      },
    ]),
    overParts(files('review'), [
      {
        code: 'REVIEW_VERSION_MISMATCH',
        strict: 'warning',
        soft: 'warning',
        summary: 'The version is not the current one.',
        ...otherVersionRule('review'),
      },
    ]),
    overParts(files('brief', 'research', 'plan', 'review'), sectionRules),
  ],
}
