import { planFile, progressFile, questionsFile, reportName, tasksFile } from '../../files.ts'
import { meantBy } from '../../paths.ts'
import type { Message } from '../../reading/message.ts'
import type { Session } from '../../session.ts'

/** A row of the specification's tables: what an invocation must have done to files of its session, and what else it may write. */
interface Effect {
  /** Each of these must be there and new. */
  readonly created?: readonly string[]
  /** One of these must be new or changed. */
  readonly oneOf?: readonly string[]
  readonly may: readonly string[]
}

/** `questions` stands for every questions file, `instructions` for those of the session, `report` for that of the attempt. */
const effects: Readonly<Record<string, Effect>> = {
  'planner.INITIALIZE': {
    created: [planFile, tasksFile, progressFile, 'instructions'],
    may: [planFile, tasksFile, progressFile, 'instructions'],
  },
  'planner.UPDATE': { oneOf: [planFile, tasksFile, progressFile], may: [planFile, tasksFile, progressFile] },
  'planner.TASK_BREAKDOWN': { oneOf: [tasksFile], may: [tasksFile, progressFile] },
  'planner.DISCOVERY': { oneOf: ['questions'], may: ['questions', planFile] },
  executor: { may: [progressFile, 'report', 'files'] },
  reviewer: { may: [progressFile, 'report'] },
  questioner: { oneOf: ['questions'], may: ['questions'] },
}

/** What the invocation of a message must have done, and may. */
export const effectOf = ({ agent, mode }: Message): Effect | undefined =>
  agent === 'planner' ? effects[`planner.${mode}`] : effects[agent]

/** The paths that a word of the table stands for. */
export function pathsOf(word: string, message: Message, session: Session, before: Session | undefined): readonly string[] {
  const inner = (name: string) => `${session.path}/${name}`
  if (word === 'questions')
    return [...new Set([inner(questionsFile), ...[session, before].flatMap((each) => each?.questions.map(({ path }) => path) ?? [])])]
  if (word === 'instructions') return [`${session.path}.instructions.md`, inner(`${session.id}.instructions.md`), inner('.instructions.md')]
  if (word === 'report') return message.task === undefined ? [] : [inner(reportName({ task: message.task, attempt: message.number }))]
  if (word === 'files') return (session.task(message.task ?? '')?.definition?.files ?? []).map((file) => meantBy(file, session))
  return [inner(word)]
}

/** What a word of the table is called in a message. */
export const titleOf = (word: string, { id }: Session) =>
  word === 'instructions' ? `${id}.instructions.md` : word === 'questions' ? questionsFile : word

/** Where a message says that it is done. */
export const place = ({ content, path }: Message) => content?.place('status') ?? { path, line: 1 }
