import { describe, expect, it } from 'vitest'
import type { Diagnostic, Level } from '../../src/core/diagnostic.ts'
import type { Mode } from '../../src/core/report.ts'
import { change, handoffPath, registryPath, sample, sampleRow } from '../../src/protocols/plugin/examples.ts'
import { plugin } from '../../src/protocols/plugin/protocol.ts'
import { awful, bad, boxes, checkTexts, shown, type Texts, type Word } from './made-up.ts'

const levels = async (head: Texts, base: Texts | undefined, mode: Mode) =>
  shown(await checkTexts({ head, ...(base && { base }), mode }))

describe('how strictly', () => {
  const base = { 'boxes/old.txt': 'bad\n', 'boxes/changed.txt': 'fine\n' }
  const head = { ...base, 'boxes/changed.txt': 'bad\n', 'boxes/new.txt': 'bad\n' }

  it('auto: strictly what the change touches, softly the rest', async () => {
    expect(await levels(head, base, 'auto')).toEqual([
      'boxes/changed.txt:1 BAD error',
      'boxes/new.txt:1 BAD error',
      'boxes/old.txt:1 BAD warning',
    ])
  })

  it('auto, without a base: softly, except what is named', async () => {
    expect(await levels(head, undefined, 'auto')).toEqual([
      'boxes/changed.txt:1 BAD warning',
      'boxes/new.txt:1 BAD warning',
      'boxes/old.txt:1 BAD warning',
    ])
    expect(shown(await checkTexts({ head, paths: ['boxes/old.txt'] }))).toEqual(['boxes/old.txt:1 BAD error'])
  })

  it.each([
    ['strict', 'error'],
    ['soft', 'warning'],
  ] as const)('%s: everything alike', async (mode, level) => {
    const all = ['changed', 'new', 'old'].map((name) => `boxes/${name}.txt:1 BAD ${level}`)
    expect(await levels(head, base, mode)).toEqual(all)
    expect(await levels(head, undefined, mode)).toEqual(all)
  })

  it('a rule that is off softly is silent where the change does not touch it', async () => {
    const protocols = [boxes([{ ...bad, soft: 'off' }])]
    expect(shown(await checkTexts({ head, base, protocols }))).toEqual([
      'boxes/changed.txt:1 BAD error',
      'boxes/new.txt:1 BAD error',
    ])
    expect(shown(await checkTexts({ head, base, protocols, mode: 'soft' }))).toEqual([])
  })

  it('a rule that is off strictly is silent where the change touches it', async () => {
    const protocols = [boxes([{ ...bad, strict: 'off' }])]
    expect(shown(await checkTexts({ head, base, protocols }))).toEqual(['boxes/old.txt:1 BAD warning'])
    expect(shown(await checkTexts({ head, base, protocols, mode: 'strict' }))).toEqual([])
  })
})

