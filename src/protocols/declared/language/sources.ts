import { msg } from '../../../core/message.ts'
import { matcher } from '../../../documents/glob.ts'
import { template } from '../../../documents/template.ts'
import type { Path, Scope } from './scope.ts'
import { ownersOfKeys, sourceForms, type WrittenSource, type WrittenSpot } from './shape.ts'
import type { Cell, Source, Step } from './workflow.ts'

/** A step that goes through a list whose elements are known by a key: `{name=key}`, or by their `id`: `{name}`. */
const keyStepPattern = /^\{([^{}=]+)(?:=([^{}]+))?\}$/

/** A way into data, as it is written. */
export const stepsOf = (steps: readonly string[]): readonly Step[] =>
  steps.map((step) => {
    const [, name, by = 'id'] = keyStepPattern.exec(step) ?? []
    return name === undefined ? step : { capture: name, by }
  })

export function readSource(scope: Scope, writtenSource: WrittenSource, path: Path): Source {
  const forms = sourceForms.filter((key) => writtenSource[key] !== undefined)
  const [form = 'files'] = forms
  const file = writtenSource[form] ?? ''
  scope.checkOneOf(path, 'source of items', Object.fromEntries(sourceForms.map((key) => [key, writtenSource[key]])))
  for (const [key, owners] of Object.entries(ownersOfKeys))
    if (forms.length > 0 && !owners.includes(form))
      scope.checkBelongs(path, { [key]: writtenSource[key as 'at'] }, ...owners)
  if (forms.length > 0) scope.checkPath(file, [...path, form])
  const location = scope.pattern(file, [...path, form], { wild: true })
  if (form === 'rows' && writtenSource.row === undefined)
    scope.problemAt(path, msg`Missing ${'row'}, expected the column that names the item, such as ${"{ Item: '{id}' }"}`)
  if (form === 'boxes' && writtenSource.text === undefined)
    scope.problemAt(path, msg`Missing ${'text'}, expected how a box names its item, such as ${'{id} {title}'}`)
  const row = readCells(scope, writtenSource.row, [...path, 'row'], false)
  const text =
    writtenSource.text === undefined ? undefined : scope.pattern(writtenSource.text, [...path, 'text'], { open: true })
  const headingKey = form === 'boxes' ? 'section' : 'table'
  scope.literal(writtenSource[headingKey] ?? '', [...path, headingKey], 'the heading')
  scope.checkSteps(writtenSource.at ?? [], [...path, 'at'])
  const steps = stepsOf(writtenSource.at ?? [])
  const ownCaptures = [
    ...location.names,
    ...steps.flatMap((step) => (typeof step === 'string' ? [] : [step.capture])),
    ...row.flatMap(({ text: cell }) => cell.names),
    ...(text?.names ?? []),
  ]
  const id =
    writtenSource.id === undefined
      ? template('{id}')
      : typeof writtenSource.id === 'string'
        ? scope.pattern(writtenSource.id, [...path, 'id'])
        : { key: writtenSource.id['front-matter'] }
  const idCaptures = 'names' in id && (form === 'keys' || form === 'elements') ? id.names : []
  for (const name of [...ownCaptures, ...idCaptures])
    if (name === 'path' || name === 'folder')
      scope.problemAt(path, msg`Unexpected capture ${`{${name}}`}: every item has one of this name`)
  // Without any capture something else is missing already.
  const isKnown = ownCaptures.length > 0 || form === 'files' || form === 'folders'
  if ('names' in id && form !== 'keys' && form !== 'elements' && forms.length > 0 && isKnown)
    for (const name of id.names)
      if (!ownCaptures.includes(name))
        scope.problemAt(
          writtenSource.id === undefined ? path : [...path, 'id'],
          ownCaptures.length === 0
            ? msg`Unexpected ${`{${name}}`} in the id: the source captures no text`
            : msg`Unexpected ${`{${name}}`} in the id, expected one of ${ownCaptures.map((captureName) => `{${captureName}}`)}`,
          msg`Without ${'id'}, the source has to capture ${'{id}'}.`,
        )
  if ('key' in id && form !== 'files')
    scope.problemAt([...path, 'id'], msg`Unexpected ${'front-matter'}, which belongs to ${'files'}`)
  const except = writtenSource.except ?? []
  const [pathGlobs, idGlobs] = [
    except.filter((glob) => glob.includes('/')),
    except.filter((glob) => !glob.includes('/')),
  ]
  const [matchesPath, matchesId] = [
    pathGlobs.length > 0 ? matcher(pathGlobs) : undefined,
    idGlobs.length > 0 ? matcher(idGlobs) : undefined,
  ]
  return {
    form,
    file: location,
    id,
    at: steps,
    row,
    heading: writtenSource[headingKey],
    text,
    isExcepted: (file, itemId) => matchesPath?.(file) === true || (matchesId?.(itemId.replaceAll('/', ' ')) ?? false),
  }
}

export function capturesOf({ file, at, row, text, id, form }: Source): readonly string[] {
  const ownCaptures = [
    ...file.names,
    ...at.flatMap((step) => (typeof step === 'string' ? [] : [step.capture])),
    ...row.flatMap(({ text: cell }) => cell.names),
  ]
  return [
    ...ownCaptures,
    ...(text?.names ?? []),
    ...('names' in id && (form === 'keys' || form === 'elements') ? id.names : []),
  ]
}

export function readCells(
  scope: Scope,
  writtenCells: WrittenSpot['row'],
  path: Path,
  areCapturesKnown: boolean,
): readonly Cell[] {
  return Object.entries(writtenCells ?? {}).map(([column, text]) => {
    const { names } = template(text)
    const isTitled = areCapturesKnown && names.includes('id') && names.some((name) => !scope.captures.has(name))
    // What comes after the id takes the rest of the cell, as in a box.
    const options = { open: names.includes('id') && names.at(-1) !== 'id' }
    const cellPath = [...path, column]
    return {
      column: column.trim(),
      text: areCapturesKnown && !isTitled ? scope.template(text, cellPath) : scope.pattern(text, cellPath, options),
      isTitled,
    }
  })
}
