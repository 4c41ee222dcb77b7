import { runSteps } from '../../../src/core/steps.ts'
import { check } from '../../../src/engine/check.ts'
import { turnsIn } from '../../../src/engine/turns.ts'
import { describe, expect, it } from 'vitest'
import type { Diagnostic } from '../../../src/core/diagnostic.ts'
import type { View } from '../../../src/core/view.ts'
import { plan } from '../../../src/engine/commands/plan.ts'
import { parseWords } from '../../../src/engine/commands/words.ts'
import {
  maxJudged,
  maxRead,
  maxTried,
  offerChecker as offeringInSteps,
  type OfferRequest,
} from '../../../src/engine/commands/offered.ts'
import { sign } from '../../../src/engine/checking/sign.ts'
import { memoryTree } from '../../../src/gateways/memory.ts'
import { plugin } from '../../../src/protocols/plugin/protocol.ts'

const offering = (request: OfferRequest) => {
  const offered = offeringInSteps(request)
  return (...found: Parameters<typeof offered>) => runSteps(offered(...found))
}

const registryOf = (names: readonly string[], filler = '') =>
  [
    '| Plugin Name | Status | Version | Last Updated |',
    '|---|---|---|---|',
    ...names.map((name) => `| ${name} | 🚧 Stage 2 | 0.1.0 | 2026-01-01 |`),
    ...names.map((name) => `\n### ${name}\n\n**Status:** 🚧 Stage 3\n**Version:** 0.1.0\n**Last Updated:** 2026-01-01`),
    filler,
  ].join('\n')

async function requestOn(files: Readonly<Record<string, string>>) {
  const head = await memoryTree(files).open({ selectors: plugin.selectors({}), limit: maxRead })
  const context = { at: '2026-02-04T10:00:00Z', day: '2026-02-04', limit: maxRead, namedFiles: { paths: [] } }
  return { head, context, protocols: [plugin], sections: {}, severity: {}, actor: 'octocat' }
}

/** A finding that offers these commands, which fix nothing that any rule finds. */
const finding = (code: string, commands: readonly string[], message = 'Unexpected', target?: string): Diagnostic =>
  sign(
    {
      message,
      hint: 'Or fix it by hand.',
      offers: commands.map((command) => ({ command, does: 'fixes it' })),
      place: { path: 'PLUGINS.md' },
      ...(target !== undefined && { target }),
    },
    { code, severity: 'error', protocol: 'plugin', touched: true },
  )

const shown = ({ fix, hint }: Diagnostic) => [fix, hint]

