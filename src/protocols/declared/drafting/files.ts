import { pluralize } from '../../../core/diagnostic.ts'
import { groupBy } from '../../../core/grouped.ts'
import { baseName } from '../../../core/view.ts'
import type { DataNode } from '../../../documents/data.ts'
import type { DeclaredFile } from '../reading/files.ts'
import type { Spot } from '../language/workflow.ts'
import { findSpot, keysOf } from '../reading/spots.ts'
import { foldId, foldWord, bareText } from '../reading/words.ts'
import {
  areRare,
  type Candidate,
  candidateOf,
  duplicatesIn,
  holderAmong,
  type Naming,
  type Omission,
  quote,
  scalar,
  repeatedNote,
  dependencyAmong,
} from './candidate.ts'
import {
  areMost,
  repetitionOf,
  isInert,
  isStateName,
  looksLikeStates,
  orderStates,
  rankOf,
  stateNames,
} from './evidence.ts'
import { scalarsIn } from '../states/states.ts'

/** The folder of a file, with its last `/`. */
const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1)

/** The ways in which files may be items, as templates of their paths: each file of a folder, or a file in each folder. */
const templates: readonly ((path: string) => string)[] = [
  (path) => `${folderOf(path)}{id}${/\.[^./]*$/.exec(path)?.[0] ?? ''}`,
  (path) => `${folderOf(folderOf(path).slice(0, -1))}{id}/${baseName(path)}`,
]

/** Files beside items that tell about all of them, if they say no state of their own. */
const overviewForm = /^(?:readme|index|overview|changelog)\.md$|^[_.]/i

const filesAt = (files: readonly DeclaredFile[], template: string) => {
  const [folder = '', rest = ''] = template.split('{id}')
  const count = pluralize(files.length, 'file')
  return rest.startsWith('.') ? `${count} in ${folder || 'the root'}` : `${count} of ${folder}*${rest}`
}

/** Files as items by the number before their title, where all of them have one of their own: `0001-use-sqlite.md`. */
function byNumber(template: string, { ids: names, said }: Pick<Naming, 'ids' | 'said'>): readonly Naming[] {
  const items = names.flatMap((name, index) => (said[index] === undefined ? [] : [{ name, word: said[index] }]))
  const parts = items.map(({ name }) => /^(\d+)([-_. ]+)./.exec(name))
  const ids = parts.flatMap((part) => part?.[1] ?? [])
  const [mark, otherMark] = new Set(parts.map((part) => part?.[2]))
  if (mark === undefined || otherMark !== undefined || new Set(ids).size < items.length) return []
  return [
    {
      items: `{ files: ${quote(template.replace('{id}', `{number}${mark}{name}`))}, id: '{number}' }`,
      ids,
      said: items.map(({ word }) => word),
      notes: ['id: the items are named by the numbers of their files'],
    },
  ]
}

/** Files as items by a key, which all that say a state have, and almost all with another value. */
const byKeys = (
  template: string,
  files: readonly DeclaredFile[],
  { ids: names, said }: Pick<Naming, 'ids' | 'said'>,
  keys: readonly string[],
): readonly Naming[] =>
  keys.flatMap((key) => {
    const keyed = files.flatMap((file, index) => {
      const id = findSpot({ form: 'front-matter', key }, { file }, {})?.text ?? ''
      return foldId(id) === '' ? [] : [{ id, name: names[index], word: said[index] }]
    })
    const ids = keyed.map(({ id }) => id)
    const repeatedIds = duplicatesIn(ids)
    const isOtherName = keyed.some(({ id, name = '' }) => foldId(id) !== foldId(name))
    const countSpeaking = (words: Naming['said']) => words.filter((word) => word !== undefined).length
    const keyedWords = keyed.map(({ word }) => word)
    if (countSpeaking(keyedWords) < countSpeaking(said) || !isOtherName || !areRare(repeatedIds, ids)) return []
    return [
      {
        items: `{ files: ${quote(template.replace('{id}', '{name}'))}, id: { front-matter: ${scalar(key)} } }`,
        ids,
        said: keyedWords,
        notes: [`id: the items are named by ${quote(key)}, not by their files`, ...repeatedNote(repeatedIds)],
      },
    ]
  })

