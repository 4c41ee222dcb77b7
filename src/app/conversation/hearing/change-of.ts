import type { Change } from '../../../core/change.ts'
import type { Conversation } from '../../../core/host/conversation.ts'
import { changeBetween, ownAccounts } from '../../validate/change.ts'
import type { Place } from './place.ts'
import type { World } from '../world.ts'

/** Reads the commits of a change under review, once, where somebody asks for them; nothing where there is no such change. */
export function changeOf({ host }: World, { pull }: Conversation, { head, since }: Place): () => Promise<Change | undefined> {
  let asked: Promise<Change | undefined> | undefined
  return () =>
    (asked ??= since
      ? changeBetween([host], { base: since.mergeBase, head, branch: pull?.head.branch }, ownAccounts(host.us))
      : Promise.resolve(undefined))
}
