import type { Place } from '../../../core/diagnostic.ts'
import { memo, memoBy } from '../../../core/once.ts'
import { runSteps, mapInSteps, onceInSteps, type Steps } from '../../../core/steps.ts'
import { baseName, type View } from '../../../core/view.ts'
import { readText, type TextDocument } from '../../../documents/text.ts'
import type { UnreadableFile, Session } from '../model.ts'
import { asMapping, type FileRecord, parseRecord, readRecord } from '../../../kit/record.ts'
import { linkNoun, unreadableReason } from '../../../kit/entry.ts'
import type { SubagentConfiguration } from '../discovery.ts'
import type { YamlNode } from '../../../documents/yaml.ts'
import { filledText } from '../../../kit/written.ts'
import { pathsByUnit } from '../../../kit/units.ts'
import { matcher } from '../../../documents/glob.ts'
import { messagesFolder, metadataFile, planFile, progressFile, tasksFile } from '../files.ts'
import { isCategoryFile, isQuestionsFile, isReviewProgress, iterationReportOf, reportOf } from './names.ts'
import { tasksIn } from './task.ts'
import { isSessionId, isTaskId, type Profile } from '../schema.ts'
import { isNamed, fileInPlaceOfFolder, readMessageFile } from './message.ts'
import { readProgress, type Progress } from './progress.ts'
import { readQuestions } from './questions.ts'
import { readReport } from './report.ts'
import { noTasks, readTasks, tasksOfFiles } from './tasks.ts'

const readTasksOnce = memo(readTasks)

/** Reads the files of a session, each once, and remembers which cannot be read. */
function filesOf({ view, limit }: { readonly view: View; readonly limit: number }) {
  const faults = new Map<string, UnreadableFile>()
  const fault = (path: string, message: string, place: Place = { path, line: 1 }) =>
    faults.set(path, { path, message, place })
  const text = memoBy((path: string): TextDocument | undefined => {
    const result = readText(view, path, limit)
    if (typeof result === 'string' && result !== 'absent') fault(path, unreadableReason(view, path, result))
    return typeof result === 'string' ? undefined : result
  })
  const record = (path: string, format: 'yaml-1.2' | 'front-matter'): FileRecord<YamlNode> | undefined => {
    const document = text(path)
    const file = document && asMapping(parseRecord(document, format))
    if (file?.fault) fault(path, file.fault.message, file.fault.place)
    return file
  }
  return { text, record, faults, fault }
}

export interface SessionFolder {
  readonly path: string
  /** Paths in it, sorted. */
  readonly paths: readonly string[]
}

const isSession = (path: string, paths: readonly string[]) =>
  isSessionId(baseName(path)) ||
  [progressFile, tasksFile, metadataFile].some((name) => paths.includes(`${path}/${name}`))

/** Finds the folders of sessions in a view, sorted. */
export const findSessions = (view: View, globs: readonly string[]): readonly SessionFolder[] =>
  pathsByUnit(view, matcher(globs)).flatMap(([path, paths]) => (isSession(path, paths) ? [{ path, paths }] : []))

/** Links and submodules in the place of a session's folder. */
export function linkedSessions(view: View, globs: readonly string[]): readonly string[] {
  const matches = matcher(globs)
  return view.paths.filter((path) => view.entry(path)?.kind !== 'file' && isSessionId(baseName(path)) && matches(path))
}

/** What a session is read from, and how. */
interface Reader {
  readonly view: View
  readonly configuration: SubagentConfiguration
  readonly limit: number
}

/** A number, where it is whole and 1 or more. */
const positiveIntegerOf = (number: number | undefined) =>
  number !== undefined && Number.isInteger(number) && number >= 1 ? number : undefined

/** Folders of a session that are links: what is behind them is not seen. */
const knownFolders = ['iterations', 'signals', 'signals/inputs', 'signals/processed']

