import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { reasonOf, TreeRefusal } from '../../core/fault.ts'
import { visibleLine } from '../../core/message.ts'
import { pluralize } from '../../core/diagnostic.ts'
import { keptWarnings } from '../../app/command/unsaved.ts'
import { discardRefusal } from '../../engine/commands/unsaved.ts'
import { openClone } from '../../gateways/git/clone.ts'
import { writeBelow } from '../../gateways/output-file.ts'
import { safePath } from '../../gateways/safe-path.ts'
import { plainText, withVisibleCharacters } from '../../render/plain.ts'
import { dataText, exitCodes } from '../calls/answer.ts'
import { namedConfiguration } from '../calls/sources.ts'
import { isStateIn, replacesState } from '../calls/state-files.ts'
import { UsageError } from '../calls/usage.ts'
import type { Answer } from '../operations/operation.ts'

/** Prints an answer to standard output. Gives the exit code. */
export async function show({ views = {}, exit = exitCodes.fine }: Answer, format = 'text'): Promise<number> {
  const view = await views[format]?.()
  if (view !== undefined) process.stdout.write(typeof view === 'string' ? view : dataText(view, format))
  return exit
}

/** Runs `make`; a place that is refused is reported as wrong usage of the option that names it. */
function refusalAsUsage<Result>(optionText: string, make: () => Result): Result {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof TreeRefusal)) throw error
    throw new UsageError(`Unexpected ${optionText}: ${reasonOf(error)}`)
  }
}

/** How a page or text is written: `--output FILE` or `--html FILE`, and whether it may discard what the file holds. */
export interface OutputFile {
  readonly root: string
  readonly config: string | undefined
  readonly output: string
  readonly html: string | undefined
  readonly anyway: true | undefined
  /** The words of the call that come before the option, such as `baton board`. */
  readonly call: string
}

/**
 * Writes a file whole: below the root through no link at all, elsewhere onto no link; never into git's own folder.
 * Content that the git of its folder does not have is replaced only with `--anyway`, and then kept by git; a file that
 * holds state, never.
 *
 * @throws UsageError where it cannot be written there, TreeRefusal `UNCOMMITTED` where it would discard content
 */
export async function writeOutput(
  { root, config, output, html, anyway, call }: OutputFile,
  text: string,
): Promise<void> {
  const optionText = `${html === undefined ? '--output' : '--html'} ${visibleLine(output)}`
  const location = resolve(output)
  const folder = dirname(location)
  // Outside of the root a folder may be a link, but none into git's own.
  const realFolder = existsSync(folder) ? realpathSync(folder) : folder
  if (
    join(realFolder, location)
      .split(sep)
      .some((name) => name.toLowerCase() === '.git')
  )
    throw new UsageError(`Unexpected ${optionText}, expected a file outside of .git.`)
  const path = relative(resolve(root), location)
  const isBelow = path !== '' && path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path)
  if (!isBelow && !existsSync(folder))
    throw new UsageError(`Unexpected ${optionText}, expected a file in an existing folder.`)
  const [top, name] = isBelow ? [root, path] : [folder, basename(location)]
  refusalAsUsage(optionText, () => safePath(top, name))
  const named = config === undefined ? {} : { named: namedConfiguration(root, config) }
  if (isBelow && existsSync(location) && (await isStateIn(root, path.split(sep).join('/'), named)))
    throw new UsageError(`Unexpected ${optionText}, ${replacesState}`)
  // A clone may be within the root, or the root within a clone.
  let existingFolder = folder
  while (!existsSync(existingFolder)) existingFolder = dirname(existingFolder)
  const clone = await openClone(existingFolder)
  const relativePath = relative(existingFolder, location)
  const unsaved = await clone?.unsaved([relativePath])
  if (unsaved && anyway !== true && [...unsaved.values()].includes(undefined))
    throw new TreeRefusal('UNCOMMITTED', [discardRefusal([output], `${call} ${optionText}`)])
  if (clone && unsaved) {
    await clone.keep([...unsaved.keys()])
    for (const { message, hint } of keptWarnings(await clone.unsaved([...unsaved.keys()]), false))
      process.stderr.write(`${plainText([`${message}.`, hint ?? ''].join(' ').trimEnd())}\n`)
  }
  const writtenPath = refusalAsUsage(optionText, () => writeBelow(top, name, text))
  // The next one may replace it.
  await clone?.keep([relativePath])
  process.stderr.write(
    `Wrote ${plainText(relative('', writtenPath) || writtenPath)}: ${pluralize(Buffer.byteLength(text), 'byte')}.\n`,
  )
}

/** A text inside another, each line behind a bar. */
export const indentText = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => `    │ ${withVisibleCharacters(line)}`)
