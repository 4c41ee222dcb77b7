import type { Comparison } from '../../../core/context.ts'
import type { RuleCode } from '../codes.ts'
import { memo } from '../../../kit/once.ts'
import type { HandoverFile, HandoverModel } from '../model.ts'
import { onlyStrictly, type Problem } from '../problem.ts'
import { annotationProblems } from './annotations.ts'
import { briefProblems, promptProblems, researchProblems, reviewProblems } from './artifacts.ts'
import { changeProblems } from './changes.ts'
import { fileProblems, frontProblems } from './front.ts'
import { historyProblems } from './history.ts'
import { planProblems, tracingProblems } from './plan.ts'
import { meaningProblems, shapeProblems } from './progress.ts'
import { architectureProblems, folderProblems, localProblems, looseProblems, researchFolderProblems } from './project.ts'
import { stateProblems, stateShapeProblems } from './state.ts'

/** What is said of a file of each kind besides its front matter and annotations. */
const own: Readonly<Record<HandoverFile['kind'], (file: HandoverFile, model: HandoverModel) => Iterable<Problem>>> = {
  brief: briefProblems,
  research: researchProblems,
  plan: planProblems,
  *progress(file, model) {
    yield* shapeProblems(file)
    yield* meaningProblems(file, model)
    yield* historyProblems(file, model)
  },
  review: reviewProblems,
  *'session-state'(file, model) {
    yield* stateShapeProblems(file, model)
    yield* stateProblems(file, model)
  },
  'next-session-prompt': promptProblems,
  annotations: () => [],
}

/** Everything that is said of one file; of old ones only where they are touched. */
export function* problemsOf(file: HandoverFile, model: HandoverModel): Iterable<Problem> {
  yield* fileProblems(file)
  yield* frontProblems(file)
  yield* own[file.kind](file, model)
  yield* annotationProblems(file)
}

const isOld = ({ loose, project }: HandoverFile) => loose || project?.legacy === true

function* all({ now, before }: Comparison<HandoverModel>): Iterable<Problem> {
  const earlier = new Map(before?.folders.map((project) => [project.folder, project]))
  for (const file of now.files) {
    const old = isOld(file)
    for (const each of problemsOf(file, now)) yield old ? onlyStrictly(each) : each
    if (file.kind !== 'plan') continue
    const then = file.project && earlier.get(file.project.folder)?.files.review
    for (const each of tracingProblems(file, then)) yield old ? onlyStrictly(each) : each
  }
  for (const project of now.folders) {
    yield* folderProblems(project)
    for (const each of [...researchFolderProblems(project), ...architectureProblems(project)])
      yield project.legacy ? onlyStrictly(each) : each
  }
  yield* looseProblems(now)
  yield* localProblems(now, before !== undefined)
  if (before) yield* changeProblems(now, before)
}

/** Everything that is wrong, by code. */
export const problemsByCode = memo((comparison: Comparison<HandoverModel>): ReadonlyMap<RuleCode, readonly Problem[]> => {
  const byCode = new Map<RuleCode, Problem[]>()
  for (const each of all(comparison)) {
    const same = byCode.get(each.code)
    if (same) same.push(each)
    else byCode.set(each.code, [each])
  }
  return byCode
})
