import { msg } from '../../../core/message.ts'
import { shellWord } from '../../../core/shell.ts'
import { textDocument } from '../../../documents/text.ts'
import { isKnownArchitecture, overviews } from '../files.ts'
import type { HandoverFile, HandoverModel, Project } from '../model.ts'
import { folderOf, nameOf } from '../reading/paths.ts'
import { problem, type Problem } from '../problem.ts'
import { numberOf, textOf } from '../reading/records.ts'
import { scan } from '../reading/scan.ts'

const at = (project: Project, path: string) => ({ path, document: undefined, project })

/** What is said of a folder (handover protocol, section 3). */
export function* folderProblems(project: Project): Iterable<Problem> {
  const first = project.paths[0] ?? project.folder
  if (project.date === undefined)
    yield problem(at(project, first), 'PROJECT_DIR_NAME', msg`Unexpected name ${project.name}, expected ${'YYYY-MM-DD-slug'}`, undefined, {
      hint: 'Rename the folder by the day on which it was begun.',
    })
  if (project.legacy) {
    yield problem(
      at(project, first),
      'PROJECT_LEGACY',
      msg`The project ${project.name} is of an old form: no file says what it is`,
      undefined,
      {
        hint: msg`Add front matter: ${'type: trekbrief'} to brief.md, ${'type: trekresearch-brief'} to research, ${'plan_version: "1.7"'} to plan.md, ${'type: trekreview'} to review.md.`,
      },
    )
  }
}

/** The number of the next research brief, in two digits. */
function nextNumber({ research }: Project): string {
  const numbers = research.map(({ path }) => Number.parseInt(nameOf(path), 10)).filter((number) => number > 0)
  return String(Math.max(0, ...numbers) + 1).padStart(2, '0')
}

/** How a file gets to the place that its kind has today; what stands there is not overwritten. */
function movingHint(kind: HandoverFile['kind'], project: Project | undefined): string {
  const folder = project?.folder ?? '.claude/projects/YYYY-MM-DD-slug'
  const name =
    kind === 'research' ? `research/${project ? nextNumber(project) : '01'}-topic.md` : kind === 'plan' ? 'plan.md' : 'progress.json'
  const place = `${folder}/${name}`
  if (project?.paths.includes(place) === true) return msg`${place} is there already: keep one of the two.`
  return msg`Move it to ${place}.`
}

/** Files that older forms of the commands wrote. */
export function* looseProblems({ files }: HandoverModel): Iterable<Problem> {
  for (const file of files) {
    if (!file.loose || file.unreadable === 'absent') continue
    const { kind, project, path } = file
    yield problem(file, 'LEGACY_PATH', msg`Unexpected place of ${path}, expected the folder of its project`, undefined, {
      hint: movingHint(kind, project),
    })
  }
}

/** Local files that git has. */
export function* localProblems({ locals, context }: HandoverModel, compared: boolean): Iterable<Problem> {
  for (const { path, project } of locals) {
    if (context.tracked ? !context.tracked(path) : !compared) continue
    yield problem(at(project, path), 'LOCAL_FILE_COMMITTED', msg`Unexpected file ${path} in git: it is somebody's own`, undefined, {
      hint: msg`${`git rm --cached ${shellWord(path)}`} takes it out, and ${'*.local.*'} in ${'.gitignore'} keeps it out.`,
    })
  }
}

/** What is said of the files in `research/` together (handover protocol, section 4.2). */
export function* researchFolderProblems({ research, strayResearch, files, ...project }: Project): Iterable<Problem> {
  const whole = { research, strayResearch, files, ...project }
  const [first, ...rest] = strayResearch
  if (first !== undefined) {
    yield problem(at(whole, first), 'RESEARCH_LOOSE_FILES', msg`${nameOf(first)} is no research brief`, undefined, {
      hint: 'Name research briefs `NN-topic.md`, and keep other notes elsewhere.',
      related: rest.map((path) => ({ path, message: 'another one' })),
    })
  }
  const { brief } = files
  const entry = brief?.mapping?.get('research_topics')
  const topics = numberOf(entry?.value)
  if (!brief?.mapping || !entry || topics === undefined || !Number.isSafeInteger(topics) || topics < 0) return
  const complete = textOf(brief.mapping.get('research_status')?.value) === 'complete'
  if (complete ? topics !== research.length : research.length > topics) {
    yield problem(
      brief,
      'RESEARCH_TOPICS_MISMATCH',
      msg`Unexpected number of topics: ${topics}, expected ${research.length} as there are research briefs`,
      entry.value,
      {
        hint:
          research.length < topics
            ? msg`Research what is missing, or write ${research.length}.`
            : msg`Write ${research.length}, or take out what belongs to no topic.`,
        concerns: research.map(({ path }) => path),
      },
    )
  }
}

const inArchitecture = ({ paths, folder }: Project) => paths.filter((path) => folderOf(path) === `${folder}/architecture`)

export function* architectureProblems(project: Project): Iterable<Problem> {
  const there = inArchitecture(project)
  const canonical = `${project.folder}/architecture/overview.md`
  const tolerated = overviews.map((name) => `${project.folder}/architecture/${name}`).find((path) => there.includes(path))
  if (tolerated !== undefined && tolerated !== canonical)
    yield problem(
      at(project, tolerated),
      'ARCH_NON_CANONICAL_OVERVIEW',
      msg`Unexpected name ${nameOf(tolerated)} of an overview, expected ${'overview.md'}`,
      undefined,
      { hint: msg`Rename it to ${'overview.md'}.` },
    )
  const [first, ...rest] = there.filter((path) => path.endsWith('.md') && !isKnownArchitecture(nameOf(path)))
  if (first !== undefined) {
    yield problem(at(project, first), 'ARCH_LOOSE_FILES', msg`${nameOf(first)} is none of the files of an architecture`, undefined, {
      hint: 'Plans read `overview.md` and `gaps.md` alone.',
      related: rest.map((path) => ({ path, message: 'another one' })),
    })
  }
}
