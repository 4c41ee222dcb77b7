import type { Commit } from '../../../../core/change.ts'
import type { Finding, Level } from '../../../../core/diagnostic.ts'
import type { Example, Rule, RuleFacts } from '../../../../core/rule.ts'
import { committed, sample, type Work } from '../../examples.ts'
import { judgements, type Judged } from '../../scopes/judgement.ts'
import type { Compared } from '../../subjects.ts'

/** The SHA of a commit as people are shown it. */
export const short = ({ sha }: Commit) => sha.slice(0, 7)

interface ScopeFacts extends RuleFacts {
  readonly found: (judged: Judged) => boolean
  readonly finding: (judged: Judged, compared: Compared) => Finding
  /** How grave the configuration calls it. */
  readonly level?: (compared: Compared) => Level
}

/** A level as the configuration writes it. */
export const levelOf = (word: 'ignore' | 'notice' | 'warning' | 'error'): Level => (word === 'ignore' ? 'off' : word)

/** The same wherever it stands. */
const bothWays = (level: Level) => ({ strict: level, soft: level })

/** A rule about each commit of a change, by whoever made it. */
export function scopeRule({ found, finding, level, ...facts }: ScopeFacts): Rule<Compared> {
  return {
    ...facts,
    *check(compared) {
      for (const judged of judgements(compared.now))
        if (found(judged)) yield { ...finding(judged, compared), ...(level && { levels: bothWays(level(compared)) }) }
    },
  }
}

/** An example of a change of these commits. */
export const commits = (about: string, ...works: readonly Work[]): Example => ({
  about,
  head: sample,
  base: sample,
  change: committed(...works),
})
