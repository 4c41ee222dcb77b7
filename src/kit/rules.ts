import type { Advice } from '../core/advice.ts'
import type { Comparison } from '../core/context.ts'
import type { Finding } from '../core/diagnostic.ts'
import type { LongRule, RuleFacts } from '../core/rule.ts'
import { groupBy } from '../core/grouped.ts'
import { memo } from '../core/once.ts'
import { onceInSteps, type Steps } from '../core/steps.ts'

/** What to do about every finding of a rule. */
interface FindingHint {
  /** The hint of every finding that has none of its own; by default it is also the rule's `repair`. */
  readonly hint?: string
}

/** A rule about a part of the model: a stage, a row, a file. */
export interface Rule<Part> extends RuleFacts, FindingHint {
  check(part: Part): Iterable<Finding>
}

/** A finding under the code of the rule that reports it. */
export interface Problem<Code extends string = string> extends Finding {
  readonly code: Code
}

/** A rule for problems that a reader found: those with its code. */
export interface ProblemRule<Part> extends RuleFacts, FindingHint {
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
 * The rules of some groups, in their order. `judgedBy`: the only paths that a finding of any of them is judged by,
 * where its target decides that.
 */
export function rulesOf<Model>(
  groups: readonly RuleGroup<Model>[],
  judgedBy?: (finding: Finding, comparison: Comparison<Model>) => Finding['judgedBy'],
): readonly ComparisonRule<Model>[] {
  const allRules = groups.flatMap(({ rules }) => rules.flat())
  if (!judgedBy) return allRules
  return allRules.map((rule) => ({
    ...rule,
    *check(comparison) {
      for (const finding of rule.check(comparison)) {
        const paths = finding && judgedBy(finding, comparison)
        yield paths ? { ...finding, judgedBy: paths } : finding
      }
    },
  }))
}

/** The parts of a kind in a comparison. */
type Parts<Model, Part> = (comparison: Comparison<Model>) => Iterable<Part>

/** The parts of a comparison one by one: each is made when it is first looked at, and kept for all rules over them. */
function cacheParts<Source extends object, Part>(
  parts: (comparison: Source) => Iterable<Part>,
): (comparison: Source) => Iterable<Part> {
  const listsOf = memo((comparison: Source) => {
    const cachedParts: Part[] = []
    let isWhole = false
    let rest: Iterator<Part> | undefined
    const next = () => {
      rest ??= parts(comparison)[Symbol.iterator]()
      try {
        return rest.next()
      } catch (error) {
        // An iterator that has thrown is at its end, but what it lacks may be there the next time.
        rest = undefined
        cachedParts.length = 0
        throw error
      }
    }
    function* iterateParts() {
      for (let index = 0; ; index++) {
        if (index === cachedParts.length) {
          const step = next()
          if (step.done === true) {
            isWhole = true
            return
          }
          cachedParts.push(step.value)
        }
        yield cachedParts[index] as Part
      }
    }
    return (): Iterable<Part> => (isWhole ? cachedParts : iterateParts())
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
 * Parts, and the target of each: findings about a part are about it, unless they name another. The parts of a
 * comparison are listed once, for all rules over them. `levels`: those of findings about a part, where it decides them.
 */
export const partsWithTarget = <Source extends object, Part>(
  target: (part: Part) => string | undefined,
  parts: (comparison: Source) => Iterable<Part>,
  levels?: PartFacts<Part>['levels'],
) => {
  const eachPart = cacheParts(parts)
  return Object.assign(
    memo((comparison: Source): readonly Part[] => [...eachPart(comparison)]),
    { target, levels, each: eachPart } satisfies PartFacts<Part> & { readonly each: typeof eachPart },
  )
}

/** A rule as it is known without its own fields of the kit: what its findings say to do is what its page says. */
const withRepair = <Facts extends { readonly repair?: string }>(facts: Facts, hint: string | undefined): Facts =>
  hint === undefined ? facts : { repair: hint, ...facts }

/**
 * A finding about a part, with what is true of all of them. Parts are a mere function here: only of such a one is the
 * model of `wholeComparison` inferred.
 */
function addressFinding<Part>(
  parts: Partial<PartFacts<Part>> | Parts<never, Part>,
  part: Part,
  finding: Finding,
): Finding {
  if (!('target' in parts)) return finding
  const target = finding.target ?? parts.target?.(part)
  const levels = parts.levels?.(part)
  return {
    ...finding,
    ...(target !== undefined && { target }),
    ...(levels && { levels: { ...finding.levels, ...levels } }),
  }
}

/** The parts one by one, which are made once for all rules. */
const cachedPartsOf = <Model, Part>(
  parts: Parts<Model, Part> & { readonly each?: Parts<Model, Part> },
): Parts<Model, Part> => parts.each ?? cacheParts(parts)

/** After so many parts other work may be done: of ten thousand parts each pause costs more than a rule. */
const partsAtOnce = 10

/** Runs rules on every part of a kind, with room for other work between some parts. The parts are listed once. */
export function overParts<Model, Part>(parts: Parts<Model, Part>, rules: readonly Rule<Part>[]): RuleSet<Model> {
  const partsIn = cachedPartsOf(parts)
  return rules.map((rule) => {
    const { hint, ...facts } = rule
    return {
      ...withRepair(facts, hint),
      *check(comparison) {
        let count = 0
        for (const part of partsIn(comparison)) {
          for (const finding of rule.check(part))
            yield addressFinding(parts, part, hint === undefined ? finding : { hint, ...finding })
          if (++count % partsAtOnce === 0) yield undefined
        }
      },
    }
  })
}

/** A problem as the finding of the rule that reports it: with what to do about it. */
export function findingOf<Part>(
  rule: Pick<ProblemRule<Part>, 'advice' | 'hint'>,
  part: Part,
  problem: Problem,
): Finding {
  const { code: _, ...finding } = problem
  const { hint = rule.hint, ...otherAdvice } = rule.advice?.(part, problem) ?? {}
  const hints = [finding.hint, hint].filter((text) => text !== undefined)
  return { ...finding, ...otherAdvice, ...(hints.length > 0 && { hint: hints.join(' ') }) } as Finding
}

/** What rules find in a part, each under its code, with the hint of its rule: commands report it too. */
export const problemsOf = <Part>(rules: readonly Rule<Part>[], part: Part): readonly Problem[] =>
  rules.flatMap(({ code, hint, ...rule }) =>
    Array.from(rule.check(part), (finding) => ({ code, ...(hint !== undefined && { hint }), ...finding })),
  )

/** What one of several rules with a shared check finds: the problems with its code. */
export function* findingsOf<Code extends string>(problems: Iterable<Problem<Code>>, rule: Code): Iterable<Finding> {
  for (const { code, ...finding } of problems) if (code === rule) yield finding
}

/**
 * Reports the problems that readers found: each by the rule of its code. The problems are collected once for all of
 * these rules.
 */
export function overProblems<Model, Part>(
  parts: Parts<Model, Part>,
  problemsOf: (part: Part) => Iterable<Problem>,
  rules: readonly ProblemRule<Part>[],
): RuleSet<Model> {
  type PartProblems = readonly (readonly [part: Part, problem: Problem])[]
  const partsIn = cachedPartsOf(parts)
  const byCode = memo((comparison: Comparison<Model>) =>
    onceInSteps(function* (): Steps<ReadonlyMap<string, PartProblems>> {
      const problems: (readonly [part: Part, problem: Problem])[] = []
      for (const part of partsIn(comparison)) {
        for (const problem of problemsOf(part)) problems.push([part, problem])
        yield
      }
      return groupBy(problems, ([, { code }]) => code)
    }),
  )
  return rules.map((rule) => {
    const { advice: _, hint, ...facts } = rule
    return {
      ...withRepair(facts, hint),
      *check(comparison) {
        const problemsByCode = yield* byCode(comparison)()
        for (const [part, problem] of problemsByCode.get(rule.code) ?? [])
          yield addressFinding(parts, part, findingOf(rule, part, problem))
      },
    }
  })
}

/** The comparison itself as its only part, for rules that look at all of it. */
export function* wholeComparison<Model>(comparison: Comparison<Model>): Iterable<Comparison<Model>> {
  yield comparison
}
