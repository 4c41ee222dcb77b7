import { describe, expect, it } from 'vitest'
import { textDocument } from '../../../../src/documents/text.ts'
import { missingFields, readTasks, tasksOfFiles } from '../../../../src/protocols/subagent/reading/tasks.ts'

const read = (text: string) => readTasks(textDocument('tasks.md', text))
const ids = (text: string) => read(text).definitions.map(({ id }) => id)
const first = (text: string) => read(text).definitions[0]
const fields = '    - **Objective**: Count.\n'

describe('a definition', () => {
  it.each([
    ['- task-1: Count', 'Count'],
    [' - task-1: Count', 'Count'],
    ['* task-1', ''],
    ['1. task-1 Count', 'Count'],
    ['- [x] task-1: Count', 'Count'],
    ['- [12345678] task-1: Count', 'Count'],
    ['- **task-1**: Count', 'Count'],
    ['- **task-1: Count', 'Count'],
    ['- **task-1:** Count', 'Count'],
    ['- `task-1`: Count', 'Count'],
    ['- __task-1__ Count', 'Count'],
    ['- task-1 **Count**', 'Count**'],
    ['### task-1: Count', 'Count'],
    ['#### task-1', ''],
  ])('starts at %s', (line, title) => {
    expect(first(`${line}\n${fields}`)).toMatchObject({
      id: 'task-1',
      title,
      line: 1,
      place: { path: 'tasks.md', line: 1 },
    })
  })

  it.each([
    '  - task-1: Count',
    '## task-1: Count',
    '##### task-1: Count',
    '# task-1: Count',
    'task-1: Count',
    '- see task-1: Count',
    '- task-1, Count',
    '- task-1. Count',
    '- [x]task-1: Count',
    '- [123456789] task-1: Count',
    '- Task-1: Count',
    '> - task-1: Count',
  ])('does not start at %s', (line) => {
    expect(ids(`${line}\n${fields}`)).toEqual([])
  })

  it('ends before the next one and before a heading of level 1 or 2', () => {
    const text = `- task-1: One\n\n### Notes\n${fields}\n\n- task-2: Two\n\n## Later\n${fields}\n### task-3: Three\n# End\n${fields}`
    expect(read(text).definitions.map(({ id, line, end, objective }) => [id, line, end, objective])).toEqual([
      ['task-1', 1, 5, 'Count.'],
      ['task-2', 7, 8, ''],
      ['task-3', 12, 13, ''],
    ])
  })

  it('has the whole of values that go on in the next lines', () => {
    const text = [
      '- task-1: Count',
      '  - **Type**: Feature',
      '    (depends on task-2)',
      '  - **Files**: `a.ts`,',
      '    `b.ts`',
      '    c.ts',
      '  - **Objective**: Count all',
      'words',
      '  - **Success Criteria**:',
      '    - The last word',
      '      is counted',
      '    - [To be',
      '      decided]',
    ]
    expect(first(`${text.join('\n')}\n`)).toMatchObject({
      type: 'Feature (depends on task-2)',
      dependsOn: ['task-2'],
      files: ['a.ts', 'b.ts', 'c.ts'],
      objective: 'Count all words',
      criteria: ['The last word is counted'],
    })
  })

  it('ends with the file', () => {
    expect(first('- task-1: One\n\n\n')).toMatchObject({ line: 1, end: 2 })
    expect(first(`- task-1: One\n${fields}`)).toMatchObject({ line: 1, end: 3, objective: 'Count.' })
  })

  it.each([
    'Legend',
    'Knowledge Inheritance Rules',
    'Dependency Graph',
    'Parallel Groups (waves)',
    '**legend** of marks',
  ])('is not under %s', (title) => {
    expect(ids(`## ${title}\n- task-1: One\n### task-2: Two\n${fields}\n## Tasks\n- task-3: Three\n`)).toEqual([
      'task-3',
    ])
    expect(ids(`- task-3: Three\n### ${title}\n#### task-1: One\n- task-2: Two\n### task-4\n`)).toEqual([
      'task-3',
      'task-4',
    ])
  })

  it('is under any other heading', () => {
    expect(ids('## The Legend\n- task-1: One\n')).toEqual(['task-1'])
  })

  it('is a mention where it has no field and the id has another one', () => {
    const lines = (text: string) => read(text).definitions.map(({ id, line }) => `${id} ${line}`)
    expect(lines(`- task-1: first\n- task-2: second\n\n## Tasks\n- task-1: Count\n${fields}`)).toEqual([
      'task-2 2',
      'task-1 5',
    ])
    expect(lines(`- task-1: Count\n${fields}\n## Order\n- task-1: first\n`)).toEqual(['task-1 1'])
    expect(lines('- task-1: first\n- task-1: again\n')).toEqual(['task-1 1'])
    expect(lines(`- task-1: Count\n${fields}- task-1: Again\n${fields}`)).toEqual(['task-1 1', 'task-1 3'])
    expect(read(`- task-1: Count\n${fields}- task-1: Again\n${fields}`).get('task-1')?.line).toBe(1)
  })
})

