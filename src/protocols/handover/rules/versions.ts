import { msg } from '../../../core/message.ts'
import { overProblems, type Problem, type RuleDefinition } from '../../../kit/rules.ts'
import { isAnnotated, type Annotated } from '../files.ts'
import type { HandoverFile } from '../model.ts'
import { textOf } from '../reading/records.ts'
import { current, frontFields, isVersion, requiredSections, versionOf, type Field } from '../schema.ts'
import { hintOf, isBlank, violationIn } from './fields.ts'
import { codeOf, files, inFiles, problem, type Fixtures, type HandoverRules } from './subjects.ts'

const versionKeys = { brief: 'brief_version', plan: 'plan_version', review: 'review_version' } as const

function* versionProblems(file: HandoverFile): Iterable<Problem> {
  const { kind, mapping } = file
  if (!mapping || !isAnnotated(kind)) return
  const key = versionKeys[kind]
  const entry = mapping.get(key)
  if (!entry || isBlank(entry.value)) return
  const field = (frontFields[kind] as Readonly<Record<string, Field>>)[key]
  const wrong = field && violationIn(field, entry.value)
  if (field && wrong !== undefined)
    yield problem(file, codeOf(kind, 'VERSION_FORMAT'), wrong, entry.value, { hint: hintOf(field, key, entry.value) })
  const version = textOf(entry.value)
  if (version === undefined || isVersion(version, current[kind])) return
  const hint = msg`The planner should write ${current[kind]}.`
  yield versionOf(version)
    ? problem(
        file,
        codeOf(kind, 'VERSION_MISMATCH'),
        msg`Unexpected version ${version}, expected ${current[kind]}: it is read as that`,
        entry.value,
        { hint },
      )
    : problem(file, codeOf(kind, 'VERSION_FORMAT'), msg`Unexpected ${version}, expected ${'N.M'}`, entry.value, { hint })
}

type SectionKind = keyof typeof requiredSections

/** Sections that a body must have, and has not. */
export function* sectionProblems(file: HandoverFile): Iterable<Problem> {
  const { kind, front, mapping } = file
  if (!mapping || !front || !(kind in requiredSections)) return
  const { headings } = file.scan()
  const there = new Set(headings.filter(({ level }) => level === 2).map(({ text }) => text))
  for (const name of requiredSections[kind as SectionKind]) {
    if (there.has(name)) continue
    const near = headings.find(({ text }) => text.toLowerCase() === name.toLowerCase())
    yield problem(file, codeOf(kind as SectionKind, 'MISSING_SECTION'), msg`Missing section ${`## ${name}`}`, front.body - 1, {
      hint: near ? msg`Line ${near.line} has ${near.raw.trim()}: write ${`## ${name}`}.` : msg`Add the heading ${`## ${name}`}.`,
    })
  }
}

/** A file of the sample with another text in place of its version. */
const withVersion = ({ change, pathOf, session }: Fixtures, kind: Annotated, version: string) => {
  const key = versionKeys[kind]
  return change(session, { [pathOf[kind]]: [[`${key}: "${current[kind]}"`, `${key}: ${version}`]] })
}

/** Codes that come along where the version of a plan is no longer that of its run. */
const alsoOf = (kind: Annotated) => (kind === 'plan' ? { also: ['PROGRESS_PLAN_VERSION_MISMATCH'] } : {})

type Shared = Omit<RuleDefinition<Fixtures>, 'code' | 'strict' | 'soft'>

const otherForm = (kind: Annotated): Shared => ({
  summary: 'The version is not of the form `N.M`.',
  why: 'Versions are compared number by number.',
  repair: 'Write the current version.',
  examples: (fixtures) => ({
    bad: [{ about: 'a word', head: withVersion(fixtures, kind, 'latest'), ...alsoOf(kind) }],
    good: [{ about: 'without quotes', head: withVersion(fixtures, kind, current[kind]) }],
  }),
})

const otherVersion = (kind: Annotated): Shared => ({
  summary: 'The version is another one than the current.',
  why: 'It is read on as the current one, which it may not be.',
  repair: 'Write the current version, and what it asks for.',
  examples: (fixtures) => ({
    bad: [{ about: 'another version', head: withVersion(fixtures, kind, '1.70'), ...alsoOf(kind) }],
    good: [{ about: 'the current one', head: fixtures.session }],
  }),
})

const missingSection = (kind: SectionKind, heading: string): Shared => ({
  summary: msg`A required section of a ${kind} is absent: a heading of level 2 with exactly that text.`,
  why: 'The next command reads the file by its sections.',
  repair: 'Add the heading, letter by letter.',
  examples({ change, pathOf, session }) {
    const headed = (text: string) => change(session, { [pathOf[kind]]: [[heading, text]] })
    return {
      bad: [
        { about: 'another case', head: headed(heading.toLowerCase()) },
        { about: 'another level', head: headed(`#${heading}`) },
        { about: 'only in a fence', head: headed(`\`\`\`\`md\n${heading}\n\`\`\`\``) },
        { about: 'only in a comment', head: headed(`<!--\n${heading}\n-->`) },
      ],
      good: [{ about: 'closing marks', head: headed(`${heading} ##  `) }],
    }
  },
})

/** Versions and sections */
export const versionRules: HandoverRules = {
  name: 'versions',
  title: 'Versions and sections',
  rules: [
    overProblems(files('brief', 'plan', 'review'), inFiles(versionProblems), [
      { code: 'BRIEF_VERSION_FORMAT', strict: 'warning', soft: 'warning', ...otherForm('brief') },
      { code: 'BRIEF_VERSION_MISMATCH', strict: 'warning', soft: 'warning', ...otherVersion('brief') },
      { code: 'PLAN_VERSION_FORMAT', strict: 'warning', soft: 'warning', ...otherForm('plan') },
      { code: 'PLAN_VERSION_MISMATCH', strict: 'warning', soft: 'warning', ...otherVersion('plan') },
      { code: 'REVIEW_VERSION_FORMAT', strict: 'warning', soft: 'warning', ...otherForm('review') },
      { code: 'REVIEW_VERSION_MISMATCH', strict: 'warning', soft: 'warning', ...otherVersion('review') },
    ]),
    overProblems(files('brief', 'research', 'plan', 'review'), inFiles(sectionProblems), [
      { code: 'BRIEF_MISSING_SECTION', strict: 'error', soft: 'warning', ...missingSection('brief', '## Goal') },
      { code: 'RESEARCH_MISSING_SECTION', strict: 'error', soft: 'warning', ...missingSection('research', '## Executive Summary') },
      { code: 'PLAN_MISSING_SECTION', strict: 'error', soft: 'error', ...missingSection('plan', '## Implementation Plan') },
      { code: 'REVIEW_MISSING_SECTION', strict: 'error', soft: 'warning', ...missingSection('review', '## Coverage') },
    ]),
  ],
}
