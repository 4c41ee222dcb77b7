import { type Refusal, refused, type CommandDiagnostic } from '../../../core/command.ts'
import { printJson } from '../../../documents/json.ts'
import { textDocument } from '../../../documents/text.ts'
import { messageName, type MessageName } from '../files.ts'
import type { SubagentModel } from '../model.ts'
import type { Content } from '../reading/message.ts'
import { readMessageFile } from '../reading/messages.ts'
import { formRules, meaningRules } from '../rules/messages/alone.ts'
import type { Session } from '../session.ts'
import type { Found } from '../targets.ts'
import { messageText, type Stamp } from '../writing/messages.ts'

/** The json block of a command, read as the message that it is to become. */
export interface Block {
  readonly path: string
  readonly content: Content
  readonly status: string
  /** What is written. */
  text(stamp: Stamp): string
}

/** What refuses a block: whatever is an error of a message by itself. */
const decisive = [...formRules, ...meaningRules].filter(({ strict }) => strict === 'error')

/** Reads a json block as if it lay in the file of a message: whatever is an error there refuses the command (subagent protocol, section 8). */
export function readBlock(model: SubagentModel, { task, session }: Found, key: string, text: string): Block | Refusal {
  const path = `${session.path}/${messageName(key, 'output')}`
  const around: Pick<Session, 'path' | 'id' | 'profile'> = session
  const isLarge = Buffer.byteLength(text) > model.context.limit
  const message = readMessageFile(path, around, isLarge ? 'large' : textDocument(path, text))
  const subject = { session, message, model, before: undefined, modelBefore: undefined, context: model.context }
  const wrong = decisive.flatMap(({ code, check }) =>
    Array.from(check(subject), (finding): CommandDiagnostic => ({ ...finding, code, severity: 'error', target: task.target })),
  )
  if (wrong.length > 0 || !('content' in message) || !message.content) return refused(...wrong)
  const { content, status = '' } = message
  const name: Pick<MessageName, 'agent' | 'kind'> = message
  return {
    path,
    content,
    status,
    text: (stamp) => (content.enveloped ? printJson(content.root) : messageText(name, session, content.payload, stamp)),
  }
}
