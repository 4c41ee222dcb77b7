import type { Rule } from '../../../../core/rule.ts'
import { say } from '../../../../core/say.ts'
import { readText } from '../../../../documents/text.ts'
import { matcher } from '../../../../documents/glob.ts'
import { payloads, sample, withMessage, workingSample } from '../../examples.ts'
import type { Compared, TaskSubject } from '../../subjects.ts'
import { holderOf } from '../../states.ts'
import { instantOf } from '../../words.ts'

const hour = 60 * 60 * 1000
const working = withMessage(workingSample, 'executor.task-3.a1.input', payloads.executorInput('task-3'))

export const stale: Rule<TaskSubject> = {
  code: 'SUBAGENT_STALE',
  strict: 'off',
  soft: 'warning',
  summary: 'In an audit: an agent has held a task for longer than `stale-after`.',
  why: 'The agent has most likely stopped without handing back.',
  repair: 'Look what became of it. `/handback TASK error TEXT` if it is gone.',
  get examples() {
    return {
      bad: [{ about: 'a day and more', head: working, at: '2026-02-02T10:00:00Z', staleAfter: 24 * hour }],
      good: [
        { about: 'not longer than that', head: working, at: '2026-02-01T14:59:00Z', staleAfter: 24 * hour },
        { about: 'no audit', head: working, at: '2026-12-24T00:00:00Z' },
        { about: 'nobody knows since when', head: workingSample, staleAfter: hour },
        { about: 'nothing in progress', head: sample, staleAfter: hour },
      ],
    }
  },
  *check({ task, context: { staleness, at } }) {
    const since = task.mode === undefined ? task.executor(task.attempt, 'input') : task.planning.findLast(({ kind }) => kind === 'input')
    const begun = instantOf(since?.content?.createdAt ?? '')
    if (!staleness || !task.line || begun === undefined || holderOf(task.state) !== 'agent') return
    const age = Date.parse(at) - begun
    if (!(age > staleness.milliseconds)) return
    yield {
      message: say`Unexpected silence of ${Math.floor(age / hour)} hours at ${task.id}, expected a handback within ${Math.floor(staleness.milliseconds / hour)}`,
      hint: say`Look what became of it; ${`/handback ${task.id} error TEXT`} if the agent is gone.`,
      place: task.line.place,
      target: task.target,
    }
  },
}

/** Whether the lines of a `.gitignore` in a folder leave a path out: the last that matches decides. */
function ignoring(lines: readonly string[], folder: string, path: string): number | undefined {
  const inner = folder === '' ? path : path.slice(folder.length + 1)
  let by: number | undefined
  for (const [index, raw] of lines.entries()) {
    const negated = raw.startsWith('!')
    const line = raw.slice(negated ? 1 : 0).trimEnd()
    if (line === '' || line.startsWith('#') || line.length > 500) continue
    const form = line.replace(/\/$/, '').replaceAll(/[{}()@+]/g, '\\$&')
    const anchored = form.includes('/')
    const glob = anchored ? form.replace(/^\//, '') : `**/${form}`
    const matches = matcher([glob])
    const names = inner.split('/')
    const isDirectoryOnly = line.endsWith('/')
    const hit = names.some((_, at) => (at < names.length - 1 || !isDirectoryOnly) && matches(names.slice(0, at + 1).join('/')))
    if (hit) by = negated ? undefined : index + 1
  }
  return by
}

export const stateIgnored: Rule<Compared> = {
  code: 'SUBAGENT_STATE_IGNORED',
  strict: 'off',
  soft: 'warning',
  summary: 'In `baton doctor`: a `.gitignore` leaves the sessions out.',
  why: 'State that is not committed is seen by nobody else. Files that are tracked already are read all the same.',
  repair: 'Take the pattern out, or add one that begins with `!`.',
  installation: true,
  get examples() {
    return {
      bad: [
        { about: 'the folder of sessions', head: { ...sample, '.gitignore': 'dist\n.ralph-sessions/\n' }, ignored: [] },
        { about: 'every progress', head: { ...sample, '.ralph-sessions/.gitignore': 'progress.md\n' }, ignored: [] },
      ],
      good: [
        { about: 'other files', head: { ...sample, '.gitignore': 'dist\n*.log\n' }, ignored: [] },
        { about: 'taken back', head: { ...sample, '.gitignore': '.ralph-sessions/*\n!.ralph-sessions/*\n' }, ignored: [] },
        { about: 'no doctor', head: { ...sample, '.gitignore': '.ralph-sessions/\n' } },
      ],
    }
  },
  *check({ now: { view, context, configuration } }) {
    if (!context.ignored) return
    for (const glob of configuration.sessions) {
      const root = glob.slice(0, Math.max(0, glob.lastIndexOf('/')))
      const path = `${root === '' ? '' : `${root}/`}260131-144400/progress.md`
      for (const folder of new Set(['', root])) {
        const file = folder === '' ? '.gitignore' : `${folder}/.gitignore`
        const document = readText(view, file, context.limit)
        if (typeof document === 'string') continue
        const lines = Array.from({ length: document.lineCount }, (_, index) => document.line(index + 1))
        const line = ignoring(lines, folder, path)
        if (line === undefined) continue
        yield {
          message: say`Unexpected pattern ${document.line(line)}: git leaves the sessions out`,
          hint: say`Take it out, or add ${`!${glob}`} behind it.`,
          place: document.place(line),
        }
      }
    }
  },
}