describe('a finding is touched', () => {
  const touched = async (head: Texts, base: Texts) =>
    (await checkTexts({ head, base })).diagnostics.map((diagnostic) => diagnostic.touched)

  it('where its place is', async () => {
    expect(await touched({ 'boxes/a.txt': 'bad' }, { 'boxes/a.txt': 'fine' })).toEqual([true])
    expect(
      await touched({ 'boxes/a.txt': 'bad', 'boxes/b.txt': '1' }, { 'boxes/a.txt': 'bad', 'boxes/b.txt': '2' }),
    ).toEqual([false])
  })

  it('where the file is new, renamed, or has become a link', async () => {
    expect(await touched({ 'boxes/a.txt': 'bad' }, {})).toEqual([true])
    expect(await touched({ 'boxes/b.txt': 'bad' }, { 'boxes/a.txt': 'bad' })).toEqual([true])
    expect(await touched({ 'boxes/a.txt': { link: 'b.txt' } }, { 'boxes/a.txt': 'b.txt' })).toEqual([true])
  })

  it.each(['about', 'see'])('where a further path is that it is %s: changed, added or deleted', async (word) => {
    const about = { 'boxes/a.txt': `bad ${word} boxes/b.txt` }
    expect(await touched({ ...about, 'boxes/b.txt': '1' }, { ...about, 'boxes/b.txt': '2' })).toEqual([true])
    expect(await touched({ ...about, 'boxes/b.txt': '1' }, about)).toEqual([true])
    expect(await touched(about, { ...about, 'boxes/b.txt': '2' })).toEqual([true])
    expect(await touched({ ...about, 'boxes/b.txt': '1' }, { ...about, 'boxes/b.txt': '1' })).toEqual([false])
  })

  it('in a shared file: where the part of its target is', async () => {
    const list = (...lines: readonly string[]) => ({ 'boxes/list.txt': lines.join('\n') })
    expect(await touched(list('a: bad', 'b: 1'), list('a: bad', 'b: 2'))).toEqual([false])
    expect(await touched(list('b: 1', 'a: bad'), list('a: bad', 'b: 1'))).toEqual([false])
    expect(await touched(list('a: bad', 'b: 1'), list('a: fine', 'b: 1'))).toEqual([true])
    expect(await touched(list('a: bad'), list('b: 1'))).toEqual([true])
    expect(await touched(list('a: bad'), {})).toEqual([true])
  })

  it('in a shared file without a base: where the file is named', async () => {
    const head = { 'boxes/list.txt': 'a: bad' }
    expect(
      (await checkTexts({ head, paths: ['boxes/list.txt'] })).diagnostics.map((diagnostic) => diagnostic.touched),
    ).toEqual([true])
    expect((await checkTexts({ head })).diagnostics.map((diagnostic) => diagnostic.touched)).toEqual([false])
  })
})