describe('the fields of a definition', () => {
  const of = (text: string) => first(`- task-1: Count\n${text}\n`)

  it('are bold or not, the colon inside or outside, in any case', () => {
    expect(
      of('  - **Type**: Sequential\n  - **OBJECTIVE:** Count.\n  - files: a.ts\n  - __Success Criteria__: All pass.'),
    ).toMatchObject({
      type: 'Sequential',
      objective: 'Count.',
      files: ['a.ts'],
      criteria: ['All pass.'],
    })
  })

  it('say nothing in placeholders, and go on in nested items', () => {
    expect(
      of(
        '  - **Type**: [type]\n  - **Objective**:\n    - Count.\n    - [more]\n    - Print.\n  - **Success Criteria**: [list]\n    - all pass\n    - _Not stated._',
      ),
    ).toMatchObject({
      type: '',
      objective: 'Count. Print.',
      criteria: ['all pass'],
    })
    expect(of('  - **Type**: Sequential\n    - Slow')?.type).toBe('Sequential Slow')
  })

  it('are the first of their name, and know their lines', () => {
    const found = of('  - **Objective**: Count.\n  - **Objective**: Print.\n  - **Files**: a.ts')
    expect(found?.objective).toBe('Count.')
    expect([...(found?.lineOf ?? [])].toSorted()).toEqual([
      ['files', 4],
      ['objective', 2],
    ])
  })

  it.each([
    ['a.ts', ['a.ts']],
    ['a.ts, `b c.ts` , ``c.ts``', ['a.ts', 'b c.ts', 'c.ts']],
    ['[a.ts]', ['a.ts']],
    ['[a.ts, `b.ts`]', ['a.ts', 'b.ts']],
    ['\n    - a.ts\n    - `b.ts`', ['a.ts', 'b.ts']],
    ['[a b/*]', ['a b/*']],
    ['[to be decided]', []],
    ['[ src ]', ['src']],
    ['[x], a.ts, [to come]', ['a.ts']],
    ['[a], [b]', []],
    ['[a.ts', ['[a.ts']],
    ['deliverables: a.ts', ['a.ts']],
    ['[Deliverables: a.ts, b.ts]', ['a.ts', 'b.ts']],
    ['Deliverables: [a.ts, b.ts]', ['a.ts', 'b.ts']],
    ['My Deliverables: a.ts', ['My Deliverables: a.ts']],
    ['a.ts,, ``', ['a.ts']],
    ['', []],
  ])('name files: %j', (value, files) => {
    expect(of(`  - **Files**: ${value}`)?.files).toEqual(files)
  })

  it('name what the task depends on', () => {
    expect(
      of(
        '  - **Inherits From**: task-2, task-2, plan-init\n  - **Type**: Parallel (depends on task-3, task-2) and (Depends On task-4)',
      ),
    ).toMatchObject({
      dependsOn: ['task-2', 'plan-init', 'task-3', 'task-4'],
    })
    expect(of('  - **Inherits From**: None\n  - **Type**: depends on task-3 (like task-4)')?.dependsOn).toEqual([])
    expect(of('  - **Objective**: (depends on task-3)')?.dependsOn).toEqual([])
    expect(of('  - **Inherits From**:\n    - task-2\n    - task-3')?.dependsOn).toEqual(['task-2', 'task-3'])
  })
})

