import MarkdownIt from 'markdown-it'
import { readFileSync, globSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { mayHaveCommands, parseIncomingComment } from '../../../src/app/comments/comment.ts'
import { handle } from '../../../src/app/comments/handle.ts'
import { callsIn, hasCommands, parseComment } from '../../../src/engine/commands/grammar.ts'
import { installedHere } from '../../entry/bot/installed.ts'
import { delivered, scene, type Scene } from './scene.ts'

/** How often the Markdown of a text was parsed. */
const parse = vi.spyOn(Object.getPrototypeOf(new MarkdownIt().block) as { parse(source: string): void }, 'parse')
const parsesOf = (text: string) => parse.mock.calls.filter(([source]) => source === text).length
afterEach(() => parse.mockClear())
afterAll(() => parse.mockRestore())

const settings = { prefix: 'optional', notOurs: [] } as const

describe('a parsed comment', () => {
  it('lists the tasks of a comment under any configuration', () => {
    const text = '/accept X\n\n/acept Y\n\n/baton status'
    const comment = parseIncomingComment({
      number: 1,
      id: 1,
      node: '',
      author: 'octocat',
      bot: false,
      text,
      at: '2026-02-04T10:00:00Z',
      late: false,
    })
    expect(mayHaveCommands(comment)).toBe(true)
    expect(hasCommands(comment.lines)).toBe(true)
    expect(callsIn(comment.lines, settings)).toMatchObject({
      calls: [{ line: '/accept X' }, { line: '/status' }],
      nearMisses: [{ intendedName: 'accept' }],
    })
    expect(callsIn(comment.lines, { ...settings, notOurs: ['acept'] }).nearMisses).toEqual([])
    expect(callsIn(comment.lines, { ...settings, prefix: 'required' })).toMatchObject({
      calls: [{ line: '/status' }],
      nearMisses: [],
    })
    expect(parsesOf(text)).toBe(1)
  })

  it('can be written as JSON', () => {
    const lines = parseComment('/handback X\n```json\n{}\n```\n\n/ассept Y\n\n<details>\n\n/accept Z\n')
    expect(JSON.parse(JSON.stringify(lines))).toEqual(lines)
    expect(callsIn(lines, settings)).toMatchObject({
      calls: [{ name: 'handback', report: '{}\n' }],
      nearMisses: [{ kind: 'look-alike' }, { kind: 'in-html' }],
    })
  })
})

describe('the text of a comment', () => {
  let at: Scene
  beforeAll(async () => {
    at = await scene()
  })
  afterAll(() => at.github.close())

  it('is not parsed again until its commit is made, though the branch moves meanwhile', async () => {
    const comment = delivered(await at.repository.comment(at.number, at.octocat, '/accept TinyGain'), at.number)
    let moves = 0
    const host: Scene['host'] = {
      ...at.host,
      async commit(request) {
        if (moves++ < 2) await at.repository.push('work', { 'README.md': `# Moved ${moves}\n` }, { by: at.octocat })
        return at.host.commit(request)
      },
    }
    expect(mayHaveCommands(comment)).toBe(true)
    const [handled] = await handle({ ...at.ports, host }, at.number, [comment])
    expect([handled?.answered.outcome, moves]).toEqual(['changed', 3])
    expect(parsesOf('/accept TinyGain')).toBe(1)
  })

  it('is not parsed again for an account that is not authorized', async () => {
    const comment = await at.repository.comment(at.number, at.person('stranger'), '/accept TinyGain now')
    expect(await handle(at.ports, at.number, [delivered(comment, at.number)])).toEqual([])
    expect(parsesOf('/accept TinyGain now')).toBe(1)
  })

  it('is parsed once by the bot: when it is delivered, when an edit of it is, and when the sweep finds it', async () => {
    const bot = await installedHere()
    try {
      const { github, repository, octocat, here } = bot
      const number = await bot.pull('work')
      await here.until(({ task }) => task === 'resolve')
      await repository.comment(number, octocat, '/accept TinyGain --anyway')
      await here.until(({ task, outcome }) => task === 'handle' && outcome === 'changed')
      expect(parsesOf('/accept TinyGain --anyway')).toBe(1)

      const plain = await repository.comment(number, octocat, 'Hello, /x')
      await repository.edit(plain, octocat, '/status TinyGain now')
      await here.until(({ task }) => task === 'report-edit')
      expect(parsesOf('/status TinyGain now')).toBe(1)

      github.webhooks.plan('lost', { times: 9, event: 'issue_comment' })
      await repository.comment(number, octocat, '/status TinyGain')
      await github.webhooks.settled()
      parse.mockClear()
      await bot.swept()
      await here.until(
        ({ task, delivery, outcome }) => task === 'handle' && delivery === 'sweep' && outcome !== undefined,
      )
      expect(parsesOf('/status TinyGain')).toBe(1)
    } finally {
      await bot.end()
    }
  })

  it('is parsed at the entry points alone', () => {
    const parsing = globSync('src/**/*.ts').filter((path) =>
      /\b(?:parseComment|commentWithLines|parseIncomingComment)\(/.test(readFileSync(path, 'utf8')),
    )
    expect(parsing.filter((path) => path.startsWith('src/app/')).toSorted()).toEqual([
      'src/app/audit/fix.ts',
      'src/app/comments/click.ts',
      'src/app/comments/comment.ts',
      'src/app/deliveries/events.ts',
      'src/app/deliveries/lost-comments.ts',
    ])
  })
})
