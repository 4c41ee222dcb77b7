import type { Rule, RuleFacts } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { anchor, entry, inState } from '../../examples.ts'
import { limits } from '../../schema.ts'
import { about, type Compared } from '../../subjects.ts'
import { softly } from '../../shapes.ts'

interface LimitFacts extends Omit<RuleFacts, 'strict' | 'soft'> {
  readonly key: 'anchors' | 'history'
  readonly hint: string
  readonly fix?: string
}

/** A rule about a list of the state file that is too long. One that was no shorter before is the framework's own doing. */
function limitRule({ key, hint, fix, ...facts }: LimitFacts): Rule<Compared> {
  const most = limits[key]
  return {
    ...facts,
    strict: 'error',
    soft: 'warning',
    *check({ now, before }) {
      const { file } = now.state
      const { length } = file.list(key)
      if (length <= most) return
      yield {
        message: msg`Unexpected number of entries in ${key}: ${length}, expected at most ${most}`,
        hint,
        place: file.place(key, most),
        ...softly((before?.state.file.list(key).length ?? 0) >= length),
        ...(fix !== undefined && { fix }),
        ...about(now.brain),
      }
    },
  }
}

const anchors = (length: number) => inState({ anchors: Array.from({ length }, (_, index) => anchor(index + 1, 'normal')) })
const history = (length: number) => inState({ history: Array.from({ length }, () => entry('task:Begin')) })

export const anchorsLimit = limitRule({
  code: 'GOV_ANCHORS_LIMIT',
  key: 'anchors',
  hint: 'Remove anchors of the priority `normal`.',
  summary: 'There are more than 20 anchors.',
  why: 'The framework drops those beyond the limit as it likes.',
  repair: 'Remove anchors of the priority `normal`.',
  examples() {
    return {
      bad: [{ about: '21 anchors', head: anchors(21) }],
      good: [{ about: '20 anchors', head: anchors(20) }],
    }
  },
})

export const historyLimit = limitRule({
  code: 'GOV_HISTORY_LIMIT',
  key: 'history',
  hint: 'The command `/fix GOV_HISTORY_LIMIT` keeps the last 50.',
  fix: '/fix GOV_HISTORY_LIMIT',
  summary: 'There are more than 50 entries in the history.',
  why: 'It is read whole at every step; the framework keeps no more.',
  repair: '`/fix GOV_HISTORY_LIMIT` keeps the last 50.',
  safe: true,
  examples() {
    return {
      bad: [{ about: '51 entries', head: history(51) }],
      good: [{ about: '50 entries', head: history(50) }],
    }
  },
})
