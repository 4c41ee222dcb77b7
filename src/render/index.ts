import type { Report } from '../core/report.ts'
import { brief } from './brief.ts'
import { github } from './github.ts'
import { json } from './json.ts'
import { markdown } from './markdown.ts'
import { sarif } from './sarif.ts'
import { text } from './text.ts'

/** A way to print a report. */
export type Format = 'text' | 'json' | 'brief' | 'github' | 'markdown' | 'sarif'

/** What some formats need in addition to the report. */
export interface RenderOptions {
  readonly color: boolean
  /** Of Baton. */
  readonly version: string
  /** JSON is for programs, and takes one line. */
  readonly onOneLine?: boolean
}

/** Every way to print a report: name → renderer. */
export const formats = {
  text,
  json: (report, options?: Partial<RenderOptions>) => json(report, options),
  brief: (report) => brief(report),
  github: (report) => github(report),
  markdown: (report) => markdown(report),
  sarif,
} as const satisfies Record<Format, (report: Report, options: RenderOptions) => string>
