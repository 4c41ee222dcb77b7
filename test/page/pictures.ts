import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { writeBoard } from '../../demo/board.ts'
import type { Page } from '../../src/entry/bot/html.ts'
import { choicesPage, confirmPage, donePage } from '../../src/entry/bot/setup/pages.ts'
import { launch } from './browser.ts'

/**
 * `npm run pictures`: the page of the made-up repository of `demo`, as the README shows it (board above timeline, light
 * and dark), and the pages that set the bot up.
 */
const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'baton-pictures-'))
const images = join(root, 'docs/images')

/** GitHub shows them to everyone who opens the repository. */
const maxBytes = 300 * 1024

function report(path: string): void {
  const { size } = statSync(path)
  process.stdout.write(`${String(Math.ceil(size / 1024)).padStart(6)} kB  ${path}\n`)
  if (size > maxBytes) throw new Error(`${path} is larger than ${maxBytes / 1024} kB.`)
}

const choices = { name: 'baton-of-ours', organization: 'example-org', address: 'https://baton.example.com' }

const setupPages: Readonly<Record<string, Page>> = {
  setup: choicesPage(choices),
  'setup-confirm': confirmPage(choices, {
    action: 'https://github.com/organizations/example-org/settings/apps/new',
    manifest: '',
  }),
  'setup-done': donePage({
    name: choices.name,
    page: 'https://github.com/apps/baton-of-ours',
    file: '.env',
    downloadWord: '',
  }),
}

async function showSetup(browser: Browser): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 800, height: 200 }, javaScriptEnabled: false })
  const view = await context.newPage()
  for (const [name, { body }] of Object.entries(setupPages)) {
    await view.setContent(body)
    const path = join(images, `${name}.png`)
    await view.screenshot({ path, fullPage: true })
    report(path)
  }
  await context.close()
}

try {
  const page = writeBoard(folder)
  mkdirSync(images, { recursive: true })
  const browser = await launch()
  await showSetup(browser)
  for (const colorScheme of ['light', 'dark'] as const) {
    // Without its script the page has all views one below the other. All of it is in sight: cards out of sight have no
    // layout.
    const context = await browser.newContext({
      viewport: { width: 1440, height: 3000 },
      colorScheme,
      javaScriptEnabled: false,
    })
    const view = await context.newPage()
    await view.goto(pathToFileURL(page).href)
    const timeline = await view.locator('.view-timeline .sheet').boundingBox()
    const path = join(images, `board-${colorScheme}.png`)
    await view.screenshot({
      path,
      clip: { x: 0, y: 0, width: 1440, height: Math.ceil((timeline?.y ?? 0) + (timeline?.height ?? 0)) + 24 },
    })
    report(path)
    await context.close()
  }
  await browser.close()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
