import { RefusalError, unprocessable } from '../refused.ts'

export interface PagingArguments {
  readonly first?: number | null
  readonly last?: number | null
  readonly after?: string | null
  readonly before?: string | null
}

const cursorOf = (index: number) => Buffer.from(`cursor:${index}`).toString('base64')

function indexOf(cursor: string): number {
  const [, index] = /^cursor:(\d+)$/.exec(Buffer.from(cursor, 'base64').toString()) ?? []
  if (index === undefined) throw unprocessable(`\`${cursor}\` does not appear to be a valid cursor.`)
  return Number(index)
}

/**
 * Documentation: "Using pagination in the GraphQL API" and "Rate limits and query limits for the GraphQL API", "Node
 * limit": `first` or `last` must be given, from 1 to 100.
 */
export function connection<Item, Shown>(items: readonly Item[], paging: PagingArguments, show: (item: Item) => Shown) {
  const { first, last, after, before } = paging
  const limit = first ?? last
  if (limit === undefined || limit === null) {
    throw new RefusalError(
      'MISSING_PAGINATION_BOUNDARIES',
      'You must provide a `first` or `last` value to properly paginate the connection.',
    )
  }
  if (limit > 100 || limit < 0) {
    throw new RefusalError(
      'EXCESSIVE_PAGINATION',
      `Requesting ${limit} records on the connection exceeds the \`first\` limit of 100 records.`,
    )
  }
  const low = typeof after === 'string' ? indexOf(after) + 1 : 0
  const high = typeof before === 'string' ? indexOf(before) : items.length
  const start = typeof first === 'number' ? low : Math.max(low, high - limit)
  const end = typeof first === 'number' ? Math.min(high, low + limit) : high
  const nodes = items.slice(start, end).map(show)
  return {
    totalCount: items.length,
    nodes,
    edges: nodes.map((node, index) => ({ cursor: cursorOf(start + index), node })),
    pageInfo: {
      hasNextPage: end < items.length,
      hasPreviousPage: start > 0,
      startCursor: nodes.length > 0 ? cursorOf(start) : null,
      endCursor: nodes.length > 0 ? cursorOf(end - 1) : null,
    },
  }
}
