import type { ProtocolName } from '../core/protocol.ts'
import type { DocumentedRule, Examples, Files, RuleFacts } from '../core/rule.ts'
import * as control from '../protocols/control/examples.ts'
import * as governance from '../protocols/governance/examples.ts'
import * as handover from '../protocols/handover/examples.ts'
import * as plugin from '../protocols/plugin/examples.ts'
import * as subagent from '../protocols/subagent/examples.ts'
import { protocols } from './protocols.ts'

/** What `examples.ts` of every protocol exports besides what the examples of its rules are made from. */
interface Fixtures {
  /** With it nothing is wrong. */
  readonly sample: Files
  /** A repository with every file of the protocol, with which nothing is wrong either. */
  readonly complete: Files
  /** The files of that, or of the next, which the page of the protocol shows: one of each kind. */
  readonly shown: readonly string[]
  /** Of a protocol with several layouts a repository of another one, with which nothing is wrong either. */
  readonly further?: Files
}

/** What the examples of each protocol are made from. */
export const fixtures: Readonly<Record<ProtocolName, Fixtures>> = { plugin, handover, subagent, control, governance }

const fixturesByCode = new Map(protocols.flatMap(({ name, rules }) => rules.map(({ code }) => [code, fixtures[name]])))

/** The examples of a rule, those of installation and configuration included. */
export const examplesOf = (rule: RuleFacts): Examples => rule.examples((fixturesByCode.get(rule.code) ?? {}) as never)

/** A rule with its examples. For `explain`, documents and tests: checks load neither examples nor the repositories that they are made from. */
export const documented = <Facts extends RuleFacts>(rule: Facts): DocumentedRule & Omit<Facts, 'examples'> => ({
  ...rule,
  examples: examplesOf(rule),
})
