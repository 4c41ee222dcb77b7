import { describe, expect, it } from 'vitest'
import type { Diagnostic } from '../../../src/core/diagnostic.ts'
import {
  acceptPath,
  change,
  configPath,
  grantedSample,
  handbackPath,
  inConfig,
  inHandback,
  inWorkflow,
  nextSample,
  paramsPath,
  recordPath,
  reportPath,
  resultPath,
  returnedSample,
  runPath,
  sample,
  schemaPath,
  stagePath,
  workflowPath,
  workflowSample,
} from '../../../src/protocols/control/examples.ts'
import { codes, type Tree } from '../scene.ts'
import { diagnose } from './scene.ts'

const placed = ({ path, line, column }: Diagnostic) =>
  [path, line, column].filter((part) => part !== undefined).join(':')

const target = 'stage:explore@run-2026-01-20-001'

describe('the rules about one state', () => {
  it('are content with the samples', async () => {
    for (const tree of [sample, grantedSample, returnedSample, nextSample, workflowSample])
      expect(codes(await diagnose(tree))).toEqual([])
  })
})

const found = async (tree: Tree, setting = {}) =>
  (await diagnose(tree, setting)).map((diagnostic) => `${diagnostic.code} ${placed(diagnostic)}`)

describe('what is wrong with a control file', () => {
  const written = (text: string) => change(sample, { [acceptPath]: text })

  it('is one finding for each key', async () => {
    expect(await found(written('{\n  "state": 1,\n  "by": "x",\n  "__proto__": {}\n}\n'))).toEqual([
      `ACCEPT_SCHEMA ${acceptPath}:1:1`,
      `ACCEPT_SCHEMA ${acceptPath}:2:12`,
      `ACCEPT_SCHEMA ${acceptPath}:3:3`,
      `ACCEPT_SCHEMA ${acceptPath}:4:3`,
    ])
  })

  it('is found in error too, at the brace that lacks a key', async () => {
    expect(await found(inHandback('error', [',\n    "message": "There is no brief"', ',\n    "again": 1']))).toEqual([
      `HANDBACK_SCHEMA ${handbackPath}:4:12`,
      `HANDBACK_SCHEMA ${handbackPath}:6:5`,
    ])
  })

  it('is bytes that are not text', async () => {
    expect(await found({ ...sample, [acceptPath]: Uint8Array.from([0x7b, 0xff, 0x7d]) })).toEqual([
      `ACCEPT_UNREADABLE ${acceptPath}:1`,
    ])
  })

  it('names what was meant', async () => {
    const hint = async (tree: Tree) => (await diagnose(tree)).find(({ code }) => /REASON|CODE|STATE/.test(code))?.hint
    expect(await hint(inHandback('success', ['"success"', '"Completed"']))).toContain('Did you mean `success`?')
    expect(await hint(inHandback('success', ['"success"', '"failure"']))).toContain('Did you mean `error`?')
    expect(await hint(inHandback('error', ['INPUT_MISSING', 'timeout']))).toContain('Did you mean `TIMEOUT`?')
    expect(await hint(change(grantedSample, { [acceptPath]: [['"agent"', '"agnet"']] }))).toContain(
      'Did you mean `agent`?',
    )
  })

  it('does not matter to what the run says that it must be', async () => {
    const ownFiles = {
      [stagePath('schemas/accept.schema.json')]: '{ "type": "array" }\n',
      [stagePath('schemas/error-codes.json')]: '{ "ERROR_CODES": {} }\n',
    }
    expect(await found(change(returnedSample, ownFiles))).toEqual([])
  })
})

