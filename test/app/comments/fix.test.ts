import { afterEach, expect, it } from 'vitest'
import { change, contractPath, registryPath, sample } from '../../../src/protocols/plugin/examples.ts'
import { scene, type Scene } from './scene.ts'

let at: Scene
afterEach(() => at.github.close())

/** The row says another stage than the entry, which `/fix` repairs. */
const drifted = change(sample, { [registryPath]: [['| TinyGain | 🚧 Stage 2 |', '| TinyGain | 🚧 Stage 0 |']] })

it('/fix is answered by a reaction alone where it leaves nothing', async () => {
  at = await scene({ files: drifted })
  expect(await at.postComment('/fix')).toMatchObject({ reactions: ['eyes', 'rocket'], replies: [] })
})

it('/fix names what it leaves to a person, and the command for it', async () => {
  at = await scene({ files: { ...drifted, [contractPath('architecture')]: 'Another architecture.\n' } })
  const { reactions, replies } = await at.postComment('/fix')
  expect(reactions).toEqual(['eyes', 'rocket'])
  expect(replies).toEqual([expect.stringMatching(/Not repaired by `\/fix`: `CONTRACT_MISMATCH` of `plugin:TinyGain`/)])
})
