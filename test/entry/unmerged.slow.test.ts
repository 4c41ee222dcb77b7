import { rmSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import * as control from '../../src/protocols/control/examples.ts'
import * as governance from '../../src/protocols/governance/examples.ts'
import * as handover from '../../src/protocols/handover/examples.ts'
import * as plugin from '../../src/protocols/plugin/examples.ts'
import * as subagent from '../../src/protocols/subagent/examples.ts'
import { runGit } from '../processes/git.ts'
import { octocat, repository } from '../processes/work-tree.ts'
import { runHere } from './here.ts'
import { scratch, type Files } from './programs.ts'

const places = scratch()
afterAll(places.remove)

const at = ['--at', '2026-02-04T10:00:00Z']

interface Shown {
  readonly actions?: readonly { readonly target: string; readonly do: string; readonly code?: string }[]
  readonly targets?: readonly {
    readonly id: string
    readonly next?: string
    readonly findings: { readonly worst: readonly { readonly code: string }[] }
  }[]
  readonly outcome?: string
  readonly errors?: readonly { readonly code: string }[]
}

const json = async (folder: string, ...args: readonly string[]) =>
  JSON.parse((await runHere([...args, '--format', 'json', ...at], { cwd: folder })).stdout) as Shown

/** What next, the board and a command say first about a target. */
async function firsts(folder: string, id: string, command: readonly string[]) {
  const next = (await json(folder, 'next', id)).actions?.find(({ target }) => target === id)
  const card = (await json(folder, 'board', '--no-history')).targets?.find((target) => target.id === id)
  const answer = await json(folder, ...command, '--dry-run')
  return {
    next: [next?.do, next?.code],
    board: [card?.findings.worst[0]?.code, card?.next],
    answer: [answer.outcome, answer.errors?.[0]?.code],
  }
}

const conflict = {
  next: ['mend', 'MERGE_CONFLICT'],
  board: ['MERGE_CONFLICT', undefined],
  answer: ['refused', 'MERGE_CONFLICT'],
}

/** A repository of which the index has a path unmerged: as committed on our side, otherwise on theirs. */
async function unmerged(files: Files, path: string): Promise<string> {
  const folder = places.folder(files)
  repository(folder, octocat)
  const ours = (await runGit(folder, ['hash-object', '-w', path])).toString().trim()
  const theirs = (await runGit(folder, ['hash-object', '-w', '--stdin'], 'theirs\n')).toString().trim()
  const sides = [
    [`0 ${'0'.repeat(40)}`, 0],
    [`100644 ${ours}`, 2],
    [`100644 ${theirs}`, 3],
  ] as const
  await runGit(
    folder,
    ['update-index', '--index-info'],
    sides.map(([object, stage]) => `${object} ${stage}\t${path}\n`).join(''),
  )
  return folder
}

describe('a path that git could not merge, in a file without markers, comes first', () => {
  it.each<readonly [string, Files, string, string, readonly string[]]>([
    ['the registry', plugin.sample, plugin.registryPath, 'plugin:TinyGain', ['accept', 'TinyGain']],
    ['a handoff', plugin.sample, plugin.handoffPath, 'plugin:TinyGain', ['accept', 'TinyGain']],
    [
      'the progress of a project',
      handover.sample,
      handover.progressPath,
      'project:2026-01-20-login',
      ['accept', '2026-01-20-login'],
    ],
    [
      'the progress of a session',
      subagent.sample,
      subagent.progressPath,
      'task:task-3@260131-144400',
      ['accept', 'task-3'],
    ],
    [
      'a grant',
      control.grantedSample,
      control.acceptPath,
      'stage:explore@run-2026-01-20-001',
      ['accept', 'explore', '--agent', 'dsp-agent/2'],
    ],
    ['a session', governance.sample, governance.sessionPath(), 'session:ses_1', ['handback', 'ses_1', 'success']],
  ])('%s', async (_, files, path, id, command) => {
    const folder = await unmerged(files, path)
    const { next, board, answer } = await firsts(folder, id, command)
    expect({ next, board }).toEqual({ next: conflict.next, board: conflict.board })
    // A command that needs no change says so.
    if (answer[0] !== 'unchanged') expect(answer).toEqual(conflict.answer)
    await runGit(folder, ['add', '--', path])
    expect((await firsts(folder, id, command)).next).not.toEqual(conflict.next)
  })
})

const twoSides = '<<<<<<< HEAD\n{"a": 1}\n=======\n{"a": 2}\n>>>>>>> topic\n'

describe('a file that git could not merge and that belongs to no target', () => {
  const orphans: readonly (readonly [string, Files, string])[] = [
    ['the progress of a legacy run', handover.sample, '.claude/plans/.trekexecute-progress-login.json'],
    ['a report of no task', subagent.sample, '.ralph-sessions/260131-144400/tasks.task-9-report.md'],
    ['the stall record of no session', governance.sample, governance.stallPath('ses_9')],
  ]
  const expectFirst = async (folder: string, path: string, message: string) => {
    const line = `conflict ${path}: MERGE_CONFLICT ${message}, expected what was decided`
    expect((await runHere(['next', ...at], { cwd: folder })).stdout.split('\n')[0]).toBe(line)
    expect((await runHere(['board', '--no-history', ...at], { cwd: folder })).stdout).toContain(`\n${line}\n`)
    expect(await json(folder, 'next')).toMatchObject({ conflicts: [{ code: 'MERGE_CONFLICT', path }] })
    const board = await runHere(['board', '--no-history', '--format', 'markdown', ...at], { cwd: folder })
    expect(board.stdout).toContain(`- \`MERGE_CONFLICT\` ${message}, expected what was decided (\`${path}\`)`)
    return json(folder, 'next')
  }

  it.each(orphans)('comes before the next action, with markers: %s', async (_, files, path) => {
    const clean = await json(places.folder(files), 'next')
    expect(clean).not.toHaveProperty('conflicts')
    const { actions } = await expectFirst(
      places.folder({ ...files, [path]: twoSides }),
      path,
      'Unexpected merge conflict in lines 1–5',
    )
    expect(actions).toEqual(clean.actions)
  })

  it.each(orphans)('comes before the next action, in the index alone: %s', async (_, files, path) => {
    const folder = await unmerged({ ...files, [path]: '{"a": 1}\n' }, path)
    await expectFirst(folder, path, 'Unexpected conflict in the index of git')
  })

  it('is named once, with the number of the others, and not for a target that is named', async () => {
    const path = (number: number) => governance.stallPath(`ses_${number}`)
    const many = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [path(index + 11), twoSides]))
    const folder = places.folder({ ...governance.sample, ...many })
    expect((await runHere(['next', ...at], { cwd: folder })).stdout).toMatch(
      /^conflict \S+ses_11\.json: .*; 8 more\n(?!conflict)/,
    )
    expect((await json(folder, 'next')) as { conflicts?: readonly object[] }).toMatchObject({
      conflicts: { length: 5 },
    })
    expect((await runHere(['next', 'ses_1', ...at], { cwd: folder })).stdout).not.toContain('MERGE_CONFLICT')
  })
})

