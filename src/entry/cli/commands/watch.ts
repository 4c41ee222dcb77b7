import { existsSync, watch as watchFolder, type FSWatcher } from 'node:fs'
import { join, resolve } from 'node:path'
import { Fault } from '../../../core/fault.ts'
import { msg } from '../../../core/message.ts'
import { isOwnName } from '../../../gateways/tree/names.ts'
import { plain } from '../../../render/plain.ts'
import { reportError } from '../report-error.ts'

export interface Watched {
  /** It has run already. */
  readonly isFirstDone?: boolean
  /** Where git keeps its own files: another commit counts as a change, too. */
  readonly gitDirectory?: string
  /** Changes come in bursts, an editor's save is several of them: for so many milliseconds nothing has to change. */
  readonly quiet?: number
  /** The address of the page that shows the folder. */
  readonly shownAt?: string
}

/** What says which commit is checked out, and where it is looked for. */
const ofGit: readonly (readonly [folder: string, names: RegExp])[] = [
  ['.', /^(?:HEAD|packed-refs)$/],
  ['refs', /(?<!\.lock)$/],
  ['logs', /^HEAD$/],
]

/**
 * Runs once now and again after every change below a folder, one run after the other, until the process is interrupted. What goes
 * wrong later is reported, and the next change checks again. Gives the last exit code.
 */
export async function watch(
  root: string,
  run: () => Promise<number>,
  { isFirstDone, gitDirectory = '', quiet = 150, shownAt }: Watched = {},
): Promise<number> {
  let code = isFirstDone === true ? 0 : await run()
  let last = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const again = async (path: string) => {
    process.stderr.write(`\nChanged: ${plain(path)}\n`)
    code = await run().catch((error: unknown) => reportError(error, process.argv.slice(2)))
  }
  const soon = (path: string) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      last = last.then(() => again(path))
    }, quiet)
  }
  const watcher = watchFolder(root, { recursive: true }, (_, path) => {
    const names = path?.split(/[\\/]/) ?? []
    // The files that a program of Baton writes show that it is at work.
    if (names[0] === '.git' || isOwnName(names.at(-1) ?? '')) return
    soon(path ?? root)
  })
  const watchers: FSWatcher[] = [watcher]
  for (const [folder, names] of gitDirectory === '' ? [] : ofGit) {
    const place = join(gitDirectory, folder)
    if (!existsSync(place)) continue
    watchers.push(watchFolder(place, { recursive: folder === 'refs' }, (_, path) => names.test(path ?? '') && soon('HEAD')))
  }
  process.stderr.write(`Watching ${plain(resolve(root))}${shownAt === undefined ? '' : `, shown at ${shownAt}`}. Ctrl-C ends it.\n`)
  await new Promise<void>((stop, fail) => {
    for (const each of watchers)
      each.on('error', (cause: NodeJS.ErrnoException) =>
        fail(new Fault(msg`${root} cannot be watched: ${cause.code ?? cause.message}.`, { cause })),
      )
    process.once('SIGINT', stop).once('SIGTERM', stop)
  }).finally(() => {
    clearTimeout(timer)
    for (const each of watchers) each.close()
  })
  return code
}
