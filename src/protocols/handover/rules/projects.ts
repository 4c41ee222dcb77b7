import {
  blocker,
  briefPath,
  change,
  folder,
  inBrief,
  inPlan,
  major,
  only,
  planPath,
  progressPath,
  researchPath,
  sample,
  session,
} from '../examples.ts'
import type { Told } from './rule.ts'

const undated = (name: string) =>
  Object.fromEntries(
    Object.entries(only(briefPath)).map(([path, text]) => [
      path.replace('2026-01-20-login', name),
      text
        .replaceAll(folder, folder.replace('2026-01-20-login', name))
        .replace('topics: 1', 'topics: 0')
        .replace('slug: login', `slug: ${name}`),
    ]),
  )

const plan = inPlan([`source_findings: [${blocker}, ${major}]\n`, ''])[planPath] ?? ''

const old = { [planPath]: '# Plan\n\n1. Do it.\n' }

/** Rules about the folders of projects (handover protocol, sections 3, 4.2 and 4.3). */
export const projectRules = {
  PROJECT_DIR_NAME: {
    summary: 'The folder of a project is not named `YYYY-MM-DD-slug`.',
    why: 'Projects are found and ordered by that name.',
    repair: 'Rename it by the day on which it was begun.',
    examples() {
      return {
        bad: [
          { about: 'no date', head: undated('login') },
          { about: 'a day that does not exist', head: undated('2026-02-30-login') },
        ],
        good: [
          { about: 'a date and a slug', head: sample },
          { about: 'a folder of another tool', head: { '.claude/projects/-home-octocat/brief.md': '# Notes\n' } },
        ],
      }
    },
  },
  PROJECT_LEGACY: {
    summary:
      'A project has a brief, research, a plan or a review, and no file that says what it is; those that the change does not touch are not looked at.',
    why: 'Files from before there was front matter must not make every change red.',
    repair: 'Add the front matter.',
    examples() {
      return {
        bad: [{ about: 'a plan without front matter', head: old }],
        good: [{ about: 'one file that has its mark', head: { ...only(progressPath), [planPath]: plan } }],
      }
    },
  },
  LEGACY_PATH: {
    summary:
      'A plan, research or progress file lies where older commands wrote it, outside of its project; where the change does not touch it, it is not looked at further.',
    why: 'The commands of today look into the folder of the project alone.',
    repair: 'Move it: the hint has the line.',
    examples() {
      return {
        bad: [
          { about: 'a plan', head: { '.claude/plans/trekplan-2026-01-20-login.md': plan } },
          { about: 'research', head: { '.claude/research/trekresearch-2026-01-20-login.md': sample[researchPath] ?? '' } },
          { about: 'progress', head: { [planPath]: plan, '.claude/plans/.trekexecute-progress-login.json': sample[progressPath] ?? '' } },
        ],
        good: [{ about: 'other files there', head: { '.claude/plans/notes.md': '# Notes\n', ...sample } }],
      }
    },
  },
  LOCAL_FILE_COMMITTED: {
    summary: 'A local file (`*.local.json`, `*.local.md`, `*.local.bak`) below a project is in git.',
    why: 'It holds paths and sessions of one machine, and misleads every other.',
    repair: '`git rm --cached PATH`, and `*.local.*` in `.gitignore`.',
    examples() {
      return {
        bad: [
          { about: 'a session state that the change adds', base: sample, head: session },
          { about: 'a backup', base: sample, head: { ...sample, [`${folder}/plan.md.local.bak`]: 'old\n' } },
        ],
        good: [{ about: 'a folder that is no clone may have them', head: session }],
      }
    },
  },
  RESEARCH_NAME: {
    summary: 'A research brief is not named `NN-topic.md`.',
    why: 'Plans read research in the order of these names.',
    repair: 'Rename it.',
    examples() {
      return {
        bad: [
          {
            about: 'no number',
            head: change(sample, { [researchPath]: null, [`${folder}/research/browsers.md`]: sample[researchPath] ?? '' }),
          },
        ],
        good: [
          {
            about: 'three digits',
            head: change(sample, { [researchPath]: null, [`${folder}/research/001-browsers.md`]: sample[researchPath] ?? '' }),
          },
        ],
      }
    },
  },
  RESEARCH_LOOSE_FILES: {
    summary: 'Other Markdown files than research briefs lie in `research/`.',
    why: 'Whoever plans cannot tell whether they count.',
    repair: 'Name them as research briefs, or keep them elsewhere.',
    examples() {
      return {
        bad: [
          {
            about: 'a README and a note',
            head: change(sample, { [`${folder}/research/README.md`]: '# Research\n', [`${folder}/research/note.md`]: 'x\n' }),
          },
        ],
        good: [{ about: 'other files than Markdown', head: change(sample, { [`${folder}/research/data.csv`]: 'a,b\n' }) }],
      }
    },
  },
  RESEARCH_TOPICS_MISMATCH: {
    summary: 'A brief whose research is complete counts other topics than there are research briefs; any other brief fewer.',
    why: 'Either a topic was forgotten, or the brief was.',
    repair: 'Research what is missing, or count again.',
    examples() {
      return {
        bad: [
          { about: 'one is missing', head: inBrief(['research_topics: 1', 'research_topics: 2']) },
          {
            about: 'one too many while it goes on',
            head: inBrief(['research_topics: 1', 'research_topics: 0'], ['research_status: complete', 'research_status: in_progress']),
          },
        ],
        good: [
          {
            about: 'not yet all',
            head: inBrief(['research_topics: 1', 'research_topics: 3'], ['research_status: complete', 'research_status: in_progress']),
          },
        ],
      }
    },
  },
  ARCH_NON_CANONICAL_OVERVIEW: {
    summary: 'The overview of an architecture is not named `overview.md`, but in a way that is tolerated.',
    why: 'It belongs to others: it is found, and they are told.',
    repair: 'Rename it.',
    examples() {
      return {
        bad: ['README.md', 'overview.markdown', 'architecture-overview.md'].map((name) => ({
          about: `\`${name}\``,
          head: change(sample, { [`${folder}/architecture/overview.md`]: null, [`${folder}/architecture/${name}`]: '# Overview\n' }),
        })),
        good: [
          { about: 'both', head: change(sample, { [`${folder}/architecture/README.md`]: '# Read me\n' }) },
          { about: 'none at all', head: change(sample, { [`${folder}/architecture/overview.md`]: null }) },
        ],
      }
    },
  },
  ARCH_LOOSE_FILES: {
    summary: 'Other Markdown files lie in `architecture/`.',
    why: 'Plans read the overview and the gaps alone.',
    repair: 'Put what counts into `overview.md` or `gaps.md`.',
    examples() {
      return {
        bad: [{ about: 'a note', head: change(sample, { [`${folder}/architecture/boxes.md`]: '# Boxes\n' }) }],
        good: [
          { about: 'gaps', head: change(sample, { [`${folder}/architecture/gaps.md`]: '# Gaps\n' }) },
          { about: 'a picture', head: change(sample, { [`${folder}/architecture/boxes.svg`]: '<svg/>\n' }) },
        ],
      }
    },
  },
} as const satisfies Readonly<Record<string, Told>>
