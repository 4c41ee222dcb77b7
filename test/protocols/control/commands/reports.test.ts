import { describe, expect, it } from 'vitest'
import type { History } from '../../../../src/core/command.ts'
import {
  acceptPath,
  change,
  configPath,
  grantedSample,
  handbackPath,
  inConfig,
  nextSample,
  paramsPath,
  recordPath,
  reportPath,
  resultPath,
  returned,
  returnedSample,
  sample,
  schemaPath,
  stagePath,
  workedSample,
} from '../../../../src/protocols/control/examples.ts'
import { codes, type SceneSetting, type Tree } from '../../scene.ts'
import { give, inspect } from '../scene.ts'

interface Report {
  readonly status: string
  readonly passed: number
  readonly failed: number
  readonly checks: readonly {
    readonly check: string
    readonly path: string
    readonly status: string
    readonly name?: string
    readonly code?: string
  }[]
  readonly lines: readonly string[]
  readonly parameters?: unknown
}

async function report(tree: Tree, line: string, setting: SceneSetting = {}) {
  const { result, outcome, codes } = await give(tree, line, setting)
  if (!result.report) throw new RangeError(codes.join())
  return { ...(result.report as unknown as Report), outcome, codes }
}

const short = ({ checks }: Report) =>
  checks.map(({ check, path, status, code }) => [status, check, path, ...(code === undefined ? [] : [code])].join(' '))

