import type { ConversationReader, EffectPerformer, CheckReader, IssueReader } from '../../../core/host/host.ts'
import type { Clock, WithHost } from '../../ports.ts'
import type { Conversation } from '../../../core/host/conversation.ts'
import type { Effect, EffectEnd } from '../../../core/host/effect.ts'
import type { CommandDiagnostic } from '../../../core/command.ts'
import { signDiagnostic } from '../../../engine/commands/answer.ts'
import { refusal } from '../../../engine/commands/resolve.ts'
import { editMarker, refusalReply } from '../../../render/reply-comment.ts'

/** Why a comment that was edited is not run. */
export const commentEdited: CommandDiagnostic = refusal(
  'COMMENT_EDITED',
  'An edited comment runs no command, since others can edit comments too',
  'Write a new comment.',
)

/** A comment that says with a marker why something was refused. */
export const refusalEffect = (conversation: string, mark: string, why: CommandDiagnostic): CommentEffect => ({
  do: 'comment',
  in: conversation,
  text: refusalReply(mark, signDiagnostic(why)),
})

/**
 * The answer to an author who edited a command into a comment: the same whether the webhook or the sweep finds the
 * edit.
 */
export const editReplyEffect = (conversation: string, comment: number): CommentEffect =>
  refusalEffect(conversation, editMarker(comment), commentEdited)

/** All but issues that are opened and check runs. */
export type CommentEffect = Exclude<Effect, { readonly do: 'open' | 'check' }>

/** The ports for effects on comments: where it is unclear whether one was made, it is looked for. */
export type CommentEffectPorts = Pick<Clock, 'pause'> & WithHost<EffectPerformer & ConversationReader>

/** The ports for every effect, on issues and check runs too. */
export type EffectPorts = CommentEffectPorts & WithHost<CheckReader & IssueReader>

/** Issues and check runs are looked for only where they are among the effects. */
type EffectReaders = WithHost<ConversationReader & Partial<CheckReader & IssueReader>>

const attempts = 4

/**
 * Whether an effect was carried out before: comments and issues are found by their markers among Baton's own, a check
 * run by its key.
 */
async function isThere({ host }: EffectReaders, number: number, effect: Effect): Promise<boolean> {
  if (effect.do === 'comment') {
    const marker = markerIn(effect.text)
    const conversation = await host.conversation(number, [])
    return marker !== undefined && conversation !== undefined && markedBy(conversation, marker) !== undefined
  }
  if (effect.do === 'open') {
    const marker = markerIn(effect.text)
    const beginning = effect.text.split('\n', 2).join('\n')
    const existing = marker === undefined ? [] : await host.ownIssues?.(marker)
    return existing?.some(({ text }) => text.startsWith(beginning)) === true
  }
  if (effect.do !== 'check') return false
  const runs = await host.checks?.(effect.run.sha, effect.run.name)
  return runs?.some(({ isOwn, key }) => isOwn && key === effect.run.key) === true
}

const marker = /^<!-- baton: [^>]+ -->/

/** The hidden marker that a text by Baton begins with. */
const markerIn = (text: string): string | undefined => marker.exec(text)?.[0]

/** Our own comment with this marker: by marker and author, never by marker alone. */
export const markedBy = ({ comments }: Conversation, mark: string) =>
  comments.find(({ isOwn, text }) => isOwn && text.startsWith(mark))

/** Why effects were refused: sentences by `msg`. */
export const refusalsIn = (ends: readonly EffectEnd[]): readonly string[] =>
  ends.flatMap((effectEnd) => (effectEnd.end === 'refused' ? [effectEnd.why] : []))

/**
 * Performs effects, each once: where the host does not say whether it did something, it is looked for before it is done
 * again. Returns the result of each; where one stays unclear, the next sweep tries again.
 */
export async function publish(
  ports: CommentEffectPorts,
  number: number,
  effects: readonly CommentEffect[],
): Promise<readonly EffectEnd[]>
export async function publish(
  ports: EffectPorts,
  number: number,
  effects: readonly Effect[],
): Promise<readonly EffectEnd[]>
export async function publish(
  ports: CommentEffectPorts & EffectReaders,
  number: number,
  effects: readonly Effect[],
): Promise<readonly EffectEnd[]> {
  const ends: EffectEnd[] = effects.map(() => ({ end: 'unclear' }))
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const unclearEffects = effects.flatMap((effect, index) =>
      ends[index]?.end === 'unclear' ? [{ effect, index }] : [],
    )
    if (unclearEffects.length === 0) break
    if (attempt > 1) {
      await ports.pause(500 * 2 ** attempt)
      for (const { effect, index } of unclearEffects)
        if (await isThere(ports, number, effect)) ends[index] = { end: 'done', id: '' }
    }
    const remaining = unclearEffects.filter(({ index }) => ends[index]?.end === 'unclear')
    const newEnds = await ports.host.perform(remaining.map(({ effect }) => effect))
    for (const [position, { index }] of remaining.entries()) ends[index] = newEnds[position] ?? { end: 'unclear' }
  }
  return ends
}
