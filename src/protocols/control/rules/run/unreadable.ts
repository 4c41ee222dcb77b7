import { change, recordPath, sample } from '../../examples.ts'
import type { RunSubject } from '../../subjects.ts'
import { unreadableRule } from '../unreadable.ts'

export const stageRunUnreadable = unreadableRule<RunSubject>({
  code: 'STAGE_RUN_UNREADABLE',
  strict: 'error',
  soft: 'error',
  summary: '`wf-run.json` is not JSON that can be read.',
  why: 'The tools of the workflow stop at it.',
  repair: 'Bring back an earlier version. Baton never writes this file.',
  look: ({ run: { record } }) => ({ file: record, fault: record.fault }),
  hint: 'Bring back an earlier version.',
  examples() {
    return {
      bad: [{ about: 'no end', head: change(sample, { [recordPath]: '{ "run_id": ' }) }],
      good: [
        { about: 'a record', head: sample },
        { about: 'none', head: change(sample, { [recordPath]: null }) },
      ],
    }
  },
})
