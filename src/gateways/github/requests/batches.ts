import { Fault, resultOf } from '../../../core/fault.ts'
import { Failure, faultOf, isUnclear } from './failure.ts'

/** The parts of one query, by name. */
type Parts<Part> = readonly (readonly [name: string, part: Part])[]

/**
 * Asks for several parts at once; each comes out as its answer or as a failure of its own. @throws Fault where there is
 * no answer at all
 */
export type QueryTogether<Part> = (parts: Parts<Part>) => Promise<ReadonlyMap<string, unknown>>

/**
 * Whether a smaller query might help: GitHub may have too little time for several questions, or one of them may be
 * forbidden.
 */
const mayBeTooMuch = ({ cause }: Fault) => cause instanceof Failure && isUnclear(cause)

/**
 * Asks for all parts at once, and once more for each by itself that was not answered.
 *
 * @param requestOf what a part requests, for the fault of one that is refused; by `msg`
 */
export async function queryTogetherThenEach<Part>(
  parts: Parts<Part>,
  queryTogether: QueryTogether<Part>,
  requestOf: (part: Part) => string,
): Promise<Readonly<Record<string, unknown>>> {
  const answers = await resultOf(queryTogether(parts))
  const querySingle = (part: Parts<Part>[number]) =>
    resultOf(queryTogether([part]).then((answer) => answer.get(part[0])))
  const results: Record<string, unknown> = {}
  for (const part of parts) {
    const [name, request] = part
    const answer = answers instanceof Fault ? answers : answers.get(name)
    const asksAgain =
      parts.length > 1 && (answer instanceof Failure || (answer instanceof Fault && mayBeTooMuch(answer)))
    const finalAnswer = asksAgain ? await querySingle(part) : answer
    results[name] = finalAnswer instanceof Failure ? faultOf(finalAnswer, requestOf(request)) : finalAnswer
  }
  return results
}

/** A list in parts, in its order, each as heavy as that at most, or a single item. */
export function byWeight<Item>(
  items: readonly Item[],
  maxWeight: number,
  weightOf: (item: Item) => number,
): readonly (readonly Item[])[] {
  const parts: Item[][] = []
  let remaining = 0
  for (const item of items) {
    const weight = weightOf(item)
    const part = parts.at(-1)
    if (part && weight <= remaining) part.push(item)
    else {
      parts.push([item])
      remaining = maxWeight
    }
    remaining -= weight
  }
  return parts
}

/** A list in parts, in its order, each of a limited length. */
export const inBatches = <Item>(items: readonly Item[], maxLength: number): readonly (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / maxLength) }, (_, index) =>
    items.slice(index * maxLength, (index + 1) * maxLength),
  )
