import { checkSources, type Checked, type CheckSettings, type Sources } from '../../../app/validate/check.ts'
import type { ProtocolName } from '../../../core/protocol.ts'
import type { FailOn, Mode } from '../../../core/report.ts'
import type { Format } from '../../../render/index.ts'
import { plain } from '../../../render/plain.ts'
import { lookout } from '../../lookout.ts'
import { exitOf } from '../exit.ts'
import { print } from '../output.ts'
import { pathInRoot, sourcesOf, standsIn, type SourceOptions } from '../sources.ts'
import { UsageError } from '../usage.ts'

/** The options of `baton validate`, as they were given. */
export interface ValidateOptions extends SourceOptions {
  readonly format: Format
  readonly protocol?: readonly ProtocolName[]
  readonly mode?: Mode
  readonly strict?: true
  readonly soft?: true
  readonly failOn?: FailOn
  readonly allowEmpty?: true
  readonly watch?: true
  readonly fix?: true
  readonly as?: string
}

const kinds: ReadonlySet<string> = new Set(lookout.signs.flatMap((each) => each.kinds))

/** Whether an argument begins as a target does; every other one is a path. */
const isTarget = (argument: string) => argument.includes(':') && kinds.has(argument.slice(0, argument.indexOf(':')))

function modeOf({ mode, strict, soft }: ValidateOptions): Mode | undefined {
  const said = [mode, strict && 'strict', soft && 'soft'].filter((each) => each !== undefined)
  if (new Set(said).size > 1) throw new UsageError(`Unexpected modes ${said.join(' and ')}, expected one of them.`)
  return said[0] as Mode | undefined
}

/** What the named files are to be checked as. */
function kindOf({ as }: ValidateOptions, paths: readonly string[]): string | undefined {
  if (as === undefined) return undefined
  const fileKinds = lookout.signs.flatMap((each) => each.fileKinds)
  if (!fileKinds.includes(as)) throw new UsageError(`Unexpected --as ${as}, expected one of ${fileKinds.join(', ')}.`)
  if (paths.length === 0) throw new UsageError('Unexpected --as without a file, expected the file to be checked.')
  return as
}

/** A path at which nothing stands is a slip of the caller's, unless a protocol has said that it misses a file there. */
function requirePaths({ report, misconfigured }: Checked, { paths }: CheckSettings, options: ValidateOptions): void {
  if (misconfigured || options.base !== undefined || options.baseDir !== undefined || options.rev !== undefined) return
  for (const path of paths) {
    if (!standsIn(options.root, path) && !report.diagnostics.some((diagnostic) => diagnostic.path === path))
      throw new UsageError(`Unexpected path ${path}, expected a file or folder that is there. A target has its prefix: plugin:${path}.`)
  }
}

function settingsOf(asked: readonly string[], options: ValidateOptions): CheckSettings {
  const paths = asked.filter((each) => !isTarget(each)).map((written) => pathInRoot(options.root, written))
  return {
    mode: modeOf(options),
    failOn: options.failOn,
    failOnDefault: 'error',
    allowEmpty: options.allowEmpty,
    protocols: options.protocol ?? [],
    paths,
    as: kindOf(options, paths),
    targets: asked.filter(isTarget),
    at: new Date().toISOString(),
    notes: [],
  }
}

/** Applies the safe repairs to the working tree, and says what is over and what is left. */
async function fix(sources: Sources, settings: CheckSettings, root: string): Promise<void> {
  const { repairSources } = await import('../../../app/validate/repair.ts')
  const { knowledge } = await import('../../knowledge.ts')
  const { writeAll } = await import('../../../gateways/disk-write.ts')
  const { repairMessage } = await import('../../../engine/repaired.ts')
  const repaired = await repairSources(sources, knowledge, settings, (changes, seen) => writeAll(root, changes, seen))
  if (!repaired) return
  const { over, left, applied, refused } = repaired
  if (over.length + left.length > 0) process.stderr.write(`${plain(repairMessage(repaired, applied))}\n`)
  for (const { command, remarks } of refused) {
    process.stderr.write(`Not mended: ${command} was refused.\n${remarks.map(({ code, message }) => `  ${code} ${message}\n`).join('')}`)
  }
}

/** Checks once and prints. Gives the exit code. */
async function once(asked: readonly string[], options: ValidateOptions): Promise<number> {
  const sources = await sourcesOf(options)
  const settings = settingsOf(asked, options)
  if (options.fix === true) await fix(sources, settings, options.root)
  const checked = await checkSources(sources, lookout, settings)
  requirePaths(checked, settings, options)
  print(checked.report, options.format)
  return exitOf(checked)
}

/** `baton validate`. Gives the exit code; with `--watch` it goes on until it is interrupted. */
export async function validate(asked: readonly string[], options: ValidateOptions): Promise<number> {
  if (options.fix === true && options.rev !== undefined)
    throw new UsageError('Unexpected --fix beside --rev, expected the working tree to look at.')
  if (options.watch !== true) return once(asked, options)
  const { watch } = await import('./watch.ts')
  return watch(options.root, () => once(asked, options))
}
