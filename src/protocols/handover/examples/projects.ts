import type { RuleExamples } from '../../../core/rule.ts'
import type { AnnotatedKind } from '../files.ts'
import {
  briefPath,
  change,
  folder,
  only,
  pathOf,
  planAlone,
  planPath,
  progressPath,
  researchPath,
  reviewPath,
  sample,
  session,
} from '../examples.ts'

function renamed(kind: AnnotatedKind) {
  const other = folder.replace('login', '1e3')
  const text = (path: string) =>
    (session[path] ?? '')
      .replaceAll(folder, other)
      .replace('slug: login', 'slug: 1e3')
      .replace('topics: 1', 'topics: 0')
  return {
    [`${other}/brief.md`]: text(briefPath),
    ...(kind === 'review' && { [`${other}/review.md`]: text(reviewPath) }),
  }
}

const otherSlugs = (kind: 'brief' | 'review') => {
  const withSlug = (slug: string) => change(session, { [pathOf[kind]]: [['slug: login', `slug: ${slug}`]] })
  return {
    bad: { 'another one': withSlug('logon'), 'with the date': withSlug('2026-01-20-login') },
    good: { 'a slug that YAML would take for a number': renamed(kind) },
  }
}

const otherFolders = (kind: 'brief' | 'review') => {
  const withFolder = (path: string) =>
    change(session, { [pathOf[kind]]: [[`project_dir: ${folder}/`, `project_dir: ${path}`]] })
  return {
    bad: { 'another folder': withFolder('.claude/projects/login/') },
    good: { 'without the last `/`': withFolder(folder), 'with `./` before it': withFolder(`./${folder}/`) },
  }
}

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
const old = { [planPath]: '# Plan\n\n1. Do it.\n' }

export const examples: RuleExamples = {
  PROJECT_DIR_NAME: {
    bad: { 'no date': undated('login'), 'a day that does not exist': undated('2026-02-30-login') },
    good: {
      'a date and a slug': sample,
      'a folder of another tool': { '.claude/projects/-home-octocat/brief.md': '# Notes\n' },
    },
  },
  PROJECT_LEGACY: {
    bad: { 'a plan without front matter': old },
    good: { 'one file that has its mark': { ...only(progressPath), [planPath]: planAlone } },
  },
  LEGACY_PATH: {
    bad: {
      'a plan': { '.claude/plans/trekplan-2026-01-20-login.md': planAlone },
      research: { '.claude/research/trekresearch-2026-01-20-login.md': sample[researchPath] ?? '' },
    },
    good: { 'other files there': { '.claude/plans/notes.md': '# Notes\n', ...sample } },
  },
  LOCAL_FILE_COMMITTED: {
    bad: {
      'a session state that the change adds': { base: sample, head: session },
      'a backup': { base: sample, head: { ...sample, [`${folder}/plan.md.local.bak`]: 'old\n' } },
    },
    good: { 'a folder that is not a clone may have them': session },
  },
  BRIEF_SLUG_MISMATCH: otherSlugs('brief'),
  REVIEW_SLUG_MISMATCH: otherSlugs('review'),
  BRIEF_PROJECT_DIR_MISMATCH: otherFolders('brief'),
  REVIEW_PROJECT_DIR_MISMATCH: otherFolders('review'),
}
