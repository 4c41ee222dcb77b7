import type { Comparison } from '../../../core/context.ts'
import type { Finding } from '../../../core/diagnostic.ts'
import { conflictHint } from '../../../core/conflict.ts'
import { msg } from '../../../core/message.ts'
import { memo } from '../../../core/once.ts'
import { storedText } from '../../../core/view.ts'
import { overParts, wholeComparison } from '../../../kit/rules.ts'
import { kindLacks } from '../check/missing.ts'
import type { Kind } from '../language/workflow.ts'
import type { Model } from '../model.ts'
import { isRead } from '../reading/files.ts'
import { ownersOf } from '../reading/ownership.ts'
import { type Item, keyOf, nameOf } from '../reading/items.ts'
import { pathsOf } from '../reading/locations.ts'
import { foldId } from '../reading/words.ts'
import { items, movement, type DeclaredRules } from './subjects.ts'

/** Where the id of an item is written, or where it stands. */
const idPlaceOf = ({ place, idPlace = place }: Item) => idPlace

/** The path without what a `{date}` in its template captured: a change that was archived twice. */
const withoutDate = ({ path, captures }: Item): string => {
  const { date } = captures
  return date === undefined ? path : path.replace(date, '')
}

/** The text of an item: its file, or its own lines of one. */
const textOf = ({ place: { path }, lines }: Item, { files, view }: Model): string | undefined => {
  const file = files(path)
  if (!isRead(file)) return undefined
  const { document } = file
  const text = lines
    ? document.text.slice(document.offsetOf(lines[0]), document.offsetOf(lines[1])).trimEnd()
    : document.text
  return storedText(view, path, text)
}

/** The first item of an id as the kind of source shows it in which the id comes twice. */
export const firstOfForm = (first: Item, duplicate: Item, { sightings }: Model): Item =>
  sightings(first).find(({ source }) => source.form === duplicate.source.form) ?? first

/** Whether two items of one id are the same thing twice, as some tools write it. */
export function isRepetition(first: Item, right: Item, model: Model): boolean {
  const left = firstOfForm(first, right, model)
  if (left.captures['date'] !== undefined && right.captures['date'] !== undefined && left.path !== right.path)
    return withoutDate(left) === withoutDate(right)
  const isLine = [left, right].every(({ source }) => source.file.source.endsWith('.jsonl'))
  return isLine && textOf(left, model) === textOf(right, model)
}

const numberedPattern = /^(.*?)(\d+)$/s

/** The highest number behind each beginning of ids. */
const highestNumbers = memo((model: Model): ReadonlyMap<string, number> => {
  const highestByLead = new Map<string, number>()
  for (const { id } of model.items) {
    const [, lead = '', number] = numberedPattern.exec(id) ?? []
    if (number === undefined || number.length > 9) continue
    highestByLead.set(foldId(lead), Math.max(highestByLead.get(foldId(lead)) ?? 0, Number(number)))
  }
  return highestByLead
})

/** The number behind the highest that an id has, where ids differ in a number alone: `7` for `1` to `6`. */
function nextFreeId(item: Item, ...models: readonly Model[]): string | undefined {
  const [, lead = '', digits] = numberedPattern.exec(item.id) ?? []
  if (digits === undefined) return undefined
  const highestTaken = Math.max(0, ...models.map((model) => highestNumbers(model).get(foldId(lead)) ?? 0))
  return `${lead}${String(highestTaken + 1).padStart(digits.startsWith('0') ? digits.length : 0, '0')}`
}

/** Whether an item is the same at the tip of the base: what a branch took over without a merge. */
const isTakenOver = (item: Item, model: Model, tipItem: Item, tip: Model): boolean =>
  item.path === tipItem.path && textOf(item, model) === textOf(tipItem, tip)

/** New items of a change that meanwhile have their id at the tip of the base too. */
function* duplicatesAtTip(comparison: Comparison<Model>): Iterable<Finding> {
  const { now: model, tip } = comparison
  if (!tip) return
  for (const item of movement(comparison).added) {
    const [tipItem] = tip.byKey.get(keyOf(item)) ?? []
    if (!tipItem || isTakenOver(item, model, tipItem, tip)) continue
    const freeId = nextFreeId(item, model, tip)
    yield {
      target: item.target,
      message: msg`Unexpected new ${item.name}: the base has an item of this id by now, in ${tipItem.path}`,
      hint:
        freeId === undefined ? 'Give the new item another id.' : msg`Give the new item another id: ${freeId} is free.`,
      place: idPlaceOf(item),
    }
  }
}

function* duplicateFindings(comparison: Comparison<Model>): Iterable<Finding> {
  const { now: model } = comparison
  yield* duplicatesAtTip(comparison)
  for (const sameIdItems of model.byKey.values()) {
    if (sameIdItems.length === 1) continue
    const [firstItem, ...otherItems] = sameIdItems
    for (const duplicate of otherItems) {
      if (!firstItem || isRepetition(firstItem, duplicate, model)) continue
      const freeId = nextFreeId(duplicate, model)
      yield {
        target: model.judge(duplicate).target,
        message: msg`Unexpected second ${nameOf(duplicate)}, expected each id once`,
        hint:
          freeId === undefined
            ? 'Give one of the two another id, or delete it.'
            : msg`Give one of the two another id, such as ${freeId}, which is free, or delete it.`,
        place: idPlaceOf(duplicate),
        related: [{ ...idPlaceOf(firstOfForm(firstItem, duplicate, model)), message: 'The first is here.' }],
      }
    }
  }
}

