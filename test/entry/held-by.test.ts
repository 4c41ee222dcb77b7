import { afterAll, describe, expect, it } from 'vitest'
import { octocat, repository } from '../processes/work-tree.ts'
import { baton, json } from './commanding.ts'
import { scratch } from './programs.ts'

const places = scratch()
afterAll(places.remove)

/** An item whose agent stands in its file, and whose work has to wait for a box. */
const files = {
  '.github/baton.yml': `workflows:
  - name: work
    items: 'work/{id}.md'
    states:
      todo: {}
      in doing: { holder: agent }
      asked: {}
      done: { needs: { boxes: [all] } }
    place: { front-matter: status }
    moves:
      - { from: todo, to: in doing, by: accept }
      - { from: in doing, to: asked, by: handback question }
      - { from: asked, to: in doing, by: accept }
      - { from: in doing, to: done, by: handback }
    fields: { holder: { front-matter: owner } }
`,
  'work/a.md': '---\nstatus: todo\nowner:\n---\n\n- [ ] code\n',
}

function committed(): string {
  const root = places.folder(files)
  repository(root, octocat)
  return root
}

describe('an agent that the files of a target name', () => {
  it('is named where its target comes to it, whatever the command', async () => {
    const root = committed()
    const firstLine = async (...words: readonly string[]) => (await baton(root, ...words)).stdout.split('\n')[0]
    expect(await firstLine('accept', 'a', '--agent', 'zoe', '--commit')).toBe(
      '✔ /accept a: todo → in doing, held by zoe',
    )
    await baton(root, 'handback', 'a', 'question', 'Which?', '--agent', 'zoe', '--commit')
    expect(await firstLine('undo', 'a', '--commit')).toBe('✔ /undo a: asked → in doing, held by zoe')
    await baton(root, 'handback', 'a', 'question', 'Which?', '--agent', 'zoe', '--commit')
    expect(await firstLine('answer', 'a', 'Both', '--agent', 'zoe')).toMatch(
      /^✔ \/answer a: asked → in doing, held by zoe\b/,
    )
  })
})

describe('a state of two words', () => {
  it.each(['in doing', 'in-doing', 'In_Doing'])('has to be quoted, as the refusal says: %s', async (state) => {
    const { answer } = await json(committed(), 'accept', 'a', ...state.split(' '))
    expect(answer['errors']).toMatchObject([
      { code: 'COMMAND_USAGE', hint: expect.stringMatching(/Did you mean `"?in doing"?`/) },
    ])
  })
})
