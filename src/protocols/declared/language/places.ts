import { msg } from '../../../core/message.ts'
import type { Template } from '../../../documents/template.ts'
import { foldWord } from '../reading/words.ts'
import { readConditions } from './conditions.ts'
import type { Path, Scope } from './scope.ts'
import type { WrittenCondition, WrittenPlace, WrittenSpot } from './shape.ts'
import { readCells, stepsOf } from './sources.ts'
import type { Location, OwnWord, Place, Source, StateCondition, Spot } from './workflow.ts'

/** The first key of a spot by which it is a cell of a table. */
export const tableKeysOf = ({ table, row, column }: Pick<WrittenSpot, 'table' | 'row' | 'column'>) =>
  table === undefined && row !== undefined
    ? { row }
    : table === undefined && column !== undefined
      ? { column }
      : { table }

export function readSpot(scope: Scope, writtenSpot: WrittenSpot, path: Path): Spot {
  const { 'front-matter': key, label, section, data, box } = writtenSpot
  scope.checkOneOf(path, 'place', { 'front-matter': key, label, section, data, ...tableKeysOf(writtenSpot), box })
  if (key !== undefined) {
    scope.literal(key, [...path, 'front-matter'], 'the name of a key')
    return { form: 'front-matter', key }
  }
  if (label !== undefined) {
    const hint = msg`A line that begins with the id of its item can be found as a row (${'row'}) or a box (${'box'}).`
    return { form: 'label', label: scope.literal(label, [...path, 'label'], 'the text before the colon', hint) }
  }
  if (section !== undefined)
    return { form: 'section', heading: scope.literal(section, [...path, 'section'], 'the heading') }
  if (data) {
    scope.checkSteps(data, [...path, 'data'])
    const steps = stepsOf(data)
    for (const [index, step] of steps.entries())
      if (typeof step !== 'string') scope.template(`{${step.capture}}`, [...path, 'data', index])
    return { form: 'data', at: steps }
  }
  if (box === true && !scope.hasSource('boxes'))
    scope.problemAt(
      [...path, 'box'],
      msg`Unexpected ${'box: true'}, which belongs to items of ${'boxes'}, expected how a box names its item, such as ${'{id} {title}'}`,
    )
  if (box !== undefined) return { form: 'box', text: box === true ? undefined : readBox(scope, box, [...path, 'box']) }
  return readTableSpot(scope, writtenSpot, path)
}

/** A cell of the row of an item. */
export function readTableSpot(
  scope: Scope,
  { table, row, column }: Pick<WrittenSpot, 'table' | 'row' | 'column'>,
  path: Path,
): Extract<Spot, { readonly form: 'table' }> {
  if (column === undefined && (table ?? row) !== undefined)
    scope.problemAt(path, msg`Missing ${'column'}, expected the heading of the column that has the value`)
  if (Object.keys(row ?? {}).length === 0 && column !== undefined && !scope.hasSource('rows'))
    scope.problemAt(path, msg`Missing ${'row'}, expected the column that names the item, such as ${"{ Item: '{id}' }"}`)
  return {
    form: 'table',
    heading: table === undefined ? undefined : scope.literal(table, [...path, 'table'], 'the heading'),
    row: readCells(scope, row, [...path, 'row'], true),
    column: scope.literal(column ?? '', [...path, 'column'], 'the heading of a column'),
  }
}

/** The text of a box, of which the id decides whose it is. */
function readBox(scope: Scope, text: string, path: Path): Template {
  const boxTemplate = scope.pattern(text, path, { open: true })
  if (!boxTemplate.names.includes('id'))
    scope.problemAt(path, msg`Missing ${'{id}'} in ${text}, expected how a box names its item`)
  return boxTemplate
}

export function readLocation(scope: Scope, writtenSpot: WrittenSpot, path: Path): Location {
  const files = (writtenSpot.in ?? []).map((file, index) => scope.file(file, [...path, 'in', index]))
  return { spot: readSpot(scope, writtenSpot, path), in: files }
}

