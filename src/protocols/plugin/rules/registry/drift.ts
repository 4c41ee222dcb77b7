import type { Finding } from '../../../../core/diagnostic.ts'
import type { Rule, RuleFacts } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { targetId } from '../../facts.ts'
import { offer } from '../../offers.ts'
import type { Row, SecondPlace, Value } from '../../registry.ts'
import { isCertain, settlementOf, type Settlement, type Side } from '../../settlement.ts'
import type { PluginSubject } from '../../subjects.ts'

/** A value of the row and one of the second place that differ. */
export interface Drifting extends PluginSubject {
  /** What they say. */
  readonly said: Readonly<Record<Side, string>>
  /** What `/sync` makes of the plugin. */
  readonly settlement: Settlement
}

/** What is said of a drift. */
type Told = Pick<Finding, 'message' | 'offers' | 'hint' | 'choice'>

interface Drift extends RuleFacts {
  readonly field: 'status' | 'version' | 'updated'
  /** What a value says; empty where it is none. Nothing drifts from a side without a value. */
  readonly says: (text: string) => string
  readonly tell: (drifting: Drifting) => Told
}

const otherSide = (side: Side): Side => (side === 'row' ? 'second' : 'row')

/** How a place is called. */
export const placeName = (side: Side, { layout }: PluginSubject['model']): string =>
  side === 'row' ? 'the row' : layout === 'notes' ? 'the notes' : 'the entry'

/** One side is right, for a reason that stands behind its name. */
export function expecting({ said, model }: Drifting, label: string, right: Side, why = ''): string {
  const wrong = otherSide(right)
  return `${msg`Unexpected ${label} ${said[wrong]} in`} ${placeName(wrong, model)}${msg`, expected ${said[right]} as in`} ${placeName(right, model)}${why}`
}

const byHand = 'Correct the one that is wrong.'

/** `/sync` writes what is right. Where it has to choose for another value of the plugin, it is a choice here too. */
export function syncing({ plugin, model, said, settlement }: Drifting, right: Side): Omit<Told, 'message'> {
  const does = `${msg`writes ${said[right]} into`} ${placeName(otherSide(right), model)}`
  const offers = offer('sync', { plugin, model }, does)
  return { offers, ...(offers.length === 0 && { hint: byHand }), ...(!isCertain(settlement) && { choice: true }) }
}

/** Somebody has to choose: `/sync` goes the one way, and the other is named beside it. */
export function eitherWay(drifting: Drifting, right: Side): Omit<Told, 'message'> {
  const { plugin, model, said } = drifting
  const { offers = [], ...advised } = syncing(drifting, right)
  const wrong = otherSide(right)
  const does = `${msg`writes ${said[wrong]} into`} ${placeName(right, model)}`
  const back = offer(wrong === 'row' ? 'sync from table' : 'sync from entry', { plugin, model }, does)
  return { ...advised, offers: [...offers, ...back], choice: true }
}

/** A rule that compares a value of the row with that of the second place. */
export function drift({ field, says, tell, ...facts }: Drift): Rule<PluginSubject> {
  const valueOf = (place: Row | SecondPlace | undefined): (Value & { readonly said: string }) | undefined => {
    const value = place?.[field]
    const said = value ? says(value.text) : ''
    return value && said !== '' ? { ...value, said } : undefined
  }
  return {
    ...facts,
    *check({ plugin, model }) {
      const here = valueOf(plugin.row)
      const there = valueOf(plugin.second)
      if (!here || !there || here.said === there.said) return
      yield {
        ...tell({ plugin, model, said: { row: here.said, second: there.said }, settlement: settlementOf(plugin, model) }),
        place: here.place,
        target: targetId(plugin.name),
        related: [{ ...there.place, message: msg`says ${there.said}` }],
      }
    },
  }
}
