import type { ChangeSet, CommandDiagnostic } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { folderOf, type Selection, type View } from '../../../core/view.ts'
import { digestOf } from '../../../documents/digest.ts'
import { escapeGlob } from '../../../documents/glob.ts'
import { readText, textDocument, type TextDocument } from '../../../documents/text.ts'
import { readRecord } from '../../../kit/record.ts'
import { configurationPath } from '../../configuration/read.ts'
import {
  findBlock,
  importsAgents,
  isCurrentBlock,
  isLaterBlock,
  normalizeLineEndings,
  startIn,
  withBlock,
  withoutBlock,
} from './block.ts'
import { hostNames, type HostName } from '../../../core/installation.ts'
import { diagnostic, Drafts, limit, linkOn } from './drafts.ts'
import { dutiesNote, withDuties, withoutDuties } from './duties.ts'
import { hosts, serverFiles } from './hosts.ts'
import { copiesFor, isOfOneMachine, listsProgram, programOf, usualStart, type Copy, type Program } from './program.ts'
import {
  hasHooks,
  hooksIn,
  serverIn,
  withHooks,
  withoutHooks,
  withoutServer,
  withServer,
  type ProgramChoice,
  type SettingsStart,
} from './settings.ts'
import { isLaterSkill, skillFor, skillPaths, skillState } from './skill.ts'

const agentsPath = 'AGENTS.md'
const claudePath = 'CLAUDE.md'
/** Files other than `AGENTS.md` that hosts read at the start. */
const instructionPaths = [claudePath, '.claude/CLAUDE.md']
export const manifestPath = 'package.json'

const writtenPaths = [
  ...new Set([
    agentsPath,
    ...instructionPaths,
    ...Object.values(skillPaths),
    ...serverFiles.map(({ file }) => file),
    configurationPath,
    ...hostNames.map((name) => hosts[name].file),
  ]),
]
const folders = [...new Set([folderOf('.claude/'), ...hostNames.map((name) => folderOf(hosts[name].file))])]

/** The files that are read before anything is written for agents. */
export const agentsSelection: Selection = {
  selectors: [
    ...[...writtenPaths, manifestPath].map((path) => ({ glob: escapeGlob(path), level: 'text' as const })),
    ...folders.map((path) => ({ glob: escapeGlob(path), level: 'folder' as const })),
  ],
  limit,
}

/** A set-up for agents. */
export interface AgentsRequest {
  /** As `agentsSelection` selects it. */
  readonly view: View
  /** The hosts that get hooks; `found`: those whose folder is there; absent: none is looked at. */
  readonly hooks?: readonly HostName[] | 'found' | undefined
  /** Whether the server is entered into the settings of hosts. */
  readonly servers: boolean
  /** How hosts start the program, where that was given. */
  readonly command?: string | undefined
  /** The words that start the program that runs. */
  readonly running: Program['words']
  /** Everything is taken out instead. */
  readonly remove: boolean
  readonly version: string
}

/** The files for agents, or why none is written. */
export interface AgentsPlan {
  readonly changes: ChangeSet
  /** Refusals (errors), and files that were left unchanged (warnings). */
  readonly diagnostics: readonly CommandDiagnostic[]
  /** Sentences for the person who set it up. */
  readonly notes: readonly string[]
  /** The texts for places that cannot be written. */
  readonly copies: readonly Copy[]
}

const linkDigest = (target: string) => digestOf(new TextEncoder().encode(target)).sha256
const leadsTo = (view: View, path: string, targets: readonly string[]): boolean => {
  const { kind, link } = view.entry(path) ?? {}
  return kind === 'symlink' && targets.some((target) => linkDigest(target) === link)
}

const siblingPaths = (name: string) => [name, `./${name}`]

/**
 * Which files get the block, and which of those that are there do not; a link between two of one folder leads to the
 * real one.
 */
function instructionFiles(view: View): {
  readonly including: readonly string[]
  readonly excluding: readonly string[]
} {
  if (leadsTo(view, agentsPath, siblingPaths(claudePath)) && view.entry(claudePath)?.kind === 'file') {
    const [, nestedPath = ''] = instructionPaths
    return {
      ...sortInstructionFiles(view, [nestedPath]),
      including: [claudePath, ...sortInstructionFiles(view, [nestedPath]).including],
    }
  }
  const { including, excluding } = sortInstructionFiles(view, instructionPaths)
  return { including: [agentsPath, ...including], excluding }
}

function sortInstructionFiles(view: View, paths: readonly string[]) {
  const existingPaths = paths.filter((path) => {
    const linkTarget = path.includes('/') ? `../${agentsPath}` : ''
    return (
      view.entry(path) !== undefined &&
      !leadsTo(view, path, linkTarget === '' ? siblingPaths(agentsPath) : [linkTarget])
    )
  })
  const imports = (path: string) => {
    const document = readText(view, path, limit)
    return typeof document === 'object' && importsAgents(document)
  }
  return { including: existingPaths.filter((path) => !imports(path)), excluding: existingPaths.filter(imports) }
}

