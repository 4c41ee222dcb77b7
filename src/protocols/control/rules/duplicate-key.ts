import type { Comparison } from '../../../core/context.ts'
import type { Rule } from '../../../core/rule.ts'
import { msg } from '../../../core/message.ts'
import { duplicates } from '../../../documents/data.ts'
import {
  answer,
  answerPath,
  change,
  configPath,
  inAccept,
  inConfig,
  inHandback,
  inRecord,
  inWorkflow,
  nextSample,
  paramsPath,
  sample,
} from '../examples.ts'
import type { ControlModel } from '../model.ts'
import type { DataFile } from '../reading/data-file.ts'

/** The files that may not say a thing twice, each with the target that it is about. */
function* files({ runs, stages, workflows }: ControlModel): Iterable<readonly [file: DataFile, target: string | undefined]> {
  for (const { file, target } of workflows) yield [file, target]
  for (const { record } of runs) yield [record, undefined]
  for (const { accept, handback, answers, params, config, legacy, target } of stages) {
    const always = [accept.file, handback.file, ...answers.map((each) => each.answer.file)]
    for (const file of legacy ? always : [...always, params, config.file]) yield [file, target]
  }
}

export const duplicateKey: Rule<Comparison<ControlModel>> = {
  code: 'CONTROL_DUPLICATE_KEY',
  strict: 'error',
  soft: 'warning',
  summary:
    'A key stands twice in one object of `accept.json`, `handback.json`, an answer, `wf-run.json`, `output-params.json`, `stage-config.yaml` or `wf.yaml`.',
  why: 'Some readers take the first of the two and others the last, so that they disagree on what the file says.',
  repair: 'Keep one of them.',
  examples() {
    return {
      bad: [
        { about: 'a grant', head: inAccept(['"state"', '"state": "agent",\n  "state"']) },
        { about: 'a handback', head: inHandback('success', ['"reason"', '"reason": "error",\n  "reason"']) },
        { about: 'an answer', head: change(sample, { [answerPath]: answer.replace('"answer"', '"answer": "Red",\n  "answer"') }) },
        { about: 'the record of a run', head: inRecord(['{ "name": "tidy"', '{ "name": "tidy", "name": "tidy"']) },
        { about: 'published values', head: change(nextSample, { [paramsPath]: [['"total": 3', '"total": 2, "total": 3']] }) },
        { about: 'a contract', head: inConfig(['name: Explore\n', 'name: Explore\nname: Explore\n']) },
        { about: 'a workflow', head: inWorkflow(['  name: tidy\n', '  name: tidy\n  name: tidy\n']) },
      ],
      good: [
        { about: 'the same key in two objects', head: sample },
        {
          about: 'a key beside the same from a merge',
          head: change(sample, {
            [configPath]: [['inputs:\n', 'extra: &extra\n  colour: green\nmore:\n  <<: *extra\n  colour: red\ninputs:\n']],
          }),
        },
      ],
    }
  },
  *check({ now }) {
    for (const [{ data }, target] of files(now)) {
      const again = data
        ? duplicates(data.root).map(({ key, first }) => ({ key: key.source, place: data.place(key), first: data.place(first) }))
        : []
      for (const { key, place, first } of again) {
        yield {
          message: msg`Unexpected second key ${key}, expected each once`,
          hint: 'Keep one of them: readers may disagree on which one counts.',
          place,
          related: [{ ...first, message: 'the first' }],
          ...(target !== undefined && { target }),
        }
      }
    }
  },
}
