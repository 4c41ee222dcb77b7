import { checkSources, type CheckSettings, type Sources } from '../../app/validate/check.ts'
import type { ProtocolName } from '../../core/protocol.ts'
import type { FailOn, Mode } from '../../core/report.ts'
import type { Format } from '../../render/index.ts'
import { knowledge } from '../knowledge.ts'
import { exitOf } from './exit.ts'
import { print } from './output.ts'
import { pathInRoot, sourcesOf, standsIn, type SourceOptions } from './sources.ts'
import { UsageError } from './usage.ts'

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
}

/** What targets begin with; every other argument is a path. */
const targetPrefix = /^(?:plugin|stage|task|project|session|ralph|brain|workflow):/

function modeOf({ mode, strict, soft }: ValidateOptions): Mode | undefined {
  const said = [mode, strict && 'strict', soft && 'soft'].filter((each) => each !== undefined)
  if (new Set(said).size > 1) throw new UsageError(`Unexpected modes ${said.join(' and ')}, expected one of them.`)
  return said[0] as Mode | undefined
}

function settingsOf(asked: readonly string[], options: ValidateOptions): CheckSettings {
  const paths = asked.filter((each) => !targetPrefix.test(each)).map((written) => pathInRoot(options.root, written))
  const compared = options.base !== undefined || options.baseDir !== undefined || options.rev !== undefined
  for (const path of paths) {
    if (!compared && !standsIn(options.root, path))
      throw new UsageError(`Unexpected path ${path}, expected a file or folder that is there.`)
  }
  return {
    mode: modeOf(options),
    failOn: options.failOn,
    failOnDefault: 'error',
    allowEmpty: options.allowEmpty,
    protocols: options.protocol ?? [],
    paths,
    targets: asked.filter((each) => targetPrefix.test(each)),
    at: new Date().toISOString(),
    notes: [],
  }
}

/** Applies the safe repairs to the working tree, and says which. */
async function fix(sources: Sources, settings: CheckSettings, root: string): Promise<void> {
  const { repairSources } = await import('../../app/validate/repair.ts')
  const { writeAll } = await import('../../gateways/disk-write.ts')
  const repaired = await repairSources(sources, knowledge, settings, (changes, seen) => writeAll(root, changes, seen))
  for (const command of repaired?.applied ?? []) process.stderr.write(`Mended by ${command}\n`)
  for (const { command, remarks } of repaired?.refused ?? []) {
    process.stderr.write(`Not mended: ${command} was refused.\n${remarks.map(({ code, message }) => `  ${code} ${message}\n`).join('')}`)
  }
}

/** Checks once and prints. Gives the exit code. */
async function once(asked: readonly string[], options: ValidateOptions): Promise<number> {
  const sources = await sourcesOf(options)
  const settings = settingsOf(asked, options)
  if (options.fix === true) await fix(sources, settings, options.root)
  const checked = await checkSources(sources, knowledge, settings)
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
