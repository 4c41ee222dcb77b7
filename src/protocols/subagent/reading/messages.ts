import { msg } from '../../../core/message.ts'
import type { TextDocument, Unreadable } from '../../../documents/text.ts'
import { messageOf, sessionReview, type MessageName } from '../files.ts'
import { bodyOf, contentOf, readJson, shapeProblemsOf, type Around, type Message, type Problem } from './message.ts'
import { meaningProblemsOf } from './message-meaning.ts'

const reasons: Readonly<Record<Unreadable, string>> = {
  absent: 'Unexpected entry, expected a file',
  link: 'Unexpected link, expected a file',
  large: 'Unexpected size, expected a file that is not above the limit',
  encoding: 'Unexpected bytes, expected UTF-8',
}

/** A text as the message that a file of this name is: what it says, and everything that is wrong with it by itself. */
function readMessage(name: MessageName, around: Around, document: TextDocument): Message {
  const root = readJson(document)
  const { path } = document
  const unreadable = (message: string, place: Problem['place']): Message => ({
    ...name,
    path,
    content: undefined,
    status: undefined,
    problems: [{ code: 'MESSAGE_UNREADABLE', message, place }],
  })
  if (!('kind' in root)) return unreadable(root.fault, root.place)
  const body = bodyOf(name, around, document, root)
  const content = contentOf(body)
  const isReview = name.mode === sessionReview
  return {
    ...name,
    path,
    content,
    status: name.kind === 'output' ? content?.text('status') : undefined,
    problems: [...shapeProblemsOf(body), ...(isReview ? [] : meaningProblemsOf(body))],
  }
}

/** A file of `messages/`, by its name. */
export type MessageFile = Message | { readonly path: string; readonly problems: readonly Problem[] }

/** Reads a file of `messages/` (subagent protocol, section 5). */
export function readMessageFile(path: string, around: Around, document: TextDocument | Unreadable): MessageFile {
  const name = messageOf(path.slice(path.lastIndexOf('/') + 1), around.profile)
  const problem = (code: Problem['code'], message: string) => ({ path, problems: [{ code, message, place: { path, line: 1 } }] })
  if (!name)
    return problem(
      'MESSAGE_NAME',
      msg`Unexpected name ${path.slice(path.lastIndexOf('/') + 1)}, expected one such as ${'executor.task-1.a1.input.json'}`,
    )
  if (typeof document === 'string')
    return { ...name, content: undefined, status: undefined, ...problem('MESSAGE_UNREADABLE', reasons[document]) }
  return readMessage(name, around, document)
}
