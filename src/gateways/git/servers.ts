import { lstatSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeFresh } from '../fresh-file.ts'
import { conditionOf, holderSchema, thisProcess } from '../tree/holder.ts'
import { worktreeOf } from './claims.ts'

/** The servers of tools at work on a clone, by the instances of their agents. */
export interface Servers {
  /** Notes that this process is one, where that can be written. Gives a function that takes the note away. */
  begin(instance: string): () => void
  /** Whether the server with an instance is known to be at work. */
  isServing(instance: string): boolean
}

const instanceForm = /^[A-Za-z0-9_-]{1,64}$/
const maxSize = 4096

/**
 * The notes in the folder of git that the worktrees of a clone share. They are a cache: without them a server is not
 * known to be at work.
 */
export function serversOf(folder: string): Servers {
  const worktree = worktreeOf(folder)
  const servers = worktree && join(worktree.common, 'baton', 'servers')
  const pathOf = (instance: string) =>
    servers !== undefined && instanceForm.test(instance) ? join(servers, `${instance}.json`) : undefined
  return {
    begin(instance) {
      const path = pathOf(instance)
      if (servers === undefined || path === undefined) return () => undefined
      try {
        mkdirSync(servers, { recursive: true })
        // Of a process that was killed, whose instance was drawn again.
        rmSync(path, { force: true })
        writeFresh(path, `${JSON.stringify(thisProcess('mcp'))}\n`)
      } catch {
        // The folder may be read-only.
      }
      return () => rmSync(path, { force: true })
    },

    isServing(instance) {
      const path = pathOf(instance)
      if (path === undefined) return false
      try {
        const stats = lstatSync(path)
        if (!stats.isFile() || stats.size > maxSize) return false
        // Written by programs like this one: no finding points into it, so it is not a record.
        const { data } = holderSchema().safeParse(JSON.parse(readFileSync(path, 'utf8')))
        return data !== undefined && conditionOf(data) === 'running'
      } catch {
        return false
      }
    },
  }
}
