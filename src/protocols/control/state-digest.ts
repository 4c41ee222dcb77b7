import type { StateDigest } from '../../core/target.ts'
import type { AnswerFile, ControlModel } from './model.ts'

/** The answer with the highest number. */
const newest = (answers: readonly AnswerFile[]): AnswerFile | undefined =>
  answers.filter(({ number }) => number !== undefined).toSorted((a, b) => ((a.number ?? 0n) < (b.number ?? 0n) ? 1 : -1))[0]

/** What compare-and-swap of a stage goes by (control protocol, "Commands"): accept.json, handback.json, the newest answer; its contract. */
export function stateDigest({ stages, workflows }: ControlModel, target: string): StateDigest {
  const workflow = workflows.find((each) => each.target === target)
  if (workflow) return { state: [workflow.file.digest], contract: [] }
  const stage = stages.find((each) => each.target === target)
  if (!stage) return { state: [], contract: [] }
  const answer = newest(stage.answers)?.answer.file
  return {
    state: [stage.accept.file.digest, stage.handback.file.digest, ...(answer ? [answer.path, answer.digest] : [])],
    contract: [stage.config.file.digest],
  }
}
