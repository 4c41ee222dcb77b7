import { loadDiscovered } from '../../../app/validate/discovery.ts'
import { plainText } from '../../../render/plain.ts'
import { reportAnswer } from '../../calls/answer.ts'
import { sourcesOfOptions } from '../../calls/sources.ts'
import { adviceForCli, commandLineOf } from '../../calls/spelling.ts'
import { changeTree } from '../../calls/tree.ts'
import { UsageError } from '../../calls/usage.ts'
import { checkAimOf, checkOperands, requireOperands } from '../../calls/validate.ts'
import { lazyProtocols } from '../../lazy-protocols.ts'
import type { Answer, Caller } from '../../operations/operation.ts'
import type { ValidateInput } from '../../operations/reading.ts'
import { show } from '../output.ts'

/** Applies the safe repairs to the working tree, and reports what was fixed and what remains. */
async function fix(operands: readonly string[], options: ValidateInput): Promise<void> {
  const { repairSources } = await import('../../../app/validate/repair.ts')
  const { repairMessage } = await import('../../../engine/repaired.ts')
  const { openClone } = await import('../../../gateways/git/clone.ts')
  // The tree is not locked while modules are loaded. What keeps it from being read is reported below.
  await sourcesOfOptions(options)
    .then((sources) => loadDiscovered(sources, lazyProtocols))
    .catch(() => undefined)
  const repairResult = await changeTree(options, 'validate', async (tree) => {
    const sources = await sourcesOfOptions(options)
    const { settings } = await checkAimOf(operands, options, sources)
    return repairSources(
      sources,
      lazyProtocols,
      settings,
      (changes, view) => tree.write(changes, view),
      async (paths) =>
        paths.length === 0 ? [] : ((await (await openClone(options.root))?.unsaved(paths))?.keys() ?? []),
    )
  })
  if (!repairResult) return
  const { repaired, remaining, applied, refused } = repairResult
  if (repaired.length + remaining.length > 0)
    process.stderr.write(`${plainText(adviceForCli(repairMessage(repairResult, applied)))}\n`)
  for (const { command, diagnostics } of refused) {
    const reasons = diagnostics.map(
      ({ code, message, hint }) => `  ${code} ${adviceForCli(hint === undefined ? message : `${message}. ${hint}`)}\n`,
    )
    process.stderr.write(`Not fixed: ${commandLineOf(command)} was refused.\n${reasons.join('')}`)
  }
}

async function answerOnce(input: ValidateInput, { from, note }: Caller): Promise<Answer> {
  const { what: operands = [], ...options } = input
  if (input.fix === true) {
    requireOperands(operands, options)
    await fix(operands, options)
  }
  const { checked, notes } = await checkOperands(operands, from === undefined ? options : { ...options, from })
  for (const text of notes) note(plainText(text))
  return reportAnswer(checked)
}

/** `validate`; with `--watch` it goes on until it is interrupted. */
export async function validate(input: ValidateInput, caller: Caller): Promise<Answer> {
  if (input.fix === true && input.rev !== undefined)
    throw new UsageError('Unexpected --fix together with --rev, expected the working tree to look at.')
  if (input.watch !== true) return answerOnce(input, caller)
  const { watch } = await import('./watch.ts')
  return watch(input.root, async () => show(await answerOnce(input, caller), input.format))
}
