import type { Rule, RuleFacts } from '../../../core/rule.ts'
import type { Finding } from '../../../core/diagnostic.ts'
import type { Stage } from '../model.ts'
import type { ControlFile } from '../reading/control-files.ts'
import { commandFor } from '../repair.ts'
import type { StageSubject } from '../subjects.ts'

interface ProblemFacts extends RuleFacts {
  readonly file: (stage: Stage) => ControlFile<unknown, string>
  /** What to do where the problem itself does not say it. */
  readonly hint: (stage: Stage) => string
  /** The command that mends it, STAGE standing for the stage. */
  readonly command?: string
}

/** A rule about what makes a control file invalid. Of a link only that it is one is said, by another rule. */
export function problemRule({ file, hint, command, ...facts }: ProblemFacts): Rule<StageSubject> {
  return {
    ...facts,
    *check({ stage }): Iterable<Finding> {
      const judged = file(stage)
      if (judged.file.linked) return
      for (const problem of judged.problems) {
        if (problem.code !== facts.code) continue
        const { message, place } = problem
        yield {
          message,
          hint: [problem.hint, hint(stage)].filter((each) => each !== undefined).join(' '),
          place,
          target: stage.target,
          ...(command !== undefined && commandFor(command, stage)),
        }
      }
    },
  }
}
