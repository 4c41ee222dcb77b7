import type { LazyProtocols } from '../app/validate/discovery.ts'
import type { Finding } from '../core/diagnostic.ts'
import { protocolNames, type BuiltInName, type Protocol, type ProtocolDescriptor } from '../core/protocol.ts'
import { describeProtocol } from '../core/define-protocol.ts'
import { once } from '../core/once.ts'
import { configurationSchema } from '../engine/configuration/schema.ts'
import { discovery as control } from '../protocols/control/discovery.ts'
import { discovery as governance } from '../protocols/governance/discovery.ts'
import { discovery as handover } from '../protocols/handover/discovery.ts'
import { discovery as plugin } from '../protocols/plugin/discovery.ts'
import { discovery as subagent } from '../protocols/subagent/discovery.ts'
import codes from '../core/codes.json' with { type: 'json' }

interface ProtocolEntry {
  readonly descriptor: ProtocolDescriptor
  load(): Promise<Protocol>
}

/** Each protocol is a file of its own in the bundle: what a repository does not use is not loaded. */
const entriesByName: Readonly<Record<BuiltInName, ProtocolEntry>> = {
  plugin: {
    descriptor: describeProtocol(plugin),
    load: async () => (await import('../protocols/plugin/protocol.ts')).plugin,
  },
  handover: {
    descriptor: describeProtocol(handover),
    load: async () => (await import('../protocols/handover/protocol.ts')).handover,
  },
  subagent: {
    descriptor: describeProtocol(subagent),
    load: async () => (await import('../protocols/subagent/protocol.ts')).subagent,
  },
  control: {
    descriptor: describeProtocol(control),
    load: async () => (await import('../protocols/control/protocol.ts')).control,
  },
  governance: {
    descriptor: describeProtocol(governance),
    load: async () => (await import('../protocols/governance/protocol.ts')).governance,
  },
}

const entries = Object.values(entriesByName)
const ruleCodes = [...codes.engine, ...Object.keys(codes.rules)]

const descriptors = entries.map((entry) => entry.descriptor)

/** What is wrong with a declaration, with the command that says so before it is committed: once. */
const withAdvice = (problem: Finding, index: number): Finding =>
  index > 0
    ? problem
    : {
        ...problem,
        hint: [problem.hint, '`baton workflow check` tries a declaration out.']
          .filter((part) => part !== undefined)
          .join(' '),
      }

/** The names that a declaration must not have. */
export const reservedNames = { protocols: protocolNames, kinds: descriptors.flatMap(({ kinds }) => kinds) }

/** The protocols as use cases get them: each is loaded when its files are found. */
export const lazyProtocols: LazyProtocols = {
  descriptors,
  // What is wrong with the configuration is more severe than it could say.
  schema: once(() => configurationSchema({ protocols: descriptors, rules: ruleCodes.map((code) => ({ code })) })),
  declare: async (data, path, { timeZone }) => {
    const [{ readWorkflows }, { declaredProtocol }] = await Promise.all([
      import('../protocols/declared/language/read.ts'),
      import('../protocols/declared/protocol.ts'),
    ])
    const { workflows, problems } = readWorkflows(data, timeZone, reservedNames)
    return { protocols: workflows.map(declaredProtocol), problems: problems.map(withAdvice) }
  },
  presets: async () => {
    const { alikeSelectors, detectionSelectors, detectPresets, draftableSelectors, foldersWithStatus, samplesOf } =
      await import('../protocols/declared/detect.ts')
    return {
      selectors: detectionSelectors,
      detect: detectPresets,
      alike: { selectors: alikeSelectors, samplesOf, foldersWithStatus },
      drafting: async () => {
        const { draftablePaths, isDraftable } = await import('../protocols/declared/drafting/draft.ts')
        return { selectors: draftableSelectors, draftablePaths, isDraftable }
      },
    }
  },
  codes: ruleCodes,
  documentation: async () => (await import('./documentation.ts')).documentation,
  load: (names) =>
    Promise.all(entries.flatMap(({ descriptor: { name }, load }) => (names.includes(name) ? [load()] : []))),
}
