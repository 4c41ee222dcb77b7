import { describe, expect, it } from 'vitest'
import { memoryTree } from '../../src/gateways/memory.ts'
import { textDocument } from '../../src/documents/text.ts'
import { hasDifferentData, mappingIn, parseRecord, readRecord } from '../../src/kit/record.ts'
import { entryAt } from '../../src/kit/entry.ts'
import type { Format } from '../../src/kit/formats.ts'

const open = (files: Readonly<Record<string, string>>, links: readonly string[] = [], limit = 1000) =>
  memoryTree(files, { links }).open({ selectors: [{ glob: '**', level: 'text' }], limit })

const read = async (text: string, format: Format = 'json') =>
  readRecord(await open({ 'a/b.json': text }), 'a/b.json', format, 1000)

describe('a record', () => {
  it('gives values with their places', async () => {
    const file = await read('{\n  "name": "tidy",\n  "count": 3,\n  "list": [1, "x"],\n  "inner": { "key": null }\n}\n')
    expect([
      file.text('name'),
      file.number('count'),
      file.list('list'),
      file.has('inner', 'key'),
      file.value('inner'),
    ]).toEqual(['tidy', 3, [1, 'x'], true, { key: null }])
    expect([file.text('count'), file.number('name'), file.list('name'), file.has('gone')]).toEqual([
      undefined,
      undefined,
      [],
      false,
    ])
    expect(file.place('name')).toMatchObject({ path: 'a/b.json', line: 2, column: 11 })
    expect(file.place('gone')).toEqual({ path: 'a/b.json', line: 1 })
    expect(file.keyPlace('inner', 'key')).toMatchObject({ line: 5, column: 14 })
    expect(file.keyPlace('inner', 'gone')).toMatchObject({ line: 5, column: 12 })
    expect(file.keyPlace('list', 1)).toMatchObject({ line: 4 })
  })

  it.each<[Format, string, string | undefined]>([
    ['json', '\ufeff{}', 'Unexpected byte-order mark, expected plain UTF-8'],
    ['json-with-mark', '\ufeff{}', undefined],
    ['json', '{', 'Unexpected end, expected `,` or `}`'],
    ['yaml-1.1', 'a: &x 1\nb: *x\n', undefined],
    ['yaml-1.2', 'a: &x 1\nb: *x\n', 'a fault'],
    ['yaml-1.2', 'a: 1\nb: [2]\n', undefined],
    ['json-object', '{"a":{"b":1}}', undefined],
    ['json-object', '{', 'Unexpected end, expected `,` or `}`'],
    ['json-object', '[]', 'Unexpected value, expected an object'],
    ['json-object', '{"a":{"b":1,"b":2}}', 'Unexpected second key `b`, expected each once'],
    ['front-matter', '---\na: 1\n---\ntext\n', undefined],
    ['front-matter', '---\na: 1\n', 'Unexpected end of the file, expected a line `---` that ends the front matter'],
    ['front-matter', '---\n---\n', 'Unexpected front matter, expected keys with values'],
    ['flat-front-matter', '---\n---\n', undefined],
    ['flat-front-matter', '---\n- a\n---\n', 'Unexpected front matter, expected keys with values'],
    ['flat-front-matter', '---\na: &x 1\n---\n', 'Unexpected anchor `&x`: anchors are not read'],
    ['flat-yaml', '---js: 1\na:\n- b: [2]\n', undefined],
    ['flat-yaml', 'a: &x 1\n', 'Unexpected anchor `&x`: anchors are not read'],
    ['flat-yaml', `a: ${'['.repeat(6)}${']'.repeat(6)}`, 'a fault'],
    ['json-with-comments', '\ufeff// a\n{"b": [1, 2,], /* c */}', undefined],
    ['json-with-comments', '{"a": 1 "b": 2}', 'Unexpected `"b"`, expected `,`'],
  ])('in %s: %j has the fault %j', async (format, text, fault) => {
    const file = await read(text, format)
    if (fault === 'a fault') expect(file.fault).toBeDefined()
    else expect(file.fault?.message).toBe(fault)
    expect(file.data === undefined).toBe(fault !== undefined)
  })

  it.each<[Format, string]>([
    ['front-matter', 'text\n'],
    ['front-matter', '----\na: 1\n----\n'],
    ['flat-front-matter', 'text\n'],
    ['flat-front-matter', '---js\na: 1\n---\n'],
    ['flat-front-matter', '---\na: 1\n'],
    ['flat-front-matter', '---\na: 1\n---js\n'],
  ])('is not there as %s in %j', (format, text) => {
    const { exists, readable, fault, data, body } = parseRecord(textDocument('a.md', text), format)
    expect({ exists, readable, fault, data, body }).toEqual({
      exists: false,
      readable: false,
      fault: undefined,
      data: undefined,
      body: 1,
    })
  })

  it.each(['front-matter', 'flat-front-matter'] as const)(
    'of %s knows its body, quotes, and where a value goes',
    (format) => {
      const text = '\ufeff---\na: "1"\nb:\nc: { d: 2 }\n---\ntext\n'
      const file = parseRecord(textDocument('a.md', text), format)
      const [a, b] = [file.node('a'), file.mapping()?.get('b')]
      expect([file.exists, file.readable, file.body]).toEqual([true, true, 6])
      expect([a?.kind === 'scalar' && a.quoted, text.slice(0, b?.slot).endsWith('\nb:')]).toEqual([true, true])
      expect([file.value('c', 'd'), file.place('c', 'd')]).toEqual([2, expect.objectContaining({ line: 4, column: 9 })])
      expect(file.value()).toEqual({ a: '1', b: null, c: { d: 2 } })
    },
  )

  it('reads its data again at every access where it is not kept', () => {
    let reads = 0
    const again = (text: string) => () => {
      reads++
      return parseRecord(textDocument('a.md', text), 'front-matter')
    }
    const read = again('---\na: 1\n---\n')
    const file = read().rereading(read)
    expect([file.exists, file.readable, file.fault, file.body, reads]).toEqual([true, true, undefined, 4, 1])
    expect([file.number('a'), file.place('a').line, file.keyPlace('a').column, reads]).toEqual([1, 2, 1, 4])
    expect(file.data).not.toBe(file.data)
    const missingFile = again('text')().rereading(again('---\na: 1\n---\n'))
    expect([missingFile.exists, missingFile.data]).toEqual([false, undefined])
  })

  it('says where it is though a byte-order mark precedes it', async () => {
    const file = await read('\ufeff{\n"a": 1}', 'json-with-mark')
    expect([file.marked, file.keyPlace('a')]).toEqual([true, expect.objectContaining({ line: 2, column: 1 })])
  })

  it('is not read through a link, a folder, above the limit, or where it is not text', async () => {
    const view = await open(
      {
        'link.json': '../x',
        'dir/link/c.json': '{}',
        'dir.json/x': 'y',
        'large.json': ' '.repeat(2000),
        'bytes.json': '\0',
      },
      ['link.json'],
    )
    expect(readRecord(view, 'gone.json', 'json', 1000)).toMatchObject({ exists: false, fault: undefined })
    expect(readRecord(view, 'link.json', 'json', 1000)).toMatchObject({ exists: true, link: 'link.json' })
    expect(readRecord(view, 'link.json/deep.json', 'json', 1000)).toMatchObject({ exists: true, link: 'link.json' })
    expect(readRecord(view, 'dir.json', 'json', 1000).fault?.message).toBe('Unexpected folder, expected a file')
    expect(readRecord(view, 'large.json', 'json', 1000).fault?.message).toMatch(/^Unexpected size/)
    expect(readRecord(view, 'bytes.json', 'json', 1000).fault).toBeDefined()
    expect(entryAt(view, 'dir')).toEqual({ exists: true, link: undefined, folder: true })
  })

  it('differs by data, not by form', async () => {
    const [original, sameData, otherData, broken] = await Promise.all(
      ['{"a":1,"b":[2]}', '{ "b": [2],\n"a": 1 }', '{"a":1}', '{'].map((text) => read(text)),
    )
    if (!original || !sameData || !otherData || !broken) throw new Error('not read')
    expect([
      hasDifferentData(original, sameData),
      hasDifferentData(original, otherData),
      hasDifferentData(original, broken),
      hasDifferentData(broken, broken),
    ]).toEqual([false, true, true, false])
  })

  it('holds a mapping, or says that it does not', async () => {
    expect(mappingIn(await read('{}')).root?.kind).toBe('mapping')
    expect(mappingIn(await read('[]')).fault?.message).toBe('Unexpected value, expected a mapping')
  })
})
