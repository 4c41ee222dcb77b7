import type { Rule, RuleFacts } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { change, configPath, emptySample, sample, statePath } from '../../examples.ts'
import type { GovernanceModel } from '../../model.ts'
import type { JsonFile } from '../../reading/json-file.ts'
import { about, addedSessions, type Compared } from '../../subjects.ts'

interface MissingFacts extends Omit<RuleFacts, 'strict' | 'soft' | 'safe'> {
  readonly file: (model: GovernanceModel) => JsonFile
}

/** A rule about a file that every session needs. It is grave where a change adds a session, or takes the file away. */
function missingRule({ file, ...facts }: MissingFacts): Rule<Compared> {
  return {
    ...facts,
    strict: 'error',
    soft: 'warning',
    safe: true,
    *check(compared) {
      const { now } = compared
      const { there, path } = file(now)
      if (there || now.sessions.length === 0) return
      yield {
        message: msg`Missing ${path}, expected one where there are sessions`,
        hint: msg`The command ${`/fix ${facts.code}`} writes one.`,
        fix: `/fix ${facts.code}`,
        place: { path },
        concerns: addedSessions(compared),
        ...about(now.brain),
      }
    },
  }
}

const without = (path: string) => change(sample, { [path]: null })

export const stateMissing = missingRule({
  code: 'GOV_STATE_MISSING',
  summary: 'There is a session, and no state file.',
  why: 'Phase, anchors and history of every session stand there (S1-R02).',
  repair: '`/fix GOV_STATE_MISSING` writes a new one.',
  file: ({ state }) => state.file,
  examples() {
    return {
      bad: [{ about: 'no state file', head: without(statePath) }],
      good: [{ about: 'no session', head: change(emptySample, { [statePath]: null }) }],
    }
  },
})

export const configMissing = missingRule({
  code: 'GOV_CONFIG_MISSING',
  summary: 'There is a session, and no configuration of the framework.',
  why: 'The language that every agent is to use stands there (S1-R02).',
  repair: '`/fix GOV_CONFIG_MISSING` writes a new one.',
  file: ({ config }) => config,
  examples() {
    return {
      bad: [
        { about: 'no configuration', head: without(configPath) },
        { about: 'a session is added without one', base: change(emptySample, { [configPath]: null }), head: without(configPath) },
        { about: 'it was deleted', base: sample, head: without(configPath) },
      ],
      good: [{ about: 'no session', head: change(emptySample, { [configPath]: null }) }],
    }
  },
})
