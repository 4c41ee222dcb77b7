import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { change } from '../../src/core/example.ts'
import * as control from '../../src/protocols/control/examples.ts'
import * as governance from '../../src/protocols/governance/examples.ts'
import * as handover from '../../src/protocols/handover/examples.ts'
import * as plugin from '../../src/protocols/plugin/examples.ts'
import * as subagent from '../../src/protocols/subagent/examples.ts'
import { commitAll, repository } from '../processes/work-tree.ts'
import { runHere } from './here.ts'
import { scratch, type Files } from './programs.ts'

const places = scratch()
afterAll(places.remove)

const words = '\nOnly here: the knob is 40 mm wide.\n'
const broken = `---\nplugin: [\n---\n${words}`

/** What a person does to a file before the command is given. */
interface EditCase {
  readonly before: Files
  readonly path: string
  /** The new text; absent: the words are added. */
  readonly text?: string | undefined
  readonly command: readonly string[]
}

const plan = plugin.contractPath('plan')
const asked = 'executor.task-3.a1.output'
const blocked = {
  status: 'blocked',
  report_path: '',
  success_criteria_met: false,
  discovered_tasks: [],
  blockers: ['Which words?'],
}
/** JSON with the words as one more value. */
const noted = (text: unknown) => String(text).replace(/\}\s*$/, () => `, "note": ${JSON.stringify(words)} }\n`)
const returned = (reason: keyof typeof control.handbacks) => control.returned(reason)[control.handbackPath]

const replacing: Readonly<Record<string, EditCase>> = {
  'contracts from history': { before: plugin.sample, path: plan, command: ['restore', 'TinyGain', 'contracts'] },
  'a handoff from history': {
    before: plugin.sample,
    path: plugin.handoffPath,
    text: broken,
    command: ['restore', 'TinyGain', 'state'],
  },
  'a handoff that cannot be read': {
    before: plugin.sample,
    path: plugin.handoffPath,
    text: broken,
    command: ['regenerate', 'TinyGain', '--complexity', '2'],
  },
  'the record of an earlier run': {
    before: handover.inFinished(),
    path: handover.progressPath,
    text: handover.inFinished(['{\n', '{\n  "only": "here",\n'])[handover.progressPath],
    command: ['accept', 'login', '--new-run'],
  },
  'a handoff at its end': { before: plugin.workingSample, path: plugin.handoffPath, command: ['install', 'TinyGain'] },
  'the grant of a stage': {
    before: control.grantedSample,
    path: control.acceptPath,
    text: noted(control.grantedSample[control.acceptPath]),
    command: ['accept', 'explore', '--refresh'],
  },
  'what a stage has returned': {
    before: control.returned('error'),
    path: control.handbackPath,
    text: noted(returned('error')),
    command: ['accept', 'explore'],
  },
  'the question of a stage': {
    before: control.returned('question'),
    path: control.handbackPath,
    text: JSON.stringify({ reason: 'question', description: words.trim() }),
    command: ['answer', 'explore', 'Blue'],
  },
  'the record of a grant': {
    before: control.change(control.grantedSample, { [control.grantPath]: control.grant }),
    path: control.grantPath,
    text: noted(control.grant),
    command: ['handback', 'explore', 'error', 'INPUT_MISSING', 'There is no brief'],
  },
  'the question of a task': {
    before: subagent.withMessage(subagent.workingSample, asked, blocked),
    path: subagent.messagePath(asked),
    text: noted(subagent.messageText('executor', 'output', blocked)),
    command: ['answer', 'task-3', 'Blue'],
  },
  'the counters of a session': {
    before: governance.emptySample,
    path: governance.metricsPath,
    text: JSON.stringify({ ...governance.metrics(), note: words.trim() }),
    command: ['accept', 'session:ses_1'],
  },
}