/** How the keys of files are read and declared: those of their front matter, or of their data. */
interface KeyForm {
  readonly name: 'front-matter' | 'data'
  readonly spotOf: (key: string) => Spot
  readonly keysOf: (file: DeclaredFile) => readonly string[]
  readonly valueOf: (file: DeclaredFile, key: string) => DataNode | undefined
}

const frontMatter: KeyForm = {
  name: 'front-matter',
  spotOf: (key) => ({ form: 'front-matter', key }),
  keysOf,
  valueOf: ({ head }, key) => (head.kind === 'yaml' ? head.mapping.get(key)?.value : undefined),
}

const rootOf = ({ roots: [root] }: DeclaredFile) => (root?.node.kind === 'mapping' ? root.node : undefined)

const wholeData: KeyForm = {
  name: 'data',
  spotOf: (key) => ({ form: 'data', at: [key] }),
  keysOf: (file) => rootOf(file)?.entries.map(({ key }) => key.source) ?? [],
  valueOf: (file, key) => rootOf(file)?.get(key)?.value,
}

/** So many keys are looked at, those that most files have. */
const maxKeys = 200

/** The keys of some files that may stand in a declaration. */
function inertKeys(form: KeyForm, files: readonly DeclaredFile[]): readonly string[] {
  const byKey = groupBy(files.flatMap(form.keysOf), (key) => key)
  const keys = [...byKey.keys()].filter((key) => key !== '' && isInert(key))
  const countOf = (key: string) => byKey.get(key)?.length ?? 0
  return keys.length <= maxKeys ? keys : keys.toSorted((a, b) => countOf(b) - countOf(a)).slice(0, maxKeys)
}

/** The key of some files that names who works on each: one name, or a list of one or none. */
function holderKey(
  form: KeyForm,
  files: readonly DeclaredFile[],
  said: Candidate['said'],
  ids: readonly string[],
): Candidate['holder'] {
  const keys = inertKeys(form, files).flatMap((name) => {
    const values = files.map((file) => findSpot(form.spotOf(name), { file }, {}))
    const isName = values.every((value) => value?.isCollection !== true || value.inList !== undefined)
    return isName ? [{ name, values: values.map((value) => (value?.inList ?? value)?.text ?? '') }] : []
  })
  return holderAmong(keys, (name) => `{ ${form.name}: ${scalar(name)} }`, said, ids)
}

/** What a key names: the texts of a list, or those between commas. */
function textsAt(form: KeyForm, file: DeclaredFile, key: string): readonly string[] {
  const texts =
    file.head.kind === 'lines'
      ? [file.head.keys.get(key)?.value.replace(/^\[|\]$/g, '') ?? '']
      : scalarsIn(form.valueOf(file, key)).map(({ source }) => source)
  return texts.flatMap((text) => text.split(',').map(bareText))
}

/** What a file says at a spot: one word. */
function wordAt(spot: Spot, file: DeclaredFile): string | undefined {
  const value = findSpot(spot, { file }, {})
  return value && !value.isCollection && !value.repetitions && foldWord(value.text) !== '' ? value.text : undefined
}

