import { execFileSync, type StdioOptions } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import * as control from '../src/protocols/control/examples.ts'
import * as governance from '../src/protocols/governance/examples.ts'
import * as handover from '../src/protocols/handover/examples.ts'
import * as subagent from '../src/protocols/subagent/examples.ts'
import { contractPath, pluginFiles, registry, type SamplePlugin } from './repository.ts'

type Files = Readonly<Record<string, string>>

const plugins: readonly SamplePlugin[] = [
  { name: 'TinyGain', about: 'One knob that makes things louder.' },
  { name: 'WarmVerb', about: 'A room with soft walls.' },
  { name: 'DustDelay', about: 'An echo that ages.' },
  { name: 'PulseGate', about: 'A gate that counts.' },
  { name: 'GlassPad', about: 'Slow chords that shimmer.' },
  { name: 'CrushBox', about: 'Fewer bits.' },
]

/** The state of a plugin, as its handoff and the registry say it. */
interface Stage {
  readonly stage: number
  readonly phase: string
  readonly status: 'in_progress' | 'complete'
}

/** The repository between two commits. */
class Writer {
  readonly files = new Map<string, string>()
  readonly input: string[] = []
  private made = 0

  edit(path: string, change: (text: string) => string): readonly [string, string] {
    const text = change(this.files.get(path) ?? '')
    this.files.set(path, text)
    return [path, text]
  }

