import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { at } from '../../../../documents/data.ts'
import { change, inRecord, recordPath, sample } from '../../examples.ts'
import type { RunSubject } from '../../subjects.ts'
import { stageName } from '../../words.ts'

const specify = '    { "id": "specify", "status": "pending", "started_at": null, "completed_at": null }\n'

export const stageRunStages: Rule<RunSubject> = {
  code: 'STAGE_RUN_STAGES',
  strict: 'warning',
  soft: 'notice',
  summary: 'A stage that `wf-run.json` lists has no folder, or a stage is not listed.',
  why: 'The tools of the workflow go by the list and pass over the others.',
  repair: 'List the stages that are there; git keeps no empty folders.',
  examples() {
    return {
      bad: [
        {
          about: 'a stage without a folder',
          head: inRecord(
            ['"id": "specify"', '"id": "review"'],
            [specify.replace('specify', 'review').trimEnd(), `${specify.replace('specify', 'review').trimEnd()},\n${specify.trimEnd()}`],
          ),
        },
        { about: 'a stage that is not listed', head: inRecord([`,\n${specify}`, '\n']) },
      ],
      good: [
        { about: 'the stages that are there', head: sample },
        { about: 'no list', head: change(sample, { [recordPath]: null }) },
      ],
    }
  },
  *check({ run }) {
    const { record, stages, label, path } = run
    const list = record.data && at(record.data.root, ['stages'])
    const key = record.data?.root.kind === 'mapping' ? record.data.root.get('stages')?.key : undefined
    if (!record.data || !key || list?.kind !== 'sequence') return
    for (const item of list.items) {
      const id = at(item, ['id'])
      if (id?.kind !== 'scalar' || typeof id.value !== 'string') continue
      if (run.stage(id.value)) continue
      const target = stageName.test(id.value) ? { target: `stage:${id.value}@${label}` } : {}
      yield {
        message: msg`Unexpected stage ${id.value}, expected one with a folder in ${`${path}/stages`}`,
        hint: 'List the stages that are there.',
        place: record.data.place(item),
        ...target,
      }
    }
    for (const { name, legacy, target, path: folder } of stages) {
      if (legacy || run.listed(name)) continue
      yield {
        message: msg`Missing stage ${name}, expected it in the list`,
        hint: 'List the stages that are there.',
        place: record.data.place(key),
        target,
        concerns: [folder],
      }
    }
  },
}