const at = ['--at', '2026-02-04T10:00:00Z']
const json = (printed: string) =>
  JSON.parse(printed) as { outcome: string; errors?: { code: string; path: string; hint: string }[] }

describe.each(Object.entries(replacing))('a command that replaces %s', (_, { before, path, text, command }) => {
  const edited = () => {
    const folder = places.folder(before)
    repository(folder)
    if (text === undefined) appendFileSync(join(folder, path), words)
    else writeFileSync(join(folder, path), text)
    return {
      folder,
      content: () => (existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : undefined),
    }
  }
  const anyway = command[0] === 'handback' ? ['--anyway', 'It is done'] : ['--anyway']
  const give = async (folder: string, ...extraArgs: readonly string[]) => {
    const { stdout } = await runHere(
      [...command.slice(0, 2), ...extraArgs, ...command.slice(2), ...at, '--format', 'json'],
      {
        cwd: folder,
      },
    )
    return json(stdout)
  }

  it('is refused while git does not have what it holds, as its dry run is', async () => {
    const { folder, content } = edited()
    const was = content()
    for (const extraArgs of [[], ['--dry-run']]) {
      const { outcome, errors } = await give(folder, ...extraArgs)
      expect([outcome, errors?.map(({ code, path: where }) => [code, where])]).toEqual([
        'refused',
        [['UNCOMMITTED', path]],
      ])
      expect(errors?.[0]?.hint).toMatch(/git add.*--anyway/s)
    }
    expect(content()).toBe(was)
  })

  it('is not offered while it would be refused', async () => {
    const { folder } = edited()
    for (const call of [['next'], ['board'], ['validate']]) {
      const { stdout } = await runHere([...call, ...at.slice(0, call[0] === 'validate' ? 0 : 2), '--format', 'json'], {
        cwd: folder,
      })
      expect([call, stdout.includes(`"baton ${command.join(' ')}`)]).toEqual([call, false])
    }
  })

  it('goes on with --anyway', async () => {
    const { folder, content } = edited()
    const was = content()
    expect((await give(folder, ...anyway)).outcome).toBe('changed')
    expect(content()).not.toBe(was)
  })

  it('names the file in the brief answer', async () => {
    const { folder } = edited()
    const { stdout } = await runHere(
      [...command.slice(0, 2), ...anyway, ...command.slice(2), ...at, '--format', 'brief'],
      { cwd: folder },
    )
    const { paths, hints } = JSON.parse(stdout) as {
      paths?: Readonly<Record<string, readonly string[]>>
      hints?: Readonly<Record<string, string>>
    }
    expect([paths?.['UNCOMMITTED'], hints?.['UNCOMMITTED']]).toEqual([
      [path],
      expect.stringMatching(/`git show [0-9a-f]{12}`/),
    ])
  })

  it.each(['committed', 'staged'])('goes on once it is %s', async (how) => {
    const { folder, content } = edited()
    const was = content()
    if (how === 'committed') commitAll(folder)
    else execFileSync('git', ['add', path], { cwd: folder })
    expect((await give(folder)).outcome).toBe('changed')
    expect(content()).not.toBe(was)
  })
})

describe('a folder that is in no repository', () => {
  it('is changed: there is nothing to compare with', async () => {
    const folder = places.folder({ ...plugin.sample, [plugin.handoffPath]: broken })
    const { stdout } = await runHere(['regenerate', 'TinyGain', '--complexity', '2', '--format', 'json'], {
      cwd: folder,
    })
    expect(json(stdout).outcome).toBe('changed')
  })
})

