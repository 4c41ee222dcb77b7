import { describe, expect, it } from 'vitest'
import { governance } from '../../../src/protocols/governance/protocol.ts'
import { detours, follow, make, type Step } from '../guided.ts'
import { usual } from './scene.ts'

const place = { protocol: governance, at: '2026-02-04T10:00:00Z' }

const words = ['ses_7', '--agent', 'idumb-project-executor']

const write = (path: string) => expect.fail(`No file is due, and none is written: ${path}`)

/** It ends where the session is handed back with success: what is left is to resume it, some time later. */
const ends = (command: string) => command.startsWith('/handback ses_7 success')

describe('a session that is led by what is to be done', () => {
  it('is worked on until it is handed back, also after an error or a question', async () => {
    const { tree: fresh } = await make({}, words, place)
    const ways = await detours(async (choose) => {
      const { steps, tree } = await follow(fresh, { place, write, ends, ...(choose && { choose }) })
      const session = await usual.target(tree, 'ses_7')
      expect([session?.state, session?.facts['handback']]).toMatchObject(['interrupted', { reason: 'success' }])
      return steps
    })
    const commands = (steps: readonly Step[] = []) => steps.map((step) => [step.do, step.command])
    expect([...ways.keys()]).toEqual(['error 0', 'question 0'])
    expect(commands(ways.get('error 0'))).toEqual([
      ['work', '/handback ses_7 error "The last line"'],
      ['decide', '/accept ses_7'],
      ['work', '/handback ses_7 success "The last line"'],
    ])
    expect(commands(ways.get('question 0'))).toEqual([
      ['work', '/handback ses_7 question "The last line"'],
      ['answer', '/anchor ses_7 context high "The last line"'],
      ['accept', '/accept ses_7'],
      ['work', '/handback ses_7 success "The last line"'],
    ])
  })

  it('gets out of a loop by a question', async () => {
    const { tree: fresh } = await make({}, words, place)
    let tree: Readonly<Record<string, string>> = fresh
    for (let cycle = 0; cycle < 4; cycle++) {
      const result = await usual.give(tree, '/stall ses_7 planner --score 50 --issues "No tests"', {
        at: `2026-02-04T10:0${cycle}:30Z`,
      })
      tree = Object.fromEntries(Object.entries(result.tree).map(([path, text]) => [path, String(text)]))
    }
    const later = { ...place, at: '2026-02-04T10:05:00Z' }
    const { steps } = await follow(tree, { place: later, known: ['GOV_STALL_PLANNER'], write, ends })
    expect(steps.map((step) => step.do)).toEqual(['mend', 'answer', 'accept', 'work'])
  })
})
