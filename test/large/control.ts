import type { Files } from '../../src/core/rule.ts'
import {
  answer,
  configPath,
  handbackPath,
  nextSample,
  paramsPath,
  recordPath,
  resultPath,
  returned,
  returnedSample,
  sample,
  schemaPath,
  stagePath,
  workflowPath,
  workflowSample,
} from '../../src/protocols/control/examples.ts'
import {
  appended,
  changeCommands,
  lines,
  listed,
  readCommands,
  merged,
  repeated,
  swapped,
  textOf,
  type Large,
} from './repository.ts'

const report = '  - name: report\n'
const nextConfig = stagePath('stage-config.yaml', 'specify')
const members = (size: number, value: (index: number) => string) =>
  listed(size, (index) => `"p${index}": ${value(index)}`).join(', ')

/** A stage beside those of the sample. */
const stage = (name: string): Files => ({
  [stagePath('stage-config.yaml', name)]: textOf(sample, nextConfig).replace('id: specify', `id: ${name}`),
  [stagePath('prompt/wf.md', name)]: 'Read main.md.\n',
  [stagePath('prompt/main.md', name)]: 'Go on.\n',
})

export const inControl: readonly Large[] = [
  {
    about: 'a record of stages',
    most: 12_000,
    files: (size) =>
      swapped(
        sample,
        recordPath,
        '"stages": [',
        `"stages": [\n${lines(size, (index) => `    { "id": "s${index}", "status": "pending", "started_at": null, "completed_at": null },`)}`,
      ),
    commands: [...changeCommands('/accept explore'), ...readCommands('/status', '/preflight explore')],
  },
  {
    about: 'stages that are there',
    most: 1_000,
    manyFiles: true,
    files: (size) => merged([sample, ...listed(size, (index) => stage(`s${index}`))]),
    commands: [...changeCommands('/accept explore'), ...readCommands('/status')],
  },
  {
    about: 'a contract of files',
    most: 9_000,
    files: (size) =>
      swapped(
        sample,
        configPath,
        report,
        `${lines(size, (index) => `  - name: f${index}\n    path: run/output-files/f${index}.md`)}\n${report}`,
      ),
    commands: [...changeCommands('/accept explore'), ...readCommands('/preflight explore', '/validate explore')],
  },
  {
    about: 'a contract of parameters',
    most: 6_000,
    files: (size) =>
      swapped(
        returnedSample,
        configPath,
        'output_parameters:\n',
        `output_parameters:\n${lines(size, (index) => `- name: p${index}\n  source: run/output-data/findings.json\n  query: total`)}\n`,
      ),
    commands: readCommands('/validate explore'),
  },
  {
    about: 'a contract of inputs',
    most: 5_000,
    files: (size) =>
      swapped(
        sample,
        nextConfig,
        report,
        `${lines(size, (index) => `  - name: i${index}\n    path: inputs/i${index}.md\n    from_stage: explore\n    source: run/output-files/report.md`)}\n${report}`,
      ),
    commands: readCommands('/preflight specify'),
  },
  {
    about: 'a contract of many keys',
    most: 14_000,
    files: (size) => appended(sample, configPath, `${lines(size, (index) => `key${index}: ${index}`)}\n`),
    commands: changeCommands('/accept explore'),
  },
  {
    about: 'parameters that were given',
    most: 60_000,
    files: (size) => swapped(nextSample, paramsPath, '"total"', `${members(size, String)}, "total"`),
    commands: readCommands('/validate explore', '/preflight specify'),
  },
  {
    about: 'a result that a schema judges',
    most: 4_000,
    files: (size) => ({
      ...returnedSample,
      [resultPath]: `{ "total": 3, "items": [${listed(size, (index) => `{"a": ${index}}`).join(', ')}] }`,
      [schemaPath]:
        '{ "type": "object", "required": ["total"], "properties": { "total": { "type": "integer" }, "items": { "type": "array", "items": { "type": "object" } } } }\n',
    }),
    commands: readCommands('/validate explore'),
  },
  {
    about: 'a result that no schema can judge in time',
    most: 60_000,
    files: (size) => ({
      ...returnedSample,
      [resultPath]: `{ "total": 3, "items": [${listed(size, (index) => `{"a": ${index}}`).join(', ')}] }`,
    }),
    commands: readCommands('/validate explore'),
  },
  {
    about: 'a schema of properties',
    most: 4_000,
    files: (size) => ({
      ...returnedSample,
      [schemaPath]: `{ "type": "object", "required": ["total"], "properties": { ${members(size, () => '{ "type": "integer" }')}, "total": { "type": "integer" } } }\n`,
    }),
    commands: readCommands('/validate explore'),
  },
  {
    about: 'answers',
    most: 2_000,
    manyFiles: true,
    files: (size) => ({
      ...returned('question'),
      ...Object.fromEntries(
        listed(size, (index) => [
          stagePath(`run/output-data/answers/${String(index + 1).padStart(3, '0')}.json`),
          answer,
        ]),
      ),
    }),
    commands: changeCommands('/answer explore Green'),
  },
  {
    about: 'a handback with context',
    most: 60_000,
    files: (size) =>
      swapped(returned('error'), handbackPath, '"code"', `"context": { ${members(size, String)} },\n    "code"`),
    commands: [...changeCommands('/accept explore'), ...readCommands('/handback explore')],
  },
  {
    about: 'a workflow of stages',
    most: 3_000,
    files: (size) =>
      swapped(
        workflowSample,
        workflowPath,
        'shared_templates:',
        `${lines(size, (index) => `- id: s${index}\n  name: S\n  prompt:\n    entry: prompt/wf.md\n    main: prompt/main.md\n  outputs:\n    files: []`)}\nshared_templates:`,
      ),
  },
  {
    about: 'a workflow of many keys',
    most: 14_000,
    files: (size) => appended(workflowSample, workflowPath, `${lines(size, (index) => `key${index}: ${index}`)}\n`),
  },
  {
    about: 'many runs',
    most: 500,
    manyFiles: true,
    files: (size) => repeated(sample, size, 'run-2026-01-20-001', (index) => `run-2026-01-20-${1000 + index}`),
    commands: readCommands('/status'),
  },
]
