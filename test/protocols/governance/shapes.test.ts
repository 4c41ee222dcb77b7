import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import {
  anchor,
  change,
  checkpoint,
  checkpointPath,
  config,
  configPath,
  entry,
  inState,
  interruptedSample,
  metrics,
  metricsPath,
  print,
  sample,
  session,
  sessionPath,
  stall,
  stallPath,
  state,
  statePath,
  stopped,
  time,
  ways,
} from '../../../src/protocols/governance/examples.ts'
import { textDocument } from '../../../src/documents/text.ts'
import { parseFile } from '../../../src/protocols/governance/reading/records.ts'
import { shapeViolations } from '../../../src/protocols/governance/reading/shapes.ts'
import {
  checkpointShape,
  configShape,
  metricsShape,
  points,
  sessionShape,
  stallShape,
  stateShape,
} from '../../../src/protocols/governance/schema.ts'
import { codes, diagnose } from './scene.ts'

type Data = Readonly<Record<string, unknown>>

const shapes = {
  [statePath]: stateShape,
  [configPath]: configShape,
  [metricsPath]: metricsShape,
  [stallPath()]: stallShape,
  [sessionPath()]: sessionShape,
  [checkpointPath]: checkpointShape,
}

/** A whole file of each kind, with everything in it that may be. */
const files: Readonly<Record<string, Data>> = {
  [statePath]: state({ activeStyle: 'brief', styleHistory: [{ style: 'brief', activatedAt: time('08:00'), by: 'octocat' }] }),
  [configPath]: config({ staleness: { warningHours: 48, criticalHours: 168 } }),
  [metricsPath]: metrics(),
  [stallPath()]: stall([['a', '5']], ['e']),
  [sessionPath()]: session(ways.working, {
    agent: 'general',
    compactedAt: time('08:05'),
    contextSize: 5,
    compactionHistory: [{ timestamp: time('08:05'), contextSizeBefore: 6, contextSizeAfter: 5, anchorsSurvived: ['anchor-1'] }],
    idleAt: time('08:05'),
    resumedAt: time('08:04'),
    violationCount: 0,
    handback: { reason: 'success', timestamp: time('08:05'), text: 'Done' },
  }),
  [checkpointPath]: checkpoint(),
}

