import { type Command, type Outcome, refused } from '../../../core/command.ts'
import { msg, visible } from '../../../core/message.ts'
import { shellWord } from '../../../core/shell.ts'
import { misused } from '../../../kit/command.ts'
import { cleanupHindrance, leftovers } from './cleanup.ts'
import { stateShapeProblems } from '../checks/state.ts'
import { fileProblems } from '../checks/front.ts'
import type { HandoverModel, Project } from '../model.ts'
import { textAt } from '../reading/records.ts'
import { inProgress, nextStep, progressOf } from '../reading/progress.ts'
import { labelOf, nextPath } from '../writing/session.ts'
import { isRefusal, problemRemark, remark, sceneOf } from './answers.ts'

const form = { name: 'continue', usage: 'SLUG' } as const

/** Where to go on. */
interface Place {
  readonly label: string
  readonly status: string
  readonly updated: string
  readonly path: string
}

function placeIn(project: Project, model: HandoverModel): Place | undefined {
  const state = project.files['session-state']
  if (state?.json && 'root' in state.json) {
    const { root } = state.json
    const text = (key: string) => textAt(root, key) ?? ''
    return { label: text('next_session_label'), status: text('status'), updated: text('updated_at'), path: text('next_session_brief_path') }
  }
  const progress = project.files.progress && progressOf(project.files.progress)
  if (!progress) return undefined
  const step = inProgress(progress)[0]?.number ?? nextStep(progress)
  return { label: labelOf(project, model, step), status: progress.status ?? '', updated: progress.updatedAt ?? '', path: nextPath(project) }
}

/** Text that no Markdown can make anything of. */
const harmless = /^[\p{L}\p{N} .,;:()/_+'–-]*$/u
const inert = (text: string) => (harmless.test(text) && !/:\/\/|www\./i.test(text) ? text : msg`${text}`)

const linesOf = ({ folder }: Project, { label, status, updated, path }: Place, shown: (text: string) => string): readonly string[] => [
  `Project: ${shown(folder)} – ${shown(label)}`,
  `Status: ${shown(status)} (updated ${shown(updated)})`,
  `Next: ${shown(path)}`,
]

/** What is left to do in a project that is complete. */
const endHint = (project: Project, model: HandoverModel): string =>
  leftovers(project).length > 0 && !cleanupHindrance(project, model)
    ? msg`${`baton cleanup --confirm ${shellWord(project.folder)}`} removes what is left of it.`
    : 'Begin a new project with /trekbrief or /trekplan.'

/** Says where to go on, in three lines (handover protocol, section 7.4). Nothing changes. */
export const resume: Command<HandoverModel> = {
  ...form,
  summary: 'Says where to go on, in three lines: from the session state where there is one, else from `progress.json`. Nothing changes.',
  examples: ['/continue login'],

  run(model, request): Outcome {
    const scene = sceneOf(model, request, form)
    if (isRefusal(scene)) return scene
    const [more] = request.words
    if (more !== undefined) return misused(form, msg`Unexpected ${more} behind the name`)
    const state = scene.files['session-state']
    const wrong = state ? [...fileProblems(state), ...stateShapeProblems(state, model)] : []
    if (wrong.length > 0) return refused(...wrong.map((problem) => problemRemark(problem)))
    const place = placeIn(scene, model)
    if (!place) {
      return refused(
        remark(scene, 'SESSION_STATE_NOT_FOUND', msg`There is neither a session nor a run in ${scene.folder}`, {
          hint: 'Start with /trekbrief or /trekplan.',
        }),
      )
    }
    const lines = linesOf(scene, place, (text) => visible(text, 500))
    const done = place.status === 'completed'
    const remarks = done
      ? [
          remark(scene, 'SESSION_STATE_NOT_RESUMABLE', 'No further session to resume: the project is complete', {
            severity: 'warning',
            hint: endHint(scene, model),
          }),
        ]
      : []
    return { outcome: 'unchanged', reply: linesOf(scene, place, inert).join('\n'), remarks, extra: { lines } }
  },
}
