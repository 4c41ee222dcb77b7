import { msg } from '../../../core/message.ts'
import {
  briefPath,
  change,
  folder,
  linked,
  only,
  planPath,
  progressPath,
  promptPath,
  researchPath,
  reviewPath,
  session,
  statePath,
} from '../examples.ts'
import type { Kind } from '../files.ts'
import type { Told } from './rule.ts'

const paths: Readonly<Record<Kind, string>> = {
  brief: briefPath,
  research: researchPath,
  plan: planPath,
  progress: progressPath,
  review: reviewPath,
  'session-state': statePath,
  'next-session-prompt': promptPath,
}

const others = (path: string) => change(session, { [path]: null })

export const notFound = (kind: Kind): Told => ({
  summary: msg`A path that was named as, or can only be, a ${kind} leads to no file.`,
  why: 'Whoever names a file wants to know that it was not there, rather than that nothing is wrong with it.',
  repair: 'Run the command that writes it.',
  examples() {
    return {
      bad: [{ about: 'no such file', head: others(paths[kind]), named: [paths[kind]] }],
      good: [{ about: 'it is there', head: session, named: [paths[kind]] }],
    }
  },
})

export const readError = (kind: Kind): Told => ({
  summary: msg`A ${kind} is not UTF-8, larger than ${'limits.file'}, a link, or no regular file.`,
  why: 'What cannot be read cannot be handed over, and links lead where nobody looked.',
  repair: 'Put a text file in its place.',
  examples() {
    return {
      bad: [{ about: 'a link', ...linked(paths[kind]), named: [paths[kind]] }],
      good: [{ about: 'a file', head: session }],
    }
  },
})

export const wrongType = (kind: 'brief' | 'research' | 'review', path: string, type: string, also: readonly string[]): Told => ({
  summary: msg`${'type'} of a ${kind} is not ${type}, or absent.`,
  why: 'The type says what a file is wherever it lies; its reader stops at another one.',
  repair: msg`Write ${`type: ${type}`}.`,
  examples() {
    return {
      bad: [
        { about: 'another type', head: change(session, { [path]: [[`type: ${type}`, 'type: note']] }), also },
        { about: 'none', head: change(session, { [path]: [[`type: ${type}\n`, '']] }), also },
      ],
      good: [{ about: 'in quotes', head: change(session, { [path]: [[`type: ${type}`, `type: "${type}"`]] }) }],
    }
  },
})

export const missingField = (kind: Kind, path: string, line: string, why: string): Told => ({
  summary: msg`A required key of a ${kind} is absent, null or blank.`,
  why,
  repair: 'Write it.',
  examples() {
    return {
      bad: [
        { about: 'absent', head: change(session, { [path]: [[line, '']] }) },
        { about: 'blank', head: change(session, { [path]: [[line, `${line.slice(0, line.indexOf(':'))}: "  "\n`]] }) },
        { about: 'null', head: change(session, { [path]: [[line, `${line.slice(0, line.indexOf(':'))}: ~\n`]] }) },
      ],
      good: [{ about: 'a key that nobody knows beside them', head: change(session, { [path]: [[line, `${line}extra: 1\n`]] }) }],
    }
  },
})

export const missingSection = (kind: Kind, path: string, heading: string): Told => ({
  summary: msg`A required section of a ${kind} is absent: a heading of level 2 with exactly that text.`,
  why: 'The next command reads the file by its sections.',
  repair: 'Add the heading, letter by letter.',
  examples() {
    return {
      bad: [
        { about: 'another case', head: change(session, { [path]: [[heading, heading.toLowerCase()]] }) },
        { about: 'another level', head: change(session, { [path]: [[heading, `#${heading}`]] }) },
        { about: 'only in a fence', head: change(session, { [path]: [[heading, `\`\`\`\`md\n${heading}\n\`\`\`\``]] }) },
        { about: 'only in a comment', head: change(session, { [path]: [[heading, `<!--\n${heading}\n-->`]] }) },
      ],
      good: [{ about: 'closing marks', head: change(session, { [path]: [[heading, `${heading} ##  `]] }) }],
    }
  },
})

export const slugMismatch = (path: string): Told => ({
  summary: '`slug` is not that of the folder.',
  why: 'Commands find a project by its slug; two names lead to two projects.',
  repair: 'The name of the folder without its date.',
  safe: true,
  examples() {
    return {
      bad: [
        { about: 'another one', head: change(session, { [path]: [['slug: login', 'slug: logon']] }) },
        { about: 'with the date', head: change(session, { [path]: [['slug: login', 'slug: 2026-01-20-login']] }) },
        { about: 'in another case', head: change(session, { [path]: [['slug: login', 'slug: Login']] }) },
      ],
      good: [{ about: 'a slug that YAML would take for a number', head: renamed(path) }],
    }
  },
})

/** A project whose slug is `1e3`. */
const renamed = (path: string) => {
  const other = folder.replace('login', '1e3')
  const text = (only(path)[path] ?? '').replaceAll(folder, other).replace('slug: login', 'slug: 1e3').replace('topics: 1', 'topics: 0')
  return path === briefPath
    ? { [`${other}/brief.md`]: text }
    : {
        [`${other}/brief.md`]: (session[briefPath] ?? '')
          .replaceAll(folder, other)
          .replace('slug: login', 'slug: 1e3')
          .replace('topics: 1', 'topics: 0'),
        [`${other}/review.md`]: text,
      }
}

export const dirMismatch = (path: string): Told => ({
  summary: '`project_dir` is not the folder that the file lies in.',
  why: 'The next command writes where this says.',
  repair: 'The path of the folder.',
  safe: true,
  examples() {
    return {
      bad: [
        {
          about: 'another folder',
          head: change(session, { [path]: [[`project_dir: ${folder}/`, 'project_dir: .claude/projects/login/']] }),
        },
      ],
      good: [
        { about: 'without the last `/`', head: change(session, { [path]: [[`project_dir: ${folder}/`, `project_dir: ${folder}`]] }) },
        { about: 'with `./` before it', head: change(session, { [path]: [[`project_dir: ${folder}/`, `project_dir: ./${folder}/`]] }) },
      ],
    }
  },
})

export const versionFormat = (path: string, line: string): Told => ({
  summary: 'The version is not of the form `N.M`.',
  why: 'Versions are compared number by number.',
  repair: 'Write the current version.',
  examples() {
    return {
      bad: [
        {
          about: 'a word',
          head: change(session, { [path]: [[line, `${line.slice(0, line.indexOf(':'))}: latest`]] }),
          ...(path === planPath && { also: ['PROGRESS_PLAN_VERSION_MISMATCH'] }),
        },
      ],
      good: [{ about: 'without quotes', head: change(session, { [path]: [[line, line.replaceAll('"', '')]] }) }],
    }
  },
})

export const versionMismatch = (path: string, line: string): Told => ({
  summary: 'The version is another one than the current.',
  why: 'It is read on as the current one, which it may not be.',
  repair: 'Write the current version, and what it asks for.',
  examples() {
    return {
      bad: [
        {
          about: 'another version',
          head: change(session, { [path]: [[line, `${line.slice(0, line.indexOf(':'))}: 1.70`]] }),
          ...(path === planPath && { also: ['PROGRESS_PLAN_VERSION_MISMATCH'] }),
        },
      ],
      good: [{ about: 'the current one', head: session }],
    }
  },
})
