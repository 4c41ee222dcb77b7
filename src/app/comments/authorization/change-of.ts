import type { HostIdentity } from '../../../core/host/host.ts'
import type { On } from '../../ports.ts'
import type { Repository } from '../../../core/repository.ts'
import type { Change } from '../../../core/change.ts'
import type { Conversation } from '../../../core/host/conversation.ts'
import { changeBetween, ownAccounts } from '../../validate/change.ts'
import type { Place } from './place.ts'

/** Reads the commits of a change under review, once, where somebody asks for them; nothing where there is no such change. */
export function changeOf(
  { host }: On<Repository & HostIdentity>,
  { pull }: Conversation,
  { head, since }: Place,
): () => Promise<Change | undefined> {
  let asked: Promise<Change | undefined> | undefined
  return () =>
    (asked ??= since
      ? changeBetween([host], { base: since.mergeBase, head, branch: pull?.head.branch }, ownAccounts(host.us))
      : Promise.resolve(undefined))
}
