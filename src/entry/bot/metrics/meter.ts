import codes from '../../../core/codes.json' with { type: 'json' }
import { webhookEvents } from '../../../app/deliveries/events.ts'
import { tooLargeRule } from '../../../engine/checking/too-large.ts'
import { configurationRule } from '../../../engine/configuration/rule.ts'
import { conflictRule } from '../../../engine/unmerged.ts'
import { installationEvents } from '../history.ts'
import type { LabelsOf, NameOf } from './names.ts'

/** Takes the figures of the bot. Labels must come from lists of ours: see `labelOf`. */
export interface Meter {
  /** Counts one more, or as many as are given. */
  count<Name extends NameOf<'counter'>>(name: Name, labels: LabelsOf<Name>, amount?: number): void
  /** Shows a value; `undefined`: shows none, since it is not known. */
  set<Name extends NameOf<'gauge'>>(name: Name, labels: LabelsOf<Name>, value: number | undefined): void
  /** Puts a value into its bucket. */
  observe<Name extends NameOf<'histogram'>>(name: Name, labels: LabelsOf<Name>, value: number): void
  /** Calls a function before the figures are shown, to set gauges. */
  before(measure: () => void | Promise<void>): void
}

/** Takes nothing. */
export const noMeter: Meter = {
  count: () => undefined,
  set: () => undefined,
  observe: () => undefined,
  before: () => undefined,
}

/** A value if it is in a list, else `other`. */
const knownOrOther = (values: ReadonlySet<string>) => (value: string) => (values.has(value) ? value : 'other')

const knownCodes = new Set([
  ...[configurationRule, conflictRule, tooLargeRule].map(({ code }) => code),
  ...codes.engine,
  ...codes.commands,
  ...[codes.rules, codes.refusalCodes].flatMap((part) => Object.keys(part)),
])

const shelves = ['merge base', 'id', 'blob', 'file', 'tree', 'answer']

/** Names from the outside as labels. A declared workflow has codes of its own, which a repository chooses. */
export const labelOf = {
  code: knownOrOther(knownCodes),
  event: knownOrOther(new Set([...webhookEvents, ...installationEvents].map((name) => name.replace(/\..*/, '')))),
  /** The name of a shelf comes after that of its repository. */
  shelf: (name: string) => shelves.find((shelf) => name === shelf || name.endsWith(` ${shelf}`)) ?? 'other',
}

/** @returns seconds since then */
export const timer = (now: () => number = performance.now.bind(performance)): (() => number) => {
  const began = now()
  return () => (now() - began) / 1000
}
