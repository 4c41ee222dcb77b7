import type { Content } from '../github/bare-repository.ts'
import { handoffPath, registryPath, sample } from '../../src/protocols/plugin/examples.ts'
import { isThorough } from '../thorough.ts'

/** Something hostile in a repository: what it is, where it is, and the code of its finding. */
export interface Plant {
  readonly what: string
  readonly path: string | Uint8Array
  readonly content: Content
  /** Absent: it needs no finding, only nothing may happen. */
  readonly code?: string
}

/** Where the harm would be seen. */
export interface Harm {
  /** A file that is there as soon as anything was executed. */
  readonly canary: string
  /** A file outside the repository that must not be read. */
  readonly secret: string
}

const mebibyte = 1024 * 1024
const handoff = sample[handoffPath] ?? ''
const registry = sample[registryPath] ?? ''

/** So much of something; by default almost as much as is read of a file. */
const filled = (unit: string, size = mebibyte - 10_000) => unit.repeat(Math.floor(size / Buffer.byteLength(unit)))
const front = (yaml: string) => `---\nplugin: X\nstage: 2\n${yaml}\n---\n`

const place = (name: string) => `plugins/${name}/.continue-here.md`

/** JavaScript, shell and Python that leave a trace. */
const evaluated = ({ canary }: Harm): readonly Plant[] => {
  const program = `require('node:fs').writeFileSync(${JSON.stringify(canary)}, 'x')`
  const marked = ['js', 'javascript', 'JS', ' js', 'json', 'toml', 'coffee', 'cson'].map((language, index): Plant => ({
    what: `front matter that asks to be evaluated as${language}`,
    path: place(`Evaluated${index}`),
    content: `---${language}\n{ stage: ${program} }\n---\n`,
    code: 'PLUGIN_YAML_INVALID',
  }))
  const tags = [
    `!!js/function 'function () { ${program} }'`,
    `!!python/object/apply:os.system ['touch ${canary}']`,
    `!ruby/object:Gem::Installer {}`,
    `!<tag:yaml.org,2002:js/function> x`,
  ]
  return [
    ...marked,
    {
      what: 'the same after a byte-order mark',
      path: place('EvaluatedBom'),
      content: `\ufeff---js\n${program}\n---\n`,
      code: 'PLUGIN_YAML_INVALID',
    },
    ...tags.map((tag, index): Plant => ({
      what: `the tag ${tag.slice(0, 20)}`,
      path: place(`Tag${index}`),
      content: front(`status: ${tag}`),
      code: 'PLUGIN_YAML_INVALID',
    })),
  ]
}

const bomb = Array.from(
  { length: 30 },
  (_, index) => `a${index}: &a${index} [${`*a${index - 1},`.repeat(index === 0 ? 0 : 10)}x]`,
).join('\n')