describe('/preflight', () => {
  const next = '/preflight specify'
  const nextConfig = stagePath('stage-config.yaml', 'specify')

  it('lists its checks in order, the grant last', async () => {
    const found = await report(grantedSample, '/preflight explore')
    expect(short(found)).toEqual([
      'PASS config_exists stage-config.yaml',
      'PASS prompt_exists prompt/wf.md',
      'PASS prompt_exists prompt/main.md',
      'PASS input_exists inputs/brief.md',
      'PASS accept_present run/output-data/accept.json',
    ])
    expect(found).toMatchObject({ outcome: 'unchanged', status: 'pass', passed: 5, failed: 0, codes: [] })
    expect(found.lines).toEqual([
      'Preflight: explore',
      'PASS config_exists: stage-config.yaml',
      'PASS prompt_exists: prompt/wf.md',
      'PASS prompt_exists: prompt/main.md',
      'PASS input_exists: inputs/brief.md',
      'PASS accept_present: run/output-data/accept.json',
      'Accept: PRESENT (state=agent)',
      'Result: PASS (5 passed, 0 failed)',
    ])
  })

  it('looks at other stages once its own is ready', async () => {
    expect(short(await report(nextSample, next)).slice(3)).toEqual([
      'PASS source_finalized explore/run/output-data/output-params.json',
      'PASS input_source_exists explore/run/output-files/report.md',
      'PASS param_resolved explore.total',
      'PASS accept_present run/output-data/accept.json',
    ])
    const unready = change(nextSample, { [stagePath('prompt/main.md', 'specify')]: '', [paramsPath]: null })
    expect(short(await report(unready, next)).slice(2)).toEqual([
      'PASS prompt_exists prompt/main.md',
      'FAIL prompt_not_empty prompt/main.md PREFLIGHT_PROMPT_EMPTY',
      'PASS accept_present run/output-data/accept.json',
    ])
    expect(short(await report(change(nextSample, { [paramsPath]: null }), next)).slice(3)).toEqual([
      'FAIL source_finalized explore/run/output-data/output-params.json PREFLIGHT_SOURCE_UNFINALIZED',
      'PASS accept_present run/output-data/accept.json',
    ])
  })

  const notFinalized = change(nextSample, { [paramsPath]: null })

  it.each([
    ['returned', notFinalized],
    ['returned, in a run without wf-run.json', change(notFinalized, { [recordPath]: null })],
    ['granted, in a run without wf-run.json', change(notFinalized, { [recordPath]: null, [handbackPath]: null })],
  ])('names what a source lacks that is not finalized, and what to do: %s', async (_, tree) => {
    expect(short(await report(tree, next))).toContain(
      'FAIL source_finalized explore/run/output-data/output-params.json PREFLIGHT_SOURCE_UNFINALIZED',
    )
    const { result } = await give(tree, next)
    expect(result.report?.lines.join('\n')).toContain(
      ': explore/run/output-data/output-params.json – Missing run/output-data/output-params.json of the stage explore, which the tool that runs the workflow writes\n',
    )
    expect(JSON.stringify(result)).toContain(
      'A person finalizes the stage `explore` with that tool, once it is returned with success.',
    )
  })

  it('stops at a contract that is missing or cannot be read', async () => {
    expect(short(await report(change(sample, { [configPath]: null }), '/preflight explore'))).toEqual([
      'FAIL config_exists stage-config.yaml STAGE_CONFIG_MISSING',
      'FAIL accept_present run/output-data/accept.json ACCEPT_ABSENT',
    ])
    expect(short(await report(change(sample, { [configPath]: '[' }), '/preflight explore'))).toEqual([
      'PASS config_exists stage-config.yaml',
      'FAIL config_valid stage-config.yaml STAGE_CONFIG_UNREADABLE',
      'FAIL accept_present run/output-data/accept.json ACCEPT_ABSENT',
    ])
  })

  it('counts the absence of a grant for nothing', async () => {
    expect(await report(sample, '/preflight explore')).toMatchObject({
      status: 'pass',
      passed: 4,
      failed: 0,
      codes: ['ACCEPT_ABSENT notice'],
    })
    expect((await report(sample, '/preflight explore')).lines).toContain('Accept: ABSENT')
    const invalid = await report(change(sample, { [acceptPath]: '{}' }), '/preflight explore')
    expect(invalid).toMatchObject({ status: 'pass', passed: 5 })
    expect(invalid.lines).toContain('Accept: PRESENT (invalid)')
  })

  it('never looks where a path leads out', async () => {
    expect(
      short(
        await report(inConfig(['inputs/brief.md', 'inputs/../../specify/stage-config.yaml']), '/preflight explore'),
      ).slice(3),
    ).toEqual([
      'FAIL path_security inputs/../../specify/stage-config.yaml STAGE_PATH_ESCAPE',
      'FAIL accept_present run/output-data/accept.json ACCEPT_ABSENT',
    ])
  })

  it('asks of every path of the contract that it stays', async () => {
    const paths = [
      'inputs/brief.md',
      'prompt/wf.md',
      'run/output-files/report.md',
      'schemas/findings.schema.json',
      'run/output-data/findings.json',
    ]
    for (const path of paths)
      expect(short(await report(inConfig([path, `../${path}`]), '/preflight explore'))).toContain(
        `FAIL path_security ../${path} STAGE_PATH_ESCAPE`,
      )
  })

  it('says failed checks as errors, at their declaration', async () => {
    const { result } = await give(change(grantedSample, { [stagePath('inputs/brief.md')]: null }), '/preflight explore')
    expect(result.diagnostics).toMatchObject([
      { code: 'PREFLIGHT_INPUT_MISSING', severity: 'error', path: configPath, line: 6 },
    ])
  })

  it('takes what is missing in a contract by its default', async () => {
    const bare = change(sample, { [configPath]: 'id: explore\n' })
    expect(short(await report(bare, '/preflight explore')).slice(0, 3)).toEqual([
      'PASS config_exists stage-config.yaml',
      'PASS prompt_exists prompt/wf.md',
      'PASS prompt_exists prompt/main.md',
    ])
  })

  it('resolves a parameter by a query', async () => {
    const by = async (query: string, data: string) => {
      const source = `source: run/output-data/findings.json\n  query: ${query}`
      return (
        await report(
          change(nextSample, { [nextConfig]: [['output_parameter: total', source]], [resultPath]: data }),
          next,
        )
      ).status
    }
    for (const query of ['a.b', 'list[1].c', 'list.1.c', 'list.length', 'a'])
      expect([query, await by(query, '{"a":{"b":false},"list":[0,{"c":""}]}')]).toEqual([query, 'pass'])
    const failingQueries = ['a.c', 'list[2]', 'a.toString', 'a.length', '__proto__', 'a..b', '""', 'n']
    for (const query of failingQueries)
      expect([query, await by(query, '{"a":{"b":1},"list":[0],"n":null}')]).toEqual([query, 'fail'])
  })
})

