import { filesOf } from '../model.ts'
import { type GovernanceRules } from './subjects.ts'
import { msg } from '../../../core/message.ts'
import type { Finding } from '../../../core/diagnostic.ts'
import type { FileRecord } from '../../../kit/record.ts'
import { committedPaths } from '../files.ts'
import { overParts, wholeComparison } from '../../../kit/rules.ts'

/** A link is where a file or folder should be; commands report it too. */
export const linkFinding = (path: string): Finding => ({
  message: msg`Unexpected symbolic link or submodule ${path}, expected a file or folder`,
  hint: 'Commit the file itself in place of the link.',
  place: { path },
})

/** The keys of a file that come twice; commands report them too. */
export const duplicateKeyFindings = (file: FileRecord): readonly Finding[] =>
  file.repeatedKeys().map(({ message, place, first }) => ({
    message,
    hint: 'Remove one of the two: readers disagree on which one counts.',
    place,
    related: [{ ...first, message: 'the first' }],
  }))

/**
 * The repair of a file that is missing: a command writes a new one. Not where the change took the file away: a new one
 * would drop what was counted or recorded.
 */
export const newFileAdvice = (fix: string, path: string, isTakenAway: boolean): Pick<Finding, 'hint' | 'fix'> =>
  isTakenAway
    ? { hint: msg`Bring ${path} back from the base: a new one would drop what it recorded.` }
    : { hint: msg`The command ${fix} writes a new one.`, fix }

export const fileRules: GovernanceRules = {
  name: 'files',
  title: 'Files that cannot be read, symbolic links, and what git ignores',
  rules: [
    overParts(wholeComparison, [
      {
        code: 'GOV_FILE_UNREADABLE',
        strict: 'error',
        soft: 'error',
        summary: 'A file is not UTF-8, has a NUL, is too large, not JSON, too deeply nested, or not an object.',
        why: 'If the framework cannot read its own state, it starts over, and everything in it is lost.',
        hint: 'Restore the last valid version.',
        *check({ now }) {
          for (const { file, target } of filesOf(now))
            if (file.fault && file.link === undefined)
              yield { message: file.fault.message, place: file.fault.place, target }
        },
      },
      {
        code: 'GOV_FILE_LINK',
        strict: 'error',
        soft: 'error',
        summary: 'A file, or a folder on its path, is a symbolic link or a submodule: it is neither followed nor read.',
        why: 'A symbolic link may lead anywhere, out of the repository too, and a write through it ends up there.',
        repair: 'Commit the file itself.',
        *check({ now: { links } }) {
          for (const path of links) yield linkFinding(path)
        },
      },
      {
        code: 'GOV_BOM',
        strict: 'warning',
        soft: 'notice',
        summary: 'A file begins with a byte-order mark.',
        why: "The framework's own parser fails on it and starts over.",
        hint: 'Save the file as UTF-8 without a byte-order mark.',
        *check({ now }) {
          for (const { file, target, isOld } of filesOf(now)) {
            if (!file.marked || !file.data || isOld) continue
            yield {
              message: 'Unexpected byte-order mark, expected plain UTF-8',
              place: { path: file.path, line: 1 },
              target,
            }
          }
        },
      },
      {
        code: 'GOV_DUPLICATE_KEY',
        strict: 'error',
        soft: 'error',
        summary: 'A key occurs twice in one object.',
        why: 'Some readers take the first and others the last, so that they disagree about its content.',
        repair: 'Remove one of the two.',
        *check({ now }) {
          for (const { file, target } of filesOf(now))
            for (const finding of duplicateKeyFindings(file)) yield { ...finding, target }
        },
      },
      {
        code: 'GOV_ROOT_IGNORED',
        strict: 'warning',
        soft: 'warning',
        installation: 'ignored',
        summary:
          'When the installation is checked: git ignores the state file or the sessions, tracked already or not.',
        why: 'Ignored files are not committed: no other clone has them.',
        repair: 'Remove the pattern from `.gitignore`, or add an exception.',
        *check({ now: { context, configuration, brain } }) {
          for (const path of committedPaths(configuration)) {
            if (context.ignored?.has(path) !== true) continue
            yield {
              message: msg`Unexpected ${path} among the files that git ignores, expected it to be committed`,
              hint: msg`Remove the pattern from ${'.gitignore'}, or add ${`!/${configuration.root}/`}.`,
              place: { path },
              target: brain,
            }
          }
        },
      },
    ]),
  ],
}
