import type { ChangeSet, CommandDiagnostic } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { splice } from '../../../documents/text.ts'
import type { State } from '../language/workflow.ts'
import type { JudgedItem, Model } from '../model.ts'
import { isRead } from '../reading/files.ts'
import type { Item } from '../reading/items.ts'
import { wordFor } from '../reading/states.ts'
import { excluding } from '../rules/needs.ts'
import { writtenOf } from '../wording.ts'
import type { Edits } from './effects.ts'

/** Writes a state at every written place of an item that is there and says another; or why one has no word for it. */
export function addState(edits: Edits, item: JudgedItem, state: State): readonly CommandDiagnostic[] {
  const problems: CommandDiagnostic[] = []
  for (const said of writtenOf(item)) {
    if (said.states.includes(state) && !said.ambiguous) continue
    const word = wordFor(said.at, item.states, state)
    const edit = word === undefined ? undefined : said.found.write(word)
    if (edit) edits.add(said.found.path, edit)
    else
      problems.push({
        code: 'ITEM_STATE_UNKNOWN',
        severity: 'error',
        message:
          word === undefined
            ? msg`${said.place.name} has no word for ${state.name}`
            : msg`${said.place.name} of ${item.id} cannot be written`,
        hint: 'Add a word for it to `says` of that place in the declaration.',
        place: said.found.place,
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

/** The parents of an item whose computed places exclude their state once the item is in another, with the state that follows. */
export function* followers(model: Model, item: Item, state: State): Iterable<Follower> {
  let [changed, reached, after] = [item, state, model]
  const seen = new Set<Item>()
  while (changed.kind.leadsParent && !seen.has(changed)) {
    seen.add(changed)
    after = after.assuming(changed, reached)
    const parent = model.parent(changed)
    if (!parent) return
    const now = model.judge(parent)
    const [next] = excluding(after.judge(parent), now.state)[0]?.states ?? []
    if (!next) return
    yield { parent: now, state: next, model: after.assuming(parent, next) }
    ;[changed, reached] = [parent, next]
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
