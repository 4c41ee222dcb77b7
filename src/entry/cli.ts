import module from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'

// Compiled code is kept between runs, which saves a third of the start. Never in the shared temporary folder, Node's own default:
// others could plant code there.
const cache = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache')
module.enableCompileCache?.(join(cache, 'baton'))

await import('./cli/main.ts')
