import { watch as watchFolder } from 'node:fs'
import { Fault } from '../../../core/fault.ts'
import { msg } from '../../../core/message.ts'
import { isOwnName } from '../../../gateways/tree/names.ts'
import { plain } from '../../../render/plain.ts'
import { reportError } from '../report-error.ts'

/** Changes come in bursts: an editor's save is several of them. */
const quietMilliseconds = 150

/**
 * Runs once now and again after every change below a folder, one run after the other, until the process is interrupted. What goes
 * wrong later is reported, and the next change checks again. Gives the last exit code.
 */
export async function watch(root: string, run: () => Promise<number>): Promise<number> {
  let code = await run()
  let last = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const again = async (path: string) => {
    process.stderr.write(`\nChanged: ${plain(path)}\n`)
    code = await run().catch((error: unknown) => reportError(error, process.argv.slice(2)))
  }
  const watcher = watchFolder(root, { recursive: true }, (_, path) => {
    const names = path?.split(/[\\/]/) ?? []
    // The files that a program of ours writes show that it is at work.
    if (names[0] === '.git' || isOwnName(names.at(-1) ?? '')) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      last = last.then(() => again(path ?? root))
    }, quietMilliseconds)
  })
  process.stderr.write(`Watching ${plain(root)}. Ctrl-C ends it.\n`)
  await new Promise<void>((stop, fail) => {
    watcher.on('error', (cause: NodeJS.ErrnoException) =>
      fail(new Fault(msg`${root} cannot be watched: ${cause.code ?? cause.message}.`, { cause })),
    )
    process.once('SIGINT', stop).once('SIGTERM', stop)
  }).finally(() => {
    clearTimeout(timer)
    watcher.close()
  })
  return code
}
