import { describe, expect, it } from 'vitest'
import { Fault } from '../../src/core/fault.ts'
import { splice, textDocument } from '../../src/documents/text.ts'
import { frontMatter } from '../../src/documents/front-matter.ts'
import { type KeyOrder, mappingEdits, type MappingPatch } from '../../src/documents/yaml-edit.ts'
import { parseYaml, toPlainData } from '../../src/documents/yaml.ts'

const order: KeyOrder = { plugin: {}, stage: {}, phase: {}, status: {}, sums: { brief: {}, spec: {}, plan: {} } }

function edited(text: string, patch: MappingPatch): string {
  const document = textDocument('a.md', text)
  const front = frontMatter(document)
  if (front.kind !== 'mapping') throw new Error(JSON.stringify(front))
  return splice(text, mappingEdits(document, front.mapping, patch, order))
}

type Case = readonly [about: string, before: readonly string[], patch: MappingPatch, after: readonly string[]]

const within = (lines: readonly string[]) => ['---', ...lines, '---', 'body'].join('\n')

const cases: Readonly<Record<string, readonly Case[]>> = {
  'a value': [
    ['is plain as it was', ['status: complete # done'], { status: 'in_progress' }, ['status: in_progress # done']],
    ['keeps double quotes', ['phase: "3.1"'], { phase: '3.2' }, ['phase: "3.2"']],
    ['keeps single quotes', ["phase: '3.1'"], { phase: "it's" }, ["phase: 'it''s'"]],
    ['gets double quotes for what single ones cannot hold', ["text: 'a'"], { text: 'a\nb' }, ['text: "a\\nb"']],
    ['gets quotes where it would be read as something else', ['phase: null'], { phase: '3.10' }, ['phase: "3.10"']],
    ['gets quotes where it would be no YAML', ['text: a'], { text: '- a: #b' }, ['text: "- a: #b"']],
    [
      'has the escapes of JSON in quotes',
      ['text: ""'],
      { text: '"\\\t\u0001\u0085\u2028💡' },
      ['text: "\\"\\\\\\t\\u0001\\u0085\\u2028💡"'],
    ],
    ['with a comma needs no quotes in a block', ['text: a'], { text: 'a, [b] {c}' }, ['text: a, [b] {c}']],
    [
      'with a comma needs quotes between braces',
      ['sums: { text: a }'],
      { sums: { text: 'a, b' } },
      ['sums: { text: "a, b" }'],
    ],
    ['beside its colon stays there', ['sums: {"text":1}'], { sums: { text: 'x' } }, ['sums: {"text":x}']],
    ...['no', 'Yes', 'on', 'OFF', 'y', 'N', '~'].map((word): Case => [
      `that readers of YAML 1.1 take for no text gets quotes: ${word}`,
      ['agent: x'],
      { agent: word },
      [`agent: "${word}"`],
    ]),
    ['that is true or false in YAML 1.1 stays so', ['done: no'], { done: 'yes' }, ['done: yes']],
    ['that begins like such a word needs no quotes', ['agent: x'], { agent: 'noah' }, ['agent: noah']],
    ['that is a date needs no quotes', ['day: 2026-02-03T10:00:00Z'], { day: '2026-02-04' }, ['day: 2026-02-04']],
    [
      'that is absent is put behind its colon',
      ['phase:', 'more: '],
      { phase: 'a', more: 'b' },
      ['phase: a', 'more: b'],
    ],
    ['that is absent stands before a comment', ['phase: # c'], { phase: 'a' }, ['phase: a # c']],
    [
      'that is absent stands before a key that is added',
      ['plugin:  '],
      { plugin: 'a', stage: 1 },
      ['plugin: a', 'stage: 1'],
    ],
    ['is null without quotes', ['phase: "3.1" # c'], { phase: null }, ['phase: null # c']],
    ['is a number without quotes', ["stage: '2'"], { stage: 3 }, ['stage: 3']],
    ['is a truth without quotes', ['phased: "no"'], { phased: true }, ['phased: true']],
    [
      'that has the value already stays',
      ['stage: 0x3', 'phase: "3.1"', 'status: null', 'more:'],
      { stage: 3, phase: '3.1', status: null, more: null },
      ['stage: 0x3', 'phase: "3.1"', 'status: null', 'more:'],
    ],
    [
      'that only looks alike does not',
      ['stage: 3', 'phase: "null"'],
      { stage: '3', phase: null },
      ['stage: "3"', 'phase: null'],
    ],
    [
      'takes its place after the colon',
      ['phase:', 'status:   # none'],
      { phase: '3.1', status: 'x' },
      ['phase: "3.1"', 'status: x   # none'],
    ],
    ['takes its place after an anchor', ['phase: &here # none'], { phase: 1 }, ['phase: &here 1 # none']],
    [
      'takes its place after a key without colon',
      ['? phase # none', 'sums: { a, b: 1 }'],
      { phase: 1, sums: { a: 2 } },
      ['? phase', ': 1 # none', 'sums: { a: 2, b: 1 }'],
    ],
    [
      'of several lines',
      ['text: "a', '  b" # c', 'more: a', '  b'],
      { text: 'c', more: 'd' },
      ['text: "c" # c', 'more: d'],
    ],
    ['on a line of its own', ['text: # c', '  a # d'], { text: 'b' }, ['text: # c', '  b # d']],
    ['of a block scalar', ['text: |+ # c', '  a', '', 'more: 1'], { text: 'b' }, ['text: b', 'more: 1']],
    ['in the place of brackets', ['text: [a,', ' b] # c'], { text: 'b' }, ['text: b # c']],
    [
      'in the place of a list',
      ['text: # c', '  # d', '  - a # e', '  - b # f', '  # g', 'more: 1'],
      { text: 'b' },
      ['text: b # c', '  # d', '  # g', 'more: 1'],
    ],
    ['in the place of a list below its key', ['text:', '- a', '- b', 'more: 1'], { text: 'b' }, ['text: b', 'more: 1']],
    [
      'in the place of a list on its line',
      ['? text', ': - a', '  - b', 'more: 1'],
      { text: 'b' },
      ['? text', ': b', 'more: 1'],
    ],
    ['in the place of a mapping with quoted keys', ['text:', '  "a": 1'], { text: 'b' }, ['text: b']],
    [
      'of a mapping',
      ['sums: # c', '  brief: "a" # d', '  plan: b'],
      { sums: { brief: 'x', plan: null } },
      ['sums: # c', '  brief: "x" # d', '  plan: null'],
    ],
    [
      'of a mapping in a mapping',
      ['a:', '    b:', '        c: 1 # d'],
      { a: { b: { c: 2 } } },
      ['a:', '    b:', '        c: 2 # d'],
    ],
  ],

  'a new key': [
    [
      'comes after the nearest earlier one',
      ['plugin: X', 'stage: 2', 'other: 1'],
      { status: 'x' },
      ['plugin: X', 'stage: 2', 'status: x', 'other: 1'],
    ],
    [
      'comes after the nearest earlier one, in whatever order they are',
      ['status: x', 'plugin: X', 'stage: 1'],
      { sums: {} },
      ['status: x', 'sums: {}', 'plugin: X', 'stage: 1'],
    ],
    [
      'comes after the whole value',
      ['stage: # c', '  - 2 # d', '  # e', 'other: 1'],
      { status: 'x' },
      ['stage: # c', '  - 2 # d', '  # e', 'status: x', 'other: 1'],
    ],
    [
      'comes after a block scalar',
      ['stage: |+', '  2', '', 'other: 1'],
      { status: 'x' },
      ['stage: |+', '  2', '', 'status: x', 'other: 1'],
    ],
    [
      'comes after what is on the line',
      ['stage: [2,', ' 3] # c', '# d', 'other: 1'],
      { status: 'x' },
      ['stage: [2,', ' 3] # c', 'status: x', '# d', 'other: 1'],
    ],
    [
      'comes first where no earlier one is there',
      ['# head', 'status: x', 'other: 1'],
      { plugin: 'X' },
      ['# head', 'plugin: X', 'status: x', 'other: 1'],
    ],
    [
      'comes last where the order does not know it',
      ['plugin: X', 'other: 1 # c'],
      { more: 1 },
      ['plugin: X', 'other: 1 # c', 'more: 1'],
    ],
    [
      'comes with others in their order',
      ['stage: 2', 'other: 1'],
      { more: 3, sums: { a: 1 }, status: 'x', plugin: 'X', phase: null },
      ['plugin: X', 'stage: 2', 'phase: null', 'status: x', 'sums:', '  a: 1', 'other: 1', 'more: 3'],
    ],
    [
      'may be a mapping, in its own order',
      ['plugin: X'],
      { sums: { plan: null, other: 1, brief: 'a', deep: { er: 'x' } } },
      ['plugin: X', 'sums:', '  brief: a', '  plan: null', '  other: 1', '  deep:', '    er: x'],
    ],
    ['may be an empty mapping', ['plugin: X'], { sums: { plan: undefined } }, ['plugin: X', 'sums: {}']],
    [
      'of a mapping',
      ['sums:', '    brief: a', '    plan: b', 'other: 1'],
      { sums: { spec: 'x' } },
      ['sums:', '    brief: a', '    spec: x', '    plan: b', 'other: 1'],
    ],
    [
      'of a mapping, first',
      ['sums:', '  # c', '  plan: b'],
      { sums: { brief: 'x' } },
      ['sums:', '  # c', '  brief: x', '  plan: b'],
    ],
    ['is quoted where it must be', ['plugin: X'], { 'a: b': 1, '- c': 2 }, ['plugin: X', '"a: b": 1', '"- c": 2']],
    [
      'of front matter that is indented',
      ['  plugin: X', '  other: 1'],
      { stage: 1 },
      ['  plugin: X', '  stage: 1', '  other: 1'],
    ],
  ],

  'a mapping takes the place': [
    ['of nothing', ['sums: # c', 'other: 1'], { sums: { plan: 'a' } }, ['sums: # c', '  plan: a', 'other: 1']],
    ['of null', ['sums: null # c', 'other: 1'], { sums: { plan: 'a' } }, ['sums: # c', '  plan: a', 'other: 1']],
    ['of brackets', ['sums: [a,', '  b] # c'], { sums: { plan: 'a' } }, ['sums: # c', '  plan: a']],
    [
      'of a list',
      ['sums: # c', '  # d', '  - a # e', '  - b # f'],
      { sums: { plan: 'a' } },
      ['sums: # c', '  # d', '  plan: a'],
    ],
    ['of a list on its line', ['? sums', ': - a', '  - b # f'], { sums: { plan: 'a' } }, ['? sums', ':', '  plan: a']],
    [
      'of a value on a line of its own',
      ['sums: # c', '  # d', '  a # e'],
      { sums: { plan: 'a' } },
      ['sums: # c', '  # d # e', '  plan: a'],
    ],
    ['of a block scalar', ['sums: |', '  a', 'other: 1'], { sums: { plan: 'a' } }, ['sums:', '  plan: a', 'other: 1']],
    ['of nothing after a key without colon', ['? sums # c'], { sums: { plan: 'a' } }, ['? sums # c', ':', '  plan: a']],
  ],

  'a mapping in braces': [
    [
      'keeps them while its keys stay',
      ['sums: { brief: a, plan: "b" } # c'],
      { sums: { brief: 'x', plan: 'y' } },
      ['sums: { brief: x, plan: "y" } # c'],
    ],
    [
      'keeps them where a key goes that is not there',
      ['sums: { brief: a }'],
      { sums: { plan: undefined, brief: 'b' } },
      ['sums: { brief: b }'],
    ],
    [
      'keeps comments that have line separators',
      ['sums: { # a\u2028 # b', '  brief: 1 }'],
      { sums: { more: 1 } },
      ['sums:', '  # a\u2028 # b', '  brief: 1', '  more: 1'],
    ],
    [
      'may have keys of several lines',
      ['sums: { a', '  b: 1 }'],
      { sums: { more: 1 } },
      ['sums:', '  a b: 1', '  more: 1'],
    ],
    [
      'becomes a block with a new key',
      ['sums: { brief: a, plan: "b" } # c', 'other: 1'],
      { sums: { spec: 'x', plan: 'y' } },
      ['sums:', '  brief: a', '  spec: x', '  plan: "y" # c', 'other: 1'],
    ],
    [
      'becomes a block without a key',
      ['sums: { brief: a, plan: [b, c], spec }'],
      { sums: { brief: undefined } },
      ['sums:', '  plan: [b, c]', '  spec:'],
    ],
    ['becomes a block where it was empty', ['sums: {} # c'], { sums: { plan: 'a' } }, ['sums:', '  plan: a # c']],
    [
      'becomes a block with all that is in it',
      ['sums: { "a": { plan: 1 }, b: { c: 2 } }'],
      { sums: { b: { d: 3 } } },
      ['sums:', '  "a": { plan: 1 }', '  b:', '    c: 2', '    d: 3'],
    ],
    [
      'keeps its comments',
      ['sums: { # c', '  brief: a, # d', '  # e', '  spec: # f', '    b,', '  plan: c # g', '} # h'],
      { sums: { spec: undefined, more: 1 } },
      ['sums:', '  # c', '  brief: a', '  # d', '  # e', '  # f', '  plan: c', '  more: 1', '  # g # h'],
    ],
    [
      'keeps values of several lines',
      ['sums: { brief: [a, # c', ' b', ' ], plan: "d', '', ' e" }'],
      { sums: { spec: 1 } },
      ['sums:', '  brief: [a, # c', '    b', '    ]', '  spec: 1', '  plan: "d', '    ', '    e"'],
    ],
    [
      'keeps its column on a line of its own',
      ['sums:', '    { brief: a } # c'],
      { sums: { plan: 'b' } },
      ['sums:', '    brief: a', '    plan: b # c'],
    ],
    [
      'as the whole front matter',
      ['{ plugin: X, sums: { brief: a } }'],
      { stage: 1, sums: { plan: 'b' } },
      ['plugin: X', 'stage: 1', 'sums:', '  brief: a', '  plan: b'],
    ],
    ['may lose everything', ['sums: { brief: a } # c'], { sums: { brief: undefined } }, ['sums: {} # c']],
    ['gives way to a value', ['sums: { brief: a } # c'], { sums: 'x' }, ['sums: x # c']],
  ],

  'a key that goes': [
    [
      'takes its line along',
      ['plugin: X', 'stage: 2 # c', 'status: x'],
      { stage: undefined },
      ['plugin: X', 'status: x'],
    ],
    [
      'takes all its lines along',
      ['plugin: X', 'sums: # c', '  # d', '  plan: a', '', '  # e', '# f', 'status: x'],
      { sums: undefined },
      ['plugin: X', '# f', 'status: x'],
    ],
    [
      'leaves what is around it',
      ['# a', 'plugin: X', '', '# b', 'stage: 2', '', '# c'],
      { stage: undefined },
      ['# a', 'plugin: X', '', '# b', '', '# c'],
    ],
    [
      'leaves no blank line to a block scalar',
      ['text: |+', '  a', 'stage: 2', '', 'status: x'],
      { stage: undefined },
      ['text: |+', '  a', 'status: x'],
    ],
    [
      'leaves no comment to a block scalar',
      ['text: |', '  a', 'sums:', '  plan: a', '  # b', 'status: x'],
      { sums: undefined },
      ['text: |', '  a', 'status: x'],
    ],
    [
      'of a mapping',
      ['sums:', '  brief: a', '  plan: b # c', 'status: x'],
      { sums: { plan: undefined } },
      ['sums:', '  brief: a', 'status: x'],
    ],
    [
      'as the last of a mapping leaves an empty one',
      ['sums: # a', '  # b', '  brief: |', '    c', '  plan: d # e', 'status: x'],
      { sums: { brief: undefined, plan: undefined } },
      ['sums: # a', '  # b', '  {}', 'status: x'],
    ],
    ['as the last of all leaves an empty mapping', ['# a', 'plugin: X # b'], { plugin: undefined }, ['# a', '{} # b']],
    [
      'with all others makes way for new ones',
      ['plugin: X # b', 'stage: 2'],
      { plugin: undefined, stage: undefined, status: 'x', phase: null },
      ['phase: null', 'status: x # b'],
    ],
    ['that is not there is no change', ['plugin: X'], { stage: undefined, sums: undefined }, ['plugin: X']],
    [
      'after other marks',
      ['? sums', ': brief: a', '  plan: |', '    b', '     c', '  spec: d'],
      { sums: { brief: undefined } },
      ['? sums', ':', '  plan: |', '    b', '     c', '  spec: d'],
    ],
    [
      'after other marks, with comments',
      ['? sums', ': brief: a # c', '  plan: # d', '    - b # e', '  # f'],
      { sums: { brief: undefined } },
      ['? sums', ':', '  # c', '  plan: # d', '    - b # e', '  # f'],
    ],
    [
      'after wide marks',
      ['? sums', ':    brief: a', '     plan:', '       - b'],
      { sums: { brief: undefined } },
      ['? sums', ':', '  plan:', '    - b'],
    ],
    [
      'with a new one after it',
      ['sums:', '  brief: a', '  plan: b', 'other: 1'],
      { sums: { plan: undefined }, status: 'x', more: 1 },
      ['status: x', 'sums:', '  brief: a', 'other: 1', 'more: 1'],
    ],
    [
      'with a new one after its mapping',
      ['status:', '  brief: a', '  plan: b', 'other: 1'],
      { status: { plan: undefined }, sums: {} },
      ['status:', '  brief: a', 'sums: {}', 'other: 1'],
    ],
    ['with an anchor', ['plugin: X', '&a stage: 2', 'status: x'], { stage: undefined }, ['plugin: X', 'status: x']],
  ],
}

