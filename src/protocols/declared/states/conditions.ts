import type { View } from '../../../core/view.ts'
import type { Template } from '../../../documents/template.ts'
import type { Condition, Field } from '../language/workflow.ts'
import type { Links } from '../reading/relations.ts'
import type { JudgedItem, Model } from '../model.ts'
import { countBoxes, type FileLookup, isRead, linkFault, type UnreadableFile } from '../reading/files.ts'
import type { Item } from '../reading/items.ts'
import { fileFor, findAt, pathFrom, unreadableFor } from '../reading/locations.ts'
import type { FoundValue } from '../reading/values.ts'
import { foldWord } from '../reading/words.ts'

/** Whether something holds; `undefined`: a file that would decide it cannot be read. */
export type Verdict = boolean | undefined

/** Whether all of some conditions hold. */
export function allHold(conditions: readonly Condition[], holds: (condition: Condition) => Verdict): Verdict {
  const verdicts = new Set(conditions.map(holds))
  return verdicts.has(false) ? false : verdicts.has(undefined) ? undefined : true
}

/** What shows which files a condition cannot be judged without. */
type Readings = Pick<Model, 'view' | 'files' | 'depends' | 'unreadWith' | 'unreadPartOf'>

interface Surroundings extends Readings, Pick<Links, 'parts'> {
  judge(item: Item): JudgedItem
}

/** The value of a field of an item. */
export function fieldIn({ name, at }: Field, item: Item, files: FileLookup): FoundValue | undefined {
  const foundValue = at.map((location) => findAt(location, item, files)).find((value) => value !== undefined)
  // Tools that allow several people name even one in a list.
  return name === 'holder' ? (foundValue?.inList ?? foundValue) : foundValue
}

/** Which of several files are there, and the links in place of them or above them. A submodule is no file. */
export function filesThere(templates: readonly Template[], item: Item, view: View) {
  const paths = templates.flatMap((template) => pathFrom(template, item.captures) ?? [])
  const unknownPaths = paths.filter((path) => view.entry(path)?.kind !== 'submodule')
  return {
    files: paths.filter((path) => view.entry(path)?.kind === 'file'),
    links: unknownPaths.flatMap((path) => linkFault(view, path) ?? []),
  }
}

/** The files that a condition looks at and that cannot be read, where they may decide whether it holds. */
export function conditionFaults(
  condition: Condition,
  item: Item,
  { view, files, depends, unreadWith, unreadPartOf }: Readings,
): readonly UnreadableFile[] {
  switch (condition.test) {
    case 'exists':
    case 'missing': {
      const there = filesThere(condition.files, item, view)
      // One file is enough, whatever the links lead to.
      return there.files.length > 0 ? [] : there.links
    }
    case 'boxes':
    case 'field': {
      const places = condition.test === 'boxes' ? [condition.in] : condition.field.at.map((location) => location.in)
      return places.flatMap((templates) => unreadableFor(files, templates, item) ?? [])
    }
    case 'depends':
      return depends(item).unknown.flatMap(({ ids }) => ids.flatMap((id) => unreadWith(id)?.file ?? []).slice(0, 1))
    case 'parts': {
      const unread = unreadPartOf(item.id)
      return unread ? [unread.file] : []
    }
    case 'path':
      return []
  }
}

/** Whether a template leads to a file of an item alone: it has the id, or the path of the item. */
function isOwn({ names }: Template, { source: { form, id } }: Item): boolean {
  const isOfPath =
    (form === 'files' || form === 'folders') && names.some((name) => name === 'path' || name === 'folder')
  const idNames = 'names' in id ? id.names : []
  return names.includes('id') || isOfPath || (idNames.length > 0 && idNames.every((name) => names.includes(name)))
}

/** The files of an item alone that conditions look at. */
export const ownPathsIn = (conditions: readonly Condition[], item: Item): readonly string[] =>
  conditions.flatMap((condition) => {
    const templates =
      condition.test === 'boxes'
        ? condition.in
        : condition.test === 'exists' || condition.test === 'missing'
          ? condition.files
          : condition.test === 'field'
            ? condition.field.at.flatMap((location) => location.in)
            : []
    return templates.flatMap((template) => (isOwn(template, item) ? (pathFrom(template, item.captures) ?? []) : []))
  })

type FieldCondition = Extract<Condition, { readonly test: 'field' }>

/** Whether a condition holds of a field with a text. */
export const allowsText = ({ values }: FieldCondition, text: string): boolean => values.includes(foldWord(text))

/** Whether a condition holds of an item. */
export function judgeCondition(condition: Condition, item: Item, surroundings: Surroundings): Verdict {
  const { files, parts, depends, judge } = surroundings
  const isUnread = () => conditionFaults(condition, item, surroundings).length > 0
  const unlessUnread = (verdict: boolean): Verdict => (isUnread() ? undefined : verdict)
  switch (condition.test) {
    case 'path':
      return condition.matches(item.path)
    case 'exists':
    case 'missing':
      if (isUnread()) return undefined
      return filesThere(condition.files, item, surroundings.view).files.length > 0 === (condition.test === 'exists')
    case 'boxes': {
      if (isUnread()) return undefined
      const file = fileFor(files, condition.in, item)
      return condition.counts.some((count) => countBoxes(isRead(file) ? file : undefined, condition.section) === count)
    }
    case 'parts': {
      const allParts = parts(item)
      if (condition.which === 'some') return allParts.length > 0 || unlessUnread(false)
      const isInStates = (part: Item) => {
        const { state, states } = judge(part)
        return state !== undefined && states.named(condition.states).includes(state)
      }
      if (condition.which === 'all') return allParts.every(isInStates) && unlessUnread(allParts.length > 0)
      return allParts.some(isInStates) ? condition.which === 'any' : unlessUnread(condition.which === 'none-of')
    }
    case 'depends': {
      // An unknown state is neither at its end nor before it.
      const states = depends(item).items.map((dependency) => judge(dependency).state)
      return condition.met
        ? states.every((state) => state?.end === true) && unlessUnread(true)
        : states.some((state) => state?.end === false) || unlessUnread(false)
    }
    case 'field': {
      const fieldValue = fieldIn(condition.field, item, files)
      return fieldValue ? allowsText(condition, fieldValue.text) : unlessUnread(false)
    }
  }
}
