import type { ScalarTag, SchemaOptions } from 'yaml'

type Tags = Parameters<Extract<NonNullable<SchemaOptions['customTags']>, (...given: never) => unknown>>[0]

const prefix = 'tag:yaml.org,2002:'
const names = ['null', 'bool', 'int', 'float', 'binary', 'timestamp', 'str', 'omap', 'pairs', 'set', 'seq', 'map']

/** The tags of YAML 1.1 as they are written. */
export const standardTags: ReadonlySet<string> = new Set(['!', ...names.map((name) => `!!${name}`)])

const bool = (test: RegExp, value: boolean): ScalarTag => ({ tag: `${prefix}bool`, default: true, test, resolve: () => value })

/**
 * The tags of YAML 1.1 as PyYAML and its kin resolve them: unlike the library they take `y` and `n` for words, and a number with an
 * exponent for one only with a point and a sign. Merge keys are left to the reader.
 */
export function pythonic(tags: Tags): Tags {
  const kept = tags.filter(
    (tag) => typeof tag !== 'object' || !(tag.tag === `${prefix}bool` || tag.tag === `${prefix}merge` || ('format' in tag && tag.format === 'EXP')),
  )
  const exponent: ScalarTag = {
    tag: `${prefix}float`,
    default: true,
    test: /^[-+]?(?:[0-9][0-9_]*)?\.[0-9_]*[eE][-+][0-9]+$/,
    resolve: (text) => Number.parseFloat(text.replaceAll('_', '')),
  }
  return [
    ...kept,
    bool(/^(?:yes|Yes|YES|true|True|TRUE|on|On|ON)$/, true),
    bool(/^(?:no|No|NO|false|False|FALSE|off|Off|OFF)$/, false),
    exponent,
  ]
}
