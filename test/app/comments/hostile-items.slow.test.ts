import { describe, expect, it } from 'vitest'
import {
  comments,
  configuration,
  expectChecks,
  expectLine,
  expectPage,
  filesWith,
  quoted,
} from '../../render/hostile-items.ts'
import { hostileIds } from '../../render/hostile.ts'
import { auditScene } from '../audit/scene.ts'
import { scene } from './scene.ts'

describe('ids of items that would do harm are inert in what the bot writes', () => {
  it.each(Object.entries(hostileIds))('about a pull request: %s', async (_, id) => {
    const at = await scene({ files: filesWith(id), configuration })
    try {
      const outcomes: string[] = []
      for (const text of comments(id)) {
        const { replies, sticky, handled } = await at.postComment(text)
        outcomes.push(...handled.map(({ answered }) => answered.outcome))
        for (const page of [...replies, sticky ?? '']) expectPage(page)
        expectChecks(await at.checks())
      }
      // What a line cannot name, or what is hidden in it, is named by no comment; all else is moved.
      const moves = [
        'changed',
        'changed',
        'changed',
        'changed',
        'refused',
        'refused',
        'refused',
        'refused',
        'refused',
        'changed',
        'unchanged',
      ]
      const refusals = [
        'refused',
        'refused',
        'refused',
        'refused',
        'refused',
        'refused',
        'refused',
        'refused',
        'refused',
        'refused',
        'changed',
      ]
      expect(outcomes.slice(0, moves.length)).toEqual(
        quoted(id).slice(1, -1) === id && !id.includes('<!--') ? moves : refusals,
      )
      const messages = (await at.repository.commits('work')).map(({ message }) => message)
      for (const message of messages) {
        expectLine(message)
        expect(message).not.toMatch(/@(?!octocat$)|[^%\d]#\d(?!$)|closes #/m)
        expect(message.split('\n').filter((line) => line.startsWith('Transition: ')).length).toBeLessThan(3)
      }
    } finally {
      await at.github.close()
    }
  })

  it.each(Object.entries(hostileIds))('in an audit: %s', async (_, id) => {
    const at = await auditScene({ ...filesWith(id), '.github/baton.yml': configuration })
    try {
      await at.audit()
      const issues = at.issues()
      expect(issues).toHaveLength(2)
      for (const { title, body } of issues) {
        expectLine(title)
        // Its last part begins with a rule of ours.
        expectPage(body.replace('\n---\n', '\n'))
      }
      expectChecks(at.repository.checksOn(await at.tip()))
    } finally {
      await at.github.close()
    }
  })
})
