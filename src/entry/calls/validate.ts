import { accessSync, constants, lstatSync } from 'node:fs'
import { resolve } from 'node:path'
import { checkSources, type CheckResult, type CheckSettings, type Sources } from '../../app/validate/check.ts'
import type { ProtocolName } from '../../core/protocol.ts'
import type { FailOn, Mode } from '../../core/report.ts'
import { msg, visibleLine } from '../../core/message.ts'
import { escapeGlob } from '../../documents/glob.ts'
import { signDiagnostic } from '../../engine/commands/answer.ts'
import { refusal } from '../../engine/commands/resolve.ts'
import { reasonFor, systemError } from '../../gateways/system-error.ts'
import { condense } from '../../engine/checking/limited.ts'
import { lazyProtocols } from '../lazy-protocols.ts'
import { noSuchTargets, unknownWithoutState, withOffers } from './no-state.ts'
import { pathInRoot, sourcesOfOptions, type SourceOptions } from './sources.ts'
import { folder, readTree } from './tree.ts'
import { UsageError } from './usage.ts'

/** How files and targets are to be checked. */
export interface CheckOptions extends SourceOptions {
  readonly protocol?: readonly ProtocolName[]
  readonly mode?: Mode
  readonly strict?: true
  readonly soft?: true
  readonly failOn?: FailOn
  readonly allowEmpty?: true
  readonly as?: string
  /** The folder from which paths are seen; absent: the working directory. */
  readonly from?: string
}

const kinds: ReadonlySet<string> = new Set(lazyProtocols.descriptors.flatMap((descriptor) => descriptor.kinds))

/** Whether an argument begins as a target does; every other one is a path. */
const isTarget = (argument: string) => argument.includes(':') && kinds.has(argument.slice(0, argument.indexOf(':')))

function modeOf({ mode, strict, soft }: CheckOptions): Mode | undefined {
  const modes = [mode, strict && 'strict', soft && 'soft'].filter((value) => value !== undefined)
  if (new Set(modes).size > 1) throw new UsageError(`Unexpected modes ${modes.join(' and ')}, expected one of them.`)
  return modes[0] as Mode | undefined
}

/** What the named files are to be checked as. */
function kindOf({ as }: CheckOptions, paths: readonly string[]): string | undefined {
  if (as === undefined) return undefined
  const fileKinds = lazyProtocols.descriptors.flatMap(({ namedKinds }) => namedKinds?.fileKinds ?? [])
  if (!fileKinds.includes(as)) throw new UsageError(`Unexpected --as ${as}, expected one of ${fileKinds.join(', ')}.`)
  if (paths.length === 0) throw new UsageError('Unexpected --as without a file, expected the file to be checked.')
  return as
}

/** What is at a path of the working tree: something that can be looked at, nothing, or why it cannot. */
function entryIn(root: string, path: string): 'something' | 'nothing' | { readonly unreadable: string } {
  try {
    const location = resolve(root, path)
    const stats = lstatSync(location, { throwIfNoEntry: false })
    if (!stats) return 'nothing'
    if (!stats.isFile() && !stats.isDirectory() && !stats.isSymbolicLink())
      return { unreadable: 'it is a pipe or device' }
    if (!stats.isSymbolicLink()) accessSync(location, constants.R_OK)
    return 'something'
  } catch (cause) {
    return systemError(cause) === 'ENOTDIR' ? 'nothing' : { unreadable: reasonFor(cause) }
  }
}

/** A path that was written on the command line. */
interface NamedPath {
  readonly written: string
  readonly path: string
}

async function existsIn({ head, base }: Sources, path: string): Promise<boolean> {
  const selectors = [escapeGlob(path), `${escapeGlob(path)}/**`].map((glob) => ({ glob, level: 'name' as const }))
  const views = await Promise.all([head, ...(base ? [base] : [])].map((tree) => tree.open({ selectors, limit: 0 })))
  return views.some(({ paths }) => paths.length > 0)
}

/** @throws UsageError for a path that is neither a file nor a folder, or may not be read. */
function requireReadable({ written, path }: NamedPath, root: string): void {
  const entry = entryIn(root, path)
  if (typeof entry === 'object')
    throw new UsageError(
      `Unexpected path ${visibleLine(written)}, expected a file or folder that can be read: ${entry.unreadable}.`,
    )
}

/** Whether a path is looked for in the working tree alone: what is compared, or committed, may be gone from there. */
const isOnDisk = ({ base, baseDir, rev }: CheckOptions) =>
  base === undefined && baseDir === undefined && rev === undefined

const suggestionText = (near: string | undefined) => (near === undefined ? ':' : `; did you mean ${visibleLine(near)}?`)

/** A path without a file is a slip of the caller's, unless a protocol has found that it lacks a file there. */
function requirePaths(
  { report, misconfigured }: CheckResult,
  namedPaths: readonly NamedPath[],
  options: CheckOptions,
): void {
  if (misconfigured || !isOnDisk(options)) return
  for (const { written, path } of namedPaths) {
    if (entryIn(options.root, path) === 'nothing' && !report.diagnostics.some((diagnostic) => diagnostic.path === path))
      throw new UsageError(
        `Unexpected path ${visibleLine(written)}, expected an existing file or folder, or a target${suggestionText(report.nearest?.get(written))} \`baton status\` lists them.`,
      )
  }
}

