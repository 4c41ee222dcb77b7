import { msg } from '../../core/message.ts'
import type { Condition, Location, Place, Step } from './language/workflow.ts'
import type { Statement } from './model.ts'
import { pathFrom } from './reading/locations.ts'
import type { Item } from './reading/items.ts'
import type { Captures, Template } from '../../documents/template.ts'

/** What a place says, in words: its value, or the states that it is computed to be. */
export function wordsOf({ found, states }: Statement): string {
  if (found) return found.isCollection ? msg`a list or mapping` : msg`${found.text}`
  return states.length === 0 ? 'nothing' : msg`${states.map(({ name }) => name)}`
}

/** What is said by each place of an item that says anything. */
export const statementsText = (statements: readonly Statement[]): string =>
  statements
    .filter(({ states, found }) => states.length > 0 || found)
    .map((statement) => `${msg`${statement.place.name}`} says ${wordsOf(statement)}`)
    .join(', ')

const filePaths = (templates: readonly Template[], item: Item) =>
  templates.map((template) => pathFrom(template, item.captures) ?? template.source)

/** A place of an item, with the file that it is in where that is another than the item's. */
export function placeIn({ name, written }: Place, item: Item): string {
  const otherFiles = new Set(written.flatMap((location) => filePaths(location.in, item)))
  otherFiles.delete(item.path)
  return otherFiles.size === 0 ? msg`${name}` : msg`${name} in ${[...otherFiles]}`
}

/** A template with what is known of an item; `…` stands for the rest. */
export const filled = ({ source }: Pick<Template, 'source'>, captures: Captures): string =>
  source.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => captures[name] ?? '…')

/** The steps into data that lead to what is an item's own; an element by another key than `id` as `ref: EX-04`. */
export const stepTexts = (steps: readonly Step[], captures: Captures): readonly string[] =>
  steps.map((step) => {
    if (typeof step === 'string') return step
    const name = captures[step.capture]
    return name === undefined ? `{${step.capture}}` : step.by === 'id' ? name : `${step.by}: ${name}`
  })

function formAt({ spot }: Location, captures: Captures): string {
  switch (spot.form) {
    case 'front-matter':
      return msg`${`${spot.key}: STATE`} in the front matter`
    case 'label':
      return msg`a line ${`${spot.label}: STATE`}`
    case 'section':
      return msg`${'STATE'} in the first line below the heading ${spot.heading}`
    case 'data':
      return msg`the key ${stepTexts(spot.at, captures)}`
    case 'table':
      return msg`the column ${spot.column} of its row`
    case 'box':
      return spot.text ? msg`the box ${`- [ ] ${filled(spot.text, captures)}`}` : 'its box'
  }
}

/** How the state of an item is written at a place, `status: STATE` in the front matter. */
export const formOf = ({ written }: Place, { captures }: Pick<Item, 'captures'>): string =>
  written.map((location) => formAt(location, captures)).join(' or ')

/** The advice that a workflow has for a place which no command writes, as a sentence. */
export const noteOf = (hint: string): string => msg`The workflow notes: ${hint.replace(/\.$/, '')}.`

const boxWords = {
  all: 'every box ticked',
  some: 'some boxes ticked',
  none: 'no box ticked',
  empty: 'no boxes',
} as const

export function conditionWords(condition: Condition, item: Item): string {
  switch (condition.test) {
    case 'path':
      return msg`a path like ${condition.glob}`
    case 'exists':
      return msg`the file ${filePaths(condition.files, item)}`
    case 'missing':
      return msg`no file ${filePaths(condition.files, item)}`
    case 'boxes': {
      const { section, counts } = condition
      const ownPaths = item.source.form === 'folders' ? [] : [item.path]
      const paths = condition.in.length === 0 ? ownPaths : filePaths(condition.in, item)
      const place = [
        ...(section === undefined ? [] : [msg`section ${section}`]),
        ...(paths.length === 0 ? [] : [msg`${paths}`]),
      ].join(' of ')
      const [noun, article] = section === undefined ? ['file', ''] : ['section', 'the ']
      const words = counts.flatMap((count) => (count === 'missing' ? [] : boxWords[count])).join(' or ')
      if (words === '') return `no ${section === undefined ? 'file ' : ''}${place}`
      const missingText = counts.includes('missing') ? `, or no such ${noun}` : ''
      return `${words}${place === '' ? '' : ` in ${article}${place}`}${missingText}`
    }
    case 'parts':
      if (condition.which === 'some') return 'parts'
      if (condition.which === 'all') return msg`parts that are all in ${condition.states}`
      return condition.which === 'any' ? msg`a part in ${condition.states}` : msg`no part in ${condition.states}`
    case 'depends':
      return condition.met ? 'that all it depends on has ended' : 'that something it depends on has not ended'
    case 'field':
      return msg`a ${condition.field.name} that is one of ${condition.values}`
  }
}
