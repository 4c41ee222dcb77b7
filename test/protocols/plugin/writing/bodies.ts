import { textDocument } from '../../../../src/documents/text.ts'
import { handoffOf, type Handoff } from '../../../../src/protocols/plugin/handoff/handoff.ts'

const head = '---\nplugin: TinyGain\n---\n'

/** A handoff with this text behind its front matter. */
export const withBody = (body: string): Handoff => handoffOf(textDocument('.continue-here.md', head + body), 'root')

/** The text behind the front matter. */
export const bodyOf = (text: string): string => {
  if (!text.startsWith(head)) throw new RangeError('the front matter changed')
  return text.slice(head.length)
}