const changedSkillWarning = (path: string) =>
  diagnostic('SETUP_MODIFIED', path, msg`Unexpected changes in ${path}`, {
    hint: 'It is not touched. Delete it, and run this again.',
  })

function addSkill(drafts: Drafts, path: string, { line }: Program): void {
  const document = drafts.read(path)
  if (document === 'refused') return
  const state = document && skillState(document)
  if (state === 'changed') drafts.diagnostics.push(changedSkillWarning(path))
  else if (
    document === undefined ||
    !(isLaterSkill(document) || normalizeLineEndings(document.text) === skillFor(line('')))
  )
    drafts.write(path, skillFor(line('')))
}

function removeSkill(drafts: Drafts, path: string): void {
  const document = drafts.read(path)
  if (document === 'refused' || document === undefined) return
  if (skillState(document) === 'changed') drafts.diagnostics.push(changedSkillWarning(path))
  else drafts.changes.set(path, null)
}

/** Whether the settings of a host have hooks of Baton by now. */
function runsHooks(drafts: Drafts, name: HostName): boolean {
  const document = drafts.read(hosts[name].file)
  return typeof document === 'object' && hasHooks(document, name)
}

function addHooks(drafts: Drafts, names: readonly HostName[], choice: ProgramChoice): readonly string[] {
  const notes: string[] = []
  for (const name of hostNames.filter((host) => names.includes(host))) {
    const { file, alsoRuns, title } = hosts[name]
    if (alsoRuns === undefined || !runsHooks(drafts, alsoRuns)) {
      drafts.settings(file, (document) => withHooks(document, name, choice))
      continue
    }
    notes.push(`${title} runs the hooks of ${hosts[alsoRuns].title} as well: ${msg`${file} gets none.`}`)
    if (!drafts.isThere(file)) continue
    drafts.settings(file, (document) => withoutHooks(document ?? textDocument(file, '{}'), name))
    drafts.settle(file, name)
  }
  return notes
}

/** The configuration as a text; `undefined`: there is one that is not edited. */
function configurationIn(view: View): TextDocument | 'absent' | undefined {
  const document = linkOn(view, configurationPath) === undefined ? readText(view, configurationPath, limit) : undefined
  return document === 'absent' || typeof document === 'object' ? document : undefined
}

/** Sets that no agent reviews its own work. What a person has set stays. */
function addDuties(drafts: Drafts, view: View): readonly string[] {
  const document = configurationIn(view)
  const text = document && withDuties(document === 'absent' ? undefined : document)
  if (text === undefined) return [dutiesNote(configurationPath)]
  drafts.write(configurationPath, text)
  return []
}

function removeDuties(drafts: Drafts, view: View): void {
  const document = configurationIn(view)
  if (typeof document !== 'object') return
  const text = withoutDuties(document)
  drafts.changes.set(configurationPath, text === '' && document.text !== '' ? null : text)
}

const noFolderNote = `No hooks were added: no host has its folder here (${hostNames.map((name) => `${folderOf(hosts[name].file)} of ${hosts[name].title}`).join(', ')}). Name the hosts: --hooks ${hostNames.join(',')}.`

function addSetup(drafts: Drafts, request: AgentsRequest, choice: ProgramChoice): readonly string[] {
  const { view, hooks = [], servers } = request
  const { including, excluding } = instructionFiles(view)
  for (const path of including)
    drafts.edit(path, (document) => withBlock(document ?? textDocument(path, ''), choice.program.line('')))
  for (const path of excluding) drafts.edit(path, (document) => withoutBlock(document ?? textDocument(path, '')))
  const names = hooks === 'found' ? hostNames.filter((name) => view.folders.has(folderOf(hosts[name].file))) : hooks
  const missingNotes = hooks === 'found' && names.length === 0 ? [noFolderNote] : []
  const notes = addHooks(drafts, names, choice)
  addSkill(drafts, skillPaths.all, choice.program)
  if (view.folders.has('.claude') || view.entry('.claude') || drafts.isThere(hosts.claude.file))
    addSkill(drafts, skillPaths.claude, choice.program)
  for (const { file, key, always } of servers ? serverFiles : []) {
    if (always || drafts.isThere(file)) drafts.settings(file, (document) => withServer(document, key, choice))
  }
  return [...missingNotes, ...notes, ...addDuties(drafts, view)]
}

const removalHint = 'It is left alone. Remove it by hand, or give the command that it was written with: --command.'

