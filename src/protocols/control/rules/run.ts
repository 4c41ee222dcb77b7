import { currentStages, runs, type ControlRules } from './subjects.ts'
import { recordFile, stageFiles } from '../files.ts'
import { stageName } from '../schema.ts'
import { shapeFindings, textDifference, unreadable } from '../../../kit/shape-findings.ts'
import { contradiction } from '../../../core/compared.ts'
import { msg } from '../../../core/message.ts'
import { finishPairs } from '../compared.ts'
import { nodeAt } from '../../../documents/data.ts'
import { overParts } from '../../../kit/rules.ts'

/** What an agent says happened, with the reason that says the opposite. */
const opposites = new Map<unknown, string>([
  ['failure', 'success'],
  ['success', 'error'],
])

export const runRules: ControlRules = {
  name: 'run',
  title: 'The run: `wf-run.json`, `output-params.json`, `wf-result.json`',
  rules: [
    overParts(runs, [
      {
        code: 'STAGE_RUN_UNREADABLE',
        strict: 'error',
        soft: 'error',
        summary: '`wf-run.json` is not JSON that can be read.',
        why: 'The tools of the workflow stop at it.',
        repair: 'Restore an earlier version. Baton never writes this file.',
        hint: 'Restore an earlier version.',
        check: ({ record }) => unreadable({ file: record, fault: record.fault }),
      },
      {
        code: 'STAGE_RUN_SCHEMA',
        strict: 'warning',
        soft: 'notice',
        summary: 'A key of `wf-run.json` is missing, or has the wrong type or form.',
        why: 'The tools of the workflow read the run by this shape.',
        hint: 'Compose the run again, or restore an earlier version.',
        check: ({ record }) => shapeFindings(record.data, recordFile.shape, { missing: 'together' }),
      },
      {
        code: 'STAGE_RUN_ID',
        strict: 'warning',
        soft: 'notice',
        summary: '`run_id` in `wf-run.json` is not the name of its folder.',
        why: 'The run was copied, and reports about one of the two are taken for the other.',
        hint: 'Write the name of the folder, or compose a new run.',
        check: ({ record: file, name }) => textDifference({ what: 'run', file, key: ['run_id'], expected: name }),
      },
      {
        code: 'STAGE_RUN_STAGES',
        strict: 'warning',
        soft: 'notice',
        summary: 'A stage that `wf-run.json` lists has no folder, or a stage is not listed.',
        why: 'The tools of the workflow use the list and skip all other stages.',
        repair: 'List the existing stages; git keeps no empty folders.',
        hint: 'List the existing stages.',
        *check(run) {
          const { record, stages, label, path } = run
          const list = record.data && nodeAt(record.data.root, ['stages'])
          const key = record.data?.root.kind === 'mapping' ? record.data.root.get('stages')?.key : undefined
          if (!record.data || !key || list?.kind !== 'sequence') return
          for (const item of list.items) {
            const id = nodeAt(item, ['id'])
            if (id?.kind !== 'scalar' || typeof id.value !== 'string') continue
            if (run.stage(id.value)) continue
            const target = stageName.test(id.value) ? { target: `stage:${id.value}@${label}` } : {}
            yield {
              message: msg`Unexpected stage ${id.value}, expected one with a folder in ${`${path}/stages`}`,
              place: record.data.place(item),
              ...target,
            }
          }
          for (const { name, legacy, target, path: folder } of stages) {
            if (legacy || run.listed(name)) continue
            yield {
              message: msg`Missing stage ${name}, expected it in the list`,
              place: record.data.place(key),
              target,
              concerns: [folder],
            }
          }
        },
      },
    ]),
    overParts(currentStages, [
      {
        code: 'STAGE_PARAMS_UNREADABLE',
        strict: 'error',
        soft: 'error',
        summary: '`output-params.json` is not JSON that can be read.',
        why: 'Its presence finalizes the stage, and other stages build upon its content.',
        hint: 'Finalize the stage again with the tool of the workflow.',
        check: ({ stage: { params } }) => unreadable({ file: params, fault: params.fault }),
      },
      {
        code: 'STAGE_PARAMS_SCHEMA',
        strict: 'warning',
        soft: 'notice',
        summary: 'A key of `output-params.json` is missing or of the wrong type, or its `stage_id` is another stage.',
        why: 'Other stages build upon what is published there.',
        hint: 'Finalize the stage again with the tool of the workflow.',
        *check({ stage: { params, name } }) {
          yield* shapeFindings(params.data, stageFiles.params.shape, { missing: 'together' })
          yield* textDifference({ what: 'stage', file: params, key: ['stage_id'], expected: name })
        },
      },
      {
        code: 'STAGE_FINISHED_EARLY',
        strict: 'warning',
        soft: 'notice',
        contradiction: true,
        summary:
          '`output-params.json` exists, or `wf-run.json` says `completed`, though the handback is invalid, an error or a question, or the agent still has control.',
        why: 'Other stages build upon a stage that is not done.',
        hint: 'Let the stage be done first, then finalize it.',
        *check({ stage }) {
          const { state, handback, accept } = stage
          const [params, record] = finishPairs(stage)
          if (!params.agrees && params.place)
            yield {
              message: msg`Unexpected ${'output-params.json'} in the state ${state}, expected it after a success`,
              place: params.place,
              concerns: [handback.path],
              ...contradiction(params),
            }
          if (!record.agrees && record.place)
            yield {
              message: msg`Unexpected status ${'completed'} in the state ${state}, expected it after a success`,
              place: record.place,
              concerns: [handback.path, accept.path],
              ...contradiction(record),
            }
        },
      },
      {
        code: 'STAGE_RESULT_CONTRADICTS',
        strict: 'warning',
        soft: 'notice',
        summary: '`wf-result.json` says the opposite of the handback, or is about another stage.',
        why: 'One of the two is wrong, and readers rely on either.',
        hint: 'Find out what happened, and fix the one that is wrong.',
        *check({ stage: { result: file, handback, name } }) {
          if (file.data?.root.kind !== 'mapping') return
          const status = nodeAt(file.data.root, ['status'])
          if (status?.kind === 'scalar' && handback.value && opposites.get(status.value) === handback.value.reason) {
            yield {
              message: msg`Unexpected status ${status.source} together with the handback ${handback.value.reason}`,
              place: file.data.place(status),
              related: [{ ...handback.file.place('reason'), message: 'the handback' }],
            }
          }
          yield* textDifference({ what: 'stage', file, key: ['stage_id'], expected: name })
        },
      },
    ]),
  ],
}
