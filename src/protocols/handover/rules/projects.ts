import { msg, shellWord, visibleLine } from '../../../core/message.ts'
import type { TextDocument } from '../../../documents/text.ts'
import type { YamlNode } from '../../../documents/yaml.ts'
import { overParts, overProblems, wholeComparison, type Problem } from '../../../kit/rules.ts'
import type { HandoverFile, Project } from '../model.ts'
import { writtenData, isBlank } from '../../../kit/written.ts'
import { namesPlace, placeForm } from '../schema.ts'
import { isSlug, isReservedWord } from '../reading/values.ts'
import {
  files,
  finding,
  findingAt,
  projectsOfAnyForm,
  filesOfAnyForm,
  shapeProblemsIn,
  type HandoverRules,
} from './subjects.ts'
import { baseName, folderOf } from '../../../core/view.ts'

const firstPath = ({ paths, folder }: Project): string => paths[0] ?? folder

/** The number of the next research brief, in two digits. */
function nextNumber({ research }: Project): string {
  const numbers = research.map(({ path }) => Number.parseInt(baseName(path), 10)).filter((number) => number > 0)
  return String(Math.max(0, ...numbers) + 1).padStart(2, '0')
}

/** Whether a message shows a command whole, as it is to be typed. */
const isShown = (command: string): boolean => !command.includes('`') && visibleLine(command) === command

/** How a file gets to the place that its kind has today; an existing file is not overwritten. */
function movingHint({ kind, path }: HandoverFile, project: Project | undefined): string {
  const topic = project && /^[a-z0-9-]+$/.test(project.slug) ? project.slug : 'topic'
  const name =
    kind === 'research'
      ? `research/${project ? nextNumber(project) : '01'}-${topic}.md`
      : kind === 'plan'
        ? 'plan.md'
        : 'progress.json'
  const place = `${project?.folder ?? '.claude/projects/YYYY-MM-DD-slug'}/${name}`
  if (project?.paths.includes(place) === true) return msg`${place} is there already: keep one of the two.`
  const folder = folderOf(place)
  const creation = `mkdir -p ${shellWord(folder)}`
  const move = `git mv ${shellWord(path)} ${shellWord(place)}`
  if (!project || !isShown(creation) || !isShown(move)) return msg`Move it to ${place}.`
  const hasFolder = project.paths.some((existingPath) => folderOf(existingPath) === folder)
  return hasFolder ? msg`${move} moves it.` : msg`${creation} and ${move} move it.`
}

/** A text as written in YAML in place of another value: in the quotes that this has. */
function yamlText(text: string, oldNode: YamlNode, document: TextDocument): string {
  if (document.text[oldNode.start] === "'") return `'${text.replaceAll("'", "''")}'`
  const isPlain =
    /^[A-Za-z.][\w./~-]*$/.test(text) && !isReservedWord(text) && !(oldNode.kind === 'scalar' && oldNode.quoted)
  return isPlain ? text : JSON.stringify(text)
}

/** What a brief or a review has to say as its folder does. */
function* placeProblems(file: HandoverFile): Iterable<Problem> {
  const { project, document, mapping, kind } = file
  if (!project || !document || !mapping || !namesPlace(kind)) return
  const names = { slug: project.slug, project_dir: `${project.folder}/` }
  const form = placeForm(kind, project)
  const { keys } = form.codes
  const data = writtenData(document, mapping, form.shape(), { isAbsent: isBlank })
  yield* shapeProblemsIn(file, data, form, ({ kind: violation, path: [key] }) => {
    // What is not text is a wrong value of its key, wherever the file is.
    if (key === 'project_dir' && violation === 'type') return undefined
    const entry = mapping.get(String(key))
    // A folder whose name is not a slug is not fixed by writing it.
    if (!entry || (key === 'slug' && !isSlug(project.slug)))
      return { hint: 'Rename the folder: a slug has letters, digits, `.`, `_`, `~` and `-`.' }
    const name = names[key as keyof typeof names]
    const { start, end } = entry.value
    return {
      hint: msg`Write ${name}.`,
      fix: `/fix ${keys[key as keyof typeof keys]}`,
      edit: { start, end, text: yamlText(name, entry.value, document) },
    }
  })
}

