import { isReservedPath } from '../../../core/configured-paths.ts'
import { msg } from '../../../core/message.ts'
import { suggestion, suggestionHint } from '../../../core/suggestion.ts'
import { template, touchingCaptures, type Template, type TemplateOptions } from '../../../documents/template.ts'
import { foldWord } from '../reading/words.ts'
import { captureName, captureStep } from './values.ts'
import type { WrittenKind } from './shape.ts'
import type { AwaitedName, Field, Problem, Source } from './workflow.ts'

export type Path = Problem['path']

/** `{now:iso}`, or a form with at least one part of a time. */
const timeForm = /^now:(?:iso$|.*(?:YYYY|MM|DD|HH|mm|ss))/

/** Groups of states that conditions and places may name in place of single ones. */
const groups = ['begin', 'middle', 'end'] as const

/** Why a template is none of a path at which items and their places may be; `undefined`: it is one. */
export function pathFault(text: string): string | undefined {
  const plainPath = text.replace(/^\{(?:folder|path)\}/, 'folder').replaceAll(/\{[^{}]*\}/g, 'x')
  const isInside =
    plainPath !== '' &&
    !/^(?:\/|~|[A-Za-z]:)/.test(plainPath) &&
    !plainPath.includes('\\') &&
    !plainPath.split('/').includes('..')
  if (!isInside)
    return msg`Unexpected path ${text}, expected one relative to the repository's root, with ${'/'} and without ${'..'}`
  if (plainPath.split('/').some((name) => name === '' || name === '.'))
    return msg`Unexpected path ${text}, expected one without an empty part or ${'.'}`
  return isReservedPath(plainPath)
    ? msg`Unexpected path ${text}, expected a place outside ${'.git'} and ${'.github'}, where no command writes`
    : undefined
}

/** What other tools call what the templates of effects have. */
const usualNames = new Map([
  ['date', 'today'],
  ['now', 'today'],
  ['author', 'actor'],
  ['user', 'actor'],
  ['message', 'text'],
  ['state', 'to'],
  ['status', 'to'],
])

const nearestHint = (name: string, knownNames: readonly string[]) => suggestionHint(suggestion(name, knownNames)).hint

/** What is known while one kind of a declaration is read, and what is wrong with it. */
export class Scope {
  readonly problems: Problem[] = []
  readonly kind: WrittenKind
  /** The keys that lead to the kind. */
  readonly path: Path
  sources: readonly Source[] = []
  /** Everything that a template of the kind may name. */
  captures: ReadonlySet<string> = new Set()
  /** Those that items of every source have. */
  commonCaptures: ReadonlySet<string> = new Set()
  /** The names of the states; where they are read from a file, those that there are without it. */
  states: ReadonlySet<string> = new Set()
  /** Names that a file of the repository has to list. */
  readonly awaited: (Omit<AwaitedName, 'kind' | 'place'> & { readonly path: Path })[] = []
  fields: ReadonlyMap<string, Field> = new Map()
  /** The names of the states that parts may have; `undefined` where they are read from a file. */
  readonly partStates: ReadonlySet<string> | undefined

  constructor(kind: WrittenKind, path: Path, partStates: ReadonlySet<string> | undefined) {
    this.kind = kind
    this.path = path
    this.partStates = partStates
  }

  /** Whether some items of the kind are of a form; in their own file they have a row or a box of their own. */
  hasSource(form: 'rows' | 'boxes'): boolean {
    return this.kind.items?.some((source) => source[form] !== undefined) === true
  }

  problem(path: Path, message: string, hint?: string): void {
    this.problemAt([...this.path, ...path], message, hint)
  }

  problemAt(path: Path, message: string, hint?: string): void {
    this.problems.push({ path, message, ...(hint !== undefined && { hint }) })
  }

  /**
   * That a mapping has just one of the keys that say what it is, by their values.
   *
   * @param noun what it is: a place
   */
  checkOneOf(path: Path, noun: string, values: Readonly<Record<string, unknown>>): void {
    const [key, otherKey] = Object.keys(values).filter((name) => values[name] !== undefined)
    if (key === undefined)
      this.problemAt(path, `Unexpected ${noun}, expected exactly one of ${msg`${Object.keys(values)}`}`)
    else if (otherKey !== undefined)
      this.problemAt([...path, otherKey], msg`Unexpected ${otherKey} beside ${key}, expected one of them`)
  }

