import { msg } from '../../../core/message.ts'
import { overParts } from '../../../kit/rules.ts'
import { architecturePaths, isKnownArchitecture, overviewOf, overviews } from '../files.ts'
import { isResearchName } from '../model.ts'
import { writtenNumber, writtenText, writtenValue } from '../../../kit/written.ts'
import { files, finding, findingAt, projects, projectsOfAnyForm, type HandoverRules } from './subjects.ts'
import { baseName } from '../../../core/view.ts'

const otherPlaces = (paths: readonly string[]) => paths.map((path) => ({ path, message: 'another one' }))

export const researchRules: HandoverRules = {
  name: 'research',
  title: 'Briefs, research and architecture',
  rules: [
    overParts(files('brief'), [
      {
        code: 'BRIEF_STATE_INCOHERENT',
        strict: 'error',
        soft: 'warning',
        summary: 'There are topics to research, the research is `skipped`, and `brief_quality` does not say `partial`.',
        why: 'A brief that skipped its research must admit it; a planner would take it for complete.',
        repair: 'Do the research, or write `brief_quality: partial`.',
        hint: 'Do the research, or admit it: `brief_quality: partial`.',
        *check({ file }) {
          const { mapping } = file
          const status = mapping?.get('research_status')
          if (!mapping || !status || writtenText(status.value) !== 'skipped') return
          const topics = writtenNumber(mapping.get('research_topics')?.value) ?? 0
          if (topics === 0 || writtenText(mapping.get('brief_quality')?.value) === 'partial') return
          yield finding(file, 'Unexpected `skipped` though there are topics to research', status.value)
        },
      },
    ]),
    overParts(files('research'), [
      {
        code: 'RESEARCH_CONFIDENCE_MISSING',
        strict: 'warning',
        soft: 'warning',
        summary: 'A research brief has no `confidence`.',
        why: 'Planning cannot weigh it.',
        hint: 'Write a number from 0 to 1.',
        *check({ file }) {
          const { mapping } = file
          if (mapping && !writtenValue(mapping, 'confidence'))
            yield finding(file, 'Missing `confidence`: planning cannot weigh it', mapping.get('confidence')?.key)
        },
      },
      {
        code: 'RESEARCH_NAME',
        strict: 'warning',
        soft: 'notice',
        summary: 'A research brief is not named `NN-topic.md`.',
        why: 'Plans read research in the order of these names.',
        repair: 'Rename it.',
        hint: 'Rename it, such as `01-topic.md`: plans read them in the order of their names.',
        *check({ file }) {
          const { mapping, path, loose, project } = file
          if (mapping && project && !loose && !isResearchName(path))
            yield finding(file, msg`Unexpected name of a research brief, expected ${'NN-topic.md'}`, undefined)
        },
      },
    ]),
    overParts(projects, [
      {
        code: 'RESEARCH_LOOSE_FILES',
        strict: 'warning',
        soft: 'warning',
        summary: 'Other Markdown files than research briefs are in `research/`.',
        why: 'The planner cannot know whether they count.',
        repair: 'Name them as research briefs, or keep them elsewhere.',
        hint: 'Name research briefs `NN-topic.md`, and keep other notes elsewhere.',
        *check({ project }) {
          const [firstPath, ...otherPaths] = project.strayResearch
          if (firstPath === undefined) return
          yield findingAt(project, firstPath, msg`${baseName(firstPath)} is not a research brief`, {
            related: otherPlaces(otherPaths),
          })
        },
      },
    ]),
    overParts(projectsOfAnyForm, [
      {
        code: 'RESEARCH_TOPICS_MISMATCH',
        strict: 'warning',
        soft: 'warning',
        summary:
          'A brief whose research is complete does not count as many topics as there are research briefs; any other brief counts fewer.',
        why: 'Either a topic was forgotten, or the brief was.',
        repair: 'Research what is missing, or count again.',
        *check({
          project: {
            files: { brief },
            research,
          },
        }) {
          const entry = brief?.mapping?.get('research_topics')
          const topics = writtenNumber(entry?.value)
          if (!brief?.mapping || !entry || topics === undefined || !Number.isSafeInteger(topics) || topics < 0) return
          const isComplete = writtenText(brief.mapping.get('research_status')?.value) === 'complete'
          if (isComplete ? topics === research.length : research.length <= topics) return
          const message = msg`Unexpected number of topics: ${topics}, expected ${research.length}, the number of research briefs`
          yield finding(brief, message, entry.value, {
            hint:
              research.length < topics
                ? msg`Research what is missing, or write ${research.length}.`
                : msg`Write ${research.length}, or take out what belongs to no topic.`,
            concerns: research.map(({ path }) => path),
          })
        },
      },
    ]),
    overParts(projects, [
      {
        code: 'ARCH_NON_CANONICAL_OVERVIEW',
        strict: 'warning',
        soft: 'warning',
        summary: 'The overview of an architecture is not named `overview.md`, but has a name that is tolerated.',
        why: 'It belongs to another tool: Baton finds it, and reports that.',
        repair: 'Rename it.',
        hint: 'Rename it to `overview.md`.',
        *check({ project }) {
          const path = overviewOf(project)
          if (path === undefined || baseName(path) === overviews[0]) return
          yield findingAt(
            project,
            path,
            msg`Unexpected name ${baseName(path)} of an overview, expected ${'overview.md'}`,
          )
        },
      },
      {
        code: 'ARCH_LOOSE_FILES',
        strict: 'warning',
        soft: 'warning',
        summary: 'Other Markdown files are in `architecture/`.',
        why: 'Plans read only the overview and the gaps.',
        repair: 'Put what counts into `overview.md` or `gaps.md`.',
        hint: 'Plans read `overview.md` and `gaps.md` alone.',
        *check({ project }) {
          const [firstPath, ...otherPaths] = architecturePaths(project).filter(
            (path) => path.endsWith('.md') && !isKnownArchitecture(baseName(path)),
          )
          if (firstPath === undefined) return
          yield findingAt(project, firstPath, msg`${baseName(firstPath)} is not a file of an architecture`, {
            related: otherPlaces(otherPaths),
          })
        },
      },
    ]),
  ],
}
