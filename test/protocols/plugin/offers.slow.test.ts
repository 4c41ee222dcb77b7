import { describe, expect, it } from 'vitest'
import type { Example, Files, RuleFacts } from '../../../src/core/rule.ts'
import {
  change,
  contractPath,
  handoffPath,
  inProgressSample,
  phasedSample,
  registryPath,
  sample,
  withStatus,
  workingSample,
} from '../../../src/protocols/plugin/examples.ts'
import { plugin } from '../../../src/protocols/plugin/protocol.ts'
import { isThorough } from '../../thorough.ts'
import { applied, codesIn, commandsIn, historyOf, identity, checkExample, planned } from '../offering.ts'

type Fault = (files: Files) => Files

const without =
  (...paths: readonly string[]): Fault =>
  (files) =>
    Object.fromEntries(Object.entries(files).filter(([path]) => !paths.some((prefix) => path.startsWith(prefix))))

/** Another text in a file, where the file and what is to be replaced are there. */
const edited =
  (path: string, from: string | RegExp, to: string): Fault =>
  (files) =>
    files[path] === undefined ? files : { ...files, [path]: files[path].replace(from, to) }

const row = (from: string | RegExp, to: string) => edited(registryPath, from, to)
const handoff = (from: string | RegExp, to: string) => edited(handoffPath, from, to)

/** What may go wrong with a plugin, each by itself. */
const faults: Readonly<Record<string, Fault>> = {
  'row behind': row(/\| 🚧 Stage [\d.]+ \|/, '| 🚧 Stage 0 |'),
  'row ahead': row(/\| 🚧 Stage [\d.]+ \|/, '| ✅ Working |'),
  'row installed': row(/\| 🚧 Stage [\d.]+ \|/, '| 📦 Installed |'),
  'row unknown': row(/\| 🚧 Stage [\d.]+ \|/, '| 🐛 Broken |'),
  'row empty': row(/\| 🚧 Stage [\d.]+ \|/, '| |'),
  'entry installed': row(/\*\*Status:\*\* .*/, '**Status:** 📦 Installed'),
  'entry idea': row(/\*\*Status:\*\* .*/, '**Status:** 💡 Ideated'),
  'entry unknown': row(/\*\*Status:\*\* .*/, '**Status:** Broken'),
  'no row': row(/\| TinyGain .*\n/, ''),
  'two rows': row(/(\| TinyGain .*\n)/, '$1$1'),
  'no entry': row(/\n### TinyGain[^]*/, ''),
  'no version in the row': row('| 0.1.0 |', '| - |'),
  'another version': row('**Version:** 0.1.0', '**Version:** 0.2.0'),
  'another day': row('**Last Updated:** 2026-02-02', '**Last Updated:** 2026-02-01'),
  'no day': row(/\n\*\*Last Updated:.*\n/, ''),
  'no table': row('| Status |', '| State |'),
  'a registry that is not text': row('# Plugins', '# Plug\0ins'),
  'no registry': without(registryPath),
  'no handoff': without(handoffPath),
  'no directory': without('plugins/'),
  'old form': handoff(/contract_checksums:\n(?: {2}.*\n)+/, ''),
  'no front matter': handoff(/^---\n[^]*?\n---\n/, ''),
  'front matter that cannot be read': handoff('stage: ', 'stage: [ '),
  'stage that is none': handoff(/stage: \d/, 'stage: ideation'),
  'no stage': handoff(/stage: \d\n/, ''),
  'no status': handoff(/status: .*\n/, ''),
  'no phase': handoff(/phase: .*\n/, ''),
  'in progress': handoff('status: complete', 'status: in_progress'),
  'workflow complete': handoff('status: complete', 'status: workflow_complete'),
  'day with a time': handoff('last_updated: 2026-02-02', 'last_updated: 2026-02-02 10:30'),
  'no complexity': handoff(/complexity_score: .*\n/, ''),
  'plan without complexity': edited(contractPath('plan'), /\*\*Complexity Score:\*\* .*\n/, ''),
  'contract edited': edited(contractPath('architecture'), 'smoothed', 'rough'),
  'contract gone': without(contractPath('parameter_spec')),
  'sum malformed': handoff(/plan: sha256:\w+/, 'plan: sha256:pending'),
  'sum null': handoff(/plan: sha256:\w+/, 'plan: null'),
  'key gone': handoff(/ {2}plan: .*\n/, ''),
  'handoff that is not text': handoff('# Stage', '# St\0age'),
}

const names = Object.keys(faults)
const singles = names.map((name) => [name, name] as const)
/** Each alone and with the next one; in a thorough run with every other one. */
const pairs = names.flatMap((name, index) =>
  names.slice(index, isThorough ? undefined : index + 2).map((otherName) => [name, otherName] as const),
)

/** Every finding may be looked at. */
const anyRule = { strict: 'error', examples: () => ({ bad: [], good: [] }) } as unknown as RuleFacts

describe.each([
  ['the simple plugin', sample, pairs],
  ['a plugin in phases', phasedSample, pairs],
  ['work in progress', inProgressSample, singles],
] as const)('what is offered for %s', (_, right, tried) => {
  const history = historyOf([right])
  it.each(tried)('with %s and %s would be done, and fixes it', async (name, otherName) => {
    const files = faults[otherName]?.(faults[name]?.(right) ?? right) ?? right
    const example: Example = { about: '', head: files }
    const checkedExample = await checkExample(plugin, anyRule, example, files)
    for (const finding of checkedExample.found) {
      for (const command of commandsIn(finding)) {
        const { outcome, results, changes } = planned(checkedExample, history, command)
        const why = results.flatMap(({ diagnostics }) =>
          diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code),
        )
        expect([finding.code, command, outcome, why]).toEqual([finding.code, command, 'changed', []])
        const after = await checkExample(plugin, anyRule, example, applied(files, changes))
        const remainingMessages = after.found
          .filter((diagnostic) => identity(diagnostic) === identity(finding))
          .map(({ message }) => message)
        expect([finding.code, command, remainingMessages]).toEqual([finding.code, command, []])
      }
    }
  })
})

