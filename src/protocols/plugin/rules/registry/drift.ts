import type { Rule, RuleFacts } from '../../../../core/rule.ts'
import { say } from '../../../../core/say.ts'
import { targetId } from '../../facts.ts'
import type { Row, SecondPlace } from '../../registry.ts'
import { repair } from '../../repair.ts'
import type { PluginSubject } from '../../subjects.ts'

interface Drift extends RuleFacts {
  readonly field: 'status' | 'version' | 'updated'
  /** What the field is called. */
  readonly label: string
  /** What a value says; empty where it is none. Nothing drifts from a side without a value. */
  readonly says: (text: string) => string
}

/** A rule that compares a value of the row with that of the second place. */
export function drift({ field, label, says, ...facts }: Drift): Rule<PluginSubject> {
  const valueOf = (place: Row | SecondPlace | undefined) => {
    const value = place?.[field]
    const said = value ? says(value.text) : ''
    return value && said !== '' ? { said, place: value.place } : undefined
  }
  return {
    ...facts,
    *check({ plugin, model }) {
      const here = valueOf(plugin.row)
      const there = valueOf(plugin.second)
      if (!here || !there || here.said === there.said) return
      const second = model.layout === 'notes' ? 'notes' : 'entry'
      yield {
        message: `${say`Unexpected ${label} ${here.said} in the row, expected ${there.said}`} as in the ${second}`,
        hint: say`${`/sync ${plugin.name}`} writes that into the row; with ${'--from table'} what the row says is written there.`,
        ...repair('/sync NAME', plugin.name),
        place: here.place,
        target: targetId(plugin.name),
        related: [{ ...there.place, message: say`says ${there.said}` }],
      }
    },
  }
}
