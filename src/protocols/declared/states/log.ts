import { groupBy } from '../../../core/grouped.ts'
import { memo, memoBy } from '../../../core/once.ts'
import { type Captures, template, type Template } from '../../../documents/template.ts'
import { keepsText } from '../commands/effects.ts'
import type { Effect } from '../language/workflow.ts'
import type { JudgedItem, Model } from '../model.ts'
import { type DeclaredFile, isRead, sectionOf } from '../reading/files.ts'
import { fileFor, findAt } from '../reading/locations.ts'
import { foldId } from '../reading/words.ts'
import { type LegalMove, movesOf } from './moves.ts'

/** What an effect wrote for a move of an item to its state. */
interface WrittenMove {
  readonly text: string
  /** The state that it left, where the effect writes it. */
  readonly from: string | undefined
  /** The effect wrote nothing later. */
  readonly isLast: boolean
}

const openTemplate = memoBy((source: string) => template(source, { open: true }), 1000)

/**
 * The template of what an effect writes, with some values. The name of an agent may have a `/`, which a capture has
 * not.
 */
const filledTemplate = (source: string, values: Captures): Template =>
  openTemplate(
    source
      .replaceAll(/\{(\w+)\}/g, (capture, name: string) =>
        Object.hasOwn(values, name) ? (values[name] ?? '') : capture,
      )
      .replaceAll('/', '\0'),
  )

/** The forms of what an effect writes: a move without a text leaves a line without one. */
const formsOf = (source: string): readonly string[] => [source.trimEnd(), source.replace('{text}', '').trimEnd()]

/** Takes what an effect wrote for a move of an item to its state out of its lines, of which the last comes first. */
function moveIn({ source }: Template, { id, state }: JudgedItem, lines: Iterable<string>): WrittenMove | undefined {
  const written = source.trimEnd()
  const ownTemplate = filledTemplate(written, { id, to: state?.name ?? '' })
  const anyTemplates = formsOf(written).map((form) => filledTemplate(form, { id }))
  let isLast = true
  for (const line of lines) {
    const masked = line.trimEnd().replaceAll('/', '\0')
    const { text, from } = ownTemplate.match(masked) ?? {}
    if (text !== undefined) return { text: plainText(text), from: from?.replaceAll('\0', '/'), isLast }
    isLast &&= !anyTemplates.some(({ match }) => match(masked))
  }
  return undefined
}

/** A text of a command as it was before an effect wrote it. */
const plainText = (written: string): string =>
  written
    .replaceAll('\0', '/')
    .replaceAll('&lt;', '<')
    .replaceAll(String.raw`\|`, '|')
    .replace(/^\\(?=[[#>*+\d-])/, '')
    .trim()

/** The lines of a section, the last first. */
const linesBackwards = memo((file: DeclaredFile) =>
  memoBy((section: string): readonly string[] => {
    const { from, end } = sectionOf(file, section) ?? { from: 0, end: 0 }
    return Array.from({ length: Math.max(0, end - from - 1) }, (_, index) => file.document.line(end - 1 - index))
  }),
)

/** The lines of a section that many items share, by the id in each: read once for all of them. */
const linesById = memo((file: DeclaredFile) =>
  memo(({ append, section }: Extract<Effect, { readonly append: unknown }>) => {
    const templates = formsOf(append.source).map((form) => filledTemplate(form, {}))
    const idIn = (line: string) => {
      const masked = line.trimEnd().replaceAll('/', '\0')
      return templates.map(({ match }) => match(masked)?.['id']).find((id) => id !== undefined)
    }
    return groupBy(linesBackwards(file)(section), (line) => foldId(idIn(line)?.replaceAll('\0', '/') ?? ''))
  }),
)

function writtenBy(effect: Effect, item: JudgedItem, model: Model): WrittenMove | undefined {
  if (!keepsText(effect)) return undefined
  if ('set' in effect) {
    const found = findAt({ spot: effect.set, in: effect.in }, item, model.files)
    return found && moveIn(effect.to, item, [found.text])
  }
  const file = fileFor(model.files, effect.in, item)
  if (!isRead(file)) return undefined
  const lines = effect.append.names.includes('id')
    ? (linesById(file)(effect).get(foldId(item.id)) ?? [])
    : linesBackwards(file)(effect.section)
  return moveIn(effect.append, item, lines)
}

/** Whether what an effect wrote shows which item it is about: by its id, or by its file. */
function isAbout({ source: { form } }: JudgedItem, effect: Effect): boolean {
  if ('set' in effect || effect.append.names.includes('id')) return true
  return effect.in.length === 0
    ? form === 'files' || form === 'folders'
    : effect.in.every(({ names }) => names.length > 0)
}

/** The move with a text by which an item came to its state, where an effect has written it. */
function moveOf(item: JudgedItem, model: Model): WrittenMove | undefined {
  for (const effect of item.kind.effects) {
    if (!isAbout(item, effect)) continue
    const move = writtenBy(effect, item, model)
    if (move && move.text !== '') return move
  }
  return undefined
}

/** The question that an item waits with, where an effect has written it. */
export const questionIn = (item: JudgedItem, model: Model): string | undefined => moveOf(item, model)?.text

/** The error with which an item came back to its state, if its last move was one. */
export function errorIn(item: JudgedItem, model: Model): string | undefined {
  const { kind, states, state } = item
  const isError = ({ by }: LegalMove) => by.every((mover) => mover === 'handback error')
  const errorMoves = movesOf(kind, states).filter((move) => move.to === state && isError(move))
  if (errorMoves.length === 0) return undefined
  const { text, from, isLast } = moveOf(item, model) ?? {}
  const [origin] = from === undefined ? [] : states.named([from])
  return isLast && errorMoves.some((move) => move.from === origin) ? text : undefined
}
