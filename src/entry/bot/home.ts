import type { IncomingMessage } from 'node:http'
import { repository } from '../../core/links.ts'
import { markup, pageOf, type Page } from './html.ts'

interface HomeOptions {
  readonly version: string
  /** The App's page on GitHub, where it is installed. */
  readonly appPage: string
  /** Why the bot takes no deliveries; none: it does. */
  readonly unready: () => readonly string[]
  /** Where the program is published; absent: its documents are in its own folder alone. */
  readonly published?: string | undefined
}

const documents = [
  ['Commands', 'docs/commands.md'],
  ['Operating the bot', 'docs/operating.md'],
] as const

/** The pages of a running bot: one, at `/`, which the address of Probot's own page leads to. */
export const home =
  ({ version, appPage, unready, published = repository }: HomeOptions) =>
  (path: string, { method }: Pick<IncomingMessage, 'method'>): Page | undefined => {
    if (method !== 'GET' && method !== 'HEAD') return undefined
    if (path === '/probot') return { status: 302, headers: { location: '/' }, body: '' }
    if (path !== '/') return undefined
    const reasons = unready()
    return pageOf(
      'Baton',
      markup`<p>Version ${version}. ${reasons.length === 0 ? 'It accepts deliveries.' : `It accepts no deliveries: ${reasons.join(', ')}.`}</p>
        <p><a href="${appPage}/installations/new">Install the App</a></p>
        <p>
          ${documents.map(([title, path], index) => [index > 0 && ' · ', published === undefined ? markup`${title}: <code>${path}</code>` : markup`<a href="${published}/blob/main/${path}">${title}</a>`])}
        </p>`,
    )
  }
