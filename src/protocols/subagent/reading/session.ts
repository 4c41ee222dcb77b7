import type { Place } from '../../../core/diagnostic.ts'
import { memo, memoBy } from '../../../core/once.ts'
import { runSteps, mapInSteps, onceInSteps, type Steps } from '../../../core/steps.ts'
import { baseName, type View } from '../../../core/view.ts'
import { readText, type TextDocument } from '../../../documents/text.ts'
import type { UnreadableFile, Session } from '../model.ts'
import { asMapping, type FileRecord, parseRecord, readRecord, unreadableReason } from '../../../kit/record.ts'
import type { SubagentConfiguration } from '../discovery.ts'
import type { YamlNode } from '../../../documents/yaml.ts'
import { filledText } from '../../../kit/written.ts'
import { messagesFolder, metadataFile, planFile, progressFile, tasksFile } from '../files.ts'
import { isCategoryFile, isQuestionsFile, isReviewProgress, iterationReportOf, reportOf } from './names.ts'
import { tasksIn } from './task.ts'
import { isSessionId, isTaskId, type Profile } from '../schema.ts'
import { isNamed, fileInPlaceOfFolder, readMessageFile } from './message.ts'
import { readProgress, type Progress } from './progress.ts'
import { readQuestions } from './questions.ts'
import { readReport } from './report.ts'
import { noTasks, readTasks, tasksOfFiles } from './tasks.ts'
import type { SessionFolder } from './tree.ts'

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

/** What a session is read from, and how. */
interface Reader {
  readonly view: View
  readonly configuration: SubagentConfiguration
  readonly limit: number
}

const folderNumbers = (path: string, paths: readonly string[]): readonly number[] => {
  const numbers = paths.flatMap((filePath) => {
    const [, digits] = /^iterations\/(\d{1,6})\//.exec(filePath.slice(path.length + 1)) ?? []
    return digits === undefined ? [] : [Number(digits)]
  })
  return [...new Set(numbers)].toSorted((a, b) => a - b)
}

/** A number, where it is whole and 1 or more. */
const positiveIntegerOf = (number: number | undefined) =>
  number !== undefined && Number.isInteger(number) && number >= 1 ? number : undefined

/** Folders of a session that are links: what is behind them is not seen. */
const knownFolders = [messagesFolder, 'iterations', 'signals', 'signals/inputs', 'signals/processed']