describe('what a handback says', () => {
  it.each([
    ['done', 'success'],
    ['ok', 'success'],
    ['Complete', 'success'],
    ['completed', 'success'],
    ['failure', 'error'],
    ['Failed', 'error'],
    ['Question', 'question'],
  ])('by the word %s is perhaps %s', async (word, reason) => {
    const [{ code, hint } = {}] = await diagnose(inHandback('success', ['"success"', `"${word}"`]))
    expect([code, hint]).toEqual(['HANDBACK_REASON', expect.stringContaining(`Did you mean \`${reason}\`?`)])
  })

  it.each([
    '\\n',
    '\\t',
    '\\u0000',
    '\\u007f',
    '\\u009b',
    '\\u200e',
    '\\u200f',
    '\\u202a',
    '\\u202e',
    '\\u2028',
    '\\u2029',
    '\\u2066',
    '\\u2069',
    '\\udc00',
  ])('with %s can forge lines', async (character) => {
    expect(codes(await diagnose(inHandback('success', ['Stage completed', `Stage${character}completed`])))).toEqual([
      'HANDBACK_CONTROL_CHARS warning',
    ])
  })

  it('that is invalid keeps a stage from being finished', async () => {
    const wrong = inHandback('success', ['"success"', '"done"'])
    expect(await found(change(wrong, { [paramsPath]: nextSample[paramsPath] ?? '' }))).toContain(
      `STAGE_FINISHED_EARLY ${paramsPath}:1`,
    )
    const completed = change(wrong, {
      [recordPath]: [['"explore", "status": "pending"', '"explore", "status": "completed"']],
    })
    expect(await found(completed)).toContainEqual(expect.stringContaining(`STAGE_FINISHED_EARLY ${recordPath}:6:`))
  })
})

describe('contracts', () => {
  it.each<[about: string, from: string, to: string]>([
    ['an id with a capital', 'id: explore', 'id: Explore'],
    ['a description that is a number', 'description: Finds out what is there', 'description: 5'],
    ['no inputs', 'inputs:\n  required:\n  - name: brief\n    path: inputs/brief.md\n  optional: []\n', ''],
    ['an input without a name', '- name: brief\n    path', '- path'],
    ['an input without a path', '\n    path: inputs/brief.md', ''],
    ['a stage without its source', 'path: inputs/brief.md', 'path: inputs/brief.md\n    from_stage: specify'],
    [
      'a source elsewhere',
      'path: inputs/brief.md',
      'path: inputs/brief.md\n    from_stage: specify\n    source: out/x',
    ],
    ['an output without a path', '\n    path: run/output-files/report.md', ''],
    ['a schema that is not text', 'schema: schemas/findings.schema.json', 'schema: {}'],
    ['a word for required', '    schema: schemas', '    required: maybe\n    schema: schemas'],
    ['no main prompt', '\n  main: prompt/main.md', ''],
    ['a published value without a query', '\n  query: total', ''],
    ['a published value that is not JSON', 'output-data/findings.json\n  query', 'output-data/findings.yaml\n  query'],
    [
      'a parameter of neither form',
      'output_parameters:',
      'parameters: [{ name: a, from_stage: specify }]\noutput_parameters:',
    ],
    [
      'a parameter without a query',
      'output_parameters:',
      'parameters: [{ name: a, from_stage: specify, source: x }]\noutput_parameters:',
    ],
    [
      'a parameter without a stage',
      'output_parameters:',
      'parameters: [{ name: a, output_parameter: b }]\noutput_parameters:',
    ],
  ])('are of their shape, and so not with %s', async (_, from, to) => {
    expect(codes(await diagnose(inConfig([from, to])))).toContain('STAGE_CONFIG_SCHEMA warning')
    expect(codes(await diagnose(inWorkflow([from.replaceAll('\n', '\n  '), to.replaceAll('\n', '\n  ')])))).toContain(
      'STAGE_WORKFLOW_SCHEMA warning',
    )
  })

  it.each<[about: string, from: string, to: string]>([
    ['without a version', 'version: "1.0"\n', ''],
    ['with a version of one number', 'version: "1.0"', 'version: "1"'],
    ['without a name', '  name: tidy\n', ''],
    ['with an author that is a list', '  name: tidy\n', '  name: tidy\n  author: []\n'],
    ['with a template without a source', '- source: templates/wf.md\n  target', '- target'],
  ])('are not of a workflow %s', async (_, from, to) => {
    expect(codes(await diagnose(inWorkflow([from, to])))).toContain('STAGE_WORKFLOW_SCHEMA warning')
  })

  it('may have unknown keys, and lists left out', async () => {
    const lists = inConfig(['  optional: []\n', '  more: 1\n'], ['name: Explore\n', 'name: Explore\nowner: me\n'])
    expect(codes(await diagnose(lists))).toEqual([])
  })

  it('say of a name that can be none both that it is wrong and that it leads out', async () => {
    const tree = change(sample, {
      [stagePath('stage-config.yaml', 'specify')]: [
        ['from_stage: explore\n    source', 'from_stage: ../explore\n    source'],
      ],
    })
    expect(codes(await diagnose(tree)).toSorted()).toEqual(['STAGE_CONFIG_SCHEMA warning', 'STAGE_PATH_ESCAPE error'])
  })

  it('are read as YAML 1.1', async () => {
    expect(codes(await diagnose(inConfig(['name: report\n', 'name: 3.10\n'])))).toEqual(['STAGE_CONFIG_SCHEMA warning'])
    expect(
      codes(
        await diagnose(
          inConfig([
            '    schema: schemas/findings.schema.json\n',
            '    schema: schemas/findings.schema.json\n    required: yes\n',
          ]),
        ),
      ),
    ).toEqual([])
  })

  it('may name a path as long as it stays, wherever that is', async () => {
    const good = ['prompt/./wf.md', 'prompt//wf.md', 'x/../prompt/wf.md', '.', '..wf.md', '~/wf.md']
    for (const path of good) expect(codes(await diagnose(inConfig(['prompt/wf.md', path])))).toEqual([])
    const bad = ['..', 'prompt/../../wf.md', '/prompt/wf.md', 'c:wf.md', '"a\\\\b"', '"a\\0b"']
    for (const path of bad)
      expect([path, codes(await diagnose(inConfig(['prompt/wf.md', path])))]).toEqual([
        path,
        ['STAGE_PATH_ESCAPE error'],
      ])
  })

  it('are bounded', async () => {
    expect(codes(await diagnose(sample, { limit: 300 })).toSorted()).toEqual([
      'STAGE_CONFIG_UNREADABLE error',
      'STAGE_CONFIG_UNREADABLE error',
      'STAGE_RUN_UNREADABLE error',
    ])
  })
})

