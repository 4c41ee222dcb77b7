import { afterEach, describe, expect, it } from 'vitest'
import { handleClick } from '../../../src/app/comments/click.ts'
import { change, handoffPath, registryPath, sample, workingSample } from '../../../src/protocols/plugin/examples.ts'
import { scene, type Scene, type SceneOptions, type CommentResult } from './scene.ts'

let at: Scene
afterEach(() => at.github.close())

async function started(options: SceneOptions = {}): Promise<void> {
  at = await scene(options)
}

const doneReactions = ['eyes', 'rocket']
const refused = ['eyes', '-1']

/** Says something that is refused, and changes nothing. */
async function denied(text: string, login: string): Promise<CommentResult> {
  const tip = await at.tip()
  const result = await at.postComment(text, { by: at.person(login) })
  expect(result.reactions).toEqual(refused)
  expect(await at.tip()).toBe(tip)
  return result
}

const amber = (text: string) => text.replaceAll('TinyGain', 'Amber')

/** Two plugins that can be installed. */
const two = {
  ...workingSample,
  ...Object.fromEntries(
    Object.entries(workingSample).map(([path, text]) => [amber(path), path === handoffPath ? amber(text) : text]),
  ),
  [registryPath]: `${workingSample[registryPath]?.replace(/^\| TinyGain .*\n/m, (row) => row + amber(row))}\n${amber(
    workingSample[registryPath]?.slice(workingSample[registryPath].indexOf('### TinyGain')) ?? '',
  )}`,
}

describe('/undo', () => {
  it('does not repeat what its author may not do: an undo is not undone', async () => {
    await started({ files: workingSample })
    at.person('maintainer', 'maintain')
    at.person('writer', 'write')
    expect((await at.postComment('/install TinyGain', { by: at.person('maintainer') })).reactions).toEqual(
      doneReactions,
    )
    expect((await at.postComment('/undo TinyGain', { by: at.person('maintainer') })).reactions).toEqual(doneReactions)
    for (const login of ['writer', 'maintainer'])
      for (const text of ['/undo TinyGain', '/undo']) {
        const { replies } = await denied(text, login)
        expect(replies[0]).toContain('UNDO_NOTHING')
        expect(replies[0]).toContain('`/install plugin:TinyGain`')
      }
  })

  it('asks for the role of what it takes back, of every command of a commit', async () => {
    await started({ files: two })
    at.person('writer', 'write')
    const maintainer = at.person('maintainer', 'maintain')
    await at.postComment('/install TinyGain\n/checksums Amber', { by: maintainer })
    for (const text of ['/undo TinyGain', '/undo', '/undo TinyGain --dry-run']) {
      const { replies } = await denied(text, 'writer')
      expect(replies[0]).toContain('COMMAND_DENIED')
      expect(replies[0]).toContain(
        'Unexpected `/undo` of `/install` by `writer`, whose role is `write`, expected `maintain`',
      )
    }
    expect((await at.postComment('/undo TinyGain', { by: maintainer })).reactions).toEqual(doneReactions)
    expect(await at.repository.read('work', handoffPath)).toBe(workingSample[handoffPath])
  })

  it('asks for who may by `allow`, teams among them', async () => {
    const allow = "commands:\n  accept: { allow: ['@mona'] }\n  handback: { allow: ['@example-org/agents', write] }\n"
    await started({ configuration: `${allow}  checksums: { allow: ['@example-org/agents'] }\n` })
    at.github.organization('example-org')
    const [mona, agent] = [at.person('mona', 'write'), at.person('agent', 'write')]
    at.github.team('example-org/agents', agent)
    await at.postComment('/accept TinyGain', { by: mona })
    expect((await denied('/undo TinyGain', 'agent')).replies[0]).toContain('expected `@mona`')
    expect((await at.postComment('/undo TinyGain', { by: mona })).reactions).toEqual(doneReactions)

    await at.repository.push('work', { 'plugins/TinyGain/.ideas/plan.md': '# Plan\n' }, { by: at.octocat })
    await at.postComment('/checksums TinyGain', { by: agent })
    expect((await denied('/undo TinyGain', 'mona')).replies[0]).toContain('COMMAND_DENIED')
    // The team is looked up, though the comment does not name the command that it may give.
    expect((await at.postComment('/undo TinyGain', { by: agent })).reactions).toEqual(doneReactions)
  })

  it('asks for the duties of what it takes back', async () => {
    await started({ configuration: 'commands: { separate-duties: true }\n' })
    const [pusher, otherPerson] = [at.person('pusher', 'write'), at.person('other', 'write')]
    await at.repository.push('work', { 'README.md': '# More\n' }, { by: pusher })
    expect((await at.postComment('/accept TinyGain', { by: otherPerson })).reactions).toEqual(doneReactions)
    for (const [login, why] of [
      ['pusher', 'pushed to its branch'],
      ['octocat', 'opened this pull request'],
    ] as const) {
      const { replies } = await denied('/undo TinyGain', login)
      expect(replies[0]).toContain(`Unexpected \`/undo\` of \`/accept\` by \`${login}\`, who ${why}`)
    }
    expect((await at.postComment('/undo TinyGain', { by: otherPerson })).reactions).toEqual(doneReactions)
    expect(await at.repository.read('work', handoffPath)).toBe(sample[handoffPath])
  })

  it('asks who takes back several comments that became one commit', async () => {
    await started({ files: two })
    at.person('writer', 'write')
    const maintainer = at.person('maintainer', 'maintain')
    const before = await at.repository.read('work', registryPath)
    await at.postComment('/install TinyGain\n/install Amber', { by: maintainer })
    expect((await denied('/undo Amber', 'writer')).replies[0]).toContain('COMMAND_DENIED')
    await at.postComment('/undo Amber\n/undo TinyGain', { by: maintainer })
    expect(await at.repository.read('work', registryPath)).toBe(before)
  })

  it('brings back what was wrong, and reports it', async () => {
    const drifted = change(sample, { [registryPath]: [['| TinyGain | 🚧 Stage 2 |', '| TinyGain | 🚧 Stage 0 |']] })
    await started({ files: drifted })
    await at.postComment('/fix')
    const { reactions, replies } = await at.postComment('/undo TinyGain')
    expect(reactions).toEqual(doneReactions)
    expect(replies[0]).toContain('⚠️')
    expect(replies[0]).toContain('REGISTRY_STATUS_DRIFT')
    expect(await at.repository.read('work', registryPath)).toBe(drifted[registryPath])
  })

  it('is no button', async () => {
    await started({ clicks: true })
    await at.postComment('/accept TinyGain')
    const sha = await at.tip()
    const [run] = at.repository.checksOn(sha)
    const clicked = {
      check: run?.id ?? 0,
      app: 'baton',
      head: sha,
      branch: 'work',
      identifier: 'undo TinyGain',
      by: 'octocat',
      bot: false,
    }
    expect(await handleClick(at.ports, clicked)).toEqual({ outcome: 'ignored' })
    expect(await at.tip()).toBe(sha)
  })
})