/** The captures in which two items of a source may differ; `undefined`: it has one item. */
function ownNames({ form, file, at, row, text, id }: Source): readonly string[] | undefined {
  const idNames = 'names' in id ? id.names : []
  if (form === 'files' || form === 'folders') {
    if (!/[{*]/.test(file.source)) return undefined
    const hasOwnFolder = form === 'folders' || /[{*].*\//.test(file.source)
    return ['id', 'path', ...(hasOwnFolder ? ['folder'] : []), ...file.names]
  }
  const sharedNames = new Set([
    ...file.names,
    ...at.flatMap((step) => (typeof step === 'string' ? [] : [step.capture])),
  ])
  const names = [...row.flatMap((cell) => cell.text.names), ...(text?.names ?? []), ...idNames]
  return ['id', ...names.filter((name) => !sharedNames.has(name))]
}

/** What a spot names of an item. */
function namesOf(spot: Spot): readonly string[] {
  switch (spot.form) {
    case 'data':
      return spot.at.flatMap((step) => (typeof step === 'string' ? [] : [step.capture]))
    case 'table':
      return spot.row.flatMap(({ text }) => text.names)
    case 'box':
      return spot.text?.names ?? []
    default:
      return []
  }
}

/** Whether an item has a spot of its own in its own file; data has no other spots. */
const isOwnSpot = ({ form }: Source, spot: Spot): boolean =>
  (form !== 'rows' && form !== 'boxes') ||
  (form === 'rows' && spot.form === 'table' && spot.row.length === 0) ||
  (form === 'boxes' && spot.form === 'box' && !spot.text)

/** That the items of a source have a place each: where they share one, a command about one moves them all. */
function checkApart(scope: Scope, { spot, in: files }: Location, path: Path): void {
  const spotNames = namesOf(spot)
  const isShared = (source: Source) => {
    const names = ownNames(source)
    if (!names || (files.length === 0 && isOwnSpot(source, spot))) return false
    const tellsApart = (fileNames: readonly string[]) =>
      [...fileNames, ...spotNames].some((name) => names.includes(name))
    return files.length === 0 ? !tellsApart([]) : !files.every((file) => tellsApart(file.names))
  }
  const source = scope.sources.find(isShared)
  // Of the sources one may have a file for each item, to which the place belongs.
  const ownFile =
    files.length > 0 ? undefined : scope.sources.find(({ form, file }) => form === 'files' && file !== source?.file)
  if (source)
    scope.problemAt(
      path,
      msg`Unexpected place, which all items of ${source.file.source} share, expected one for each`,
      [
        ...(ownFile ? [msg`Add ${`in: '${ownFile.file.source}'`}, if it stands there.`] : []),
        msg`A path, a row, a box or a way into data tells items apart by ${'{id}'}.`,
      ].join(' '),
    )
}

export function readPlace(scope: Scope, name: string, options: readonly WrittenPlace[], path: Path): Place {
  const writtenLocations: Location[] = []
  const computed: StateCondition[] = []
  for (const [index, option] of options.entries()) {
    const optionPath = options.length === 1 ? path : [...path, index]
    if (option.is) {
      const { hint: _, 'required-from': __, is, ...written } = option
      scope.checkOneOf(optionPath, 'place', { is, ...written })
      computed.push(...option.is.map((saying, number) => readSaying(scope, saying, [...optionPath, 'is', number])))
    } else {
      const problemsBefore = scope.problems.length
      const location = readLocation(scope, option, optionPath)
      if (scope.problems.length === problemsBefore) checkApart(scope, location, optionPath)
      writtenLocations.push({
        ...location,
        says: option.says && readWords(scope, option.says, [...optionPath, 'says']),
      })
    }
  }
  if (computed.length > 0 && writtenLocations.length > 0)
    scope.problemAt(path, msg`Unexpected ${'is'} beside a place that is written, expected one of them`)
  if (options.length === 0 || (writtenLocations.length === 0 && computed.length === 0))
    scope.problemAt(
      path,
      msg`Missing place, expected where the state of an item stands, such as ${'front-matter: status'}`,
    )
  const [firstOption] = options
  const requiredState = options.find((option) => option['required-from'] !== undefined)?.['required-from']
  return {
    name,
    written: writtenLocations,
    computed,
    hint: firstOption?.hint,
    requiredFrom:
      requiredState === undefined ? undefined : scope.stateOrGroup(requiredState, [...path, 'required-from']),
  }
}

/** The dictionary of a place. */
function readWords(
  scope: Scope,
  says: Readonly<Record<string, readonly string[]>>,
  path: Path,
): ReadonlyMap<string, OwnWord> {
  const words = new Map<string, OwnWord>()
  for (const [word, names] of Object.entries(says)) {
    if (words.has(foldWord(word)))
      scope.problemAt(
        [...path, word],
        msg`Unexpected second word ${word}, expected each once: words are compared without case`,
      )
    words.set(foldWord(word), {
      word,
      states: names.map((stateName, index) => scope.stateOrGroup(stateName, [...path, word, index])),
    })
  }
  return words
}

function readSaying(
  scope: Scope,
  { says, when = [] }: { readonly says: readonly string[]; readonly when?: readonly WrittenCondition[] | undefined },
  path: Path,
): StateCondition {
  return {
    says: says.map((name, index) => scope.stateOrGroup(name, [...path, 'says', index])),
    conditions: when.flatMap((condition, index) => readConditions(scope, condition, [...path, 'when', index])),
  }
}
