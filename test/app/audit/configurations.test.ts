import { afterEach, describe, expect, it } from 'vitest'
import { handoffPath, inHandoff, sample } from '../../../src/protocols/plugin/examples.ts'
import { auditScene, type AuditScene } from './scene.ts'

let at: AuditScene
afterEach(() => at.github.close())

const other = '.github/baton-b.yml'

describe('audits with two configurations in one repository', () => {
  it('keep an issue, a dashboard and a heartbeat each', async () => {
    at = await auditScene({
      ...inHandoff(sample, ['orchestration_mode: true', 'orchestration_mode: maybe']),
      [other]: 'protocols: { plugin: false, governance: {} }\nallow-empty: true\n',
    })
    const auditOther = () => at.audit({ dashboard: true }, { ...at.ports, configuration: other })
    for (const _ of ['first', 'again']) {
      await at.audit({ dashboard: true })
      await auditOther()
      at.pass(1)
    }
    const shown = () =>
      at
        .issues()
        .map(({ body, title, closedAt }) => [body.split('\n', 1)[0], title, closedAt === undefined ? 'open' : 'closed'])
    const expected = [
      ['<!-- baton: audit -->', '⚠️ 1 warning needs a look', 'open'],
      ['<!-- baton: dashboard -->', 'Baton: who holds the baton', 'open'],
      [`<!-- baton: dashboard ${other} -->`, `Baton: who holds the baton (${other})`, 'open'],
    ]
    expect(shown()).toEqual(expected)
    expect(new Set(at.repository.checksOn(await at.tip()).map(({ name }) => name))).toEqual(
      new Set(['baton audit', `baton audit (${other})`]),
    )

    // The other one finds something and is mended: the first keeps its issue.
    await at.push({ [other]: 'fail-on: error\n' })
    await auditOther()
    const opened = [`<!-- baton: audit ${other} -->`, `⚠️ 1 warning needs a look (${other})`]
    expect(shown()).toEqual([...expected, [...opened, 'open']])
    expect(at.issues().at(-1)?.body).toContain(`Configuration: \`${other}\``)
    await at.push({ [handoffPath]: sample[handoffPath] ?? '' })
    at.pass(1)
    await auditOther()
    expect(shown().map((issue) => issue.at(-1))).toEqual(['open', 'open', 'open', 'closed'])
    expect(shown().at(-1)?.[1]).toBe(`✅ Nothing is left that needs a look (${other})`)
  })
})
