import * as core from '@actions/core'
import { prose } from '../../render/inline.ts'
import { plainText } from '../../render/plain.ts'

/** Adds to the step's summary, where the runner keeps one. */
export async function addSummary(markdown: string): Promise<void> {
  if (process.env['GITHUB_STEP_SUMMARY']) await core.summary.addRaw(markdown).write()
}

/** Says something in the log and in the summary. */
export async function summarize(text: string): Promise<void> {
  core.info(text)
  // A line directly below a table would be a row of it.
  await addSummary(`\n${text}\n`)
}

/** Warns in the log, as an annotation, and in the summary. */
export async function warn(text: string): Promise<void> {
  core.warning(plainText(text))
  await addSummary(`\n⚠️ ${prose(text)}\n`)
}

/** Fails the step with its reason, in the log, as an annotation, and in the summary. */
export async function fail(text: string): Promise<void> {
  core.setFailed(plainText(text))
  await addSummary(`\n❌ ${prose(text)}\n`)
}
