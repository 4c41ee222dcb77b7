import * as z from 'zod'
import { afterEach, describe, expect, it } from 'vitest'
import { handle } from '../../../src/app/comments/handle.ts'
import { checkHead, placeOfHead } from '../../../src/app/review/check-head.ts'
import { syncDefaultBranch } from '../../../src/app/sync/default-branch.ts'
import type { LazyProtocols } from '../../../src/app/validate/discovery.ts'
import { defineProtocol, describeProtocol } from '../../../src/core/define-protocol.ts'
import type { ProtocolDiscovery } from '../../../src/core/protocol.ts'
import { configurationSchema } from '../../../src/engine/configuration/schema.ts'
import { lazyProtocols } from '../../../src/entry/lazy-protocols.ts'
import { delivered, scene, type Scene } from './scene.ts'

let at: Scene | undefined
afterEach(() => at?.github.close())

const every = lazyProtocols.descriptors.map(({ name }) => name)

/** The protocols, and the names of those that were loaded. */
function counted(): { readonly protocolRegistry: LazyProtocols; readonly loaded: ReadonlySet<string> } {
  const loaded = new Set<string>()
  const load: LazyProtocols['load'] = (names) => {
    for (const name of names) loaded.add(name)
    return lazyProtocols.load(names)
  }
  return { protocolRegistry: { ...lazyProtocols, load }, loaded }
}

describe('of the protocols, those alone are loaded that are found', () => {
  it.each([
    ['/accept TinyGain', ['plugin'], 'changed', undefined],
    ['/status', ['plugin'], 'unchanged', undefined],
    ['/help', ['plugin'], 'unchanged', undefined],
    ['/fix', ['plugin'], 'unchanged', undefined],
    // With a prefix its protocol answers, whether or not its files are there.
    [
      '/accept project:login',
      ['handover', 'plugin'],
      'refused',
      'There are no files of protocol `handover` yet; `baton new handover …` creates the first ones.',
    ],
    ['/accept session:ses_1', ['governance', 'plugin'], 'changed', undefined],
    ['/accept Nowhere', ['plugin'], 'refused', 'PLUGIN_UNKNOWN'],
    ['/preflight TinyGain', ['plugin'], 'refused', 'COMMAND_NOT_HERE'],
    // A code may be that of any rule, and what was committed before that of any protocol.
    ['/explain TASK_STATUS_UNKNOWN', every, undefined, undefined],
    ['/explain HANDBACK_ALREADY', every, undefined, 'Control was returned already'],
    ['/fix REGISTRY_STATUS_DRIFT', every, 'unchanged', undefined],
    ['/undo', every, 'refused', 'UNDO_NOTHING'],
  ])('where a comment says %s', async (text, names, outcome, expected) => {
    at = await scene()
    const { protocolRegistry, loaded } = counted()
    const { handled, replies } = await at.postComment(text, { ports: { ...at.ports, protocolRegistry } })
    expect([...loaded].toSorted()).toEqual([...names].toSorted())
    if (outcome !== undefined) expect(handled[0]?.answered.outcome).toBe(outcome)
    if (expected !== undefined) expect(replies.join('\n')).toContain(expected)
    // The same as where all of them are there.
    const all: LazyProtocols = { ...lazyProtocols, load: () => lazyProtocols.load(every) }
    if (outcome === 'changed') return
    const again = await at.postComment(text, { ports: { ...at.ports, protocolRegistry: all } })
    const plain = (reply: string) => reply.replace(/^<!-- .*? -->/, '')
    expect(again.replies.map(plain)).toEqual(replies.map(plain))
  })

  it('where a head is checked, and where the default branch was pushed to', async () => {
    at = await scene()
    const { protocolRegistry, loaded } = counted()
    const ports = { ...at.ports, protocolRegistry }
    const before = await at.tip('main')
    await at.repository.push('main', { 'README.md': '# Pushed\n' }, { by: at.octocat })
    const head = await at.tip()
    const { subject } = await placeOfHead(ports, head)
    expect(await checkHead(ports, subject)).toMatchObject({ conclusion: 'success' })
    expect([...loaded]).toEqual(['plugin'])
    expect(await syncDefaultBranch(ports, before)).toMatchObject({ outcome: 'nothing' })
    expect([...loaded]).toEqual(['plugin'])
  })
})

/**
 * A protocol of boxes, each a file that names its holder; how often models of it are read, by the content of the first
 * box; and how many commits its models are given. It may look at more files, or at the commits of a change.
 */