  /** `time`: of the first days of February, `2 14:05`. */
  commit(
    time: string,
    author: string,
    message: string,
    changes: Iterable<readonly [path: string, text: string]>,
  ): void {
    const [day = '', clock = ''] = time.split(' ')
    const at = Date.parse(`2026-02-${day.padStart(2, '0')}T${clock}:00Z`) / 1000
    const who = `${author} <${author}@example.com> ${at} +0000`
    const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`
    this.input.push(`commit refs/heads/main\nmark :${++this.made}\nauthor ${who}\ncommitter ${who}\n${data(message)}`)
    for (const [path, text] of changes) {
      this.files.set(path, text)
      this.input.push(`M 644 inline ${path}\n${data(text)}`)
    }
  }
}

const handoff = (name: string) => `plugins/${name}/.continue-here.md`

/** Moves a plugin on: its handoff, and of the registry row and entry, as far as they are named. */
function move(story: Writer, name: string, { stage, phase, status }: Stage, places: 'all' | 'row' | 'handoff' = 'all') {
  const label = `🚧 Stage ${phase === '' ? stage : phase}`
  const changed = [
    story.edit(handoff(name), (text) =>
      text
        .replace(/^stage: .*$/m, `stage: ${stage}`)
        .replace(/^phase: .*$/m, `phase: ${phase === '' ? 'null' : `"${phase}"`}`)
        .replace(/^status: .*$/m, `status: ${status}`),
    ),
  ]
  if (places === 'handoff') return changed
  const row = (text: string) => text.replace(new RegExp(String.raw`(\| ${name} \|)[^|]*`), `$1 ${label} `)
  const entry = (text: string) => text.replace(new RegExp(`(### ${name}\n\n\\*\\*Status:\\*\\*).*`), `$1 ${label}`)
  return [...changed, story.edit('PLUGINS.md', (text) => (places === 'row' ? row(text) : entry(row(text))))]
}

const tracker = '_bmad-output/implementation-artifacts/sprint-status.yaml'
const storyFile = (id: string) => `_bmad-output/implementation-artifacts/${id}.md`

/** The sprint of the website beside the plugins, as BMAD-METHOD writes it. */
const sprint: Files = {
  '.github/baton.yml': 'workflows: [bmad]\n',
  [tracker]: `development_status:
  epic-1: in-progress
  1-1-download-page: done
  1-2-newsletter: in-progress
`,
  [storyFile('1-1-download-page')]: '# Story 1.1: Download page\n\nStatus: done\n',
  [storyFile('1-2-newsletter')]: '# Story 1.2: Newsletter\n\nStatus: in-progress\n',
}

/** The moment at which the story ends. */
export const storyEnd = '2026-02-04T10:00:00Z'

/** A week of a team and its agents, made up: who had what, what they got wrong, and what waits now. */
export function writeStory(root: string): void {
  const story = new Writer()
  const make = (
    time: string,
    author: string,
    message: string,
    ...changes: Parameters<typeof move> extends never ? never : (readonly (readonly [string, string])[])[]
  ) => story.commit(time, author, message, changes.flat())
  const all = (files: Files) => Object.entries(files)
  const first = plugins.slice(0, 3)
  make(
    '1 09:00',
    'octocat',
    'Three plugins',
    all({ 'PLUGINS.md': registry(first), ...(Object.assign({}, ...first.map(pluginFiles)) as Files) }),
  )
  make(
    '1 09:40',
    'agent',
    'TinyGain: begin stage 3',
    move(story, 'TinyGain', { stage: 3, phase: '3.1', status: 'in_progress' }),
  )
  make(
    '1 11:20',
    'agent',
    'TinyGain: stage 3.1',
    move(story, 'TinyGain', { stage: 3, phase: '3.1', status: 'complete' }, 'row'),
  )
  make('1 13:05', 'hubot', 'TinyGain: the entry, too', [
    story.edit('PLUGINS.md', (text) => text.replace(/(### TinyGain\n\n\*\*Status:\*\*).*/, '$1 🚧 Stage 3.1')),
  ])
  make(
    '1 14:00',
    'agent',
    'WarmVerb: begin stage 3',
    move(story, 'WarmVerb', { stage: 3, phase: '3.1', status: 'in_progress' }),
  )
  make(
    '1 16:30',
    'agent',
    'WarmVerb: stage 3.1',
    move(story, 'WarmVerb', { stage: 3, phase: '3.1', status: 'complete' }),
  )
  const second = plugins.slice(0, 5)
  make(
    '2 08:50',
    'octocat',
    'Two more plugins',
    all({ ...(Object.assign({}, ...second.slice(3).map(pluginFiles)) as Files) }),
  )
  make(
    '2 09:10',
    'agent',
    'TinyGain: begin stage 3.2',
    move(story, 'TinyGain', { stage: 3, phase: '3.2', status: 'in_progress' }),
  )
  make('2 10:00', 'agent', 'A login in two steps', all(handover.inProgress(...handover.working)))
  make(
    '2 12:30',
    'agent',
    'TinyGain: stage 3.2',
    move(story, 'TinyGain', { stage: 3, phase: '3.2', status: 'complete' }, 'handoff'),
  )
  make(
    '2 15:00',
    'agent',
    'DustDelay: begin stage 3',
    move(story, 'DustDelay', { stage: 3, phase: '3.1', status: 'in_progress' }, 'row'),
  )
  make('3 09:00', 'agent', 'WarmVerb: the range of the mix', [
    story.edit(contractPath('WarmVerb', 'parameter-spec.md'), (text) => text.replace('0 to 100 %', '0 to 200 %')),
  ])
  make('3 09:30', 'octocat', 'The sprint of the website', all(sprint))
  make('3 10:15', 'octocat', 'Tasks', all(subagent.sample))
  make(
    '3 11:00',
    'agent',
    'DustDelay: stage 3.1',
    move(story, 'DustDelay', { stage: 3, phase: '3.1', status: 'complete' }),
  )
  make(
    '3 14:45',
    'agent',
    'TinyGain: begin stage 4',
    move(story, 'TinyGain', { stage: 4, phase: '4.1', status: 'in_progress' }),
  )
  make('3 16:20', 'agent', 'Newsletter: ready for review', [
    story.edit(storyFile('1-2-newsletter'), (text) => text.replace('Status: in-progress', 'Status: review')),
  ])
  make('3 17:00', 'octocat', 'The workflow that tidies up', all(control.returned('question')))
  make('4 08:30', 'agent', 'A session', all(governance.sample))
  make(
    '4 09:10',
    'agent',
    'PulseGate: begin stage 3',
    move(story, 'PulseGate', { stage: 3, phase: '3.1', status: 'in_progress' }),
  )
  mkdirSync(root, { recursive: true })
  const stdio: StdioOptions = ['pipe', 'ignore', 'inherit']
  const options = { cwd: root, stdio }
  execFileSync('git', ['init', '--quiet', '--initial-branch=main'], options)
  execFileSync('git', ['fast-import', '--quiet'], { ...options, input: story.input.join('') })
  execFileSync('git', ['reset', '--quiet', '--hard'], options)
}
