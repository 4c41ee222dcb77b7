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
  const id =
    writtenSource.id === undefined
      ? template('{id}')
      : typeof writtenSource.id === 'string'
        ? scope.pattern(writtenSource.id, [...path, 'id'])
        : { key: writtenSource.id['front-matter'] }
  const captures = capturesOf({ form, file: location, at: steps, row, text, id })
  for (const name of captures)
    if (name === 'path' || name === 'folder')
      scope.problemAt(path, msg`Unexpected capture ${`{${name}}`}: every item has one of this name`)
  // Without any capture something else is missing already.
  const isKnown = captures.length > 0 || form === 'files' || form === 'folders'
  if ('names' in id && forms.length > 0 && isKnown)
    for (const name of id.names)
      if (!captures.includes(name))
        scope.problemAt(
          writtenSource.id === undefined ? path : [...path, 'id'],
          captures.length === 0
            ? msg`Unexpected ${`{${name}}`} in the id: the source captures no text`
            : msg`Unexpected ${`{${name}}`} in the id, expected one of ${captures.map((captureName) => `{${captureName}}`)}`,
          msg`Without ${'id'}, the source has to capture ${'{id}'}.`,
        )
  if ('key' in id && form !== 'files')
    scope.problemAt([...path, 'id'], msg`Unexpected ${'front-matter'}, which belongs to ${'files'}`)
  const except = writtenSource.except ?? []
  const matches = (globs: readonly string[]) => (globs.length > 0 ? matcher(globs) : () => false)
  const matchesPath = matches(except.filter((glob) => glob.includes('/')))
  const matchesId = matches(except.filter((glob) => !glob.includes('/')))
  return {
    form,
    file: location,
    id,
    at: steps,
    row,
    heading: writtenSource[headingKey],
    text,
    isExcepted: (file, itemId) => matchesPath(file) || matchesId(itemId.replaceAll('/', ' ')),
  }
}

type CaptureParts = Pick<Source, 'form' | 'file' | 'at' | 'row' | 'text' | 'id'>

/** What an item of a source captures: of keys and elements also what the id has of them. */
export const capturesOf = ({ form, file, at, row, text, id }: CaptureParts): readonly string[] => [
  ...file.names,
  ...at.flatMap((step) => (typeof step === 'string' ? [] : [step.capture])),
  ...row.flatMap(({ text: cell }) => cell.names),
  ...(text?.names ?? []),
  ...('names' in id && (form === 'keys' || form === 'elements') ? id.names : []),
]

export function readCells(
  scope: Scope,
  writtenCells: WrittenSpot['row'],
  path: Path,
  areCapturesKnown: boolean,
): readonly Cell[] {
  return Object.entries(writtenCells ?? {}).map(([column, text]) => {
    const { names } = template(text)
    const isTitled = areCapturesKnown && names.includes('id') && names.some((name) => !scope.commonCaptures.has(name))
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
