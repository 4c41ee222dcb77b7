import { handoffPath } from '../../../src/protocols/plugin/examples.ts'
import { give, target, type Given, type Setting, type Tree } from './scene.ts'
import { statesOf, type Layout, type Shape } from './workflow.ts'

/** Commands by a short name. */
export const commands = {
  accept: '/accept TinyGain',
  success: '/handback TinyGain success',
  error: '/handback TinyGain error BUILD_FAILED No compiler',
  question: '/handback TinyGain question Which skin?',
  answer: '/answer TinyGain The dark one',
  checksums: '/checksums TinyGain',
  sync: '/sync TinyGain --from handoff',
  migrate: '/migrate TinyGain',
  regenerate: '/regenerate TinyGain',
  contracts: '/restore TinyGain contracts',
  state: '/restore TinyGain state',
  install: '/install TinyGain',
  verify: '/verify TinyGain',
} as const
export type CommandKey = keyof typeof commands

/** A day later than any of the way. */
export const later: Setting = { at: '2026-03-02T10:00:00Z' }

/** `3.1 p` for `stage 3.1 in_progress`, `3.1 c` for complete, `5 w` for the end of the work. */
function short(state: string): string {
  const [, unit = state, status = ''] = /^stage (\S+) (\w)/.exec(state) ?? []
  return status === '' ? state : `${unit} ${status === 'i' ? 'p' : status}`
}

/** The same, complete: somebody else wrote it. */
const complete = (tree: Tree): Tree => ({
  ...tree,
  [handoffPath]: String(tree[handoffPath]).replace('status: in_progress', 'status: complete'),
})

/** The states of the way, and those beside it: back with a question (`q`), the last phase complete and its stage not closed, the last stage merely complete. */
export async function states(shape: Shape, layout: Layout): Promise<ReadonlyMap<string, Tree>> {
  const way = new Map([...(await statesOf(shape, layout))].map(([state, tree]) => [short(state), tree]))
  const begun = way.get('3.1 p') ?? way.get('3 p') ?? {}
  const beside: [string, Tree][] = [
    ['3 q', (await give(begun, commands.question, { at: '2026-02-20T10:00:00Z' })).tree],
    ['5 c', complete(way.get('5 p') ?? {})],
  ]
  if (shape !== 'simple') beside.push(['3.2 c', complete(way.get('3.2 p') ?? {})])
  return new Map([...way, ...beside])
}

/** What comes of a command: the state that it leads to (`!`: control had not been granted), `=`, or why it is refused. */
export async function outcomeOf({ outcome, codes, tree }: Given): Promise<string> {
  if (outcome === 'unchanged') return '='
  if (outcome === 'refused') return codes.map((code) => code.replace(/^PLUGIN_/, '').replace(' error', '')).join(' ')
  const state = short((await target(tree, 'TinyGain', later))?.state ?? '')
  return codes.includes('PLUGIN_ACCEPT_IMPLIED warning') ? `${state} !` : state
}
