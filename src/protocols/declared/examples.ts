import { change, type Edits } from '../../core/example.ts'
import type { Files } from '../../core/rule.ts'

export { change }

/** Paths of the sample, for examples. */
const configurationPath = '.github/baton.yml'
export const boardPath = 'BOARD.md'
export const loginPath = 'work/login.md'
export const searchPath = 'work/search.md'

const declaration = `workflows:
  - name: work
    items: { files: 'work/**/{id}.md', id: { front-matter: id } }
    states:
      todo: {}
      doing: { words: [wip], holder: agent, stale-after: 72h }
      review: {}
      done: { needs: { boxes: [all, empty] } }
    places:
      file: { front-matter: status }
      board: { in: BOARD.md, table: Board, row: { Item: '{id}' }, column: Status, required-from: doing }
    truth: file
    moves: linear
    depends: { front-matter: depends, once: doing }
    fields: { size: { front-matter: size, one-of: [small, large] } }
`

/** With it nothing is wrong. */
export const sample: Files = {
  [configurationPath]: declaration,
  [boardPath]: `# Board

| Item | Status |
|---|---|
| login | doing |
| search | todo |
`,
  [loginPath]: `---
id: login
status: doing
size: small
---

# Let people log in

- [x] Draw the form
- [ ] Check the password
`,
  [searchPath]: `---
id: search
status: todo
depends: [login]
---

# Let people search
`,
}

/** The sample with some files changed. */
export const inSample = (edits: Parameters<typeof change>[1]): Files => change(sample, edits)

/** Edits of the declaration, for `change`. */
export const declaring = (...edits: Edits): Readonly<Record<string, Edits>> => ({ [configurationPath]: edits })
