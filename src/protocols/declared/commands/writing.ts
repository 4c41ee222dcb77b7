import type { ChangeSet, CommandDiagnostic } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { splice } from '../../../documents/text.ts'
import type { State } from '../language/workflow.ts'
import type { JudgedItem, Model } from '../model.ts'
import { isRead } from '../reading/files.ts'
import type { Item } from '../reading/items.ts'
import { wordFor } from '../states/states.ts'
import { excludingStatements } from '../rules/needs.ts'
import { writtenStatementsOf } from '../messages.ts'
import type { Edits } from './effects.ts'

/** Writes a state at every written place of an item that is there and says another; or why one has no word for it. */
export function addState(edits: Edits, item: JudgedItem, state: State): readonly CommandDiagnostic[] {
  const problems: CommandDiagnostic[] = []
  for (const statement of writtenStatementsOf(item)) {
    if (statement.states.includes(state) && !statement.ambiguous) continue
    const word = wordFor(statement.at, item.states, state)
    const edit = word === undefined ? undefined : statement.found.write(word)
    if (edit) edits.add(statement.found.path, edit)
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
