import { isReservedPath } from '../../../core/configured-paths.ts'
import { groupBy } from '../../../core/grouped.ts'
import { memo, memoBy, once } from '../../../core/once.ts'
import type { View } from '../../../core/view.ts'
import { type Captures, template, type Template } from '../../../documents/template.ts'
import { decodeUtf8 } from '../../../documents/text.ts'
import { allHold, conditionFaults, filesThere } from '../states/conditions.ts'
import type { Condition, Effect, Kind, Need, Source, StateCondition } from '../language/workflow.ts'
import type { JudgedItem, Model } from '../model.ts'
import { type FileLookup, isRead, linkFault, maxFaults, type UnreadableFile } from './files.ts'
import type { Item } from './items.ts'
import { fileFor, pathFrom } from './locations.ts'
import { filesBeside } from '../files.ts'
import { foldId } from './words.ts'

/** A file of items, or a line of one, that cannot be read. */
export interface UnreadItems {
  readonly file: UnreadableFile
  readonly kind: Kind
  /** What differs where the file, or the line of it, has another text. */
  readonly content: string
  /** The id of the item that the file is, as ids are compared; `undefined`: it may hold several. */
  readonly id: string | undefined
  /** The same id as it is written. */
  readonly name: string | undefined
  /** Whether an item of an id may be in it, as far as its text and the template of ids show. */
  mayHold(wanted: WantedId): boolean
  /** Whether an item in it may name an id as its parent. */
  mayBePartOf(wanted: WantedId): boolean
}

/** An id that is looked for in many files. */
interface WantedId {
  readonly folded: string
  readonly flat: string
  readonly words: readonly string[]
}

/** A text without what a capture cannot have. */
const flat = (text: string): string => foldId(text).replaceAll(/[/{}]/g, ' ')

/**
 * The templates of the ids of a source, as ids are compared: one with what the path of a file gives, and one for a text
 * that has all of an id. The keys of an element never replace what the path gives.
 */
function idTemplates({ id, form, at }: Source, captures: Captures): readonly Template[] {
  if ('key' in id) return [template('{id}')]
  const isByPath = form === 'elements' && at.every((step) => typeof step === 'string')
  return (isByPath ? [captures] : [captures, {}]).map((known: Captures) => {
    // Under a name that no other has, a capture takes any text: a key of the file may have another form, too.
    const filled = id.source.replaceAll(/\{([^{}]*)\}/g, (_, name: string, offset: number) =>
      Object.hasOwn(known, name) ? flat(known[name] ?? '') : `{${offset}}`,
    )
    return template(foldId(filled).replaceAll('/', ' '))
  })
}

/** What cannot be read of a file: all of it, or lines. */
const faultsIn = (file: ReturnType<FileLookup>): readonly UnreadableFile[] =>
  file === undefined ? [] : isRead(file) ? file.faults : [file]

/** What cannot be read at a path: the file, or lines of it. */
export const faultsAt = (files: FileLookup, path: string): readonly UnreadableFile[] => faultsIn(files(path))

/** What cannot be read of a source, by what the path captures and, where it is known, the text. */
function unreadIn(
  kind: Kind,
  source: Source,
  details: Pick<UnreadItems, 'file' | 'content'> & Partial<Pick<UnreadItems, 'name'>>,
  captures: Captures,
  text: () => string | undefined,
): UnreadItems {
  const { name } = details
  const id = name === undefined ? undefined : foldId(name)
  const textWords = once(() => {
    const words = wordsIn(text())
    return words && new Set(words)
  })
  const areThere = (words: readonly string[]) => words.every((word) => textWords()?.has(word) !== false)
  const templates = once(() => idTemplates(source, captures))
  return {
    ...details,
    kind,
    id,
    name,
    mayHold({ folded, flat: wanted, words }) {
      if (id !== undefined) return id === folded
      return templates().some((each) => {
        const parts = each.match(wanted)
        if (parts === undefined || areThere(words)) return parts !== undefined
        return Object.values(parts).every((part) => part !== wanted && areThere(wordsIn(part) ?? []))
      })
    },
    mayBePartOf({ folded, words }) {
      if (kind.within === undefined) return false
      const parent = 'format' in kind.within ? kind.within.format(captures) : undefined
      if (parent !== undefined && foldId(parent) === folded) return true
      // What the path of a file says is not in its text.
      return (parent === undefined || source.form !== 'files') && areThere(words)
    },
  }
}

