import { say } from '../../../../core/say.ts'
import { change, contractPath, handoffPath, notesPath, notesSample, oldHandoffPath, sample } from '../../examples.ts'
import { unreadableFile } from './unreadable-file.ts'

export const fileSymlink = unreadableFile('link', {
  code: 'PLUGIN_FILE_SYMLINK',
  strict: 'error',
  soft: 'error',
  summary: 'A handoff, a contract, the registry or notes are a symbolic link or a submodule; it is not followed.',
  why: 'What a link leads to may lie outside the repository or change without a commit: it is no state of this repository.',
  repair: 'Put the file itself in place of the link.',
  message: ({ file: { what } }) => say`Unexpected link in place of the ${what}, expected a file`,
  hint: () => say`Put the file itself in place of the link: links are not followed.`,
  examples: {
    bad: [
      {
        about: 'a handoff that leads to another one',
        head: change(sample, { [handoffPath]: '../Amber/.continue-here.md' }),
        links: [handoffPath],
      },
      {
        about: 'a contract that leads out of the repository',
        head: change(sample, { [contractPath('plan')]: '/etc/passwd' }),
        links: [contractPath('plan')],
      },
      { about: 'notes that are a link', head: change(notesSample, { [notesPath]: 'README.md' }), links: [notesPath] },
      {
        about: 'a link at the old place of the handoff',
        head: change(sample, { [oldHandoffPath]: '../.continue-here.md' }),
        links: [oldHandoffPath],
      },
    ],
    good: [
      {
        about: 'a link that is no state',
        head: change(sample, { 'plugins/TinyGain/README.md': '../../README.md' }),
        links: ['plugins/TinyGain/README.md'],
      },
      { about: 'notes, where they are not the second place', head: change(sample, { [notesPath]: 'README.md' }), links: [notesPath] },
    ],
  },
})
