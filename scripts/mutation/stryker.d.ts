// What is used of Stryker's packages, whose own declarations do not pass with the strictness of this project.

interface Position {
  /** Counted from 0. */
  readonly line: number
  readonly column: number
}

/** A change of a source. */
export interface Mutant {
  readonly fileName: string
  readonly location: { readonly start: Position; readonly end: Position }
  readonly mutatorName: string
  readonly replacement: string
  readonly status?: string
}

/** The same, and how its run ended. */
export interface MutantResult extends Mutant {
  readonly status: string
  /** Whether it acts while modules load, so that every test has to run. */
  readonly static?: boolean
}

export const PluginKind: { readonly Ignore: string; readonly Reporter: string }
export function declareValuePlugin(kind: string, name: string, value: object): object
export function declareClassPlugin(kind: string, name: string, plugin: new () => object): object

export class Stryker {
  constructor(options: object)
  runMutationTest(): Promise<readonly MutantResult[]>
}

export class Instrumenter {
  constructor(logger: object)
  instrument(files: readonly object[], options: object): Promise<{ readonly mutants: readonly Mutant[] }>
}
