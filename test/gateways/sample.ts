import { createHash } from 'node:crypto'
import type { EntryKind, Need, View } from '../../src/core/view.ts'
import type { Content } from '../github/bare-repository.ts'

/** Something that stands in a repository, and what a view of `selection` is to show of it. */
export interface Sample {
  readonly path: string | Uint8Array
  readonly content: Content
  /** `undefined`: it is not in the view. */
  readonly need: Need | undefined
}

const limit = 4096

export const selection = {
  limit,
  selectors: [
    { glob: 'PLUGINS.md', need: 'text' },
    { glob: '.github/baton.yml', need: 'text' },
    { glob: 'plugins/*/.continue-here.md', need: 'text' },
    { glob: 'plugins/*/.ideas/*.md', need: 'digest' },
    { glob: 'plugins/*/.ideas/*-draft.md', need: 'name' },
    { glob: 'plugins/*/assets/**', need: 'name' },
    { glob: 'plugins/*/assets/both.md', need: 'digest' },
    { glob: 'docs/state/*.md', need: 'text' },
    { glob: 'vendor/lib', need: 'text' },
    { glob: ':names/*.md', need: 'text' },
    { glob: '-names/*.md', need: 'text' },
  ],
} as const

const latin1 = (text: string) => Buffer.from(text, 'latin1')
const handoff = '---\nstage: 2\n---\n'

/** Pieces of a mebibyte are read at a time: a CRLF lies across the border of the first two. */
const huge = Buffer.concat([Buffer.alloc((1 << 20) - 1, 'a'), Buffer.from('\r\n'), Buffer.alloc(1 << 20, '\r'), Buffer.from('\n')])

export const samples: readonly Sample[] = [
  { path: 'PLUGINS.md', content: '# Plugins\n', need: 'text' },
  { path: '.github/baton.yml', content: 'mode: auto\n', need: 'text' },
  { path: 'README.md', content: 'not wanted', need: undefined },
  { path: 'PLUGINS.md.orig', content: 'not wanted', need: undefined },
  { path: 'src/plugins/TinyGain/.continue-here.md', content: handoff, need: undefined },
  { path: 'plugins/README.md', content: 'not wanted', need: undefined },
  { path: 'plugins/Deep/Source/dsp/gain.cpp', content: 'not wanted', need: undefined },

  // Contents.
  { path: 'plugins/TinyGain/.continue-here.md', content: handoff, need: 'text' },
  { path: 'plugins/TinyGain/.ideas/brief.md', content: 'one\r\ntwo\rthree\n\r\n', need: 'digest' },
  { path: 'plugins/TinyGain/.ideas/same-as-the-handoff.md', content: handoff, need: 'digest' },
  { path: 'plugins/TinyGain/assets/same-as-the-handoff', content: handoff, need: 'name' },
  { path: 'plugins/TinyGain/assets/a/b/c', content: 'deep', need: 'name' },
  { path: 'plugins/TinyGain/assets/both.md', content: 'wanted by two', need: 'digest' },
  { path: 'plugins/Amber/.continue-here.md', content: '', need: 'text' },
  { path: 'plugins/Amber/.ideas/empty.md', content: '', need: 'digest' },
  { path: 'plugins/AtTheLimit/.continue-here.md', content: 'x'.repeat(limit), need: 'text' },
  { path: 'plugins/AboveTheLimit/.continue-here.md', content: 'x'.repeat(limit + 1), need: 'text' },
  { path: 'plugins/Crlf/.continue-here.md', content: '\ufeff---\r\nstage: 2\r\n---\r\n', need: 'text' },
  { path: 'plugins/Binary/.continue-here.md', content: Uint8Array.of(0, 1, 255, 13, 10, 0), need: 'text' },
  { path: 'plugins/Latin1/.continue-here.md', content: latin1('caf\u00e9\n'), need: 'text' },
  { path: 'plugins/Huge/.ideas/huge.md', content: huge, need: 'digest' },
  { path: 'plugins/Huge/.continue-here.md', content: huge, need: 'text' },

  // Names.
  { path: 'plugins/with blanks/.continue-here.md', content: 'blanks', need: 'text' },
  { path: 'plugins/new\nline/.continue-here.md', content: 'newline', need: 'text' },
  { path: `plugins/"quotes'\t/.continue-here.md`, content: 'quotes', need: 'text' },
  { path: 'plugins/-dash/.continue-here.md', content: 'dash', need: 'text' },
  { path: 'plugins/back\\slash/.continue-here.md', content: 'back slash', need: 'text' },
  { path: 'plugins/:(glob)*?[a]/.continue-here.md', content: 'magic', need: 'text' },
  { path: 'plugins/\u00fcml\u00e4ut \u{1f3b9}/.continue-here.md', content: 'umlaut', need: 'text' },
  { path: 'plugins/__proto__/.continue-here.md', content: 'proto', need: 'text' },
  { path: ':names/a.md', content: 'magic', need: 'text' },
  { path: '-names/a.md', content: 'dash', need: 'text' },
  { path: latin1('plugins/not \u00fcnicode/.continue-here.md'), content: 'not unicode', need: 'text' },
  { path: latin1('plugins/TinyGain/.ideas/not \u00fcnicode-draft.md'), content: 'not unicode', need: 'digest' },

  // Links and submodules: seen where something wanted would lie at or below them.
  { path: 'plugins/LinkedFile/.continue-here.md', content: { link: '../../PLUGINS.md' }, need: 'digest' },
  { path: 'plugins/LinkedFolder', content: { link: '/etc' }, need: 'digest' },
  { path: 'plugins/LinkedIdeas/.ideas', content: { link: '../TinyGain/.ideas' }, need: 'digest' },
  { path: 'plugins/Dangling', content: { link: 'nowhere' }, need: 'digest' },
  { path: 'plugins/TinyGain/notes', content: { link: '../../PLUGINS.md' }, need: undefined },
  { path: 'docs', content: { link: 'plugins' }, need: 'digest' },
  { path: 'elsewhere', content: { link: 'plugins' }, need: undefined },
  { path: 'plugins/Submodule', content: { submodule: '1234567890123456789012345678901234567890' }, need: 'name' },
  { path: 'vendor/lib', content: { submodule: '1234567890123456789012345678901234567890' }, need: 'name' },
  { path: 'vendor/other', content: { submodule: '1234567890123456789012345678901234567890' }, need: undefined },
]

