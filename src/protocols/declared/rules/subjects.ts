import type { Comparison } from '../../../core/context.ts'
import { memo } from '../../../core/once.ts'
import { partsWithTarget, type RuleGroup } from '../../../kit/rules.ts'
import type { JudgedItem, Model } from '../model.ts'
import { keyOf } from '../reading/items.ts'
import { unreadOnlyIn } from '../reading/unreadable.ts'

export type DeclaredRules = RuleGroup<Model>

export interface ItemSubject {
  readonly item: JudgedItem
  readonly model: Model
  /** The item as the base has it, once; `undefined`: it is new, or nothing is compared. */
  before(): JudgedItem | undefined
  readonly modelBefore: Model | undefined
}

/** Every item of the head. */
export const items = partsWithTarget(
  ({ item }: ItemSubject) => item.target,
  function* ({ now: model, before }: Comparison<Model>): Iterable<ItemSubject> {
    for (const item of model.items)
      yield {
        item: model.judge(item),
        model,
        modelBefore: before,
        before() {
          const [previousItem, previousDuplicate] = before?.byKey.get(keyOf(item)) ?? []
          return previousItem && !previousDuplicate ? before?.judge(previousItem) : undefined
        },
      }
  },
)

/** An item that base and head have. */
export interface MovedItem {
  readonly item: JudgedItem
  readonly before: JudgedItem
}

/** What a comparison shows of items: those of both sides, those that are new, those that are gone. */
export interface Movement {
  readonly both: readonly MovedItem[]
  readonly added: readonly JudgedItem[]
  readonly gone: readonly JudgedItem[]
}

const noMovement: Movement = { both: [], added: [], gone: [] }

/** Items by what tells them apart; one that comes twice is in no comparison, nor one that may not have been read. */
export const movement = memo(({ now, before }: Comparison<Model>): Movement => {
  if (!before) return noMovement
  const movedItems: MovedItem[] = []
  const addedItems: JudgedItem[] = []
  const removedItems: JudgedItem[] = []
  const [mayBeInBase, mayBeInHead] = [unreadOnlyIn(before, now), unreadOnlyIn(now, before)]
  for (const [key, [item, duplicate]] of now.byKey) {
    const [previousItem, previousDuplicate] = before.byKey.get(key) ?? []
    if (!item || duplicate || previousDuplicate) continue
    if (previousItem) movedItems.push({ item: now.judge(item), before: before.judge(previousItem) })
    else if (!mayBeInBase(item)) addedItems.push(now.judge(item))
  }
  for (const [key, [item]] of before.byKey)
    if (item && !now.byKey.has(key) && !mayBeInHead(item)) removedItems.push(before.judge(item))
  return { both: movedItems, added: addedItems, gone: removedItems }
})