/** The data with another value at a path. */
function put(data: unknown, [key, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (key === undefined) return value
  const old = Array.isArray(data) ? (data as readonly unknown[])[Number(key)] : Object(data)[key]
  const next = put(old, rest, value)
  return Array.isArray(data) ? data.map((each: unknown, index) => (index === key ? next : each)) : { ...Object(data), [key]: next }
}

/** Every path of data below which nothing stands, and those above. */
function* pathsIn(data: unknown, path: readonly (string | number)[] = []): Iterable<readonly (string | number)[]> {
  if (path.length > 0) yield path
  if (Array.isArray(data)) for (const [index, each] of data.entries()) yield* pathsIn(each, [...path, index])
  else if (typeof data === 'object' && data !== null)
    for (const key of Object.keys(data)) yield* pathsIn((data as Data)[key], [...path, key])
}

const shapeCodes = /^GOV_(?:FIELD|STATE_UNKNOWN|TEXT_LIMIT|UNKNOWN_KEY|CONFIG_INCOMPLETE)/
const judged = async (path: string, data: unknown) =>
  (await diagnose(change(sample, { [path]: data as Data }))).filter(({ code }) => shapeCodes.test(code))

describe.each(Object.entries(files))('the shape of %s', (path, data) => {
  it('takes what may be there', async () => {
    expect(await judged(path, data)).toEqual([])
  })

  const all = [...pathsIn(data)]

  it.each([
    ['absent', undefined],
    ['null', null],
    ['true', true],
    ['a fraction', 2.5],
    ['below 0', -1],
    ['empty', ''],
    ['a text', 'other'],
    ['an empty list', []],
    ['no keys', {}],
  ])('tells where what is %s', (_, value) => {
    const said = all.map((at) => {
      const violations = shapeViolations(parseFile(textDocument(path, print(put(data, at, value)))), shapes[path] ?? z.never())
      const found = violations.map(
        ({ code, message, place, isLimit }) => `${code} ${place.line}:${place.column} ${message}${isLimit ? ' (limit)' : ''}`,
      )
      return `${at.join('.')}: ${found.join('; ') || 'fits'}`
    })
    expect(said.join('\n')).toMatchSnapshot()
  })
})

describe('the words of', () => {
  it.each<[path: string, at: readonly (string | number)[], words: readonly string[]]>([
    [statePath, ['framework'], ['idumb', 'idumb-only', 'planning', 'bmad', 'agile', 'custom', 'none']],
    [statePath, ['anchors', 0, 'type'], ['decision', 'context', 'checkpoint', 'completion', 'output_style', 'session_flow']],
    [statePath, ['anchors', 0, 'priority'], ['critical', 'high', 'normal', 'low']],
    [statePath, ['history', 0, 'result'], ['pass', 'fail', 'partial', 'warn']],
    [statePath, ['anchors', 0, 'id'], ['anchor-0', 'style-12345678901234567890']],
    [statePath, ['version'], ['0.0.0', '10.20.30']],
    [sessionPath(), ['previousState'], ['beginning', 'between_turn', 'compacted', 'interrupted']],
    [sessionPath(), ['handback', 'reason'], ['success', 'error', 'question']],
    [sessionPath(), ['agent'], ['a', '0', 'a.b_c-d', 'a'.repeat(64)]],
    [checkpointPath, ['type'], ['manual', 'auto', 'pre_task', 'post_task', 'emergency']],
    [checkpointPath, ['status'], ['valid', 'corrupted', 'stale']],
  ])('%s at %j are these, and no others', async (path, at, words) => {
    for (const word of words) expect([word, await judged(path, put(files[path], at, word))]).toEqual([word, []])
    for (const other of [`${words[0]} `, ` ${words[0]}`, words[0]?.toUpperCase().concat('!'), `^${words[0]}`, `${words.at(-1)}-x y`])
      expect([other, (await judged(path, put(files[path], at, other))).length]).toEqual([other, 1])
  })
})

describe('the lengths of', () => {
  const long = (length: number) => '\u{1f3b9}'.repeat(length)

  it.each<[path: string, at: readonly (string | number)[], most: number, value: (length: number) => unknown, code: string]>([
    [statePath, ['anchors', 0, 'content'], 1000, long, 'GOV_TEXT_LIMIT error'],
    [statePath, ['history', 0, 'action'], 200, long, 'GOV_TEXT_LIMIT error'],
    [sessionPath(), ['handback', 'text'], 1000, long, 'GOV_TEXT_LIMIT error'],
    [checkpointPath, ['context', 'notes'], 1000, long, 'GOV_TEXT_LIMIT error'],
    [metricsPath, ['errors', 'recent'], 20, (length) => Array.from({ length }, () => 'x'), 'GOV_FIELD_VALUE error'],
    [stallPath(), ['validatorFix', 'errorHashHistory'], 5, (length) => Array.from({ length }, () => 'x'), 'GOV_FIELD_VALUE error'],
  ])('%s at %j are at most %d', async (path, at, most, value, code) => {
    expect(await judged(path, put(files[path], at, value(most)))).toEqual([])
    expect(codes(await judged(path, put(files[path], at, value(most + 1))))).toEqual([code])
  })

  it('texts are counted in code points', () => {
    expect(['', 'ab', '\u{1f3b9}e\u0301'].map(points)).toEqual([0, 2, 3])
  })
})

describe('what base has too is judged softly, and nothing else', () => {
  const [critical, normal] = [anchor(1, 'critical'), anchor(2, 'normal')]
  const judge = async (base: Data, head: Data) =>
    codes((await diagnose(inState({ phase: 'plan', ...head }), { base: inState(base) })).filter(({ code }) => shapeCodes.test(code)))

  it.each<[what: string, base: Data, head: Data, found: readonly string[]]>([
    [
      'an anchor by id and content',
      { anchors: [{ ...critical, priority: 'x' }] },
      { anchors: [{ ...critical, priority: 'y' }] },
      ['GOV_FIELD_VALUE warning'],
    ],
    [
      'an anchor of another id',
      { anchors: [{ ...critical, priority: 'x' }] },
      { anchors: [critical, { ...critical, id: 'anchor-9', priority: 'x' }] },
      ['GOV_FIELD_VALUE error'],
    ],
    [
      'an anchor of another content',
      { anchors: [{ ...critical, priority: 'x' }] },
      { anchors: [{ ...critical, content: 'Other', priority: 'x' }] },
      ['GOV_FIELD_VALUE error'],
    ],
    [
      'an anchor without content, whole',
      { anchors: [{ ...critical, content: undefined }] },
      { anchors: [{ ...critical, content: undefined }, normal] },
      ['GOV_FIELD_MISSING warning'],
    ],
    [
      'an anchor without content, with another priority',
      { anchors: [{ ...critical, content: undefined }] },
      { anchors: [{ ...critical, content: undefined, priority: 'high' }] },
      ['GOV_FIELD_MISSING error'],
    ],
    [
      'an entry, at another place',
      { history: [entry('a', '07:00', 'ok')] },
      { history: [entry('a', '07:00', 'ok'), entry('b')].toReversed() },
      ['GOV_FIELD_VALUE warning'],
    ],
    [
      'an entry that is another',
      { history: [entry('a', '07:00', 'ok')] },
      { history: [entry('a', '07:01', 'ok')] },
      ['GOV_FIELD_VALUE error'],
    ],
    [
      'a text that is too long and was',
      { history: [entry('x'.repeat(201))] },
      { history: [entry('x'.repeat(201)), entry('b')] },
      ['GOV_TEXT_LIMIT warning'],
    ],
    ['a word that is as long as the one before', { framework: 'idumb' }, { framework: 'other' }, ['GOV_FIELD_VALUE error']],
    ['a word that was wrong', { framework: 'other' }, { framework: 'other' }, ['GOV_FIELD_VALUE error']],
    ['a key that nobody knows, and was there', { more: 'x' }, { more: 'x' }, ['GOV_UNKNOWN_KEY notice']],
  ])('%s', async (_, base, head, found) => {
    expect(await judge(base, head)).toEqual(found)
  })

  const handed = (length: number, by = 'x') =>
    change(interruptedSample, {
      [sessionPath()]: session(ways.interrupted, {
        ...stopped(),
        handback: { reason: 'error', timestamp: time('09:00'), text: by.repeat(length) },
      }),
    })

  it('texts that were as long', async () => {
    const found = async (head: number, base: number) => codes(await diagnose(handed(head, 'y'), { base: handed(base) }))
    expect(await found(1001, 1001)).toEqual(['GOV_TEXT_LIMIT warning'])
    expect(await found(1001, 1002)).toEqual(['GOV_TEXT_LIMIT warning'])
    expect(await found(1002, 1001)).toEqual(['GOV_TEXT_LIMIT error'])
    expect(await found(1001, 1000)).toEqual(['GOV_TEXT_LIMIT error'])
  })

  it('lists that were as long', async () => {
    const of = (length: number) =>
      change(sample, {
        [stallPath()]: {
          ...stall(),
          validatorFix: { errorHashHistory: Array.from({ length }, (_, index) => `h${index}`), repeatCount: 0 },
        },
      })
    const touched = (length: number) => ({ ...of(length), [stallPath()]: `${of(length)[stallPath()]} ` })
    expect(codes(await diagnose(touched(6), { base: of(6) })).filter((code) => code.startsWith('GOV_FIELD'))).toEqual([
      'GOV_FIELD_VALUE warning',
    ])
    expect(codes(await diagnose(touched(7), { base: of(6) })).filter((code) => code.startsWith('GOV_FIELD'))).toEqual([
      'GOV_FIELD_VALUE error',
    ])
    expect(
      codes(await diagnose(touched(6), { base: { ...of(6), [stallPath()]: '{' } })).filter((code) => code.startsWith('GOV_FIELD')),
    ).toEqual(['GOV_FIELD_VALUE error'])
  })
})
