import { visible } from '../core/say.ts'

/**
 * Breaks the older form of workflow commands, `##[add-mask]…`: the runner executes it wherever in a printed line it stands.
 * Lines that begin with `::`, the newer form, are for each renderer to avoid.
 */
export const inert = (text: string) => text.replaceAll('##[', '## [')

/** One line of visible text, whole, that may be printed to a terminal or a log. */
export const plain = (text: string) => inert(visible(text.replace(/\p{Cs}/gu, '\ufffd'), Number.POSITIVE_INFINITY))