  /** That keys stand where they mean anything. */
  checkBelongs(path: Path, values: Readonly<Record<string, unknown>>, ...owners: readonly string[]): void {
    for (const [key, value] of Object.entries(values))
      if (value !== undefined) this.problemAt([...path, key], msg`Unexpected ${key}, which belongs to ${owners}`)
  }

  unknownName(path: Path, noun: string, name: string, knownNames: readonly string[]): void {
    const expectation =
      knownNames.length === 0 ? `There is no ${noun}.` : msg`Expected one of ${knownNames.slice(0, 20)}.`
    const hint = [expectation, nearestHint(name, knownNames) ?? []].flat().join(' ')
    this.problemAt(path, `${msg`Unexpected ${name}`}, expected a ${noun} of this kind`, hint)
  }

  checkCaptures(text: string, path: Path): void {
    const touchingNames = touchingCaptures(text)
    if (touchingNames)
      this.problemAt(
        path,
        msg`Unexpected ${text}: ${touchingNames.map((name) => `{${name}}`)} touch, and nothing shows where one ends`,
      )
  }

  /** A text that is the same for all items. @param noun what it is: the heading */
  literal(text: string, path: Path, noun: string, hint?: string): string {
    if (captureName.test(text))
      this.problemAt(
        path,
        `${msg`Unexpected template ${text}`}, expected ${noun}, which is the same for all items`,
        hint,
      )
    return text.trim()
  }

  /** Steps into data, each a name or one capture. @param areCaptures whether captures are steps there at all */
  checkSteps(steps: readonly string[], path: Path, areCaptures = true): void {
    for (const [index, step] of steps.entries())
      if (captureName.test(step) && !(areCaptures && captureStep.test(step)))
        this.problemAt(
          [...path, index],
          `${msg`Unexpected step ${step}`}, expected a name${areCaptures ? msg` or one capture, such as ${'{id}'}` : ''}`,
        )
  }

  /** A template that captures. */
  pattern(text: string, path: Path, options?: TemplateOptions): Template {
    this.checkCaptures(text, path)
    return template(text, options)
  }

  /** A template whose captures are known. */
  template(text: string, path: Path, options?: TemplateOptions, extraCaptures: readonly string[] = []): Template {
    const parsedTemplate = this.pattern(text, path, options)
    const knownCaptures = [...this.captures, ...extraCaptures]
    for (const name of parsedTemplate.names) {
      if (knownCaptures.includes(name) || (extraCaptures.length > 0 && timeForm.test(name))) continue
      const meantName = usualNames.get(name) ?? ''
      const closestName = knownCaptures.includes(meantName) ? meantName : suggestion(name, knownCaptures)
      this.problemAt(
        path,
        msg`Unexpected ${`{${name}}`}, expected one of ${knownCaptures.map((capture) => `{${capture}}`)}`,
        suggestionHint(closestName && `{${closestName}}`).hint,
      )
    }
    return parsedTemplate
  }

  /** A template of a path in the repository. */
  file(text: string, path: Path, options?: TemplateOptions): Template {
    this.checkPath(text, path)
    return this.template(text, path, options)
  }

  checkPath(text: string, path: Path): void {
    const message = pathFault(text)
    if (message !== undefined) this.problemAt(path, message)
  }

  /** A name of a state, or of a group of them. */
  stateOrGroup(name: string, path: Path): string {
    return this.#known(name, path, this.states, this.kind['states-from'] ? 'state' : undefined)
  }

  /** The same of the states of parts. */
  partState(name: string, path: Path): string {
    return this.#known(name, path, this.partStates ?? new Set(), this.partStates ? undefined : 'state of parts')
  }

  #known(name: string, path: Path, states: ReadonlySet<string>, awaitedAs: AwaitedName['as'] | undefined): string {
    const isGroup = (groups as readonly string[]).includes(name)
    if (isGroup || (states.size === 0 && awaitedAs === undefined)) return name
    const knownState = states.has(name) ? name : [...states].find((stateName) => foldWord(stateName) === foldWord(name))
    if (knownState === undefined && awaitedAs !== undefined) this.awaited.push({ name, as: awaitedAs, path })
    else if (knownState === undefined)
      this.problemAt(
        path,
        msg`Unexpected state ${name}, expected one of ${[...states]}`,
        nearestHint(name, [...states]),
      )
    return knownState ?? name
  }
}