/** @throws NothingHere for a target that is not there: what else was named must not make the check look complete. */
async function requireTargets(
  { report, misconfigured }: CheckResult,
  sources: Sources,
  { protocol }: CheckOptions,
): Promise<void> {
  const { unknownTargets, nearest } = report
  if (misconfigured || !unknownTargets) return
  throw report.checked.protocols.length === 0
    ? await unknownWithoutState(unknownTargets, sources, protocol)
    : noSuchTargets(unknownTargets, (name) => nearest?.get(name))
}

/** The words of the call that name paths, or targets without their prefix. */
const pathsOf = (operands: readonly string[], { root, from }: CheckOptions): readonly NamedPath[] =>
  operands
    .filter((operand) => !isTarget(operand))
    .map((written) => ({ written, path: pathInRoot(root, written, from) }))

/** Whether a word may be the name of a target. */
const isName = (text: string) => !/^\.{1,2}$|[/\\]/.test(text)

function settingsOf(
  targets: readonly string[],
  namedPaths: readonly NamedPath[],
  options: CheckOptions,
): CheckSettings {
  const paths = namedPaths.map(({ path }) => path)
  return {
    mode: modeOf(options),
    failOn: options.failOn,
    failOnDefault: 'error',
    allowEmpty: options.allowEmpty,
    protocols: options.protocol ?? [],
    paths,
    as: kindOf(options, paths),
    targets,
    names: namedPaths.flatMap(({ written }) => (isName(written) ? [written] : [])),
    at: new Date().toISOString(),
    notes: [],
  }
}

/** A name that was given without a prefix, and the targets that have it. */
interface AmbiguousName extends NamedPath {
  readonly ids: readonly string[]
}

/** @throws UsageError for a name that several targets have. */
function targetOf({ written, ids }: AmbiguousName): string {
  const [id, ...otherIds] = ids
  if (id !== undefined && otherIds.length === 0) return id
  const diagnostic = refusal(
    'TARGET_AMBIGUOUS',
    msg`Unexpected target ${written}, expected one of ${ids}`,
    'Name it in full.',
  )
  throw new UsageError(`${diagnostic.message}. ${diagnostic.hint ?? ''}`, [signDiagnostic(diagnostic)])
}

interface CheckAim {
  readonly settings: CheckSettings
  readonly paths: readonly NamedPath[]
  /** What was found, where finding out what is meant has shown it already. */
  readonly checked?: CheckResult
  readonly notes: readonly string[]
}

/** Finds out what is meant: a name that is not a file or folder is a target's, as in a command. */
export async function checkAimOf(
  operands: readonly string[],
  options: CheckOptions,
  sources: Sources,
): Promise<CheckAim> {
  const namedPaths = pathsOf(operands, options)
  const targets = operands.filter(isTarget)
  const settings = settingsOf(targets, namedPaths, options)
  if (settings.names?.length === 0) return { settings, paths: namedPaths, notes: [] }
  const checked = await checkSources(sources, lazyProtocols, settings)
  const ambiguous = namedPaths.flatMap((namedPath): readonly AmbiguousName[] => {
    const ids = checked.report.named?.get(namedPath.written) ?? []
    return ids.length > 0 ? [{ ...namedPath, ids }] : []
  })
  const existsFlags = await Promise.all(ambiguous.map(({ path }) => existsIn(sources, path)))
  const notes = ambiguous.flatMap(({ written, ids }, index) =>
    existsFlags[index]
      ? [msg`${written} is a path, which was checked, and also the name of a target, which was not: ${ids.join(', ')}`]
      : [],
  )
  const asTargets = ambiguous.filter((_, index) => !existsFlags[index])
  if (asTargets.length === 0) return { settings, paths: namedPaths, checked, notes }
  const paths = namedPaths.filter(({ written }) => !asTargets.some((target) => target.written === written))
  return { settings: settingsOf([...targets, ...asTargets.map(targetOf)], paths, options), paths, notes }
}

/** @throws UsageError for a path of the working tree that cannot be looked at. */
export function requireOperands(operands: readonly string[], options: CheckOptions): void {
  folder(options.root, '--root')
  if (isOnDisk(options)) for (const namedPath of pathsOf(operands, options)) requireReadable(namedPath, options.root)
}

/** Checks the files and targets that are meant, and notes what a word could have meant as well. */
export async function checkOperands(
  operands: readonly string[],
  options: CheckOptions,
): Promise<{ readonly checked: CheckResult; readonly notes: readonly string[] }> {
  requireOperands(operands, options)
  return readTree(options, 'validate', async () => {
    const sources = await sourcesOfOptions(options)
    const aim = await checkAimOf(operands, options, sources)
    const checked = aim.checked ?? (await checkSources(sources, lazyProtocols, aim.settings))
    await requireTargets(checked, sources, options)
    requirePaths(checked, aim.paths, options)
    const result = await withOffers(checked, sources)
    return { checked: { ...result, report: condense(result.report) }, notes: aim.notes }
  })
}