describe.each(['', 'sub'])('what a command wrote itself, below "%s"', (below) => {
  it('it replaces, and says how to see it', async () => {
    const top = places.folder({})
    repository(top, { 'user.name': 'octocat', 'user.email': 'octocat@example.com' })
    const folder = join(top, below)
    for (const [path, text] of Object.entries(control.returned('error'))) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    commitAll(top)
    const give = async (...command: readonly string[]) => (await runHere([...command, ...at], { cwd: folder })).stdout
    await give('accept', 'explore', '--agent', 'dsp-agent/2')
    expect(await give('handback', 'explore', 'error', 'INPUT_MISSING', 'There is still no brief')).not.toContain(
      'accept.json` was not',
    )
    const was = readFileSync(join(folder, control.handbackPath), 'utf8')
    const printed = await give('accept', 'explore')
    expect(existsSync(join(folder, control.handbackPath))).toBe(false)
    const objects = Array.from(printed.matchAll(/`git show ([0-9a-f]{12})`/g), ([, object = '']) => object)
    const backups = objects.map((object) =>
      execFileSync('git', ['-C', folder, 'cat-file', 'blob', object], { encoding: 'utf8' }),
    )
    expect(backups).toContain(was)
  })
})

/** An object with the content of a file that is so old that git may forget it. */
function forgotten(folder: string, file: string): string {
  const object = execFileSync('git', ['-C', folder, 'hash-object', '-w', '--no-filters', file], {
    encoding: 'utf8',
  }).trim()
  utimesSync(join(folder, '.git', 'objects', object.slice(0, 2), object.slice(2)), 0, 0)
  return object
}

it.each(Object.entries(replacing))(
  'a command that discards %s on request has git keep it',
  async (_, { before, path, text, command }) => {
    const folder = places.folder(before)
    repository(folder)
    if (text === undefined) appendFileSync(join(folder, path), words)
    else writeFileSync(join(folder, path), text)
    const was = readFileSync(join(folder, path), 'utf8')
    const anyway = command[0] === 'handback' ? ['--anyway', 'It is done'] : ['--anyway']
    forgotten(folder, join(folder, path))
    const { stdout } = await runHere([...command.slice(0, 2), ...anyway, ...command.slice(2), ...at], { cwd: folder })
    execFileSync('git', ['-C', folder, 'prune', '--expire', '1.week.ago'])
    const [, object = ''] = /git keeps it\. To see it: `git show ([0-9a-f]{12})`/.exec(stdout) ?? []
    expect(execFileSync('git', ['-C', folder, 'cat-file', 'blob', object], { encoding: 'utf8' })).toBe(was)
  },
)

it('the counters that a new session would replace are not discarded', async () => {
  const folder = places.folder(governance.emptySample)
  repository(folder)
  const path = join(folder, governance.metricsPath)
  writeFileSync(path, JSON.stringify({ ...governance.metrics(), note: words }))
  const command = ['new', 'governance', 'ses_9', '--agent', 'idumb-project-executor', ...at]
  const { stdout } = await runHere(command, { cwd: folder })
  expect(stdout).toMatch(/UNCOMMITTED.*git add.*--anyway/s)
  expect(readFileSync(path, 'utf8')).toContain('knob')
  expect((await runHere([...command, '--anyway'], { cwd: folder })).stdout).toContain('git show')
  expect(readFileSync(path, 'utf8')).not.toContain('knob')
})

/** Repairs that discard a file, in a repository whose last commit lacks the words in it. */
const repairing = {
  'a handoff that is left over': {
    path: plugin.handoffPath,
    code: 'PLUGIN_STALE_HANDOFF',
    edit: (text: string) => text + words,
    make: () => {
      const folder = places.folder(plugin.withStatus(plugin.sample, '🚧 Stage 2', '📦 Installed'))
      repository(folder)
      return folder
    },
  },
  'the metrics of another session': {
    path: governance.metricsPath,
    code: 'GOV_METRICS_MISSING',
    edit: noted,
    make: () => {
      const folder = places.folder(governance.sample)
      repository(folder)
      execFileSync('git', ['branch', 'before'], { cwd: folder })
      const sessionPaths = [governance.sessionPath, governance.stallPath] as const
      for (const path of sessionPaths)
        writeFileSync(
          join(folder, path('ses_2')),
          readFileSync(join(folder, path()), 'utf8').replaceAll('ses_1', 'ses_2'),
        )
      commitAll(folder)
      return folder
    },
  },
}

