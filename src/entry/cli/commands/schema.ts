import { visible } from '../../../core/message.ts'
import { suggestion } from '../../../core/suggestion.ts'
import { schemas } from '../../schemas.ts'
import { exits } from '../exit.ts'
import { printData } from '../output.ts'
import { UsageError } from '../../calls/usage.ts'

/** `baton schema [NAME]`: the names of the published schemas, or one of them. Gives the exit code. */
export function schema(name: string | undefined): number {
  const names = [...schemas.keys()]
  if (name === undefined) {
    process.stdout.write(names.map((each) => `${each}\n`).join(''))
    return exits.fine
  }
  const found = schemas.get(name.replace(/\.v1(?:\.json)?$/, ''))
  if (!found) {
    const like = suggestion(name, names)
    throw new UsageError(
      `Unexpected schema ${visible(name)}${like === undefined ? '.' : `, did you mean ${like}?`} \`baton schema\` lists them all.`,
    )
  }
  printData(found(), 'json')
  return exits.fine
}
