import { change, configPath, inConfig, sample } from '../../examples.ts'
import type { StageSubject } from '../../subjects.ts'
import { unreadableRule } from '../unreadable.ts'

const written = (text: string) => change(sample, { [configPath]: text })
const aliases = Array.from({ length: 101 }, () => '*one').join(', ')

export const stageConfigUnreadable = unreadableRule<StageSubject>({
  code: 'STAGE_CONFIG_UNREADABLE',
  strict: 'error',
  soft: 'error',
  summary:
    '`stage-config.yaml` is not UTF-8, not one YAML document, no mapping, empty, too large, has more than 100 aliases or a tag beyond the standard ones.',
  why: 'Nobody can tell what the stage needs and what it must give.',
  repair: 'Write it as keys and values in YAML.',
  look: ({ stage: { config, target } }) => ({ ...config, target }),
  hint: 'Write it as keys and values in YAML.',
  examples() {
    return {
      bad: [
        { about: 'a bracket that is not closed', head: inConfig(['optional: []', 'optional: [']) },
        { about: 'nothing', head: written('') },
        { about: 'a list', head: written('- explore\n') },
        { about: 'two documents', head: written('id: explore\n---\nid: explore\n') },
        { about: 'a tag of a program', head: inConfig(['name: Explore', 'name: !!python/object:os.system Explore']) },
        { about: 'aliases without end', head: inConfig(['optional: []', `optional: []\nmany: [&one x, ${aliases}]`]) },
        { about: 'bytes that are no text', head: written('\0') },
      ],
      good: [
        {
          about: 'an anchor, aliases and a merge',
          head: inConfig(['name: Explore', 'name: &name Explore\ntitle: *name\nbase: &base { a: 1 }\nmore: { <<: *base }']),
        },
        { about: 'tags of YAML', head: inConfig(['name: Explore', 'name: !!str Explore']) },
        { about: 'a comment first', head: inConfig(['id: explore', '# composed\nid: explore']) },
      ],
    }
  },
})
