import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commandLine, comment } from './trace/programs.ts'
import { table, traced } from './trace/traced.ts'

/**
 * Prints which source files a run of Baton imports, and how many of their functions it calls how often. `node
 * scripts/trace.ts validate PATH` runs the command line with these arguments; `node scripts/trace.ts --comment TEXT`
 * runs the Action on a pull request with this comment.
 */
const root = join(import.meta.dirname, '..')
const args = process.argv.slice(2)
if (args.length === 0) {
  console.error(
    "Expected the arguments of the command line, or --comment '/accept TinyGain' and, if need be, --root FOLDER.",
  )
  process.exit(2)
}

const folder = mkdtempSync(join(tmpdir(), 'baton-trace-'))
try {
  // Node itself writes what V8 has counted there. V8 may not count functions that come out of a compile cache.
  const env = { NODE_V8_COVERAGE: folder, NODE_DISABLE_COMPILE_CACHE: '1' }
  process.exitCode = args[0] === '--comment' ? await comment(root, args, env) : commandLine(root, args, env)
  console.log(`\n${table(traced(root, folder))}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
