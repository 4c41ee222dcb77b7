import type { Rule } from '../../../../core/rule.ts'
import { change, inRecord, recordPath, sample } from '../../examples.ts'
import { runShape } from '../../schema.ts'
import type { RunSubject } from '../../subjects.ts'
import { incompleteFindings } from '../misfits.ts'

export const stageRunSchema: Rule<RunSubject> = {
  code: 'STAGE_RUN_SCHEMA',
  strict: 'warning',
  soft: 'notice',
  summary: 'A key of `wf-run.json` is missing, of the wrong type or form.',
  why: 'The tools of the workflow read the run by this shape.',
  repair: 'Compose the run anew, or bring back an earlier version.',
  examples() {
    return {
      bad: [
        { about: 'nothing in it', head: change(sample, { [recordPath]: '{}' }) },
        { about: 'a list', head: change(sample, { [recordPath]: '[]' }) },
        { about: 'a status that is none', head: inRecord(['"status": "pending"', '"status": "running"']) },
        { about: 'a number as a version', head: inRecord(['"version": "1.0"', '"version": 1']) },
        { about: 'no time', head: inRecord(['  "created_at": "2026-01-20T09:00:00+00:00",\n', '']) },
      ],
      good: [
        { about: 'a record', head: sample },
        { about: 'more keys', head: inRecord(['"run_id"', '"host": "attic",\n  "run_id"']) },
      ],
    }
  },
  *check({ run: { record } }) {
    if (record.data) yield* incompleteFindings(runShape, record.data, 'Compose the run anew, or bring back an earlier version.')
  },
}
