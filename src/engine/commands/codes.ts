import { usageCode } from '../../core/command.ts'

/** The engine's own refusals (docs/codes.md): each with its meaning. */
export const engineCodes = {
  TARGET_UNKNOWN: 'No target of any protocol found has this name.',
  TARGET_AMBIGUOUS: 'Targets of several protocols have this name: say which by its prefix.',
  COMMAND_NOT_HERE: "The target's protocol has no such command.",
  COMMAND_CONTRADICTORY: 'Two commands in one comment contradict each other about a target.',
  COMMAND_LIMIT: 'There are more commands in one comment than are run.',
  COMMAND_DENIED: 'The author may not give this command.',
  COMMAND_SHA_REQUIRED: 'The command must name the commit that it is meant for.',
  COMMAND_CLOSED: 'The pull request or issue is closed, merged or locked: nothing is written there.',
  COMMIT_REFUSED: 'GitHub rejected the commit: a rule of the branch, or a permission.',
  BRANCH_EXISTS: 'The branch that the command would create exists, and Baton did not create it.',
  COMMENT_EDITED: 'The comment was edited: its text may be another person\u2019s.',
  COMMAND_ABANDONED: 'Baton stopped several times while it handled the comment, and does not try again.',
  [usageCode]: 'The arguments are not those that the command takes.',
  UNDO_NOTHING:
    'Baton has made no commit about the target on this branch, or its last one is an undo, which cannot be undone.',
  UNDO_TOUCHED: 'A later change, committed or not, touched what would be undone.',
  QUESTION_OPEN: 'The agent\u2019s question has no answer yet: `/answer` grants control with one, `--anyway` without.',
  EVIDENCE_MISSING:
    'What the work declares to show that it is done contradicts the success: files are missing, or the commit is older than the grant. `--anyway` records it all the same, and why.',
  TEXT_CUT: 'A text is longer than the file keeps: its end is left out. The message says how many characters.',
  OPTION_RENAMED: 'An option of the command has another name now, and was read as that.',
  GRANT_HELD: 'Another agent holds the target: its grant has not expired, or has expired and was not taken over.',
  GRANT_OTHER:
    'The target is handed back by an agent other than its holder; or it was not granted, and is the work of another agent, or was not granted again after an error.',
  GRANT_ELSEWHERE: 'The target is held in another worktree of this clone.',
  GRANT_NAME: 'The name of an agent is not valid.',
  GRANT_ENDED: 'A handback that names no agent ended the grant of one.',
  GRANT_TAKEN: 'The grant of another agent had expired and was taken over.',
  GRANT_UNNAMED:
    'Control was granted to a named agent, and no file has a place where its name can be written: other agents cannot see who has it. In a declared workflow, `fields.holder` names such a place.',
  GRANT_UNTIMED:
    'A grant was given with `--lease`, and no file has a place for its end: it does not expire. In a declared workflow, files hold at most the name of the agent.',
  GRANT_UNCLAIMED: 'Other worktrees do not see the grant: the claim could not be written.',
  ROOT_FOREIGN:
    'The folder that a call of `baton mcp` names is not a worktree of the clone that the server works on, or is gone.',
  NEW_EXISTS: 'A file that `baton new` would write is there already: nothing is overwritten.',
  NEW_NAME: 'Windows or macOS could not check out a file or folder that a command would add: choose another name.',
  SETUP_BLOCK: 'The markers of Baton’s block in a file for agents do not match: one is missing, or occurs twice.',
  SETUP_UNREADABLE: 'A file that is to be edited is not text, or its JSON is not of the form that its program reads.',
  SETUP_LINK: 'A file that is to be written is a symbolic link, or behind one: nothing is written through it.',
  SETUP_MODIFIED: 'A skill or an entry of Baton was changed by hand: it is left alone.',
  HEAD_MOVED: 'The branch is no longer at the commit that was meant.',
  TREE_BUSY: 'Another program is writing to the working tree, or to the index of git, and did not end in time.',
  TREE_CHANGED: 'Files were changed by another program between being read and being written, each time it was tried.',
  TREE_READ_ONLY: 'The working tree cannot be written: the message says which file, and why.',
  COMMIT_AUTHOR_UNKNOWN: 'git knows no name or address for the author of the commit that `--commit` would make.',
  COMMIT_UNCOMMITTED:
    'The change overlaps with edits that are not committed, so that no commit can hold the change alone; or it rests on such edits, so that the commit alone would have an error. As a warning: nothing was changed, and so nothing committed, while no commit has the state that the target is in.',
  UNCOMMITTED:
    'The command would replace or delete a file whose content git does not have. As a warning: no commit has the content that the command replaced, and git keeps it; `git fsck --unreachable --no-reflogs` lists it, and `git show` shows it. In a folder without git it is gone.',
  USAGE: 'The program was called wrongly: an option, an argument or a file that is named.',
  NOTHING_HERE: 'There is nothing here that the program could look at.',
  FAULT: 'Baton, or a program that it needs, failed.',
} as const satisfies Readonly<Record<string, string>>

export type EngineCode = keyof typeof engineCodes
