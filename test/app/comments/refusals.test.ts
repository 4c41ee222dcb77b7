import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LazyProtocols } from '../../../src/app/validate/discovery.ts'
import type { Protocol } from '../../../src/core/protocol.ts'
import { registryPath, sample } from '../../../src/protocols/plugin/examples.ts'
import { scene, type Scene } from './scene.ts'

const onTwoSides = (sample[registryPath] ?? '').replace(
  /(\| TinyGain \| )🚧 Stage 2(.*\n)/,
  '<<<<<<< HEAD\n$1🚧 Stage 5$2=======\n$1🚧 Stage 2$2>>>>>>> topic\n',
)

let at: Scene
let start: string
beforeAll(async () => {
  at = await scene({
    configuration: [
      'commands:',
      '  handback: { allow: [write, app/copilot-swe-agent] }',
      '  accept: { allow: [write, "@named"] }',
      '  roles: { release-captain: maintain }',
      '  not-ours: [statsu]',
      '',
    ].join('\n'),
    // What a change makes of the policy is not its own judge.
    work: { '.github/baton.yml': 'commands:\n  accept: { allow: [read] }\n  fix: { allow: [read] }\n' },
  })
  start = await at.tip()
})
afterAll(() => at.github.close())

const bot = (login: string) => ({ ...at.github.user(login), type: 'Bot' as const })

describe('what is refused, and how', () => {
  const table: readonly (readonly [what: string, role: string | undefined, text: string, code: string])[] = [
    ['a reader', 'read', '/accept TinyGain', 'COMMAND_DENIED'],
    ['triage', 'triage', '/fix', 'COMMAND_DENIED'],
    ['a writer, of what maintainers may', 'write', '/install TinyGain', 'COMMAND_DENIED'],
    ['an unknown target', 'write', '/accept TinyGian', 'PLUGIN_UNKNOWN'],
    ['a commit that is not the head', 'write', `/accept TinyGain @${'0'.repeat(7)}`, 'HEAD_MOVED'],
    ['too many commands', 'write', '/accept TinyGain\n'.repeat(21), 'COMMAND_LIMIT'],
    ['opposite wishes', 'write', '/handback TinyGain error\n/accept TinyGain', 'COMMAND_CONTRADICTORY'],
    ['one of several', 'write', '/accept TinyGain\n/accept Nothing', 'PLUGIN_UNKNOWN'],
  ]
  it.each(table)('%s', async (label, role, text, code) => {
    const by = at.person(`somebody-${role}`, role as 'read')
    const { reactions, replies, handled } = await at.postComment(text, { by })
    expect(reactions).toEqual(['eyes', '-1'])
    expect(replies.length).toBe(1)
    expect(replies[0]).toContain(code)
    expect(handled[0]?.answered).toMatchObject({ outcome: 'refused', sha: undefined })
    expect(await at.tip()).toBe(start)
  })

  it('says where there is no state what makes some, and asks for no folder', async () => {
    const empty = await scene({ files: { 'README.md': '' } })
    try {
      for (const text of ['/accept X', '/status']) {
        const { replies } = await empty.postComment(text)
        expect(replies).toEqual([expect.stringMatching(/No state files found: .*\. In a clone, `baton new workflow`/)])
        expect(replies[0]).not.toContain('root of the repository')
      }
    } finally {
      await empty.github.close()
    }
  })

  it('names a conflict that was committed, before what follows from it', async () => {
    const torn = await scene({ work: { [registryPath]: onTwoSides } })
    try {
      for (const text of ['/accept TinyGain', '/sync TinyGain', '/handback TinyGain success "Done"']) {
        const { replies, handled } = await torn.postComment(text)
        expect(handled[0]?.answered).toMatchObject({ outcome: 'refused', sha: undefined })
        expect(replies).toEqual([expect.stringContaining('MERGE_CONFLICT')])
        expect(replies[0]).not.toContain('REGISTRY_STATUS_DRIFT')
      }
    } finally {
      await torn.github.close()
    }
  })

  it('shows what was fine and what was refused', async () => {
    const { replies } = await at.postComment('/accept TinyGain\n/accept Nothing')
    expect(replies[0]).toContain('| `/accept TinyGain` | fine |\n| `/accept Nothing` | refused |')
    expect(replies[0]).toContain('Nothing was done, since one of them was refused.')
  })

  it('gets one reply, though it is delivered again', async () => {
    const { comment } = await at.postComment('/accept Nothing')
    const again = await at.deliver(comment)
    expect([again.handled, again.replies]).toEqual([[], []])
  })

  it('gets one reply, though its reaction was lost', async () => {
    const { comment } = await at.postComment('/accept Nothing')
    comment.reactions.length = 0
    const again = await at.deliver(comment)
    expect(again.replies).toEqual([])
    expect(again.reactions).toEqual(['eyes', '-1'])
  })

  it('is not run afterwards, though it would be fine by now', async () => {
    const { comment } = await at.postComment(`/accept TinyGain @${'0'.repeat(7)}`)
    comment.reactions.length = 0
    comment.body = '/accept TinyGain'
    expect((await at.deliver(comment)).reactions).toEqual(['eyes', '-1'])
    expect(await at.tip()).toBe(start)
  })
})