export const projectRules: HandoverRules = {
  name: 'projects',
  title: 'Projects and their folders',
  rules: [
    overParts(projectsOfAnyForm, [
      {
        code: 'PROJECT_DIR_NAME',
        strict: 'warning',
        soft: 'notice',
        summary: 'The folder of a project is not named `YYYY-MM-DD-slug`.',
        why: 'Projects are found and ordered by that name.',
        repair: 'Rename it by the date on which it was begun.',
        hint: 'Rename the folder by the date on which it was begun.',
        *check({ project }) {
          if (project.date !== undefined) return
          const message = msg`Unexpected name ${project.name}, expected ${'YYYY-MM-DD-slug'}`
          yield findingAt(project, firstPath(project), message)
        },
      },
      {
        code: 'PROJECT_LEGACY',
        strict: 'off',
        soft: 'warning',
        summary:
          'A project has a brief, research, a plan or a review, and no file that says what it is; those that the change does not touch are not looked at.',
        why: 'Files that predate front matter must not fail every change.',
        repair: 'Add the front matter.',
        hint: 'Add front matter: `type: trekbrief` to brief.md, `type: trekresearch-brief` to research, `plan_version: "1.7"` to plan.md, `type: trekreview` to review.md.',
        *check({ project }) {
          if (!project.legacy) return
          const message = msg`The project ${project.name} uses an old format: no file says what it is`
          yield findingAt(project, firstPath(project), message)
        },
      },
    ]),
    overParts(filesOfAnyForm, [
      {
        code: 'LEGACY_PATH',
        strict: 'warning',
        soft: 'warning',
        summary:
          'A plan, research or progress file is where older commands wrote it, outside of its project; where the change does not touch it, it is not looked at further.',
        why: 'Current commands look only in the folder of the project.',
        repair: 'Move it: the hint has the line.',
        *check({ file }) {
          const { project, path, loose, unreadable } = file
          if (!loose || unreadable === 'absent') return
          yield finding(file, msg`Unexpected place of ${path}, expected the folder of its project`, undefined, {
            hint: movingHint(file, project),
          })
        },
      },
    ]),
    overParts(wholeComparison, [
      {
        code: 'LOCAL_FILE_COMMITTED',
        strict: 'error',
        soft: 'warning',
        summary: 'A local file (`*.local.json`, `*.local.md`, `*.local.bak`) below a project is in git.',
        why: 'It holds paths and sessions of one machine, and misleads all others.',
        repair: 'Run `git rm --cached PATH`, and write `*.local.*` into `.gitignore`.',
        *check({ now: { locals, context }, before }) {
          for (const { path, project } of locals) {
            // Where it is unknown what git tracks, what a change brings is tracked.
            if (context.tracked ? !context.tracked(path) : before === undefined) continue
            const message = msg`Unexpected file ${path} in git: it belongs to one person's working copy`
            const hint = msg`${`git rm --cached ${shellWord(path)}`} takes it out, and ${'*.local.*'} in ${'.gitignore'} keeps it out.`
            yield findingAt(project, path, message, { hint })
          }
        },
      },
    ]),
    overProblems(files('brief', 'review'), ({ file }) => placeProblems(file), [
      {
        code: 'BRIEF_SLUG_MISMATCH',
        strict: 'error',
        soft: 'warning',
        summary: '`slug` is not that of the folder.',
        why: 'Commands find a project by its slug; two names lead to two projects.',
        repair: 'Write the name of the folder without its date.',
        safe: true,
      },
      {
        code: 'REVIEW_SLUG_MISMATCH',
        strict: 'error',
        soft: 'warning',
        summary: '`slug` is not that of the folder.',
        why: 'Commands find a project by its slug; two names lead to two projects.',
        repair: 'Write the name of the folder without its date.',
        safe: true,
      },
      {
        code: 'BRIEF_PROJECT_DIR_MISMATCH',
        strict: 'error',
        soft: 'warning',
        summary: '`project_dir` is not the folder of the file.',
        why: 'The next command writes where this says.',
        repair: 'Write the path of the folder.',
        safe: true,
      },
      {
        code: 'REVIEW_PROJECT_DIR_MISMATCH',
        strict: 'error',
        soft: 'warning',
        summary: '`project_dir` is not the folder of the file.',
        why: 'The next command writes where this says.',
        repair: 'Write the path of the folder.',
        safe: true,
      },
    ]),
  ],
}
