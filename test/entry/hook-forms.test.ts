import { realpathSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, describe, expect, it } from 'vitest'
import { sample } from '../../src/protocols/plugin/examples.ts'
import { repository } from '../processes/work-tree.ts'
import { runHere } from './here.ts'
import { scratch, type Files } from './programs.ts'

const places = scratch()
afterAll(places.remove)

// What hosts publish of the forms of their hooks, in few words. Codex refuses an answer with any other key.

const ajv = new Ajv2020()
const text = { type: 'string', pattern: String.raw`\S` }
const common = {
  continue: { type: 'boolean' },
  stopReason: text,
  suppressOutput: { type: 'boolean' },
  systemMessage: text,
}
const closed = (properties: object, required: readonly string[]) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})
const blocking = closed({ ...common, decision: { const: 'block' }, reason: text }, ['decision', 'reason'])
const atStart = closed({ hookEventName: { const: 'SessionStart' }, additionalContext: text }, [
  'hookEventName',
  'additionalContext',
])

type Event = 'start' | 'edit' | 'stop'

/** An event as a host describes it, and the form of the answer that it reads. */
interface Form {
  readonly host: string
  readonly event: Event
  readonly input: (cwd: string) => object
  readonly answer: object
}

const patch = '*** Begin Patch\n*** Update File: PLUGINS.md\n@@\n-a\n+b\n*** End Patch'

const codex = (cwd: string, name: string) => ({
  session_id: 'abc-1',
  transcript_path: null,
  cwd,
  hook_event_name: name,
  model: 'gpt-5',
  permission_mode: 'default',
})
const codexTurn = (cwd: string, name: string) => ({ ...codex(cwd, name), turn_id: '7' })
const codexStop = { stop_hook_active: false, last_assistant_message: 'Done.' }
const copilot = (cwd: string) => ({ timestamp: 1_769_940_000_000, cwd, sessionId: 'abc-1' })
const stopped = { transcriptPath: '/home/octocat/transcript.jsonl', stopReason: 'end_turn' }

const forms: readonly Form[] = [
  {
    host: 'codex',
    event: 'start',
    input: (cwd) => ({ ...codex(cwd, 'SessionStart'), source: 'startup' }),
    answer: closed({ ...common, hookSpecificOutput: atStart }, ['hookSpecificOutput']),
  },
  {
    host: 'codex',
    event: 'edit',
    input: (cwd) => ({
      ...codexTurn(cwd, 'PostToolUse'),
      tool_name: 'apply_patch',
      tool_use_id: 'call-1',
      tool_input: { command: patch },
      tool_response: 'Success.',
    }),
    answer: blocking,
  },
  { host: 'codex', event: 'stop', input: (cwd) => ({ ...codexTurn(cwd, 'Stop'), ...codexStop }), answer: blocking },
  {
    host: 'codex',
    event: 'stop',
    input: (cwd) => ({
      ...codexTurn(cwd, 'SubagentStop'),
      ...codexStop,
      agent_id: 'a-1',
      agent_type: 'dsp-agent',
      agent_transcript_path: null,
    }),
    answer: blocking,
  },
  {
    host: 'copilot',
    event: 'start',
    input: (cwd) => ({ ...copilot(cwd), source: 'new', initialPrompt: 'Go on' }),
    answer: closed({ additionalContext: text }, ['additionalContext']),
  },
  {
    host: 'copilot',
    event: 'edit',
    input: (cwd) => ({
      ...copilot(cwd),
      toolName: 'edit',
      toolArgs: { path: `${cwd}/PLUGINS.md`, old_str: 'a', new_str: 'b' },
      toolResult: { resultType: 'success', textResultForLlm: 'Updated.' },
    }),
    // It reads `additionalContext`; the others it does not know yet.
    answer: closed({ decision: { const: 'block' }, reason: text, additionalContext: text, modifiedResult: {} }, [
      'additionalContext',
    ]),
  },
  {
    host: 'copilot',
    event: 'stop',
    input: (cwd) => ({ ...copilot(cwd), ...stopped }),
    answer: closed({ decision: { const: 'block' }, reason: text }, ['decision', 'reason']),
  },
  {
    host: 'copilot',
    event: 'stop',
    input: (cwd) => ({ ...copilot(cwd), ...stopped, agentName: 'dsp-agent' }),
    answer: closed({ decision: { const: 'block' }, reason: text }, ['decision', 'reason']),
  },
]

const session = { BATON_SESSION: 'abc-1', BATON_AGENT: 'dsp-agent' }

/** A repository in which an event has something to be answered. */
async function eventful(event: Event): Promise<string> {
  const files: Files =
    event === 'edit'
      ? { ...sample, 'PLUGINS.md': String(sample['PLUGINS.md']).replaceAll('🚧 Stage 2', '🚧 Stage two') }
      : sample
  const folder = realpathSync(places.folder(files))
  repository(folder)
  if (event === 'stop') {
    const { code } = await runHere(['accept', 'TinyGain', '--actor', 'octocat'], { cwd: folder, env: session })
    expect(code).toBe(0)
  }
  return folder
}

describe.each(forms)('$host at $event', ({ host, event, input, answer }) => {
  const isAnswer = ajv.compile(answer)
  const asked = async (hookInput: object, folder: string) => {
    const { code, stdout, stderr } = await runHere(['hook', event, '--host', host], {
      cwd: folder,
      input: JSON.stringify(hookInput),
    })
    expect([code, stderr]).toEqual([0, ''])
    return stdout === '' ? undefined : (JSON.parse(stdout) as unknown)
  }

  it('is answered in the form that the host publishes', async () => {
    const folder = await eventful(event)
    const answered = await asked(input(folder), folder)
    expect(answered).toBeDefined()
    expect([answered, isAnswer(answered), isAnswer.errors]).toEqual([answered, true, null])
    for (const bad of [{}, { ...(answered as object), more: 1 }]) expect(isAnswer(bad)).toBe(false)
  })

  it('is answered the same where the host says more than it does today', async () => {
    const [folder, otherFolder] = [await eventful(event), await eventful(event)]
    const extraInput = { ...input(otherFolder), later: { deep: [1, null] }, agents: ['x'], '': '' }
    expect(await asked(extraInput, otherFolder)).toEqual(await asked(input(folder), folder))
  })

  it('gets an empty answer when every field is of another kind', async () => {
    // At the start of a session nothing of the input is needed.
    const folder = event === 'start' ? places.folder() : await eventful(event)
    for (const wrong of [7, null, [], {}, '\0', 'x'.repeat(70_000)]) {
      const wrongInput = Object.fromEntries(Object.keys(input(folder)).map((key) => [key, wrong]))
      expect(await asked(wrongInput, folder)).toBeUndefined()
    }
  })
})
