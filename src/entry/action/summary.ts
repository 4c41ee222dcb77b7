import * as core from '@actions/core'

/** Adds to the step's summary, where the runner keeps one. */
export async function addSummary(markdown: string): Promise<void> {
  if (process.env['GITHUB_STEP_SUMMARY']) await core.summary.addRaw(markdown).write()
}

/** Says something in the log and in the summary. */
export async function summarize(text: string): Promise<void> {
  core.info(text)
  await addSummary(`${text}\n`)
}