describe('outputs', () => {
  const severe = (tree: Tree) => diagnose(tree).then(codes)

  it('are held against a schema wherever their contract keeps it', async () => {
    const moved = change(returnedSample, {
      [configPath]: [['schemas/findings.schema.json', 'rules/findings.json']],
      [schemaPath]: null,
      [stagePath('rules/findings.json')]: returnedSample[schemaPath] ?? '',
    })
    expect(await severe(moved)).toEqual([])
    expect(await severe(change(moved, { [stagePath('rules/findings.json')]: [['integer', 'string']] }))).toEqual([
      'STAGE_OUTPUT_INVALID warning',
    ])
  })

  it('that are control files are held against what is known of them', async () => {
    const runtime =
      '  runtime:\n  - { name: accept, path: run/output-data/accept.json, schema: schemas/findings.schema.json }\nprompt:\n'
    const declared = change(returnedSample, { [configPath]: [['prompt:\n', runtime]] })
    expect(await severe(declared)).toEqual([])
    expect(await severe(change(declared, { [acceptPath]: '[]\n' }))).toContain('STAGE_OUTPUT_INVALID warning')
  })

  it('never lead out of their stage', async () => {
    const tree = change(returnedSample, {
      [configPath]: [['schemas/findings.schema.json', 'schemas/../../specify/stage-config.yaml']],
    })
    expect(await severe(tree)).toEqual(['STAGE_PATH_ESCAPE error'])
  })

  it('that are wrong are reported with what is wrong in them', async () => {
    const message = async (data: string) => (await diagnose(change(returnedSample, { [resultPath]: data })))[0]?.message
    const expected = (keyword: string) =>
      `expected one that satisfies \`${keyword}\` in \`schemas/findings.schema.json\``
    expect(await message('{}')).toBe(
      `Unexpected value in \`run/output-data/findings.json\` at \`total\`, ${expected('required')}`,
    )
    expect(await message('[]')).toBe(`Unexpected value in \`run/output-data/findings.json\`, ${expected('type')}`)
  })

  it('and declarations are related', async () => {
    const [missing] = await diagnose(change(returnedSample, { [reportPath]: null }))
    expect(missing?.related).toMatchObject([{ path: configPath, line: 11 }, { path: reportPath }])
  })

  it('say nothing of patterns that would take forever', async () => {
    const tree = change(returnedSample, {
      [schemaPath]: '{ "additionalProperties": { "pattern": "^(a+)+$" } }\n',
      [stagePath('run/output-data/findings.json')]: JSON.stringify({ a: `${'a'.repeat(30_000)}!` }),
    })
    expect(await severe(tree)).toEqual(['STAGE_OUTPUT_INVALID warning'])
  })
})

