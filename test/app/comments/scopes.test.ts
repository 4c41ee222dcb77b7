import { afterEach, describe, expect, it } from 'vitest'
import { emptySample as brain } from '../../../src/protocols/governance/examples.ts'
import { scene, type Scene, type SceneOptions } from './scene.ts'

// Several comments and many commits take a while on a busy machine.
const open: Scene[] = []
afterEach(async () => {
  for (const { github } of open.splice(0)) await github.close()
})

const rules = '.idumb/modules/rules.md'

/** A pull request with a commit of the executor in its own place, and one in the framework's. */
async function withCommits(options: SceneOptions = { files: brain }) {
  const at = await scene(options)
  open.push(at)
  const commit = (path: string, text = 'x\n') =>
    at.repository.push('work', { [path]: text }, { by: at.octocat, message: 'Work\n\nAgent: idumb-project-executor' })
  await commit('src/app.ts')
  return { at, commit, wrong: await commit(rules) }
}

/** That many empty commits on the branch of the pull request. */
async function pile({ repository, tip }: Scene, many: number) {
  const first = `from ${await tip()}\n`
  const commits = Array.from(
    { length: many },
    (_, index) =>
      `commit refs/heads/work\ncommitter octocat <octocat@example.com> ${1_770_000_000 + index} +0000\ndata 5\nWork\n${index === 0 ? first : ''}`,
  )
  await repository.git.git(['fast-import', '--quiet', '--force'], commits.join('\n'))
}

describe('commits of a pull request', () => {
  it('are judged by `/validate` in a comment, and counted by `/status`', async () => {
    const { at, wrong } = await withCommits()
    const [found = ''] = (await at.postComment('/validate')).replies
    expect(found).toContain(`\`SCOPE_PATH_DENIED\``)
    expect(found).toContain(
      `Unexpected \`${rules}\` in the commit \`${wrong.slice(0, 7)}\` of \`idumb-project-executor\``,
    )
    expect(found).toContain('1 target: 1 error.')
    const [short = ''] = (await at.postComment('/status')).replies
    expect(short).toContain('`brain:.idumb`')
    expect(short).toContain('Also: 1 error')
    const [whole = ''] = (await at.postComment('/status .idumb')).replies
    expect(whole).toContain('`commits`: `{"unattributed":1,"idumb-project-executor":2}`')
  })

  it('are judged beyond the first hundred, in an answer and in a check run', async () => {
    const { at, commit } = await withCommits()
    await pile(at, 100)
    const last = await commit(rules, 'y\n')
    const [found = ''] = (await at.postComment('/validate')).replies
    expect(found).toContain('1 target: 2 errors.')
    expect(found).toContain(last.slice(0, 7))
    await at.postComment('/accept session:ses_9')
    const [check] = at.repository.checksOn(await at.tip())
    expect(check?.conclusion).toBe('failure')
    expect(check?.output.summary).toContain(last.slice(0, 7))
  })

  it('are not judged where there are so many that one could hide, and that is an error', async () => {
    const { at } = await withCommits()
    await pile(at, 501)
    const [found = ''] = (await at.postComment('/validate')).replies
    expect(found).toContain('SCOPE_TOO_MANY_COMMITS')
    expect(found).toContain('1 target: 1 error.')
  })

  it('are of agents that the table of the base has, not that of the change', async () => {
    const configuration =
      'protocols: { governance: { agents: { preset: none, define: { writer: { write: ["docs/**"] } } } } }\n'
    const { at } = await withCommits({ files: brain, configuration })
    await at.repository.push('work', { '.github/baton.yml': 'protocols: { governance: {} }\n' }, { by: at.octocat })
    const [found = ''] = (await at.postComment('/validate')).replies
    expect(found).toContain('Unknown agent `idumb-project-executor`')
    expect(found).not.toContain('SCOPE_PATH_DENIED')
  })
})
