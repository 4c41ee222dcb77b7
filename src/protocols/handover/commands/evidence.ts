import type { CommandContext } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { isInRepository, type Evidence } from '../../../kit/evidence.ts'
import type { HandoverModel, Project } from '../model.ts'
import { comparedProjects, expectedPathsOf, pathsToFind, stepOf } from '../reading/expected.ts'
import { isInTree } from '../../../core/view.ts'

/** How many of the paths are named that cannot be looked for. */
const maxNamed = 3

const isText = (text: string | false): text is string => text !== false

/** A step that is handed back with success. */
interface CompletedStep {
  readonly project: Project
  readonly model: HandoverModel
  readonly step: number
  /** The commit that is named; absent: none is. */
  readonly named: string | undefined
  /** Whether it is older than the grant; `undefined` where that is not known. */
  readonly isNamedOlder: boolean | undefined
  /** Whether no commit is recorded, since the newest is older than the grant. */
  readonly isNoneSince: boolean
  /**
   * Whether the commit that is recorded has the subject that the manifest asks for; `undefined` where that is not
   * known.
   */
  readonly hasSubject: boolean | undefined
}

/** What the manifest of a step expects, and the commit that did it, compared with what is there. */
export function evidenceOf(completedStep: CompletedStep, commandContext: CommandContext): Evidence {
  const { project, model, step, named: namedCommit, isNamedOlder, isNoneSince, hasSubject } = completedStep
  const { name, target, folder } = project
  const planStep = stepOf(project, model, step)
  const { paths, elsewhere: unsearchablePaths, others: otherKeys } = expectedPathsOf(planStep)
  const pattern = planStep?.manifests[0]?.pattern
  const searchedPaths = pathsToFind(comparedProjects(model, undefined, { ...commandContext.context, asksNext: true }))
  const isRepository = isInRepository(commandContext)
  // Outside of a repository, a commit that is named may hold what is missing in the folder.
  const isKnown = (path: string) => searchedPaths.has(path) && (isRepository || namedCommit === undefined)
  const [knownPaths, unknownPaths] = [paths.filter(isKnown), paths.filter((path) => !isKnown(path))]
  const missingPaths = knownPaths.filter((path) => !isInTree(model.view, path))
  return {
    unit: msg`step ${step} of ${name}`,
    target,
    place: { path: `${folder}/progress.json` },
    command: `/handback ${name} success`,
    instead: `/handback ${name} error "…"`,
    compared: knownPaths.length + (isNamedOlder === undefined ? 0 : 1) + (hasSubject === true ? 1 : 0),
    missing: missingPaths,
    against: [
      isNamedOlder === true && msg`the commit ${namedCommit ?? ''} is older than the grant`,
      hasSubject === false &&
        namedCommit !== undefined &&
        msg`the message of the commit ${namedCommit} does not match ${'commit_message_pattern'}: ${pattern ?? ''}`,
    ].filter(isText),
    unchecked: [
      unknownPaths.length > 0 &&
        `${msg`${unknownPaths.length}`} expected ${unknownPaths.length === 1 ? 'path' : 'paths'}, ${isRepository ? 'one of too many' : 'outside of a repository'}`,
      unsearchablePaths.length > 0 &&
        `${msg`${unsearchablePaths.slice(0, maxNamed)}`}, which ${unsearchablePaths.length === 1 ? 'is no path' : 'are no paths'} in the repository`,
      otherKeys.length > 0 && msg`${otherKeys}`,
      pattern !== undefined && hasSubject === undefined && !isNoneSince && msg`${'commit_message_pattern'}`,
      // It was not said that this is the commit of the step.
      hasSubject === false &&
        namedCommit === undefined &&
        msg`whether the message of a commit matches ${'commit_message_pattern'}: that of the newest does not`,
      namedCommit !== undefined && isNamedOlder === undefined && msg`whether ${namedCommit} is older than the grant`,
      isNoneSince &&
        msg`no commit is recorded, since there is none after the grant: commit the work before the handback, or name its commit with ${'--done-by REV'}`,
    ].filter(isText),
  }
}