/** The files of items that cannot be read, and lines of them. */
function* unreadItemsOf(kinds: readonly Kind[], view: View, files: FileLookup): Iterable<UnreadItems> {
  for (const { kind, source } of kinds.flatMap((kind) => kind.sources.map((source) => ({ kind, source })))) {
    // Above all captures: nothing of the source is there.
    const link = linkFault(view, source.file.source)
    if (link) {
      const content = view.entry(link.path)?.link ?? ''
      yield unreadIn(kind, source, { file: link, content }, {}, () => undefined)
    }
    if (link || source.form === 'folders') continue
    for (const path of view.paths) {
      const captures = source.file.match(path)
      if (!captures || isReservedPath(path)) continue
      const id = source.form === 'files' && 'format' in source.id ? source.id.format(captures) : undefined
      if (source.form === 'files' && source.isExcepted(path, id ?? captures['id'] ?? '')) continue
      const isConflict = view.unmerged?.has(path)
      for (const file of faultsAt(files, path)) {
        const line = isConflict ? undefined : lineOf(file, files)
        // Of a line its text, where each that cannot be read is named; otherwise the digest of the file.
        const content = line ?? view.digest(path)?.sha256 ?? ''
        const details = { file, content, name: id }
        // Their side is not in the view.
        yield unreadIn(kind, source, details, captures, () => (isConflict ? undefined : (line ?? textAt(view, path))))
      }
    }
  }
}

/** The items of a repository that cannot be read, and what may hold some. */
export interface UnreadLookup {
  unreadItems(): readonly UnreadItems[]
  /** What cannot be read and is the item of an id that is not found, or may hold it. */
  unreadWith(id: string): UnreadItems | undefined
  /** What cannot be read and may hold a part of the item of an id. */
  unreadPartOf(id: string): UnreadItems | undefined
}

/** The files that are items and cannot be read. */
export const unreadTargetsOf = memo(({ workflow, unreadItems }: Model) =>
  unreadItems().flatMap(({ name, file }) => (name === undefined ? [] : [{ target: `${workflow.name}:${name}`, file }])),
)

/** So many files, or lines of them, are searched for an id. */
const maxSearched = 100

/** The first of what cannot be read that fits; of very many it is not worth the time to look which it is. */
function firstOf(
  unread: readonly UnreadItems[],
  id: string,
  fits: (each: UnreadItems, wanted: WantedId) => boolean,
): UnreadItems | undefined {
  if (unread.length > maxSearched || unread.length === 0) return unread[0]
  const wanted = { folded: foldId(id), flat: flat(id), words: wordsIn(id) ?? [] }
  return unread.find((each) => fits(each, wanted))
}

export function unreadLookup(kinds: readonly Kind[], view: View, files: FileLookup): UnreadLookup {
  const unreadItems = once(() => [...unreadItemsOf(kinds, view, files)])
  const byId = once(() => groupBy(unreadItems(), ({ id }) => id))
  const parts = once(() => unreadItems().filter(({ kind }) => kind.within !== undefined))
  return {
    unreadItems,
    unreadWith: memoBy((id: string) => {
      const [own] = byId().get(foldId(id)) ?? []
      return own ?? firstOf(byId().get(undefined) ?? [], id, (unread, wanted) => unread.mayHold(wanted))
    }),
    unreadPartOf: memoBy((id: string) => firstOf(parts(), id, (unread, wanted) => unread.mayBePartOf(wanted))),
  }
}

