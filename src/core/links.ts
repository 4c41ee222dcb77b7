import manifest from '../../package.json' with { type: 'json' }
import codes from './codes.json' with { type: 'json' }

/**
 * Where this program is published; `undefined`: nowhere, and no link leads out of the package. `npm run publish-as`
 * sets it.
 */
export const repository = (manifest.baton.repository as string | null) ?? undefined

const pageByCode = new Map(Object.entries({ ...codes.rules, ...codes.refusalCodes }))

/**
 * The page that explains a code, from the root: of a protocol that of its group of rules, or one of the engine's own.
 */
export function codePage(code: string): string {
  const page = pageByCode.get(code)
  return `docs/${page === undefined ? 'codes' : `rules/${page}`}.md#${code.toLowerCase()}`
}

/** The address of that page, where this program is published. */
export const codeUrl = (code: string, repositoryUrl: string | undefined = repository): string | undefined =>
  repositoryUrl === undefined ? undefined : `${repositoryUrl}/blob/main/${codePage(code)}`

/** Where a finding sends its reader: to the page of its code, or to the command that explains it. */
export const referenceFor = (code: string, url: string | undefined): string => url ?? `baton explain ${code}`
