import { Fault, reasonOf } from '../../core/fault.ts'
import type { Effect } from '../../core/host/effect.ts'
import type { Report } from '../../core/report.ts'
import { digestOfParts } from '../../documents/digest.ts'
import { checkName, checkRun } from '../../render/check-run.ts'
import { verdictComment, verdictMarker } from '../../render/verdict-comment.ts'
import { asked } from '../asked.ts'
import { markedBy, publish } from '../conversation/answering/publish.ts'
import type { World } from '../conversation/world.ts'

/** Where a report is to be seen besides. */
export interface Showing {
  /** The commit that was checked. */
  readonly head: string
  /** Whether a check run of ours is to say so. */
  readonly checkRun: boolean
  /** The pull request that is to have the comment; absent: none. */
  readonly comment?: number | undefined
}

/** A check run with all annotations. One that says the very same stands there only once, however often the job is run. */
async function checkEffects({ host }: World, report: Report, head: string): Promise<readonly Effect[]> {
  const said = checkRun(report, head)
  const run = { ...said, key: digestOfParts([head, JSON.stringify(said)]) }
  const standing = await host.checks(head, checkName)
  return standing.some(({ ours, done, key }) => ours && done && key === run.key) ? [] : [{ do: 'check', run }]
}

/** The comment of ours, found by marker and author; it is only written where it says something else now. */
async function commentEffects({ host }: World, report: Report, head: string, number: number): Promise<readonly Effect[]> {
  const conversation = await host.conversation(number, [])
  if (!conversation)
    throw new Fault('The token does not show the pull request.', { hint: 'Give the job the permission `pull-requests: write`.' })
  const text = verdictComment(report, head)
  const old = markedBy(conversation, verdictMarker)
  if (!old) return [{ do: 'say', in: conversation.node, text }]
  return old.text.trimEnd() === text.trimEnd() ? [] : [{ do: 'edit', said: old.node, text }]
}

/** Shows a report on GitHub. Gives why something of it could not be shown: sentences by `say`. */
export async function showReport(world: World, report: Report, { head, checkRun: wantsRun, comment }: Showing): Promise<readonly string[]> {
  const wanted = await Promise.all([
    ...(wantsRun ? [asked(checkEffects(world, report, head))] : []),
    ...(comment === undefined ? [] : [asked(commentEffects(world, report, head, comment))]),
  ])
  const effects = wanted.flatMap((each) => (each instanceof Fault ? [] : each))
  const ended = await publish(world, comment ?? 0, effects)
  return [
    ...wanted.flatMap((each) => (each instanceof Fault ? [reasonOf(each)] : [])),
    ...ended.flatMap((each) =>
      each.end === 'done' ? [] : [each.end === 'refused' ? each.why : 'GitHub does not say whether it has taken everything.'],
    ),
  ]
}
