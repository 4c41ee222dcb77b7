import { type Refusal, refuse } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { folderOf } from '../../../core/view.ts'
import { type Captures, isPathPart, type Template } from '../../../documents/template.ts'
import type { Kind, Location, Source, State } from '../language/workflow.ts'
import type { Model } from '../model.ts'
import { type States, wordFor } from '../states/states.ts'

/** A path of an item that is not there yet; as it is declared where the id, and where its source is, do not fill it. */
const pathOf = (file: Template, id: string, where: Captures = {}) =>
  (isPathPart(id) ? file.format({ ...where, id }) : undefined) ?? file.source

/** Where an item will be, as far as its id says it. */
function whereOf({ form, file }: Source, id: string): Captures {
  const path = isPathPart(id) ? file.format({ id }) : undefined
  if (path === undefined) return {}
  return { path, folder: form === 'folders' ? path : folderOf(path) || '.' }
}

function sourceWords({ form, file, id: sourceId }: Source, id: string): string {
  const path = pathOf(file, id)
  switch (form) {
    case 'files':
      return 'key' in sourceId
        ? msg`a file ${path} with ${`${sourceId.key}: ${id}`} in its front matter`
        : msg`a file ${path}`
    case 'folders':
      return msg`a folder ${path}`
    case 'keys':
      return msg`a key ${id} in ${path}`
    case 'elements':
      return msg`an element ${id} in ${path}`
    case 'rows':
      return msg`a row for ${id} in ${path}`
    case 'boxes':
      return msg`a box for ${id} in ${path}`
  }
}

/** How a state is written at a place. */
function stateWords(location: Location, states: States, state: State): string {
  const { spot } = location
  const word = wordFor(location, states, state) ?? state.name
  switch (spot.form) {
    case 'front-matter':
      return msg`${`${spot.key}: ${word}`} in the front matter`
    case 'label':
      return msg`a line ${`${spot.label}: ${word}`}`
    case 'section':
      return msg`${word} in the first line below a heading ${spot.heading}`
    case 'data': {
      const key = spot.at.at(-1)
      return msg`${typeof key === 'string' ? `${key}: ${word}` : word}`
    }
    case 'table':
      return msg`${word} in the column ${spot.column}`
    case 'box':
      return word === 'open' ? 'an open box' : 'a ticked box'
  }
}

/** What a person writes so that there is an item of a kind. */
function kindWords(kind: Kind, id: string, model: Model): string {
  const states = model.statesOf(kind)
  const [source] = kind.sources
  const firstState = states?.list.find(({ begin }) => begin) ?? states?.list[0]
  const place = kind.truth?.written[0] ? kind.truth : kind.places.find(({ written }) => written.length > 0)
  const [location] = place?.written ?? []
  if (!source) return ''
  const fileOf = ({ in: [file] }: Location) =>
    file ? pathOf(file, id, whereOf(source, id)).replace(/^\.\//, '') : pathOf(source.file, id)
  const isApart = (at: Location) => at.in[0] !== undefined && fileOf(at) !== pathOf(source.file, id)
  const wordsAt = (at: Location, state: State, list: States) =>
    `${stateWords(at, list, state)}${isApart(at) ? msg` in ${fileOf(at)}` : ''}`
  const requiredTexts = kind.places.flatMap(({ name, written: [at], requiredFrom }) =>
    at && at !== location && firstState && states && requiredFrom === firstState.name
      ? [`${msg`${name}`} must be there too: ${wordsAt(at, firstState, states)}`]
      : [],
  )
  const stateText =
    place && location && firstState && states
      ? ` with the state ${msg`${firstState.name}`}: ${wordsAt(location, firstState, states)}`
      : ''
  return `${kind.name === undefined ? 'Write' : msg`For ${kind.name}, write`} ${[`${sourceWords(source, id)}${stateText}`, ...requiredTexts].join('; ')}.`
}

/** The answer to `baton new` for an item: what begins one. */
export function refuseCreation(model: Model, writtenId = '{id}'): Refusal {
  const { name, preset, kinds } = model.workflow
  const prefix = `${name}:`
  const id = writtenId.startsWith(prefix) ? writtenId.slice(prefix.length) : writtenId
  const hint =
    preset === undefined
      ? kinds.map((kind) => kindWords(kind, id, model)).join(' ')
      : msg`Make it with the tool of ${preset}.`
  return refuse({
    code: 'COMMAND_NOT_HERE',
    severity: 'error',
    message:
      preset === undefined
        ? msg`Unexpected ${'new'} for an item of ${name}, expected it to be written by hand`
        : msg`Unexpected ${'new'} for an item of ${name}, expected the tool that owns its files to make it`,
    hint,
    place: { path: '.' },
  })
}
