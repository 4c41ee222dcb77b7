import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { reasonOf, TreeRefusal } from '../../core/fault.ts'
import { visible } from '../../core/message.ts'
import { pluralize } from '../../core/diagnostic.ts'
import { keptWarnings } from '../../app/command/unsaved.ts'
import { wouldDiscard } from '../../engine/commands/unsaved.ts'
import { openClone } from '../../gateways/git/clone.ts'
import { writeBelow } from '../../gateways/output-file.ts'
import { safePath } from '../../gateways/safe-path.ts'
import { plain, withVisibleCharacters } from '../../render/plain.ts'
import { dataText, exits } from '../calls/answer.ts'
import { UsageError } from '../calls/usage.ts'
import type { Answer } from '../operations/operation.ts'

/** Prints an answer to standard output. Gives the exit code. */
export async function show({ views = {}, exit = exits.fine }: Answer, format = 'text'): Promise<number> {
  const view = await views[format]?.()
  if (view !== undefined) process.stdout.write(typeof view === 'string' ? view : dataText(view, format))
  return exit
}

/** The same, a refusal of the place being one of the option that names it. */
function refusedAsUsage<Made>(given: string, make: () => Made): Made {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof TreeRefusal)) throw error
    throw new UsageError(`Unexpected ${given}: ${reasonOf(error)}`)
  }
}

/** How a page or text is written: `--output FILE` or `--html FILE`, and whether it may discard what the file holds. */
export interface OutputFile {
  readonly root: string
  readonly output: string
  readonly html: string | undefined
  readonly anyway: true | undefined
  /** The words of the call that come before the option, such as `baton board`. */
  readonly call: string
}

/**
 * Writes a file whole: below the root through no link at all, elsewhere onto no link; never into git's own folder. Content that the git of
 * its folder does not have is replaced only with `--anyway`, and then kept by git.
 *
 * @throws UsageError where it cannot be written there, TreeRefusal `UNCOMMITTED` where it would discard content
 */
export async function writeOutput({ root, output, html, anyway, call }: OutputFile, text: string): Promise<void> {
  const given = `${html === undefined ? '--output' : '--html'} ${visible(output)}`
  const location = resolve(output)
  const folder = dirname(location)
  // Outside of the root a folder may be a link, but none into git's own.
  const real = existsSync(folder) ? realpathSync(folder) : folder
  if (
    join(real, location)
      .split(sep)
      .some((name) => name.toLowerCase() === '.git')
  )
    throw new UsageError(`Unexpected ${given}, expected a file outside of .git.`)
  const path = relative(resolve(root), location)
  const isBelow = path !== '' && path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path)
  if (!isBelow && !existsSync(folder)) throw new UsageError(`Unexpected ${given}, expected a file in an existing folder.`)
  const [top, name] = isBelow ? [root, path] : [folder, basename(location)]
  refusedAsUsage(given, () => safePath(top, name))
  // A clone may be within the root, or the root within a clone.
  let near = folder
  while (!existsSync(near)) near = dirname(near)
  const clone = await openClone(near)
  const here = relative(near, location)
  const unsaved = await clone?.unsaved([here])
  if (unsaved && anyway !== true && [...unsaved.values()].includes(undefined))
    throw new TreeRefusal('UNCOMMITTED', [wouldDiscard([output], `${call} ${given}`)])
  if (clone && unsaved) {
    await clone.keep([...unsaved.keys()])
    for (const { message, hint } of keptWarnings(await clone.unsaved([...unsaved.keys()]), false))
      process.stderr.write(`${plain([`${message}.`, hint ?? ''].join(' ').trimEnd())}\n`)
  }
  const written = refusedAsUsage(given, () => writeBelow(top, name, text))
  // The next one may replace it.
  await clone?.keep([here])
  process.stderr.write(`Wrote ${plain(relative('', written) || written)}: ${pluralize(Buffer.byteLength(text), 'byte')}.\n`)
}

/** A text inside another, each line behind a bar. */
export const indented = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => `    │ ${withVisibleCharacters(line)}`)
