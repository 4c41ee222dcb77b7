import { visibleLine } from '../../../core/message.ts'
import { suggestion } from '../../../core/suggestion.ts'
import { schemas } from '../../schemas.ts'
import { dataText } from '../../calls/answer.ts'
import type { Answer } from '../../operations/operation.ts'
import { UsageError } from '../../calls/usage.ts'

/** `schema`: the names of the published schemas, or one of them. */
export function schema(name: string | undefined): Answer {
  const names = [...schemas.keys()]
  if (name === undefined) return { views: { text: () => names.map((schemaName) => `${schemaName}\n`).join('') } }
  const makeSchema = schemas.get(name.replace(/\.v1(?:\.json)?$/, ''))
  if (!makeSchema) {
    const nearest = suggestion(name, names)
    throw new UsageError(
      `Unexpected schema ${visibleLine(name)}${nearest === undefined ? '.' : `, did you mean ${nearest}?`} \`baton schema\` lists them all.`,
    )
  }
  return { views: { text: () => dataText(makeSchema(), 'json') } }
}
