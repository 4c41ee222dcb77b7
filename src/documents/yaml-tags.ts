import type { ScalarTag, SchemaOptions } from 'yaml'

type Tags = Parameters<Extract<NonNullable<SchemaOptions['customTags']>, (...given: never) => unknown>>[0]

const prefix = 'tag:yaml.org,2002:'
const names = ['null', 'bool', 'int', 'float', 'binary', 'timestamp', 'str', 'omap', 'pairs', 'set', 'seq', 'map']

/** The tags of YAML 1.1 as they are written. */
export const standardTags: ReadonlySet<string> = new Set(['!', ...names.map((name) => `!!${name}`)])

const scalar = (name: string, test: RegExp, resolve: (text: string) => unknown): ScalarTag => ({
  tag: prefix + name,
  default: true,
  test,
  resolve,
})

/** Where PyYAML and its kin read a word in another way than the library: `y` and `n` are words, and a number with an exponent has a point and a sign. */
const own: readonly ScalarTag[] = [
  scalar('bool', /^(?:yes|Yes|YES|true|True|TRUE|on|On|ON)$/, () => true),
  scalar('bool', /^(?:no|No|NO|false|False|FALSE|off|Off|OFF)$/, () => false),
  scalar('float', /^(?:[-+]?[0-9][0-9_]*\.[0-9_]*|\.[0-9][0-9_]*)(?:[eE][-+][0-9]+)?$/, (text) =>
    Number.parseFloat(text.replaceAll('_', '')),
  ),
]

/** Words by which the library's tags are known that these replace: its truth values, and its numbers with a point or an exponent. */
const replaced = ['y', 'n', '1.5', '1e5']

/** The tags of YAML 1.1 as PyYAML resolves them. Merge keys are left to the reader. */
export function pythonic(tags: Tags): Tags {
  const isOurs = (test: RegExp | undefined) => replaced.some((word) => test?.test(word))
  return [
    ...tags.filter((tag) => typeof tag !== 'object' || !(tag.tag === `${prefix}merge` || ('test' in tag && isOurs(tag.test)))),
    ...own,
  ]
}
