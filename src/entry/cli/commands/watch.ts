import { existsSync, watch as watchFolder } from 'node:fs'
import { join, resolve } from 'node:path'
import { Fault } from '../../../core/fault.ts'
import { msg } from '../../../core/message.ts'
import { isOwnName } from '../../../gateways/tree/names.ts'
import { plainText } from '../../../render/plain.ts'
import { reportError } from '../report-error.ts'

export interface WatchOptions {
  /** Where git keeps its own files: another commit counts as a change, too. */
  readonly gitDirectory?: string
  /** Changes come in bursts, an editor's save is several of them: for so many milliseconds nothing has to change. */
  readonly quiet?: number
  /** The address of the page that shows the folder, known after the first run. */
  readonly shownAt?: () => string
}

/** What says which commit is checked out, and where it is looked for. */
const gitPaths: readonly (readonly [folder: string, names: RegExp])[] = [
  ['.', /^(?:HEAD|packed-refs)$/],
  ['refs', /(?<!\.lock)$/],
  ['logs', /^HEAD$/],
]

/**
 * Runs once now and again after every change below a folder, one run after the other, until the process is interrupted.
 * A change during the first run is one, too. What goes wrong later is reported, and the next change runs it again.
 *
 * An interrupt ends the process as the system does it, with no handler of ours: that would have to wait for the run.
 *
 * @throws what the first run throws; Fault if the folder cannot be watched
 */
export async function watch(
  root: string,
  run: () => Promise<unknown>,
  { gitDirectory = '', quiet = 150, shownAt }: WatchOptions = {},
): Promise<never> {
  let lastRun: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const runAgain = async (path: string) => {
    process.stderr.write(`\nChanged: ${plainText(path)}\n`)
    await run().catch((error: unknown) => reportError(error, process.argv.slice(2)))
  }
  const scheduleRun = (path: string) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      lastRun = lastRun.then(() => runAgain(path))
    }, quiet)
  }
  const watchFault = (cause: NodeJS.ErrnoException) =>
    new Fault(msg`${root} cannot be watched: ${cause.code ?? cause.message}.`, { cause })
  let fail: (error: Fault) => void
  const failure = new Promise<never>((_, reject) => (fail = reject))
  const follow = (folder: string, recursive: boolean, onChange: (path: string | null) => void) => {
    try {
      return watchFolder(folder, { recursive }, (_, path) => onChange(path)).on('error', (cause) =>
        fail(watchFault(cause)),
      )
    } catch (cause) {
      throw watchFault(cause as NodeJS.ErrnoException)
    }
  }

  // A folder that is not there is for the run to report.
  const places = existsSync(root)
    ? gitPaths.filter(([folder]) => gitDirectory !== '' && existsSync(join(gitDirectory, folder)))
    : undefined
  const watchers = places && [
    follow(root, true, (path) => {
      const names = path?.split(/[\\/]/) ?? []
      // The files that a program of Baton writes show that it is at work.
      if (names[0] !== '.git' && !isOwnName(names.at(-1) ?? '')) scheduleRun(path ?? root)
    }),
    ...places.map(([folder, names]) =>
      follow(join(gitDirectory, folder), folder === 'refs', (path) => names.test(path ?? '') && scheduleRun('HEAD')),
    ),
  ]
  try {
    const firstRun = run()
    lastRun = firstRun.catch(() => undefined)
    await Promise.race([firstRun, failure])
    process.stderr.write(
      `Watching ${plainText(resolve(root))}${shownAt ? `, shown at ${shownAt()}` : ''}. Ctrl-C ends it.\n`,
    )
    return await failure
  } finally {
    clearTimeout(timer)
    for (const watcher of watchers ?? []) watcher.close()
  }
}
