import type { ChangeSet, CommandDiagnostic } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { splice, type Splice } from '../../../documents/text.ts'
import type { Field, State } from '../language/workflow.ts'
import type { JudgedItem, Model } from '../model.ts'
import { isRead } from '../reading/files.ts'
import { type Item, keyOf } from '../reading/items.ts'
import type { FoundValue } from '../reading/values.ts'
import { inMarksOf } from '../reading/words.ts'
import { allowsText } from '../states/conditions.ts'
import { wordFor } from '../states/states.ts'
import { findAt } from '../reading/locations.ts'
import { writtenStatementsOf, excludingStatements } from '../states/statements.ts'

/** Writes a state at every written place of an item that is there and says another; or why one has no word for it. */
export function addState(edits: Edits, item: JudgedItem, state: State): readonly CommandDiagnostic[] {
  const problems: CommandDiagnostic[] = []
  for (const statement of writtenStatementsOf(item)) {
    if (statement.states.includes(state) && !statement.ambiguous) continue
    const word = wordFor(statement.at, item.states, state)
    const values = [statement.found, ...(statement.found.further ?? [])]
    const written = values.flatMap((found): readonly WrittenValue[] => {
      const text = inMarksOf(found.text, word ?? '')
      const splice = word === undefined ? undefined : found.write(text)
      return splice ? [{ found, text, splice }] : []
    })
    if (written.length === values.length) for (const value of written) edits.write(value)
    else
      problems.push({
        code: 'ITEM_STATE_UNKNOWN',
        severity: 'error',
        message:
          word === undefined
            ? msg`${statement.place.name} has no word for ${state.name}`
            : msg`${statement.place.name} of ${item.name} cannot be written`,
        hint: 'Add a word for it to `says` of that place in the declaration.',
        place: statement.found.place,
        target: item.target,
      })
  }
  return problems
}

/** A parent whose state follows that of a part. */
export interface Follower {
  /** As it is now. */
  readonly parent: JudgedItem
  readonly state: State
  /** The items, once it is in that state. */
  readonly model: Model
}

/**
 * The parents of an item whose computed places exclude their state once the item is in another, with the state that
 * follows.
 */
export function* followers(model: Model, item: Item, state: State): Iterable<Follower> {
  let [movedItem, reachedState, modelAfter] = [item, state, model]
  const seenItems = new Set<Item>()
  while (movedItem.kind.leadsParent && !seenItems.has(movedItem)) {
    seenItems.add(movedItem)
    modelAfter = modelAfter.assuming(movedItem, reachedState)
    const parent = model.parent(movedItem)
    if (!parent) return
    const judgedParent = model.judge(parent)
    const [nextState] = excludingStatements(modelAfter.judge(parent), judgedParent.state)[0]?.states ?? []
    if (!nextState) return
    yield { parent: judgedParent, state: nextState, model: modelAfter.assuming(parent, nextState) }
    ;[movedItem, reachedState] = [parent, nextState]
  }
}

/** The whole new content of every file that is edited. */
export function changesBy(edits: Edits, { files }: Model): ChangeSet {
  return new Map(
    Array.from(edits.all, ([path, splices]): [string, string] => {
      const file = files(path)
      return [path, isRead(file) ? splice(file.document.text, splices) : '']
    }),
  )
}

const stretchOf = (path: string, { start, end }: Splice) => `${start} ${end} ${path}`

/** A value with the text that it gets. */
interface WrittenValue {
  readonly found: FoundValue
  readonly text: string
  readonly splice: Splice
}

const valueKey = ({ place: { path, line, column } }: FoundValue) => `${line} ${column} ${path}`

/** The edits of a command, by file. */
export class Edits {
  readonly #splices = new Map<string, Splice[]>()
  /** What is replaced, by where it is. */
  readonly #replaced = new Set<string>()
  /** The texts that values get, by where they stand. */
  readonly #texts = new Map<string, string>()

  write({ found, text, splice }: WrittenValue): void {
    this.add(found.path, splice)
    this.#texts.set(valueKey(found), text)
  }

  /** What a value says once the edits are made. */
  textOf(found: FoundValue): string {
    return this.#texts.get(valueKey(found)) ?? found.text
  }

  add(path: string, splice: Splice): void {
    const splices = this.#splices.get(path)
    if (splices) splices.push(splice)
    else this.#splices.set(path, [splice])
    if (splice.end > splice.start) this.#replaced.add(stretchOf(path, splice))
  }

  /** Adds all of others; `false`: they edit a stretch that is edited already, and none is added. */
  join(otherEdits: Edits): boolean {
    const addedSplices = Array.from(otherEdits.all).flatMap(([path, splices]) =>
      splices.map((splice) => ({ path, splice })),
    )
    if (addedSplices.some(({ path, splice }) => this.has(path, splice))) return false
    for (const { path, splice } of addedSplices) this.add(path, splice)
    return true
  }

  /** Whether a stretch of a file is edited already. */
  has(path: string, splice: Splice): boolean {
    return this.#replaced.has(stretchOf(path, splice))
  }

  get all(): ReadonlyMap<string, readonly Splice[]> {
    return this.#splices
  }
}

/** Whether the effects of a move write a field. */
export function isSetByMove(field: Field, item: Item, model: Model): boolean {
  const found = model.fieldOf(item, field)
  return item.kind.effects.some((effect) => {
    const value = 'set' in effect && findAt({ spot: effect.set, in: effect.in }, item, model.files)
    return found && value && valueKey(value) === valueKey(found)
  })
}

/** A model in which fields say what the edits of a command write; that of an item's holder, the name of its grant. */
export function withFieldsOf(model: Model, edits: Edits, item: Item, grantee: string | undefined): Model {
  const textOf = (found: FoundValue, isHolder: boolean) =>
    isHolder && grantee !== undefined && found.write(grantee) ? grantee : edits.textOf(found)
  return {
    ...model,
    holds(condition, judged) {
      const found = condition.test === 'field' ? model.fieldOf(judged, condition.field) : undefined
      if (condition.test !== 'field' || !found) return model.holds(condition, judged)
      return allowsText(condition, textOf(found, condition.field.name === 'holder' && keyOf(judged) === keyOf(item)))
    },
  }
}
