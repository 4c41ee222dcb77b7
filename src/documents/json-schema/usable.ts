/** Why a schema is not applied: it is none, it refers outside itself, or it is more than is applied. Thrown to leave a recursion. */
export class Unusable extends Error {
  readonly kind: 'unreadable' | 'remote' | 'skipped'
  /** `message` is made by `msg`: a sentence for what is unreadable or remote, the end of one for what is skipped. */
  constructor(kind: Unusable['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}
