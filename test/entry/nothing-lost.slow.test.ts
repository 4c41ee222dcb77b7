import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { seeded } from '../../scripts/seeded.ts'
import type { BuiltInName } from '../../src/core/protocol-name.ts'
import { protocols } from '../../src/entry/protocols.ts'
import * as control from '../../src/protocols/control/examples.ts'
import * as governance from '../../src/protocols/governance/examples.ts'
import * as handover from '../../src/protocols/handover/examples.ts'
import * as plugin from '../../src/protocols/plugin/examples.ts'
import * as subagent from '../../src/protocols/subagent/examples.ts'
import { repository } from '../processes/work-tree.ts'
import { runs, seed } from '../thorough.ts'
import { declaration, item } from './declared.ts'
import { runHere } from './here.ts'
import { scratch, type Files } from './programs.ts'

// People write into the files of state while commands change them, in any order: every sentence of a person is in a
// file or in git.

const places = scratch()
afterAll(places.remove)

const sequences = runs(2)
const steps = 7

/** A workflow with copies of the state, and effects. */
const workflow = `${declaration.replace(
  'place: { front-matter: status }',
  "places:\n      file: { front-matter: status }\n      board: { in: BOARD.md, table: Board, row: { Item: '{id}' }, column: Status }\n    truth: file",
)}    on-move:
      - { set: { front-matter: updated }, to: '{today}' }
      - { append: '- {today} {from} → {to} {text}', section: Log }
`

const work: Files = {
  '.github/baton.yml': workflow,
  'work/a.md': `${item('todo').replace('---\n#', 'updated: 2026-01-01\n---\n#')}\n## Log\n\n- 2026-01-01 Written\n\n## Notes\n\nNone.\n`,
  'work/b.md': item('doing'),
  'BOARD.md': '# Board\n\n| Item | Status |\n|---|---|\n| a | todo |\n| b | review |\n',
}

const samples: Readonly<Record<BuiltInName, readonly Files[]>> = {
  plugin: [
    plugin.sample,
    plugin.notesSample,
    plugin.phasedSample,
    plugin.workingSample,
    plugin.legacySample,
    plugin.withStatus(plugin.sample, '🚧 Stage 2', '📦 Installed'),
  ],
  handover: [handover.sample, handover.inFinished(), handover.session],
  subagent: [subagent.sample],
  control: [control.sample],
  governance: [governance.sample],
}

const all = { ...samples, work: [work] }

type Name = keyof typeof all

/** Commands besides the examples in the documents, among them those that replace files. */
const extraCommands: Readonly<Partial<Record<Name, readonly string[]>>> = {
  plugin: [
    '/restore TinyGain state',
    '/regenerate TinyGain --complexity 2',
    '/sync',
    '/migrate',
    '/install TinyGain',
    '/fix',
    '/undo TinyGain',
  ],
  handover: ['/accept login --new-run', '/fix', '/undo login'],
  subagent: ['/accept task-1', '/handback task-1 success', '/fix', '/undo task-1'],
  control: [
    '/accept explore --anyway',
    '/accept explore --refresh',
    '/handback explore error "It failed"',
    '/undo explore',
  ],
  governance: ['/fix', '/undo'],
  work: [
    '/accept a',
    '/handback a "It is | done"',
    '/handback b error',
    '/sync b',
    '/sync b --from board',
    '/fix',
    '/undo a',
    '/undo b',
  ],
}

const isWritten = (path: string) => /\.(?:md|json)$/.test(path)

/** A sentence at the end of a text, or as the first value of JSON. */
const withSentence = (path: string, text: string, sentence: string): string =>
  path.endsWith('.json') ? text.replace(/\{(?=\s*")/, () => `{ "${sentence}": true,`) : `${text}\n${sentence}\n`

const files = (folder: string, below = ''): readonly string[] =>
  readdirSync(join(folder, below)).flatMap((name) => {
    const path = below === '' ? name : `${below}/${name}`
    if (name === '.git') return []
    return statSync(join(folder, path)).isDirectory() ? files(folder, path) : [path]
  })

const git = (folder: string, ...words: readonly string[]) =>
  execFileSync('git', words, { cwd: folder, encoding: 'utf8' })

describe.each(Object.keys(all) as Name[])('any commands of %s between the edits of a person', (name) => {
  it.each(Array.from({ length: sequences }, (_, index) => seed + index))(
    'lose no sentence (seed %i)',
    async (caseSeed) => {
      const random = seeded(caseSeed)
      const any = <Each>(list: readonly Each[]): Each =>
        list[Math.floor(random() * list.length)] ?? expect.fail('There is nothing to choose from')
      const facts = protocols.find((protocol) => protocol.name === name)?.commands ?? []
      const commands = [...facts.flatMap(({ examples }) => examples), ...(extraCommands[name] ?? [])]

      const folder = places.folder(any<Files>(all[name]))
      repository(folder, { 'user.name': 'octocat', 'user.email': 'octocat@example.com' })
      const uncommitted = new Set<string>()
      const backups: string[] = []
      const log: string[] = []
      for (let step = 0; step < steps; step++) {
        const path = any(files(folder).filter(isWritten))
        const sentence = `Sentence ${step} of a person.`
        const text = withSentence(path, readFileSync(join(folder, path), 'utf8'), sentence)
        writeFileSync(join(folder, path), text)
        if (text.includes(sentence)) uncommitted.add(sentence)
        if (random() < 0.3) {
          git(folder, 'add', '--all')
          git(folder, 'commit', '--quiet', '--allow-empty', '--message', 'As it is')
          uncommitted.clear()
        }
        const command = any(commands)
        const { code, stdout } = await runHere(
          [...(random() < 0.2 ? ['run', '--commit'] : ['run']), command, '--at', '2026-02-04T10:00:00Z'],
          {
            cwd: folder,
          },
        )
        log.push(`${path} <- ${sentence}`, `${command} -> ${code}`)
        const texts = files(folder).map((file) => readFileSync(join(folder, file), 'utf8'))
        // An answer says where to find what a command replaced that it had written itself.
        for (const [, object = ''] of stdout.matchAll(/`git show ([0-9a-f]+)`/g))
          backups.push(git(folder, 'show', object))
        const lost = [...uncommitted].filter(
          (candidate) => ![...texts, ...backups].some((text) => text.includes(candidate)),
        )
        expect(lost.length === 0 ? [] : [...log, ...lost]).toEqual([])
        expect(existsSync(join(folder, '.baton.lock'))).toBe(false)
      }
    },
  )
})
