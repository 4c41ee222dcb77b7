import type { Rule, RuleFacts } from '../../../core/rule.ts'
import type { Finding } from '../../../core/diagnostic.ts'
import type { Stage } from '../model.ts'
import type { ControlFile } from '../reading/control-files.ts'
import type { Mend } from '../repair.ts'
import type { StageSubject } from '../subjects.ts'

interface ProblemFacts extends RuleFacts {
  readonly file: (stage: Stage) => ControlFile<unknown, string>
  /** What to do, behind what the problem itself says of that. */
  readonly mend: (stage: Stage) => Mend
}

/** A rule about what makes a control file invalid. Of a link only that it is one is said, by another rule. */
export function problemRule({ file, mend, ...facts }: ProblemFacts): Rule<StageSubject> {
  return {
    ...facts,
    *check({ stage }): Iterable<Finding> {
      const judged = file(stage)
      if (judged.file.linked) return
      for (const problem of judged.problems) {
        if (problem.code !== facts.code) continue
        const { message, place } = problem
        const { hint, ...fix } = mend(stage)
        yield {
          message,
          hint: [problem.hint, hint].filter((each) => each !== undefined).join(' '),
          ...fix,
          place,
          target: stage.target,
        }
      }
    },
  }
}
