import { describe, expect, it } from 'vitest'
import {
  briefPath,
  change,
  inBrief,
  inPlan,
  inProgress,
  planPath,
  progressPath,
  promptPath,
  sample,
  session,
  statePath,
} from '../../../src/protocols/handover/examples.ts'
import { mayResearchMove } from '../../../src/protocols/handover/states.ts'
import { codes, type SceneSetting, type Tree } from '../scene.ts'
import { clean, diagnose, give, named, reading, stateIn } from './scene.ts'

const found = async (tree: Tree, setting: SceneSetting = {}) => codes(await diagnose(tree, setting))
const inFile = (path: string, ...edits: readonly (readonly [string, string])[]) => change(sample, { [path]: edits })

describe('the status of the research', () => {
  const words = ['pending', 'in_progress', 'complete', 'skipped']
  const back = [
    ['in_progress', 'pending'],
    ['complete', 'pending'],
    ['complete', 'skipped'],
  ]

  it.each(words.flatMap((from) => words.map((to) => [from, to] as const)))('%s -> %s', (from, to) => {
    const isBack = back.some(([start, end]) => start === from && end === to)
    expect(mayResearchMove(from, to, false)).toBe(!isBack)
    expect(mayResearchMove(from, to, true)).toBe(!isBack || (from === 'complete' && to === 'pending'))
  })

  it('may go anywhere from an unknown word', () => {
    expect(mayResearchMove('done', 'pending', false)).toBe(true)
  })
})

describe('a folder in place of a file', () => {
  const tree = { ...change(sample, { [progressPath]: null }), [`${progressPath}/notes.txt`]: 'Notes\n' }

  it('is no file that can be read', async () => {
    const [only, ...others] = await diagnose(tree)
    expect(only).toMatchObject({ code: 'PROGRESS_READ_ERROR', message: 'Unexpected folder, expected a file' })
    expect(others).toEqual([])
  })

  it('is neither a run that was not begun, nor one that a command may begin', async () => {
    expect(await stateIn(tree)).toBe('unreadable')
    const { outcome, codes: found } = await give(tree, '/accept login')
    expect([outcome, found]).toEqual(['refused', ['PROGRESS_READ_ERROR error']])
  })

  it('is nothing that a cleanup removes', async () => {
    const prompt = { ...change(session, { [promptPath]: null }), [`${promptPath}/notes.txt`]: 'Notes\n' }
    const finished = change(prompt, { [statePath]: [['"in_progress"', '"completed"']] })
    expect(await clean(finished)).toMatchObject({ outcome: 'changed', gone: [statePath] })
  })
})

describe('a revision without annotations', () => {
  const without = inPlan(['source_findings', 'revision: 1\nsource_findings'])

  it('is less severe than annotations without a revision', async () => {
    expect(await found(without)).toEqual(['ANNOTATION_REVISION_MISMATCH warning'])
    expect(await found(without, { mode: 'soft' })).toEqual(['ANNOTATION_REVISION_MISMATCH notice'])
  })
})

describe('a batch in a file of its own', () => {
  const asBatch = named('batch.json', 'annotations')
  const entry = '{ "id": "ANN-0001", "target_anchor": "step-2", "intent": "change", "comment": "retry", "line": 31 }'

  it('that is not there has no line', async () => {
    const [only] = await diagnose({}, asBatch)
    expect(only).toMatchObject({ code: 'ANNOTATION_BATCH_INVALID', path: 'batch.json' })
    expect(only).not.toHaveProperty('line')
  })

  it('that cannot be read has its first', async () => {
    const [only] = await diagnose({ 'batch.json': 'elsewhere' }, { ...asBatch, links: ['batch.json'] })
    expect(only).toMatchObject({ code: 'ANNOTATION_BATCH_INVALID', path: 'batch.json', line: 1 })
  })

  it('is held against its digest only where every entry is whole', async () => {
    const batch = (...entries: readonly string[]) => ({
      'batch.json': `{ "annotations": [${entries.join(', ')}], "expected_digest": "0000000000000000" }`,
    })
    expect(await found(batch(entry), asBatch)).toEqual(['ANNOTATION_DIGEST_DRIFT error'])
    expect(await found(batch(entry, '{ "id": "ANN-0002" }'), asBatch)).toEqual(['ANNOTATION_ENTRY_INVALID error'])
  })
})

describe('unreadable times', () => {
  it.each(['started_at', 'updated_at'])('are in no order: %s', async (key) => {
    const written = new RegExp(`"${key}": "([^"]+)"`).exec(sample[progressPath] as string)?.[1] ?? ''
    const before = inFile(progressPath, [`"${key}": "${written}"`, `"${key}": "some day"`])
    expect((await found(sample, { base: before })).filter((code) => code.startsWith('PROGRESS_REGRESSION'))).toEqual([])
  })
})

describe('a word that a list of words lacks', () => {
  it('is reported with the known words', async () => {
    const [only] = await diagnose(inBrief(['research_status: complete', 'research_status: done']))
    expect(only).toMatchObject({
      path: briefPath,
      message: expect.stringMatching(/expected one of .*`pending`/) as unknown,
    })
  })
})

describe('what compare-and-swap of a project is based on', () => {
  const stateDigest = async (tree: Tree, command: 'accept' | 'revise') => {
    const read = await reading(tree)
    return read.stateDigest(read.targets[0]?.id ?? '', command)
  }

  it('is its progress and its plan', async () => {
    const [whole, changedDigest] = [
      await stateDigest(sample, 'accept'),
      await stateDigest(inProgress(['"attempts": 0', '"attempts": 7']), 'accept'),
    ]
    expect(changedDigest.state).not.toEqual(whole.state)
    expect(changedDigest.contract).toEqual(whole.contract)
    expect((await stateDigest(inPlan(['\n# ', '\n#  ']), 'accept')).contract).not.toEqual(whole.contract)
  })

  it('is absent without the file', async () => {
    const bare = Object.fromEntries(
      Object.entries(sample).filter(([path]) => path !== progressPath && path !== planPath),
    )
    expect(await stateDigest(bare, 'accept')).toEqual({ state: [undefined], contract: [undefined] })
  })

  it('is what is annotated, where that is revised', async () => {
    const [whole, changedDigest] = [
      await stateDigest(sample, 'revise'),
      await stateDigest(inBrief(['\n# ', '\n#  ']), 'revise'),
    ]
    expect(whole.state).toHaveLength(3)
    expect(changedDigest.state).not.toEqual(whole.state)
  })
})
