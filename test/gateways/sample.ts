import { createHash } from 'node:crypto'
import type { EntryKind, LoadLevel, View } from '../../src/core/view.ts'
import type { Content } from '../github/bare-repository.ts'

/** Something that is in a repository, and what a view of `selection` is to show of it. */
export interface Sample {
  readonly path: string | Uint8Array
  readonly content: Content
  /** `undefined`: it is not in the view. */
  readonly level: LoadLevel | undefined
}

const limit = 4096

export const selection = {
  limit,
  selectors: [
    { glob: 'PLUGINS.md', level: 'text' },
    { glob: '.github/baton.yml', level: 'text' },
    { glob: 'plugins/*/.continue-here.md', level: 'text' },
    { glob: 'plugins/*/.ideas/*.md', level: 'digest' },
    { glob: 'plugins/*/.ideas/*-draft.md', level: 'name' },
    { glob: 'plugins/*/assets/**', level: 'name' },
    { glob: 'plugins/*/assets/both.md', level: 'digest' },
    { glob: 'docs/state/*.md', level: 'text' },
    { glob: 'vendor/lib', level: 'text' },
    { glob: ':names/*.md', level: 'text' },
    { glob: '-names/*.md', level: 'text' },
  ],
} as const

const latin1 = (text: string) => Buffer.from(text, 'latin1')
const handoff = '---\nstage: 2\n---\n'

/** Pieces of a mebibyte are read at a time: a CRLF lies across the border of the first two. */
const huge = Buffer.concat([
  Buffer.alloc((1 << 20) - 1, 'a'),
  Buffer.from('\r\n'),
  Buffer.alloc(1 << 20, '\r'),
  Buffer.from('\n'),
])