function boxes({ further = false, commitRules = false }): {
  readonly protocolRegistry: LazyProtocols
  readonly reads: string[]
  readonly commits: number[]
} {
  const reads: string[] = []
  const commits: number[] = []
  const path = (name: string) => `boxes/${name}.txt`
  const discovery: ProtocolDiscovery<object> = {
    name: 'plugin',
    kinds: ['plugin'],
    configuration: () => z.object({}),
    defaults: {},
    selectors: () => [{ glob: 'boxes/*.txt', level: 'text' }],
  }
  const protocol = defineProtocol<object, ReadonlyMap<string, string>>({
    ...discovery,
    title: 'Boxes',
    found: ({ paths }) => paths.some((boxPath) => boxPath.startsWith('boxes/')),
    detect: { glob: 'boxes/*.txt', reads: () => true, place: () => 'boxes', section: () => ({}) },
    // oxlint-disable-next-line require-yield
    *read(view) {
      const boxPaths = view.paths.filter((boxPath) => boxPath.startsWith('boxes/'))
      const model = new Map(
        boxPaths.map((boxPath) => [
          boxPath.slice('boxes/'.length, -'.txt'.length),
          Buffer.from(view.bytes(boxPath) ?? []).toString(),
        ]),
      )
      reads.push([...model.values()].join(' '))
      return model
    },
    ...(further && { further: () => [] }),
    ...(commitRules && {
      capabilities: {
        commitRules: {
          withChange(model, change) {
            commits.push(change.commits.length)
            return new Map(model)
          },
        },
      },
    }),
    next: () => undefined,
    moves: [],
    writeGrant: () => new Map(),
    creation: { usage: '', create: () => ({ outcome: 'refused', diagnostics: [] }) },
    targets: (model) =>
      [...model].map(([name, state]) => ({ id: `plugin:${name}`, path: path(name), state, facts: {} })),
    owners: (model, of) => [...model.keys()].filter((name) => path(name) === of).map((name) => `plugin:${name}`),
    parsed: () => undefined,
    rules: [],
    commands: [
      {
        name: 'accept',
        usage: 'NAME',
        summary: 'Grants control.',
        examples: [],
        run: (_, { name = '' }) => ({
          outcome: 'changed',
          changes: new Map([[path(name), 'agent']]),
          reply: '',
          diagnostics: [],
        }),
      },
    ],
  })
  const descriptors = [describeProtocol(discovery)]
  const schema = () => configurationSchema({ protocols: descriptors, rules: [] })
  const { documentation } = lazyProtocols
  return {
    protocolRegistry: {
      descriptors,
      schema,
      codes: [],
      documentation,
      declare: lazyProtocols.declare,
      presets: lazyProtocols.presets,
      load: () => Promise.resolve([protocol]),
    },
    reads,
    commits,
  }
}

describe('the model of a protocol is read once for the head and once for the result', () => {
  const moment = '2026-02-04T10:00:00Z'

  it.each([
    ['where the change touches none of its files', { 'README.md': '# Work\n' }, ['orchestrator', 'agent']],
    ['and once for a base that is not the same', { 'boxes/one.txt': 'changed' }, ['changed', 'agent', 'orchestrator']],
  ])('%s', async (_, work, expected) => {
    for (const asking of [{}, { further: true }, { commitRules: true }]) {
      const opened = (at = await scene({ files: { 'boxes/one.txt': 'orchestrator' }, work }))
      const { protocolRegistry, reads, commits } = boxes(asking)
      const comment = await at.repository.comment(at.number, at.octocat, '/accept one')
      const [handled] = await handle({ ...opened.ports, protocolRegistry }, at.number, [
        delivered(comment, at.number, { at: moment }),
      ])
      expect(handled?.answered.outcome).toBe('changed')
      expect(await at.file('boxes/one.txt')).toBe('agent')
      expect(reads.toSorted()).toEqual(expected.toSorted())
      expect(commits.length > 0).toBe('commitRules' in asking)
      await opened.github.close()
    }
  })

  it.each(['/status', '/validate'])(
    'and once alone where %s changes nothing, the commits of the change included',
    async (text) => {
      at = await scene({ files: { 'boxes/one.txt': 'orchestrator' }, work: { 'README.md': '# Work\n' } })
      const { protocolRegistry, reads, commits } = boxes({ commitRules: true })
      const comment = await at.repository.comment(at.number, at.octocat, text)
      const [handled] = await handle({ ...at.ports, protocolRegistry }, at.number, [
        delivered(comment, at.number, { at: moment }),
      ])
      expect(handled?.answered.outcome).toBe('unchanged')
      expect(reads).toEqual(['orchestrator'])
      expect(commits).not.toEqual([])
    },
  )

  it('is checked as of now where the comment was written long before', async () => {
    at = await scene({ files: { 'boxes/one.txt': 'orchestrator' } })
    const { protocolRegistry, reads } = boxes({})
    const comment = await at.repository.comment(at.number, at.octocat, '/accept one')
    await handle({ ...at.ports, protocolRegistry }, at.number, [
      delivered(comment, at.number, { at: '2026-02-04T09:00:00Z' }),
    ])
    expect(reads.filter((read) => read === 'agent').length).toBe(2)
  })
})
