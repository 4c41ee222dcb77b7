import type { CheckRun, Conclusion } from '../core/host/check-run.ts'
import type { Report } from '../core/report.ts'
import { buttonsFor } from './buttons.ts'
import { cut } from './fit.ts'
import { annotations } from './github.ts'
import { markdown } from './markdown.ts'
import { verdict } from './verdict.ts'

/** GitHub's limits of a check run (in characters), and how many annotations people read. */
const maxLength = { title: 255, summary: 65_000 }
const maxAnnotations = 1000

/** The name of our check run: the one to be required. */
export const checkName = 'baton'

const conclusions: Readonly<Record<Report['verdict'], Conclusion>> = {
  passed: 'success',
  failed: 'failure',
  nothing: 'failure',
}

interface Facts {
  /** There are no files of any protocol, and the configuration does not demand any. */
  readonly neutral?: boolean
  /** A click on a button could be carried out: it is delivered to us, and we may commit there. */
  readonly clickable?: boolean
}

export function checkRun(report: Report, sha: string, { neutral = false, clickable = false }: Facts = {}): CheckRun {
  const { title, reason } = verdict({ surface: 'bot', ...report })
  const allAnnotations = annotations(report)
  return {
    name: checkName,
    sha,
    key: sha,
    conclusion: neutral ? 'neutral' : conclusions[report.verdict],
    title: cut(neutral ? 'nothing to check' : reason === '' ? title : `${title}. ${reason}`, maxLength.title),
    summary: cut(markdown(report, { limit: maxLength.summary }), maxLength.summary),
    annotations: allAnnotations
      .slice(0, maxAnnotations)
      .map(({ level, path, startLine, endLine, startColumn, endColumn, ...fields }) => ({
        path,
        severity: level,
        line: startLine,
        endLine,
        ...(startColumn !== undefined && { column: startColumn }),
        ...(endColumn !== undefined && { endColumn }),
        ...fields,
      })),
    buttons: clickable ? buttonsFor(report) : [],
  }
}

/** The key of a check run that a process has begun. */
const begunKeyForm = /^begun:(\w+)$/

/** The start of the process that has begun a check run, by the key of that. */
export const bootIn = (key: string): string | undefined => begunKeyForm.exec(key)?.[1]

export const begunCheck = (sha: string, boot?: string): CheckRun => ({
  name: checkName,
  sha,
  key: boot === undefined ? sha : `begun:${boot}`,
  title: 'Checking',
  summary: 'The state files are being read.',
  annotations: [],
  buttons: [],
})

/** A check run that could not be carried through: it fails, and says why. */
export const brokenCheck = (sha: string, why: string): CheckRun => ({
  ...begunCheck(sha),
  conclusion: 'failure',
  title: 'The check could not be carried out',
  summary: cut(why, maxLength.summary),
})

/** A check run of a commit that no longer matters. */
export const cancelledCheck = (sha: string): CheckRun => ({
  ...begunCheck(sha),
  conclusion: 'cancelled',
  title: 'The check was cancelled',
  summary:
    'The check was interrupted, and what it was made for is gone: the merge group is merged or taken apart, or other commits came after it.',
})

/**
 * Puts the answer to a click above the summary of a check run. Its annotations are not sent again: GitHub keeps them.
 */
export const answeredCheck = (run: CheckRun, answer: string): CheckRun => ({
  ...run,
  summary: cut(`${answer.trim()}\n\n---\n\n${run.summary}`, maxLength.summary),
  annotations: [],
})
