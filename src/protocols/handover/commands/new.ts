import { refuse, usageCode } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { matcher } from '../../../documents/glob.ts'
import { refuseExisting, creationFor } from '../../../kit/creation.ts'
import { requestError } from '../../../kit/diagnostic.ts'
import { placeFor } from '../files.ts'
import type { HandoverModel } from '../model.ts'
import { currentVersions, isSlug } from '../reading/values.ts'
import { cleanText } from './input.ts'

interface Task {
  readonly slug: string
  readonly folder: string
  readonly day: string
  readonly text: string
}

const briefText = ({ slug, folder, day, text }: Task): string => `---
type: trekbrief
brief_version: "${currentVersions.brief}"
created: ${day}
task: ${JSON.stringify(text)}
slug: "${slug}"
project_dir: ${JSON.stringify(`${folder}/`)}
research_topics: 0
research_status: skipped
source: manual
---

# Brief

## Intent

Why it is to be done, and for whom.

## Goal

What is there once it is done.

## Success Criteria

- How to see that it is done.
`

const stepText = (title: string, index: number): string => `### Step ${index + 1}: ${title}

What to do.

\`\`\`yaml
manifest:
  expected_paths: []
  min_file_count: 0
  commit_message_pattern: '^[a-z]+\\(step${index + 1}\\): '
  bash_syntax_check: []
  forbidden_paths: []
  must_contain: []
\`\`\`
`

const planText = (steps: readonly string[]): string => `---
plan_version: "${currentVersions.plan}"
---

# Plan

## Implementation Plan

${steps.map(stepText).join('\n')}`

/** A heading without its closing marks has no title. */
const isTitle = (title: string): boolean => /[^#\s]/.test(title)

/** A project of one task: its brief, and a plan of the steps that are named. */
export const newProject = creationFor<HandoverModel>()({
  protocol: 'handover',
  name: 'SLUG',
  options: {
    task: { kind: 'once', value: 'TEXT', required: true, does: 'what is to be done, for the brief' },
    step: { kind: 'many', value: 'TITLE', does: 'a step of the plan' },
  },

  create({
    model: { configuration, context, projects, folders },
    names: [slug],
    options: { task = '', step = ['Do it'] },
  }) {
    const name = `${context.day}-${slug}`
    const target = `project:${name}`
    const folder = placeFor(name, configuration)
    const hint = msg`${'baton new handover SLUG --task "…" --step "…"'} names the project, its task and its steps.`
    const invalidInput = (code: string, message: string) =>
      refuse({ code, severity: 'error', message, hint, place: { path: folder }, target })
    if (!isSlug(slug)) {
      const message = msg`Unexpected slug ${slug}, expected letters, digits, ${'.'}, ${'_'}, ${'~'} and ${'-'}, starting with a letter or digit`
      return refuse(requestError('BRIEF_INVALID_FIELD', message, hint))
    }
    const text = cleanText(task)
    if (text === '') return invalidInput('BRIEF_MISSING_FIELD', msg`Missing ${'--task'}, expected what is to be done`)
    const steps = step.map(cleanText)
    const untitledStep = step.find((_, index) => !isTitle(steps[index] ?? ''))
    if (untitledStep !== undefined)
      return invalidInput('PLAN_STEP_FORM', msg`Unexpected title ${untitledStep} of a step, expected words`)
    const knownProject = [...folders, ...projects].find((project) => project.name === name)
    if (knownProject) {
      return refuseExisting('project', name, {
        place: { path: knownProject.folder },
        target,
        hint: msg`Nothing is overwritten: choose another slug, or go on with ${`/continue ${name}`}.`,
      })
    }
    if (!matcher(configuration.projects)(folder)) {
      const message = msg`Unexpected patterns ${configuration.projects} of projects, expected one that ends in ${'/*'} or matches ${folder}`
      return refuse({
        code: usageCode,
        severity: 'error',
        message,
        hint: msg`Write it into ${'protocols.handover.projects'}, which ${'baton config'} shows.`,
        place: { path: folder },
        target,
      })
    }
    return {
      target,
      drafts: [`${folder}/plan.md`],
      files: new Map([
        [`${folder}/brief.md`, briefText({ slug, folder, day: context.day, text })],
        [`${folder}/plan.md`, planText(steps)],
      ]),
    }
  },
})