const yaml: readonly Plant[] = (
  [
    ['an alias bomb', bomb],
    ['a merge key', 'base: { a: 1 }\n<<: { stage: 5 }'],
    ['a key twice', 'status: complete\nstatus: in_progress'],
    ['`__proto__` twice', '__proto__: { a: 1 }\n__proto__: { a: 2 }'],
    ['a hundred thousand brackets', `a: ${'['.repeat(100_000)}`],
    ['a hundred thousand braces', `a: ${'{a: '.repeat(100_000)}`],
    ['deep indentation', Array.from({ length: 1000 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
    ['deep lists in one line', `a:\n  ${'- '.repeat(100_000)}x`],
    ['very many keys', Array.from({ length: 60_000 }, (_, index) => `key${index}: 1`).join('\n')],
    ['very many anchors', filled('&a ')],
    ['very many tags', filled('!a ')],
    ['very many aliases', `a: [${filled('*a, ')}]`],
    ['very many quotes', `a: ${filled('"')}`],
    ['very many tabs', filled('\t')],
    ['very many blank lines', filled('\n')],
    ['very many comments', filled('#\n')],
    ['very many question marks', filled('? ')],
    ['directives', '%YAML 9.9\n%TAG ! tag:example.com,2026:\n'],
    ['a very long text', `a: |\n${filled('  x\n')}`, 'PLUGIN_NAME_MISMATCH'],
    ['escapes', String.raw`status: "\x00\u202e\uD800\U0010FFFF"`, 'PLUGIN_STATUS_INVALID'],
    ['a NUL by its escape', String.raw`status: "\0"`, 'PLUGIN_STATUS_INVALID'],
  ] as const
).map(([label, text, code = 'PLUGIN_YAML_INVALID'], index): Plant => ({
  what: `YAML with ${label}`,
  path: place(`Yaml${index}`),
  content: front(text),
  code,
}))

/** Keys that every object has: what is below them is no data. */
const prototypes: readonly Plant[] = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'].map(
  (key) => ({
    what: `the key ${key}`,
    path: place(`Inherited${key}`),
    content: front(`${key}: { plugin: Inherited${key}, status: complete, polluted: true }`),
    code: 'PLUGIN_NAME_MISMATCH',
  }),
)

const units = [
  '> ',
  '- ',
  '1. ',
  '[',
  '![',
  '](',
  '*',
  '_',
  '**a ',
  '`',
  '`a``',
  '~',
  '<',
  '<a ',
  '<!--',
  '&',
  '|',
  '| a ',
  '\\',
  '# ',
  '#',
  '[a]: ',
  '[a][',
  '$',
  '\n',
  '\t',
  'a@b.',
  'http://',
  '☃',
  '</details>',
]

/** Markdown that readers are slow at, in the body of a handoff. */
const markdown: readonly Plant[] = [
  ...units.map((unit, index) => ({
    what: `very many ${JSON.stringify(unit)}`,
    path: place(`Markdown${index}`),
    content: `---\nplugin: X\nstage: 2\n---\n\n## Next Steps\n\n${filled(unit, 300_000)}\n`,
    code: 'PLUGIN_NAME_MISMATCH',
  })),
  {
    what: 'lists in lists',
    path: place('Nested'),
    content: `---\nplugin: X\nstage: 2\n---\n\n${Array.from({ length: 1300 }, (_, depth) => `${' '.repeat(depth)}- x`).join('\n')}\n`,
    code: 'PLUGIN_NAME_MISMATCH',
  },
]

const bytes: readonly Plant[] = [
  {
    what: 'a handoff of five megabytes',
    path: place('Large'),
    content: `${handoff}${'x'.repeat(5 * mebibyte)}`,
    code: 'PLUGIN_FILE_TOO_LARGE',
  },
  {
    what: 'a binary handoff',
    path: place('Binary'),
    content: Uint8Array.from({ length: 4096 }, (_, index) => (index * 7919) % 256),
    code: 'PLUGIN_FILE_ENCODING',
  },
  { what: 'a handoff with a NUL', path: place('Nul'), content: `${handoff}\0`, code: 'PLUGIN_FILE_ENCODING' },
  {
    what: 'a handoff in UTF-16',
    path: place('Utf16'),
    content: Buffer.from(`\ufeff${handoff}`, 'utf16le'),
    code: 'PLUGIN_FILE_ENCODING',
  },
  {
    what: 'a handoff that is no UTF-8',
    path: place('Latin1'),
    content: Buffer.from(`${handoff}\u00e9`, 'latin1'),
    code: 'PLUGIN_FILE_ENCODING',
  },
  {
    what: 'a handoff with half a character',
    path: place('Half'),
    content: Buffer.concat([Buffer.from(handoff), Uint8Array.of(0xf0, 0x9f)]),
    code: 'PLUGIN_FILE_ENCODING',
  },
  { what: 'an empty handoff', path: place('Empty'), content: '', code: 'PLUGIN_LEGACY_FORMAT' },
  {
    what: 'a contract of five megabytes',
    path: 'plugins/LargeContract/.ideas/plan.md',
    content: Buffer.alloc(5 * mebibyte, '# '),
  },
  { what: 'a binary plan', path: 'plugins/BinaryPlan/.ideas/plan.md', content: Uint8Array.of(0, 255, 254) },
]

const links = ({ secret }: Harm): readonly Plant[] => [
  {
    what: 'a handoff that is a link',
    path: place('LinkedHandoff'),
    content: { link: secret },
    code: 'PLUGIN_FILE_SYMLINK',
  },
  {
    what: 'a handoff that is a link to itself',
    path: place('LinkedToItself'),
    content: { link: '.continue-here.md' },
    code: 'PLUGIN_FILE_SYMLINK',
  },
  {
    what: 'a handoff that is a link to nothing',
    path: place('LinkedToNothing'),
    content: { link: 'nowhere' },
    code: 'PLUGIN_FILE_SYMLINK',
  },
  {
    what: 'a handoff that is a link within the repository',
    path: place('LinkedWithin'),
    content: { link: '../TinyGain/.continue-here.md' },
    code: 'PLUGIN_FILE_SYMLINK',
  },
  {
    what: 'an old handoff that is a link',
    path: 'plugins/LinkedOld/.ideas/.continue-here.md',
    content: { link: secret },
    code: 'PLUGIN_FILE_SYMLINK',
  },
  {
    what: 'a contract that is a link',
    path: 'plugins/LinkedContract/.ideas/plan.md',
    content: { link: secret },
    code: 'PLUGIN_FILE_SYMLINK',
  },
  { what: 'a folder of contracts that is a link', path: 'plugins/LinkedIdeas/.ideas', content: { link: '/etc' } },
  { what: 'notes that are a link', path: 'plugins/LinkedNotes/NOTES.md', content: { link: secret } },
  { what: 'a plugin that is a link', path: 'plugins/LinkedFolder', content: { link: '/etc' } },
  { what: 'a plugin that is a link to all plugins', path: 'plugins/LinkedLoop', content: { link: '..' } },
]

const unprintable = [
  'new\nline',
  'tab\tand\rreturn',
  'esc\u001b[31m',
  'bidi\u202eevil',
  'zero\u200bwidth',
  'line\u2028separator',
  'delete\u007f',
]
const marked = [
  '::error::x',
  '::set-output name=valid::true',
  '##[add-mask]x',
  '@octocat',
  '@example-org',
  '#1',
  '<img src=x onerror=alert(1)>',
  '`code`',
  '`@octocat`',
  '`<img src=x>`',
  '|pipe|',
  '[link](javascript:alert)',
  '$(touch x)',
  '%0A::error',
  'a,b=c',
  '"quoted"',
  "it's",
  '*bold*',
  '{a,b}',
  '[ab]',
  '?',
  '!',
]
const odd = [
  '-rf',
  '--help',
  '..dots',
  'a..b',
  '...',
  '~',
  ' space ',
  'Tiny\u0413ain',
  'ТinyGain',
  'ＴinyGain',
  'tinygain',
  'TINYGAIN',
  '__proto__',
  'constructor',
  'CON',
  'a'.repeat(250),
  '🎛️',
  'e\u0301',
  'node_modules',
  'null',
  '0',
  '\\..\\..\\x',
  'C:',
  'NUL.md',
]

/** A handoff in a folder of each name. */
const names: readonly Plant[] = [
  ...[...unprintable, ...marked, ...odd].map((name) => ({
    what: `the name ${JSON.stringify(name).slice(0, 40)}`,
    path: place(name.replaceAll('/', '')),
    content: handoff,
  })),
  {
    what: 'a name that is no UTF-8',
    path: Buffer.from('plugins/not \u00fcnicode/.continue-here.md', 'latin1'),
    content: handoff,
  },
  { what: 'two hundred levels', path: `plugins/Deep/${'d/'.repeat(200)}.continue-here.md`, content: handoff },
  { what: 'two hundred levels of ideas', path: `plugins/Deep/${'.ideas/'.repeat(200)}plan.md`, content: 'x' },
]

/** Every value that is printed somewhere: in a handoff, a registry, a plan. */
const values: readonly Plant[] = [
  ...unprintable,
  ...marked,
  'x'.repeat(10_000),
  '`'.repeat(500),
  '```\n```',
  '~~~',
  '</details>',
  '<!--',
  '-->',
  '"]-->|',
  'click s0 "https://example.com"',
  '%%{init: {}}%%',
  'javascript:alert(1)',
  'https://example.com/a',
  'www.example.com',
  'octo@example.com',
  '1a2b3c4d5e6f',
  'GH-12',
  ':tada:',
  '${{ github.token }}',
  '{{ x }}',
].map((value, index) => {
  const written = JSON.stringify(value)
  return {
    what: `the value ${written.slice(0, 40)}`,
    path: place(`Value${index}`),
    content: `---\nplugin: ${written}\nstage: ${written}\nphase: ${written}\nstatus: ${written}\nlast_updated: ${written}\ncomplexity_score: ${written}\nphased_implementation: ${written}\norchestration_mode: ${written}\nnext_action: ${written}\nnext_phase: ${written}\nhandback: ${written}\ncontract_checksums:\n  creative_brief: ${written}\n  plan: ${written}\n---\n\n# ${value}\n\n## ${value}\n\n${value}\n`,
    code: 'PLUGIN_STAGE_INVALID',
  }
})

const rowsOf = (cells: readonly string[]) => cells.map((cell) => `| ${cell} | ${cell} | ${cell} | ${cell} |\n`).join('')

/** The registry, whose rows and entries hold the same values. */
const registries: readonly Plant[] = [
  {
    what: 'a registry of hostile rows and entries',
    path: registryPath,
    content: `${registry.replace(/(\| TinyGain .*\n)/, `$1${rowsOf([...unprintable, ...marked])}`)}\n${[...unprintable, ...marked].map((value) => `### ${value}\n\n**Status:** ${value}\n**Version:** ${value}\n**Last Updated:** ${value}\n**Lifecycle Timeline:**\n- **${value}:** ${value}\n`).join('\n')}`,
  },
]

const sound: readonly Plant[] = Object.entries(sample)
  .filter(([path]) => path !== registryPath)
  .map(([path, content]) => ({ what: 'sound', path, content }))

/** A repository in which a sound plugin is among those that would do harm where they are read or printed. */
export const harmful = (harm: Harm): readonly Plant[] => [
  ...sound,
  ...registries,
  ...evaluated(harm),
  ...prototypes,
  ...links(harm),
  ...names,
  ...values,
]

/** Those that would take for ever, or all memory. */
export const heavy: readonly Plant[] = [...yaml, ...markdown, ...bytes]

/**
 * Registries that readers are slow at; there is one in a repository. As long as is read each night, otherwise a quarter
 * of that.
 */
const share = isThorough ? 1 : 4
const long = (unit: string, size = mebibyte - 10_000) => filled(unit, size / share)
export const slowRegistries: readonly Plant[] = (
  [
    [
      'rows',
      registry.replace(
        /(\| TinyGain .*\n)/,
        `$1${Array.from({ length: 15_000 / share }, (_, index) => `| P${index} | 🚧 Stage 2 | 0.1.0 | 2026-02-02 |\n`).join('')}`,
      ),
    ],
    ['columns', `${long('| a ', 500_000)}\n${long('|---', 500_000)}\n`],
    ['cells', registry.replace('| TinyGain |', `| TinyGain ${long('|')}`)],
    ['headings', long('### a\n')],
    [
      'headings of all levels',
      Array.from({ length: 20_000 / share }, (_, index) => `${'#'.repeat((index % 6) + 1)} a${index}`).join('\n'),
    ],
    ['brackets', `${registry}${long('[')}`],
    ['stars', `${registry}${long('**Status:** *')}`],
    [
      'lists in lists',
      `${registry}${Array.from({ length: 1300 }, (_, depth) => `${' '.repeat(depth)}- **x:** y`).join('\n')}`,
    ],
    ['blank lines', `${registry}${long('\n')}`],
    ['entries of one name', long('### TinyGain\n**Status:** x\n')],
  ] as const
).map(([label, content]) => ({ what: `of very many ${label}`, path: registryPath, content }))

/** Configurations that cannot be read. */
export function configurations({ canary, secret }: Harm): readonly Plant[] {
  const contents: readonly (readonly [what: string, content: Content])[] = [
    ['an alias bomb', bomb],
    ['deep nesting', `a: ${'['.repeat(100_000)}`],
    ['a tag', `mode: !!js/function 'function () { require("fs").writeFileSync(${JSON.stringify(canary)}, "x") }'`],
    ['a merge key', '<<: { mode: soft }'],
    ['a key twice', 'mode: soft\nmode: soft'],
    ['`__proto__`', '__proto__: { mode: soft }'],
    ['`constructor`', 'constructor: { prototype: { mode: soft } }'],
    ['front matter', `---js\nrequire('fs')\n---\n`],
    ['two documents', 'mode: soft\n---\nmode: soft\n'],
    ['a NUL', 'mode: soft\n\0'],
    ['two mebibytes', `# ${'x'.repeat(2 * mebibyte)}\nmode: soft\n`],
    ['very many keys', Array.from({ length: 60_000 }, (_, index) => `key${index}: 1`).join('\n')],
    ['a glob of a million alternatives', `protocols: { control: { runs: ["${'{a,b}'.repeat(20)}"] } }`],
    ['a glob of many stars', `protocols: { control: { runs: ["${'**/*'.repeat(200)}"] } }`],
    ['a place outside', 'protocols: { plugin: { root: ../../etc } }'],
    ['an absolute place', 'protocols: { plugin: { registry: /etc/passwd } }'],
    ['a place in .git', 'protocols: { plugin: { root: .git/hooks } }'],
    ['a link', { link: secret }],
    ['a link to itself', { link: 'baton.yml' }],
  ]
  return contents.map(([label, content]) => ({
    what: label,
    path: '.github/baton.yml',
    content,
    code: 'CONFIG_INVALID',
  }))
}