describe('the registry of plugins', () => {
  const another = (text: string) => text.replaceAll('TinyGain', 'Amber')
  const registry = sample[registryPath] ?? ''
  const entry = registry.slice(registry.indexOf('### TinyGain'))
  const two = {
    ...sample,
    ...Object.fromEntries(
      Object.entries(sample)
        .filter(([path]) => path.includes('.ideas/'))
        .map(([path, text]) => [another(path), text]),
    ),
    [another(handoffPath)]: another(sample[handoffPath] ?? ''),
    [registryPath]: `${registry.replace(sampleRow, sampleRow + another(sampleRow))}\n${another(entry)}`,
  }
  const drift = (text: string) =>
    text.replace('| TinyGain | 🚧 Stage 2 | 0.1.0 | 2026-02-02 |', '| TinyGain | 🚧 Stage 2 | 0.1.0 | 2026-02-01 |')
  const drifted = { ...two, [registryPath]: drift(two[registryPath]) }

  async function report(head: Texts, base: Texts) {
    return shown(await checkTexts({ head, base, protocols: [plugin] }))
  }

  it('is sound, to begin with', async () => {
    expect(await report(two, two)).toEqual([])
  })

  it('is judged plugin by plugin: what is about another one is not touched', async () => {
    const retouched = {
      ...drifted,
      [registryPath]: drifted[registryPath]
        .replaceAll('| Amber | 🚧 Stage 2 | 0.1.0 |', '| Amber | 🚧 Stage 2 | 0.1.1 |')
        .replace(/(### Amber[^]*?\*\*Version:\*\*) 0\.1\.0/, '$1 0.1.1'),
    }
    expect(retouched[registryPath]).not.toBe(drifted[registryPath])
    expect(await report(retouched, drifted)).toEqual([expect.stringContaining('REGISTRY_DATE_DRIFT warning')])
    expect(await report(drifted, two)).toEqual([expect.stringContaining('REGISTRY_DATE_DRIFT error')])
  })

  it('is touched by a change of the entry alone', async () => {
    const entryToo = { ...drifted, [registryPath]: drifted[registryPath].replace('### TinyGain', '### TinyGain ') }
    expect(await report(entryToo, drifted)).toEqual([expect.stringContaining('REGISTRY_DATE_DRIFT error')])
  })

  it('reports which plugins a change touches', async () => {
    const changed = async (head: Texts) =>
      (await checkTexts({ head, base: two, protocols: [plugin] })).targets.map(({ id, changed }) => [id, changed])
    expect(await changed(two)).toEqual([
      ['plugin:Amber', false],
      ['plugin:TinyGain', false],
    ])
    expect(await changed(drifted)).toEqual([
      ['plugin:Amber', false],
      ['plugin:TinyGain', true],
    ])
    expect(await changed(change(two, { [another(handoffPath)]: [['Stage 2 Complete', 'Stage 2 complete']] }))).toEqual([
      ['plugin:Amber', true],
      ['plugin:TinyGain', false],
    ])
    expect(await changed(change(two, { 'plugins/Amber/.ideas/plan.md': '# Plan\n' }))).toEqual([
      ['plugin:Amber', true],
      ['plugin:TinyGain', false],
    ])
  })

  it('has every plugin as its target where it is named, whatever was touched', async () => {
    const named = async (base: Texts | undefined) =>
      (
        await checkTexts({ head: drifted, ...(base && { base }), protocols: [plugin], paths: [registryPath] })
      ).targets.map(({ id }) => id)
    expect(await named(undefined)).toEqual(['plugin:Amber', 'plugin:TinyGain'])
    expect(await named(two)).toEqual(['plugin:Amber', 'plugin:TinyGain'])
    expect(await named(drifted)).toEqual(['plugin:Amber', 'plugin:TinyGain'])
  })

  it('is reported as what was read from it where it alone is named', async () => {
    expect((await checkTexts({ head: two, protocols: [plugin], paths: [registryPath] })).parsed).toBeTruthy()
    expect((await checkTexts({ head: two, protocols: [plugin], paths: [handoffPath] })).parsed).toMatchObject({
      plugin: 'TinyGain',
      stage: 2,
    })
  })
})

describe('new-error', () => {
  const verdict = async (head: Texts, base: Texts | undefined, options = {}) =>
    (await checkTexts({ head, ...(base && { base }), failOn: 'new-error', ...options })).verdict

  it('does not count an error that the base has', async () => {
    const old = { 'boxes/a.txt': 'awful' }
    expect(await verdict({ ...old, 'boxes/b.txt': '1' }, { ...old, 'boxes/b.txt': '2' })).toBe('passed')
    expect(await verdict(old, {})).toBe('failed')
    expect(await verdict(old, undefined)).toBe('failed')
  })

  it('takes an error of the same code, target and path for the same, wherever its line went', async () => {
    const list = (...lines: readonly string[]) => ({ 'boxes/list.txt': lines.join('\n'), 'boxes/a.txt': '1' })
    expect(await verdict(list('b: 1', 'c: 1', 'a: awful'), list('a: awful'))).toBe('passed')
    expect(await verdict(list('b: awful', 'a: awful'), list('a: awful'))).toBe('failed')
  })

  const worse: Word = { ...awful, code: 'WORSE', word: 'worse' }
  it.each<readonly [string, Texts]>([
    ['code', { 'boxes/a.txt': 'awful\nworse if boxes/b.txt' }],
    ['target', { 'boxes/a.txt': 'fine', 'boxes/list.txt': 'a: awful\nc: awful if boxes/b.txt' }],
    ['path', { 'boxes/a.txt': 'awful', 'boxes/list.txt': 'a: awful if boxes/b.txt' }],
  ])('counts an error of another %s, though nothing is touched that it concerns', async (_, old) => {
    const protocols = [boxes([awful, worse])]
    const report = await checkTexts({
      head: { ...old, 'boxes/b.txt': 'fine' },
      base: old,
      failOn: 'new-error',
      protocols,
    })
    expect(report.diagnostics.map(({ touched }) => touched)).toEqual([false, false])
    expect(report.verdict).toBe('failed')
    expect(await verdict(old, old, { protocols })).toBe('passed')
  })

  it('counts an error of a file that the base does not have', async () => {
    const old = { 'boxes/a.txt': 'awful' }
    expect(await verdict({ ...old, 'boxes/b.txt': 'awful' }, old)).toBe('failed')
    expect(await verdict({ 'boxes/c.txt': 'awful' }, old)).toBe('failed')
  })

  it('counts an old error that concerns what the change touches', async () => {
    expect(await verdict({ 'boxes/a.txt': 'awful\nmore' }, { 'boxes/a.txt': 'awful' })).toBe('failed')
    const about = { 'boxes/a.txt': 'awful about boxes/b.txt' }
    expect(await verdict({ ...about, 'boxes/b.txt': '1' }, { ...about, 'boxes/b.txt': '2' })).toBe('failed')
  })

  it('does not count what is only a warning where it is', async () => {
    const old = { 'boxes/a.txt': 'bad' }
    expect(await verdict(old, old)).toBe('passed')
    expect(await verdict(old, old, { mode: 'strict' })).toBe('passed')
    expect(await verdict(old, { 'boxes/a.txt': 'fine' })).toBe('failed')
  })

  it('finds the same as error: only the verdict differs', async () => {
    const request = { head: { 'boxes/a.txt': 'awful', 'boxes/b.txt': '1' }, base: { 'boxes/a.txt': 'awful' } }
    const [errorReport, newErrorReport] = await Promise.all([
      checkTexts({ ...request, failOn: 'error' }),
      checkTexts({ ...request, failOn: 'new-error' }),
    ])
    expect(newErrorReport.diagnostics).toEqual(errorReport.diagnostics)
    expect([errorReport.verdict, newErrorReport.verdict]).toEqual(['failed', 'passed'])
  })

  it('looks at the base by the same settings', async () => {
    const old = { 'boxes/a.txt': 'bad' }
    expect(await verdict(old, old, { severity: { BAD: 'error' } })).toBe('passed')
    expect(await verdict(old, { 'boxes/a.txt': 'fine' }, { severity: { BAD: 'warning' } })).toBe('passed')
  })

  it('does not read a protocol that is switched off, neither in head nor in base', async () => {
    const protocols = [boxes(), boxes(undefined, 'control', 'crates')]
    const old = { 'boxes/a.txt': 'awful', 'crates/a.txt': 'awful' }
    expect(await verdict(old, old, { protocols, sections: { control: false } })).toBe('passed')
  })

  it('counts what is given: it is about this very change', async () => {
    const old = { 'boxes/a.txt': 'fine' }
    expect(await verdict(old, old, { given: [configurationProblem] })).toBe('failed')
  })
})

const configurationProblem: Diagnostic = {
  code: 'CONFIG_INVALID',
  severity: 'error',
  path: '.github/baton.yml',
  line: 2,
  message: 'Unexpected key `x`',
  url: 'https://example.com',
  touched: true,
}

describe('a severity that is set', () => {
  const base = { 'boxes/old.txt': 'bad' }
  const head = { ...base, 'boxes/new.txt': 'bad' }
  const set = async (level: Level, options = {}) =>
    shown(await checkTexts({ head, base, severity: { BAD: level }, ...options }))

  it.each(['error', 'warning', 'notice'] as const)('%s is that of every finding', async (level) => {
    expect(await set(level)).toEqual([`boxes/new.txt:1 BAD ${level}`, `boxes/old.txt:1 BAD ${level}`])
    expect(await set(level, { mode: 'strict' })).toEqual([
      `boxes/new.txt:1 BAD ${level}`,
      `boxes/old.txt:1 BAD ${level}`,
    ])
    expect(await set(level, { mode: 'soft' })).toEqual([`boxes/new.txt:1 BAD ${level}`, `boxes/old.txt:1 BAD ${level}`])
  })

  it('off: the rule is not run', async () => {
    expect(await set('off')).toEqual([])
    expect(await set('off', { mode: 'strict' })).toEqual([])
  })

  it('is for its rule alone', async () => {
    expect(shown(await checkTexts({ head: { 'boxes/a.txt': 'bad\nawful' }, severity: { BAD: 'off' } }))).toEqual([
      'boxes/a.txt:2 AWFUL error',
    ])
  })

  it('never revives a rule where it is not run', async () => {
    const notSoft = { protocols: [boxes([{ ...bad, soft: 'off' }])] }
    expect(await set('error', notSoft)).toEqual(['boxes/new.txt:1 BAD error'])
    expect(await set('error', { ...notSoft, mode: 'soft' })).toEqual([])
    const notStrict = { protocols: [boxes([{ ...bad, strict: 'off' }])] }
    expect(await set('error', notStrict)).toEqual(['boxes/old.txt:1 BAD error'])
    expect(await set('error', { ...notStrict, mode: 'strict' })).toEqual([])
  })
})

describe('the verdict', () => {
  const verdict = async (head: Texts, options: object = {}) => (await checkTexts({ head, ...options })).verdict

  it.each([
    ['error', 'fine', 'passed'],
    ['error', 'bad', 'passed'],
    ['error', 'awful', 'failed'],
    ['new-error', 'bad', 'passed'],
    ['new-error', 'awful', 'failed'],
    ['warning', 'fine', 'passed'],
    ['warning', 'bad', 'failed'],
    ['warning', 'awful', 'failed'],
    ['never', 'awful', 'passed'],
  ] as const)('failing on %s, of what is %s: %s', async (failOn, text, expected) => {
    expect(await verdict({ 'boxes/a.txt': text }, { failOn })).toBe(expected)
  })

  it('failing on warnings, passes with notices', async () => {
    expect(await verdict({ 'boxes/a.txt': 'bad' }, { failOn: 'warning', severity: { BAD: 'notice' } })).toBe('passed')
  })

  it('is that there was nothing to check, where head and base have no target', async () => {
    expect(await verdict({})).toBe('nothing')
    expect(await verdict({ 'README.md': '1' }, { base: { 'README.md': '2' } })).toBe('nothing')
    expect(await verdict({}, { failOn: 'never' })).toBe('nothing')
    expect(await verdict({}, { allowEmpty: true })).toBe('passed')
  })

  it('is a failure where there is no target and yet an error', async () => {
    expect(await verdict({ 'boxes/list.txt': 'a: awful' })).toBe('failed')
    expect(await verdict({ 'boxes/list.txt': 'a: bad' })).toBe('nothing')
    expect(await verdict({}, { given: [configurationProblem] })).toBe('failed')
  })

  it('is not that there was nothing to check, where the change removes the last target', async () => {
    expect(await verdict({}, { base: { 'boxes/a.txt': 'fine' } })).toBe('passed')
    expect(await verdict({ 'boxes/a.txt': 'fine' }, { base: {} })).toBe('passed')
  })

  it('is of what was requested: elsewhere there may be targets', async () => {
    const head = { 'boxes/a.txt': 'awful', 'boxes/b.txt': 'fine' }
    expect(await verdict(head, { paths: ['boxes/b.txt'] })).toBe('passed')
    expect(await verdict(head, { paths: ['elsewhere'] })).toBe('nothing')
    expect(await verdict(head, { targets: ['box:absent'] })).toBe('nothing')
    expect(await verdict(head, { targets: ['box:absent'], allowEmpty: true })).toBe('passed')
    expect(await verdict({}, { base: head, paths: ['boxes/a.txt'] })).toBe('passed')
    expect(await verdict({}, { base: head, targets: ['box:a'] })).toBe('passed')
  })

  it('of a protocol that is switched off is none', async () => {
    expect(await verdict({ 'boxes/a.txt': 'awful' }, { sections: { plugin: false } })).toBe('nothing')
  })
})

describe('what is named', () => {
  const head = {
    'boxes/a.txt': 'bad',
    'boxes/b.txt': 'bad',
    'boxes/c.txt': 'bad about boxes/a.txt',
    'boxes/list.txt': 'a: bad\nb: bad',
  }
  const named = async (paths: readonly string[], targets: readonly string[] = [], base?: Texts) => {
    const report = await checkTexts({ head, paths, targets, ...(base && { base }) })
    return { found: shown(report), targets: report.targets.map(({ id }) => id), files: report.checked.files }
  }

  it('as a file: what is about it, strictly, and what is reported elsewhere of the target whose state it is', async () => {
    expect(await named(['boxes/b.txt'])).toEqual({
      found: ['boxes/b.txt:1 BAD error', 'boxes/list.txt:2 BAD warning'],
      targets: ['box:b'],
      files: 1,
    })
  })

  it('as a file that a finding elsewhere concerns: that one too', async () => {
    expect((await named(['boxes/a.txt'])).found).toEqual([
      'boxes/a.txt:1 BAD error',
      'boxes/c.txt:1 BAD error',
      'boxes/list.txt:1 BAD warning',
    ])
  })

  it('as a folder: everything below', async () => {
    expect(await named(['boxes'])).toEqual({
      found: [
        'boxes/a.txt:1 BAD error',
        'boxes/b.txt:1 BAD error',
        'boxes/c.txt:1 BAD error',
        'boxes/list.txt:1 BAD error',
        'boxes/list.txt:2 BAD error',
      ],
      targets: ['box:a', 'box:b', 'box:c'],
      files: 4,
    })
    expect(await named(['.'])).toEqual(await named(['boxes']))
  })

  it('as a target: what is about it, wherever it is, strictly as its files would be', async () => {
    expect(await named([], ['box:a'])).toEqual({
      found: ['boxes/a.txt:1 BAD error', 'boxes/list.txt:1 BAD error'],
      targets: ['box:a'],
      files: 2,
    })
  })

  it('as a file and a target: what is about either', async () => {
    expect(await named(['boxes/b.txt'], ['box:a'])).toMatchObject({
      found: [
        'boxes/a.txt:1 BAD error',
        'boxes/b.txt:1 BAD error',
        'boxes/list.txt:1 BAD error',
        'boxes/list.txt:2 BAD warning',
      ],
      targets: ['box:a', 'box:b'],
    })
  })

  it('with a base is judged by the change', async () => {
    expect((await named(['boxes/b.txt'], [], head)).found).toEqual([
      'boxes/b.txt:1 BAD warning',
      'boxes/list.txt:2 BAD warning',
    ])
    expect((await named([], ['box:a'], head)).found).toEqual([
      'boxes/a.txt:1 BAD warning',
      'boxes/list.txt:1 BAD warning',
    ])
    expect((await named(['boxes/b.txt'], [], {})).found).toEqual([
      'boxes/b.txt:1 BAD error',
      'boxes/list.txt:2 BAD error',
    ])
  })

  it('does not silence what is given', async () => {
    expect(shown(await checkTexts({ head, paths: ['boxes/b.txt'], given: [configurationProblem] }))).toContain(
      '.github/baton.yml:2 CONFIG_INVALID error',
    )
  })
})

describe('what was read from a file', () => {
  const head = { 'boxes/a.txt': 'one\ntwo', 'boxes/b.txt': 'three' }
  const parsed = async (paths: readonly string[], targets: readonly string[] = []) =>
    await checkTexts({ head, paths, targets })

  it('is reported when exactly that file is named', async () => {
    expect((await parsed(['boxes/a.txt'])).parsed).toEqual(['one', 'two'])
  })

  it.each([
    ['nothing', [], []],
    ['two files', ['boxes/a.txt', 'boxes/b.txt'], []],
    ['a folder', ['boxes'], []],
    ['a file and a target', ['boxes/a.txt'], ['box:b']],
    ['a file that is not there', ['boxes/c.txt'], []],
    ['a file of no protocol', ['README.md'], []],
  ])('is not reported when %s is named', async (_, paths, targets) => {
    expect(await parsed(paths, targets)).not.toHaveProperty('parsed')
  })
})

describe('targets', () => {
  it('are reported with their state, before and after, and whether the change touches them', async () => {
    const report = await checkTexts({
      head: { 'boxes/a.txt': 'new', 'boxes/b.txt': 'same', 'boxes/d.txt': 'added' },
      base: { 'boxes/a.txt': 'old', 'boxes/b.txt': 'same', 'boxes/c.txt': 'gone' },
    })
    const common = { protocol: 'plugin', holder: 'agent', facts: {} }
    expect(report.targets).toEqual([
      { ...common, id: 'box:a', path: 'boxes/a.txt', state: 'new', before: 'old', changed: true },
      { ...common, id: 'box:b', path: 'boxes/b.txt', state: 'same', before: 'same', changed: false },
      { ...common, id: 'box:d', path: 'boxes/d.txt', state: 'added', changed: true },
    ])
  })

  it('are not changed where there is nothing to compare with', async () => {
    expect((await checkTexts({ head: { 'boxes/a.txt': '1' }, paths: ['boxes/a.txt'] })).targets).toMatchObject([
      { changed: false },
    ])
  })
})

describe('order', () => {
  it('is that of path, line, column and code', async () => {
    const words: readonly Word[] = ['z', 'y', 'x'].map((word) => ({ ...awful, code: word.toUpperCase(), word }))
    const report = await checkTexts({
      head: { 'boxes/b.txt': 'x', 'boxes/a.txt': '1\n2\n3\n4\n5\n6\n7\n8\n9\nx\ny', 'boxes/C.txt': 'z y\nx' },
      protocols: [boxes(words)],
      given: [
        { ...configurationProblem, path: 'boxes/a.txt', line: 10, column: 1 },
        { ...configurationProblem, path: 'boxes/a.txt', line: undefined as never },
      ],
    })
    expect(report.diagnostics.map(({ path, line, column, code }) => [path, line, column, code])).toEqual([
      ['boxes/C.txt', 1, 1, 'Z'],
      ['boxes/C.txt', 1, 3, 'Y'],
      ['boxes/C.txt', 2, 1, 'X'],
      ['boxes/a.txt', undefined, undefined, 'CONFIG_INVALID'],
      ['boxes/a.txt', 10, 1, 'CONFIG_INVALID'],
      ['boxes/a.txt', 10, 1, 'X'],
      ['boxes/a.txt', 11, 1, 'Y'],
      ['boxes/b.txt', 1, 1, 'X'],
    ])
  })

  it('of targets is that of their ids', async () => {
    const protocols = [boxes(), boxes(undefined, 'control', 'crates')]
    const report = await checkTexts({
      head: { 'crates/b.txt': '1', 'boxes/c.txt': '1', 'boxes/a.txt': '1' },
      protocols,
    })
    expect(report.targets.map(({ id }) => id)).toEqual(['box:a', 'box:b', 'box:c'])
  })
})

describe('several protocols', () => {
  const crate: Word = { ...awful, code: 'CRATE' }
  const protocols = [boxes(), boxes([crate], 'control', 'crates')]

  it('are checked together, each by its own rules', async () => {
    const report = await checkTexts({ head: { 'boxes/a.txt': 'awful', 'crates/a.txt': 'awful' }, protocols })
    expect(report.diagnostics.map(({ protocol, code }) => [protocol, code])).toEqual([
      ['plugin', 'AWFUL'],
      ['control', 'CRATE'],
    ])
    expect(report.checked).toEqual({ files: 2, targets: 2, protocols: ['plugin', 'control'] })
    expect(report.rules.map(({ code }) => code)).toEqual(['BAD', 'AWFUL', 'CRATE'])
  })

  it('take part only where their files are found, in head or base', async () => {
    const head = { 'boxes/a.txt': 'fine' }
    expect((await checkTexts({ head, protocols })).checked.protocols).toEqual(['plugin'])
    expect((await checkTexts({ head, base: { ...head, 'crates/a.txt': '1' }, protocols })).checked.protocols).toEqual([
      'plugin',
      'control',
    ])
    expect((await checkTexts({ head: {}, protocols })).checked).toEqual({ files: 0, targets: 0, protocols: [] })
  })

  it('do not take part where they are switched off', async () => {
    const report = await checkTexts({
      head: { 'boxes/a.txt': 'awful', 'crates/a.txt': 'awful' },
      protocols,
      sections: { plugin: false },
    })
    expect(shown(report)).toEqual(['crates/a.txt:1 CRATE error'])
    expect(report.checked.protocols).toEqual(['control'])
  })
})

it('hands on what could not be had', async () => {
  expect((await checkTexts({ head: { 'boxes/a.txt': '1' }, notes: ['A note.'], failOn: 'never' })).notes).toEqual([
    'A note.',
  ])
})

it('does not change what it was given', async () => {
  const givenDiagnostics = Object.freeze([configurationProblem])
  expect(shown(await checkTexts({ head: { 'boxes/a.txt': 'awful' }, given: givenDiagnostics }))).toHaveLength(2)
  expect(givenDiagnostics).toHaveLength(1)
})