describe.each(Object.entries(repairing))('a repair that discards %s', (name, { path, code, edit, make }) => {
  const base = name.includes('metrics') ? ['--base', 'before'] : []
  it.each([
    ['fix', ['fix', ...base, ...at]],
    ['fix CODE', ['fix', code, ...base, ...at]],
    ['validate --fix', ['validate', '--fix', ...base]],
  ])('is left by %s while git does not have what it holds', async (_, command) => {
    const folder = make()
    const file = join(folder, path)
    const text = edit(readFileSync(file, 'utf8'))
    writeFileSync(file, text)
    const { stdout, stderr } = await runHere(command, { cwd: folder })
    expect(stdout + stderr).toMatch(/UNCOMMITTED.*git add.*--anyway/s)
    expect(readFileSync(file, 'utf8')).toBe(text)
    execFileSync('git', ['add', path], { cwd: folder })
    await runHere(command, { cwd: folder })
    expect(existsSync(file) ? readFileSync(file, 'utf8') : '').not.toContain('knob')
  })
})

it.each(Object.entries(repairing))('fix --anyway discards %s, and git keeps it', async (name, { path, edit, make }) => {
  const folder = make()
  const file = join(folder, path)
  const text = edit(readFileSync(file, 'utf8'))
  writeFileSync(file, text)
  const base = name.includes('metrics') ? ['--base', 'before'] : []
  const { stdout } = await runHere(['fix', '--anyway', ...base, ...at], { cwd: folder })
  expect(existsSync(file) ? readFileSync(file, 'utf8') : '').not.toContain('knob')
  const [, object = ''] = /git show ([0-9a-f]{12})/.exec(stdout) ?? []
  expect(execFileSync('git', ['-C', folder, 'cat-file', 'blob', object], { encoding: 'utf8' })).toBe(text)
})

describe.each([
  ['board', '--output'],
  ['board', '--html'],
  ['history', '--output'],
  ['history', '--html'],
])('%s %s', (...command) => {
  const edited = () => {
    const folder = places.folder({ ...plugin.sample, 'notes.md': 'A' })
    repository(folder)
    const file = join(folder, 'notes.md')
    writeFileSync(file, words)
    return { folder, file }
  }

  it('is refused while git does not have what the file holds', async () => {
    const { folder, file } = edited()
    const { stderr, code } = await runHere([...command, 'notes.md'], { cwd: folder })
    expect([code, stderr]).toEqual([1, expect.stringMatching(/UNCOMMITTED: .*notes\.md.*git add -f.*--anyway/s)])
    expect(readFileSync(file, 'utf8')).toBe(words)
  })

  it('replaces what git has, and what it wrote itself', async () => {
    const { folder, file } = edited()
    commitAll(folder)
    for (const _ of ['committed', 'written by the command'])
      expect((await runHere([...command, 'notes.md'], { cwd: folder })).code).toBe(0)
    expect(readFileSync(file, 'utf8')).not.toBe(words)
  })

  it('goes on with --anyway, and git keeps what it discards', async () => {
    const { folder } = edited()
    const { stderr, code } = await runHere([...command, 'notes.md', '--anyway'], { cwd: folder })
    expect(code).toBe(0)
    const [, object = ''] = /git show ([0-9a-f]{12})/.exec(stderr) ?? []
    expect(execFileSync('git', ['-C', folder, 'cat-file', 'blob', object], { encoding: 'utf8' })).toBe(words)
  })

  it('goes on with --anyway where the path has a line break', async () => {
    const { folder } = edited()
    writeFileSync(join(folder, 'two\nlines.md'), words)
    const { stderr } = await runHere([...command, 'two\nlines.md', '--anyway'], { cwd: folder })
    const [, object = ''] = /git show ([0-9a-f]{12})/.exec(stderr) ?? []
    expect(execFileSync('git', ['-C', folder, 'cat-file', 'blob', object], { encoding: 'utf8' })).toBe(words)
  })

  it('has git keep anew what it would soon forget', async () => {
    const { folder, file } = edited()
    const git = (...args: readonly string[]) => execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' })
    const object = forgotten(folder, file)
    expect((await runHere([...command, 'notes.md', '--anyway'], { cwd: folder })).code).toBe(0)
    git('prune', '--expire', '1.week.ago')
    expect(git('cat-file', 'blob', object)).toBe(words)
  })

  it('asks the git of a clone within the root', async () => {
    const root = places.folder(plugin.sample)
    repository(root)
    const inner = join(root, 'inner')
    mkdirSync(inner)
    writeFileSync(join(inner, 'notes.md'), 'A')
    repository(inner)
    const give = () => runHere([...command, join('inner', 'notes.md')], { cwd: root })
    expect((await give()).code).toBe(0)
    writeFileSync(join(inner, 'notes.md'), words)
    expect((await give()).stderr).toContain('UNCOMMITTED')
    expect(readFileSync(join(inner, 'notes.md'), 'utf8')).toBe(words)
  })

  it('asks the git of the folder that the file is in', async () => {
    const { folder, file } = edited()
    const state = places.folder(plugin.sample)
    repository(state)
    const { code, stderr } = await runHere([...command, file, '--root', state], { cwd: folder })
    expect([code, stderr]).toEqual([1, expect.stringContaining('UNCOMMITTED')])
    expect(readFileSync(file, 'utf8')).toBe(words)
  })
})