describe('a file of a declared workflow that git could not merge', () => {
  const sides = (ours: string, theirs: string) => `<<<<<<< HEAD\n${ours}=======\n${theirs}>>>>>>> topic\n`
  const declaring = (items: string, rest: string): Files => ({
    '.github/baton.yml': `workflows:\n  - name: work\n    items: ${items}\n    ${rest}\n`,
  })
  const states = 'states: [todo, doing, done]'
  const card = '---\nstatus: todo\n---\n\n## Log\n'
  interface Found {
    readonly path: string
    readonly line: number
    readonly code: string
  }

  it.each<readonly [string, Files, string]>([
    [
      'of an item',
      {
        ...declaring('work/{id}.md', `${states}\n    place: { front-matter: status }`),
        'work/a.md': `---\n${sides('status: todo\n', 'status: done\n')}---\n`,
      },
      'work/a.md:2',
    ],
    [
      'of all items',
      {
        ...declaring('{ keys: t.yml, at: [] }', `${states}\n    place: { data: [] }`),
        't.yml': `a: todo\n${sides('b: todo\n', 'b: done\n')}`,
      },
      't.yml:2',
    ],
    [
      'of which each line is an item',
      {
        ...declaring('{ elements: t.jsonl }', `${states}\n    place: { data: [status] }`),
        't.jsonl': sides('{"id":"a","status":"todo"}\n', '{"id":"a","status":"done"}\n'),
      },
      't.jsonl:1',
    ],
    [
      'beside the items',
      {
        ...declaring(
          'work/{id}.md',
          `${states}\n    places: { file: { front-matter: status }, board: { in: B.md, row: { Item: '{id}' }, column: Status } }`,
        ),
        'work/a.md': card,
        'B.md': `| Item | Status |\n|---|---|\n${sides('| a | todo |\n', '| a | done |\n')}`,
      },
      'B.md:3',
    ],
    [
      'that lists the states',
      {
        ...declaring(
          'work/{id}.md',
          'states-from: { in: s.yml, at: [states], default: [todo, done] }\n    place: { front-matter: status }',
        ),
        'work/a.md': card,
        's.yml': `states:\n${sides('- todo\n', '- doing\n')}- done\n`,
      },
      's.yml:2',
    ],
    [
      'in which a command appends a line',
      {
        ...declaring(
          'work/{id}.md',
          `${states}\n    place: { front-matter: status }\n    on-move: { in: L.md, append: '- {to}', section: Log }`,
        ),
        'work/a.md': card,
        'L.md': `## Log\n\n${sides('- a\n', '- b\n')}`,
      },
      'L.md:3',
    ],
  ])('is one finding, and no command writes to it: %s', async (_, files, place) => {
    const folder = places.folder(files)
    const found = async (mode: string) => {
      const { stdout } = await runHere(['validate', '--mode', mode, '--format', 'json'], { cwd: folder })
      const report = JSON.parse(stdout) as Readonly<Record<'errors' | 'warnings', readonly Found[]>>
      return [report.errors, report.warnings].map((list) =>
        list.map(({ path, line, code }) => `${path}:${line} ${code}`),
      )
    }
    expect(await found('strict')).toEqual([[`${place} ITEM_UNREADABLE`], []])
    expect(await found('soft')).toEqual([[], [`${place} ITEM_UNREADABLE`]])
    const { outcome, errors } = await json(folder, 'accept', 'a')
    const isReadOnly = 't.jsonl' in files
    expect([outcome, errors?.map(({ code }) => code)]).toEqual([
      'refused',
      [isReadOnly ? 'COMMAND_NOT_HERE' : 'ITEM_UNREADABLE'],
    ])
    for (const [path, text] of Object.entries(files)) expect(readFileSync(join(folder, path), 'utf8')).toBe(text)
  })

  it('is what next says first of its item', async () => {
    const folder = places.folder({
      ...declaring('work/{id}.md', `${states}\n    place: { front-matter: status }`),
      'work/a.md': `---\n${sides('status: todo\n', 'status: done\n')}---\n`,
    })
    expect(await firsts(folder, 'work:a', ['accept', 'a'])).toEqual({
      next: ['mend', 'ITEM_UNREADABLE'],
      board: ['ITEM_UNREADABLE', undefined],
      answer: ['refused', 'ITEM_UNREADABLE'],
    })
  })
})

