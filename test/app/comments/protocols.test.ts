import { afterEach, describe, expect, it } from 'vitest'
import { sample as run } from '../../../src/protocols/control/examples.ts'
import { emptySample as brain } from '../../../src/protocols/governance/examples.ts'
import { sample as project } from '../../../src/protocols/handover/examples.ts'
import { sample as session } from '../../../src/protocols/subagent/examples.ts'
import { sample as plugin } from '../../../src/protocols/plugin/examples.ts'
import { scene, type Scene } from './scene.ts'

// Five heads that are read, written and checked take a while on a busy machine.
const open: Scene[] = []
afterEach(async () => {
  for (const { github } of open.splice(0)) await github.close()
})

/** Control granted by one comment in each protocol, in a repository that has them all. */
const grants = [
  ['/accept TinyGain', 'plugin:TinyGain'],
  ['/accept explore', 'stage:explore@'],
  ['/accept task-3', 'task:task-3@'],
  ['/accept login', 'project:2026-01-20-login'],
  ['/accept session:ses_9', 'session:ses_9'],
] as const

describe('every protocol', () => {
  it('is spoken to by comments on one pull request, each a commit that adds no error', async () => {
    const at = await scene({ files: { ...plugin, ...run, ...session, ...project, ...brain } })
    open.push(at)
    for (const [text, target] of grants) {
      const result = await at.postComment(text)
      expect({ text, replies: result.replies, outcome: result.handled[0]?.answered.outcome }).toEqual({
        text,
        replies: expect.any(Array) as unknown,
        outcome: 'changed',
      })
      expect(result.sticky).toContain(target)
      expect(await at.message(await at.tip())).toContain(`Transition: ${target.replace('@', '%40')}`)
      expect(at.repository.checksOn(await at.tip())).toMatchObject([{ name: 'baton', conclusion: 'success' }])
    }
  })
})