function removeSetup(drafts: Drafts, view: View, choice: ProgramChoice): void {
  const { including, excluding } = instructionFiles(view)
  for (const path of [...including, ...excluding].filter((candidate) => drafts.isThere(candidate))) {
    drafts.edit(path, (document) => withoutBlock(document ?? textDocument(path, '')))
    drafts.settle(path)
  }
  for (const path of Object.values(skillPaths).filter((candidate) => drafts.isThere(candidate)))
    removeSkill(drafts, path)
  for (const serverFile of serverFiles.filter(({ file }) => drafts.isThere(file)))
    drafts.settings(
      serverFile.file,
      (document) => withoutServer(document ?? textDocument(serverFile.file, '{}'), serverFile, choice),
      removalHint,
    )
  for (const name of hostNames.filter((host) => drafts.isThere(hosts[host].file))) {
    const { file } = hosts[name]
    drafts.settings(file, (document) => withoutHooks(document ?? textDocument(file, '{}'), name))
    drafts.settle(file, name)
  }
  removeDuties(drafts, view)
  // The others are never made for the server: a person has made them.
  for (const { file } of serverFiles.filter(({ always }) => always)) drafts.settle(file)
}

/** The manifest of the packages of a repository, as data. */
const manifestOf = (view: View): unknown => readRecord(view, manifestPath, 'json-with-mark', limit).data?.value

/** Whether the program comes with the packages of a repository. */
export const isInstalledIn = (view: View): boolean => listsProgram(manifestOf(view))

/** How hosts are to start the program; `undefined`: the given text is not a command. */
export const programFor = ({
  view,
  command,
  running,
}: Pick<AgentsRequest, 'view' | 'command' | 'running'>): Program | undefined =>
  programOf(command, command === undefined ? manifestOf(view) : undefined, running)

/** The note that the program is at a path that colleagues do not have. */
const machineNote = ([first, ...rest]: Program['words']) =>
  `${msg`Hosts start ${[first, ...rest].join(' ')}, a path of this machine.`} Before you commit these files, install Baton in the repository (\`npm install --save-dev\` and the package that \`npm pack\` makes) and run this again: hosts then start it from there, on every machine.`

/** What hosts start here, as their settings say. */
export function startsIn(view: View): readonly (SettingsStart & { readonly path: string; readonly host?: HostName })[] {
  const readDocument = (path: string) => {
    const document = readText(view, path, limit)
    return typeof document === 'object' ? document : undefined
  }
  const servers = serverFiles.flatMap(({ file, key }) => {
    const document = readDocument(file)
    return document ? serverIn(document, key).map((start) => ({ ...start, path: file })) : []
  })
  const hooks = hostNames.flatMap((host) => {
    const { file } = hosts[host]
    const document = readDocument(file)
    return document ? hooksIn(document, host).map((start) => ({ ...start, path: file, host })) : []
  })
  const texts = [agentsPath, ...instructionPaths, ...Object.values(skillPaths)].flatMap((path) => {
    const document = readDocument(path)
    const start = document && startIn(document)
    const words = start && usualStart(start.written)
    // Another command than the usual ones was chosen by a person, and is not started.
    return words ? [{ ...start, key: 'baton', words, kind: 'text' as const, path }] : []
  })
  return [...servers, ...hooks, ...texts]
}

/** Plans the files for agents, or their removal. Where one file cannot be edited, none is. */
export function planAgents(request: AgentsRequest, program: Program): AgentsPlan {
  const drafts = new Drafts(request.view)
  const choice = { program, isGiven: request.command !== undefined }
  if (request.remove) {
    removeSetup(drafts, request.view, choice)
    return { ...drafts.plan(), notes: [], copies: [] }
  }
  const additionNotes = addSetup(drafts, request, choice)
  const plan = drafts.plan()
  const isNamed = request.servers || (request.hooks ?? []).length > 0
  const notes = [
    ...additionNotes,
    ...(!choice.isGiven && isNamed && isOfOneMachine(program.words) ? [machineNote(program.words)] : []),
  ]
  return { ...plan, notes, copies: request.servers ? copiesFor(program, request.version) : [] }
}

/** Whether a repository is set up for agents: one of its files has the block. */
export const isSetUpForAgents = (view: View): boolean =>
  [agentsPath, ...instructionPaths].some((path) => {
    const document = readText(view, path, limit)
    const place = typeof document === 'object' ? findBlock(document) : undefined
    return place !== undefined && !('fault' in place)
  })

/** A text that an earlier program has written for agents. */
export interface OutdatedText {
  readonly path: string
  readonly what: 'block' | 'skill'
  readonly line: number
}

/** The blocks and skills that are older than those of this program. */
export function outdatedTexts(view: View): readonly OutdatedText[] {
  const readDocument = (path: string) => {
    const document = readText(view, path, limit)
    return typeof document === 'object' ? document : undefined
  }
  const blocks = [agentsPath, ...instructionPaths].flatMap((path): readonly OutdatedText[] => {
    const document = readDocument(path)
    const place = document && findBlock(document)
    if (!document || !place || 'fault' in place || isCurrentBlock(document, place) || isLaterBlock(document, place))
      return []
    return [{ path, what: 'block', line: place.from }]
  })
  const skills = Object.values(skillPaths).flatMap((path): readonly OutdatedText[] => {
    const document = readDocument(path)
    return document && skillState(document) === 'ours' && !isLaterSkill(document)
      ? [{ path, what: 'skill', line: 1 }]
      : []
  })
  return [...blocks, ...skills]
}