/** What a view shows of one path. */
export interface Shown {
  readonly path: string
  readonly kind: EntryKind | undefined
  readonly size: number | undefined
  readonly link: string | undefined
  readonly bytes: string | undefined
  readonly sha256: string | undefined
  readonly lf: string | undefined
}

export const shown = (view: View): readonly Shown[] =>
  view.paths.map((path) => {
    const [entry, bytes, digest] = [view.entry(path), view.bytes(path), view.digest(path)]
    const text = bytes && Buffer.from(bytes).toString('latin1')
    return { path, kind: entry?.kind, size: entry?.size, link: entry?.link, bytes: text, sha256: digest?.sha256, lf: digest?.lf }
  })

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

function expectedOf({ path, content, need }: Sample): Shown {
  const name = Buffer.from(path).toString()
  if (typeof content !== 'string' && !(content instanceof Uint8Array)) {
    const [kind, size] = 'link' in content ? (['symlink', Buffer.byteLength(content.link)] as const) : (['submodule', 0] as const)
    const link = 'link' in content ? sha256(Buffer.from(content.link)) : undefined
    return { path: name, kind, size, link, bytes: undefined, sha256: undefined, lf: undefined }
  }
  const bytes = Buffer.from(content)
  const [known, whole] = [need !== 'name', need === 'text' && bytes.length <= limit]
  const lf = Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
  return {
    path: name,
    kind: 'file',
    size: bytes.length,
    link: undefined,
    bytes: whole ? bytes.toString('latin1') : undefined,
    sha256: known ? sha256(bytes) : undefined,
    lf: known ? sha256(lf) : undefined,
  }
}

const byCodeUnit = (one: Shown, other: Shown) => (one.path < other.path ? -1 : 1)

/** What every view of the samples is to show. */
export const expected: readonly Shown[] = samples
  .filter(({ need }) => need !== undefined)
  .map(expectedOf)
  .sort(byCodeUnit)

/** The names of the folders below `plugins`: those that samples lie in, a link or submodule being none. */
export const folders: readonly string[] = [
  ...new Set(
    samples
      .map(({ path }) => Buffer.from(path).toString().split('/'))
      .flatMap(([top, name, ...rest]) => (top === 'plugins' && rest.length > 0 ? [`plugins/${name}`] : [])),
  ),
].sort()
