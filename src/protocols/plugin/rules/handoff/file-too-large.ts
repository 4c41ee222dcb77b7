import { msg } from '../../../../core/message.ts'
import { change, handoffPath, notesPath, notesSample, sample, withContract } from '../../examples.ts'
import { unreadableFile } from './unreadable-file.ts'

const limit = 4096
const long = `\n${'far too much text '.repeat(300)}\n`

export const fileTooLarge = unreadableFile('large', {
  code: 'PLUGIN_FILE_TOO_LARGE',
  strict: 'error',
  soft: 'error',
  summary: 'A handoff, the registry or notes are larger than `limits.file`; they are not read.',
  why: 'State that nobody can read in one go is not read at all, neither by Baton nor by an agent.',
  repair: 'Move what is no state into another file, or raise `limits.file` in the configuration.',
  message: ({ file: { what }, model: { context } }) => msg`Unexpected size of the ${what}, expected at most ${context.limit} bytes`,
  hint: () => msg`Move what is no state into another file, or raise ${'limits.file'} in the configuration.`,
  examples() {
    return {
      bad: [
        { about: 'an endless handoff', limit, head: change(sample, { [handoffPath]: [['- Keep the knob linear', long]] }) },
        { about: 'endless notes', limit, head: change(notesSample, { [notesPath]: [['# TinyGain', `# TinyGain\n${long}`]] }) },
      ],
      good: [{ about: 'an endless contract, which is only hashed', limit, head: withContract(sample, 'creative_brief', long) }],
    }
  },
})