describe('workflows', () => {
  it('are known by what is beside them', async () => {
    const { [workflowPath]: text = '' } = workflowSample
    expect(await found({ 'wf.yaml': '[', 'a/wf.yaml': text.slice(0, 20) })).toEqual([])
    expect(
      (await found({ 'a/wf.yaml': '[', 'a/schemas/wf.schema.json': '{}' })).map((finding) => finding.split(' ')[0]),
    ).toEqual(['STAGE_WORKFLOW_UNREADABLE'])
  })

  it('are found where they are configured', async () => {
    const tree = { 'flows/tidy.yml': '[', 'flows/stages/a/b.md': 'x' }
    expect(await found(tree)).toEqual([])
    expect(await found(tree, { configuration: { workflows: ['flows/*.yml'] } })).toHaveLength(1)
  })

  it('keep their sources and schemas where they like, of which only what was looked at is missed', async () => {
    expect(await found(inWorkflow(['source: templates/wf.md', 'source: shared/wf.md']))).toEqual([])
  })
})

describe('stages in an old format', () => {
  const legacy = change(returnedSample, {
    [configPath]: null,
    [stagePath('stage-config.json')]: '{}\n',
    [reportPath]: null,
  })

  it('need no more than the holder of control', async () => {
    expect(codes(await diagnose(legacy))).toEqual(['STAGE_LEGACY warning'])
    expect(codes(await diagnose(change(legacy, { [handbackPath]: '{}\n' })))).toContain('HANDBACK_SCHEMA error')
  })

  it('need not be listed', async () => {
    expect(codes(await diagnose(change(sample, { [stagePath('notes.md', '01-old')]: 'x' })))).toEqual([
      'STAGE_LEGACY warning',
    ])
  })
})

describe('links', () => {
  it('are never read, and what is there counts as invalid', async () => {
    const tree = change(grantedSample, { [handbackPath]: '../../../secret' })
    expect(codes(await diagnose(tree, { links: [handbackPath] }))).toEqual(['STAGE_SYMLINK error'])
  })

  it('are no stages', async () => {
    const link = `${runPath}/stages/review`
    expect(await found(change(sample, { [link]: '/tmp' }), { links: [link] })).toEqual([`STAGE_SYMLINK ${link}`])
  })
})

describe('what is incomplete', () => {
  it('is one finding for all keys that one mapping lacks', async () => {
    const diagnostics = async (tree: Tree) =>
      (await diagnose(tree)).map(({ code, message, line, target: about }) => [code, message, line, about])
    expect(await diagnostics(change(sample, { [recordPath]: '{}' }))).toEqual([
      ['STAGE_RUN_SCHEMA', 'Missing keys: `run_id`, `created_at`, `workflow`, `stages`', 1, undefined],
    ])
    expect(await diagnostics(change(returnedSample, { [paramsPath]: '{\n  "parameters": []\n}\n' }))).toEqual([
      ['STAGE_PARAMS_SCHEMA', 'Missing keys: `stage_id`, `published_at`', 1, target],
      ['STAGE_PARAMS_SCHEMA', 'In `parameters`: Unexpected empty list, expected a mapping', 2, target],
    ])
    const twice = change(sample, {
      [recordPath]: [
        ['"id": "explore", "status": "pending", ', '"id": "explore", '],
        ['{ "name": "tidy", ', '{ '],
      ],
    })
    expect((await diagnostics(twice)).map(([, message]) => message)).toEqual([
      'Missing key: `name`',
      'Missing key: `status`',
    ])
  })
})

describe('a great many faults', () => {
  it('are a hundred findings and the number of the others, in time that grows with their number alone', async () => {
    const stages = Array.from({ length: 8000 }, (_, index) => `{"id":"x${index}"}`).join()
    const record = `{"run_id":"run-2026-01-20-001","created_at":"","workflow":{"name":"","version":"","source":""},"stages":[${stages}]}`
    const all = await diagnose(change(sample, { [recordPath]: record }))
    const found = all.filter(({ code }) => code === 'STAGE_RUN_SCHEMA')
    expect(found).toHaveLength(101)
    // Those that are only counted are counted key by key.
    expect(found.reduce((sum, { more = 1 }) => sum + more, 0)).toBeGreaterThanOrEqual(8000)
  })
})

