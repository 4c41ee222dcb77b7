import type { Advice } from '../core/advice.ts'
import type { Comparison } from '../core/context.ts'
import type { Finding } from '../core/diagnostic.ts'
import type { LongRule, RuleFacts } from '../core/rule.ts'
import { groupBy } from '../core/grouped.ts'
import { memo } from '../core/once.ts'
import { onceInSteps, type Steps } from '../core/steps.ts'

/** What to do about every finding of a rule. */
interface Hinted {
  /** The hint of every finding that has none of its own; by default it is also the rule's `repair`. */
  readonly hint?: string
}

/** A rule about a part of the model: a stage, a row, a file. */
export interface Rule<Part> extends RuleFacts, Hinted {
  check(part: Part): Iterable<Finding>
}

/** A finding under the code of the rule that reports it. */
export interface Problem<Code extends string = string> extends Finding {
  readonly code: Code
}

/** A rule for problems that a reader found: those with its code. */
export interface ProblemRule<Part> extends RuleFacts, Hinted {
  /** What to do about it, after what the problem itself says. */
  advice?(part: Part, problem: Problem): Pick<Advice, 'hint' | 'fix'>
}

/** A rule as it is run: on a whole comparison. */
export type ComparisonRule<Model> = LongRule<Comparison<Model>>

/** Rules over one kind of part. */
export type RuleSet<Model> = readonly ComparisonRule<Model>[]

/** Rules that are read together: one file, one page. */
export interface RuleGroup<Model> {
  /** Names the file and the page. */
  readonly name: string
  /** The heading of the page. */
  readonly title: string
  readonly rules: readonly RuleSet<Model>[]
}

/**
 * The rules of some groups, in their order. `judgedBy`: the only paths that a finding of any of them is judged by, where its target decides
 * that.
 */
export function rulesOf<Model>(
  groups: readonly RuleGroup<Model>[],
  judgedBy?: (found: Finding, comparison: Comparison<Model>) => Finding['judgedBy'],
): readonly ComparisonRule<Model>[] {
  const all = groups.flatMap(({ rules }) => rules.flat())
  if (!judgedBy) return all
  return all.map((rule) => ({
    ...rule,
    *check(comparison) {
      for (const found of rule.check(comparison)) {
        const paths = found && judgedBy(found, comparison)
        yield paths ? { ...found, judgedBy: paths } : found
      }
    },
  }))
}

/** The parts of a kind in a comparison. */
type Parts<Model, Part> = (comparison: Comparison<Model>) => Iterable<Part>

/** The parts of a comparison one by one: each is made when it is first looked at, and kept for all rules over them. */
function madeOnce<Seen extends object, Part>(parts: (comparison: Seen) => Iterable<Part>): (comparison: Seen) => Iterable<Part> {
  const listsOf = memo((comparison: Seen) => {
    const made: Part[] = []
    let isWhole = false
    let rest: Iterator<Part> | undefined
    const next = () => {
      rest ??= parts(comparison)[Symbol.iterator]()
      try {
        return rest.next()
      } catch (missing) {
        // An iterator that has thrown is at its end, but what it lacks may be there the next time.
        rest = undefined
        made.length = 0
        throw missing
      }
    }
    function* oneAfterTheOther() {
      for (let index = 0; ; index++) {
        if (index === made.length) {
          const found = next()
          if (found.done === true) {
            isWhole = true
            return
          }
          made.push(found.value)
        }
        yield made[index] as Part
      }
    }
    return (): Iterable<Part> => (isWhole ? made : oneAfterTheOther())
  })
  return (comparison) => listsOf(comparison)()
}

/** What all findings about a part have in common. */
interface PartFacts<Part> {
  /** What they are about, where they name no target. */
  readonly target: (part: Part) => string | undefined
  /** Their levels, in place of the rule's, where the part decides them: an old format is not judged softly. */
  readonly levels?: ((part: Part) => Finding['levels']) | undefined
}

/**
 * Parts, and the target of each: findings about a part are about it, unless they name another. The parts of a comparison are listed once,
 * for all rules over them. `levels`: those of findings about a part, where it decides them.
 */
export const targeted = <Seen extends object, Part>(
  target: (part: Part) => string | undefined,
  parts: (comparison: Seen) => Iterable<Part>,
  levels?: PartFacts<Part>['levels'],
) => {
  const each = madeOnce(parts)
  return Object.assign(
    memo((comparison: Seen): readonly Part[] => [...each(comparison)]),
    { target, levels, each } satisfies PartFacts<Part> & { readonly each: typeof each },
  )
}

