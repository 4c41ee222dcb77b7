import type { Files } from './programs.ts'

/** The smallest declaration of a workflow. */
export const declaration = `workflows:
  - name: work
    items: 'work/{id}.md'
    states: [todo, doing, review, done]
    place: { front-matter: status }
`

/** An item of it. */
export const item = (status: string) => `---\nstatus: ${status}\n---\n# An item\n`

/** An item in each of its states. */
export const items: Files = {
  'work/a.md': item('todo'),
  'work/b.md': item('doing'),
  'work/c.md': item('review'),
  'work/d.md': item('done'),
}

export const declared: Files = { '.github/baton.yml': declaration, ...items }
