import { template, type Template } from '../../documents/template.ts'
import { keepsText } from './commands/effects.ts'
import type { Effect } from './language/workflow.ts'
import type { JudgedItem, Model } from './model.ts'
import { isRead, sectionOf } from './reading/files.ts'
import { fileFor, findAt } from './reading/locations.ts'

/** Takes the text of a command out of what an effect wrote for a move to the item's state. */
function textReader({ source }: Template, { id, state }: JudgedItem): (written: string) => string | undefined {
  const captures = { id, to: state?.name ?? '' }
  // The name of an agent may have a `/`, which a capture has not.
  const filled = template(
    source
      .trimEnd()
      .replaceAll(/\{(id|to)\}/g, (_, name: 'id' | 'to') => captures[name])
      .replaceAll('/', '\0'),
    { open: true },
  )
  return (written) =>
    filled
      .match(written.replaceAll('/', '\0'))
      ?.['text']?.replaceAll('\0', '/')
      .replaceAll('&lt;', '<')
      .replaceAll(String.raw`\|`, '|')
      .replace(/^\\(?=[[#>*+\d-])/, '')
}

function writtenBy(effect: Effect, item: JudgedItem, model: Model): string | undefined {
  if (!keepsText(effect)) return undefined
  if ('set' in effect) {
    const found = findAt({ spot: effect.set, in: effect.in }, item, model.files)
    return found && textReader(effect.to, item)(found.text)
  }
  const file = fileFor(model.files, effect.in, item)
  const lines = isRead(file) ? sectionOf(file, effect.section) : undefined
  if (!isRead(file) || !lines) return undefined
  const read = textReader(effect.append, item)
  for (let line = lines.end - 1; line > lines.from; line--) {
    const text = read(file.document.line(line).trimEnd())
    if (text !== undefined) return text
  }
  return undefined
}

/** The question that an item waits with, where an effect has written it. */
export function questionIn(item: JudgedItem, model: Model): string | undefined {
  for (const effect of item.kind.effects) {
    const text = writtenBy(effect, item, model)
    if (text !== undefined && text.trim() !== '') return text.trim()
  }
  return undefined
}