describe('a configuration that git could not merge', () => {
  it('is refused for its conflict', async () => {
    const folder = places.folder({
      ...plugin.sample,
      '.github/baton.yml': 'severity: {}\n<<<<<<< HEAD\na: 1\n=======\na: 2\n>>>>>>> topic\n',
    })
    const { stdout } = await runHere(['validate'], { cwd: folder })
    expect(stdout).toContain('Unexpected merge conflict in lines 2–6, expected what was decided  CONFIG_INVALID')
  })
})

describe('a stash that cannot be applied without a conflict', () => {
  it('is the first thing that is said, with markers, without them, and where the file is gone; nothing writes to the file', async () => {
    const folder = places.folder(plugin.sample)
    repository(folder, octocat)
    const registry = join(folder, plugin.registryPath)
    const status = (to: string) => {
      const text = readFileSync(registry, 'utf8')
      writeFileSync(registry, text.replace(/\| TinyGain \| [^|]*\|/, `| TinyGain | ${to} |`))
    }
    status('🚧 Stage 3')
    await runGit(folder, ['stash', '--quiet'])
    status('💡 Ideated')
    await runGit(folder, ['commit', '--quiet', '--all', '--message', 'Another status'])
    await runGit(folder, ['stash', 'pop', '--quiet']).catch(() => undefined)
    expect(readFileSync(registry, 'utf8')).toContain('<<<<<<< ')
    const accept = ['accept', 'TinyGain']
    expect(await firsts(folder, 'plugin:TinyGain', accept)).toEqual(conflict)
    const ours = await runGit(folder, ['show', `:2:${plugin.registryPath}`])
    writeFileSync(registry, ours)
    expect(await firsts(folder, 'plugin:TinyGain', accept)).toEqual(conflict)
    expect((await runHere(['next', ...at], { cwd: folder })).stdout).toBe(
      'mend plugin:TinyGain: Unexpected conflict in the index of git, expected what was decided\nread PLUGINS.md\nrun baton explain MERGE_CONFLICT\n',
    )
    expect(await json(folder, 'sync', 'TinyGain')).toMatchObject({
      outcome: 'refused',
      errors: [{ code: 'MERGE_CONFLICT' }],
    })
    const { stdout } = await runHere(['validate', '--fix'], { cwd: folder })
    expect(stdout).toContain('`git add -- PLUGINS.md` records that it is merged')
    expect(readFileSync(registry)).toEqual(ours)
    // What else is wrong with a file that is written already is found, too.
    expect(stdout).toContain('REGISTRY_STATUS_DRIFT')
    rmSync(registry)
    expect((await runHere(['validate'], { cwd: folder })).stdout).toContain('MERGE_CONFLICT')
    writeFileSync(registry, ours)
    await runGit(folder, ['add', '--', plugin.registryPath])
    expect((await firsts(folder, 'plugin:TinyGain', accept)).next).toEqual(['mend', 'REGISTRY_STATUS_DRIFT'])
  })
})

