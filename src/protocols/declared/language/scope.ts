import { isReservedPath } from '../../../core/configured-paths.ts'
import { msg } from '../../../core/message.ts'
import { suggestion } from '../../../core/suggestion.ts'
import { template, touchingCaptures, type Template, type TemplateOptions } from '../../../documents/template.ts'
import { folded } from '../words.ts'
import type { WrittenKind } from './shape.ts'
import type { Field, Problem } from './workflow.ts'

export type Path = Problem['path']

/** Groups of states that conditions and places may name in place of single ones. */
const groups = ['begin', 'middle', 'end'] as const

/** What is known while one kind of a declaration is read, and what is wrong with it. */
export class Scope {
  readonly problems: Problem[] = []
  readonly kind: WrittenKind
  /** The keys that lead to the kind. */
  readonly path: Path
  /** Everything that a template of the kind may name. */
  captures: ReadonlySet<string> = new Set()
  /** The names of the states; empty where they are read from a file. */
  states: ReadonlySet<string> = new Set()
  fields: ReadonlyMap<string, Field> = new Map()
  /** The names of the states that parts may have; `undefined` where they are read from a file. */
  readonly partStates: ReadonlySet<string> | undefined

  constructor(kind: WrittenKind, path: Path, partStates: ReadonlySet<string> | undefined) {
    this.kind = kind
    this.path = path
    this.partStates = partStates
  }

  problem(path: Path, message: string, hint?: string): void {
    this.problems.push({ path: [...this.path, ...path], message, ...(hint !== undefined && { hint }) })
  }

  problemAt(path: Path, message: string, hint?: string): void {
    this.problems.push({ path, message, ...(hint !== undefined && { hint }) })
  }

  unknownName(path: Path, what: string, name: string, known: readonly string[]): void {
    const near = suggestion(name, known)
    const hints = [
      known.length === 0 ? `There is no ${what}.` : msg`Expected one of ${known.slice(0, 20)}.`,
      ...(near === undefined ? [] : [msg`Did you mean ${near}?`]),
    ]
    this.problemAt(path, `${msg`Unexpected ${name}`}, expected a ${what} of this kind`, hints.join(' '))
  }

  checkCaptures(written: string, path: Path): void {
    const touching = touchingCaptures(written)
    if (touching)
      this.problemAt(path, msg`Unexpected ${written}: ${touching.map((name) => `{${name}}`)} touch, and nothing shows where one ends`)
  }

  /** A template that captures. */
  pattern(written: string, path: Path, options?: TemplateOptions): Template {
    this.checkCaptures(written, path)
    return template(written, options)
  }

  /** A template whose captures are known. */
  template(written: string, path: Path, options?: TemplateOptions, also: readonly string[] = []): Template {
    const made = this.pattern(written, path, options)
    const known = [...this.captures, ...also]
    for (const name of made.names) {
      if (known.includes(name) || (also.length > 0 && name.startsWith('now:'))) continue
      const near = suggestion(name, known)
      this.problemAt(
        path,
        msg`Unexpected ${`{${name}}`}, expected one of ${known.map((each) => `{${each}}`)}`,
        near === undefined ? undefined : msg`Did you mean ${`{${near}}`}?`,
      )
    }
    return made
  }

  /** A template of a path in the repository. */
  file(written: string, path: Path, options?: TemplateOptions): Template {
    this.checkPath(written, path)
    return this.template(written, path, options)
  }

  checkPath(written: string, path: Path): void {
    const plain = written.replace(/^\{(?:folder|path)\}/, 'folder').replaceAll(/\{[^{}]*\}/g, 'x')
    const isInside =
      plain !== '' &&
      !/^(?:\/|~|[A-Za-z]:)/.test(plain) &&
      !plain.includes('\\') &&
      !plain.split('/').some((name) => name === '' || name === '.' || name === '..')
    if (!isInside)
      this.problemAt(path, msg`Unexpected path ${written}, expected one relative to the repository's root, with ${'/'} and without ${'..'}`)
    else if (isReservedPath(plain))
      this.problemAt(path, msg`Unexpected path ${written}, expected a place outside ${'.git'} and ${'.github'}, where no command writes`)
  }

  /** A name of a state, or of a group of them; states that are read from a file are not known here. */
  stateOrGroup(name: string, path: Path): string {
    return this.#known(name, path, this.states)
  }

  /** The same of the states of parts. */
  partState(name: string, path: Path): string {
    return this.partStates ? this.#known(name, path, this.partStates) : name
  }

  #known(name: string, path: Path, states: ReadonlySet<string>): string {
    const isGroup = (groups as readonly string[]).includes(name)
    if (isGroup || states.size === 0) return name
    const known = states.has(name) ? name : [...states].find((each) => folded(each) === folded(name))
    if (known === undefined) {
      const near = suggestion(name, [...states])
      this.problemAt(
        path,
        msg`Unexpected state ${name}, expected one of ${[...states]}`,
        near === undefined ? undefined : msg`Did you mean ${near}?`,
      )
    }
    return known ?? name
  }
}
