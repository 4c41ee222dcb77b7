/**
 * What GraphQL calls its refusals, with the status that REST has for the same (GitHub's documentation, "Troubleshooting
 * the REST API").
 */
const statuses = {
  RATE_LIMITED: 403,
  NOT_FOUND: 404,
  GONE: 410,
  FORBIDDEN: 403,
  UNPROCESSABLE: 422,
  STALE_DATA: 409,
  BRANCH_PROTECTION_RULE_VIOLATION: 422,
  MISSING_PAGINATION_BOUNDARIES: 422,
  EXCESSIVE_PAGINATION: 422,
} as const

export type Refusal = keyof typeof statuses

/** GitHub refuses the request. */
export class RefusalError extends Error {
  override readonly name = 'RefusalError'
  readonly type: Refusal

  constructor(type: Refusal, message: string, options?: ErrorOptions) {
    super(message, options)
    this.type = type
  }

  get status(): number {
    return statuses[this.type]
  }

  /** GraphQL has the type beside the message. */
  get extensions() {
    return { type: this.type }
  }
}

/** Documentation: "Troubleshooting the REST API": what one may not see does not exist. */
export const notFound = (message = 'Not Found') => new RefusalError('NOT_FOUND', message)
export const unprocessable = (message: string) => new RefusalError('UNPROCESSABLE', message)

/** The same, "Resource not accessible". */
export const inaccessible = () => new RefusalError('FORBIDDEN', 'Resource not accessible by integration')
