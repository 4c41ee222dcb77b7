import type { Board } from '../core/board.ts'
import { boardMarkdown, type BoardMarkdownOptions } from './board-markdown.ts'
import { aboutConfiguration, markerFor } from './configured.ts'
import { sizeOf } from './fit.ts'

/** What the text of the dashboard issue begins with. */
export const dashboardMarker = '<!-- baton: dashboard -->'

/** The title of the dashboard issue when it is opened. One that a person has chosen stays. */
export const dashboardTitle = 'Baton: who holds the baton'

/** GitHub takes no longer text of an issue. */
const maxLength = 65_536

const closingText = `
---

This is the default branch as the last audit found it. The text is rewritten when something of it changes, and nothing that is written into it counts; only leave the hidden first line, by which Baton finds this issue. Give a command in a comment here, where comments are commands, or on the command line (\`baton sync …\`). An issue that you close by hand stays closed until a person opens it again, or until the dashboard (\`audit.dashboard\`) is switched off and on. A title that you have chosen stays.
`

export const switchedOff = (configuration?: string): string =>
  `${markerFor(dashboardMarker, configuration)}\nThe dashboard is switched off: this issue is closed, and is opened again when it is switched on.\n`

/**
 * The text of the dashboard issue. It names neither commit nor moment, so that it is the same text as long as the board
 * is the same; what is omitted to save space is counted.
 */
export function dashboardText(
  board: Board,
  { server, history }: Pick<BoardMarkdownOptions, 'server' | 'history'>,
  configuration?: string,
): string {
  const { commit: _commit, branch: _branch, ...lastingBoard } = board
  const beginning = `${markerFor(dashboardMarker, configuration)}\n${aboutConfiguration(configuration)}`
  const limit = maxLength - sizeOf(beginning) - sizeOf(closingText)
  return `${beginning}${boardMarkdown(lastingBoard, { limit, server, history, revision: 'HEAD', commandsFirst: true })}${closingText}`
}
