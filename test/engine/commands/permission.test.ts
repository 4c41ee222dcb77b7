import { describe, expect, it } from 'vitest'
import { commandNames, knownCommands, roles, type CommandName, type Role } from '../../../src/core/command-names.ts'
import {
  denial,
  isAuthorized,
  mayGive,
  teamsFor,
  type PermissionPolicy,
  type CommandAuthor,
} from '../../../src/engine/commands/permission.ts'
import { readConfiguration } from '../../../src/engine/configuration/read.ts'
import { protocolRegistry } from '../../../src/entry/protocol-registry.ts'
import { memoryTree } from '../../../src/gateways/memory.ts'

async function permissionPolicyOf(yaml: string, isPublic = false): Promise<PermissionPolicy> {
  const path = '.github/baton.yml'
  const view = await memoryTree({ [path]: yaml }).open({ selectors: [{ glob: path, level: 'text' }], limit: 1 << 20 })
  const read = readConfiguration(view, protocolRegistry.schema, path)
  if ('problems' in read) throw new Error(read.problems.map(({ message }) => message).join('\n'))
  return { commands: read.configuration.commands, public: isPublic }
}

const person = (role: string | undefined, overrides: Partial<CommandAuthor> = {}): CommandAuthor => ({
  login: 'hubot',
  bot: false,
  grantedRole: role === undefined ? undefined : { name: role, role: roles.find((knownRole) => knownRole === role) },
  author: false,
  teams: new Set(),
  hidden: [],
  ...overrides,
})

const defaults = await permissionPolicyOf('{}')
const open: PermissionPolicy = { ...defaults, public: true }

const rank = (role: Role) => roles.indexOf(role)

describe('who may give which command, by default', () => {
  const table = roles.flatMap((role) => commandNames.map((name) => [role, name] as const))

  it.each(table)('%s /%s', (role, name) => {
    const enough = rank(role) >= rank(knownCommands[name].role)
    expect(mayGive(name, person(role), defaults)).toBe(enough)
    // Everybody has `read` in a public repository.
    expect(mayGive(name, person(role), open)).toBe(enough && role !== 'read')
    expect(mayGive(name, person(role, { author: true }), open)).toBe(enough)
    expect(mayGive(name, person(undefined), defaults)).toBe(false)
    expect(mayGive(name, person(undefined, { author: true }), open)).toBe(false)
  })

  it('is what the table of commands says', () => {
    const by = (role: Role) => commandNames.filter((name) => knownCommands[name].role === role)
    expect(by('read').toSorted()).toEqual(['continue', 'explain', 'help', 'preflight', 'status', 'validate', 'verify'])
    expect(by('maintain').toSorted()).toEqual(['checksums', 'install'])
    expect(by('write').length).toBe(commandNames.length - 9)
  })
})

const settings = `
commands:
  accept: { allow: ['@Mona', '@example-org/maintainers'] }
  handback: { allow: [write, app/copilot-swe-agent] }
  install: { allow: [admin] }
  roles: { release-captain: maintain, Triage-Plus: triage }
`

describe('who may give which command, as configured', async () => {
  const permissionPolicy = await permissionPolicyOf(settings)
  const shut = await permissionPolicyOf(settings, true)
  const app = (login: string) => person(undefined, { login, bot: true })
  const cases: readonly (readonly [string, CommandAuthor, readonly CommandName[], readonly CommandName[]])[] = [
    ['a user by name, in any case', person('read', { login: 'mona' }), ['accept', 'status'], ['handback']],
    ['a user by name without a role', person(undefined, { login: 'MONA' }), ['accept'], ['status', 'handback']],
    ['a name that only begins so', person('read', { login: 'mona2' }), ['status'], ['accept']],
    ['a team', person('read', { teams: new Set(['example-org/maintainers']) }), ['accept', 'status'], ['handback']],
    ['another team', person('read', { teams: new Set(['example-org/others']) }), [], ['accept']],
    ['an administrator who is not named', person('admin'), ['install', 'handback'], ['accept']],
    ['a custom role that is mapped', person('release-captain'), ['checksums', 'fix', 'status'], ['install']],
    ['a custom role that is mapped lower', person('Triage-Plus'), ['status'], ['fix']],
    ['a custom role that is not mapped', person('night-watch'), [], ['status', 'fix']],
    ['a role named as something that every object has', person('constructor'), [], ['status', 'fix']],
    ['an app that is named', app('copilot-swe-agent[bot]'), ['handback'], ['accept', 'status']],
    ['an app that is not', app('renovate[bot]'), [], ['handback', 'status']],
    ['a bot that is called as a user', app('mona'), [], ['accept', 'handback']],
    ['a user who is called as an app', person('read', { login: 'copilot-swe-agent' }), ['status'], ['handback']],
  ]

  it.each(cases)('%s', (_, commandAuthor, yes, no) => {
    expect(yes.filter((name) => !mayGive(name, commandAuthor, permissionPolicy))).toEqual([])
    expect(no.filter((name) => mayGive(name, commandAuthor, permissionPolicy))).toEqual([])
  })

  it.each([
    ['an account without any role', person(undefined), false, false],
    ['a reader', person('read'), true, false],
    ['the author', person('read', { author: true }), true, true],
    ['triage', person('triage'), true, true],
    ['a custom role that counts as triage', person('Triage-Plus'), true, true],
    ['a custom role that is not mapped, with a hint', person('night-watch'), true, true],
    ['a user who is named', person(undefined, { login: 'mona' }), true, true],
    ['a member of a team that is named', person('read', { teams: new Set(['example-org/maintainers']) }), true, true],
    ['an app that is named', app('copilot-swe-agent[bot]'), true, true],
    ['another app', app('dependabot[bot]'), false, false],
  ])('answers %s', (_, commandAuthor, inPrivate, inPublic) => {
    expect(isAuthorized(commandAuthor, permissionPolicy)).toBe(inPrivate)
    expect(isAuthorized(commandAuthor, shut)).toBe(inPublic)
  })

  it('asks only for the teams that matter', () => {
    expect(teamsFor(['accept', 'status', 'accept'], permissionPolicy)).toEqual(['example-org/maintainers'])
    expect(teamsFor(['handback', 'status'], permissionPolicy)).toEqual([])
  })

  it('names the role seen, those that may, and where that is configured', () => {
    const { code, message, hint } = denial('install', person('maintain'), permissionPolicy)
    expect(code).toBe('COMMAND_DENIED')
    expect(message).toBe('Unexpected `/install` by `hubot`, whose role is `maintain`, expected `admin`')
    expect(hint).toContain('`commands.install.allow`')
    expect(hint).toContain('`.github/baton.yml`')
  })

  it('explains how a role is mapped', () => {
    expect(denial('fix', person('release-captian'), permissionPolicy).hint).toBe(
      "The role `release-captian` counts as one of GitHub's own where `commands.roles` of the configuration says so; it knows `release-captain`.",
    )
  })

  it('reports a team that cannot be read', () => {
    const { message } = denial('accept', person('read', { hidden: ['example-org/maintainers'] }), permissionPolicy)
    expect(message).toBe(
      'It could not be determined whether `hubot` is in `example-org/maintainers`, which may give `/accept`',
    )
  })
})
