import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { baton, run, shortest, type Bench, type Benchmark, type Figure } from './measure.ts'
import { writeRepository } from './repository.ts'

/** Small contracts: the board shows none of them. */
const bytes = { 'plan.md': 1_000, '.continue-here.md': 2_000 }

/** A repository of so many plugins, and the page of its board. */
function written(bench: Bench, count: number) {
  const root = join(bench.folder, `repository-${count}`)
  const file = join(bench.folder, `board-${count}.html`)
  writeRepository(root, count, bytes)
  run(baton(bench, 'board', '--root', root, '--no-history', '--html', file))
  return { root, file, size: statSync(file).size }
}

/** The bytes of the scripts and styles in a page; of data that stands in it as a script none. */
const codeIn = (html: string): number =>
  Array.from(html.matchAll(/<(script|style)(?: type="module")?>(.*?)<\/\1>/gs)).reduce(
    (sum, [, , text = '']) => sum + Buffer.byteLength(text),
    0,
  )

/**
 * How many milliseconds pass until a page answers, and until it shows what a letter in its search finds; `undefined`:
 * there is no browser.
 */
function opened(file: string): Readonly<Record<'interactive' | 'keystroke', number>> | undefined {
  const { output } = run({
    command: process.execPath,
    args: [join(import.meta.dirname, '../test/page/speed.ts'), file, 'plugin00042'],
  })
  return output === '' ? undefined : (JSON.parse(output) as Readonly<Record<'interactive' | 'keystroke', number>>)
}

/** The page of the board: how large it is, how long it takes to be written, and how soon it answers in a browser. */
export const page: Benchmark = (bench) => {
  const [few, many] = [written(bench, 20), written(bench, 10_000)]
  const code = codeIn(readFileSync(few.file, 'utf8'))
  const seconds = shortest(3, {
    board: baton(bench, 'board', '--root', many.root, '--no-history'),
    validate: baton(bench, 'validate', '--root', many.root),
  })
  const times = opened(many.file)
  const atMost = (value: number) => ({ bound: 'most', value }) as const
  const sized = (work: string, value: number, aim: number): Figure => ({
    work,
    against: 'count',
    unit: 'kB',
    aim: atMost(aim),
    measured: value / 1000,
    raw: { bytes: value },
  })
  const shown = (against: string, milliseconds: number | undefined, aim: number): Figure => ({
    work: 'page of the board, 10,000 plugins, in Chromium',
    against,
    unit: 'ms',
    aim: atMost(aim),
    ...(milliseconds !== undefined && { measured: milliseconds }),
    raw: milliseconds === undefined ? {} : { milliseconds },
    ...(milliseconds === undefined && { note: 'no Chromium was found' }),
  })
  return [
    {
      work: 'baton board --no-history, 10,000 plugins',
      against: 'baton validate',
      unit: '×',
      aim: atMost(2),
      measured: seconds.board / seconds.validate,
      raw: seconds,
    },
    sized('page of the board, 10,000 plugins', many.size, 3000),
    sized('page of the board, 20 plugins', few.size, 120),
    sized('page of the board, script and style', code, 60),
    shown('until it answers', times?.interactive, 1000),
    shown('the slowest letter in its search', times?.keystroke, 100),
  ]
}