describe.each(Object.entries(cases))('%s', (_, rows) => {
  it.each(rows)('%s', (_, before, patch, after) => {
    expect(edited(within(before), patch)).toBe(within(after))
    expect(edited(`\ufeff${within(before)}`.replaceAll('\n', '\r\n'), patch)).toBe(
      `\ufeff${within(after)}`.replaceAll('\n', '\r\n'),
    )
  })
})

describe('an edit', () => {
  it.each<readonly [patch: MappingPatch, after: string]>([
    [{ stage: 1 }, '---\r\nplugin: X\nstage: 1\r\nstatus: x\n---\n'],
    [{ plugin: undefined }, '---\r\nstatus: x\n---\n'],
    [{ status: { brief: 'a' } }, '---\r\nplugin: X\nstatus:\n  brief: a\r\n---\n'],
  ])('changes no line ending of another line: %j', (patch, after) => {
    expect(edited('---\r\nplugin: X\nstatus: x\n---\n', patch)).toBe(after)
  })

  it.each(['note: { a: 1, c: 3 }', 'note:\n  a: 1\n  c: 3'])(
    'puts a key of a mapping that the order does not know where its patch has it: %s',
    (note) => {
      const patch = { note: { a: 1, b: 2, c: 3, d: 4 } }
      expect(edited(`---\n${note}\n---\n`, patch)).toBe('---\nnote:\n  a: 1\n  b: 2\n  c: 3\n  d: 4\n---\n')
    },
  )

  it('leaves the file without a newline at its end', () => {
    expect(edited('---\nplugin: X\n---', { stage: 1 })).toBe('---\nplugin: X\nstage: 1\n---')
  })

  it('of a text without front matter follows the same rules', () => {
    const document = textDocument('a.yml', '\ufeffplugin: X\nstage: 2 # c\n')
    const mapping = parseYaml(document.text.slice(1), 1)
    if (!('kind' in mapping) || mapping.kind !== 'mapping') throw new Error('no mapping')
    expect(splice(document.text, mappingEdits(document, mapping, { plugin: undefined, status: 'x' }, order))).toBe(
      '\ufeffstage: 2 # c\nstatus: x\n',
    )
  })

  it('takes a key away after an empty block, and adds one after its mapping', () => {
    const text = '---\n  phase:\n    plugin: |\n    1: ""\n\n  # between\n\n---'
    const after = edited(text, { phase: { 1: undefined }, zeta: 1 })
    const front = frontMatter(textDocument('a.md', after))
    expect(front.kind === 'mapping' && toPlainData(front.mapping)).toEqual({ phase: { plugin: '' }, zeta: 1 })
    expect(after).toContain('# between')
  })

  it('of what is not a number in YAML and JSON is a fault', () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => edited('---\nplugin: X\n---\n', { stage: value })).toThrow(Fault)
  })
})