describe('a registry that two plugins share, with a conflict', () => {
  const both = plugin.inRegistry(plugin.sample, [
    '| TinyGain |',
    '| Lush | 💡 Ideated | - | 2026-02-02 |\n| TinyGain |',
  ])
  const text = both[plugin.registryPath] ?? ''
  const files = {
    ...both,
    'plugins/Lush/.ideas/creative-brief.md': '# Lush\n',
    [plugin.registryPath]: text.replace('# Plugins\n', '<<<<<<< ours\n# Plugins\n=======\n# Ours\n>>>>>>> theirs\n'),
  }
  const folderOf = () => {
    const folder = places.folder(files)
    repository(folder, octocat)
    return folder
  }

  it('is one action', async () => {
    const { actions } = await json(folderOf(), 'next', '--limit', '50')
    expect(actions?.map(({ do: kind, code }) => [kind, code])).toEqual([['mend', 'MERGE_CONFLICT']])
  })

  it('is found by the status of each, and by what would have nothing to write', async () => {
    const folder = folderOf()
    for (const args of [
      ['status', 'TinyGain'],
      ['validate', 'TinyGain'],
      ['sync'],
      ['sync', 'TinyGain'],
      ['accept', 'TinyGain'],
    ]) {
      const { stdout } = await runHere(args, { cwd: folder })
      expect(stdout).toContain('MERGE_CONFLICT')
      expect(stdout).toContain(
        'To take one side whole would drop what the other side changed of every other target.'.slice(0, -1),
      )
    }
  })
})

describe('a table that items of a declared workflow share, with a conflict', () => {
  const folderOf = (table: string) => {
    const folder = places.folder({
      '.github/baton.yml':
        "workflows: [{ name: work, items: 'work/{id}.md', states: [todo, doing, done], places: { file: { front-matter: status }, board: { in: BOARD.md, row: { Item: '{id}' }, column: Status } }, truth: file }]\n",
      'work/a.md': '---\nstatus: todo\n---\n',
      'work/b.md': '---\nstatus: todo\n---\n',
      'BOARD.md': table,
    })
    repository(folder, octocat)
    return folder
  }
  const head = '| Item | Status |\n|---|---|\n'
  const conflict = `${head}<<<<<<< ours\n| a | todo |\n| b | todo |\n=======\n| a | doing |\n| b | todo |\n>>>>>>> theirs\n`

  it('is one action', async () => {
    const folder = folderOf(conflict)
    const { actions } = await json(folder, 'next', '--limit', '50')
    expect(actions?.map(({ do: kind, code }) => [kind, code])).toEqual([['mend', 'ITEM_UNREADABLE']])
    const { actions: named } = await json(folder, 'next', 'b')
    expect(named).toMatchObject([{ do: 'mend', target: 'work:b' }])
  })

  it('is not to be resolved by taking one side whole', async () => {
    const { stdout } = await runHere(['validate'], { cwd: folderOf(conflict) })
    expect(stdout).toContain('drop what the other side changed of every other target')
    expect(stdout).not.toContain('git checkout')
  })
})
