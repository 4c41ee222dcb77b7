import { change, type Edits } from '../../core/example.ts'
import type { Files } from '../../core/rule.ts'

export { change, type Edits }

/** Paths of the sample, for examples. */
export const runPath = 'runs/run-2026-01-20-001'
export const recordPath = `${runPath}/wf-run.json`
export const stagePath = (path: string, stage = 'explore'): string => `${runPath}/stages/${stage}/${path}`
export const acceptPath = stagePath('run/output-data/accept.json')
export const handbackPath = stagePath('run/output-data/handback.json')
export const grantPath = stagePath('run/output-data/grant.json')
const nextGrantPath = stagePath('run/output-data/grant.json', 'specify')
export const answerPath = stagePath('run/output-data/answers/001.json')
export const configPath = stagePath('stage-config.yaml')
export const resultPath = stagePath('run/output-data/findings.json')
export const reportPath = stagePath('run/output-files/report.md')
export const schemaPath = stagePath('schemas/findings.schema.json')
export const paramsPath = stagePath('run/output-data/output-params.json')
const endPath = stagePath('run/output-data/wf-result.json')
export const workflowPath = 'flows/tidy/wf.yaml'

const config = `id: explore
name: Explore
description: Finds out what is there
inputs:
  required:
  - name: brief
    path: inputs/brief.md
  optional: []
outputs:
  files:
  - name: report
    path: run/output-files/report.md
  data:
  - name: findings
    path: run/output-data/findings.json
    schema: schemas/findings.schema.json
prompt:
  entry: prompt/wf.md
  main: prompt/main.md
output_parameters:
- name: total
  source: run/output-data/findings.json
  query: total
`

const nextConfig = `id: specify
name: Specify
inputs:
  required:
  - name: report
    path: inputs/report.md
    from_stage: explore
    source: run/output-files/report.md
outputs:
  files: []
prompt:
  entry: prompt/wf.md
  main: prompt/main.md
parameters:
- name: total
  from_stage: explore
  output_parameter: total
`

const schema = `{
  "type": "object",
  "required": ["total"],
  "properties": { "total": { "type": "integer" } }
}
`

const record = `{
  "run_id": "run-2026-01-20-001",
  "created_at": "2026-01-20T09:00:00+00:00",
  "workflow": { "name": "tidy", "version": "1.0", "source": "flows/tidy" },
  "stages": [
    { "id": "explore", "status": "pending", "started_at": null, "completed_at": null },
    { "id": "specify", "status": "pending", "started_at": null, "completed_at": null }
  ]
}
`

const accept = `{
  "state": "agent",
  "timestamp": "2026-01-20T10:02:00+00:00"
}
`

/** handback.json, by reason. */
export const handbacks = {
  success: '{\n  "reason": "success",\n  "description": "Stage completed successfully."\n}\n',
  error:
    '{\n  "reason": "error",\n  "description": "No brief",\n  "error": {\n    "code": "INPUT_MISSING",\n    "message": "There is no brief"\n  }\n}\n',
  question: '{\n  "reason": "question",\n  "description": "Which colour?"\n}\n',
} as const

/** grant.json. */
export const grant = '{\n  "agent": "dsp-agent/2",\n  "by": "octocat",\n  "since": "2026-01-20T10:02:00Z"\n}\n'

export const answer =
  '{\n  "question": "Which colour?",\n  "answer": "Green",\n  "timestamp": "2026-01-20T11:00:00+00:00"\n}\n'

const params = '{ "stage_id": "explore", "published_at": "2026-01-20T12:00:00+00:00", "parameters": { "total": 3 } }\n'

/**
 * A run of two stages in which nothing has begun: nothing is wrong with it. The examples of the rules are changes of
 * it.
 */
export const sample: Files = {
  [recordPath]: record,
  [configPath]: config,
  [schemaPath]: schema,
  [stagePath('inputs/brief.md')]: 'Tidy the attic.\n',
  [stagePath('prompt/wf.md')]: 'Read main.md.\n',
  [stagePath('prompt/main.md')]: 'Look around.\n',
  [stagePath('stage-config.yaml', 'specify')]: nextConfig,
  [stagePath('prompt/wf.md', 'specify')]: 'Read main.md.\n',
  [stagePath('prompt/main.md', 'specify')]: 'Write it down.\n',
}

/** The sample with control of the first stage granted. */
export const grantedSample: Files = change(sample, { [acceptPath]: accept })

/** The work of the first stage done, control not yet returned. */
export const workedSample: Files = change(grantedSample, {
  [reportPath]: 'All is well.\n',
  [resultPath]: '{ "total": 3 }\n',
})

/** Control of the first stage returned. */
export const returned = (reason: keyof typeof handbacks): Files =>
  change(workedSample, { [handbackPath]: handbacks[reason] })
export const returnedSample: Files = returned('success')

/** The first stage finalized, and control of the second granted. */
export const nextSample: Files = change(returnedSample, {
  [paramsPath]: params,
  [stagePath('run/output-data/accept.json', 'specify')]: accept,
})

/** A later grant. */
export const later: Edits = [['10:02:00', '13:00:00']]

/** The definition of a workflow with one stage. */
export const workflowSample: Files = {
  [workflowPath]: `version: "1.0"
metadata:
  name: tidy
  description: Tidies what is there
stages:
- ${config.trimEnd().replaceAll('\n', '\n  ')}
shared_templates:
- source: templates/wf.md
  target: prompt/wf.md
- source: schemas/accept.schema.json
  target: schemas/accept.schema.json
- source: schemas/handback.schema.json
  target: schemas/handback.schema.json
`,
  'flows/tidy/templates/wf.md': 'Read main.md.\n',
  'flows/tidy/schemas/accept.schema.json': '{}\n',
  'flows/tidy/schemas/handback.schema.json': '{}\n',
  'flows/tidy/stages/explore/prompt/main.md': 'Look around.\n',
  'flows/tidy/stages/explore/schemas/findings.schema.json': schema,
}

/** A change of one text. */
export const inAccept = (...edits: Edits): Files => change(grantedSample, { [acceptPath]: edits })
export const inHandback = (reason: keyof typeof handbacks, ...edits: Edits): Files =>
  change(returned(reason), { [handbackPath]: edits })
export const inConfig = (...edits: Edits): Files => change(sample, { [configPath]: edits })
export const inRecord = (...edits: Edits): Files => change(sample, { [recordPath]: edits })
export const inWorkflow = (...edits: Edits): Files => change(workflowSample, { [workflowPath]: edits })

/**
 * For documents: a repository with every file, with which nothing is wrong, and the files of it that the page of the
 * protocol shows.
 */
export const complete: Files = change(
  { ...nextSample, ...workflowSample },
  {
    [answerPath]: answer,
    [nextGrantPath]: grant,
    [endPath]: '{\n  "stage_id": "explore",\n  "status": "success"\n}\n',
  },
)
export const shown: readonly string[] = [
  acceptPath,
  handbackPath,
  nextGrantPath,
  answerPath,
  configPath,
  recordPath,
  schemaPath,
  resultPath,
  paramsPath,
  endPath,
  workflowPath,
]
