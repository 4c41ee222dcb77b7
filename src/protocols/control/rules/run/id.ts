import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { at } from '../../../../documents/data.ts'
import { inRecord, sample } from '../../examples.ts'
import type { RunSubject } from '../../subjects.ts'

export const stageRunId: Rule<RunSubject> = {
  code: 'STAGE_RUN_ID',
  strict: 'warning',
  soft: 'notice',
  summary: '`run_id` in `wf-run.json` is not the name of its folder.',
  why: 'The run was copied, and what is reported about one of the two is taken for the other.',
  repair: 'Write the name of the folder, or compose a run of its own.',
  examples() {
    return {
      bad: [{ about: 'a copied run', head: inRecord(['"run-2026-01-20-001"', '"run-2026-01-19-004"']) }],
      good: [{ about: 'its own name', head: sample }],
    }
  },
  *check({ run: { record, name } }) {
    const id = record.data && at(record.data.root, ['run_id'])
    if (!record.data || id?.kind !== 'scalar' || typeof id.value !== 'string' || id.value === name) return
    yield {
      message: msg`Unexpected run ${id.value}, expected ${name}`,
      hint: 'Write the name of the folder, or compose a run of its own.',
      place: record.data.place(id),
    }
  },
}