describe('what findings offer', () => {
  const files = { 'PLUGINS.md': registryOf(['Amber', 'Birch']) }

  it('is what would be done, with what each does', async () => {
    const offered = offering(await requestOn(files))
    const { diagnostics, untried } = offered([
      finding('ANY', ['/install Amber', '/sync Amber', '/sync Nobody', '/sync Birch --from table']),
    ])
    expect(diagnostics.map(shown)).toEqual([
      ['/sync Amber', '`/sync Amber` fixes it. `/sync Birch --from table` fixes it. Or fix it by hand.'],
    ])
    expect(untried).toBe(0)
  })

  it('is absent when each would be refused', async () => {
    const offered = offering(await requestOn(files))
    expect(offered([finding('ANY', ['/install Amber'])]).diagnostics.map(shown)).toEqual([
      [undefined, 'Or fix it by hand.'],
    ])
  })

  it('is nothing that leaves the finding', async () => {
    const request = await requestOn(files)
    const drift = plugin
      .read({ head: request.head }, undefined, request.context)
      .findings(plugin.rules.find(({ code }) => code === 'REGISTRY_STATUS_DRIFT') as never)
    const [driftFinding] = [...drift]
    const diagnostic = finding(
      'REGISTRY_STATUS_DRIFT',
      ['/sync Birch', '/sync Amber'],
      driftFinding?.message,
      driftFinding?.target,
    )
    expect(driftFinding?.target).toBe('plugin:Amber')
    expect(offering(request)([diagnostic]).diagnostics.map(({ fix }) => fix)).toEqual(['/sync Amber'])
  })

  it('drops a hint about a command that would be refused', async () => {
    const diagnostic = sign(
      { message: 'Unexpected', fix: '/install Amber', hint: 'Give `/install Amber`.', place: { path: 'PLUGINS.md' } },
      { code: 'ANY', severity: 'error', protocol: 'plugin', touched: true },
    )
    expect(offering(await requestOn(files))([diagnostic]).diagnostics.map(shown)).toEqual([[undefined, undefined]])
  })

  it('is what to do by hand where each would be refused', async () => {
    const diagnostic = sign(
      {
        message: 'Unexpected',
        offers: [{ command: '/install Amber', does: 'fixes it' }],
        otherwise: 'Correct it by hand.',
        place: { path: 'PLUGINS.md' },
      },
      { code: 'ANY', severity: 'error', protocol: 'plugin', touched: true },
    )
    expect(shown(diagnostic)).toEqual(['/install Amber', '`/install Amber` fixes it.'])
    expect(offering(await requestOn(files))([diagnostic]).diagnostics.map(shown)).toEqual([
      [undefined, 'Correct it by hand.'],
    ])
  })

  it('keeps what only the working tree has, before a command replaces it', async () => {
    const path = 'plugins/Amber/.continue-here.md'
    const request = await requestOn({ ...files, [path]: '---\nstage: [\n---\n' })
    const earlier = Buffer.from(
      '---\nplugin: Amber\nstage: 2\nphase: null\nstatus: complete\ncontract_checksums: {}\n---\n',
    )
    const past = {
      versions: () => [{ sha: 'a'.repeat(40), bytes: earlier }],
      at: () => undefined,
      isUnsaved: () => true,
    } as unknown as NonNullable<OfferRequest['past']>
    const diagnostic = sign(
      {
        message: 'Unexpected',
        offers: [{ command: '/restore Amber state', does: 'takes the earlier version' }],
        otherwise: 'Correct it by hand.',
        place: { path },
      },
      { code: 'ANY', severity: 'error', protocol: 'plugin', touched: true },
    )
    expect(offering({ ...request, past })([diagnostic]).diagnostics.map(shown)).toEqual([
      [
        undefined,
        `Correct it by hand: it is not committed. Once \`git add -f -- ${path}\` has kept it, \`/restore Amber state\` takes the earlier version.`,
      ],
    ])
  })

  it('keeps a command that looks at the past, which is not fetched for it', async () => {
    const lost = {
      ...files,
      'plugins/Amber/.continue-here.md': '---\nstage: [\n---\n',
    }
    const diagnostic = finding('ANY', ['/restore Amber state'])
    expect(offering(await requestOn(lost))([diagnostic]).diagnostics.map(({ fix }) => fix)).toEqual([
      '/restore Amber state',
    ])
  })
})

