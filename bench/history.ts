import { baton, peak, run, shortest, type Bench, type Benchmark } from './measure.ts'
import { writeHistory, type HistoryShape } from './history-repository.ts'

/** A generated repository with a history, and the program that replays it. */
function repository(bench: Bench, shape: HistoryShape) {
  const root = `${bench.folder}/${Object.values(shape).join('-')}`
  writeHistory(root, shape)
  return baton(bench, 'history', '--root', root, '--format', 'json')
}

/** Two thousand commits of state among others that change none. */
const long = { commits: 10_000, stateCommits: 2_000 }

/** How long a replay of a whole history takes, and what it holds in memory. */
export const history: Benchmark = (bench) => {
  const usual = repository(bench, { commits: 457, stateCommits: 216, plugins: 17 })
  const wide = repository(bench, { ...long, plugins: 100 })
  const narrow = repository(bench, { ...long, plugins: 10 })
  const none = repository(bench, { commits: 10_000, stateCommits: 1, plugins: 10 })
  const { seconds } = run(usual)
  const times = shortest(2, { usual, wide, narrow, none })
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
    { work, against: 'the whole process', unit: 's', aim: { bound: 'most', value: 10 }, measured: times.wide, raw: times },
    { work, against: 'peak of memory', unit: 'MB', aim: { bound: 'most', value: 512 }, measured: bytes / 1e6, raw: { bytes } },
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
