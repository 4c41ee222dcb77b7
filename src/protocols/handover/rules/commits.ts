import { msg } from '../../../core/message.ts'
import { overParts } from '../../../kit/rules.ts'
import { fullShaOf, commitsOf, subjectMatcherOf, commitsSince } from '../reading/commits.ts'
import { highestClosedStep, stepsInProgress, nextStep, questionIn, type Progress } from '../reading/progress.ts'
import type { HandoverFile } from '../model.ts'
import { files, finding } from './subjects.ts'

/** How a step is recorded that git shows to be done: by the commands that record one, where they take it now. */
function recordingHint({ project }: HandoverFile, progress: Progress, step: number, sha: string): string {
  const stepNumbers = stepsInProgress(progress).map(({ number }) => number)
  const isOpen = progress.mode === 'execute' && nextStep(progress) === step && !questionIn(progress)
  if (!project || !isOpen || stepNumbers.some((number) => number !== step))
    return msg`Record step ${step} as completed by ${sha}.`
  const handback = msg`${`/handback ${project.name} success --step ${step} --done-by ${sha}`} records it.`
  return stepNumbers.length > 0
    ? handback
    : `${msg`${`/accept ${project.name} --step ${step}`} takes the step up`}, then ${handback}`
}

/** A run and its commits; on the page of runs. */
export const commitRules = overParts(files('progress'), [
  {
    code: 'PROGRESS_COMMIT_UNKNOWN',
    strict: 'warning',
    soft: 'notice',
    summary: 'All commits are known, and a recorded one is not among them.',
    why: 'The proof of the step is lost; squash merges cause that.',
    repair: 'Record the commit that replaced it.',
    hint: 'Squash merges drop commits: record the one that replaced it.',
    *check({ file, model }) {
      const commits = commitsOf(file, model)
      for (const { commit = '', node, number } of commits?.recorded ?? [])
        if (commits && fullShaOf(commits.log, commit) === undefined)
          yield finding(file, msg`The history has no commit ${commit} of step ${number}`, node.get('commit')?.value)
    },
  },
  {
    code: 'PROGRESS_GIT_DRIFT',
    strict: 'warning',
    soft: 'warning',
    summary: 'A commit since the start of the session looks like that of the next step, which is not recorded.',
    why: 'Git is ahead of the record: the next session would do the step again.',
    repair: '`/handback SLUG success --step N --done-by SHA` records it.',
    *check({ file, model }) {
      const commits = commitsOf(file, model)
      if (commits?.start === undefined) return
      const { log, progress, recorded: recordsWithCommit, start } = commits
      const nextNumber = highestClosedStep(progress) + 1
      const matches = subjectMatcherOf(nextNumber, file, progress, model)
      if (!matches) return
      const recordedShas = new Set(recordsWithCommit.map(({ commit = '' }) => fullShaOf(log, commit)))
      const unrecordedCommit = commitsSince(log, start).find(
        ({ sha, subject }) => !recordedShas.has(sha) && matches(subject.slice(0, 200)),
      )
      if (!unrecordedCommit) return
      const shortSha = unrecordedCommit.sha.slice(0, 7)
      yield finding(
        file,
        msg`The commit ${shortSha} (${unrecordedCommit.subject}) is that of step ${nextNumber}, which is not recorded`,
        progress.root.get('current_step')?.value,
        { hint: recordingHint(file, progress, nextNumber, shortSha) },
      )
    },
  },
])