describe('odd shapes', () => {
  const only = async (tree: Tree) => [...new Set((await diagnose(tree)).map(({ code }) => code))]

  it('are a matter of shape, and of nothing else', async () => {
    expect(
      await only(change(sample, { [recordPath]: [['"stages": [', '"stages": [ 1, { "id": 5 }, { "id": {} },']] })),
    ).toEqual(['STAGE_RUN_SCHEMA'])
    expect(await only(change(sample, { [recordPath]: '[]' }))).toEqual(['STAGE_RUN_SCHEMA'])
    expect(await only(change(sample, { [recordPath]: [['"run_id": "run-2026-01-20-001"', '"run_id": [1]']] }))).toEqual(
      ['STAGE_RUN_SCHEMA'],
    )
    expect(
      await only(
        change(returnedSample, {
          [stagePath('run/output-data/wf-result.json')]: '{ "status": ["failure"], "stage_id": 5 }',
        }),
      ),
    ).toEqual([])
    expect(await only(inWorkflow(['- id: explore\n', '- id: [explore]\n']))).toEqual(['STAGE_WORKFLOW_SCHEMA'])
    expect(await only(inWorkflow(['- id: explore\n', '- id: Explore\n']))).toEqual(['STAGE_WORKFLOW_SCHEMA'])
    expect(await only(inWorkflow(['shared_templates:', '- 5\nshared_templates:\n- x']))).toEqual([
      'STAGE_WORKFLOW_SCHEMA',
    ])
  })

  it('do not make two findings of one', async () => {
    const itself = inWorkflow([
      'path: inputs/brief.md',
      'path: inputs/brief.md\n      from_stage: explore\n      source: run/output-files/x',
    ])
    expect((await diagnose(itself)).map(({ code }) => code)).toEqual(['STAGE_SOURCE_UNKNOWN'])
  })

  it('of old stages are passed over', async () => {
    const contract =
      sample[stagePath('stage-config.yaml', 'specify')]?.replaceAll('from_stage: explore', 'from_stage: nowhere') ?? ''
    expect(await only(change(sample, { [stagePath('stage-config.yaml', '02-specify')]: contract }))).toEqual([
      'STAGE_LEGACY',
    ])
  })

  it('of a workflow name the whole path of what is missing, and only schemas of data', async () => {
    const missing = async (tree: Tree) => (await diagnose(tree)).map(({ message }) => message)
    const atRoot = Object.fromEntries(
      Object.entries(workflowSample).map(([path, text]) => [path.replace('flows/tidy/', ''), text]),
    )
    expect(await missing(change(atRoot, { 'templates/wf.md': null }))).toEqual(['Missing file `templates/wf.md`'])
    expect(await missing(change(workflowSample, { 'flows/tidy/templates/wf.md': null }))).toEqual([
      'Missing file `flows/tidy/templates/wf.md`',
    ])
    const runtime = inWorkflow(['  data:\n', '  runtime:\n'])
    expect(await missing(change(runtime, { 'flows/tidy/stages/explore/schemas/findings.schema.json': null }))).toEqual(
      [],
    )
    expect(await missing(inWorkflow(['      schema: schemas/findings.schema.json\n', '']))).toEqual([])
  })
})

describe('an answer', () => {
  it('that is a link is reported as one, and no more', async () => {
    const path = stagePath('run/output-data/answers/x.json')
    expect(codes(await diagnose(change(sample, { [path]: '../../a' }), { links: [path] }))).toEqual([
      'STAGE_SYMLINK error',
    ])
  })

  it('with another name is one finding, whatever is in it', async () => {
    expect(await found(change(sample, { [stagePath('run/output-data/answers/.gitkeep')]: '' }))).toEqual([
      `CONTROL_ANSWER ${stagePath('run/output-data/answers/.gitkeep')}:1`,
    ])
  })

  it('is judged softly where the change does not touch it', async () => {
    const tree = change(sample, { [stagePath('run/output-data/answers/x.json')]: '{}' })
    expect(new Set((await diagnose(tree, { base: tree })).map(({ severity }) => severity))).toEqual(new Set(['notice']))
  })
})
