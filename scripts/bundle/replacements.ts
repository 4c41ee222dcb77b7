import type { Plugin } from 'rolldown'

/** A part of a library that the bundle does not take as it is: a whole module, or one passage of it. */
interface Replacement {
  /** Package and path after `node_modules/`. */
  readonly module: string
  /** The passage that is replaced, which must be there exactly once; without it, the whole module is. */
  readonly passage?: string
  readonly by: string
}

const replacements: readonly Replacement[] = [
  {
    // The engines run front matter as JavaScript and bring a second YAML parser. Without one, only the engine that a
    // caller passes is left.
    module: 'gray-matter/lib/engines.js',
    by: 'module.exports = {}',
  },
  // The throttle's Redis, which is looked for by `eval`: one process is enough, and more than one agree by
  // compare-and-swap.
  ...['RedisConnection', 'IORedisConnection'].map((name) => ({
    module: `bottleneck/lib/${name}.js`,
    by: "module.exports = class { constructor() { throw new Error('Redis is not used here.') } }",
  })),
  {
    // Commands in programs of their own are not used here, and what would start them takes a tenth of the start.
    module: 'commander/lib/command.js',
    passage: "const childProcess = require('node:child_process');",
    by: 'const childProcess = undefined;',
  },
  {
    // The page chooses its steps itself: with these lines as they are all of the library would stay.
    module: 'd3-time/dist/d3-time.mjs',
    passage: `const [utcTicks, utcTickInterval] = ticker(utcYear, utcMonth, utcSunday, unixDay, utcHour, utcMinute);
const [timeTicks, timeTickInterval] = ticker(timeYear, timeMonth, timeSunday, timeDay, timeHour, timeMinute);`,
    by: 'const utcTicks = undefined, utcTickInterval = undefined, timeTicks = undefined, timeTickInterval = undefined;',
  },
  ...['millisecond', 'timeYear', 'utcYear'].map((name) => ({
    module: 'd3-time/dist/d3-time.mjs',
    passage: `${name}.every = `,
    by: `const ${name}Every = `,
  })),
  {
    // The page rounds no time, and moves none by steps.
    module: 'd3-time/dist/d3-time.mjs',
    passage: `  interval.round = (date) => {
    const d0 = interval(date), d1 = interval.ceil(date);
    return date - d0 < d1 - date ? d0 : d1;
  };

  interval.offset = (date, step) => {
    return offseti(date = new Date(+date), step == null ? 1 : Math.floor(step)), date;
  };
`,
    by: '',
  },
  {
    // Programs of its own for each job are not used here.
    module: 'bullmq/dist/esm/classes/child-processor.js',
    passage: 'await import(processorFile)',
    by: "await Promise.reject(new Error('No program is started here.'))",
  },
  {
    // Makes code from text, to read many objects of one form faster.
    module: 'msgpackr/unpack.js',
    passage: 'readObject.count++ > inlineObjectReadThreshold',
    by: 'false',
  },
  {
    // Would install packages while the bot runs.
    module: 'npx-import-light/index.js',
    by: "export const npxImport = () => Promise.reject(new Error('Nothing is installed here.'))",
  },
  {
    // Its validator makes code from text, for forms that a server asks people to fill in: there is none here.
    module: '@modelcontextprotocol/server/dist/shimsNode.mjs',
    by: `export { default as process } from 'node:process'
export class DefaultJsonSchemaValidator { getValidator() { throw new Error('No form is validated here.') } }`,
  },
  {
    // Whether code may be made from text: never.
    module: 'zod/v4/core/util.js',
    passage: 'const F = Function;\n        new F("");\n        return true;',
    by: 'return false;',
  },
  {
    // Makes code from text, and is only called where the passage above says that it may.
    module: 'zod/v4/core/doc.js',
    by: "export class Doc { constructor() { throw new Error('Schemas are not compiled to code here.') } }",
  },
]

const replaced = (code: string, { module, passage, by }: Replacement): string => {
  if (passage === undefined) return by
  const [before, after, ...more] = code.split(passage)
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(
      `${module} has changed: the passage that scripts/bundle/replacements.ts replaces is no longer there exactly once.`,
    )
  }
  return before + by + after
}

const replacementsOf = (id: string) =>
  replacements.filter(({ module }) => id.replaceAll('\\', '/').endsWith(`/node_modules/${module}`))

/** Whether nothing of a module is left but its name. */
export const isReplaced = (id: string): boolean => replacementsOf(id).some(({ passage }) => passage === undefined)

/** Replaces them; the build fails where a library has changed so that a passage is no longer found. */
export function replace(): Plugin {
  return {
    name: 'replacements',
    transform(code, id) {
      const found = replacementsOf(id)
      return found.length === 0 ? null : found.reduce(replaced, code)
    },
  }
}