describe('/validate', () => {
  it('lists outputs, and what their schemas say', async () => {
    const found = await report(returnedSample, '/validate explore')
    expect(short(found)).toEqual([
      'PASS file_exists run/output-files/report.md',
      'PASS file_not_empty run/output-files/report.md',
      'PASS file_exists run/output-data/findings.json',
      'PASS file_not_empty run/output-data/findings.json',
      'PASS schema_valid run/output-data/findings.json',
      'PASS schema_valid run/output-data/handback.json',
    ])
    expect(found).toMatchObject({ status: 'pass', passed: 6, failed: 0, parameters: { total: 3 }, codes: [] })
    expect(found.lines.slice(-2)).toEqual(['Accept: PRESENT (state=agent)', 'Result: PASS (6 passed, 0 failed)'])
  })

  it('fails for what is not there, empty or invalid', async () => {
    expect(
      short(
        await report(change(returnedSample, { [reportPath]: null, [resultPath]: '{}' }), '/validate explore'),
      ).slice(0, 4),
    ).toEqual([
      'FAIL file_exists run/output-files/report.md STAGE_OUTPUT_MISSING',
      'PASS file_exists run/output-data/findings.json',
      'PASS file_not_empty run/output-data/findings.json',
      'FAIL schema_valid run/output-data/findings.json STAGE_OUTPUT_INVALID',
    ])
    expect(short(await report(change(returnedSample, { [reportPath]: '' }), '/validate explore'))[1]).toBe(
      'FAIL file_not_empty run/output-files/report.md STAGE_OUTPUT_EMPTY',
    )
    const remote = change(returnedSample, { [schemaPath]: '{ "$ref": "a.json" }' })
    expect(short(await report(remote, '/validate explore'))[4]).toBe(
      'FAIL schema_security run/output-data/findings.json STAGE_SCHEMA_REMOTE',
    )
    expect(
      short(await report(change(returnedSample, { [handbackPath]: '{}' }), '/validate explore')).slice(-2),
    ).toEqual([
      'FAIL schema_valid run/output-data/handback.json HANDBACK_SCHEMA',
      'FAIL schema_valid run/output-data/handback.json HANDBACK_SCHEMA',
    ])
  })

  it('never looks where a path leads out', async () => {
    const output = change(returnedSample, {
      [configPath]: [['path: run/output-data/findings.json', 'path: ../specify/stage-config.yaml']],
    })
    expect(short(await report(output, '/validate explore'))).toContain(
      'FAIL path_security ../specify/stage-config.yaml STAGE_PATH_ESCAPE',
    )
    const schema = change(returnedSample, {
      [configPath]: [['schema: schemas/findings.schema.json', 'schema: ../x.json']],
    })
    expect(short(await report(schema, '/validate explore'))).toContain(
      'FAIL schema_security ../x.json STAGE_PATH_ESCAPE',
    )
  })

  it('holds control files that are declared against what is known of them', async () => {
    const declared = (path: string) =>
      change(returnedSample, {
        [configPath]: [
          ['prompt:\n', `  runtime:\n  - { name: it, path: ${path}, schema: schemas/findings.schema.json }\nprompt:\n`],
        ],
      })
    for (const path of ['run/output-data/handback.json', 'run/output-data/accept.json'])
      expect((await report(declared(path), '/validate explore')).status).toBe('pass')
    const wrong = change(declared('run/output-data/handback.json'), { [handbackPath]: '{ "total": 3 }' })
    expect(short(await report(wrong, '/validate explore'))).toContain(
      'FAIL schema_valid run/output-data/handback.json HANDBACK_SCHEMA',
    )
  })

  it('counts what was not applied for nothing', async () => {
    const found = await report(
      change(returnedSample, { [schemaPath]: '{ "items": { "$ref": "#" } }' }),
      '/validate explore',
    )
    expect(short(found)).toContain('SKIP schema_valid run/output-data/findings.json STAGE_SCHEMA_SKIPPED')
    expect(found).toMatchObject({ status: 'pass', passed: 5, failed: 0, codes: ['STAGE_SCHEMA_SKIPPED notice'] })
  })

  it('does not fail for an error, a question, or without either file', async () => {
    expect((await report(returned('error'), '/validate explore')).status).toBe('pass')
    expect((await report(returned('question'), '/validate explore')).status).toBe('pass')
    expect(await report(change(workedSample, { [acceptPath]: null }), '/validate explore')).toMatchObject({
      status: 'pass',
      codes: ['ACCEPT_ABSENT notice', 'HANDBACK_ABSENT warning'],
    })
    const invalid = change(workedSample, { [acceptPath]: '{ "state": "me", "timestamp": "x" }' })
    expect(await report(invalid, '/validate explore')).toMatchObject({
      status: 'pass',
      codes: ['ACCEPT_STATE warning', 'HANDBACK_ABSENT warning'],
    })
  })

  it('shows what would be published, and writes nothing', async () => {
    const found = await report(
      change(returnedSample, { [configPath]: [['query: total', 'query: totals']] }),
      '/validate explore',
    )
    expect(found).toMatchObject({ status: 'pass', parameters: {}, codes: ['STAGE_PARAMETER_UNRESOLVED warning'] })
  })

  it('says no more of a stage without a contract', async () => {
    expect(short(await report(change(returnedSample, { [configPath]: null }), '/validate explore'))).toEqual([
      'FAIL config_exists stage-config.yaml STAGE_CONFIG_MISSING',
    ])
  })
})

