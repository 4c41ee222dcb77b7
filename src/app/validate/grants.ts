import type { MergeCommit } from '../../core/repository.ts'
import type { Tree, View } from '../../core/view.ts'
import type { CheckRequest } from '../../engine/checking/request.ts'
import { lookAtGrants, type GrantHistory } from '../../engine/grants.ts'
import { withAnswers, memory } from '../command/questions.ts'
import type { Sources } from './check.ts'
import type { OpenViews } from './discovery.ts'
import { runInTurns } from '../../gateways/in-turns.ts'

/**
 * The commits by which the grants of a change are compared: the tip of its base, and the commits that it merges. Each
 * is read once, where a rule looks at it; all that they do look at is read here.
 */
export async function grantPastOf(
  { head, base, policy, merged }: Pick<Sources, 'head' | 'base' | 'policy' | 'merged'>,
  { protocols, selection }: Pick<OpenViews, 'protocols' | 'selection'>,
  request: CheckRequest,
): Promise<GrantHistory> {
  const views = memory<View>()
  const merges = memory<readonly MergeCommit[]>()
  const mergeBases = memory<string | undefined>()
  const openAhead = async (tree: Tree) => {
    const view = await tree.open(selection)
    for (const protocol of protocols)
      await runInTurns(protocol.readAhead({ head: view }, request.sections[protocol.name], request.context))
    return view
  }
  const viewOf = (name: string, tree: () => Tree) => views(name, () => openAhead(tree()))
  const hasGoneOn = base !== undefined && policy.sha !== undefined && policy.sha !== base.sha && policy.sha !== head.sha
  const past: GrantHistory = {
    tip: hasGoneOn ? () => viewOf('', () => policy) : undefined,
    merges: merged && ((paths) => merges(JSON.stringify(paths), () => merged.merges(paths))),
    view: (commit) => viewOf(commit, () => (merged ?? { commitTree: () => policy }).commitTree(commit)),
    mergeBase: (a, b) => mergeBases(`${a} ${b}`, async () => merged?.mergeBase(a, b)),
  }
  await withAnswers(() => runInTurns(lookAtGrants({ ...request, grantPast: past }, protocols)))
  return past
}
