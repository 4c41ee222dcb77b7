import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { afterAll, describe, expect, it } from 'vitest'
import type { Diagnostic } from '../../../src/core/diagnostic.ts'
import { asToolCall, refusalText } from '../../../src/entry/mcp/refusal.ts'
import * as control from '../../../src/protocols/control/examples.ts'
import * as governance from '../../../src/protocols/governance/examples.ts'
import { handoffPath, sample } from '../../../src/protocols/plugin/examples.ts'
import { sample as handoverSample } from '../../../src/protocols/handover/examples.ts'
import { sample as subagentSample } from '../../../src/protocols/subagent/examples.ts'
import { runGit } from '../../processes/git.ts'
import { repository } from '../../processes/work-tree.ts'
import { declaration, declared, item } from '../declared.ts'
import { runHere } from '../here.ts'
import { scratch, type Files } from '../programs.ts'
import { served, type Mode } from './calls.ts'

const places = scratch()
afterAll(places.remove)

function clone(files: Files = sample): string {
  const root = realpathSync(places.folder(files))
  repository(root)
  appendFileSync(join(root, '.git', 'config'), '[user]\n\tname = octocat\n')
  return root
}

const finding = { code: 'CODE', severity: 'error', message: 'No', path: 'a.md' } as unknown as Diagnostic