describe('a check of one target', () => {
  it('has the report of the stage, by whatever name', async () => {
    for (const name of ['stage:explore', 'stage:explore@run-2026-01-20-001', 'stage:explore@runs/run-2026-01-20-001']) {
      const { report, verdict, targets } = await inspect(returnedSample, { namedFiles: [name] })
      expect(report).toMatchObject({ check: 'validate', status: 'pass', stage: 'explore', passed: 6 })
      expect([verdict, targets.map(({ id }) => id)]).toEqual(['passed', ['stage:explore@run-2026-01-20-001']])
    }
    expect((await inspect(returnedSample)).report).toBeUndefined()
    expect((await inspect(returnedSample, { namedFiles: ['stage:explore', 'stage:specify'] })).report).toBeUndefined()
  })

  it('fails where a check of the report fails, though no rule has an error', async () => {
    const { verdict, diagnostics, report } = await inspect(grantedSample, { namedFiles: ['stage:explore'] })
    expect([verdict, diagnostics, report?.['status']]).toEqual(['failed', [], 'fail'])
  })

  it('says why a name is refused', async () => {
    const refused = async (name: string) =>
      codes(
        (await inspect({ ...sample, 'b/run-1/stages/explore/stage-config.yaml': '' }, { namedFiles: [name] }))
          .diagnostics,
      )
    expect(await refused('stage:explore')).toEqual(['STAGE_AMBIGUOUS error'])
    expect(await refused('stage:explore@run-9')).toEqual(['STAGE_RUN_UNKNOWN error'])
    expect(await inspect(sample, { namedFiles: ['stage:nothing'] })).toMatchObject({ targets: [], diagnostics: [] })
  })
})

