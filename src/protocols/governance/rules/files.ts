import { filesOf, isOldSession, about } from '../model.ts'
import { type GovernanceRules } from './subjects.ts'
import { msg } from '../../../core/message.ts'
import type { Finding } from '../../../core/diagnostic.ts'
import type { FileRecord } from '../../../kit/record.ts'
import { keptPaths } from '../files.ts'
import { over, whole } from '../../../kit/rules.ts'

/** A link is where a file or folder should be; commands report it too. */
export const linkFinding = (path: string): Finding => ({
  message: msg`Unexpected link ${path}, expected a file or folder`,
  hint: 'Commit the file itself in place of the link.',
  place: { path },
})

/** The keys of a file that come twice; commands report them too. */
export const secondKeys = (file: FileRecord): readonly Finding[] =>
  file.repeatedKeys().map(({ message, place, first }) => ({
    message,
    hint: 'Remove one of the two: readers disagree on which one counts.',
    place,
    related: [{ ...first, message: 'the first' }],
  }))

/** Files that cannot be read, links, and what git ignores */
export const fileRules: GovernanceRules = {
  name: 'files',
  title: 'Files that cannot be read, links, and what git ignores',
  rules: [
    over(whole, [
      {
        code: 'GOV_FILE_UNREADABLE',
        strict: 'error',
        soft: 'error',
        summary: 'A file is not UTF-8, has a NUL, is too large, not JSON, too deeply nested, or not an object.',
        why: 'If the framework cannot read its own state, it starts over, and everything in it is lost.',
        hint: 'Restore the last valid version.',
        examples: ({ statePath, metricsPath, sessionPath, print, state, change, sample }) => {
          const written = (text: string) => change(sample, { [statePath]: text })
          return {
            bad: [
              { about: 'a comment', head: written('{ /* none */ }\n') },
              { about: 'a comma too many', head: written('{ "version": "0.3.1", }\n') },
              { about: 'nothing', head: written('') },
              { about: 'a list', head: change(sample, { [metricsPath]: '[]\n' }) },
              { about: 'half a file', head: change(sample, { [sessionPath('ses_2')]: '{ "sessionId": "ses_2"' }) },
              { about: 'a NUL', head: written('{ "version": "0\u0000" }\n') },
              { about: 'too deep', head: written(`{ "deep": ${'['.repeat(64)}${']'.repeat(64)} }\n`) },
              { about: 'too large', head: written(`${print(state())}${' '.repeat(3000)}`), limit: 3000 },
            ],
            good: [
              { about: 'Windows line endings', head: written(print(state()).replaceAll('\n', '\r\n')) },
              { about: 'no final line break', head: written(print(state()).trimEnd()) },
            ],
          }
        },
        *check({ now }) {
          for (const { file, target } of filesOf(now))
            if (file.fault && file.link === undefined) yield { message: file.fault.message, place: file.fault.place, ...about(target) }
        },
      },
      {
        code: 'GOV_FILE_LINK',
        strict: 'error',
        soft: 'error',
        summary: 'A file, or a folder on its path, is a symbolic link or a submodule: it is neither followed nor read.',
        why: 'A link may lead anywhere, out of the repository too, and a write through it ends up there.',
        repair: 'Commit the file itself.',
        examples: ({ sessionPath, change, sample, emptySample }) => ({
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
              about: 'a link next to the state',
              head: change(sample, { '.idumb/modules/rules.md': '../x' }),
              links: ['.idumb/modules/rules.md'],
            },
          ],
        }),
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
        examples: ({ statePath, print, state, change, sample }) => ({
          bad: [{ about: 'a mark', head: change(sample, { [statePath]: `\ufeff${print(state())}` }) }],
          good: [{ about: 'none', head: sample }],
        }),
        *check({ now }) {
          for (const { file, target } of filesOf(now)) {
            if (!file.marked || !file.data || isOldSession(now, file)) continue
            yield {
              message: 'Unexpected byte-order mark, expected plain UTF-8',
              place: { path: file.path, line: 1 },
              ...about(target),
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
        examples: ({ statePath, sessionPath, print, session, histories, state, change, sample }) => ({
          bad: [
            {
              about: 'two phases',
              head: change(sample, { [statePath]: print(state()).replace('"phase"', '"phase": "plan",\n  "phase"') }),
            },
            {
              about: 'two states',
              head: change(sample, {
                [sessionPath()]: print(session(histories.working)).replace(
                  '"sessionState"',
                  '"sessionState": "beginning",\n  "sessionState"',
                ),
              }),
            },
            {
              about: 'in an anchor',
              head: change(sample, { [statePath]: print(state()).replace('"priority"', '"priority": "low",\n      "priority"') }),
            },
          ],
          good: [{ about: 'the same key in two objects', head: sample }],
        }),
        *check({ now }) {
          for (const { file, target } of filesOf(now)) for (const found of secondKeys(file)) yield { ...found, ...about(target) }
        },
      },
      {
        code: 'GOV_ROOT_IGNORED',
        strict: 'warning',
        soft: 'warning',
        installation: 'ignored',
        summary: 'When the installation is checked: git ignores the state file or the sessions, tracked already or not.',
        why: 'What is ignored is not committed, and so gets lost on the way to others.',
        repair: 'Remove the pattern from `.gitignore`, or add an exception.',
        examples: ({ statePath, sample }) => ({
          bad: [{ about: 'the state file', head: sample, ignored: [statePath] }],
          good: [
            { about: 'nothing', head: sample, ignored: [] },
            { about: 'another file', head: sample, ignored: ['.idumb/brain/todos.json'] },
          ],
        }),
        *check({ now: { context, configuration, brain } }) {
          for (const path of keptPaths(configuration)) {
            if (context.ignored?.has(path) !== true) continue
            yield {
              message: msg`Unexpected ${path} among what git ignores, expected it to be committed`,
              hint: msg`Remove the pattern from ${'.gitignore'}, or add ${`!/${configuration.root}/`}.`,
              place: { path },
              ...about(brain),
            }
          }
        },
      },
    ]),
  ],
}