describe('the tools', () => {
  it('are in their order, with titles, hints and both schemas, in less than 2,000 tokens', async () => {
    const { client } = await served(clone())
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'next',
      'status',
      'validate',
      'explain',
      'accept',
      'handback',
      'answer',
      'run',
    ])
    for (const { title, description, annotations, inputSchema, outputSchema } of tools) {
      expect([title, description].every((text) => typeof text === 'string')).toBe(true)
      expect(annotations?.openWorldHint).toBe(false)
      expect([inputSchema['additionalProperties'], outputSchema?.type]).toEqual([false, 'object'])
    }
    expect(encode(JSON.stringify({ tools })).length).toBeLessThanOrEqual(2_000)
    expect((client.getInstructions() ?? '').split(/\.(?:\s|$)/).filter(Boolean)).toHaveLength(2)
  })

  it('are the first four where nothing may be changed', async () => {
    const { client, call } = await served(clone(), { isReadOnly: true })
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['next', 'status', 'validate', 'explain'])
    await expect(call('accept')).rejects.toThrow('accept')
  })

  it('change, leave unchanged and refuse, with the fix as a call', async () => {
    const { call } = await served(clone())
    const first = await call('accept')
    expect(first.data).toMatchObject({
      outcome: 'changed',
      target: 'plugin:TinyGain',
      grant: { agent: expect.stringMatching(/\/1a2b$/) },
    })
    expect((await call('accept', { target: 'TinyGain' })).data).toMatchObject({ outcome: 'unchanged' })
    expect((await call('next')).data).toMatchObject({
      branch: 'main',
      actions: [{ do: 'work', target: 'plugin:TinyGain' }],
    })
    const question = { target: 'TinyGain', reason: 'question', text: '--agent=evil or red?' }
    expect((await call('handback', question)).data).toMatchObject({
      outcome: 'changed',
      question: '--agent=evil or red?',
    })
    expect((await call('handback', question)).data).toMatchObject({ outcome: 'unchanged' })
    const refused = await call('accept', { target: 'TinyGain' })
    expect([refused.isError, refused.data]).toEqual([true, undefined])
    expect(refused.text).toMatch(/^QUESTION_OPEN: .*Fix: answer \{"target":"TinyGain","text":"…"\}$/)
    expect((await call('answer', { target: 'TinyGain', text: 'Red.' })).data).toMatchObject({
      outcome: 'changed',
      holder: 'agent',
    })
    expect(
      (await call('handback', { target: 'TinyGain', reason: 'error', code: 'TESTS_FAILED', text: 'x' })).data,
    ).toMatchObject({
      outcome: 'changed',
      holder: 'orchestrator',
    })
  })

  it('say what was looked for where there is no state, whatever is called', async () => {
    const { call } = await served(clone({ 'README.md': '# Ours\n' }))
    const { text } = await call('next')
    expect(text).toMatch(/^NOTHING_HERE: No state files found: Baton looked for `PLUGINS\.md`, /)
    const [, looked = ''] = text.split(/: (.*)/)
    expect(await call('accept')).toMatchObject({ isError: true, text })
    const calls = [
      ['next', { target: 'X' }],
      ['status', { target: 'X' }],
      ['accept', { target: 'X' }],
      ['handback', { target: 'X', reason: 'success' }],
      ['answer', { target: 'X', text: 'Red.' }],
      ['run', { commands: '/sync X' }],
    ] as const
    for (const [name, args] of calls) {
      const answered = await call(name, args)
      expect([name, answered.isError, answered.text.startsWith('TARGET_UNKNOWN: ')]).toEqual([name, true, true])
      expect(answered.text).toContain(looked.replace(/\.$/, ''))
    }
  })

  it('say that a name is empty', async () => {
    const { call } = await served(clone())
    for (const name of ['next', 'status'])
      expect((await call(name, { target: '' })).text).toMatch(/^TARGET_UNKNOWN: .*\(empty\)\. `status \{\}` lists/)
    expect((await call('accept', { agent: '' })).text).toMatch(/^GRANT_NAME: Unexpected agent \(empty\), expected /)
  })

  it('refuse what is not the name of an agent, as it was given', async () => {
    const { call } = await served(clone())
    for (const name of ['next', 'accept'])
      expect((await call(name, { agent: 'bad name' })).text).toMatch(/^GRANT_NAME: Unexpected agent `bad name`,/)
    expect((await call('accept', { target: 'TinyGain', agent: 'bad name' })).text).toMatch(
      /^GRANT_NAME: Unexpected agent `bad name`,/,
    )
  })

  it('name the arguments of the tool in place of the usage of a comment, and commands by their names', async () => {
    const { call } = await served(clone())
    const { text } = await call('accept', { target: 'TinyGain', options: ['--complexitty 2'] })
    expect(text).toContain('Arguments of `accept`: `target`, `agent`, `lease`')
    expect(text).not.toMatch(/PLUGINS\.md:|Usage:/)
    const reviewed = await call('run', { commands: '/review TinyGain qualified' })
    expect(reviewed.text).toMatch(/^COMMAND_NOT_HERE: .*`\/review` is a command of the protocol `subagent`/)
  })

  it('name arguments and tools where a command line has options and commands', async () => {
    const { call } = await served(clone())
    await call('accept', { target: 'TinyGain', agent: 'dsp-agent/7' })
    const refusal = await call('handback', { target: 'TinyGain', reason: 'success' })
    expect(refusal.text).toMatch(/^GRANT_OTHER: .*`dsp-agent\/7` holds `plugin:TinyGain`/)
    const written = await call('run', { commands: '/handback TinyGain success' })
    const taken = await call('accept', { target: 'TinyGain', agent: 'dsp-agent/8' })
    // No refusal suggests acting under the name of another agent.
    for (const { text } of [refusal, written, taken]) expect(text).not.toMatch(/"agent":|--agent/)
    expect(taken.text).toContain('Choose other work, if there is any: `next {}`. Only that agent ends its grant, or ')
    for (const name of ['next', 'status']) {
      const { text } = await call(name, { target: 'Absent' })
      expect([name, text]).toEqual([name, expect.stringMatching(/TARGET_UNKNOWN: .*`status \{\}`/)])
      expect(text).not.toContain('baton ')
    }
  })

  it('leave a command that is only named as it is, where no call takes it so', async () => {
    const { call } = await served(clone())
    expect((await call('explain', { code: 'NO_SUCH_CODE_AT_ALL' })).text).toMatch(/`baton explain` lists all codes\.$/)
    expect(refusalText([{ ...finding, hint: 'End it with `/handback`, as `baton next` says' }])).toMatch(
      /End it with `\/handback`, as `next \{\}` says\.$/,
    )
  })

  it('refuse a success that its evidence contradicts, and take the reason to record it anyway', async () => {
    const { call } = await served(clone(control.grantedSample))
    const refused = await call('handback', { target: 'explore', reason: 'success' })
    expect(refused.text).toMatch(/^EVIDENCE_MISSING: .*missing `run\/output-files\/report\.md`/)
    expect(refused.text).toContain('"reason":"success","anyway":"…"}` records the success all the same')
    const taken = await call('handback', { target: 'explore', reason: 'success', anyway: 'It lies elsewhere' })
    expect(taken.data).toMatchObject({ outcome: 'changed', warnings: expect.arrayContaining(['EVIDENCE_MISSING']) })
  })

  it("keep another instance from ending this one's work", async () => {
    const root = clone()
    const { call } = await served(root)
    await call('accept')
    const otherServer = await served(root, { agent: 'dsp-agent/2' })
    const refused = await otherServer.call('handback', { target: 'TinyGain', reason: 'success' })
    expect(refused.text).toMatch(/^GRANT_OTHER: .*1a2b/)
  })

  it('name the way on to a server that was restarted, and take the name', async () => {
    for (const agent of [undefined, 'claude']) {
      const root = clone()
      const before = await served(root, { agent })
      const { grant } = (await before.call('accept', { target: 'TinyGain' })).data as { grant: { agent: string } }
      const after = await served(root, { agent, instance: '99ff' })
      // What cannot be handed back is not offered as work.
      expect((await after.call('next')).data).toMatchObject({
        actions: [],
        why: expect.stringContaining(
          `plugin:TinyGain, ${grant.agent}; if that was you in an earlier session, give that name as the agent`,
        ),
      })
      const handback = { target: 'TinyGain', reason: 'error', code: 'CANCELLED', text: 'x' }
      const way = `If \`${grant.agent}\` was you in an earlier session, give that name as the agent.`
      for (const refused of [
        await after.call('handback', handback),
        await after.call('accept', { target: 'TinyGain' }),
      ])
        expect(refused.text).toContain(way)
      expect((await after.call('handback', { ...handback, agent: grant.agent })).data).toMatchObject({
        outcome: 'changed',
      })
    }
  })

  it('name the command that answers where the protocol has another one for it', async () => {
    const { call } = await served(clone(governance.sample))
    await call('handback', { target: 'ses_1', reason: 'question', text: 'Red?', agent: 'idumb-project-executor' })
    const { text } = await call('answer', { target: 'ses_1', text: 'Red.' })
    expect(text).toMatch(/^COMMAND_NOT_HERE: .* Fix: run {"commands":"\/anchor ses_1 context high \\"…\\""}$/)
    expect((await call('answer', { target: 'brain:.idumb', text: 'Red.' })).text).not.toContain('Fix:')
  })

  it('say why nothing changed, and which call goes on', async () => {
    const folder = clone()
    const { call } = await served(folder)
    const acceptAgain = async () => (await call('accept', {})).data
    const [handback, answer] = [`baton handback TinyGain 'success|error|question' "…"`, 'baton answer TinyGain "…"']
    expect((await call('accept', {})).data).toMatchObject({
      outcome: 'changed',
      grant: { agent: 'dsp-agent/1a2b' },
      work: { run: handback.replace('TinyGain', 'plugin:TinyGain') },
    })
    const idle = (reply: string, next: string) => ({
      outcome: 'unchanged',
      reply: expect.stringContaining(reply),
      next,
    })
    expect(await acceptAgain()).toMatchObject(idle('Control of `plugin:TinyGain` is granted already', handback))
    expect((await call('accept', { target: 'TinyGain' })).data).toMatchObject({
      outcome: 'unchanged',
      reply: expect.stringContaining('The agent holds'),
    })
    await call('handback', { target: 'TinyGain', reason: 'question', text: 'Which colour?' })
    expect(await acceptAgain()).toMatchObject(
      idle(
        '`plugin:TinyGain` waits for an answer to `Which colour?`: the orchestrator gives it, by `baton answer TinyGain',
        answer,
      ),
    )
    expect((await call('next', { agent: 'dsp-agent' })).data).toMatchObject({
      actions: [],
      why: 'nothing to do: 1 target, 0 done, 1 waits (plugin:TinyGain, for an answer to "Which colour?": `baton answer plugin:TinyGain "…"`)',
    })
    await call('answer', { target: 'TinyGain', text: 'Green' })
    await call('handback', { target: 'TinyGain', reason: 'error', code: 'BUILD_FAILED', text: 'No' })
    expect(await acceptAgain()).toMatchObject(
      idle('`plugin:TinyGain` came back with an error (`BUILD_FAILED No`)', 'baton accept TinyGain'),
    )
    expect((await call('next', { agent: 'dsp-agent' })).data).toMatchObject({
      actions: [],
      why: expect.stringContaining('for a decision about BUILD_FAILED'),
    })
  })

  it('name who holds what another agent cannot be granted, and offer it no handback', async () => {
    const root = clone()
    const holder = await served(root, { agent: 'claude' })
    const other = await served(root, { agent: 'codex', instance: '99ff' })
    await holder.call('accept', {})
    const { data } = await other.call('accept', {})
    expect(data).toEqual({
      outcome: 'unchanged',
      reply: 'Nothing can be granted. Waiting: plugin:TinyGain, claude/1a2b.',
    })
  })

  it('offer no handback of what an agent holds that is no server', async () => {
    const root = clone()
    await runHere(['accept', 'TinyGain', '--agent', 'ada'], { cwd: root })
    const { call } = await served(root, { agent: 'codex' })
    expect((await call('accept', {})).data).toEqual({
      outcome: 'unchanged',
      reply: expect.stringMatching(/^Nothing can be granted\. `plugin:TinyGain` is held by `ada` \(.*\)\.$/),
    })
  })

  it('name the agent that the files of an item name', async () => {
    const files = {
      '.github/baton.yml': `${declaration}    fields: { holder: { front-matter: owner } }\n`,
      'work/a.md': '---\nstatus: doing\nowner: zoe\n---\n',
    }
    const { call } = await served(clone(files), { agent: 'codex' })
    expect((await call('accept', {})).data).toEqual({
      outcome: 'unchanged',
      reply: 'Nothing can be granted. `work:a` is held by `zoe` (`doing`).',
    })
  })

  it('say that no target can be read, and not that all are done', async () => {
    const { call } = await served(clone({ '.github/baton.yml': declaration }))
    expect((await call('accept', {})).data).toEqual({
      outcome: 'unchanged',
      reply: 'Nothing can be granted. No target can be read: `baton validate` says why.',
    })
  })

  it('offer the handback of what has a blank in its name', async () => {
    const { call } = await served(clone({ '.github/baton.yml': declaration, 'work/two words.md': item('todo') }))
    expect((await call('accept', { target: 'two words' })).data).toMatchObject({
      work: { run: `baton handback "two words" 'success|error'` },
    })
  })

  it('say of a change what no other key says', async () => {
    const { call } = await served(clone(declared))
    expect((await call('handback', { target: 'b', reason: 'error', text: 'The spec is empty' })).data).toMatchObject({
      outcome: 'changed',
      reply: expect.stringContaining('No file has its text'),
    })
  })

  it('grant answered work to the server that answers, unless the call names the agent that asked', async () => {
    const refused = { isError: true, text: expect.stringMatching(/^GRANT_OTHER: .*`lead\/99ff` holds/) }
    for (const [args, holder, ended] of [
      [{}, 'lead/99ff', refused],
      [{ agent: 'claude/1a2b' }, 'claude/1a2b', { data: { outcome: 'changed' } }],
    ] as const) {
      const root = clone()
      const asker = await served(root, { agent: 'claude' })
      const orchestrator = await served(root, { agent: 'lead', instance: '99ff' })
      await asker.call('accept', { target: 'TinyGain' })
      await asker.call('handback', { target: 'TinyGain', reason: 'question', text: 'Red?' })
      const answered = await orchestrator.call('answer', { target: 'TinyGain', text: 'Red.', ...args })
      expect(answered.data).toMatchObject({ grant: { agent: holder } })
      const back = await asker.call('handback', { target: 'TinyGain', reason: 'error', code: 'CANCELLED', text: 'x' })
      expect(back).toMatchObject(ended)
    }
  })

  it('take an action as it is, under any prefix of comments, and name what is no line of a comment', async () => {
    const { call } = await served(clone({ ...sample, '.github/baton.yml': 'commands: { prefix: required }\n' }))
    const { actions } = (await call('next')).data as { readonly actions: readonly [{ readonly run: string }] }
    const [{ run }] = actions
    for (const commands of [run, run.replace('baton ', '/'), run.replace('baton ', '/baton ')])
      expect((await call('run', { commands, dry_run: true })).data).toMatchObject({
        outcome: 'changed',
        target: 'plugin:TinyGain',
      })
    for (const [commands, way] of [
      [
        '/cleanup --confirm .claude/projects/login',
        'Run in a shell: `baton cleanup --confirm .claude/projects/login`.',
      ],
      ['baton next TinyGain', 'Call: `next {"target":"TinyGain"}`.'],
      ['Hello', 'A command is a line that begins with / and its name, such as /accept TinyGain.'],
    ] as const)
      expect((await call('run', { commands })).text).toMatch(
        new RegExp(`^USAGE: There is no command .*${way.replace(/[{}.`]/g, String.raw`\$&`)}$`),
      )
  })

  it.each([
    ['/handback TinyGain question "One or two?\nAnd which?"', 'And which?"'],
    ['baton handback TinyGain error BUILD_FAILED "No\n\n- such file" --agent claude', '- such file" --agent claude'],
    ['Please:\r\n/baton handback TinyGain success', 'Please:'],
    ['/handback TinyGain success\n```json\n{}\n```\nDone', 'Done'],
  ])('refuse what is no command beside one, since it would be cut off: %j', async (commands, line) => {
    const folder = clone(sample)
    const { call } = await served(folder)
    const { isError, text } = await call('run', { commands })
    expect([isError, text]).toEqual([
      true,
      expect.stringContaining(`USAGE: Unexpected line ${JSON.stringify(line)} in`),
    ])
    expect(readFileSync(join(folder, handoffPath), 'utf8')).toBe(sample[handoffPath])
  })

  it('refuse a text that its line does not close', async () => {
    const folder = clone(sample)
    const { call } = await served(folder)
    const { isError, text } = await call('run', { commands: '/handback TinyGain error BUILD_FAILED "No such file' })
    expect([isError, text]).toEqual([
      true,
      expect.stringContaining('The double quote of `"No` is not closed in its line'),
    ])
    expect(readFileSync(join(folder, handoffPath), 'utf8')).toBe(sample[handoffPath])
  })

  it('take several commands, blank lines, and a report in its block', async () => {
    const { call } = await served(clone(sample))
    const report = '```json\n{ "status": "success" }\n```'
    for (const commands of ['\n/status TinyGain\n\n/validate\n', `/handback TinyGain success\n\n${report}\n`])
      expect((await call('run', { commands, dry_run: true })).text).not.toContain('Unexpected line')
  })

  it.each([
    ['control', control.grantedSample, 'explore'],
    ['plugin', sample, 'TinyGain'],
    ['governance', governance.sample, 'ses_1'],
    ['handover', handoverSample, 'login'],
    ['subagent', subagentSample, 'task-3'],
    [
      'declared',
      {
        ...declared,
        '.github/baton.yml': `${declaration}    on-move: [{ append: '- {text}', section: Log }]\n`,
        'work/b.md': `${item('doing')}\n## Log\n`,
      },
      'b',
    ],
  ])('keep the code of an error, whatever it looks like, or name the codes: %s', async (protocol, files, target) => {
    const root = clone(files)
    const { call } = await served(root)
    await call('accept', { target })
    const args = { target, reason: 'error', code: 'LAMP', text: 'It broke' }
    for (const reason of ['success', 'question'])
      expect((await call('handback', { ...args, reason })).text).toMatch(
        new RegExp(`Unexpected option \`--code\` with \`?${reason}`),
      )
    const { data, text } = await call('handback', args)
    if (protocol === 'control') {
      expect(text).toMatch(/^HANDBACK_CODE: .*Unexpected code `LAMP`, expected one of `INPUT_MISSING`, /)
      return
    }
    expect(data).toMatchObject({ outcome: 'changed' })
    const changed = (await runGit(root, ['add', '-A']).then(() => runGit(root, ['diff', '--cached']))).toString()
    expect(changed).toMatch(protocol === 'plugin' ? /code: "?LAMP"?\n.*\n?.*description: "?It broke/ : /LAMP: It broke/)
    const { actions } = (await call('next')).data as { readonly actions: readonly { readonly do: string }[] }
    const decisions = actions.filter((action) => action.do === 'decide')
    const isDecided = protocol === 'plugin' || protocol === 'handover' || protocol === 'subagent'
    expect(decisions).toMatchObject(
      isDecided ? [{ code: 'LAMP', why: expect.stringMatching(/^It broke/) as string }] : [],
    )
  })

  it('put work that no agent is named for before new work', async () => {
    const root = clone({ ...subagentSample, 'src/help.ts': 'export {}\n' })
    const { call } = await served(root)
    await call('accept', { target: 'task-3' })
    await call('handback', { target: 'task-3', reason: 'question', text: 'Which fields?' })
    expect((await runHere(['answer', 'task-3', 'All', '--root', root, '--actor', 'octocat'])).code).toBe(0)
    expect((await call('next')).data).toHaveProperty(
      'actions.0',
      expect.objectContaining({ do: 'work', target: 'task:task-3@260131-144400' }),
    )
  })

  it('name a repair once, the option to leave out, and what a target is', async () => {
    const plugin = await served(clone())
    await plugin.call('accept')
    const result = await plugin.call('handback', { target: 'TinyGain', reason: 'success', options: ['--complexity 2'] })
    expect(result.text).toMatch(
      /^PLUGIN_STAGE_UNEXPECTED: .* Leave out `--complexity`, which belongs to the first stage\.$/,
    )
    const twice = refusalText([{ ...finding, hint: '`/install TinyGain` comes next.', fix: '/install TinyGain' }])
    expect(twice).toBe('CODE: a.md: No. `run {"commands":"/install TinyGain"}` comes next.')
    expect(refusalText([{ ...finding, fix: '/install TinyGain' }])).toMatch(
      /Fix: run \{"commands":"\/install TinyGain"\}$/,
    )
    for (const [sample, container, code, part] of [
      [governance.sample, 'brain:.idumb', 'GOV_SESSION_NAME', 'session:ses_1'],
      [subagentSample, 'ralph:260131-144400', 'SUBAGENT_TARGET_UNKNOWN', 'task:plan-init@260131-144400'],
    ] as const) {
      const { call } = await served(clone(sample))
      for (const [name, extraArgs] of [
        ['accept', {}],
        ['handback', { reason: 'success' }],
      ] as const) {
        const { text } = await call(name, { target: container, ...extraArgs })
        expect(text).toContain(
          `${code}: Unexpected target \`${container}\`, which is a container, expected one of \`${part}\``,
        )
      }
    }
  })

  it('repeat a handback as lines', async () => {
    const { call } = await served(clone(control.returnedSample))
    const { data } = await call('handback', { target: 'explore', reason: 'success' })
    expect(data).toMatchObject({
      outcome: 'unchanged',
      reply: expect.stringMatching(/^Handback: explore\nReason: success\n/),
    })
  })

  it('claim for the session of the host, which is reminded at its end of what it holds', async () => {
    const root = clone()
    const { call } = await served(root, { agent: 'claude', hostSession: 'abc-1' })
    expect((await call('accept', { target: 'TinyGain' })).data).toMatchObject({ grant: { agent: 'claude/1a2b' } })
    const stop = (session: string) =>
      runHere(['hook', 'stop', '--host', 'claude'], {
        cwd: root,
        input: JSON.stringify({ session_id: session, cwd: root }),
      })
    expect((await stop('other')).stdout).toBe('')
    expect(JSON.parse((await stop('abc-1')).stdout)).toMatchObject({
      decision: 'block',
      reason: expect.stringContaining('plugin:TinyGain'),
    })
  })

  it('refuse long texts and what is none of theirs, and do nothing', async () => {
    const root = clone()
    const { call } = await served(root)
    const long = await call('answer', { target: 'TinyGain', text: 'x'.repeat(65_537) })
    expect([long.isError, long.text]).toEqual([true, expect.stringMatching(/^USAGE: /)])
    expect((await call('accept', { target: 'TinyGain', options: ['3'] })).text).toBe(
      'USAGE: Unexpected `options`, expected arguments that begin with an option. Other words are for `run {"commands":"/accept TinyGain 3"}`.',
    )
    for (const words of ['--anyway rm', '--takeover rm', '--stage 3 rm'])
      expect((await call('accept', { target: 'TinyGain', options: [words] })).text).toMatch(
        /^USAGE: Unexpected rm in `options`/,
      )
    for (const words of ['--complexity 2; rm', '--complexity=2 rm', '--complexity 2 "rm"'])
      expect((await call('handback', { target: 'TinyGain', reason: 'success', options: [words] })).text).toMatch(
        /^USAGE: Unexpected `?"?rm/,
      )
    expect((await call('accept', { target: '../../etc/passwd' })).text).toMatch(/^PLUGIN_NAME_INVALID: /)
    await expect(call('install')).rejects.toThrow('install')
    expect((await runGit(root, ['status', '--porcelain'])).toString()).toBe('')
  })

  it('say that a fault is one, and nothing of this program', async () => {
    const root = clone()
    const { call } = await served(root)
    rmSync(join(root, '.git', 'HEAD'))
    writeFileSync(join(root, '.git', 'HEAD'), '\0')
    const { isError, text } = await call('validate', { base: 'main' })
    expect([isError, text.includes('src/'), text.includes(root)]).toEqual([true, false, false])
  })

  it('answer thirty calls at once, each change after the other', async () => {
    const { call } = await served(clone())
    const results = await Promise.all(
      Array.from({ length: 30 }, (_, at) => (at % 3 === 0 ? call('status') : call('accept', { target: 'TinyGain' }))),
    )
    expect(results.map(({ isError }) => isError)).toEqual(results.map(() => false))
    expect(results.filter(({ data }) => data?.['outcome'] === 'changed')).toHaveLength(1)
  })
})

describe('the root of a call', () => {
  it('is a worktree of the same clone, and no other folder', async () => {
    const root = clone()
    const beside = join(realpathSync(places.folder()), 'beside')
    await runGit(root, ['worktree', 'add', '-q', '-b', 'other', beside])
    const { call } = await served(root)
    expect((await call('status', { root: beside })).data).toMatchObject({ branch: 'other' })
    mkdirSync(join(beside, 'deep'))
    expect((await call('status', { root: join(beside, 'deep') })).data).toMatchObject({ branch: 'other' })
    const link = join(realpathSync(places.folder()), 'link')
    symlinkSync(clone(), link)
    for (const foreign of [clone(), '.', 'beside', '', link, join(root, 'gone'), realpathSync(places.folder())])
      expect((await call('accept', { target: 'TinyGain', root: foreign })).text).toMatch(/^ROOT_FOREIGN: /)
  })

  it('may be gone', async () => {
    const root = clone()
    const { call } = await served(root)
    renameSync(root, `${root}-moved`)
    expect((await call('next')).text).toMatch(/^ROOT_FOREIGN: /)
    renameSync(`${root}-moved`, root)
    expect((await call('next')).isError).toBe(false)
  })
})

describe('the resources', () => {
  it.each<readonly [Mode]>([['legacy'], ['auto'], [{ pin: '2026-07-28' }]])('are read (%j)', async (mode) => {
    const { client } = await served(clone(), { mode })
    const read = async (uri: string) => (await client.readResource({ uri })).contents[0]
    expect(await read('baton://status')).toMatchObject({
      mimeType: 'application/json',
      text: expect.stringContaining('plugin:TinyGain'),
    })
    expect(await read('baton://target/plugin:TinyGain')).toMatchObject({
      text: expect.stringContaining('plugin:TinyGain'),
    })
    expect(await read('baton://rule/REGISTRY_STATUS_DRIFT')).toMatchObject({
      mimeType: 'text/markdown',
      text: expect.stringContaining('# '),
    })
    for (const uri of ['baton://target/plugin:None', 'baton://rule/NONE', 'baton://rule/%E0', 'baton://other'])
      await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32_602 })
  })
})

it.each([
  ['/accept TinyGain --agent dsp-agent --takeover', 'accept {"target":"TinyGain","agent":"dsp-agent","takeover":true}'],
  [
    '/handback "two words" error CANCELLED "…"',
    'handback {"target":"two words","reason":"error","code":"CANCELLED","text":"…"}',
  ],
  ['/handback login success --anyway "…"', 'handback {"target":"login","reason":"success","anyway":"…"}'],
  ['/handback login success "CANCELLED: it"', 'handback {"target":"login","reason":"success","text":"CANCELLED: it"}'],
  ['/accept TinyGain --stage 3', 'accept {"target":"TinyGain","options":["--stage 3"]}'],
  ['/accept login --new-run', 'accept {"target":"login","options":["--new-run"]}'],
  [
    '/handback TinyGain success --complexity X --next-phase=none "Done"',
    'handback {"target":"TinyGain","reason":"success","text":"Done","options":["--complexity X","--next-phase=none"]}',
  ],
  ['/answer login --stage 3 Red', 'run {"commands":"/answer login --stage 3 Red"}'],
  ['/explain CODE', 'explain {"code":"CODE"}'],
  ['/sync TinyGain', 'run {"commands":"/sync TinyGain"}'],
  ['baton init', 'baton init'],
])('%s is a call of a tool', (command, call) => {
  expect(asToolCall(command)).toBe(call)
})

describe('duties that are kept apart', () => {
  it.each(['true', 'agents'])(
    'refuse the verdict of the agent that held the attempt, on the command line as well: %s',
    async (value) => {
      const root = clone({
        ...subagentSample,
        'src/help.ts': 'export {}\n',
        '.github/baton.yml': `commands: { separate-duties: ${value} }\n`,
      })
      const { call } = await served(root, { agent: 'exec' })
      for (const commands of ['/accept task-3', '/handback task-3 success --skeleton Counted'])
        expect(await call('run', { commands })).not.toHaveProperty('isError', true)
      expect(JSON.stringify(await call('run', { commands: '/review task-3 qualified' }))).toContain('COMMAND_DENIED')
      const judge = (...words: readonly string[]) =>
        runHere(['review', 'task-3', 'qualified', ...words, '--root', root, '--format', 'brief'])
      const refused = await judge('--agent', 'exec')
      expect([refused.code, refused.stdout]).toEqual([1, expect.stringContaining('COMMAND_DENIED')])
      expect((await judge('--agent', 'reviewer')).code).toBe(0)
    },
  )
})