describe('/handback without a reason', () => {
  const at = '2026-01-20T10:15:00Z'

  it.each([
    ['INPUT_MISSING', 'Required input file does not exist'],
    ['INPUT_INVALID', 'Input file exists but content is invalid or unusable'],
    ['SCHEMA_VIOLATION', 'Output file fails JSON Schema validation'],
    ['EXTERNAL_FAILURE', 'External service or API failure outside agent control'],
    ['PERMISSION_DENIED', 'Insufficient permissions for required operation'],
    ['RESOURCE_EXHAUSTED', 'Resource limit exceeded (tokens, memory, disk)'],
    ['INTERNAL_ERROR', 'Unexpected internal error in agent logic'],
    ['TIMEOUT', 'Operation exceeded time limit'],
    ['CANCELLED', 'Operation was cancelled by user or system'],
    ['UNKNOWN', 'Error category cannot be determined'],
  ])('explains %s', async (code, description) => {
    const error = change(returned('error'), { [handbackPath]: [['INPUT_MISSING', code]] })
    expect((await report(error, '/handback explore')).lines).toContain(`Error Code: ${code} (${description})`)
  })

  it('reports, line by line', async () => {
    const context = '"message": "There is\\nno brief",\n    "context": { "tried": ["a", 1], "host": "attic\\u0007" }'
    const error = change(returned('error'), { [handbackPath]: [['"message": "There is no brief"', context]] })
    const found = await report(error, '/handback explore', { at })
    expect(found.lines.slice(0, 13)).toEqual([
      'Handback: explore',
      'Reason: error',
      'Description: No brief',
      'Error Code: INPUT_MISSING (Required input file does not exist)',
      'Error Message: There is no brief',
      'Error Context:',
      '  tried: ["a",1]',
      '  host: attic',
      'State: agent → orchestrator',
      'Accepted at: 2026-01-20T10:02:00+00:00',
      'Handed back: 2026-01-20T10:15:00+00:00',
      '',
      'JSON Output:',
    ])
    expect(JSON.parse(found.lines.slice(13).join('\n'))).toMatchObject({
      reason: 'error',
      error: { context: { host: 'attic' } },
    })
    expect(found).toMatchObject({
      check: 'handback',
      stage: 'explore',
      run: 'runs/run-2026-01-20-001',
      accept: { present: true, valid: true, state: 'agent' },
      handback: { reason: 'error', errorCode: 'INPUT_MISSING' },
    })
  })

  it('says beside its lines what is wrong with the grant, or that there is none', async () => {
    const codes = async (accept: string | null, line: string) =>
      (await give(change(returnedSample, { [acceptPath]: accept }), line)).codes
    for (const line of ['/handback explore', '/handback explore success']) {
      expect(await codes(null, line)).toEqual(['ACCEPT_ABSENT notice'])
      expect(await codes('{', line)).toEqual(['ACCEPT_UNREADABLE warning'])
      expect(await codes('{ "state": "agnet", "timestamp": "2026-01-20T10:02:00Z" }', line)).toEqual([
        'ACCEPT_STATE warning',
      ])
    }
    for (const line of ['/handback explore', '/preflight explore', '/validate explore']) {
      const { result } = await give(change(returnedSample, { [acceptPath]: null }), line)
      expect(result.diagnostics.find(({ code }) => code === 'ACCEPT_ABSENT')).toMatchObject({
        path: handbackPath,
        line: 1,
      })
    }
    for (const line of ['/preflight explore', '/validate explore']) {
      const { result } = await give(sample, line)
      const found = result.diagnostics.find(({ code }) => code === 'ACCEPT_ABSENT')
      expect([found?.path, found?.line]).toEqual([acceptPath, undefined])
    }
  })

  it('reports what became of the grant', async () => {
    expect((await report(change(returnedSample, { [acceptPath]: null }), '/handback explore')).lines).toContain(
      'Accept: ABSENT',
    )
    expect((await report(change(returnedSample, { [acceptPath]: '{}' }), '/handback explore')).lines).toContain(
      'Accept: PRESENT (invalid)',
    )
  })

  it('says when it was really committed, where that is known', async () => {
    const text = Buffer.from(returnedSample[handbackPath] ?? '')
    const history: History = {
      versions: () => [
        { sha: 'c'.repeat(40), bytes: text, at: '2026-01-20T12:00:00Z' },
        { sha: 'b'.repeat(40), bytes: text, at: '2026-01-20T11:00:00Z' },
        { sha: 'a'.repeat(40), bytes: Buffer.from('{}'), at: '2026-01-20T10:00:00Z' },
      ],
      at: () => undefined,
      named: () => undefined,
      committedAt: () => undefined,
      ledger: () => [],
    }
    expect((await report(returnedSample, '/handback explore', { history })).lines).toContain(
      'Recorded: 2026-01-20T11:00:00Z in bbbbbbb',
    )
  })

  it('replies with the same lines as the one with a reason', async () => {
    const result = await give(workedSample, '/handback explore success', { at })
    const then = await give(result.tree, '/handback explore', { at })
    expect(result.result.report).toEqual(then.result.report)
  })
})
