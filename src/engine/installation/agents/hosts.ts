import type { HookEvent, HostName } from '../../../core/installation.ts'

/** An event of a host, and what its entry has in addition to the command. */
export interface HookEntry {
  readonly event: HookEvent
  /** Of the group that the command is in. */
  readonly matcher?: string
  /** Next to the command. */
  readonly extra?: Readonly<Record<string, unknown>>
}

type Path = readonly string[]

/** A host of agents: where it keeps its hooks, in which form, what it sends them and what it reads of their answer. */
export interface Host {
  readonly title: string
  /** Where it keeps its hooks. */
  readonly file: string
  /** What else a file of its own holds. */
  readonly base: Readonly<Record<string, unknown>>
  /** By the name that the host has for the event. */
  readonly entries: Readonly<Record<string, HookEntry>>
  readonly commandKeys: readonly string[]
  /** Commands are grouped, each group with a matcher. */
  readonly grouped: boolean
  /** What the path of the program begins with, where a hook may run in any folder. */
  readonly folder: string
  /** The other host whose hooks it runs as well. */
  readonly alsoRuns?: HostName
  /** Paths of the session, the folder, the edited files and a patch in the input; the first that is present counts. */
  readonly input: {
    readonly session: readonly Path[]
    readonly folder: readonly Path[]
    readonly edited: readonly Path[]
    readonly patch: readonly Path[]
    /** What shows that the host already continues because of a hook. */
    readonly goingOn: readonly Path[]
    readonly agent: readonly Path[]
  }
  /** The variable that names a file of shell commands, which run before those of the session. */
  readonly environmentFile?: string
  readonly answer: Readonly<Record<HookEvent, (text: string) => object>>
}

const startAnswer = (additionalContext: string) => ({
  hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext },
})
const blockAnswer = (reason: string) => ({ decision: 'block', reason })

const stopFlags: readonly Path[] = [['stop_hook_active'], ['stopHookActive']]
const subagentPaths: readonly Path[] = [['agent_type'], ['agentName'], ['agent_name'], ['subagent_type']]
const editedFilePaths: readonly Path[] = [
  ['tool_input', 'file_path'],
  ['tool_input', 'path'],
]

/** What most hosts send. */
const defaultInput: Host['input'] = {
  session: [['session_id']],
  folder: [['cwd']],
  edited: editedFilePaths,
  patch: [],
  goingOn: stopFlags,
  agent: subagentPaths,
}

export const hosts: Readonly<Record<HostName, Host>> = {
  claude: {
    title: 'Claude Code',
    file: '.claude/settings.json',
    base: {},
    entries: {
      SessionStart: { event: 'start' },
      PostToolUse: { event: 'edit', matcher: 'Edit|Write|MultiEdit' },
      Stop: { event: 'stop' },
      SubagentStop: { event: 'stop' },
    },
    commandKeys: ['command'],
    grouped: true,
    folder: '$CLAUDE_PROJECT_DIR',
    input: defaultInput,
    environmentFile: 'CLAUDE_ENV_FILE',
    answer: { start: startAnswer, edit: blockAnswer, stop: blockAnswer },
  },
  codex: {
    title: 'Codex',
    file: '.codex/hooks.json',
    base: {},
    entries: {
      SessionStart: { event: 'start' },
      PostToolUse: { event: 'edit', matcher: 'apply_patch' },
      Stop: { event: 'stop' },
      SubagentStop: { event: 'stop' },
    },
    commandKeys: ['command'],
    grouped: true,
    folder: '',
    input: {
      ...defaultInput,
      patch: [['tool_input', 'command'], ['tool_input', 'input'], ['tool_input', 'patch'], ['tool_input']],
    },
    answer: { start: startAnswer, edit: blockAnswer, stop: blockAnswer },
  },
  copilot: {
    title: 'Copilot',
    file: '.github/hooks/baton.json',
    base: { version: 1 },
    entries: {
      sessionStart: { event: 'start', extra: { type: 'command' } },
      postToolUse: { event: 'edit', extra: { type: 'command' } },
      agentStop: { event: 'stop', extra: { type: 'command' } },
      subagentStop: { event: 'stop', extra: { type: 'command' } },
    },
    commandKeys: ['bash', 'powershell'],
    grouped: false,
    folder: '',
    input: {
      ...defaultInput,
      session: [['sessionId'], ['session_id']],
      edited: [['toolArgs', 'path'], ['toolArgs', 'file_path'], ['toolArgs', 'filePath'], ...editedFilePaths],
      patch: [['toolArgs', 'command'], ['toolArgs', 'input'], ['toolArgs', 'patch'], ['toolArgs']],
    },
    // After an edit it reads additionalContext alone.
    answer: {
      start: (additionalContext) => ({ additionalContext }),
      edit: (text) => ({ ...blockAnswer(text), additionalContext: text }),
      stop: blockAnswer,
    },
  },
  gemini: {
    title: 'Gemini CLI',
    file: '.gemini/settings.json',
    base: {},
    entries: {
      SessionStart: { event: 'start' },
      AfterTool: { event: 'edit', matcher: 'write_file|replace' },
      AfterAgent: { event: 'stop' },
    },
    commandKeys: ['command'],
    grouped: true,
    folder: '',
    input: defaultInput,
    answer: { start: startAnswer, edit: blockAnswer, stop: (reason) => ({ decision: 'deny', reason }) },
  },
  cursor: {
    title: 'Cursor',
    file: '.cursor/hooks.json',
    base: { version: 1 },
    entries: {
      sessionStart: { event: 'start' },
      afterFileEdit: { event: 'edit' },
      stop: { event: 'stop', extra: { loop_limit: 1 } },
    },
    commandKeys: ['command'],
    grouped: false,
    folder: '',
    alsoRuns: 'claude',
    input: {
      ...defaultInput,
      session: [['session_id'], ['conversation_id']],
      folder: [['cwd'], ['workspace_roots', '0']],
      edited: [['file_path']],
      goingOn: [...stopFlags, ['loop_count']],
    },
    answer: {
      start: (text) => ({ additional_context: text }),
      edit: blockAnswer,
      stop: (text) => ({ followup_message: text }),
    },
  },
}

/**
 * Settings that name servers of tools: the file, the key of the servers, and whether it is made where it is not there.
 */
export interface ServerFile {
  readonly file: string
  readonly key: string
  readonly always?: true
}

/** The settings in which hosts look for servers of the Model Context Protocol. */
export const serverFiles: readonly ServerFile[] = [
  { file: '.mcp.json', key: 'mcpServers', always: true },
  { file: '.cursor/mcp.json', key: 'mcpServers' },
  { file: '.gemini/settings.json', key: 'mcpServers' },
  { file: '.vscode/mcp.json', key: 'servers' },
]
