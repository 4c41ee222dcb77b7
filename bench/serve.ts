import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { baton, type Bench, type Benchmark } from './measure.ts'
import { writeRepository } from './repository.ts'

const plugins = 20
const changes = 15

/** The events of a live page, as it hears them. */
async function* eventsOf(address: string): AsyncGenerator<string> {
  const { body } = await fetch(new URL('/events', address))
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) yield part
}

/** The clone of a repository with one commit. */
function clone(bench: Bench): string {
  const root = join(bench.folder, 'repository')
  writeRepository(root, plugins)
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=octocat', '-c', 'user.email=octocat@example.com', ...args], {
      cwd: root,
      stdio: 'ignore',
    })
  git('init', '--quiet', '--initial-branch=main')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'Twenty plugins')
  return root
}

/** Milliseconds from each change of the registry until an open page has the data that show it. */
async function updateTimes(address: string, registry: string): Promise<readonly number[]> {
  const text = readFileSync(registry, 'utf8')
  const events = eventsOf(address)
  await events.next()
  const times: number[] = []
  for (let round = 0; round < changes; round++) {
    const status = `Unheard of ${round}`
    const begin = performance.now()
    writeFileSync(registry, text.replace(/(?<=\| Plugin00000 \| )[^|]*(?= \|)/, status))
    let model = ''
    while (!model.includes(status)) {
      const { done } = await events.next()
      if (done === true) throw new Error('The server ended the events of the page.')
      model = await (await fetch(new URL('/model.json', address))).text()
    }
    times.push(performance.now() - begin)
  }
  return times
}

/** How soon the live page of the board shows what has changed. */
export const serve: Benchmark = async (bench) => {
  const root = clone(bench)
  const { command, args, env } = baton(bench, 'board', '--serve', '--root', root)
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'close')
  try {
    let [address, messages] = ['', '']
    child.stdout.on('data', (part: Buffer) => (address += part.toString()))
    child.stderr.on('data', (part: Buffer) => (messages += part.toString()))
    while (!messages.includes('Watching')) {
      await Promise.race([once(child.stderr, 'data'), ended])
      if (child.exitCode !== null) throw new Error(`baton board --serve ended with ${child.exitCode}:\n${messages}`)
    }
    // The first change is also the first that compiles what answers it.
    const [first = 0, ...times] = await updateTimes(address.trim(), join(root, 'PLUGINS.md'))
    const sorted = times.toSorted((left, right) => left - right)
    const median = sorted[sorted.length >> 1] as number
    return [
      {
        work: `a change in board --serve, ${plugins} plugins`,
        against: 'until an open page has it, median',
        unit: 'ms',
        aim: { bound: 'most', value: 300 },
        measured: median,
        raw: { median, fastest: Math.min(...times), slowest: Math.max(...times), first },
      },
    ]
  } finally {
    child.kill('SIGINT')
    await ended
  }
}
