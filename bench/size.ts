import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { posix } from 'node:path'
import { readSyntax } from '../scripts/syntax.ts'
import { opening } from './mcp.ts'
import { baton, run, type Bench, type Benchmark, type Figure, type Program } from './measure.ts'
import { writeRepository } from './repository.ts'

/** The files that a program could load, itself first; those of Node are no files. */
function loadable(dist: string, program: string): ReadonlySet<string> {
  const files = new Set([program])
  for (const file of files) {
    for (const { specifier } of readSyntax(readFileSync(`${dist}/${file}`, 'utf8'), file).imports) {
      if (specifier?.startsWith('.')) files.add(posix.join(posix.dirname(file), specifier))
    }
  }
  return files
}

const reporter = `data:text/javascript,${encodeURIComponent(`
import { registerHooks } from 'node:module'
import { writeSync } from 'node:fs'
const loaded = new Set()
registerHooks({ load(url, context, next) { loaded.add(url); return next(url, context) } })
process.on('exit', () => writeSync(1, '\\nloaded ' + JSON.stringify([...loaded])))`)}`

/** The files of the bundle that one run of a program loads. */
function loaded(dist: string, program: Program): readonly string[] {
  const { output } = run({ ...program, args: ['--import', reporter, ...program.args] })
  const urls = JSON.parse(/\nloaded (\[.*\])$/.exec(output)?.[1] ?? '[]') as readonly string[]
  const prefix = new URL(`file://${dist}/`).href
  return urls.flatMap((url) => (url.startsWith(prefix) ? [url.slice(prefix.length)] : []))
}

/** The check of a commit that a workflow has checked out. */
function action({ folder, dist }: Bench, root: string): Program {
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  git('init', '--quiet')
  git('remote', 'add', 'origin', 'https://github.com/example-org/plugins')
  git('add', '--all')
  git('-c', 'user.name=octocat', '-c', 'user.email=octocat@example.com', 'commit', '--quiet', '--message', 'Plugins')
  writeFileSync(`${folder}/event.json`, '{}')
  for (const name of ['summary', 'output']) writeFileSync(`${folder}/${name}`, '')
  const env = {
    GITHUB_REPOSITORY: 'example-org/plugins',
    GITHUB_EVENT_NAME: 'workflow_dispatch',
    GITHUB_EVENT_PATH: `${folder}/event.json`,
    GITHUB_SHA: git('rev-parse', 'HEAD'),
    GITHUB_WORKSPACE: root,
    GITHUB_STEP_SUMMARY: `${folder}/summary`,
    GITHUB_OUTPUT: `${folder}/output`,
    RUNNER_TEMP: folder,
    INPUT_TASK: 'validate',
    INPUT_TOKEN: 'none',
  }
  return { command: process.execPath, args: [`${dist}/action.js`], cwd: root, env }
}

/**
 * What serving tools costs, from the start to the list of tools: its libraries, zod included, and what no other command
 * needs.
 */
function served(bench: Bench, root: string, bytesOf: (files: Iterable<string>) => number): Figure {
  const always = new Set(loaded(bench.dist, baton(bench, '--help')))
  const isOwn = (file: string) => !always.has(file) || file.includes('modelcontextprotocol')
  const files = loaded(bench.dist, { ...baton(bench, 'mcp', '--root', root), input: opening }).filter(isOwn)
  return {
    work: 'dist/cli.js, what baton mcp loads for its list of tools, zod included',
    against: 'count',
    unit: 'MB',
    aim: { bound: 'most', value: 0.5 },
    measured: bytesOf(files) / 1e6,
    raw: { bytes: bytesOf(files), files: files.length },
  }
}

/** How much code a check loads, libraries included; and how much is shipped for all that a program can do. */
export const size: Benchmark = (bench) => {
  const root = `${bench.folder}/repository`
  writeRepository(root, 3)
  const programs = { 'action.js': action(bench, root), 'cli.js': baton(bench, 'validate', '--root', root) }
  const bytesOf = (files: Iterable<string>) =>
    [...files].reduce((sum, file) => sum + readFileSync(`${bench.dist}/${file}`).length, 0)
  const checks = Object.entries(programs).flatMap(([name, program]): readonly Figure[] => {
    const [check, all] = [loaded(bench.dist, program), loadable(bench.dist, name)]
    const figure = { against: 'count', unit: 'MB' } as const
    const raw = (files: readonly string[]) => ({ bytes: bytesOf(files), files: files.length })
    return [
      {
        ...figure,
        work: `dist/${name}, what the check of 3 plugins loads`,
        aim: { bound: 'most', value: 1.5 },
        measured: bytesOf(check) / 1e6,
        raw: raw(check),
      },
      {
        ...figure,
        work: `dist/${name}, with all that it could load`,
        measured: bytesOf(all) / 1e6,
        raw: raw([...all]),
      },
    ]
  })
  return [...checks, served(bench, root, bytesOf)]
}