/** A key or label of files whose paths fit a template; `undefined`: they have none. */
function itemsAt(template: string, files: readonly DeclaredFile[]): Candidate | Omission | undefined {
  const isMarkdown = template.endsWith('.md')
  const form = isMarkdown ? frontMatter : wholeData
  const spots: readonly (readonly [name: string, place: string, spot: Spot])[] = [
    ...inertKeys(form, files).map((key) => [key, `{ ${form.name}: ${scalar(key)} }`, form.spotOf(key)] as const),
    ...(isMarkdown ? stateNames : []).flatMap((name) => [
      [name, `{ label: ${name} }`, { form: 'label', label: name }] as const,
      [name, `{ section: ${name} }`, { form: 'section', heading: name }] as const,
    ]),
  ]
  const places = spots.flatMap(([name, place, spot]) => {
    const writers = files.filter((file) => findSpot(spot, { file }, {}))
    const words = writers.flatMap((file) => wordAt(spot, file) ?? [])
    if (words.length < 2 || !areMost(words, writers)) return []
    const isUsual = looksLikeStates(name, words)
    const guess = isUsual || spot.form !== 'front-matter' ? undefined : repetitionOf(name, words)
    return isUsual || guess === 'clear' ? [{ name, place, words, spot, guess }] : []
  })
  const usualPlaces = places.filter(({ guess }) => guess === undefined)
  const [bestPlace] =
    usualPlaces.length === 0 && places.length === 1
      ? places
      : usualPlaces.toSorted((a, b) => b.words.length - a.words.length)
  if (!bestPlace) {
    const unusualKey = spots.find(
      ([name, , spot]) =>
        spot.form === form.name && isStateName(name) && files.filter((file) => findSpot(spot, { file }, {})).length > 1,
    )?.[0]
    return unusualKey === undefined
      ? undefined
      : { from: filesAt(files, template), left: `of ${quote(unusualKey)} too few values are usual words for states` }
  }
  const [folder = '', rest = ''] = template.split('{id}')
  const nameOf = ({ path }: DeclaredFile) => path.slice(folder.length, -rest.length)
  const overviews = files.filter(
    (file) => overviewForm.test(file.path.slice(folder.length)) && !wordAt(bestPlace.spot, file),
  )
  const items = files.filter((file) => !overviews.includes(file))
  const said = items.map((file) => wordAt(bestPlace.spot, file))
  const names = items.map(nameOf)
  const byName: Naming = {
    items:
      overviews.length === 0
        ? quote(template)
        : `{ files: ${quote(template)}, except: [${overviews.map((file) => scalar(nameOf(file))).join(', ')}] }`,
    ids: names,
    said,
    notes: [],
  }
  const keys = inertKeys(form, items)
  const idKeys = isMarkdown ? keys : []
  const namings = [
    ...byKeys(
      template,
      items,
      byName,
      idKeys.filter((key) => key === 'id'),
    ),
    byName,
    ...byNumber(template, byName),
    ...byKeys(
      template,
      items,
      byName,
      idKeys.filter((key) => key !== 'id'),
    ),
  ]
  const textsOf = (key: string) => items.flatMap((file) => textsAt(form, file, key))
  const dependency = dependencyAmong(
    keys,
    form.name,
    textsOf,
    namings.flatMap(({ ids }) => ids),
  )
  const dependencyIds = (dependency ? textsOf(dependency.name) : []).map(foldId)
  const [naming = byName, ...otherNamings] = namings
    .map((candidate) => {
      const knownIds = new Set(candidate.ids.map(foldId))
      return { candidate, count: dependencyIds.filter((id) => knownIds.has(id)).length }
    })
    .toSorted((a, b) => b.count - a.count)
    .map(({ candidate }) => candidate)
  return candidateOf({
    ...naming,
    from: filesAt(items, template),
    path: folder,
    places: [['file', bestPlace.place]],
    guess: bestPlace.guess,
    stateName: bestPlace.name,
    otherNamings,
    holder: holderKey(form, items, said, names),
    dependency,
  })
}

/** Files that are items by a key or label, each found in one way. */
export function* itemsInFiles(files: readonly DeclaredFile[]): Iterable<Candidate | Omission> {
  const found = new Set<DeclaredFile>()
  for (const templateOf of templates) {
    const others = files.filter((file) => !found.has(file))
    for (const [template, sameFiles] of groupBy(others, ({ path }) => templateOf(path))) {
      const items = itemsAt(template, sameFiles)
      if (!items) continue
      yield items
      if (!('left' in items)) for (const file of sameFiles) found.add(file)
    }
  }
}

/** Folders that are named after states. */
export function* itemsInFolders(paths: readonly string[]): Iterable<Candidate> {
  const placedFiles = paths.flatMap((path) => {
    const [, parent, word, name] = /^(.*\/)?([^/]+)\/([^/]+)\.md$/.exec(path) ?? []
    return word !== undefined && name !== undefined && rankOf(word) ? [{ above: parent ?? '', word, name }] : []
  })
  for (const [parent, folderItems] of groupBy(placedFiles, (file) => file.above)) {
    const folders = orderStates([...new Set(folderItems.map(({ word }) => word))])
    if (folders.length < 2 || new Set(folders.map(foldWord)).size < folders.length) continue
    const lines = folders.map((word) => `{ says: ${scalar(word)}, when: { path: ${quote(`${parent}${word}/*`)} } }`)
    yield candidateOf({
      from: `folders in ${parent || 'the root'}`,
      path: parent,
      items: `[${folders.map((word) => quote(`${parent}${word}/{id}.md`)).join(', ')}]`,
      places: [['folder', `{ is: [${lines.join(', ')}] }`]],
      ids: folderItems.map(({ name }) => name),
      said: folderItems.map(({ word }) => word),
    })
  }
}
