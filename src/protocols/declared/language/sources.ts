import { msg } from '../../../core/message.ts'
import { matcher } from '../../../documents/glob.ts'
import { template } from '../../../documents/template.ts'
import type { Path, Scope } from './scope.ts'
import type { WrittenSource, WrittenSpot } from './shape.ts'
import type { Cell, Source, Step } from './workflow.ts'

/** A capture alone: a step into data, or a parameter. */
export const capture = /^\{([^{}]+)\}$/

/** A step that goes through a list whose elements are known by a key: `{name=key}`, or by their `id`: `{name}`. */
const byKey = /^\{([^{}=]+)(?:=([^{}]+))?\}$/

const formOf: Readonly<Record<string, true>> = { files: true, folders: true, keys: true, elements: true, rows: true, boxes: true }

/** A way into data, as it is written. */
export const stepsOf = (at: readonly string[]): readonly Step[] =>
  at.map((step) => {
    const [, name, by = 'id'] = byKey.exec(step) ?? []
    return name === undefined ? step : { capture: name, by }
  })

export function readSource(scope: Scope, written: WrittenSource, path: Path): Source {
  const forms = Object.entries(written).filter(([key, value]) => formOf[key] && value !== undefined)
  const [form = 'files', file = ''] = (forms[0] ?? []) as [Source['form']?, string?]
  if (forms.length !== 1) scope.problemAt(path, msg`Unexpected source of items, expected exactly one of ${Object.keys(formOf)}`)
  if (forms.length > 0) scope.checkPath(file, [...path, form])
  const location = scope.pattern(file, [...path, form], { wild: true })
  if ((form === 'rows') !== (written.row !== undefined))
    scope.problemAt(
      path,
      form === 'rows'
        ? msg`Missing ${'row'}, expected the column that names the item, such as ${"{ Item: '{id}' }"}`
        : msg`Unexpected ${'row'}, which belongs to ${'rows'}`,
    )
  if (form === 'boxes' && written.text === undefined)
    scope.problemAt(path, msg`Missing ${'text'}, expected how a box names its item, such as ${'{id} {title}'}`)
  const row = readCells(scope, written.row, [...path, 'row'], false)
  const text = written.text === undefined ? undefined : scope.pattern(written.text, [...path, 'text'], { open: true })
  const at = stepsOf(written.at ?? [])
  const own = [
    ...location.names,
    ...at.flatMap((step) => (typeof step === 'string' ? [] : [step.capture])),
    ...row.flatMap(({ text: cell }) => cell.names),
    ...(text?.names ?? []),
  ]
  for (const name of own)
    if (name === 'path' || name === 'folder') scope.problemAt(path, msg`Unexpected capture ${`{${name}}`}: every item has one of this name`)
  const id =
    written.id === undefined
      ? template('{id}')
      : typeof written.id === 'string'
        ? scope.pattern(written.id, [...path, 'id'])
        : { key: written.id['front-matter'] }
  // Without any capture something else is missing already.
  const isKnown = own.length > 0 || form === 'files' || form === 'folders'
  if ('names' in id && form !== 'keys' && form !== 'elements' && forms.length > 0 && isKnown)
    for (const name of id.names)
      if (!own.includes(name))
        scope.problemAt(
          written.id === undefined ? path : [...path, 'id'],
          msg`Unexpected ${`{${name}}`} in the id, expected one of ${own.map((each) => `{${each}}`)}`,
          msg`Without ${'id'}, the source has to capture ${'{id}'}.`,
        )
  if ('key' in id && form !== 'files') scope.problemAt([...path, 'id'], msg`Unexpected ${'front-matter'}, which belongs to ${'files'}`)
  const except = written.except ?? []
  const [byPath, byId] = [except.filter((glob) => glob.includes('/')), except.filter((glob) => !glob.includes('/'))]
  const [matchesPath, matchesId] = [byPath.length > 0 ? matcher(byPath) : undefined, byId.length > 0 ? matcher(byId) : undefined]
  return {
    form,
    file: location,
    id,
    at,
    row,
    heading: form === 'boxes' ? written.section : written.table,
    text,
    isExcepted: (file, each) => matchesPath?.(file) === true || (matchesId?.(each.replaceAll('/', ' ')) ?? false),
  }
}

export function capturedBy({ file, at, row, text, id, form }: Source): readonly string[] {
  const own = [
    ...file.names,
    ...at.flatMap((step) => (typeof step === 'string' ? [] : [step.capture])),
    ...row.flatMap(({ text: cell }) => cell.names),
  ]
  return [...own, ...(text?.names ?? []), ...('names' in id && (form === 'keys' || form === 'elements') ? id.names : [])]
}

export function readCells(scope: Scope, written: WrittenSpot['row'], path: Path, known: boolean): readonly Cell[] {
  return Object.entries(written ?? {}).map(([column, text]) => ({
    column: column.trim(),
    text: known ? scope.template(text, [...path, column]) : scope.pattern(text, [...path, column]),
  }))
}
