import codes from './codes.json' with { type: 'json' }

/** Where this project lives: links in messages lead there. */
export const repository = 'https://github.com/example-org/baton'

const pages = new Map(Object.entries({ ...codes.rules, ...codes.refusalCodes }))

/** The page that explains a code: of a protocol that of its group of rules, or one of the engine's own. */
export function codeUrl(code: string): string {
  const page = pages.get(code)
  return `${repository}/blob/main/docs/${page === undefined ? 'codes' : `rules/${page}`}.md#${code.toLowerCase()}`
}
