// The types of Express do not agree with what Octokit's webhooks say of a request.
declare module 'express' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type Handler = (request: IncomingMessage, response: ServerResponse, next: () => void) => unknown

  interface Express {
    (request: IncomingMessage, response: ServerResponse): void
    use(handler: Handler): Express
  }

  export default function express(): Express
}