/** A rule as it is known without its own fields of the kit: what its findings say to do is what its page says. */
const withRepair = <Facts extends { readonly repair?: string }>(facts: Facts, hint: string | undefined): Facts =>
  hint === undefined ? facts : { repair: hint, ...facts }

/** A finding about a part, with what is true of all of them. Parts are a mere function here: only of such a one is the model of `whole` inferred. */
function addressed<Part>(parts: Partial<PartFacts<Part>> | Parts<never, Part>, part: Part, found: Finding): Finding {
  if (!('target' in parts)) return found
  const target = found.target ?? parts.target?.(part)
  const levels = parts.levels?.(part)
  return { ...found, ...(target !== undefined && { target }), ...(levels && { levels: { ...found.levels, ...levels } }) }
}

/** The parts one by one, which are made once for all rules. */
const oneByOne = <Model, Part>(parts: Parts<Model, Part> & { readonly each?: Parts<Model, Part> }): Parts<Model, Part> =>
  parts.each ?? madeOnce(parts)

/** After so many parts other work may be done: of ten thousand parts each pause costs more than a rule. */
const partsAtOnce = 10

/** Runs rules on every part of a kind, with room for other work between some parts. The parts are listed once. */
export function over<Model, Part>(parts: Parts<Model, Part>, rules: readonly Rule<Part>[]): RuleSet<Model> {
  const listed = oneByOne(parts)
  return rules.map((rule) => {
    const { hint, ...facts } = rule
    return {
      ...withRepair(facts, hint),
      *check(comparison) {
        let count = 0
        for (const part of listed(comparison)) {
          for (const found of rule.check(part)) yield addressed(parts, part, hint === undefined ? found : { hint, ...found })
          if (++count % partsAtOnce === 0) yield undefined
        }
      },
    }
  })
}

/** A problem as the finding of the rule that reports it: with what to do about it. */
export function findingOf<Part>(rule: Pick<ProblemRule<Part>, 'advice' | 'hint'>, part: Part, problem: Problem): Finding {
  const { code: _, ...finding } = problem
  const { hint = rule.hint, ...more } = rule.advice?.(part, problem) ?? {}
  const hints = [finding.hint, hint].filter((each) => each !== undefined)
  return { ...finding, ...more, ...(hints.length > 0 && { hint: hints.join(' ') }) } as Finding
}

/** What rules find in a part, each under its code: commands report it too. */
export const problemsOf = <Part>(rules: readonly Rule<Part>[], part: Part): readonly Problem[] =>
  rules.flatMap((rule) => Array.from(rule.check(part), (found) => ({ code: rule.code, ...found })))

/** What one of several rules with a shared check finds: the problems with its code. */
export function* findingsOf<Code extends string>(problems: Iterable<Problem<Code>>, rule: Code): Iterable<Finding> {
  for (const { code, ...finding } of problems) if (code === rule) yield finding
}

/** Reports the problems that readers found: each by the rule of its code. The problems are collected once for all of these rules. */
export function overProblems<Model, Part>(
  parts: Parts<Model, Part>,
  problemsOf: (part: Part) => Iterable<Problem>,
  rules: readonly ProblemRule<Part>[],
): RuleSet<Model> {
  type Found = readonly (readonly [part: Part, problem: Problem])[]
  const listed = oneByOne(parts)
  const byCode = memo((comparison: Comparison<Model>) =>
    onceInSteps(function* (): Steps<ReadonlyMap<string, Found>> {
      const found: (readonly [part: Part, problem: Problem])[] = []
      for (const part of listed(comparison)) {
        for (const problem of problemsOf(part)) found.push([part, problem])
        yield
      }
      return groupBy(found, ([, { code }]) => code)
    }),
  )
  return rules.map((rule) => {
    const { advice: _, hint, ...facts } = rule
    return {
      ...withRepair(facts, hint),
      *check(comparison) {
        const found = yield* byCode(comparison)()
        for (const [part, problem] of found.get(rule.code) ?? []) yield addressed(parts, part, findingOf(rule, part, problem))
      },
    }
  })
}

/** The comparison itself as its only part, for rules that look at all of it. */
export function* whole<Model>(comparison: Comparison<Model>): Iterable<Comparison<Model>> {
  yield comparison
}
