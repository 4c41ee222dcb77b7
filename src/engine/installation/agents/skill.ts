import { protocolNames, type BuiltInName } from '../../../core/protocol-name.ts'
import { digestOf } from '../../../documents/digest.ts'
import type { TextDocument } from '../../../documents/text.ts'
import { normalizeLineEndings, setupVersion, startLine, withoutStart } from './block.ts'

/** Where hosts look for skills: the folder of all, and that of Claude Code, which reads no other. */
export const skillPaths = { all: '.agents/skills/baton/SKILL.md', claude: '.claude/skills/baton/SKILL.md' } as const

/** What agents read about each protocol: what it keeps, in a few words, and its part of the skill. */
const protocolParts: Readonly<Record<BuiltInName, { readonly keeps: string; readonly text: string }>> = {
  plugin: {
    keeps: 'plugins',
    text: `**plugin** (\`plugin:NAME\`)
- Files: \`PLUGINS.md\`, \`plugins/NAME/.continue-here.md\`, contracts in \`plugins/NAME/.ideas/\`.
- Stages are worked on one after the other, each by its own agent; stages may have phases.
- Read the handoff first, then the plan and the contracts. The contracts of a stage in work do not change.
- A new plugin needs \`--complexity X\` when stage 0 ends, X being 1 to 5; from 3 on it is built in phases.
- \`baton sync NAME\` repairs copies in the registry; \`baton install NAME\` ends the work.`,
  },
  handover: {
    keeps: 'handover projects',
    text: `**handover** (the project's slug)
- Files: \`.claude/projects/DATE-SLUG/\` with \`brief.md\`, \`plan.md\`, \`progress.json\`, \`review.md\`.
- The steps of the plan are done in order, each with a commit.
- Before a handback, the paths that the step's manifest expects must be there.
- \`baton handback SLUG success --done-by HEAD\` names the commit that did the step.
- After the last step the project is reviewed.`,
  },
  subagent: {
    keeps: 'subagent sessions',
    text: `**subagent** (\`task:NAME\`)
- Files: \`.ralph-sessions/SESSION/\` with \`plan.md\`, \`tasks.md\`, \`progress.md\`, \`messages/\`.
- Markers: \`[ ]\` open, \`[/]\` in work, \`[P]\` to be reviewed, \`[x]\` done.
- The input message is your order; write the report that it names, PART 1 filled in.
- Tasks wait for those that they inherit from.
- \`baton review TASK qualified|failed "TEXT" --agent NAME\` gives the verdict; no agent reviews its own work.`,
  },
  control: {
    keeps: 'workflow runs',
    text: `**control** (\`stage:NAME\`)
- Files: \`run-*/stages/NAME/\` with \`stage-config.yaml\`, \`prompt/\`, \`run/output-data/\`.
- Presence of \`accept.json\` and \`handback.json\` is the state; never write them yourself.
- The prompts and required inputs are in the contract; \`baton preflight NAME\` checks them.
- All required outputs must be there and fit their schemas before \`success\`; \`baton explain HANDBACK_CODE\` lists the codes of an \`error\`.
- Answers to your questions are in \`answers/\`.`,
  },
  governance: {
    keeps: 'governance sessions',
    text: `**governance** (\`session:ID\`)
- Files: \`.idumb/sessions/ID.json\`, \`.idumb/brain/\`.
- States: \`beginning\`, \`between_turn\`, \`compacted\`, \`interrupted\`; only the last gives control back.
- What must survive a compaction: \`baton anchor ID TYPE PRIORITY "TEXT"\`.
- Each agent writes only in its own scope; commits carry the trailer \`Agent: NAME\`.
- A session that stalls is handed back with \`question\`.`,
  },
}

/** The part about workflows that the repository itself declares. */
const workflowsPart = `**Workflows of \`.github/baton.yml\`** (\`WORKFLOW:ID\`)
- What is under \`workflows\` there says which files hold items, their states and moves; \`baton workflow check\` shows what it finds.
- Never write a state yourself: \`baton accept ID [STATE]\`, \`baton handback ID [STATE]\`. A refusal lists the legal moves.
- To accept an item in review is to approve it: read first. \`baton handback ID error "TEXT"\` sends it back, where a move is declared.
- \`baton sync ID\` mends places that disagree; if it needs \`--from PLACE\`, a person chooses.
- What Baton may not write is moved by the tool that owns the files: the hint names it.`

const orderedParts = protocolNames.map((name) => protocolParts[name])

