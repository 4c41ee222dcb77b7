import { groupBy } from '../../../core/grouped.ts'
import { msg } from '../../../core/message.ts'
import { ignoreFindingPlace } from '../../../core/installation.ts'
import type { InstallationRule } from '../subject.ts'

export const stateIgnored: InstallationRule = {
  code: 'STATE_IGNORED',
  strict: 'warning',
  soft: 'warning',
  summary: 'Git ignores a file that holds state, tracked already or not, or would ignore one where state is written.',
  why: 'What is ignored is not committed: only its author has it, and no check on GitHub sees it.',
  repair: 'Remove the pattern from the file that is named, or add an exception after it.',
  installation: true,
  *check({ ignored }) {
    const groups = groupBy(ignored, ([, { line, source }]) => `${line} ${source}`)
    for (const group of groups.values()) {
      const [[first, ignorePattern]] = group
      const { source, line, pattern } = ignorePattern
      const paths = group.map(([path]) => path)
      yield {
        message:
          paths.length === 1
            ? msg`Unexpected pattern ${pattern}: git ignores ${first}, where state is written`
            : msg`Unexpected pattern ${pattern}: git ignores ${paths.length} files where state is written, ${paths.slice(0, 4)} among them`,
        hint: msg`Remove it from line ${line} of ${source}, or make it narrower.`,
        place: ignoreFindingPlace(ignorePattern, first),
      }
    }
  },
}

export const localExposed: InstallationRule = {
  code: 'LOCAL_NOT_IGNORED',
  strict: 'warning',
  soft: 'warning',
  summary: 'Git does not ignore a file that belongs to one machine alone.',
  why: '`git add` takes it into a commit, where it describes one clone to all the others.',
  repair: 'Write the pattern into `.gitignore`.',
  installation: true,
  *check({ exposed }) {
    for (const [path, pattern] of exposed)
      yield {
        message: msg`Missing pattern for ${path}: git does not ignore it, though it belongs to one machine alone`,
        hint: msg`Write ${pattern} into ${'.gitignore'}.`,
        place: { path },
      }
  },
}
