import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { sample, statePath } from '../../examples.ts'
import { keptPaths } from '../../files.ts'
import { about, type Compared } from '../../subjects.ts'

export const rootIgnored: Rule<Compared> = {
  code: 'GOV_ROOT_IGNORED',
  strict: 'warning',
  soft: 'warning',
  installation: 'ignored',
  summary: 'Where the installation is examined: git ignores the state file or the sessions, tracked already or not.',
  why: 'What is ignored is not committed, and so gets lost on the way to anybody else.',
  repair: 'Take the pattern out of `.gitignore`, or add an exception.',
  examples() {
    return {
      bad: [{ about: 'the state file', head: sample, ignored: [statePath] }],
      good: [
        { about: 'nothing', head: sample, ignored: [] },
        { about: 'another file', head: sample, ignored: ['.idumb/brain/todos.json'] },
      ],
    }
  },
  *check({ now: { context, configuration, brain } }) {
    for (const path of keptPaths(configuration)) {
      if (context.ignored?.has(path) !== true) continue
      yield {
        message: msg`Unexpected ${path} among what git ignores, expected it to be committed`,
        hint: msg`Take the pattern out of ${'.gitignore'}, or add ${`!/${configuration.root}/`}.`,
        place: { path },
        ...about(brain),
      }
    }
  },
}
