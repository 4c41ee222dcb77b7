import { linkNoun } from '../../../kit/entry.ts'
import { msg } from '../../../core/message.ts'
import { ignoreFindingPlace } from '../../../core/installation.ts'
import { sessions, isLegacy, allSessions, contractSessions, type SubagentRules } from './subjects.ts'
import { missingFiles } from '../model.ts'
import { committedPaths, layoutFiles } from '../files.ts'
import { isVariant } from '../reading/names.ts'
import { isDateAndTime } from '../schema.ts'
import type { DataNode } from '../../../documents/data.ts'
import type { FileRecord } from '../../../kit/record.ts'
import { overParts, wholeComparison } from '../../../kit/rules.ts'

const patternsIn = (node: DataNode | undefined): readonly string[] =>
  node?.kind === 'sequence' ? node.items.flatMap(patternsIn) : node?.kind === 'scalar' ? node.source.split(',') : []

/** Whether a session is a segment of one of the paths that `applyTo` of its instructions names. */
const appliesTo = (instructions: FileRecord, id: string): boolean =>
  patternsIn(instructions.node('applyTo')).some((pattern) =>
    pattern.split('/').some((segment) => segment.trim() === id),
  )

export const sessionRules: SubagentRules = {
  name: 'session',
  title: 'The session and its files',
  rules: [
    overParts(sessions, [
      {
        code: 'SUBAGENT_SESSION_ID',
        strict: 'error',
        soft: 'warning',
        summary: 'A folder with the files of a session has a name that is not a session id (`YYMMDD-hhmmss`).',
        why: 'Agents and orchestrators find a session by its id.',
        hint: 'Rename the folder, and the instructions next to it.',
        *check({ session: { id, isNamed, anchor } }) {
          if (isNamed) return
          yield {
            message: msg`Unexpected name ${id} of a session, expected one such as ${'260131-144400'}`,
            place: { path: anchor, line: 1 },
          }
        },
      },
      {
        code: 'SUBAGENT_SESSION_DATE',
        strict: 'warning',
        soft: 'notice',
        summary: 'The session id is not a date and time.',
        why: 'Sessions are ordered by their ids.',
        hint: 'Rename the folder, and the instructions next to it.',
        *check({ session: { id, isNamed, anchor } }) {
          if (!isNamed || isDateAndTime(id)) return
          yield {
            message: msg`Unexpected session id ${id}, expected a date and time: ${'YYMMDD-hhmmss'}`,
            place: { path: anchor, line: 1 },
          }
        },
      },
    ]),
    overParts(allSessions, [
      {
        code: 'SUBAGENT_SESSION_LEGACY',
        strict: 'warning',
        soft: 'warning',
        summary: 'A session that predates task ids and the orchestrator: no other rule checks it.',
        why: 'Old sessions must not fail every check, but must not pass as checked either.',
        repair:
          'Give every task an id `task-N` in `progress.md` and `tasks.md`; in `metadata.yaml` put the state below `orchestrator`.',
        *check(subject) {
          const { legacy } = subject.session
          if (!legacy || !isLegacy(subject)) return
          yield {
            message:
              legacy.why === 'markers'
                ? 'Missing ids: the tasks of this session have none'
                : msg`Unexpected ${'state'} without ${'orchestrator'}: this session uses an old format`,
            hint:
              legacy.why === 'markers'
                ? msg`Give every task an id such as ${'task-1'}.`
                : msg`Put the state below ${'orchestrator'}.`,
            place: { path: legacy.path, line: 1 },
          }
        },
      },
    ]),
    overParts(wholeComparison, [
      {
        code: 'SUBAGENT_UNREADABLE',
        strict: 'error',
        soft: 'error',
        summary:
          'A file of a session is not UTF-8, holds NUL, is a symbolic link, is behind one or is too large; or its YAML does not parse, has a key twice, an alias or a custom tag.',
        why: 'What cannot be read cannot be checked, and rules that need it report nothing.',
        hint: 'Put a plain text in its place.',
        *check(comparison) {
          for (const path of comparison.now.linked)
            yield {
              message: `Unexpected ${linkNoun(comparison.now.view, path)}, expected the folder of a session`,
              place: { path, line: 1 },
            }
          for (const { session } of allSessions(comparison))
            for (const { message, place } of session.unreadable) yield { message, place, target: session.target }
        },
      },
    ]),
    overParts(sessions, [
      {
        code: 'SUBAGENT_LAYOUT_MISSING',
        strict: 'error',
        soft: 'warning',
        summary:
          '`plan.md`, `tasks.md` or `progress.md` is missing or blank; in v2 also `metadata.yaml`, or `progress.md` of the current iteration.',
        why: 'A session is initialized by writing all of them.',
        repair: 'Let the Planner write them: MODE `INITIALIZE`.',
        *check({ session, before, modelBefore }) {
          for (const name of missingFiles(session)) {
            const path = `${session.path}/${name}`
            yield {
              message: msg`Missing ${name}, expected it in every session`,
              hint: msg`Let the Planner write it: MODE ${'INITIALIZE'}.`,
              place: { path: session.anchor, line: 1 },
              ...(modelBefore && { judgedBy: before ? [path] : [session.anchor] }),
            }
          }
        },
      },
      {
        code: 'SUBAGENT_INSTRUCTIONS_MISSING',
        strict: 'warning',
        soft: 'notice',
        summary: 'A session has no `<ID>.instructions.md`, neither next to its folder nor in it.',
        why: 'Agents learn the rules of a session from it.',
        repair: 'Let the Planner write it next to the folder: MODE `INITIALIZE`.',
        *check({ session, before, modelBefore }) {
          if (session.besidePath !== undefined || session.inside.length > 0) return
          const path = `${session.path}.instructions.md`
          yield {
            message: msg`Missing ${`${session.id}.instructions.md`}, expected it next to the folder of the session`,
            hint: msg`Let the Planner write it: MODE ${'INITIALIZE'}.`,
            place: { path: session.anchor, line: 1 },
            ...(modelBefore && { judgedBy: before ? [path] : [session.anchor] }),
          }
        },
      },
      {
        code: 'SUBAGENT_INSTRUCTIONS_PLACE',
        strict: 'warning',
        soft: 'warning',
        summary: 'The instructions of a session are inside its folder.',
        why: 'Editors look for them next to it, and the pattern `applyTo` is relative to that place.',
        repair: 'Move them next to the folder, as `<ID>.instructions.md`.',
        *check({ session: { inside, id } }) {
          for (const path of inside) {
            yield {
              message: msg`Unexpected place of ${path}, expected it next to the folder of the session`,
              hint: msg`Move it there, as ${`${id}.instructions.md`}.`,
              place: { path, line: 1 },
            }
          }
        },
      },
      {
        code: 'SUBAGENT_INSTRUCTIONS_SCOPE',
        strict: 'error',
        soft: 'warning',
        summary: 'The instructions of a session have no `applyTo`, or one that does not name the session.',
        why: 'They would apply everywhere, nowhere, or to another session.',
        repair: 'Write `applyTo: ".ralph-sessions/<ID>/**"` into the front matter.',
        *check({ session: { instructions, id, path: sessionPath } }) {
          if (!instructions || instructions.fault || appliesTo(instructions, id)) return
          const { path, data } = instructions
          const isThere = instructions.has('applyTo')
          yield {
            message: isThere
              ? msg`Unexpected ${'applyTo'}, expected ${id} as a part of its path`
              : msg`Missing ${'applyTo'} in the front matter, expected one that names ${id}`,
            hint: msg`Write ${`applyTo: "${sessionPath}/**"`}.`,
            place: (isThere && data?.document.place(instructions.keyPlace('applyTo').line ?? 1)) || { path, line: 1 },
          }
        },
      },
    ]),
    overParts(contractSessions, [
      {
        code: 'SUBAGENT_VARIANT',
        strict: 'error',
        soft: 'warning',
        capitals: true,
        summary: 'A file is named like another version of `plan.md`, `tasks.md` or `progress.md`.',
        why: 'There is one plan, one list of tasks and one progress, updated in place: agents read no others.',
        hint: 'Move what counts into the one file, and delete the other.',
        *check({ session }) {
          for (const name of session.names) {
            if (!isVariant(name, session.profile)) continue
            yield {
              message: msg`Unexpected file ${name}, expected ${`${/^[a-z]+/i.exec(name)?.[0].toLowerCase() ?? ''}.md`} alone, updated in place`,
              place: { path: `${session.path}/${name}`, line: 1 },
            }
          }
        },
      },
    ]),
    overParts(wholeComparison, [
      {
        code: 'SUBAGENT_STATE_IGNORED',
        strict: 'off',
        soft: 'warning',
        summary: 'In `baton doctor`: git ignores the files of sessions, or would.',
        why: 'State that is not committed is invisible to others. Files that are already tracked are still read.',
        repair: 'Remove the pattern.',
        installation: 'ignored',
        *check({ now: { context, configuration, sessions } }) {
          const layoutPaths = sessions.flatMap(({ path }) => layoutFiles.map((name) => `${path}/${name}`))
          const reportedPatterns = new Set<string>()
          for (const path of [...layoutPaths, ...committedPaths(configuration)]) {
            const ignorePattern = context.ignored?.get(path)
            if (!ignorePattern || reportedPatterns.has(`${ignorePattern.line} ${ignorePattern.source}`)) continue
            reportedPatterns.add(`${ignorePattern.line} ${ignorePattern.source}`)
            yield {
              message: msg`Unexpected pattern ${ignorePattern.pattern}: git ignores files of sessions`,
              hint: msg`Remove it from line ${ignorePattern.line} of ${ignorePattern.source}, or make it narrower.`,
              place: ignoreFindingPlace(ignorePattern, path),
            }
          }
        },
      },
    ]),
  ],
}