/** The text of a line that cannot be read, where each of them is named. */
function lineOf({ path, place: { line } }: UnreadableFile, files: FileLookup): string | undefined {
  const file = files(path)
  return isRead(file) && file.faults.length < maxFaults && line !== undefined ? file.document.line(line) : undefined
}

const textAt = (view: View, path: string): string | undefined => {
  const bytes = view.bytes(path)
  return bytes && decodeUtf8(bytes)
}

/** The words of a text, as ids are compared; `undefined`: not known, or some letters of it are written as escapes. */
const wordsIn = (text: string | undefined): readonly string[] | undefined =>
  text === undefined || /\\[uUx]/.test(text) ? undefined : (foldId(text).match(/[\p{L}\p{N}]+/gu) ?? [])

/** Whether an item may be in what cannot be read of a model; what another model has unread as well holds none. */
export function unreadOnlyIn(model: Model, other: Model): (item: Item) => boolean {
  const keyOf = ({ file: { path, message }, content }: UnreadItems) => JSON.stringify([path, message, content])
  const known = new Set(other.unreadItems().map(keyOf))
  const unread = model.unreadItems().filter((each) => !known.has(keyOf(each)))
  const ids = new Set(unread.map(({ id }) => id))
  const kinds = new Set(unread.flatMap(({ id, kind }) => (id === undefined ? [kind] : [])))
  return ({ id, kind }) => ids.has(foldId(id)) || kinds.has(kind)
}

/** The files beside those of its items that a kind reads, as an item names them. */
export const pathsBeside = ({ kind, captures }: Item): readonly string[] =>
  filesBeside(kind).text.flatMap((template) => pathFrom(template, captures) ?? [])

/** The links among the files that only have to be there. */
export const linksFor = (items: readonly Item[], view: View): readonly UnreadableFile[] =>
  items.flatMap((item) => filesThere(filesBeside(item.kind).name, item, view).links)

/** What cannot be read of some conditions, so that it is not known whether they hold. */
const undecided = (conditions: readonly Condition[], item: Item, model: Model): readonly UnreadableFile[] =>
  conditions.flatMap((condition) =>
    model.holds(condition, item) === undefined ? conditionFaults(condition, item, model) : [],
  )

/** Each of what cannot be read once: several things may be in one file. */
export const distinctFaults = (faults: readonly UnreadableFile[]): readonly UnreadableFile[] => [
  ...new Map(faults.map((fault) => [`${fault.path}\n${fault.place.line}`, fault])).values(),
]

/** What cannot be read of all that the state of an item is known by. */
export function stateFaults(item: JudgedItem, model: Model): readonly UnreadableFile[] {
  const { kind, source, path } = item
  const files = [
    source.form === 'folders' ? undefined : model.files(path),
    ...kind.places.flatMap(({ written }) => written.map((location) => fileFor(model.files, location.in, item))),
  ]
  return distinctFaults([
    ...files.flatMap(faultsIn),
    ...kind.places.flatMap(({ computed }) => {
      // Whether a line behind this one counts is not known.
      const verdictOf = ({ conditions }: StateCondition) => allHold(conditions, (each) => model.holds(each, item))
      const first = computed.find((line) => verdictOf(line) !== false)
      return first && verdictOf(first) === undefined ? undecided(first.conditions, item, model) : []
    }),
  ])
}

/** What cannot be read of the files in which effects write. */
export const effectFaults = (effects: readonly Effect[], item: Item, { files }: Model): readonly UnreadableFile[] =>
  distinctFaults(
    effects.flatMap((effect) => {
      const file = fileFor(files, effect.in, item)
      return isRead(file) && !file.isWritable ? [] : faultsIn(file)
    }),
  )

/** What cannot be read of the files that decide whether a need holds. */
export const needFaults = (need: Need, item: Item, model: Model): readonly UnreadableFile[] =>
  undecided(need.all, item, model)