describe('what a definition lacks', () => {
  it('are the four fields of an implementation task', () => {
    const missing = (text: string) => read(text).definitions.map(missingFields)
    expect(missing('- task-1: Count\n')).toEqual([['Type', 'Files', 'Objective', 'Success Criteria']])
    expect(missing('- plan-1: Plan\n')).toEqual([[]])
    expect(missing('- task-1: Count\n  - Type: a\n  - Files: a\n  - Objective: a\n  - Success Criteria: a\n')).toEqual([
      [],
    ])
    expect(missing('- task-1: Count\n  - Type: a\n  - Files: a\n  - Success Criteria: a\n')).toEqual([['Objective']])
    expect(missing('- task-1: Count\n  - Files: a\n  - Objective: a\n  - Success Criteria: a\n')).toEqual([['Type']])
  })
})

describe('what tasks.md mentions', () => {
  it('are ids anywhere outside of fences, comments and quotes', () => {
    const tasks = read(
      '# About task-1\n\nLater task-2.\n\n```\ntask-3\n```\n<!-- task-4 -->\n\n> task-5\n\n- x task-6\n',
    )
    expect(['task-1', 'task-2', 'task-3', 'task-4', 'task-5', 'task-6'].filter((id) => tasks.mentions(id))).toEqual([
      'task-1',
      'task-2',
      'task-6',
    ])
  })

  it('is absent when it is blank', () => {
    expect([read(' \n\n').isBlank, read('a').isBlank]).toEqual([true, false])
  })
})

describe('the graph and the waves of 3.x', () => {
  const groups = (text: string) => read(text).groups

  it('are read under their headings', () => {
    const { graph, waves, headings } = groups(
      '## Dependency Graph (all)\n```\ntask-1: []\n  task-2 : [task-1, task-3] later\ntask-2: [task-9]\ntask-4 [task-1]\nx task-5: [task-1]\n```\n<!-- task-6: [task-1] -->\n\n## **Parallel Groups**\n- **Wave 1**: [task-1, task-1, task-3] first\n- wave 2: [task-2]\n- Waves: [task-4]\n- First Wave: [task-5]\n- Wave 3: task-6\nWave 4: [task-7]\n\n## Other\n- Wave 5: [task-8]\ntask-8: [task-1]\n',
    )
    expect([...graph]).toEqual([
      ['task-1', { line: 3, dependsOn: [] }],
      ['task-2', { line: 4, dependsOn: ['task-1', 'task-3'] }],
    ])
    expect(waves).toEqual([
      { line: 12, tasks: ['task-1', 'task-3'] },
      { line: 13, tasks: ['task-2'] },
    ])
    expect(headings).toBe(true)
  })

  it('go on in the next lines, where a list is open', () => {
    const { graph, waves } = groups(
      '## Dependency Graph\ntask-3: [task-1,\n  task-2]\ntask-4: [task-3\n## Parallel Groups\n- Wave 1: [task-1,\n  task-2] first\n- Wave 2: [\n',
    )
    expect([...graph]).toEqual([['task-3', { line: 2, dependsOn: ['task-1', 'task-2'] }]])
    expect(waves).toEqual([{ line: 6, tasks: ['task-1', 'task-2'] }])
  })

  it('are not there without their headings', () => {
    expect(groups('## The Dependency Graph\ntask-2: [task-1]\n\n## Groups\n- Wave 1: [task-1]\n')).toEqual({
      graph: new Map(),
      waves: [],
      headings: false,
    })
    expect([groups('## Dependency Graph\n').headings, groups('## Parallel Groups\n').headings]).toEqual([true, true])
  })
})

describe('the tasks of an iteration', () => {
  it('are its files', () => {
    const tasks = tasksOfFiles([{ id: 'task-1', path: 'a/task-1.md' }])
    expect(tasks.definitions).toMatchObject([
      { id: 'task-1', place: { path: 'a/task-1.md', line: 1 }, files: [], dependsOn: [] },
    ])
    expect([tasks.mentions('task-1'), tasks.mentions('task-2'), tasks.get('task-1')?.id, tasks.get('task-2')]).toEqual([
      true,
      false,
      'task-1',
      undefined,
    ])
    expect([tasks.isBlank, tasksOfFiles([]).isBlank, tasks.document]).toEqual([false, true, undefined])
  })
})