const description = `Work in a repository whose workflow state (${orderedParts.map(({ keeps }) => keeps).join(', ')}, workflows declared in .github/baton.yml) is kept by baton. Use it before starting or ending such work, when a state file seems wrong, when a baton command is refused, or when a check named baton fails.`

const bodyFor = (program: string) => `# Baton

State files say who has control of a piece of work and what is done. Change them with \`baton\` only; every other file is yours to edit.
${startLine(program)}
## The round

1. \`baton next --agent NAME\` names one thing to do, the files to read and the command: first what you hold, then what you could be granted.
   NAME is your own, the same in every command, a number each (\`claude/2\`); an agent of the protocol takes the name that \`next\` shows
   (\`dsp-agent\`). \`--limit N\` shows more. Plain \`baton next\` does not put your own work first, and also names what the
   orchestrator does (answer, finish, install, review).
2. \`baton accept TARGET --agent NAME\` grants you control. Read the files that \`next\` named, then do the work.
3. \`baton validate\` shows contradictions in what you wrote. Fix them by the \`fix\` of each; one without is for a person:
   hand back with \`question\`.
4. \`baton handback TARGET success|error|question "TEXT"\` always ends it: success with one sentence on what is done, error with a code
   and a reason, question with what you need to know.
5. A question is answered by \`baton answer TARGET "TEXT" --agent NAME\`, which grants control again: NAME is the agent that asked.

\`--dry-run\` shows the diff and changes nothing. \`--format json\` gives one JSON value. Exit codes: 0 fine, 1 refused or findings, 2 wrong
call, 3 nothing here, 70 a fault of Baton. An error with \`retry\` may succeed when called again. \`baton new\` lists how the first files of a
target are made. Never edit a state file to get past a refusal.

## Protocols

${[...orderedParts.map(({ text }) => text), workflowsPart].join('\n\n')}

## Codes

| code | what to do |
|---|---|
| \`QUESTION_OPEN\` | answer the question first |
| \`TARGET_UNKNOWN\`, \`TARGET_AMBIGUOUS\` | take the id that \`baton status\` lists |
| \`COMMAND_USAGE\` | read the usage in the hint |
| \`TREE_BUSY\`, \`TREE_CHANGED\` | call again |
| \`REGISTRY_STATUS_DRIFT\` | \`baton sync NAME\` |
| \`CONTRACT_MISMATCH\` | \`baton restore NAME contracts\` puts the contract back; a change that is meant needs a person: hand back with \`question\` |
| \`PROGRESS_STEP_ORDER\` | do the earlier step first |
| \`SUBAGENT_DEPENDENCY_OPEN\` | do the task first that it waits for |
| \`SUBAGENT_REPORT_MISSING\` | write the report that the message names |
| \`HANDBACK_ALREADY\` | control is back already: \`baton next\` |

Any other: \`baton explain CODE\`.
`

const digestLine = /^( {2}digest: sha256:)([0-9a-f]{64})$/m
const zeroDigest = '0'.repeat(64)

/** Over the text with zeros in place of the digest itself, and LF line endings. */
const digestIn = (text: string) =>
  digestOf(new TextEncoder().encode(normalizeLineEndings(text).replace(digestLine, `$1${zeroDigest}`))).sha256

const unsignedFor = (program: string) => `---
name: baton
description: ${description}
metadata:
  baton: v${setupVersion}
  digest: sha256:${zeroDigest}
---

${bodyFor(program)}`

/**
 * What agents read when they work with state that Baton keeps.
 *
 * @param program the command line that starts Baton, where that is not its name
 */
export function skillFor(program: string): string {
  const text = unsignedFor(program)
  return text.replace(digestLine, `$1${digestIn(text)}`)
}

/** The skill of a program that is started by its name. */
export const skill = skillFor('baton')

/**
 * The state of an existing skill: as this program writes it, however it is started, as another version has written it,
 * or changed since.
 */
export function skillState({ text }: TextDocument): 'current' | 'ours' | 'changed' {
  const [, , digest] = digestLine.exec(normalizeLineEndings(text)) ?? []
  if (digest !== digestIn(text)) return 'changed'
  return withoutStart(normalizeLineEndings(text)).replace(digestLine, `$1${zeroDigest}`) === unsignedFor('baton')
    ? 'current'
    : 'ours'
}

export const isLaterSkill = ({ text }: TextDocument): boolean =>
  Number(/^ {2}baton: v(\d{1,9})$/m.exec(normalizeLineEndings(text))?.[1] ?? 0) > setupVersion
