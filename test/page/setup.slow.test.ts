import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { serve } from '../../src/entry/bot/server.ts'
import { flow } from '../../src/entry/bot/setup/flow.ts'
import { startGitHub } from '../github/server.ts'
import { executable, launch } from './browser.ts'

const ends: (() => unknown)[] = []
const atEnd = (end: () => unknown) => void ends.push(end)

afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

describe.skipIf(executable === undefined)('the set-up pages in a browser', () => {
  it('lead from the printed address to GitHub and back, by their own policy', async () => {
    const github = await startGitHub()
    atEnd(() => github.close())
    const folder = mkdtempSync(join(tmpdir(), 'baton-setup-'))
    atEnd(() => rmSync(folder, { recursive: true }))
    const webUrl = new URL(github.url).origin
    const { word, site } = flow({ baseUrl: github.url, webUrl, publicUrl: undefined, saved: {}, folder, now: Date.now })
    const failed = (error: unknown) => {
      throw error
    }
    const routes = { webhooks: () => Promise.resolve(), unready: () => ['not set up'], site, failed }
    const { server, port } = await serve(routes, { port: 0, host: '127.0.0.1' })
    atEnd(() => {
      server.closeAllConnections()
      server.close()
    })
    const browser = await launch()
    atEnd(() => browser.close())
    const page = await browser.newPage({ viewport: { width: 800, height: 1000 } })
    const complaints: string[] = []
    page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())))
    const picture = async (name: string) => {
      const pictures = process.env['PICTURES']
      if (pictures !== undefined) await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true })
    }

    await page.goto(`http://127.0.0.1:${port}/probot?word=${word}`)
    expect(page.url()).toBe(`http://127.0.0.1:${port}/probot`)
    await page.getByLabel('Name of the App').fill('baton-of-ours')
    await page.getByLabel('Public address').fill('https://baton.example.com')
    await picture('setup-choices')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Register the App on GitHub' }).waitFor()
    await page.getByRole('button', { name: 'Register on GitHub' }).click()
    await page.getByRole('heading', { name: 'baton-of-ours is registered' }).waitFor()
    await picture('setup-done')
    expect(readFileSync(join(folder, '.env'), 'utf8')).toContain(`APP_ID=${github.made[0]?.id}\n`)
    await page.getByRole('link', { name: 'Install the App' }).click()
    expect(page.url()).toBe(`${webUrl}/apps/baton-of-ours/installations/new`)
    // The style is allowed, and so is the form that goes to GitHub.
    expect(
      complaints.filter((text) => !text.includes('favicon') && !text.includes('404') && !text.includes('403')),
    ).toEqual([])
  })
})
