import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { reasonOf, TreeRefusal } from '../../core/fault.ts'
import { visible } from '../../core/message.ts'
import { pluralize } from '../../core/diagnostic.ts'
import { writeBelow } from '../../gateways/output-file.ts'
import { safePath } from '../../gateways/safe-path.ts'
import { plain } from '../../render/plain.ts'
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

/**
 * Writes a file whole: below the root through no link at all, and onto nothing that git does not have; elsewhere onto no link; never into
 * git's own folder.
 *
 * @throws UsageError where it cannot be written there
 */
export async function writeOutput(root: string, file: string, text: string, option: '--output' | '--html'): Promise<void> {
  const location = resolve(file)
  const folder = dirname(location)
  // Outside of the root a folder may be a link, but none into git's own.
  const real = existsSync(folder) ? realpathSync(folder) : folder
  if (
    join(real, location)
      .split(sep)
      .some((name) => name.toLowerCase() === '.git')
  )
    throw new UsageError(`Unexpected ${option} ${visible(file)}, expected a file outside of .git.`)
  const path = relative(resolve(root), location)
  const isBelow = path !== '' && path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path)
  if (!isBelow && !existsSync(folder)) throw new UsageError(`Unexpected ${option} ${visible(file)}, expected a file in an existing folder.`)
  if (isBelow) refusedAsUsage(`${option} ${visible(file)}`, () => safePath(root, path))
  const clone = isBelow ? await (await import('../../gateways/git/clone.ts')).openClone(root) : undefined
  const [unsaved] = (await clone?.unsaved([path])) ?? []
  if (unsaved !== undefined && unsaved[1] === undefined)
    throw new UsageError(
      `Unexpected ${option} ${visible(file)}, which has content that git does not have. Commit it (git add -f is enough), or name another file.`,
    )
  const written = refusedAsUsage(`${option} ${visible(file)}`, () =>
    isBelow ? writeBelow(root, path, text) : writeBelow(folder, basename(location), text),
  )
  // The next one may replace it.
  await clone?.keep([path])
  process.stderr.write(`Wrote ${plain(relative('', written) || written)}: ${pluralize(Buffer.byteLength(text), 'byte')}.\n`)
}
