import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { at } from '../../../../documents/data.ts'
import { change, returned, returnedSample, stagePath, workedSample } from '../../examples.ts'
import type { StageSubject } from '../../subjects.ts'

const path = stagePath('run/output-data/wf-result.json')
const result = (status: string, stage = 'explore') => ({ [path]: `{ "status": "${status}", "stage_id": "${stage}" }\n` })

/** What an agent says happened, with the reason that says the opposite. */
const opposites = new Map<unknown, string>([
  ['failure', 'success'],
  ['success', 'error'],
])

export const stageResultContradicts: Rule<StageSubject> = {
  code: 'STAGE_RESULT_CONTRADICTS',
  strict: 'warning',
  soft: 'notice',
  summary: '`wf-result.json` says the opposite of the handback, or is about another stage.',
  why: 'One of the two is wrong, and readers go by either.',
  repair: 'Find out what happened, and mend the one that is wrong.',
  examples() {
    return {
      bad: [
        { about: 'a failure beside a success', head: change(returnedSample, result('failure')) },
        { about: 'a success beside an error', head: change(returned('error'), result('success')) },
        { about: 'another stage', head: change(workedSample, result('success', 'specify')) },
      ],
      good: [
        { about: 'a success beside a success', head: change(returnedSample, result('success')) },
        { about: 'a part', head: change(returned('error'), result('partial')) },
        { about: 'a success before the handback', head: change(workedSample, result('success')) },
        { about: 'no object', head: change(returnedSample, { [path]: '[]\n' }) },
      ],
    }
  },
  *check({ stage: { result: file, handback, name, target } }) {
    if (file.data?.root.kind !== 'mapping') return
    const hint = 'Find out what happened, and mend the one that is wrong.'
    const status = at(file.data.root, ['status'])
    if (status?.kind === 'scalar' && handback.value && opposites.get(status.value) === handback.value.reason) {
      yield {
        message: msg`Unexpected status ${status.source} beside the handback ${handback.value.reason}`,
        hint,
        place: file.data.place(status),
        related: [{ ...handback.place('reason'), message: 'the handback' }],
        target,
      }
    }
    const id = at(file.data.root, ['stage_id'])
    if (id?.kind !== 'scalar' || typeof id.value !== 'string' || id.value === name) return
    yield { message: msg`Unexpected stage ${id.value}, expected ${name}`, hint, place: file.data.place(id), target }
  },
}
