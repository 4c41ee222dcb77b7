import { Fault } from '../../../core/fault.ts'
import { msg } from '../../../core/message.ts'
import { git } from '../../../gateways/git/program.ts'
import { gitDirectory } from '../../../gateways/git/publication.ts'
import { serveLive } from '../../../gateways/live-server.ts'
import type { PageModel } from '../../../page/model.ts'
import { exits } from '../exit.ts'
import { watch } from './watch.ts'

/** `baton board --serve`: the page on this machine, which follows the working tree and the branch until it is interrupted. */
export async function serve(root: string, port: number, read: () => Promise<PageModel>): Promise<number> {
  const { renderLive } = await import('baton:page')
  const server = await serveLive(port, renderLive(await read())).catch((cause: unknown) => {
    if ((cause as NodeJS.ErrnoException).syscall !== 'listen') throw cause
    throw new Fault(msg`Port ${port} is not available: ${String((cause as NodeJS.ErrnoException).code)}.`, { cause })
  })
  process.stdout.write(`${server.address}\n`)
  const again = async () => {
    try {
      server.show(renderLive(await read()))
    } catch (error) {
      server.fail(`This is the previous board: it could not be made again. ${error instanceof Error ? error.message : ''}`)
      throw error
    }
    return exits.fine
  }
  try {
    await watch(root, again, {
      isFirstDone: true,
      quiet: 60,
      shownAt: server.address,
      // A folder without git has a board, too.
      gitDirectory: await gitDirectory(git(root, process.env)).catch(() => ''),
    })
  } finally {
    await server.close()
  }
  return exits.fine
}
