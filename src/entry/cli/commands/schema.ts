import { visible } from '../../../core/message.ts'
import { suggestion } from '../../../core/suggestion.ts'
import { schemas } from '../../schemas.ts'
import { dataText } from '../../calls/answer.ts'
import type { Answer } from '../../operations/operation.ts'
import { UsageError } from '../../calls/usage.ts'

/** `schema`: the names of the published schemas, or one of them. */
export function schema(name: string | undefined): Answer {
  const names = [...schemas.keys()]
  if (name === undefined) return { views: { text: () => names.map((each) => `${each}\n`).join('') } }
  const found = schemas.get(name.replace(/\.v1(?:\.json)?$/, ''))
  if (!found) {
    const like = suggestion(name, names)
    throw new UsageError(
      `Unexpected schema ${visible(name)}${like === undefined ? '.' : `, did you mean ${like}?`} \`baton schema\` lists them all.`,
    )
  }
  return { views: { text: () => dataText(found(), 'json') } }
}