/** Reads a session, file by file. `label` is what its targets call it. */
export function* readSession(reader: Reader, folder: SessionFolder, label: string): Steps<Session> {
  const { view, configuration } = reader
  const { path, paths } = folder
  const id = baseName(path)
  const pathInSession = (name: string) => `${path}/${name}`
  const names = paths.flatMap((filePath) =>
    filePath.slice(path.length + 1).includes('/') ? [] : [filePath.slice(path.length + 1)],
  )
  const files = filesOf(reader)
  const { text } = files
  const has = (name: string) => names.includes(name)
  const knownPaths = new Set(paths)
  // The same for every profile.
  const reportAt = memoBy((file: string) => {
    const name = reportOf(file.slice(path.length + 1)) ?? iterationReportOf(baseName(file))
    const document = name && text(file)
    return name && document && readReport(document, name)
  })
  const messageIn = memoBy((filePath: string) => readRecord(view, filePath, 'json-with-mark', reader.limit))

  for (const folderName of knownFolders) {
    const kind = view.entry(pathInSession(folderName))?.kind
    if (kind !== undefined && kind !== 'file' && folderName !== messagesFolder)
      files.fault(pathInSession(folderName), 'Unexpected symbolic link, expected a folder')
  }
  const besidePath = view.entry(`${path}.instructions.md`) ? `${path}.instructions.md` : undefined
  const inside = [`${id}.instructions.md`, '.instructions.md'].filter(has).map(pathInSession)
  const instructionsPath = besidePath ?? inside[0]
  const instructions = instructionsPath === undefined ? undefined : files.record(instructionsPath, 'front-matter')
  for (const filePath of inside) text(filePath)
  yield

  const folders = folderNumbers(path, paths)
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
    const currentFolder =
      isContract || currentIteration === undefined ? path : pathInSession(`iterations/${currentIteration}`)
    const progressPath = `${currentFolder}/${progressFile}`
    const progressText = isContract ? progressDocument : knownPaths.has(progressPath) ? text(progressPath) : undefined
    const progress =
      progressText && (profile === 'contract-1.0.0' ? contractProgress : readProgress(progressText, profile))
    yield

    const definitions: { id: string; path: string }[] = []
    const isReport = (filePath: string) =>
      isContract
        ? reportOf(filePath.slice(path.length + 1)) !== undefined
        : filePath.startsWith(`${currentFolder}/reports/`) &&
          iterationReportOf(filePath.slice(`${currentFolder}/reports/`.length)) !== undefined
    const reports = (yield* mapInSteps(paths.filter(isReport), reportAt))
      .filter((report) => report !== undefined)
      .toSorted((a, b) => a.attempt - b.attempt)
    for (const filePath of isContract ? [] : paths) {
      const task =
        filePath.startsWith(`${currentFolder}/tasks/`) && filePath.endsWith('.md')
          ? filePath.slice(`${currentFolder}/tasks/`.length, -'.md'.length)
          : ''
      if (isTaskId(task) && text(filePath)?.text.trim()) definitions.push({ id: task, path: filePath })
    }
    const questionFiles = isContract ? names.filter((name) => isQuestionsFile(name, profile)) : []
    const questions = (yield* mapInSteps(questionFiles, (name) => {
      const document = text(pathInSession(name))
      return document && readQuestions(document)
    })).filter((file) => file !== undefined)
    const isMessage = (filePath: string) =>
      filePath === pathInSession(messagesFolder) ||
      (filePath.startsWith(pathInSession(`${messagesFolder}/`)) &&
        filePath.endsWith('.json') &&
        filePath.split('/').length === path.split('/').length + 2)
    const messageFiles = yield* mapInSteps(isContract ? paths.filter(isMessage) : [], (filePath) =>
      filePath === pathInSession(messagesFolder)
        ? fileInPlaceOfFolder(filePath)
        : readMessageFile(messageIn(filePath), profile),
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

    // Each is read in a step of its own; then it is known.
    const iterationMetadataPaths = folders
      .map((number) => pathInSession(`iterations/${number}/${metadataFile}`))
      .filter((filePath) => knownPaths.has(filePath))
    const signalPaths = paths.filter(
      (filePath) => filePath.startsWith(pathInSession('signals/')) && filePath.endsWith('.yaml'),
    )
    yield* mapInSteps(isContract ? [] : [...iterationMetadataPaths, ...signalPaths], (filePath) =>
      files.record(filePath, 'yaml-1.2'),
    )
    const signals = (['inputs', 'processed'] as const).flatMap((box) =>
      signalPaths
        .filter((filePath) => filePath.startsWith(pathInSession(`signals/${box}/`)))
        .flatMap((filePath) => {
          const file = isContract ? undefined : files.record(filePath, 'yaml-1.2')
          return file ? [{ file, processed: box === 'processed' }] : []
        }),
    )
    const iterationMetadata = new Map(
      isContract
        ? []
        : folders.flatMap((number) => {
            const filePath = pathInSession(`iterations/${number}/${metadataFile}`)
            const file = knownPaths.has(filePath) ? files.record(filePath, 'yaml-1.2') : undefined
            return file ? [[number, file] as const] : []
          }),
    )
    const anchor = [progressFile, tasksFile, planFile].find(has)
    const isThere = (name: string) => {
      const fullPath = pathInSession(name)
      const document = text(fullPath)
      return document ? document.text.slice(document.start).trim() !== '' : files.faults.has(fullPath)
    }
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
            isCompleted: (number) => {
              const file = iterationMetadata.get(number)
              return filledText(file?.node('completed_at')) !== undefined
            },
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
