import type { Rule } from '../../../../core/rule.ts'
import type { Selector } from '../../../../core/view.ts'
import { msg } from '../../../../core/message.ts'
import { differs } from '../../changed.ts'
import { change, pendingSample, sample, tasksPath } from '../../examples.ts'
import { neverEntered } from '../../files.ts'
import type { SubagentModel } from '../../model.ts'
import type { Report } from '../../reading/report.ts'
import type { Session } from '../../session.ts'
import { changedSessions, targetOf, type Compared } from '../../subjects.ts'
import { wildcard } from '../../wildcard.ts'

const mostNames = 10

/** The reports that the change adds, in sessions that were there before. */
function newReports(compared: Compared): readonly { readonly session: Session; readonly report: Report }[] {
  return changedSessions(compared).flatMap(({ session, before }) =>
    session.reports.filter(({ task, attempt }) => !before.task(task)?.report(attempt)).map((report) => ({ session, report })),
  )
}

const knowsObjects = ({ view }: SubagentModel) => view.identity?.(view.paths[0] ?? '') !== undefined

/** What must be seen of the files outside of sessions: where exactly one report is new, enough to tell which of them changed. */
export function outsideOf(compared: Compared): readonly Selector[] {
  const { now, before } = compared
  if (!before || newReports(compared).length !== 1) return []
  return [{ glob: '**', need: knowsObjects(now) && knowsObjects(before) ? 'name' : 'digest', except: neverEntered }]
}

/** Files outside of all sessions that the change touches. */
function changedOutside(now: SubagentModel, before: SubagentModel): readonly string[] {
  const isOurs = (path: string) => now.sessionOf(path) !== undefined || before.sessionOf(path) !== undefined
  const paths = new Set([...now.view.paths, ...before.view.paths])
  return [...paths].filter((path) => !isOurs(path) && differs(now.view, before.view, path)).toSorted()
}

/** Whether an entry of *Files* names a path: the file, its folder, or a pattern in which only `*` is special. */
function names(entry: string, path: string): boolean {
  const form = entry
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/)+/, '')
    .replace(/\/+$/, '')
  return form === '.' || path.startsWith(`${form}/`) || wildcard(form, path)
}

export const fileOutside: Rule<Compared> = {
  code: 'TASKS_FILE_OUTSIDE',
  strict: 'warning',
  soft: 'warning',
  summary: 'The change adds exactly one report, and touches files outside the sessions that *Files* of its task does not name.',
  why: 'The Reviewer looks at the files of the task: what else changed, nobody reviews.',
  repair: 'Take the other changes back, or let the Planner name the files.',
  examples() {
    return {
      bad: [{ about: 'another source', base: sample, head: { ...pendingSample, 'src/help.ts': 'help\n', 'src/other.ts': 'other\n' } }],
      good: [
        { about: 'the file of the task', base: sample, head: { ...pendingSample, 'src/help.ts': 'help\n' } },
        {
          about: 'in a folder',
          base: change(sample, { [tasksPath]: [['src/help.ts', 'src/help/']] }),
          head: change({ ...pendingSample, 'src/help/a/b.ts': '' }, { [tasksPath]: [['src/help.ts', 'src/help/']] }),
        },
        {
          about: 'by a pattern',
          base: change(sample, { [tasksPath]: [['src/help.ts', '`src/*.ts`']] }),
          head: change({ ...pendingSample, 'src/a.ts': '' }, { [tasksPath]: [['src/help.ts', '`src/*.ts`']] }),
        },
        { about: 'no report', base: sample, head: { ...sample, 'src/other.ts': 'other\n' } },
      ],
    }
  },
  *check(compared) {
    const added = newReports(compared)
    const [only] = added
    if (!only || added.length > 1 || !compared.before) return
    const { session, report } = only
    const definition = session.task(report.task)?.definition
    const files = definition?.files ?? []
    if (!definition || files.length === 0) return
    const outside = changedOutside(compared.now, compared.before).filter((path) => !files.some((file) => names(file, path)))
    if (outside.length === 0) return
    const line = definition.lineOf.get('files')
    yield {
      message: msg`Unexpected change of files that ${report.task} does not name: ${outside.slice(0, mostNames)}`,
      hint:
        outside.length > mostNames
          ? msg`And ${outside.length - mostNames} more. Take them back, or let the Planner name them.`
          : 'Take them back, or let the Planner name them.',
      place: line === undefined || !session.tasks.document ? definition.place : session.tasks.document.place(line),
      target: targetOf(session, report.task),
    }
  },
}
