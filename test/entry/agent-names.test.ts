import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { handoffPath, sample } from '../../src/protocols/plugin/examples.ts'
import { octocat, repository } from '../processes/work-tree.ts'
import { runHere } from './here.ts'
import { served } from './mcp/calls.ts'
import { scratch } from './programs.ts'

const places = scratch()
afterAll(places.remove)

function clone(): string {
  const root = realpathSync(places.folder(sample))
  repository(root, octocat)
  return root
}

const program = async (root: string, args: readonly string[], env = {}) => {
  const { code, stdout, stderr } = await runHere(args, { cwd: root, env })
  return code === 0 ? '' : stdout + stderr
}

const tool = async (root: string, name: string, args: Readonly<Record<string, unknown>>, agent?: string) => {
  const { call } = await served(root, agent === undefined ? {} : { agent })
  const { text, data } = await call(name, args)
  return data?.['outcome'] === 'changed' || (name === 'next' && data) ? '' : text
}

/** Ways to give the name of an agent: each answers with the refusal, or with nothing. */
const ways: Readonly<Record<string, (root: string, name: string) => Promise<string>>> = {
  'an option': (root, name) => program(root, ['accept', 'TinyGain', '--agent', name]),
  'an option with =': (root, name) => program(root, ['accept', 'TinyGain', `--agent=${name}`]),
  'the environment': (root, name) => program(root, ['accept', 'TinyGain'], { BATON_AGENT: name }),
  'an option of next': (root, name) => program(root, ['next', '--agent', name]),
  'the command of a tool': (root, name) => tool(root, 'run', { commands: `/accept TinyGain --agent ${name}` }),
  'an argument of a tool': (root, name) => tool(root, 'next', { agent: name }),
  'an option of the server': (root, name) => tool(root, 'accept', { target: 'TinyGain' }, name),
}

describe.each(Object.entries(ways))('a name of an agent in %s', (_, give) => {
  it.each(['--takeover', '-h', '.', '..', 'dsp/..', 'null'])('is not %j', async (name) => {
    const root = clone()
    expect(await give(root, name)).toMatch(/GRANT_NAME|agent name|--agent/)
    expect(readFileSync(join(root, handoffPath), 'utf8')).toBe(sample[handoffPath])
  })

  it('is one such as dsp-agent/2', async () => {
    expect(await give(clone(), 'dsp-agent/2')).toBe('')
  })
})
