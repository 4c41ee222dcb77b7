import { describe, expect, it } from 'vitest'
import * as control from '../../src/protocols/control/examples.ts'
import * as governance from '../../src/protocols/governance/examples.ts'
import * as plugin from '../../src/protocols/plugin/examples.ts'
import { protocols } from '../../src/entry/protocols.ts'
import type { Protocol } from '../../src/core/protocol.ts'
import { briefTransition } from '../../src/render/brief.ts'
import { transitionText } from '../../src/render/transition-text.ts'
import { declared } from './declared/scene.ts'
import { scene, type Tree } from './scene.ts'

const at = '2026-02-04T10:00:00Z'
const text = (length: number, begins = 'Start') => `${begins.padEnd(length, ' and so on').slice(0, length - 1)}.`
const items = declared(`workflows:
  - name: work
    items: 'work/{id}.md'
    states: [todo, doing, done]
    place: { front-matter: status }
    on-move: { append: '- {text}', section: Log }
`)
const item = { 'work/a.md': '---\nstatus: doing\n---\n\n## Log\n\n- begun\n' }

const sceneOf = (name: Protocol['name']) =>
  scene(protocols.find((protocol) => protocol.name === name) ?? expect.fail(`There is no protocol ${name}`))

type Row = readonly [
  about: string,
  of: ReturnType<typeof scene>,
  tree: Tree,
  commands: readonly string[],
  cut: string[],
]

const handback = (length: number) => `/handback TinyGain question ${text(length)}`
const said = (left: number, length: number, begins = 'Start') =>
  `Left out ${left} characters at the end of \`${text(length, begins).slice(0, 39).trimEnd()}…\`, which has ${length}`

const rows: readonly Row[] = [
  ['a question', sceneOf('plugin'), plugin.sample, ['/accept TinyGain', handback(429)], [said(230, 429)]],
  ['a question that is kept whole', sceneOf('plugin'), plugin.sample, ['/accept TinyGain', handback(200)], []],
  [
    'an error behind its code',
    sceneOf('plugin'),
    plugin.sample,
    ['/accept TinyGain', `/handback TinyGain error BUILD_FAILED ${text(201)}`],
    [said(2, 201)],
  ],
  [
    'an answer',
    sceneOf('plugin'),
    plugin.sample,
    ['/accept TinyGain', handback(20), `/answer TinyGain ${text(300, 'Answer')}`],
    [said(101, 300, 'Answer')],
  ],
  [
    'a success, and what was tested',
    sceneOf('plugin'),
    plugin.sample,
    ['/accept TinyGain', `/handback TinyGain success --tested "${text(250, 'Tested')}" ${text(300)}`],
    [said(101, 300), said(51, 250, 'Tested')],
  ],
  ['an error', sceneOf('governance'), governance.sample, [`/handback ses_1 error ${text(1101)}`], [said(102, 1101)]],
  [
    'a description, though the message is whole',
    sceneOf('control'),
    control.grantedSample,
    [`/handback explore@run-2026-01-20-001 error UNKNOWN ${text(300)}`],
    [],
  ],
  ['a line', items, item, [`/handback work:a ${text(10_100)}`], [said(101, 10_100)]],
]

describe('an answer says how much of a text no file keeps', () => {
  it.each(rows)('%s', async (_, { give }, tree, commands, expected) => {
    let currentTree = tree
    let last: Awaited<ReturnType<typeof give>> | undefined
    for (const command of commands) {
      last = await give(currentTree, command, { at, local: true })
      expect(last.outcome).toBe('changed')
      currentTree = last.tree
    }
    const result = last?.result ?? expect.fail('There is no command')
    const notices = result.diagnostics.filter(({ code }) => code === 'TEXT_CUT')
    expect(notices.map(({ message, severity }) => `${severity}: ${message}`)).toEqual(
      expected.map((message) => `notice: ${message}`),
    )
    const transition = { ...result, results: [result] }
    expect(JSON.stringify(briefTransition(transition)).includes('TEXT_CUT')).toBe(expected.length > 0)
    for (const message of expected) expect(transitionText(transition)).toContain(message)
  })
})
