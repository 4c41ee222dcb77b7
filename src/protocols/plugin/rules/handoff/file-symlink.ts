import { msg } from '../../../../core/message.ts'
import { change, contractPath, handoffPath, notesPath, notesSample, oldHandoffPath, registryPath, sample } from '../../examples.ts'
import type { UnreadableFile } from '../../model.ts'
import { unreadableFile } from './unreadable-file.ts'

const isFolder = (what: UnreadableFile['what']) => what.startsWith('folder ')

export const fileSymlink = unreadableFile('link', {
  code: 'PLUGIN_FILE_SYMLINK',
  strict: 'error',
  soft: 'error',
  summary: 'A handoff, a contract, the registry, notes or a folder of theirs are a symbolic link or a submodule; it is not followed.',
  why: 'What a link leads to may lie outside the repository or change without a commit: it is no state of this repository.',
  repair: 'Put the file or folder itself in place of the link.',
  message: ({ file: { what } }) =>
    isFolder(what)
      ? msg`Unexpected link in place of the ${what}, expected a folder`
      : msg`Unexpected link in place of the ${what}, expected a file`,
  hint: ({ file: { what } }) => `Put the ${isFolder(what) ? 'folder' : 'file'} itself in place of the link: links are not followed.`,
  examples() {
    return {
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
        {
          about: 'a folder of contracts that is a link',
          head: {
            [handoffPath]: sample[handoffPath] ?? '',
            [registryPath]: sample[registryPath] ?? '',
            'plugins/TinyGain/.ideas': '../Amber/.ideas',
          },
          links: ['plugins/TinyGain/.ideas'],
        },
        {
          about: 'a folder of plugins that is a link',
          head: { [registryPath]: sample[registryPath] ?? '', plugins: '../plugins' },
          links: ['plugins'],
        },
        {
          about: 'a registry in a folder that is a link',
          head: { ...change(sample, { [registryPath]: null }), docs: '../docs' },
          links: ['docs'],
          configuration: { registry: 'docs/PLUGINS.md' },
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
    }
  },
})