describe('a change of what workflows are made of', () => {
  it.each(['.github/workflows/x.yml', '.git/config', 'plugins/.GitHub/x', 'a/.git /hooks/x'])(
    'is never made: %s',
    async (path) => {
      const writing = (protocol: Protocol): Protocol => ({
        ...protocol,
        read: (...sources) => ({
          ...protocol.read(...sources),
          run: () => ({ outcome: 'changed', changes: new Map([[path, 'x']]), reply: '', diagnostics: [] }),
        }),
      })
      const { protocolRegistry } = at.ports
      const load: LazyProtocols['load'] = async (names) => (await protocolRegistry.load(names)).map(writing)
      const ports = { ...at.ports, protocolRegistry: { ...protocolRegistry, load } }
      const { replies, reactions } = await at.postComment('/accept TinyGain', { ports })
      expect(reactions).toEqual(['eyes', '-1'])
      // Of those names one is not portable either.
      expect(replies[0]).toMatch(/COMMIT_REFUSED|NEW_NAME/)
      expect(await at.tip()).toBe(start)
    },
  )
})

describe('who gets no answer', () => {
  it.each([
    ['an account without a role', () => at.person('passer-by'), '/accept TinyGain', /author may give no commands/],
    ['a bot that is not named', () => bot('renovate[bot]'), '/accept TinyGain', /author may give no commands/],
    ['ourselves', () => at.github.user('baton[bot]'), '/accept TinyGain', /by Baton itself/],
    [
      'a person whose comment has no command',
      () => at.octocat,
      'Shall we `/accept TinyGain`?\n\n> /accept TinyGain\n\n    /accept TinyGain',
      /no command in it$/,
    ],
    ['other bots\u2019 commands', () => at.octocat, '/lgtm\n/retest\n/statsu', /no command in it$/],
    [
      'a near miss by an account that may not',
      () => at.person('somebody-read', 'read'),
      '/accpet TinyGain',
      /its author may give$/,
    ],
    ['a review of a deleted account', () => at.person('gone'), '/status', /author may give no commands/],
  ])('%s', async (_, by, text, why) => {
    const reasons: string[] = []
    const ports = { ...at.ports, onUnheard: (reason: string) => reasons.push(reason) }
    const { handled, reactions, replies } = await at.postComment(text, { by: by(), ports })
    expect(reasons).toEqual(text.includes('/statsu') ? expect.anything() : [expect.stringMatching(why)])
    expect([handled, reactions, replies]).toEqual([[], [], []])
    expect(await at.tip()).toBe(start)
  })
})

describe('typos', () => {
  it.each([
    ['a near miss', '/accpet TinyGain', '/accpet', '/accept'],
    ['a look-alike', '/\u0430ccept TinyGain', '/\u0430ccept', '/accept'],
    ['a full-width slash', '\uff0faccept TinyGain', '\uff0faccept', '/accept'],
  ])('get a hint: %s', async (_, text, written, suggestion) => {
    const { replies, reactions } = await at.postComment(text)
    expect(reactions).toEqual([])
    expect(replies.length).toBe(1)
    expect(replies[0]).toContain(`did you mean \`${suggestion}\`?`)
    expect(replies[0]).toContain(written)
  })
})

describe('a dry run', () => {
  it('shows the diff and changes nothing', async () => {
    const { replies, reactions } = await at.postComment('/accept TinyGain --dry-run')
    expect(reactions).toEqual(['eyes', 'rocket'])
    expect(replies[0]).toContain('```diff\n')
    expect(replies[0]).toContain('+status: in_progress')
    expect(replies[0]).not.toContain('Committed as')
    expect(await at.tip()).toBe(start)
  })
})

describe('bots', () => {
  it('may do what is allowed by their name, and nothing else', async () => {
    const agent = bot('copilot-swe-agent[bot]')
    const denied = await at.postComment('/accept TinyGain', { by: agent })
    expect(denied.replies[0]).toContain('COMMAND_DENIED')
    const { handled } = await at.postComment('/handback TinyGain error --stage 3 It broke', { by: agent })
    expect(handled[0]?.answered.outcome).toBe('changed')
    expect(await at.message(await at.tip())).toContain('Requested-by: @copilot-swe-agent[bot]\n')
  })
})
