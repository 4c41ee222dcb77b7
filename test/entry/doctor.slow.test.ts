import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { sample as control } from '../../src/protocols/control/examples.ts'
import { sample } from '../../src/protocols/governance/examples.ts'
import { sample as handover } from '../../src/protocols/handover/examples.ts'
import { sample as plugin } from '../../src/protocols/plugin/examples.ts'
import { sample as subagent } from '../../src/protocols/subagent/examples.ts'
import { thisProcess } from '../../src/gateways/tree/holder.ts'
import { endedProcess } from '../gateways/tree/trees.ts'
import { runHere } from './here.ts'
import { scratch, write } from './programs.ts'
import { repository } from '../processes/work-tree.ts'

const places = scratch()
afterAll(() => places.remove())

async function doctor(folder: string) {
  const { code, stdout } = await runHere(['doctor', '--format', 'json'], { cwd: folder })
  const { warnings } = JSON.parse(stdout) as {
    readonly warnings: readonly { readonly code: string; readonly path: string }[]
  }
  return [code, ...warnings.map((warning) => `${warning.code} ${warning.path}`)]
}

describe('baton doctor', () => {
  it('finds state that git ignores, tracked already or not', async () => {
    const folder = places.folder(sample)
    repository(folder)
    expect(await doctor(folder)).toEqual([0])
    write(folder, { '.gitignore': '.idumb/\n' })
    expect(await doctor(folder)).toEqual([
      0,
      'GOV_ROOT_IGNORED .idumb/brain/state.json',
      'GOV_ROOT_IGNORED .idumb/sessions/x.json',
    ])
    write(folder, { '.gitignore': '*.json\n!state.json\n' })
    expect(await doctor(folder)).toEqual([0, 'GOV_ROOT_IGNORED .idumb/sessions/x.json'])
  })

  it('looks at what lies beside a link that a configuration names as state', async () => {
    const folder = places.folder({ ...plugin, 'b.js': 'hi\n', '.gitignore': 'plugins/\n' })
    symlinkSync('b.js', join(folder, 'a.js'))
    write(folder, { '.github/baton.yml': 'protocols: { governance: { root: a.js } }\n' })
    repository(folder)
    expect(await doctor(folder)).toEqual([0, 'STATE_IGNORED .gitignore'])
  })

  it('finds sessions of subagents that git ignores, by the file that ignores them', async () => {
    const folder = places.folder(subagent)
    repository(folder)
    expect(await doctor(folder)).toEqual([0])
    write(folder, { '.gitignore': 'dist\n.ralph-sessions/\n' })
    expect(await doctor(folder)).toEqual([0, 'SUBAGENT_STATE_IGNORED .gitignore'])
    const { stdout } = await runHere(['validate', '--format', 'json'], { cwd: folder })
    expect(JSON.parse(stdout)).toMatchObject({ valid: true, warnings: [], checked: { targets: 5 } })
    const cloned = (files: Readonly<Record<string, string>>) => {
      const root = places.folder(files)
      repository(root)
      return doctor(root)
    }
    expect(await cloned({ ...subagent, '.ralph-sessions/.gitignore': '*.md\n' })).toEqual([
      0,
      'SUBAGENT_STATE_IGNORED .ralph-sessions/.gitignore',
    ])
    const elsewhere = Object.fromEntries(
      Object.entries(subagent).map(([path, text]) => [path.replace('.ralph-sessions', 'teams/a'), text]),
    )
    const configured = { ...elsewhere, '.github/baton.yml': 'protocols: { subagent: { sessions: ["teams/*/*"] } }\n' }
    expect(await cloned({ ...configured, 'teams/.gitignore': 'a\n' })).toEqual([
      0,
      'SUBAGENT_STATE_IGNORED teams/.gitignore',
    ])
    // Without a clone, git ignores nothing.
    expect(await doctor(places.folder({ ...subagent, '.ralph-sessions/.gitignore': '*.md\n' }))).toEqual([0])
  })

  it.each(['runs/', 'runs', '/runs/', 'runs/*', 'stage-config.yaml'])(
    'finds runs that git ignores by %s',
    async (pattern) => {
      const folder = places.folder({ ...control, '.gitignore': `${pattern}\n` })
      repository(folder)
      expect(await doctor(folder)).toEqual([0, 'STATE_IGNORED .gitignore'])
    },
  )

  it('finds one plugin that git ignores, with a handoff or with a contract alone', async () => {
    const brief = { 'plugins/New/.ideas/creative-brief.md': '# New\n' }
    for (const name of ['New', 'TinyGain']) {
      const folder = places.folder({ ...plugin, ...brief, '.gitignore': `plugins/${name}/\n` })
      repository(folder)
      expect([name, await doctor(folder)]).toEqual([name, [0, 'STATE_IGNORED .gitignore']])
    }
  })

  it('takes what belongs to one machine, and what a stage has made, for no state', async () => {
    const folder = places.folder({
      ...handover,
      ...control,
      '.claude/projects/2026-01-20-login/.session-state.local.json': '{}',
      '.gitignore': '*.local.*\noutput-files/\n',
    })
    repository(folder)
    expect(await doctor(folder)).not.toContain('STATE_IGNORED .gitignore')
  })

  it('names the pattern, its file and the state that it hides, of every protocol', async () => {
    const folder = places.folder({
      ...plugin,
      ...subagent,
      ...handover,
      '.gitignore': '# ours\nplugins/\n.ralph-sessions\n.claude\n',
    })
    repository(folder)
    const { stdout } = await runHere(['doctor', '--format', 'json'], { cwd: folder })
    const { warnings } = JSON.parse(stdout) as {
      readonly warnings: readonly { readonly code: string; readonly path: string; readonly line: number }[]
    }
    expect(warnings.map(({ code, path, line }) => `${code} ${path}:${line}`)).toEqual([
      'STATE_IGNORED .gitignore:2',
      'SUBAGENT_STATE_IGNORED .gitignore:3',
      'STATE_IGNORED .gitignore:4',
    ])
  })

  it('looks where GitHub would look, from a folder below and where one is named', async () => {
    const folder = places.folder({ '.github/workflows/a.yml': '- no workflow\n', 'audio/README.md': '' })
    repository(folder)
    const found = [0, 'WORKFLOW_UNREADABLE .github/workflows/a.yml']
    expect(await doctor(join(folder, 'audio'))).toEqual(found)
    const { stdout } = await runHere(['doctor', '--root', join(folder, 'audio'), '--format', 'json'])
    expect(JSON.parse(stdout)).toMatchObject({ warnings: [{ code: 'WORKFLOW_UNREADABLE' }] })
  })

  it('finds a stale lock, and files of its own that git tracks', async () => {
    const holder = {
      pid: endedProcess(),
      host: thisProcess('x').host,
      started: '1',
      token: 'f'.repeat(16),
      command: 'accept',
    }
    const folder = places.folder({ ...plugin, '.baton.lock': `${JSON.stringify(holder)}\n` })
    expect(await doctor(folder)).toEqual([0, 'TREE_LOCK_LEFT .baton.lock'])
    expect(await doctor(folder)).toEqual([0])
    write(folder, { '.baton.lock': `${JSON.stringify({ ...holder, host: 'elsewhere' })}\n` })
    repository(folder)
    expect(await doctor(folder)).toEqual([0, 'TREE_LOCK_LEFT .baton.lock', 'TREE_LOCK_TRACKED .baton.lock'])
    write(folder, { '.baton.lock': `${JSON.stringify(thisProcess('accept'))}\n` })
    expect(await doctor(folder)).toEqual([0, 'TREE_LOCK_TRACKED .baton.lock'])
  })
})
