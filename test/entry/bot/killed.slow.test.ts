import { afterEach, describe, expect, it } from 'vitest'
import { endAll, reactionsOf, started } from './started.ts'

afterEach(endAll)

describe('the bot', () => {
  const text = '/accept TinyGain'

  it.each(['POST /graphql', 'createCommitOnBranch', 'createCheckRun'])(
    'that is killed at %s does it once when it is back',
    async (moment) => {
      const { octocat, repository, bot: begin, pull, github, handled } = await started()
      const number = await pull()
      const first = await begin()
      const killed = new Promise<void>((resolve) => {
        github.before(moment, async () => {
          // The request is carried out all the same; its answer is lost.
          await first.end('SIGKILL')
          resolve()
        })
      })
      const comment = await repository.comment(number, octocat, text)
      await killed
      await github.webhooks.settled()
      const second = await begin({ BATON_SWEEP: '1s' })
      await github.until(() => (/rocket|-1/.test(reactionsOf(comment)) ? true : undefined))
      const tip = (await repository.tip('work')) ?? ''
      await github.until(() =>
        repository.checksOn(tip).some(({ status }) => status === 'completed') ? true : undefined,
      )
      expect(await handled(comment.id)).toBe(1)
      expect(reactionsOf(comment)).toBe('eyes rocket')
      expect(repository.checksOn(tip).filter(({ status }) => status !== 'completed')).toEqual([])
      expect(repository.commentsOn(number).filter(({ body }) => body.includes('baton: state')).length).toBe(1)
      expect(await second.end()).toBe(0)
    },
  )
})
