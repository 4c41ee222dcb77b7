/** Where this project lives: links in messages lead there. */
export const repository = 'https://github.com/example-org/baton'

/** The page that explains a code of a protocol, or one of the engine's own. */
export function codeUrl(code: string, protocol?: string): string {
  const page = protocol === undefined ? 'docs/codes.md' : `src/protocols/${protocol}/README.md`
  return `${repository}/blob/main/${page}#${code.toLowerCase()}`
}
