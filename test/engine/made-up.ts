import * as z from 'zod'
import type { Diagnostic, Level } from '../../src/core/diagnostic.ts'
import type { Comparison } from '../../src/core/context.ts'
import type { Protocol, BuiltInName } from '../../src/core/protocol.ts'
import { defineProtocol } from '../../src/core/define-protocol.ts'
import type { Target } from '../../src/core/target.ts'
import type { Report } from '../../src/core/report.ts'
import type { Rule } from '../../src/core/rule.ts'
import { msg } from '../../src/core/message.ts'
import type { View } from '../../src/core/view.ts'
import { readText } from '../../src/documents/text.ts'
import { check } from '../../src/engine/check.ts'
import type { CheckRequest } from '../../src/engine/checking/request.ts'
import { memoryTree } from '../../src/gateways/memory.ts'

const limit = 1000

/**
 * What a made-up protocol reads: every file `<folder>/<name>.txt` is a box, whose state is its first line.
 * `<folder>/list.txt` is shared: each of its lines, `<name>: <text>`, belongs to the box of that name.
 */
interface Boxes {
  readonly folder: string
  readonly boxes: readonly Box[]
  readonly list: readonly string[]
}

interface Box {
  readonly name: string
  readonly path: string
  readonly kind: 'file' | 'link'
  readonly lines: readonly string[]
}

/**
 * A rule that finds the lines with a word in it. After ` about ` or ` see ` comes a further path that such a finding
 * concerns, or is related to; after ` if ` the box without which there is none, which the finding does not mention.
 */
export interface Word {
  readonly code: string
  readonly word: string
  readonly strict: Level
  readonly soft: Level
}

export const bad: Word = { code: 'BAD', word: 'bad', strict: 'error', soft: 'warning' }
/** As severe where the change does not touch it. */
export const awful: Word = { code: 'AWFUL', word: 'awful', strict: 'error', soft: 'error' }

const listOf = (folder: string) => `${folder}/list.txt`
const idOf = (name: string) => `box:${name}`
const nameIn = (line: string) => line.split(':')[0] ?? ''

function linesOf(view: View, path: string): readonly string[] {
  const document = readText(view, path, limit)
  return typeof document === 'string' ? [] : document.text.split('\n').filter((line) => line !== '')
}

function read(view: View, folder: string): Boxes {
  const paths = view.paths.filter((path) => path.startsWith(`${folder}/`) && path !== listOf(folder))
  const boxes = paths.map((path): Box => {
    const isLink = view.entry(path)?.kind === 'symlink'
    return {
      name: path.slice(folder.length + 1, -'.txt'.length),
      path,
      kind: isLink ? 'link' : 'file',
      lines: isLink ? ['awful'] : linesOf(view, path),
    }
  })
  return { folder, boxes, list: linesOf(view, listOf(folder)) }
}

const targetOf = ({ name, path, lines }: Box): Target => ({
  id: idOf(name),
  path,
  holder: 'agent',
  state: lines[0] ?? '',
  facts: {},
})

const linesIn = ({ boxes, folder, list }: Boxes) => [
  ...boxes.flatMap(({ name, path, lines }) =>
    lines.map((text, index) => ({ path, line: index + 1, text, target: idOf(name) })),
  ),
  ...list.map((text, index) => ({ path: listOf(folder), line: index + 1, text, target: idOf(nameIn(text)) })),
]

function ruleOf({ code, word, strict, soft }: Word): Rule<Comparison<Boxes>> {
  return {
    code,
    strict,
    soft,
    summary: `A line says ${word}.`,
    why: 'A test wants it.',
    *check({ now }) {
      for (const { path, line, text, target } of linesIn(now)) {
        const column = text.indexOf(word) + 1
        const [, concerned] = text.split(' about ')
        const [, related] = text.split(' see ')
        const [, needed] = text.split(' if ')
        if (column === 0 || (needed !== undefined && !now.boxes.some((box) => box.path === needed))) continue
        yield {
          message: msg`Unexpected ${word}`,
          place: { path, line, column },
          target,
          ...(concerned !== undefined && { concerns: [concerned] }),
          ...(related !== undefined && { related: [{ path: related, message: msg`There` }] }),
        }
      }
    },
  }
}

/** Boxes in a folder, and rules about words in them. */
export function boxes(words: readonly Word[] = [bad, awful], name: BuiltInName = 'plugin', folder = 'boxes'): Protocol {
  return defineProtocol<unknown, Boxes>({
    name,
    title: name,
    kinds: [name],
    // Not `false`: reading a protocol that is switched off throws.
    configuration: () => z.object({}),
    defaults: {},
    selectors: () => [{ glob: `${folder}/*.txt`, level: 'text' }],
    found: (view) => view.paths.some((path) => path.startsWith(`${folder}/`)),
    detect: { glob: `${folder}/*.txt`, reads: () => true, place: () => folder, section: () => ({}) },
    // oxlint-disable-next-line require-yield
    *read(view) {
      return read(view, folder)
    },
    targets: (model) => model.boxes.map(targetOf),
    next: () => undefined,
    moves: [],
    writeGrant: () => new Map(),
    creation: { usage: '', create: () => ({ outcome: 'refused', diagnostics: [] }) },
    owners(model, path) {
      if (path === listOf(folder)) return model.list.map((line) => idOf(nameIn(line)))
      return model.boxes.filter((box) => box.path === path).map((box) => idOf(box.name))
    },
    parsed: (model, path) => model.boxes.find((box) => box.path === path)?.lines,
    rules: words.map(ruleOf),
    commands: [],
    capabilities: {
      rowOwnership: {
        key: (_, path, target) => (path === listOf(folder) ? target : undefined),
        texts: ({ list }) => new Map(list.map((line) => [idOf(nameIn(line)), line])),
        lines: () => [],
      },
    },
  })
}

/** Path → text; of a link, what it points to. */
export type Texts = Readonly<Record<string, string | { readonly link: string }>>

/** A view of texts, as these protocols want it. */
function viewOf(texts: Texts, protocols: readonly Protocol[] = [boxes()]): Promise<View> {
  const entries = Object.entries(texts)
  const links = entries.filter(([, content]) => typeof content === 'object').map(([path]) => path)
  const files = Object.fromEntries(
    entries.map(([path, content]) => [path, typeof content === 'object' ? content.link : content]),
  )
  return memoryTree(files, { links }).open({
    selectors: protocols.flatMap((protocol) => protocol.selectors(undefined)),
    limit,
  })
}

interface CheckOptions extends Partial<Omit<CheckRequest, 'head' | 'base'>> {
  readonly head: Texts
  readonly base?: Texts
}

/** Checks texts; options that are absent are as by default. */
export async function checkTexts({ head, base, protocols = [boxes()], ...options }: CheckOptions): Promise<Report> {
  return check({
    head: await viewOf(head, protocols),
    base: base && (await viewOf(base, protocols)),
    context: { at: '2026-02-04T10:00:00Z', day: '2026-02-04', limit },
    protocols,
    sections: {},
    severity: {},
    mode: 'auto',
    failOn: 'error',
    allowEmpty: false,
    paths: [],
    targets: [],
    given: [],
    notes: [],
    ...options,
  })
}

const shownOne = ({ path, line, code, severity }: Diagnostic) => `${path}:${line ?? '-'} ${code} ${severity}`

/** `path:line code severity` of every diagnostic, in order. */
export const shown = ({ diagnostics }: Report): readonly string[] => diagnostics.map(shownOne)
