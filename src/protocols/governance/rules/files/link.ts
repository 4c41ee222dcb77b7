import type { Rule } from '../../../../core/rule.ts'
import { msg } from '../../../../core/message.ts'
import { change, emptySample, sample, sessionPath } from '../../examples.ts'
import type { Compared } from '../../subjects.ts'

export const fileLink: Rule<Compared> = {
  code: 'GOV_FILE_LINK',
  strict: 'error',
  soft: 'error',
  summary: 'A file, or a folder on its way, is a symbolic link or a submodule: it is neither followed nor read.',
  why: 'A link may lead anywhere, out of the repository too, and whoever writes through it writes there.',
  repair: 'Commit the file itself.',
  examples() {
    return {
      bad: [
        { about: 'a session', head: change(sample, { [sessionPath('ses_2')]: 'ses_1.json' }), links: [sessionPath('ses_2')] },
        {
          about: 'the folder of the sessions',
          head: change(emptySample, { '.idumb/sessions': '../elsewhere' }),
          links: ['.idumb/sessions'],
        },
      ],
      good: [
        {
          about: 'a link beside the state',
          head: change(sample, { '.idumb/modules/rules.md': '../x' }),
          links: ['.idumb/modules/rules.md'],
        },
      ],
    }
  },
  *check({ now: { links } }) {
    for (const path of links)
      yield {
        message: msg`Unexpected link ${path}, expected a file or folder`,
        hint: 'Commit the file itself in place of the link.',
        place: { path },
      }
  },
}
