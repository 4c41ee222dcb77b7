import type { Place as FilePlace, Severity } from '../../../core/diagnostic.ts'
import type { Holder } from '../../../core/target.ts'
import type { Template } from '../../../documents/template.ts'

/** A workflow as it is declared, with every name in it looked up. */
export interface Workflow {
  /** What the ids of its targets begin with. */
  readonly name: string
  readonly kinds: readonly Kind[]
  /** Where it is declared. */
  readonly place: FilePlace
  /** What owns the files, where that is another tool: the name of the preset. */
  readonly preset: string | undefined
  /** For times in effects. */
  readonly timeZone: string
  /** The declaration as one text, with its preset filled in. */
  readonly written: string
  /** Names of states that a file has to list, as far as the repository itself declares them. */
  readonly awaited: readonly AwaitedName[]
}

/** A name in a declaration of which only a file of the repository shows whether it is right. */
export interface AwaitedName {
  readonly kind: Kind
  readonly name: string
  /**
   * What it names: a state of the kind, one of its parts, a state or a key of the file, such a key that the file need not
   * have, a key on the way to its list; or
   * a word of a state, which is no name of another.
   */
  readonly as: 'state' | 'state of parts' | 'state or key' | 'optional key' | 'key' | 'word'
  /** The state of a word. */
  readonly of?: string
  /** The keys before a key. */
  readonly behind?: readonly string[]
  readonly place: FilePlace
}

/** A kind of item: story, task, change. */
export interface Kind {
  /** `undefined`: the only one. */
  readonly name: string | undefined
  readonly sources: readonly Source[]
  readonly states: StateSource
  readonly places: readonly Place[]
  readonly truth: Place | undefined
  readonly moves: 'any' | 'linear' | readonly Move[]
  readonly fields: readonly Field[]
  readonly effects: readonly Effect[]
  /** Where the id of its parent stands. */
  readonly within: Template | Link | undefined
  readonly depends: Dependency | undefined
  /** The parent's written places follow the moves of an item of this kind. */
  readonly leadsParent: boolean
}

/** Where items come from. */
export interface Source {
  readonly form: 'files' | 'folders' | 'keys' | 'elements' | 'rows' | 'boxes'
  /** The file; of `folders` the folder. */
  readonly file: Template
  readonly id: Template | { readonly key: string }
  /** Steps into data: names, and captures. */
  readonly at: readonly Step[]
  /** The cells that name an item, by column. */
  readonly row: readonly Cell[]
  /** The heading above the table, or that the boxes are below. */
  readonly heading: string | undefined
  /** The text of a box. */
  readonly text: Template | undefined
  /** Of items that are none: by their path, or by their id. */
  isExcepted(path: string, id: string): boolean
}

/** A step on the way into data; `capture`: every key, or every element of a list by its key `by`, under this name. */
export type Step = string | { readonly capture: string; readonly by: string }

/** A cell of a row, by the heading of its column. */
export interface Cell {
  readonly column: string
  readonly text: Template
  /** Of a place: it has captures beside the id that stand for any text, such as a title. */
  readonly isTitled: boolean
}

export interface State {
  readonly name: string
  readonly words: readonly string[]
  readonly holder: Holder
  readonly begin: boolean
  readonly end: boolean
  readonly needs: readonly Need[]
  /** In milliseconds. */
  readonly staleAfter: number | undefined
}

/** The states of a kind: declared, or read from a file of the repository. */
export type StateSource = { readonly list: readonly State[] } | StatesFile

export interface StatesFile {
  readonly in: readonly Template[]
  readonly at: readonly Step[]
  readonly standard: readonly string[]
  /** A key of the file, or names. */
  readonly begin: readonly string[]
  readonly end: readonly string[]
  /** States in addition to those that are read. */
  readonly added: readonly { readonly state: State; readonly after: string | undefined }[]
  /** Words more of states that are read, by their names. */
  readonly words: readonly (readonly [name: string, words: readonly string[]])[]
}

