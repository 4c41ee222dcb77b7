import { afterAll, describe, expect, it } from 'vitest'
import { runGit } from '../processes/git.ts'
import { octocat, repository } from '../processes/work-tree.ts'
import { baton, json, read } from './commanding.ts'
import { scratch } from './programs.ts'

// Items within items of one file: each is taken back by itself, with what its command moved besides.

const places = scratch()
afterAll(places.remove)

const workflow = `workflows:
  - name: todo
    kinds:
      task:
        items: { elements: tasks.json, at: [tasks] }
        states: [todo, doing, done]
        places:
          json: { in: tasks.json, data: [tasks, '{id}', status] }
          parts:
            is:
              - { says: done, when: { parts: { all: [done] } } }
              - { says: doing, when: { parts: { any: [doing, done] } } }
              - { says: todo, when: { parts: { some: true } } }
        truth: json
      sub:
        items: { elements: tasks.json, at: [tasks, '{task}', subtasks], id: '{task}.{id}' }
        within: '{task}'
        parent: follow
        states: [todo, doing, done]
        place: { data: status }
`
/** Parts in lines of their own, and some of them in lines that their task has, too. */
const layouts = {
  'lines of their own': (task: string, first: string, second: string) => `{
  "tasks": [
    {
      "id": "T1",
      "status": "${task}",
      "subtasks": [
        { "id": 1, "status": "${first}" },
        { "id": 2, "status": "${second}" }
      ],
      "title": "Auth"
    }
  ]
}
`,
  'lines that they share with their task': (task: string, first: string, second: string) => `{
  "tasks": [
    { "id": "T1", "subtasks": [ { "id": 1, "status": "${first}" },
      { "id": 2, "status": "${second}" } ], "status": "${task}" }
  ]
}
`,
}

describe.each(Object.entries(layouts))('items within items, in %s', (_, layout) => {
  function committed(text: string): string {
    const root = places.folder({ '.github/baton.yml': workflow, 'tasks.json': text })
    repository(root, octocat)
    return root
  }
  const message = async (root: string) => (await runGit(root, ['log', '-1', '--format=%B'])).toString().trim()

  it('have a commit about the one item that moved', async () => {
    const root = committed(layout('doing', 'done', 'todo'))
    await baton(root, 'accept', 'T1.2', 'doing', '--commit')
    expect((await message(root)).split('\n').filter((line) => /^(?:baton|Command|Transition)/.test(line))).toEqual([
      'baton: accept T1.2 (todo → doing)',
      'Command: accept',
      'Transition: todo:T1.2 todo -> doing',
    ])
    expect((await json(root, 'undo', 'T1.2')).answer).toMatchObject({ outcome: 'changed', to: 'todo' })
    expect(read(root, 'tasks.json')).toBe(layout('doing', 'done', 'todo'))
  })

  it.each(['T1.2', 'T1', undefined])('are taken back with the item that followed: undo %s', async (target) => {
    const root = committed(layout('todo', 'todo', 'todo'))
    await baton(root, 'accept', 'T1.2', 'doing', '--commit')
    expect(read(root, 'tasks.json')).toBe(layout('doing', 'todo', 'doing'))
    expect((await message(root)).split('\n').filter((line) => /^(?:baton|Command|Transition)/.test(line))).toEqual([
      'baton: accept T1.2 (todo → doing)',
      'Command: accept',
      'Transition: todo:T1.2 todo -> doing',
      'Transition: todo:T1 todo -> doing',
    ])
    expect((await json(root, 'undo', ...(target === undefined ? [] : [target]), '--commit')).answer).toMatchObject({
      outcome: 'changed',
    })
    expect(read(root, 'tasks.json')).toBe(layout('todo', 'todo', 'todo'))
    const again = await json(root, 'undo', 'T1.2')
    expect(JSON.stringify(again.answer['errors'])).toContain('Give `/accept todo:T1.2` again')
  })
})
