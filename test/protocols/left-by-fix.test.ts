import { describe, expect, it } from 'vitest'
import { protocols } from '../../src/entry/protocols.ts'
import { change, inState, entry, sample, statePath, stallPath } from '../../src/protocols/governance/examples.ts'
import { declared } from './declared/scene.ts'
import { scene, type Scene, type SceneSetting, type Tree } from './scene.ts'

const tasks = declared(
  "workflows: [{ name: work, items: { files: '**/{slug}.md', id: { front-matter: id } }, states: [todo, done], places: { own: { front-matter: status }, board: { in: BOARD.md, row: { Item: '{id}' }, column: Status } }, truth: own }]\n",
)
const governance = scene(protocols.find(({ name }) => name === 'governance') ?? expect.fail())
const task = (status: string) => `---\nid: t-1\nstatus: ${status}\n---\n`
const tooLong = inState({ history: Array.from({ length: 52 }, (_, index) => entry(`task:${index}`)) })

describe('`/fix` where no repair can be made', () => {
  it.each<readonly [string, Scene, Tree, string, string, SceneSetting]>([
    [
      'an item that is there twice',
      tasks,
      {
        'a/x.md': task('todo'),
        'b/x.md': task('todo'),
        'BOARD.md': '| Item | Status |\n|---|---|\n| t-1 | done |\n',
      },
      'ITEM_DUPLICATE',
      'ITEM_STATE_DRIFT',
      {},
    ],
    [
      'a key that is there twice',
      governance,
      change(sample, { [statePath]: tooLong[statePath]?.replace('"phase"', '"phase":"a","phase"') ?? '' }),
      'GOV_DUPLICATE_KEY',
      'GOV_HISTORY_LIMIT',
      {},
    ],
    [
      'a folder that is a link',
      governance,
      change(change(sample, { [stallPath()]: null }), { '.idumb/brain/stall': '../elsewhere' }),
      'GOV_FILE_LINK',
      'GOV_STALL_MISSING',
      { links: ['.idumb/brain/stall'] },
    ],
  ])('is unchanged, and says what is left: %s', async (_, { give }, tree, reason, left, setting) => {
    for (const command of ['/fix', `/fix ${left}`]) {
      const { outcome, codes, result, tree: after } = await give(tree, command, setting)
      expect([outcome, after]).toEqual(['unchanged', tree])
      expect(codes).toEqual(expect.arrayContaining([`${reason} warning`, `${left} warning`]))
      expect(result.reply).toContain(`Nothing was fixed. Left: \`${left}\``)
    }
  })
})
