import type { CommandName } from '../../core/command-names.ts'
import { memo } from '../../kit/once.ts'
import type { StateDigest } from '../../core/target.ts'
import type { HandoverFile, HandoverModel } from './model.ts'

const byTarget = memo(({ projects }: HandoverModel) => new Map(projects.map((project) => [project.target, project])))

/** What compare-and-swap of a project goes by (handover protocol, section 7): its progress, for `/revise` the artifacts; its plan. */
export function stateDigest(model: HandoverModel, target: string, command: CommandName | undefined): StateDigest {
  const files = byTarget(model).get(target)?.files
  const { brief, plan, review, progress } = files ?? {}
  const digestOf = (file: HandoverFile | undefined) => file && model.view.digest(file.path)?.sha256
  const state = command === 'revise' ? [brief, plan, review] : [progress]
  return { state: state.map(digestOf), contract: [digestOf(plan)] }
}
