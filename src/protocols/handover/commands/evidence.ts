import type { CommandContext } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { isInRepository, type Evidence } from '../../../kit/evidence.ts'
import type { HandoverModel, Project } from '../model.ts'
import { comparedProjects, expectedOf, lookedFor, stepOf } from '../reading/expected.ts'
import { isInTree } from '../../../core/view.ts'

/** How many of the paths are named that cannot be looked for. */
const mostNamed = 3

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
  /** Whether the commit that is recorded has the subject that the manifest asks for; `undefined` where that is not known. */
  readonly hasSubject: boolean | undefined
}

/** What the manifest of a step expects, and the commit that did it, compared with what is there. */
export function evidenceOf(done: CompletedStep, commandContext: CommandContext): Evidence {
  const { project, model, step, named, isNamedOlder, isNoneSince, hasSubject } = done
  const { name, target, folder } = project
  const planned = stepOf(project, model, step)
  const { paths, elsewhere, others } = expectedOf(planned)
  const pattern = planned?.manifests[0]?.pattern
  const looked = lookedFor(comparedProjects(model, undefined, { ...commandContext.context, asksNext: true }))
  const isRepository = isInRepository(commandContext)
  // Outside of a repository, a commit that is named may hold what is missing in the folder.
  const isKnown = (path: string) => looked.has(path) && (isRepository || named === undefined)
  const [known, unknown] = [paths.filter(isKnown), paths.filter((path) => !isKnown(path))]
  const missing = known.filter((path) => !isInTree(model.view, path))
  return {
    unit: msg`step ${step} of ${name}`,
    target,
    place: { path: `${folder}/progress.json` },
    command: `/handback ${name} success`,
    instead: `/handback ${name} error "…"`,
    compared: known.length + (isNamedOlder === undefined ? 0 : 1) + (hasSubject === true ? 1 : 0),
    missing,
    against: [
      ...(isNamedOlder === true ? [msg`the commit ${named ?? ''} is older than the grant`] : []),
      ...(hasSubject === false && named !== undefined
        ? [msg`the message of the commit ${named} is not as ${'commit_message_pattern'} asks: ${pattern ?? ''}`]
        : []),
    ],
    unchecked: [
      ...(unknown.length === 0
        ? []
        : [
            `${msg`${unknown.length}`} expected ${unknown.length === 1 ? 'path' : 'paths'}, ${isRepository ? 'one of too many' : 'outside of a repository'}`,
          ]),
      ...(elsewhere.length === 0
        ? []
        : [`${msg`${elsewhere.slice(0, mostNamed)}`}, which ${elsewhere.length === 1 ? 'is no path' : 'are no paths'} in the repository`]),
      ...(others.length === 0 ? [] : [msg`${others}`]),
      ...(pattern !== undefined && hasSubject === undefined && !isNoneSince ? [msg`${'commit_message_pattern'}`] : []),
      // It was not said that this is the commit of the step.
      ...(hasSubject === false && named === undefined
        ? [msg`whether a commit has a message as ${'commit_message_pattern'} asks: the newest has not`]
        : []),
      ...(named !== undefined && isNamedOlder === undefined ? [msg`whether ${named} is older than the grant`] : []),
      ...(isNoneSince ? ['no commit is recorded, since there is none after the grant'] : []),
    ],
  }
}
