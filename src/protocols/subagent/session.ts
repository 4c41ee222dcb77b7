import type { Place } from '../../core/diagnostic.ts'
import type { TextDocument } from '../../documents/text.ts'
import { layoutFiles, metadataFile } from './files.ts'
import type { Instructions } from './reading/instructions.ts'
import type { Message } from './reading/message.ts'
import type { MessageFile } from './reading/messages.ts'
import type { YamlFile } from './reading/metadata.ts'
import type { Progress } from './reading/progress.ts'
import type { Questions } from './reading/questions.ts'
import type { Report } from './reading/report.ts'
import type { Tasks } from './reading/tasks.ts'
import type { Task } from './task.ts'
import { profiles, type Profile } from './words.ts'

/** A file that cannot be read. */
export interface UnreadableFile {
  readonly path: string
  readonly message: string
  readonly place: Place
}

/** What a session of v2 has besides. */
export interface Iterations {
  readonly metadata: YamlFile | undefined
  /** The stored state. */
  readonly state: string | undefined
  /** `iteration` of the metadata. */
  readonly stored: number | undefined
  /** The numbers of the folders that are there, ascending. */
  readonly folders: readonly number[]
  readonly current: number | undefined
  /** Whether an iteration's own metadata say that it was completed. */
  isCompleted(iteration: number): boolean
  readonly signals: readonly { readonly file: YamlFile; readonly processed: boolean }[]
}

/** Everything that is known of one session. */
export interface Session {
  readonly path: string
  /** The name of its folder. */
  readonly id: string
  /** `ralph:260131-144400` */
  readonly target: string
  readonly isNamed: boolean
  readonly profile: Profile
  /** Paths in it, sorted. */
  readonly paths: readonly string[]
  /** Names of what lies directly in it. */
  readonly names: readonly string[]
  /** The file that speaks for the session where one is missing. */
  readonly anchor: string
  /** Why it is of before there were ids: the file that says so. No other rule looks at it. */
  readonly legacy: { readonly path: string; readonly why: 'markers' | 'metadata' } | undefined
  readonly unreadable: readonly UnreadableFile[]
  readonly tasks: Tasks
  readonly progress: Progress | undefined
  /** The path of progress.md, there or not. */
  readonly progressPath: string
  readonly questions: readonly Questions[]
  /** Ascending by attempt. */
  readonly reports: readonly Report[]
  readonly messageFiles: readonly MessageFile[]
  /** Those that are called like one, readable or not. */
  readonly messages: readonly Message[]
  /** The path of instructions beside the folder, whether they can be read or not. */
  readonly besidePath: string | undefined
  readonly instructions: Instructions | undefined
  /** Paths of instructions inside the folder. */
  readonly inside: readonly string[]
  /** Only of v2. */
  readonly iterations: Iterations | undefined
  /** Every task that has a marker line, a definition, a report or a message. */
  readonly allTasks: readonly Task[]
  task(id: string): Task | undefined
  message(key: string, kind: Message['kind']): Message | undefined
  /** Whether a file of it is there and has more than blanks in it. */
  isThere(name: string): boolean
  /** What is read of a file in it; nothing where it cannot be read. */
  text(path: string): TextDocument | undefined
  /** The same session as another profile has it. */
  as(profile: Profile): Session
}

/** The higher of two profiles: in a comparison it holds for both sides. */
export const higher = (a: Profile, b: Profile): Profile => (profiles.indexOf(a) >= profiles.indexOf(b) ? a : b)

/** The files of a session's layout that are missing or blank. */
export function missingFiles(session: Session): readonly string[] {
  const { iterations, path, progressPath, isThere } = session
  const wanted = iterations ? [metadataFile, progressPath.slice(path.length + 1)] : layoutFiles
  return wanted.filter((name) => !isThere(name))
}
