import { msg } from '../../../../core/message.ts'
import { change, handoffPath, notesPath, notesSample, registryPath, sample } from '../../examples.ts'
import { unreadableFile } from './unreadable-file.ts'

export const fileEncoding = unreadableFile('encoding', {
  code: 'PLUGIN_FILE_ENCODING',
  strict: 'error',
  soft: 'error',
  summary: 'A handoff, the registry or notes are no UTF-8 text: other bytes stand in them, or a NUL.',
  why: 'It is no text that two programs would read alike, so nothing in it is looked at.',
  repair: 'Save it as UTF-8. `/restore NAME state` takes the newest earlier version of a handoff that can be read.',
  message: ({ file: { what } }) => msg`Unexpected bytes in the ${what}, expected UTF-8 text without NUL`,
  hint: () => 'Saving it as UTF-8 mends it.',
  restoring: 'takes its newest earlier version that can be read, if there is one',
  examples() {
    return {
      bad: [
        { about: 'a NUL in the handoff', head: change(sample, { [handoffPath]: [['Stage 2 Complete', 'Stage 2\0Complete']] }) },
        { about: 'a NUL in the notes', head: change(notesSample, { [notesPath]: [['# TinyGain', '# Tiny\0Gain']] }) },
      ],
      good: [
        {
          about: 'letters of any script, and a byte-order mark',
          head: change(sample, { [registryPath]: [['# Plugins', '\ufeff# Плагины 🎛']] }),
        },
      ],
    }
  },
})