const frontMatterOf = memo(({ places, fields }: Kind) =>
  [...places.flatMap(({ written }) => written), ...fields.flatMap(({ at }) => at)].filter(
    ({ spot }) => spot.form === 'front-matter',
  ),
)

/** The files of whose front matter something of an item is read. */
function headPathsOf(item: Item): readonly string[] {
  const besides = frontMatterOf(item.kind).flatMap((location) => pathsOf(location, item))
  return item.source.form === 'files' ? [item.path, ...besides] : besides
}

const sourcesOf = (kinds: readonly Kind[]): readonly string[] => [
  ...new Set(kinds.flatMap(({ sources }) => sources.map(({ file }) => file.source))),
]

/** Files and ids of items */
export const readingRules: DeclaredRules = {
  name: 'reading',
  title: 'Files and ids of items',
  rules: [
    overParts(wholeComparison<Model>, [
      {
        code: 'WORKFLOW_EMPTY',
        strict: 'error',
        soft: 'error',
        summary: 'A declared workflow finds no item; a warning where one of its kinds finds none.',
        why: 'A declaration that matches nothing checks nothing, and looks as if all were well.',
        repair:
          'Correct `items` in the declaration: `baton workflow check` says what it names that is not there. Where there are no items yet, set `allow-empty: true` in `.github/baton.yml`.',
        *check({ now: model }) {
          const { workflow, items: allItems } = model
          if (model.unreadOf(workflow.kinds).length > 0) return
          if (allItems.length === 0) {
            const lacks = workflow.kinds.flatMap((kind) => kindLacks(kind, model))
            yield {
              message: `${msg`The workflow ${workflow.name} finds no item`}, expected some at ${msg`${sourcesOf(workflow.kinds)}`}`,
              ...(lacks.length > 0 && { hint: `There is ${lacks.join('; ')}.` }),
              place: workflow.place,
            }
            return
          }
          for (const kind of workflow.kinds) {
            const lacks = kindLacks(kind, model)
            if (lacks.length === 0) continue
            yield {
              message: msg`The kind ${kind.name ?? ''} of ${workflow.name} finds no item, expected some at ${sourcesOf([kind])}`,
              hint: `There is ${lacks.join('; ')}.`,
              place: workflow.place,
              levels: { strict: 'warning', soft: 'notice' },
            }
          }
        },
      },
      {
        code: 'ITEM_UNREADABLE',
        strict: 'error',
        soft: 'warning',
        conflicts: true,
        summary:
          'A declared file is too large, not text, a symbolic link or below one, has the markers of a conflict or a key twice, or cannot be parsed; or a line of a `.jsonl` file.',
        why: 'What stands in it counts for nothing, and no command writes in it.',
        repair: 'Correct the file at the place that the message names.',
        *check({ now: model }) {
          for (const { message, path, place, hint } of model.unreadOf(model.workflow.kinds)) {
            const [owner, otherOwner] = ownersOf(model, path)
            const sharedConflicts = otherOwner === undefined ? undefined : model.view.unmerged?.get(path)
            yield {
              ...(owner !== undefined && otherOwner === undefined && { target: owner }),
              message,
              place,
              hint:
                (sharedConflicts && conflictHint(path, sharedConflicts, true)) ??
                hint ??
                (path.endsWith('.jsonl') && isRead(model.files(path))
                  ? 'Until this line can be read, its item is not checked; those of the other lines are.'
                  : 'Until it can be read, what it should say is not checked, and commands that need it are refused.'),
            }
          }
        },
      },
      {
        code: 'ITEM_DUPLICATE',
        strict: 'error',
        soft: 'warning',
        summary: 'Two items have one id; a new one also where the tip of the base has it by now.',
        why: 'A command cannot tell which of them is meant, and what depends on one may get the other.',
        repair: 'Give one of the two another id, or delete it. No command touches either until then.',
        check: duplicateFindings,
      },
    ]),
    overParts(wholeComparison<Model>, [
      {
        code: 'ITEM_FRONT_MATTER',
        strict: 'notice',
        soft: 'notice',
        summary: 'The front matter is no YAML, and is read line by line.',
        why: 'Values such as `assignee: @me` are common, and some tools read them; a reader of YAML refuses the whole file.',
        repair: 'Put the value in quotes.',
        *check({ now: model }) {
          const seenPaths = new Set<string>()
          for (const item of model.items)
            for (const path of headPathsOf(item)) {
              if (seenPaths.has(path)) continue
              seenPaths.add(path)
              const file = model.files(path)
              const head = isRead(file) ? file.head : undefined
              if (head?.kind === 'lines')
                yield {
                  ...head.why,
                  target: model.judge(item).target,
                  hint: 'It is read line by line: only keys at the top with one value each count.',
                }
            }
        },
      },
    ]),
    overParts(items, [
      {
        code: 'ITEM_ID_MISMATCH',
        strict: 'warning',
        soft: 'notice',
        summary: 'The id in the front matter is not the one in the name of the file.',
        why: 'People look for an item by the name of its file, tools by its id.',
        repair: 'Correct the one that is wrong.',
        *check({ item }) {
          const { source, id, path } = item
          const fileId = 'key' in source.id ? source.file.match(path)?.['id'] : undefined
          if (fileId === undefined || foldId(fileId) === foldId(id)) return
          yield {
            message: msg`Unexpected id ${id}, expected ${fileId} as in the name of the file`,
            place: idPlaceOf(item),
          }
        },
      },
    ]),
  ],
}
