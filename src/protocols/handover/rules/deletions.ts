import { msg } from '../../../core/message.ts'
import { overParts } from '../../../kit/rules.ts'
import { progressOf } from '../reading/progress.ts'
import { changedProjects, finding, removedProjects, type HandoverRules } from './subjects.ts'

/** Files and projects that a change deletes; on the page of changes. */
export const deletions: HandoverRules['rules'] = [
  overParts(changedProjects, [
    {
      code: 'PROGRESS_DELETED',
      strict: 'error',
      soft: 'warning',
      summary: 'The progress file was deleted, and the project remains.',
      why: 'The next session would begin from the first step, and of a completed run the proof is gone.',
      repair:
        'Restore it. `/accept SLUG --new-run` begins again, and a project whose run is completed may be deleted as a whole.',
      *check({ project, projectBefore }) {
        const run = projectBefore.files.progress
        if (!run || project.files.progress || !progressOf(run)) return
        const hint = 'Restore it: without it the progress of the run is lost.'
        yield {
          ...finding(run, msg`Missing ${run.path}, expected it as long as its project is there`, undefined, { hint }),
          place: { path: run.path },
        }
      },
    },
    {
      code: 'PROJECT_FILE_DELETED',
      strict: 'error',
      soft: 'warning',
      summary: 'The brief, the plan or the review was deleted, and the project remains.',
      why: 'Later phases read it: with the review its verdict is lost, with the plan what was to be done.',
      repair: 'Restore it. A project whose run is completed may be deleted as a whole.',
      *check({ project, projectBefore }) {
        for (const kind of ['brief', 'plan', 'review'] as const) {
          const fileBefore = projectBefore.files[kind]
          if (!fileBefore?.mapping || project.files[kind]) continue
          const hint = 'Restore it: later phases read it.'
          yield {
            ...finding(
              fileBefore,
              msg`Missing ${fileBefore.path}, expected it as long as its project is there`,
              undefined,
              { hint },
            ),
            place: { path: fileBefore.path },
          }
        }
      },
    },
  ]),
  overParts(removedProjects, [
    {
      code: 'PROJECT_REMOVED',
      strict: 'error',
      soft: 'warning',
      summary: 'A whole project was deleted before its run was completed.',
      why: 'Its brief, its plan and the progress of the work are lost, which is more than any of its files.',
      repair: 'Restore it. A project whose run is completed may be deleted.',
      *check({ project }) {
        const { progress, plan, brief, review } = project.files
        const path = (progress ?? plan ?? brief ?? review)?.path
        if (path === undefined || (progress && progressOf(progress)?.status === 'completed')) return
        yield {
          message: msg`Missing project ${project.folder}, which was not completed`,
          hint: 'Restore it.',
          place: { path },
          target: project.target,
        }
      },
    },
  ]),
]