it('a repair that git cannot reverse keeps back none of another target', async () => {
  const tinyGainFiles = plugin.withStatus(plugin.sample, '🚧 Stage 2', '📦 Installed')
  const warmHallEntries = Object.entries(tinyGainFiles).map(([path, text]) => [
    path.replace('TinyGain', 'WarmHall'),
    // The contracts are those whose checksums the handoff has.
    path === plugin.handoffPath ? text.replaceAll('TinyGain', 'WarmHall') : text,
  ])
  const registry = (tinyGainFiles[plugin.registryPath] ?? '').replace(
    /^\| TinyGain.*\n/m,
    (row) => row + row.replace('TinyGain', 'WarmHall'),
  )
  const folder = places.folder({
    ...tinyGainFiles,
    ...(Object.fromEntries(warmHallEntries) as Files),
    [plugin.registryPath]: registry,
  })
  repository(folder)
  appendFileSync(join(folder, plugin.handoffPath), words)
  const { stderr } = await runHere(['validate', '--fix'], { cwd: folder })
  expect(existsSync(join(folder, plugin.handoffPath))).toBe(true)
  expect(existsSync(join(folder, plugin.handoffPath.replace('TinyGain', 'WarmHall')))).toBe(false)
  expect(stderr).toContain(
    `\`${plugin.handoffPath}\`: it is not committed, and \`baton install TinyGain\` would discard it`,
  )
  expect(stderr).toMatch(
    /Commit it \(`git add -f` is enough\) and give the command again, or discard it with `--anyway`/,
  )
  expect(stderr).not.toContain('install WarmHall was refused')
})

it('a folder in the place of a file is replaced once git has its files', async () => {
  const note = `${control.acceptPath}/note.md`
  const folder = places.folder({ ...control.sample, [note]: 'A' })
  repository(folder)
  writeFileSync(join(folder, note), words)
  expect((await runHere(['accept', 'explore', ...at], { cwd: folder })).stdout).toContain('UNCOMMITTED')
  expect(readFileSync(join(folder, note), 'utf8')).toBe(words)
  commitAll(folder)
  expect((await runHere(['accept', 'explore', ...at], { cwd: folder })).stdout).not.toContain('UNCOMMITTED')
  expect(existsSync(join(folder, note))).toBe(false)
})

