import { code } from './inline.ts'

/**
 * A path such that it is inert wherever it stands: in the name of a check run, in a comment of HTML, in a query. No two
 * paths have the same, as far as they are Unicode.
 */
const escapedPath = (path: string): string =>
  encodeURIComponent(path.replace(/\p{Surrogate}/gu, '\u{fffd}')).replaceAll('%2F', '/')

/** The name of a check run or a title for a configuration other than the default; `undefined`: the default. */
export const nameFor = (name: string, configuration: string | undefined): string =>
  configuration === undefined ? name : `${name} (${escapedPath(configuration)})`

/** The marker for a configuration other than the default; `undefined`: the default. */
export const markerFor = (marker: string, configuration: string | undefined): string =>
  configuration === undefined ? marker : marker.replace(/ -->$/, () => ` ${escapedPath(configuration)} -->`)

/** Says which configuration a text is about, in a paragraph of its own; nothing for the default. */
export const aboutConfiguration = (configuration: string | undefined): string =>
  configuration === undefined ? '' : `Configuration: ${code(configuration)}\n\n`
