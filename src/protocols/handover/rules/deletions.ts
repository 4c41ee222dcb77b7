import { msg } from '../../../core/message.ts'
import { overParts } from '../../../kit/rules.ts'
import type { HandoverFile } from '../model.ts'
import { progressOf } from '../reading/progress.ts'
import { changedProjects, finding, removedProjects, type HandoverRules } from './subjects.ts'

const deletionFinding = (file: HandoverFile) =>
  finding(file, msg`Missing ${file.path}, expected it as long as its project is there`, { path: file.path })

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
      hint: 'Restore it: without it the progress of the run is lost.',
      *check({ project, projectBefore }) {
        const run = projectBefore.files.progress
        if (run && !project.files.progress && progressOf(run)) yield deletionFinding(run)
      },
    },
    {
      code: 'PROJECT_FILE_DELETED',
      strict: 'error',
      soft: 'warning',
      summary: 'The brief, the plan or the review was deleted, and the project remains.',
      why: 'Later phases read it: with the review its verdict is lost, with the plan what was to be done.',
      repair: 'Restore it. A project whose run is completed may be deleted as a whole.',
      hint: 'Restore it: later phases read it.',
      *check({ project, projectBefore }) {
        for (const kind of ['brief', 'plan', 'review'] as const) {
          const fileBefore = projectBefore.files[kind]
          if (fileBefore?.mapping && !project.files[kind]) yield deletionFinding(fileBefore)
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
      hint: 'Restore it.',
      *check({ project }) {
        const { progress, plan, brief, review } = project.files
        const path = (progress ?? plan ?? brief ?? review)?.path
        if (path === undefined || (progress && progressOf(progress)?.status === 'completed')) return
        yield {
          message: msg`Missing project ${project.folder}, which was not completed`,
          place: { path },
          target: project.target,
        }
      },
    },
  ]),
]
