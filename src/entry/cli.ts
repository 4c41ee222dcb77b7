import { existsSync } from 'node:fs'
import module from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Never the shared temporary folder, Node's own default: others could plant code there. */
function cacheFolder(): string | undefined {
  try {
    const cacheHome = process.env['XDG_CACHE_HOME']
    if (cacheHome) return join(cacheHome, 'baton')
    // A user without a home, as in containers, is not given one.
    return existsSync(homedir()) ? join(homedir(), '.cache', 'baton') : undefined
  } catch {
    // A user whom the system does not know, as in containers, has no home.
    return undefined
  }
}

// Compiled code is kept between runs, which saves a third of the start.
const folder = cacheFolder()
if (folder !== undefined) module.enableCompileCache?.(folder)

const { runProgram } = await import('./cli/main.ts')
process.exitCode = await runProgram(process.argv)