export const samples: readonly Sample[] = [
  { path: 'PLUGINS.md', content: '# Plugins\n', level: 'text' },
  { path: '.github/baton.yml', content: 'mode: auto\n', level: 'text' },
  { path: 'README.md', content: 'not wanted', level: undefined },
  { path: 'PLUGINS.md.orig', content: 'not wanted', level: undefined },
  { path: 'src/plugins/TinyGain/.continue-here.md', content: handoff, level: undefined },
  { path: 'plugins/README.md', content: 'not wanted', level: undefined },
  { path: 'plugins/Deep/Source/dsp/gain.cpp', content: 'not wanted', level: undefined },

  // Contents.
  { path: 'plugins/TinyGain/.continue-here.md', content: handoff, level: 'text' },
  { path: 'plugins/TinyGain/.ideas/brief.md', content: 'one\r\ntwo\rthree\n\r\n', level: 'digest' },
  { path: 'plugins/TinyGain/.ideas/same-as-the-handoff.md', content: handoff, level: 'digest' },
  { path: 'plugins/TinyGain/assets/same-as-the-handoff', content: handoff, level: 'name' },
  { path: 'plugins/TinyGain/assets/a/b/c', content: 'deep', level: 'name' },
  { path: 'plugins/TinyGain/assets/both.md', content: 'wanted by two', level: 'digest' },
  { path: 'plugins/Amber/.continue-here.md', content: '', level: 'text' },
  { path: 'plugins/Amber/.ideas/empty.md', content: '', level: 'digest' },
  { path: 'plugins/AtTheLimit/.continue-here.md', content: 'x'.repeat(limit), level: 'text' },
  { path: 'plugins/AboveTheLimit/.continue-here.md', content: 'x'.repeat(limit + 1), level: 'text' },
  { path: 'plugins/Crlf/.continue-here.md', content: '\ufeff---\r\nstage: 2\r\n---\r\n', level: 'text' },
  { path: 'plugins/Binary/.continue-here.md', content: Uint8Array.of(0, 1, 255, 13, 10, 0), level: 'text' },
  { path: 'plugins/Latin1/.continue-here.md', content: latin1('caf\u00e9\n'), level: 'text' },
  { path: 'plugins/Huge/.ideas/huge.md', content: huge, level: 'digest' },
  { path: 'plugins/Huge/.continue-here.md', content: huge, level: 'text' },

  // Names.
  { path: 'plugins/with blanks/.continue-here.md', content: 'blanks', level: 'text' },
  { path: 'plugins/new\nline/.continue-here.md', content: 'newline', level: 'text' },
  { path: `plugins/"quotes'\t/.continue-here.md`, content: 'quotes', level: 'text' },
  { path: 'plugins/-dash/.continue-here.md', content: 'dash', level: 'text' },
  { path: 'plugins/back\\slash/.continue-here.md', content: 'back slash', level: 'text' },
  { path: 'plugins/:(glob)*?[a]/.continue-here.md', content: 'magic', level: 'text' },
  { path: 'plugins/\u00fcml\u00e4ut \u{1f3b9}/.continue-here.md', content: 'umlaut', level: 'text' },
  { path: 'plugins/__proto__/.continue-here.md', content: 'proto', level: 'text' },
  { path: ':names/a.md', content: 'magic', level: 'text' },
  { path: '-names/a.md', content: 'dash', level: 'text' },
  { path: latin1('plugins/not \u00fcnicode/.continue-here.md'), content: 'not unicode', level: 'text' },
  { path: latin1('plugins/TinyGain/.ideas/not \u00fcnicode-draft.md'), content: 'not unicode', level: 'digest' },

  // Links and submodules: seen where something wanted would lie at or below them.
  { path: 'plugins/LinkedFile/.continue-here.md', content: { link: '../../PLUGINS.md' }, level: 'digest' },
  { path: 'plugins/LinkedFolder', content: { link: '/etc' }, level: 'digest' },
  { path: 'plugins/LinkedIdeas/.ideas', content: { link: '../TinyGain/.ideas' }, level: 'digest' },
  { path: 'plugins/Dangling', content: { link: 'nowhere' }, level: 'digest' },
  { path: 'plugins/TinyGain/notes', content: { link: '../../PLUGINS.md' }, level: undefined },
  { path: 'docs', content: { link: 'plugins' }, level: 'digest' },
  { path: 'elsewhere', content: { link: 'plugins' }, level: undefined },
  { path: 'plugins/Submodule', content: { submodule: '1234567890123456789012345678901234567890' }, level: 'name' },
  { path: 'vendor/lib', content: { submodule: '1234567890123456789012345678901234567890' }, level: 'name' },
  { path: 'vendor/other', content: { submodule: '1234567890123456789012345678901234567890' }, level: undefined },
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
    return {
      path,
      kind: entry?.kind,
      size: entry?.size,
      link: entry?.link,
      bytes: text,
      sha256: digest?.sha256,
      lf: digest?.lf,
    }
  })

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

function expectedOf({ path, content, level }: Sample): Shown {
  const name = Buffer.from(path).toString()
  if (typeof content !== 'string' && !(content instanceof Uint8Array)) {
    const [kind, size] =
      'link' in content ? (['symlink', Buffer.byteLength(content.link)] as const) : (['submodule', 0] as const)
    const link = 'link' in content ? sha256(Buffer.from(content.link)) : undefined
    return { path: name, kind, size, link, bytes: undefined, sha256: undefined, lf: undefined }
  }
  const bytes = Buffer.from(content)
  const [hasDigest, whole] = [level !== 'name', level === 'text' && bytes.length <= limit]
  const lf = Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
  return {
    path: name,
    kind: 'file',
    size: bytes.length,
    link: undefined,
    bytes: whole ? bytes.toString('latin1') : undefined,
    sha256: hasDigest ? sha256(bytes) : undefined,
    lf: hasDigest ? sha256(lf) : undefined,
  }
}

const byCodeUnit = (left: Shown, right: Shown) => (left.path < right.path ? -1 : 1)

/** What every view of the samples is to show. */
export const expected: readonly Shown[] = samples
  .filter(({ level }) => level !== undefined)
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
