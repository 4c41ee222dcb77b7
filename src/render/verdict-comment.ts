import type { Report } from '../core/report.ts'
import { cut } from './cut.ts'
import { markdown } from './markdown.ts'

/** GitHub takes no longer comment (GitHub's limits: 65,536 characters). */
const maxLength = 65_000

export const verdictMarker = '<!-- baton: verdict -->'

/** The comment on a pull request that shows what its check has found, kept up to date. */
export const verdictComment = (report: Report, head: string): string =>
  cut(`${verdictMarker}\n${markdown(report, { limit: maxLength - 200 })}\nChecked at ${head}.\n`, maxLength)
