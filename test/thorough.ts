import type { Examples, Example } from '../src/core/rule.ts'

/**
 * Whether everything is tried, as each night (`npm run test:thorough`); otherwise a part that has each rule and each
 * command.
 */
export const isThorough = process.env['THOROUGH'] === '1'

/**
 * What is random in tests follows from this number (see `random.ts`), so that no run depends on luck. Each night has
 * another one.
 */
export const seed = Number(process.env['TEST_SEED'] ?? 20_260_204)

/** The number of random runs: ten times as many in a thorough run. */
export const runs = (usual: number): number => (isThorough ? 10 * usual : usual)

/** Each element in a thorough run, otherwise the first of each kind. */
export function firstOfEach<Element>(
  all: readonly Element[],
  kindOf: (element: Element) => unknown,
): readonly Element[] {
  return isThorough
    ? all
    : [...new Map(all.toReversed().map((element) => [kindOf(element), element])).values()].toReversed()
}

/** The same repository is an example of many rules: in a thorough run of each, otherwise of the first. */
export const distinct = <Shown extends { readonly example: Example }>(all: readonly Shown[]): readonly Shown[] =>
  firstOfEach(all, ({ example: { head, configuration, links, limit, at } }) =>
    JSON.stringify([head, configuration, links, limit, at]),
  )

/** All examples of a rule in a thorough run, otherwise the first that is bad and the first that is good. */
export const shownBy = ({ bad, good }: Examples): readonly Example[] =>
  isThorough ? [...bad, ...good] : [...bad.slice(0, 1), ...good.slice(0, 1)]

/** Each in a thorough run, otherwise one of so many: the parts of all numbers together are the whole. */
export const part = <Element>(all: readonly Element[], of: number, number = 0): readonly Element[] =>
  isThorough ? all : all.filter((_, index) => index % of === number % of)

/** Each pair in a thorough run, otherwise so many that each element of either list is in one. */
export const pairs = <First, Second>(
  firstList: readonly First[],
  secondList: readonly Second[],
): readonly (readonly [First, Second])[] => {
  const all = firstList.flatMap((a, first) => secondList.map((b, second) => ({ first, second, pair: [a, b] as const })))
  const isKept = ({ first, second }: (typeof all)[number]) =>
    firstList.length >= secondList.length ? first % secondList.length === second : second % firstList.length === first
  return (isThorough ? all : all.filter(isKept)).map(({ pair }) => pair)
}
