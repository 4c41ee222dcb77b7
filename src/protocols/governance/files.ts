import type { Selector } from '../../core/view.ts'
import type { GovernanceConfiguration } from './discovery.ts'

/** Where the state is below its root (docs/governance.md, "Files"). */
export interface StatePaths {
  readonly root: string
  readonly state: string
  readonly config: string
  readonly metrics: string
  readonly todos: string
  session(id: string): string
  stall(id: string): string
}

export function pathsOf({ root }: Pick<GovernanceConfiguration, 'root'>): StatePaths {
  const brain = `${root}/brain`
  return {
    root,
    state: `${brain}/state.json`,
    config: `${brain}/config.json`,
    metrics: `${brain}/execution-metrics.json`,
    todos: `${brain}/todos.json`,
    session: (id) => `${root}/sessions/${id}.json`,
    stall: (id) => `${brain}/stall/${id}.json`,
  }
}

/** The files of a kind of which there may be many, by the variable part of their path. */
export const kindGlobs = ({ root }: Pick<GovernanceConfiguration, 'root'>) => ({
  session: `${root}/sessions/*.json`,
  stall: `${root}/brain/stall/*.json`,
  checkpoint: `${root}/brain/execution/*/*.json`,
})

/** What is read: the state, and of everything else below the root that it is there. */
export function selectorsOf(configuration: GovernanceConfiguration): readonly Selector[] {
  const { state, config, metrics, todos } = pathsOf(configuration)
  const read = [state, config, metrics, todos, ...Object.values(kindGlobs(configuration))]
  return [...read.map((glob): Selector => ({ glob, level: 'text' })), { glob: `${configuration.root}/**`, level: 'name' }]
}

/** Places of state that must not be ignored; the session stands for all. */
export const keptPaths = ({ root }: Pick<GovernanceConfiguration, 'root'>): readonly string[] => [
  pathsOf({ root }).state,
  pathsOf({ root }).session('x'),
]

/** The name of a file without its folder and `.json`. */
export const stemOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1, -'.json'.length)

/** What the id of a session is made of. */
export const sessionId = /^[A-Za-z0-9][A-Za-z0-9_-]{2,63}$/
