import { loadDiscovered } from '../../../app/validate/check.ts'
import type { Format } from '../../../render/index.ts'
import { plain } from '../../../render/plain.ts'
import { sourcesOf } from '../../calls/sources.ts'
import { inAdvice, onCommandLine } from '../../calls/spelling.ts'
import { changeTree } from '../../calls/tree.ts'
import { UsageError } from '../../calls/usage.ts'
import { aimOf, checkOperands, requireOperands, type CheckOptions } from '../../calls/validate.ts'
import { lazyProtocols } from '../../lazy-protocols.ts'
import { exitOf } from '../exit.ts'
import { print } from '../output.ts'

/** The options of `baton validate`, as they were given. */
export interface ValidateOptions extends Omit<CheckOptions, 'from'> {
  readonly format: Format
  readonly watch?: true
  readonly fix?: true
}

/** Applies the safe repairs to the working tree, and reports what was fixed and what remains. */
async function fix(operands: readonly string[], options: ValidateOptions): Promise<void> {
  const { repairSources } = await import('../../../app/validate/repair.ts')
  const { repairMessage } = await import('../../../engine/repaired.ts')
  // The tree is not locked while modules are loaded. What keeps it from being read is reported below.
  await sourcesOf(options)
    .then((sources) => loadDiscovered(sources, lazyProtocols))
    .catch(() => undefined)
  const repaired = await changeTree(options, 'validate', async (tree) => {
    const sources = await sourcesOf(options)
    const { settings } = await aimOf(operands, options, sources)
    return repairSources(sources, lazyProtocols, settings, (changes, seen) => tree.write(changes, seen))
  })
  if (!repaired) return
  const { over, left, applied, refused } = repaired
  if (over.length + left.length > 0) process.stderr.write(`${plain(inAdvice(repairMessage(repaired, applied)))}\n`)
  for (const { command, diagnostics } of refused) {
    process.stderr.write(
      `Not fixed: ${onCommandLine(command)} was refused.\n${diagnostics.map(({ code, message }) => `  ${code} ${message}\n`).join('')}`,
    )
  }
}

/** Checks once and prints. Gives the exit code. */
async function once(operands: readonly string[], options: ValidateOptions): Promise<number> {
  if (options.fix === true) {
    requireOperands(operands, options)
    await fix(operands, options)
  }
  const { checked, notes } = await checkOperands(operands, options)
  for (const note of notes) process.stderr.write(`${plain(note)}\n`)
  print(checked.report, options.format)
  return exitOf(checked)
}

/** `baton validate`. Gives the exit code; with `--watch` it goes on until it is interrupted. */
export async function validate(operands: readonly string[], options: ValidateOptions): Promise<number> {
  if (options.fix === true && options.rev !== undefined)
    throw new UsageError('Unexpected --fix together with --rev, expected the working tree to look at.')
  if (options.watch !== true) return once(operands, options)
  const { watch } = await import('./watch.ts')
  return watch(options.root, () => once(operands, options))
}
