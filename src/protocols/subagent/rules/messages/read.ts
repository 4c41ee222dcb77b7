import type { Message } from '../../reading/message.ts'
import type { Session } from '../../session.ts'
import { targetOf, type MessageSubject } from '../../subjects.ts'

/** Whether a message is called as one, and could be read. */
export const isRead = (message: MessageSubject['message']): message is Message & { readonly content: NonNullable<Message['content']> } =>
  'key' in message && message.content !== undefined

/** The target that a message is about: its task, or the session. */
export const aboutOf = (session: Session, { task }: Message) => (task === undefined ? session.target : targetOf(session, task))