/** The simple plugin without a handoff, as the registry has one that was not begun or is installed. */
const registered = (status: string) => withStatus(change(sample, { [handoffPath]: null }), '🚧 Stage 2', status)

const statuses = ['💡 Ideated', '🚧 Stage 0', '🚧 Stage 2', '🚧 Stage 3', '✅ Working', '📦 Installed']

/** What may change in one place alone: a status, a version or a day of the row, or of the entry. */
const changes: Readonly<Record<string, Fault>> = {
  ...Object.fromEntries(
    statuses.flatMap((status): [string, Fault][] => [
      [`row ${status}`, row(/(?<=\| TinyGain \| )[^|]+(?= \|)/, status)],
      [`entry ${status}`, row(/(?<=\*\*Status:\*\* ).*/, status)],
    ]),
  ),
  ...faults,
}

describe.each([
  ['not begun', registered('💡 Ideated')],
  ['the foundation complete', sample],
  ['in progress', inProgressSample],
  ['in phases', phasedSample],
  ['working', workingSample],
  ['installed', registered('📦 Installed')],
])('what is offered against a base where the plugin is right, %s', (_, base) => {
  it.each(Object.keys(changes))('with %s would be done, fixes it and brings nothing else', async (fault) => {
    const example: Example = { about: '', head: changes[fault]?.(base) ?? base, base }
    const before = await checkExample(plugin, anyRule, example, example.head)
    // What is no status stays as a note, and the answer says so.
    const knownCodes = new Set([...before.found.map(({ code }) => code), 'REGISTRY_STATUS_NOTE'])
    const history = historyOf([base])
    for (const finding of before.found) {
      for (const command of commandsIn(finding)) {
        const { outcome, results, changes } = planned(before, history, command)
        const why = results.flatMap(({ diagnostics }) =>
          diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code),
        )
        expect([finding.code, command, outcome, why]).toEqual([finding.code, command, 'changed', []])
        const after = await checkExample(plugin, anyRule, example, applied(example.head, changes))
        const remainingMessages = after.found
          .filter((diagnostic) => identity(diagnostic) === identity(finding))
          .map(({ message }) => message)
        expect([finding.code, command, remainingMessages]).toEqual([finding.code, command, []])
        const fresh = after.found
          .filter(({ code }) => !knownCodes.has(code) && !codesIn(finding).includes(code))
          .map(identity)
        expect([finding.code, command, fresh]).toEqual([finding.code, command, []])
      }
    }
  })
})