/** Reads a session, file by file. `label` is what its targets call it. */
export function* readSession(reader: Reader, folder: SessionFolder, label: string): Steps<Session> {
  const { view, configuration } = reader
  const { path, paths } = folder
  const id = baseName(path)
  const pathInSession = (name: string) => `${path}/${name}`
  /** Paths as they are in the session. */
  const innerPaths = paths.map((filePath) => filePath.slice(path.length + 1))
  const names = innerPaths.filter((innerPath) => !innerPath.includes('/'))
  const files = filesOf(reader)
  const { text } = files
  const has = (name: string) => names.includes(name)
  const isThere = (name: string) => {
    const document = text(pathInSession(name))
    return document ? document.text.slice(document.start).trim() !== '' : files.faults.has(pathInSession(name))
  }
  // The same for every profile.
  const reportAt = memoBy((innerPath: string) => {
    const name = reportOf(innerPath) ?? iterationReportOf(baseName(innerPath))
    const document = name && text(pathInSession(innerPath))
    return name && document && readReport(document, name)
  })
  const messageIn = memoBy((innerPath: string) =>
    readRecord(view, pathInSession(innerPath), 'json-with-mark', reader.limit),
  )

  for (const folderName of knownFolders) {
    const folderPath = pathInSession(folderName)
    const kind = view.entry(folderPath)?.kind
    if (kind !== undefined && kind !== 'file')
      files.fault(folderPath, `Unexpected ${linkNoun(view, folderPath)}, expected a folder`)
  }
  const besidePath = view.entry(`${path}.instructions.md`) ? `${path}.instructions.md` : undefined
  const inside = [`${id}.instructions.md`, '.instructions.md'].filter(has).map(pathInSession)
  const instructionsPath = besidePath ?? inside[0]
  const instructions = instructionsPath === undefined ? undefined : files.record(instructionsPath, 'front-matter')
  for (const filePath of inside) text(filePath)
  yield

  const folderNumbers = innerPaths.flatMap((innerPath) => {
    const [, digits] = /^iterations\/(\d{1,6})\//.exec(innerPath) ?? []
    return digits === undefined ? [] : [Number(digits)]
  })
  const folders = [...new Set(folderNumbers)].toSorted((a, b) => a - b)
  const isV2 = has(metadataFile) || folders.length > 0
  const metadata = has(metadataFile) ? files.record(pathInSession(metadataFile), 'yaml-1.2') : undefined
  const tasksDocument = has(tasksFile) ? text(pathInSession(tasksFile)) : undefined
  const ownTasks = tasksDocument ? readTasksOnce(tasksDocument) : noTasks
  yield
  const progressDocument = has(progressFile) ? text(pathInSession(progressFile)) : undefined
  if (has(planFile)) text(pathInSession(planFile))

  const isLater = (progress: Progress | undefined) =>
    ownTasks.groups.headings ||
    progress?.hasWave === true ||
    progress?.legend.has('F') === true ||
    progress?.get('plan-brainstorm') !== undefined ||
    progress?.get('plan-research') !== undefined ||
    names.some((name) => isCategoryFile(name) || isReviewProgress(name)) ||
    instructions?.has('concurrency') === true
  const contractProgress = progressDocument && readProgress(progressDocument, 'contract-1.0.0')
  yield
  const detectedProfile: Profile = isV2 ? 'v2' : isLater(contractProgress) ? 'v1-3.x' : 'contract-1.0.0'

  function* build(profile: Profile): Steps<Session> {
    const isContract = profile !== 'v2'
    const storedIteration = positiveIntegerOf(metadata?.number('iteration'))
    const currentIteration = storedIteration ?? folders.at(-1)
    const folderPrefix = isContract || currentIteration === undefined ? '' : `iterations/${currentIteration}/`
    const progressPath = pathInSession(`${folderPrefix}${progressFile}`)
    const progressText = isContract ? progressDocument : text(progressPath)
    const progress =
      progressText && (profile === 'contract-1.0.0' ? contractProgress : readProgress(progressText, profile))
    yield

    /** The task that a path of an iteration defines. */
    const definedTask = (innerPath: string) =>
      innerPath.startsWith(`${folderPrefix}tasks/`) && innerPath.endsWith('.md')
        ? innerPath.slice(`${folderPrefix}tasks/`.length, -'.md'.length)
        : ''
    const definitions = isContract
      ? []
      : innerPaths
          .map((innerPath) => ({ id: definedTask(innerPath), path: pathInSession(innerPath) }))
          .filter((task) => isTaskId(task.id) && text(task.path)?.text.trim())
    const reportFolder = `${folderPrefix}reports/`
    const isReport = (innerPath: string) =>
      isContract
        ? reportOf(innerPath) !== undefined
        : innerPath.startsWith(reportFolder) && iterationReportOf(innerPath.slice(reportFolder.length)) !== undefined
    const reports = (yield* mapInSteps(innerPaths.filter(isReport), reportAt))
      .filter((report) => report !== undefined)
      .toSorted((a, b) => a.attempt - b.attempt)
    const questionFiles = isContract ? names.filter((name) => isQuestionsFile(name, profile)) : []
    const questions = (yield* mapInSteps(questionFiles, (name) => {
      const document = text(pathInSession(name))
      return document && readQuestions(document)
    })).filter((file) => file !== undefined)
    const isMessage = (innerPath: string) => innerPath === messagesFolder || /^messages\/[^/]*\.json$/.test(innerPath)
    const messageFiles = yield* mapInSteps(isContract ? innerPaths.filter(isMessage) : [], (innerPath) =>
      innerPath === messagesFolder
        ? fileInPlaceOfFolder(pathInSession(innerPath))
        : readMessageFile(messageIn(innerPath), profile),
    )
    const messages = messageFiles.filter(isNamed)
    const byKey = new Map(messages.map((message) => [`${message.key}.${message.kind}`, message]))
    const tasks = isContract ? ownTasks : tasksOfFiles(definitions)
    const allTasks = tasksIn({ label, profile, tasks, progress, reports, messages })
    const byId = new Map(allTasks.map((task) => [task.id, task]))

    const hasOldMetadata =
      metadata !== undefined && filledText(metadata.node('state')) !== undefined && !metadata.has('orchestrator')
    const hasOldMarkers =
      contractProgress !== undefined && contractProgress.markers.length === 0 && contractProgress.nearMisses.length > 0
    const legacy = hasOldMetadata
      ? ({ path: pathInSession(metadataFile), why: 'metadata' } as const)
      : hasOldMarkers
        ? ({ path: pathInSession(progressFile), why: 'markers' } as const)
        : undefined

    const recordIn = (innerPath: string) => files.record(pathInSession(innerPath), 'yaml-1.2')
    const completedIterations = new Set<number>()
    for (const number of isContract ? [] : folders) {
      const file = recordIn(`iterations/${number}/${metadataFile}`)
      if (filledText(file?.node('completed_at')) !== undefined) completedIterations.add(number)
      yield
    }
    const signalPaths = isContract
      ? []
      : innerPaths.filter((innerPath) => /^signals\/(?:inputs|processed)\/[^/]+\.yaml$/.test(innerPath))
    const signals = (yield* mapInSteps(signalPaths, (innerPath) => ({
      file: recordIn(innerPath),
      processed: innerPath.startsWith('signals/processed/'),
    }))).flatMap(({ file, processed }) => (file ? [{ file, processed }] : []))
    const anchor = [progressFile, tasksFile, planFile].find(has)
    return {
      path,
      id,
      target: `ralph:${label}`,
      isNamed: isSessionId(id),
      profile,
      paths,
      names,
      anchor: anchor === undefined ? (paths[0] ?? path) : pathInSession(anchor),
      legacy,
      get unreadable() {
        return [...files.faults.values()]
      },
      tasks,
      progress,
      progressPath,
      questions,
      reports,
      messageFiles,
      messages,
      besidePath,
      instructions,
      inside,
      iterations: isContract
        ? undefined
        : {
            metadata,
            state: filledText(metadata?.node('orchestrator', 'state')),
            stored: storedIteration,
            folders,
            current: currentIteration,
            isCompleted: (number) => completedIterations.has(number),
            signals,
          },
      allTasks,
      task: (task) => byId.get(task),
      message: (key, kind) => byKey.get(`${key}.${kind}`),
      isThere,
      text,
      as: asProfile,
    }
  }

  const buildOnce = memoBy((profile: Profile) => onceInSteps(() => build(profile)))
  const asProfile = (profile: Profile) => runSteps(buildOnce(profile)())
  return yield* buildOnce(configuration.profile ?? detectedProfile)()
}