/** Where a value stands in a file. */
export type Spot =
  | { readonly form: 'front-matter'; readonly key: string }
  | { readonly form: 'label'; readonly label: string }
  /** The first line below a heading. */
  | { readonly form: 'section'; readonly heading: string }
  | { readonly form: 'data'; readonly at: readonly Step[] }
  | {
      readonly form: 'table'
      readonly heading: string | undefined
      readonly row: readonly Cell[]
      readonly column: string
    }
  /** The item's own box, or one by its text. */
  | { readonly form: 'box'; readonly text: Template | undefined }

/** A spot, and the file that it is in; none: the item's own. */
export interface Location {
  readonly spot: Spot
  readonly in: readonly Template[]
  /** Its own words, by how they are compared. */
  readonly says?: ReadonlyMap<string, OwnWord> | undefined
}

/** A word of a place, as it is written, with the states that it may mean there. */
export interface OwnWord {
  readonly word: string
  readonly states: readonly string[]
}

/** A place that says states. */
export interface Place {
  readonly name: string
  /** Where it is written: the first that is there counts. None: it is computed. */
  readonly written: readonly Location[]
  /** What it is computed from. */
  readonly computed: readonly StateCondition[]
  /** What mends it where no command can. */
  readonly hint: string | undefined
  /** The state from which on it must be there. */
  readonly requiredFrom: string | undefined
}

/** States that hold where conditions do; words such as `middle` stand for groups of them. */
export interface StateCondition {
  readonly says: readonly string[]
  readonly conditions: readonly Condition[]
}

export type BoxCount = 'all' | 'some' | 'none' | 'empty' | 'missing'

/** What has to hold of an item. */
export type Condition =
  | { readonly test: 'path'; matches(path: string): boolean; readonly glob: string }
  | { readonly test: 'exists' | 'missing'; readonly files: readonly Template[] }
  | {
      readonly test: 'boxes'
      readonly counts: readonly BoxCount[]
      readonly in: readonly Template[]
      readonly section: string | undefined
    }
  | { readonly test: 'parts'; readonly which: 'all' | 'any' | 'none-of'; readonly states: readonly string[] }
  | { readonly test: 'parts'; readonly which: 'some' }
  | { readonly test: 'depends'; readonly met: boolean }
  | { readonly test: 'field'; readonly field: Field; readonly values: readonly string[] }

export interface Need {
  readonly all: readonly Condition[]
  readonly severity: Severity
}

export type Mover = 'accept' | 'handback' | 'handback error' | 'handback question' | 'hand'

/** A move between two states; `undefined`: from any. */
export interface Move {
  readonly from: string | undefined
  readonly to: string
  /** `undefined`: `accept` out of a state of the orchestrator, `handback` out of one of the agent. */
  readonly by: readonly Mover[] | undefined
  readonly needs: readonly Need[]
}

/** A value of an item besides its state. */
export interface Field {
  readonly name: string
  readonly at: readonly Location[]
  readonly required: boolean
  readonly oneOf: readonly string[]
  readonly type: 'date' | 'number' | 'text' | undefined
}

/** What a command writes in addition to the state. */
export type Effect =
  | { readonly set: Spot; readonly to: Template; readonly in: readonly Template[] }
  | { readonly append: Template; readonly section: string; readonly in: readonly Template[] }

/** Where an item names others. */
export interface Link {
  readonly spot:
    | Extract<Spot, { readonly form: 'front-matter' | 'label' | 'table' }>
    | { readonly form: 'data'; readonly at: readonly string[] }
  /** Of a list of mappings only those with these values. */
  readonly where: readonly (readonly [key: string, value: string])[]
}

export interface Dependency {
  readonly link: Link
  /** From this state on what it depends on must have ended; `undefined`: never. */
  readonly once: string | undefined
  readonly except: readonly string[]
  /** How severe it is where an item is named that there is none of. */
  readonly unknown: Severity
}

/** Something wrong in a declaration, by the path of keys that leads to it. */
export interface Problem {
  readonly path: readonly (string | number)[]
  readonly message: string
  readonly hint?: string
}
