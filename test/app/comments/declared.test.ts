import { afterEach, describe, expect, it } from 'vitest'
import { declaration, item, items } from '../../entry/declared.ts'
import { scene, type Scene } from './scene.ts'

const open: Scene[] = []
afterEach(async () => {
  for (const { github } of open.splice(0)) await github.close()
})

async function start(options: Parameters<typeof scene>[0] = {}): Promise<Scene> {
  const at = await scene({ files: items as Readonly<Record<string, string>>, configuration: declaration, ...options })
  open.push(at)
  return at
}

describe('a declared workflow', () => {
  it('is moved by comments, each a commit', async () => {
    const at = await start()
    const accepted = await at.postComment('/accept a')
    expect(accepted.handled[0]?.answered.outcome).toBe('changed')
    expect(accepted.sticky).toContain('work:a')
    expect(await at.file('work/a.md')).toBe(item('doing').trimEnd())
    expect(await at.message(await at.tip())).toContain('Transition: work:a todo -> doing')
    const returned = await at.postComment('/handback work:a')
    expect(returned.handled[0]?.answered.outcome).toBe('changed')
    expect(await at.file('work/a.md')).toBe(item('review').trimEnd())
    expect(at.repository.checksOn(await at.tip())).toMatchObject([{ name: 'baton', conclusion: 'success' }])
    const refused = await at.postComment('/accept a')
    expect(refused.handled[0]?.answered.outcome).toBe('refused')
    expect(refused.replies.join('')).toContain('/accept work:a done')
  })

  it('has its places brought together by a comment', async () => {
    const configuration = declaration.replace(
      'place: { front-matter: status }',
      'places: { file: { front-matter: status }, line: { label: Status } }',
    )
    const at = await start({ configuration, files: { 'work/a.md': `${item('doing')}\nStatus: todo\n` } })
    expect((await at.postComment('/handback a')).handled[0]?.answered.outcome).toBe('refused')
    expect((await at.postComment('/sync a')).handled[0]?.answered.outcome).toBe('refused')
    expect((await at.postComment('/sync a --from file')).handled[0]?.answered.outcome).toBe('changed')
    expect(await at.file('work/a.md')).toBe(`${item('doing')}\nStatus: doing`)
    expect(await at.message(await at.tip())).toContain('Command: sync')
  })

  it('of a head is no policy: what the base does not declare has no commands', async () => {
    const at = await scene({
      files: items as Readonly<Record<string, string>>,
      work: { '.github/baton.yml': declaration },
    })
    open.push(at)
    const before = await at.tip()
    const { handled } = await at.postComment('/accept work:a')
    expect(handled[0]?.answered.outcome).toBe('refused')
    expect(await at.tip()).toBe(before)
  })

  it('that is wrong refuses every command', async () => {
    const at = await start({ configuration: declaration.replace('place:', 'plac:') })
    const before = await at.tip()
    const { handled, replies } = await at.postComment('/accept a')
    expect(handled[0]?.answered.outcome).not.toBe('changed')
    expect(replies.join('')).toContain('.github/baton.yml')
    expect(await at.tip()).toBe(before)
  })
})