describe('what trying costs', () => {
  const names = Array.from({ length: maxTried + 6 }, (_, index) => `Plug${index}`)
  const findings = names.flatMap((name) => [finding('ANY', [`/sync ${name}`]), finding('OTHER', [`/sync ${name}`])])

  /** A request that counts how often something is read. */
  async function recordingRequest(files: Readonly<Record<string, string>>) {
    const request = await requestOn(files)
    let reads = 0
    const read: typeof plugin.read = (...views) => {
      reads++
      return plugin.read(...views)
    }
    return {
      request: { ...request, protocols: [Object.assign(Object.create(plugin) as typeof plugin, { read })] },
      reads: () => reads,
    }
  }

  it('is one reading for each distinct command, however many findings name it, and one of the files as they are', async () => {
    const { request, reads } = await recordingRequest({ 'PLUGINS.md': registryOf(names) })
    const offered = offering(request)
    const { untried, diagnostics } = offered(findings)
    expect(untried).toBe(6)
    expect(diagnostics.filter(({ fix }) => fix !== undefined)).toHaveLength(2 * maxTried)
    expect(reads()).toBe(maxTried + 1)
    offered(findings)
    expect(reads()).toBe(maxTried + 1)
  })

  it('is bounded in bytes: of large files fewer commands are tried', async () => {
    const { request, reads } = await recordingRequest({ 'PLUGINS.md': registryOf(names) })
    const bytes = request.head.bytes('PLUGINS.md') ?? new Uint8Array()
    // So large that it would fill a quarter of the room.
    const large = Object.defineProperty(Buffer.from(bytes), 'length', { value: maxRead / 4 })
    const head: View = { ...request.head, bytes: (path) => (path === 'PLUGINS.md' ? large : request.head.bytes(path)) }
    const { untried } = offering({ ...request, head })(findings)
    expect(untried).toBe(names.length - 4)
    expect(reads()).toBe(5)
  })

  it('is bounded in targets', async () => {
    const many = Array.from({ length: maxJudged / 4 }, (_, index) => `Plug${index}`)
    const { request, reads } = await recordingRequest({ 'PLUGINS.md': registryOf(many) })
    const { untried } = offering(request)(findings)
    expect(untried).toBe(names.length - 4)
    expect(reads()).toBe(5)
  })
})

describe('what replies offer', () => {
  /** A protocol whose refusals and findings name a command that is refused itself. */
  const boastful = Object.assign(Object.create(plugin) as typeof plugin, {
    read: (...views: Parameters<typeof plugin.read>) => {
      const reading = plugin.read(...views)
      const boast = { fix: '/install Amber', hint: 'Give `/install Amber`.' }
      return {
        ...reading,
        *findings(rule: Parameters<typeof reading.findings>[0]) {
          for (const ruleFinding of reading.findings(rule))
            yield ruleFinding && { ...ruleFinding, offers: [], ...boast }
        },
        run(...parameters: Parameters<typeof reading.run>) {
          const outcome = reading.run(...parameters)
          if (outcome?.outcome !== 'refused') return outcome
          return {
            ...outcome,
            diagnostics: outcome.diagnostics.map((diagnostic) => ({ ...diagnostic, offers: [], ...boast })),
          }
        },
      }
    },
  })

  it.each([
    ['install', 'Amber'],
    ['status', 'Amber'],
    ['validate', 'Amber'],
  ] as const)('/%s %s names no command that would be refused', async (name, target) => {
    const request = await requestOn({
      'PLUGINS.md': registryOf(['Amber', 'Birch']),
      'plugins/Amber/.ideas/plan.md': '# Plan\n',
    })
    const { results } = plan([{ name, words: parseWords(target), report: undefined }], {
      ...request,
      protocols: [boastful],
      maxCommands: 1,
    })
    expect(results).toHaveLength(1)
    expect(JSON.stringify(results.map(({ reply, diagnostics }) => [reply, diagnostics]))).toContain('REGISTRY_')
    expect(JSON.stringify(results.map(({ reply, diagnostics }) => [reply, diagnostics]))).not.toContain(
      '`/install Amber`',
    )
    expect(results.flatMap(({ reply }) => reply)).not.toContainEqual(expect.stringContaining('(`/install'))
  })
})

describe('a board of very many targets', () => {
  it('says of how many the commands were not tried', async () => {
    const request = await requestOn({
      'PLUGINS.md': registryOf(Array.from({ length: 800 }, (_, index) => `Plug${index}`)),
    })
    const report = check({
      ...request,
      mode: 'soft',
      failOn: 'never',
      allowEmpty: true,
      paths: [],
      targets: [],
      given: [],
      notes: [],
    })
    expect(turnsIn(report, request).notes).toEqual(['Commands of 175 targets were not tried.'])
  })
})
