import type { AuditCode } from '../audit/codes.ts'
import type { EngineCode } from './codes.ts'

/** What repairs each of the engine's own codes, with the one command that does it or shows what to change. */
export const engineRepairs: Readonly<Record<EngineCode | AuditCode, string>> = {
  TARGET_UNKNOWN: '`baton status` lists the names of all targets.',
  TARGET_AMBIGUOUS: 'Write the prefix, as in `/accept plugin:NAME`.',
  COMMAND_NOT_HERE: '`baton help PROTOCOL` lists the commands of a protocol.',
  COMMAND_CONTRADICTORY: 'Give one of the two first, and look at the result with `/status TARGET` before the other.',
  COMMAND_LIMIT: 'Spread them over several comments, or raise `limits.commands`; `baton run -` takes the same text.',
  COMMAND_DENIED:
    'Where `separate-duties` is set, have another agent give it than the one that did the work. Otherwise `/help` lists the commands that you may give; `commands` in `.github/baton.yml` says who may give the others.',
  COMMAND_SHA_REQUIRED: 'Put the commit at the end, as in `/accept TARGET @1a2b3c4`.',
  COMMAND_CLOSED: 'Reopen or unlock it, or run the same command on a clone: `baton COMMAND TARGET --commit`.',
  COMMIT_REFUSED:
    'Let the app pass the rule that the message names, or run the command on a clone: `baton COMMAND TARGET --commit`.',
  BRANCH_EXISTS: 'Delete or rename the branch with `git push origin --delete BRANCH`, then give the command again.',
  COMMENT_EDITED: 'Post the command in a new comment; `/status TARGET` says how the target stands.',
  COMMAND_ABANDONED: 'Look at the target with `/status TARGET`, then post the command again.',
  COMMAND_USAGE: '`baton help COMMAND` and `/help COMMAND` show how it is written.',
  UNDO_NOTHING: 'Give the command that leads where you want to be: `baton next TARGET` names it.',
  UNDO_TOUCHED: 'Go on from the present state, as `baton next TARGET` says, or take the later change back first.',
  QUESTION_OPEN: '`/answer TARGET "…"`; in governance, `/anchor ID context high "…"`.',
  EVIDENCE_MISSING: 'Finish the work and hand back again, or hand back with `/handback TARGET error "…"`.',
  TEXT_CUT:
    'Write what is longer into a file of the repository, and name it in the text, as in `/handback TARGET error See build.log`.',
  OPTION_RENAMED: 'Write the new name, as in `/handback PROJECT success --done-by REV`.',
  GRANT_HELD:
    'Take other work, which `baton next` names. Once the grant has expired, `/accept TARGET --agent NAME --takeover` takes it over.',
  GRANT_OTHER:
    'Take the work first, with `/accept TARGET --agent NAME`. If the holder was you in an earlier session, give its name: `--agent NAME`.',
  GRANT_ELSEWHERE:
    'Take other work, which `baton next` names, or hand it back in that worktree: `baton handback TARGET error "…"`.',
  GRANT_NAME:
    'Give a valid name, as in `--agent dsp-agent/2`. To a server of tools, give none: it has the one of `baton mcp --agent NAME`.',
  GRANT_ENDED: 'If it was not meant, `/undo TARGET` gives control back to the agent.',
  GRANT_TAKEN: 'Nothing is wrong. If the agent before is still at work, `/undo TARGET` gives control back to it.',
  GRANT_UNNAMED:
    'Declare a place with `fields.holder` and add it to the item: `baton workflow check` says where it is missing.',
  GRANT_UNTIMED: 'Where the agent has stopped, end its grant with `/handback TARGET error CANCELLED "…"`.',
  GRANT_UNCLAIMED: 'Make `.git/baton` writable, then `/accept TARGET --refresh` claims it.',
  ROOT_FOREIGN: 'Leave `root` out, or start a server in that folder: `baton mcp --root FOLDER`.',
  NEW_EXISTS: 'Choose another name, or take the existing target on: `baton next` names what to do.',
  NEW_NAME: 'Give it another name: `baton new PROTOCOL NAME`.',
  SETUP_BLOCK: 'Delete what is left of the block between its markers, then run `baton init --agents` again.',
  SETUP_UNREADABLE: 'Correct the file that is named, then run `baton init --agents` again.',
  SETUP_LINK: 'Replace the link by a file, then run `baton init --agents` again.',
  SETUP_MODIFIED: 'Delete the file or entry if it is to be as Baton writes it, then run `baton init --agents` again.',
  HEAD_MOVED: 'Look at what has changed with `/status TARGET`, then give the command again.',
  TREE_BUSY: 'Give the same command again, with more time: `--wait 2m`. `baton doctor` names a lock that nobody holds.',
  TREE_CHANGED:
    'Close what writes to the file that is named, and give the same command again; `baton next` says how things stand.',
  TREE_READ_ONLY: 'Make the file writable, then give the same command again; `baton next` says how things stand.',
  COMMIT_AUTHOR_UNKNOWN:
    'Set both, then give the command again: `git config user.name "NAME"`, `git config user.email "ADDRESS"`. Without `--commit` nothing needs them.',
  COMMIT_UNCOMMITTED: 'Commit the edits first, with `git commit`, then give the command again.',
  UNCOMMITTED: 'Commit the file first, with `git commit`, or add `--anyway` to the command to lose what it holds.',
  USAGE: '`baton help COMMAND` shows how the program is called.',
  NOTHING_HERE: '`baton new` makes the first files, and `baton doctor` says what keeps existing ones from being found.',
  FAULT:
    'Try again. If it fails again, run it with `--debug` and report what it prints; `baton doctor` looks at the installation.',
  KNOWN_EXPIRED: 'Repair what it suppressed, which `baton audit` lists, or set a later `until` in `.github/baton.yml`.',
  KNOWN_UNMATCHED:
    'Delete the entry from `audit.known` in `.github/baton.yml`; `baton audit` then no longer reports it.',
  CHECK_FORGED:
    'Find out which workflow or app made it, with `gh api repos/OWNER/NAME/commits/SHA/check-runs`, and require the check from the app of Baton.',
  MARKER_FORGED: 'Delete the text, or leave it: it has no effect. `baton audit` reports it while it is there.',
  DOORS_TWO: 'Delete the workflow, or the app; `baton doctor` names the workflows that use Baton.',
}
