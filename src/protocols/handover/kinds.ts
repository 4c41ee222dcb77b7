import { msg } from '../../core/message.ts'

/** The kinds of written handovers, as `--as` names them, with what the codes about each begin with. */
export const prefixes = {
  brief: 'BRIEF',
  research: 'RESEARCH',
  plan: 'PLAN',
  progress: 'PROGRESS',
  review: 'REVIEW',
  'session-state': 'SESSION_STATE',
  'next-session-prompt': 'NEXT_SESSION_PROMPT',
} as const

export type Kind = keyof typeof prefixes

/** What a named file may be checked as. */
export const fileKinds = [...(Object.keys(prefixes) as readonly Kind[]), 'annotations'] as const
export type FileKind = (typeof fileKinds)[number]

export const isFileKind = (word: string | undefined): word is FileKind => (fileKinds as readonly (string | undefined)[]).includes(word)

/** Who writes a file of each kind. */
const writers: Readonly<Record<Kind, string>> = {
  brief: '/trekbrief writes it.',
  research: '/trekresearch writes it.',
  plan: '/trekplan writes it.',
  progress: '/trekexecute writes it, from a plan.',
  review: '/trekreview writes it.',
  'session-state': 'Start with a brief or a plan: `baton handback` keeps it up.',
  'next-session-prompt': '/trekendsession writes it.',
}

/** The same in a project: a run is begun by a command, too. */
export const writerOf = (kind: Kind, project: { readonly name: string; readonly files: { readonly plan?: unknown } } | undefined): string =>
  kind === 'progress' && project?.files.plan !== undefined
    ? msg`/trekexecute writes it; ${`/accept ${project.name}`} does too, where the plan has no errors.`
    : writers[kind]

/** The files with fixed names in a project. */
export const fixedNames = {
  'brief.md': 'brief',
  'plan.md': 'plan',
  'progress.json': 'progress',
  'review.md': 'review',
  '.session-state.local.json': 'session-state',
  'NEXT-SESSION-PROMPT.local.md': 'next-session-prompt',
} as const satisfies Readonly<Record<string, Kind>>

/** `type` in the front matter of the kinds that have one. */
export const types = { brief: 'trekbrief', research: 'trekresearch-brief', review: 'trekreview' } as const

/** The kinds whose artifact may be annotated, by file name. */
export const annotated = { 'brief.md': 'brief', 'plan.md': 'plan', 'review.md': 'review' } as const
export type Annotated = (typeof annotated)[keyof typeof annotated]

export const isAnnotated = (kind: FileKind): kind is Annotated => kind === 'brief' || kind === 'plan' || kind === 'review'

/** Files that lie outside of projects, by their whole path or name: what older forms of the commands wrote. */
const loosePlaces = [
  { kind: 'plan', form: /^\.claude\/plans\/trekplan-(.+)\.md$/ },
  { kind: 'research', form: /^\.claude\/research\/trekresearch-(.+)\.md$/ },
  { kind: 'progress', form: /^(?:\.claude\/plans|.+)\/\.trekexecute-progress-(.+)\.json$/ },
] as const satisfies readonly { readonly kind: Kind; readonly form: RegExp }[]

/** What a loose file is, and what its name says besides. */
export function looseKind(path: string): { readonly kind: Kind; readonly rest: string } | undefined {
  for (const { kind, form } of loosePlaces) {
    const [, rest] = form.exec(path) ?? []
    if (rest !== undefined) return { kind, rest }
  }
  return undefined
}
