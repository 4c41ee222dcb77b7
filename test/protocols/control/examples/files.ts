import type { EdgeCases } from '../../../examples-of.ts'
import {
  answer,
  answerPath,
  change,
  configPath,
  inConfig,
  inRecord,
  inWorkflow,
  nextSample,
  paramsPath,
  recordPath,
  runPath,
  sample,
  stagePath,
  workflowPath,
  workflowSample,
} from '../../../../src/protocols/control/examples.ts'

const nextConfig = stagePath('stage-config.yaml', 'specify')
const inNext = (from: string, to: string) => change(sample, { [nextConfig]: [[from, to]] })
const linked = (path: string, text = '../elsewhere') => ({ head: change(sample, { [path]: text }), links: [path] })
const written = (text: string) => change(sample, { [answerPath]: text })
const oldConfig = { [configPath]: null, [stagePath('stage-config.json')]: '{ "stage": { "id": "explore" } }\n' }

/** Cases at the edges of the rules of `files.ts`, in addition to their examples. */
export const examples: EdgeCases = {
  STAGE_PATH_ESCAPE: {
    bad: {
      'a stage that can be no name': {
        head: inNext('from_stage: explore\n    source', 'from_stage: ../explore\n    source'),
        also: ['STAGE_CONFIG_SCHEMA'],
      },
      'a prompt outside': inConfig(['entry: prompt/wf.md', 'entry: ../specify/prompt/wf.md']),
      'an absolute output': inConfig(['path: run/output-files/report.md', 'path: /tmp/report.md']),
      'a drive': inConfig(['path: run/output-files/report.md', 'path: C:/report.md']),
      'a backslash': inConfig(['schema: schemas/findings.schema.json', 'schema: "schemas\\\\..\\\\..\\\\x.json"']),
      'a source outside its stage': inNext(
        'source: run/output-files/report.md',
        'source: run/output-files/../../../specify/x',
      ),
      'a workflow': inWorkflow(['target: prompt/wf.md', 'target: ../prompt/wf.md']),
    },
  },
  CONTROL_DUPLICATE_KEY: {
    bad: {
      'an answer': change(sample, { [answerPath]: answer.replace('"answer"', '"answer": "Red",\n  "answer"') }),
      'the record of a run': inRecord(['{ "name": "tidy"', '{ "name": "tidy", "name": "tidy"']),
      'published values': change(nextSample, { [paramsPath]: [['"total": 3', '"total": 2, "total": 3']] }),
      'a contract': inConfig(['name: Explore\n', 'name: Explore\nname: Explore\n']),
      'a workflow': inWorkflow(['  name: tidy\n', '  name: tidy\n  name: tidy\n']),
    },
  },
  STAGE_SYMLINK: {
    bad: {
      'a contract': { head: sample, links: [stagePath('stage-config.yaml', 'specify')] },
      'an input': { ...linked(stagePath('inputs/more.md')) },
      'a stage': { ...linked(`${runPath}/stages/review`) },
      'the record of a run': { head: sample, links: [recordPath] },
      'a run': { ...linked('runs/run-2026-01-21-001') },
      'all stages of a run': { ...linked('runs/run-2026-01-21-001/stages') },
      'a workflow': { head: workflowSample, links: [workflowPath] },
      'what a contract names': {
        head: change(sample, {
          [stagePath('stage-config.yaml')]: [['path: run/output-files/report.md', 'path: out/report.md']],
          [stagePath('out')]: '/tmp',
        }),
        links: [stagePath('out')],
      },
    },
  },
  CONTROL_ANSWER: {
    bad: {
      'no JSON': written('Green\n'),
      'no question': written(answer.replace('  "question": "Which colour?",\n', '')),
      'a blank answer': written(answer.replace('Green', ' ')),
      'an odd time': written(answer.replace('T11', ' 11')),
      'an unknown key': written(answer.replace('"answer"', '"by": "octocat",\n  "answer"')),
    },
    good: { 'a number of four digits': change(sample, { [stagePath('run/output-data/answers/1000.json')]: answer }) },
  },
  STAGE_LEGACY: {
    bad: { 'an old contract': change(sample, oldConfig) },
    good: {
      'an old run, taken out': {
        head: change(sample, oldConfig),
        configuration: { runs: ['**/run-*', '!runs/run-2026-01-*'] },
      },
    },
  },
}