it.each<[Files, command: readonly string[], gone: string | undefined]>([
  [
    { ...control.sample, [`${control.acceptPath}/note.md`]: 'A' },
    ['accept', 'explore'],
    `${control.acceptPath}/note.md`,
  ],
  [control.sample, ['accept', 'explore'], undefined],
  [handover.inFinished(), ['accept', 'login', '--new-run'], handover.progressPath],
  [handover.sample, ['accept', 'login'], undefined],
])('without git, a warning names what a command discards: %o', async (files, command, gone) => {
  const folder = places.folder(files)
  const dry = await runHere([...command, ...at, '--dry-run'], { cwd: folder })
  const done = await runHere([...command, ...at], { cwd: folder })
  for (const [{ code, stdout }, when] of [
    [dry, 'would be gone'],
    [done, 'is gone'],
  ] as const) {
    expect(code).toBe(0)
    if (gone === undefined) expect(stdout).not.toContain('UNCOMMITTED')
    else expect(stdout.replaceAll(/\s+/g, ' ')).toContain(`The content of \`${gone}\` ${when}`)
  }
})

it('a report that cannot be read is not replaced by the one of an error', async () => {
  const folder = places.folder(subagent.workingSample)
  repository(folder)
  const file = join(folder, subagent.reportPath('task-3'))
  const text = Buffer.from(`\ufeff${words}`, 'utf16le')
  writeFileSync(file, text)
  const give = async () =>
    (await runHere(['handback', 'task-3', 'error', 'The samples do not pass', ...at], { cwd: folder })).stdout
  expect(await give()).toContain('UNCOMMITTED')
  expect(readFileSync(file).equals(text)).toBe(true)
  execFileSync('git', ['add', '.'], { cwd: folder })
  expect(await give()).not.toContain('UNCOMMITTED')
})

it('what a cleanup removes git keeps', async () => {
  const folder = places.folder(handover.sample)
  repository(folder)
  const state =
    change(handover.session, { [handover.statePath]: [['"in_progress"', '"completed"']] })[handover.statePath] ?? ''
  writeFileSync(join(folder, handover.statePath), state)
  writeFileSync(join(folder, handover.promptPath), words)
  const { stdout } = await runHere(['cleanup', '--confirm', handover.folder], { cwd: folder })
  expect(existsSync(join(folder, handover.promptPath))).toBe(false)
  const objects = Array.from(stdout.matchAll(/`git show ([0-9a-f]{12})`/g), ([, object = '']) => object)
  const backups = objects.map((object) =>
    execFileSync('git', ['-C', folder, 'cat-file', 'blob', object], { encoding: 'utf8' }),
  )
  expect(backups).toEqual([state, words])
})

it('who was granted a stage, and when, is replaced without a warning', async () => {
  const folder = places.folder(control.sample)
  repository(folder)
  const commands = [
    ['accept', 'explore', '--agent', 'dsp-agent'],
    ['accept', 'explore', '--agent', 'dsp-agent', '--refresh'],
    ['handback', 'explore', 'question', 'Which colour?'],
    ['answer', 'explore', 'Blue', '--agent', 'dsp-agent'],
    ['handback', 'explore', 'error', 'CANCELLED', 'Not now'],
  ]
  for (const words of commands) {
    const { stdout } = await runHere([...words, '--format', 'brief'], { cwd: folder })
    const { outcome, paths } = JSON.parse(stdout) as {
      outcome: string
      paths?: Readonly<Record<string, readonly string[]>>
    }
    // The words of an agent are kept, and the warning says where.
    const replaced = words[0] === 'answer' ? [control.handbackPath] : undefined
    expect([words, outcome, paths?.['UNCOMMITTED']]).toEqual([words, 'changed', replaced])
  }
})
