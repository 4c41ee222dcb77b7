import { git } from '../../../gateways/git/program.ts'
import { gitDirectory } from '../../../gateways/git/publication.ts'
import { serveLive, type LiveServer } from '../../../gateways/live-server.ts'
import type { PageModel } from '../../../page/model.ts'
import { UsageError } from '../../calls/usage.ts'
import { watch } from './watch.ts'

/** Begins to serve. @throws UsageError for a port that cannot be had */
async function startServer(port: number, page: Parameters<typeof serveLive>[1]): Promise<LiveServer> {
  try {
    return await serveLive(port, page)
  } catch (error) {
    const { syscall, code } = error as NodeJS.ErrnoException
    if (syscall !== 'listen') throw error
    throw new UsageError(
      `Unexpected --port ${port}, expected a port that is free: ${String(code)}. Without --port, a free one is taken.`,
    )
  }
}

/**
 * `baton board --serve`: the page on this machine, which follows the working tree and the branch until it is
 * interrupted.
 */
export async function serve(root: string, port: number, read: () => Promise<PageModel>): Promise<never> {
  const { renderLive } = await import('baton:page')
  let server: LiveServer | undefined
  const show = async () => {
    try {
      const page = renderLive(await read())
      if (server) server.show(page)
      else {
        server = await startServer(port, page)
        process.stdout.write(`${server.address}\n`)
      }
    } catch (error) {
      server?.fail(
        `This is the previous board: it could not be made again. ${error instanceof Error ? error.message : ''}`,
      )
      throw error
    }
  }
  try {
    return await watch(root, show, {
      quiet: 60,
      shownAt: () => server?.address ?? '',
      // A folder without git has a board, too.
      gitDirectory: await gitDirectory(git(root, process.env)).catch(() => ''),
    })
  } finally {
    await server?.close()
  }
}
