import { execFileSync } from 'node:child_process'
import { baton, busy, peak, run, shortest, type Bench, type Benchmark } from './measure.ts'
import { writeHistory, type HistoryShape } from './history-repository.ts'

/** A generated repository with a history, and the program that replays it. */
function repository(bench: Bench, shape: HistoryShape, ...args: readonly string[]) {
  const root = `${bench.folder}/${Object.values(shape).join('-')}`
  writeHistory(root, shape)
  return baton(bench, 'history', '--root', root, '--format', 'json', ...args)
}

/** Two thousand commits of state among others that change none. */
const long = { commits: 10_000, stateCommits: 2_000 }

/** Twice as many plugins, and twice as many commits that each change one of them. */
const grown = {
  half: { commits: 868, stateCommits: 867, plugins: 750 },
  whole: { commits: 1735, stateCommits: 1734, plugins: 1500 },
}

/** A board of as many targets as the last of these histories, with so many commits that they are replayed. */
const shown = { commits: 130, stateCommits: 129, plugins: 1500 }

/** What a history costs where both its commits and its targets are many. */
export const wideHistory: Benchmark = (bench) => {
  const [half, whole] = [grown.half, grown.whole].map((shape) => busy(repository(bench, shape, '--all-commits'))) as [
    number,
    number,
  ]
  const root = `${bench.folder}/${Object.values(shown).join('-')}`
  writeHistory(root, shown)
  execFileSync('git', ['reset', '--quiet', '--hard'], { cwd: root })
  const board = busy(baton(bench, 'board', '--root', root, '--format', 'json'))
  const work = 'baton history, 1,735 commits of 1,500 plugins'
  return [
    { work, against: 'CPU time', unit: 's', aim: { bound: 'most', value: 10 }, measured: whole, raw: { half, whole } },
    {
      work,
      against: '868 commits of 750',
      unit: '×',
      aim: { bound: 'most', value: 4 },
      measured: whole / half,
      raw: { half, whole },
      note: 'each second commit rewrites the registry, which is twice as long',
    },
    {
      work: 'baton board, 1,500 plugins, 130 commits replayed',
      against: 'CPU time',
      unit: 's',
      measured: board,
      raw: { board },
    },
  ]
}

/** How long a replay of a whole history takes, and what it holds in memory. */
export const history: Benchmark = (bench) => {
  const usual = repository(bench, { commits: 457, stateCommits: 216, plugins: 17 })
  const wide = repository(bench, { ...long, plugins: 100 })
  const narrow = repository(bench, { ...long, plugins: 10 })
  const stateless = repository(bench, { commits: 10_000, stateCommits: 1, plugins: 10 })
  const { seconds } = run(usual)
  const times = shortest(2, { usual, wide, narrow, none: stateless })
  const bytes = peak(wide)
  const work = 'baton history, 10,000 commits, 2,000 of state, 100 plugins'
  return [
    {
      work: 'baton history, 457 commits, 17 plugins',
      against: 'the whole process',
      unit: 's',
      aim: { bound: 'most', value: 1 },
      measured: times.usual,
      raw: { seconds: times.usual, first: seconds },
    },
    {
      work,
      against: 'the whole process',
      unit: 's',
      aim: { bound: 'most', value: 10 },
      measured: times.wide,
      raw: times,
    },
    {
      work,
      against: 'peak of memory',
      unit: 'MB',
      aim: { bound: 'most', value: 512 },
      measured: bytes / 1e6,
      raw: { bytes },
    },
    {
      work,
      against: 'a state commit of 10 plugins',
      unit: '×',
      aim: { bound: 'most', value: 3 },
      measured: (times.wide - times.none) / (times.narrow - times.none),
      raw: times,
    },
  ]
}
