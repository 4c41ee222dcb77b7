import { change, payloads, progressPath, sample, withMessage } from '../../../src/protocols/subagent/examples.ts'
import { subagent } from '../../../src/protocols/subagent/protocol.ts'
import { describeCases, type Case } from '../cases.ts'
import { codes, scene, type SceneSetting, type Tree } from '../scene.ts'

export const usual = scene(subagent, { at: '2026-02-01T10:00:00Z' })
export const { give, diagnose, reading, target, targets } = usual

/** `CODE severity` of everything that is found. */
export const found = async (tree: Tree, setting?: SceneSetting): Promise<readonly string[]> =>
  codes(await diagnose(tree, setting))

/** The sample with another planning task, before the one that is completed. */
export const planned = (mark: string, task = 'plan-more') =>
  change(sample, { [progressPath]: [['- [x] plan-init', `- [${mark}] ${task}\n- [x] plan-init`]] })

/** That task with the questions of its planner. */
export const asking = withMessage(
  planned('/'),
  'planner.UPDATE.2.output',
  { status: 'needs_clarification', blockers: ['Which file?', 'Which line?'] },
  payloads.plannerInput('UPDATE'),
)

/** The result of commands in particular repositories; by default in the sample. */
export const cases = (table: readonly Case[]) =>
  describeCases(usual, { tree: sample, messages: 'cases.messages.txt' }, table)
