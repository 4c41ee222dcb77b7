import type { Reaction } from './conversation.ts'
import type { CheckRun } from './check-run.ts'

/**
 * A change that people see. Reactions and edits may be repeated; comments and check runs are only made where there is
 * none yet.
 */
export type Effect =
  | { readonly do: 'react'; readonly to: string; readonly with: Reaction }
  | { readonly do: 'comment'; readonly in: string; readonly text: string }
  | { readonly do: 'edit'; readonly comment: string; readonly text: string }
  | { readonly do: 'open'; readonly title: string; readonly text: string }
  /** The text of an issue, and with `title` its title, replace what is there, and it is left open or closed. */
  | {
      readonly do: 'rewrite'
      readonly issue: string
      readonly title?: string
      readonly text: string
      readonly open: boolean
    }
  | { readonly do: 'check'; readonly run: CheckRun }
  /** A pull request is brought to these words; with `close`, it is closed too. */
  | {
      readonly do: 'revise'
      readonly pull: string
      readonly title: string
      readonly text: string
      readonly close?: true
    }
  /** An existing check run gets this content. */
  | { readonly do: 'conclude'; readonly check: string; readonly run: CheckRun }

/** How an effect ended; `unclear` as for commits. */
export type EffectEnd =
  | { readonly end: 'done'; readonly id: string }
  | { readonly end: 'unclear' }
  | { readonly end: 'refused'; readonly why: string }
