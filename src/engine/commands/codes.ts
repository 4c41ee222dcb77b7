import { usageCode } from '../../core/command.ts'

/** The engine's own refusals (docs/codes.md): each with its meaning. */
export const engineCodes = {
  TARGET_UNKNOWN: 'No target of any protocol found has this name.',
  TARGET_AMBIGUOUS: 'Targets of several protocols have this name: say which by its prefix.',
  COMMAND_NOT_HERE: "The target's protocol has no such command.",
  COMMAND_CONTRADICTORY: 'Two commands of one comment want opposite things of one target.',
  COMMAND_LIMIT: 'There are more commands in one comment than are run.',
  COMMAND_DENIED: 'The author may not give this command.',
  COMMAND_SHA_REQUIRED: 'The command must name the commit that it is meant for.',
  COMMAND_CLOSED: 'The pull request or issue is closed, merged or locked: nothing is written there.',
  COMMIT_REFUSED: 'GitHub does not take the commit: a rule of the branch, or a permission.',
  BRANCH_EXISTS: 'The branch that the command would make is there, and is not ours.',
  COMMENT_EDITED: 'The comment was edited: its text may be another person\u2019s.',
  [usageCode]: 'The arguments are not those that the command takes.',
  UNDO_NOTHING: 'No commit of ours on this branch is about the target, or the last one is an undo, which is not undone.',
  UNDO_TOUCHED: 'Something later changed what would go back, in a commit or not.',
  QUESTION_OPEN: 'The agent\u2019s question has no answer yet: `/answer` grants control with one, `--anyway` without.',
  OPTION_RENAMED: 'An option of the command has another name now, and was read as that.',
  GRANT_HELD: 'Another agent holds the target: its grant is not over, or is over and was not taken over.',
  GRANT_OTHER: 'Another agent than the one that holds the target hands it back, or one to which it was not granted again after an error.',
  GRANT_ELSEWHERE: 'The target is held in another worktree of this clone.',
  GRANT_NAME: 'An agent is named by what is no name of an agent.',
  GRANT_TAKEN: 'The grant of another agent was over and was taken over.',
  GRANT_UNCLAIMED: 'Other worktrees do not see the grant: the claim could not be written.',
  ROOT_FOREIGN: 'The folder that a call of `baton mcp` names is no worktree of the clone that the server works on, or is gone.',
  NEW_EXISTS: 'A file that `baton new` would write is there already: nothing is overwritten.',
  SETUP_BLOCK: 'The markers of our block in a file for agents make no block: one is missing, or comes twice.',
  SETUP_UNREADABLE: 'A file that is to be edited is no text, or its JSON is not of the form that its program reads.',
  SETUP_LINK: 'A file that is to be written is a link, or behind one: nothing is written through a link.',
  SETUP_MODIFIED: 'A skill or an entry of ours was changed by hand: it is left alone.',
  HEAD_MOVED: 'The branch is no longer at the commit that was meant.',
  TREE_BUSY: 'Another program is writing to the working tree, or to the index of git, and did not end in time.',
  TREE_CHANGED: 'Files were changed by another program between being read and being written, each time it was tried.',
  TREE_READ_ONLY: 'The working tree cannot be written: the message says which file, and why.',
  COMMIT_UNCOMMITTED: 'The change overlaps with edits that are not committed, so that no commit can hold the change alone.',
  USAGE: 'The program was called wrongly: an option, an argument or a file that is named.',
  NOTHING_HERE: 'There is nothing here that the program could look at.',
  FAULT: 'Baton, or a program that it needs, failed.',
} as const satisfies Readonly<Record<string, string>>

/** Whether a code is the engine's own, whichever command reports it. */
export const isEngineCode = (code: string): boolean => Object.hasOwn(engineCodes, code)

export type EngineCode = keyof typeof engineCodes
