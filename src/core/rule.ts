import type { Finding, Level } from './diagnostic.ts'

/** A tiny repository: path → text. */
export type Files = Readonly<Record<string, string>>

/** A repository (and the one it is compared with) that shows what a rule is about. */
export interface Example {
  /** What it shows, in a few words. */
  readonly about: string
  readonly head: Files
  /** Given, the two are compared in mode `auto`; else `head` is checked strictly (softly for rules that only run so). */
  readonly base?: Files
  /** Paths of `head` that are symbolic links; their text is what they point to. */
  readonly links?: readonly string[]
  /** The protocol's section of the configuration. */
  readonly configuration?: Readonly<Record<string, unknown>>
  /** The moment of the check, ISO 8601; default `2026-02-04T10:00:00Z`. */
  readonly at?: string
  /** Checked as an audit with this age of staleness in milliseconds. */
  readonly staleAfter?: number
  /** The size limit of a file in bytes. */
  readonly limit?: number
}

/** What is known of a rule without running it: enough for docs, `explain`, SARIF and the configuration. */
export interface RuleFacts {
  /** Permanent, `REGISTRY_STATUS_DRIFT`. */
  readonly code: string
  /** Where the change touches it. */
  readonly strict: Level
  /** Everywhere else. */
  readonly soft: Level
  /** The condition, as one sentence. */
  readonly summary: string
  /** Why anybody should care, one or two sentences. */
  readonly why: string
  /** How to mend it, with commands, for people. */
  readonly repair?: string
  /** `--fix` and `/fix` may apply the repair. */
  readonly safe?: true
  readonly examples: { readonly bad: readonly Example[]; readonly good: readonly Example[] }
}

/** A named check of one kind of subject. */
export interface Rule<Subject> extends RuleFacts {
  check(subject: Subject): Iterable<Finding>
}

/** Lifts rules about parts of something to rules about the whole: each is run on every part. The parts are looked for once. */
export function each<Whole extends object, Part>(
  parts: (whole: Whole) => Iterable<Part>,
  rules: readonly Rule<Part>[],
): readonly Rule<Whole>[] {
  const known = new WeakMap<Whole, readonly Part[]>()
  const partsOf = (whole: Whole) => {
    const found = known.get(whole) ?? [...parts(whole)]
    known.set(whole, found)
    return found
  }
  return rules.map((rule) => ({
    ...rule,
    *check(whole: Whole) {
      for (const part of partsOf(whole)) yield* rule.check(part)
    },
  }))
}
