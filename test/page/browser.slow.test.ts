import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import axe from 'axe-core'
import { renderPage } from 'baton:page'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { PageModel } from '../../src/page/model.ts'
import { lanes } from '../../src/core/board.ts'
import { scratch } from '../entry/programs.ts'
import { waitLimit } from '../hang.ts'
import { pairs } from '../thorough.ts'
import { executable, launch } from './browser.ts'
import { boardOf, drift, episode, historyOf, segment, someModel, someTargets, target } from './sample.ts'

it('has a browser to be tried in, or says that it was not tried', () => {
  if (executable === undefined)
    process.stderr.write('No Chromium was found: the page was not tried in a browser. CHROMIUM names one.\n')
  expect(process.env['CI'] === undefined || executable !== undefined).toBe(true)
})

const places = scratch()
afterAll(places.remove)

/** Expects of what a browser shows, which it does in its own time. */
const expectShown = <Read>(read: () => Promise<Read>) => {
  const poll = expect.poll
  return poll(read, { timeout: waitLimit })
}

/** A page that was opened, and what it did that it must not. */
interface OpenedPage {
  readonly page: Page
  /** Messages on its console, errors, violations of its policy, and requests. */
  readonly wrong: string[]
}

describe.runIf(executable !== undefined)('the page in a browser', () => {
  let browser: Browser
  const closing: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(async () => {
    await browser.close()
  })
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
  })

  async function open(model: PageModel, hash = '', options: BrowserContextOptions = {}): Promise<OpenedPage> {
    const folder = places.folder({})
    const file = join(folder, 'page.html')
    writeFileSync(file, renderPage(model))
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })
    context.setDefaultTimeout(waitLimit / 5)
    closing.push(() => context.close())
    const wrong: string[] = []
    const page = await context.newPage()
    page.on('console', (message) => wrong.push(message.text()))
    page.on('pageerror', (error) => wrong.push(String(error)))
    await page.route('**', (route) => {
      const url = route.request().url()
      if (url.startsWith('file:')) return route.continue()
      wrong.push(url)
      return route.abort()
    })
    await page.goto(`${pathToFileURL(file).href}${hash}`)
    return { page, wrong }
  }

  const heading = (page: Page) => page.locator('h1').innerText()
  const cards = (page: Page) => page.locator('article .name').allInnerTexts()
  const focused = (page: Page) =>
    page.evaluate(() => (document.activeElement as HTMLElement).innerText.trim().replace(/\s+/g, ' '))
  const escape = async (page: Page) => {
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  const hashOf = (page: Page) => page.evaluate(() => location.hash)

  it('opens without a message or a request, and comes to life', async () => {
    const { page, wrong } = await open(someModel)
    expect(await heading(page)).toBe('2 wait for a person, 1 with an agent')
    await expectShown(() => cards(page)).toEqual([
      '2026-01-20-login',
      'explore',
      'Words',
      'Drum808',
      'Scatter',
      'AutoClip',
    ])
    expect(await page.locator('.view').count()).toBe(1)
    for (const view of ['Timeline', 'Episodes', 'Board'])
      await page.getByRole('link', { name: view, exact: true }).click()
    expect(wrong).toEqual([])
  })

  it('keeps its policy: nothing that is put into it runs, and nothing is fetched', async () => {
    const { page, wrong } = await open(someModel)
    const ran = await page.evaluate(async () => {
      const script = document.createElement('script')
      script.textContent = 'window.ran = true'
      const image = document.createElement('div')
      image.innerHTML = '<img src="x" onerror="window.ran = true"><p style="color: red">x</p>'
      document.body.append(script, image)
      const fetched = await fetch('https://example.com/').then(
        () => true,
        () => false,
      )
      const color = getComputedStyle(image.querySelector('p') as Element).color
      return { ran: 'ran' in window, fetched, isRed: color === 'rgb(255, 0, 0)' }
    })
    expect(ran).toEqual({ ran: false, fetched: false, isRed: false })
    expect(wrong.length).toBeGreaterThan(0)
    expect(wrong.every((message) => message.includes('Content Security Policy') || message.includes('violates'))).toBe(
      true,
    )
  })

  const colours = [
    ['light', 'none'],
    ['dark', 'none'],
    ['light', 'active'],
    ['dark', 'active'],
  ] as const

  // The colours are the same in all views.
  it.each(pairs(colours, ['board', 'timeline', 'episodes']))(
    'has nothing that axe finds, with the colours %j in the view %s, and fits',
    async ([colorScheme, forcedColors], view) => {
      for (const width of [1440, 320]) {
        const options = { colorScheme, forcedColors, viewport: { width, height: 900 }, bypassCSP: true }
        const { page, wrong } = await open(someModel, `#${view}`, options)
        await page.addScriptTag({ content: axe.source })
        const found = await page.evaluate(async () => {
          const { axe: tester } = window as unknown as {
            axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
          }
          const { violations } = await tester.run({
            runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'],
          })
          return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
        })
        expect(found).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
        expect(wrong).toEqual([])
      }
    },
  )

  it('searches, filters and shows all again, by an address that opens the same', async () => {
    const { page } = await open(someModel)
    await page.keyboard.press('/')
    await page.keyboard.type('status_drift')
    await expectShown(() => cards(page)).toEqual(['Words', 'Drum808'])
    await page.getByRole('link', { name: '1 with an agent' }).click()
    await expectShown(() => cards(page)).toEqual(['Words'])
    const hash = await hashOf(page)
    expect(hash).toBe('#board?q=status_drift&lane=agent')
    const again = await open(someModel, hash)
    expect(await cards(again.page)).toEqual(['Words'])
    expect(await again.page.getByRole('searchbox').inputValue()).toBe('status_drift')
    await page.getByRole('button', { name: 'show all' }).click()
    await page.getByRole('button', { name: 'control 1' }).click()
    await expectShown(() => cards(page)).toEqual(['explore'])
    await page.getByRole('button', { name: 'control 1' }).click()
    await page.getByRole('button', { name: 'only with findings' }).click()
    await expectShown(() => cards(page)).toEqual(['Words', 'Drum808'])
  })

  it('can be walked through by keys alone', async () => {
    const { page } = await open(someModel)
    await page.locator('.controls .chip').last().focus()
    await page.keyboard.press('Tab')
    await expectShown(() => focused(page)).toBe('project 2026-01-20-login')
    const steps = [
      ['ArrowDown', 'stage explore'],
      ['ArrowRight', 'plugin Words'],
      ['ArrowRight', 'plugin Drum808'],
      ['End', 'plugin Scatter'],
      ['Home', 'plugin Drum808'],
      ['ArrowUp', 'plugin Drum808'],
      ['ArrowLeft', 'plugin Words'],
    ] as const
    for (const [key, name] of steps) {
      await page.keyboard.press(key)
      await expectShown(async () => [key, await focused(page)]).toEqual([key, name])
    }
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await expectShown(() => hashOf(page)).toBe('#plugin:Words')
    expect(await page.getByRole('dialog').innerText()).toContain('research-planning-agent')
    await escape(page)
    await expectShown(async () => [await focused(page), await hashOf(page)]).toEqual(['plugin Words', '#board'])
    await page.keyboard.press('?')
    expect(await page.getByRole('dialog').innerText()).toContain('search')
  })

  it('moves along the timeline by keys, which tells what is there, zooms, and is a table, too', async () => {
    const { page } = await open(someModel, '#timeline')
    // Without the focus on a row, too.
    await page.keyboard.press('+')
    await expectShown(() => hashOf(page)).toBe('#timeline?range=0.25-0.75')
    await page.keyboard.press('-')
    await expectShown(() => hashOf(page)).toBe('#timeline')
    await page.locator('[data-row="0"]').focus()
    const at = () => page.locator('.cursor').innerText()
    await page.keyboard.press('ArrowRight')
    await expectShown(() => at()).toMatch(
      /^Drum808: stage 1 complete, with the orchestrator, 1 Feb 2026 00:00 – 1 Feb 2026 10:00/,
    )
    await page.keyboard.press('ArrowRight')
    await expectShown(() => at()).toMatch(
      /^Drum808: stage 2 in_progress, with an agent.*error REGISTRY_STATUS_DRIFT: row 🚧 Stage 3 ≠ entry 🚧 Stage 4/,
    )
    await page.keyboard.press('ArrowDown')
    await expectShown(() => at()).toMatch(/^Words: stage 0 in_progress/)
    const before = await page.locator('.bar').count()
    await page.keyboard.press('+')
    await expectShown(() => hashOf(page)).toBe('#timeline?range=0.25-0.75')
    await page.keyboard.press('0')
    await expectShown(() => page.locator('.bar').count()).toBe(before)
    await page.getByRole('button', { name: 'by time' }).click()
    await expectShown(() => page.locator('.axis').textContent()).toContain('06:00')
    await page.getByRole('button', { name: 'as a table' }).click()
    const rowsOf = (name: string) => page.getByRole('region', { name, exact: true }).getByRole('row')
    await expectShown(() => rowsOf('The timeline as a table').count()).toBe(6)
    expect(await rowsOf('The timeline as a table').nth(1).innerText()).toContain('stage 1 complete')
    // What the chart shows below the bars.
    expect(await rowsOf('Contradictions').count()).toBe(4)
  })

  it('opens on a phone with the newest of the timeline in sight, beside the names, and a few lines above it', async () => {
    const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
    const { page, wrong } = await open(someModel, '#timeline', phone)
    const box = page.getByRole('region', { name: 'Chart' })
    await expectShown(() =>
      box.evaluate(({ scrollLeft, clientWidth, scrollWidth }) => scrollWidth - clientWidth - scrollLeft < 1),
    ).toBe(true)
    expect(await box.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0)
    const names = await page.locator('.names').boundingBox()
    const boxLeft = (await box.boundingBox())?.x ?? 0
    expect([names?.x, names?.width]).toEqual([boxLeft, 96])
    expect(await page.getByText(' a bar').innerText()).toMatch(/^Tap a bar/)
    expect((await page.locator('.figures').boundingBox())?.height).toBeLessThan(80)
    expect(wrong).toEqual([])
  })

  it('zooms by dragging on the axis', async () => {
    const { page } = await open(someModel, '#timeline')
    const box = await page.locator('.grip').boundingBox()
    if (!box) throw new Error('There is no axis.')
    await page.mouse.move(box.x + 100, box.y + 8)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2, box.y + 8)
    await page.mouse.up()
    await expectShown(() => hashOf(page)).toMatch(/^#timeline\?range=0\.0\d+-0\.(?:4[5-9]|5)\d*$/)
  })

  it('sorts contradictions, and leads from one to its target', async () => {
    const { page } = await open(someModel, '#episodes')
    const column = () => page.locator('tbody th').allInnerTexts()
    await expectShown(() => column()).toEqual(['Drum808', 'Words', 'Drum808'])
    await page.getByRole('button', { name: 'Lasted' }).click()
    expect(await page.locator('th[aria-sort]').getAttribute('aria-sort')).toBe('descending')
    await expectShown(() => column()).toEqual(['Drum808', 'Drum808', 'Words'])
    await page.getByRole('link', { name: 'Words' }).click()
    await page.getByRole('dialog').waitFor()
    await escape(page)
    await expectShown(() => hashOf(page)).toBe('#episodes')
  })

  it('copies a command, and nothing but its text', async () => {
    const { page } = await open(someModel, '', { permissions: ['clipboard-read', 'clipboard-write'] })
    await page.getByRole('button', { name: 'Copy /sync Drum808' }).click()
    await page.locator('.aside', { hasText: 'Copied' }).waitFor({ state: 'attached' })
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('/sync Drum808')
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('opens with a target, with a view, or says that there is no such target', async () => {
    const { page } = await open(someModel, '#plugin:Drum808')
    expect(await page.getByRole('dialog').innerText()).toContain('REGISTRY_STATUS_DRIFT')
    // Its newest commit need not have changed the state.
    expect(await page.getByRole('dialog').locator('dl').innerText()).toMatch(
      /File last changed\s+29 Jan 2026, 09:00 UTC/,
    )
    await escape(page)
    await expectShown(() => focused(page)).toBe('plugin Drum808')
    for (const id of ['plugin:Nothing', 'rubbish']) {
      const { page: otherPage } = await open(someModel, `#${id}`)
      const notice = `No such target: ${id}`
      expect(await otherPage.locator('main .trouble').innerText()).toBe(notice)
      await expectShown(() => otherPage.getByRole('status').innerText()).toBe(notice)
      await expectShown(() => cards(otherPage)).toHaveLength(6)
    }
  })

  it('goes from one open target to another, and back', async () => {
    const { page } = await open(someModel, '#plugin:Drum808')
    const title = () => page.locator('dialog h2').innerText()
    await expectShown(() => title()).toMatch(/Drum808$/)
    // The panel that goes reports that it was closed in a task of its own, which must not close the one that comes.
    await page.evaluate(() => {
      const closed = new Promise<void>((resolve) =>
        document.querySelector('dialog[open]')?.addEventListener('close', () => resolve(), { once: true }),
      )
      location.hash = '#plugin:Words'
      return closed
    })
    await expectShown(() => title()).toMatch(/Words$/)
    expect([await page.getByRole('dialog').count(), await hashOf(page)]).toEqual([1, '#plugin:Words'])
    await page.goBack()
    await expectShown(() => title()).toMatch(/Drum808$/)
    await escape(page)
    await expectShown(() => hashOf(page)).toBe('#board')
  })

  it('shows 200 a lane, and 200 more at a time', async () => {
    const many = Array.from({ length: 2_500 }, (_, index) =>
      target(`plugin:P${String(index).padStart(3, '0')}`, { lane: index < 1_300 ? 'agent' : 'ready' }),
    )
    const { page } = await open({ board: boardOf(many), view: 'board' })
    const counts = () => Promise.all(['agent', 'ready'].map((lane) => page.locator(`.lane-${lane} article`).count()))
    await expectShown(() => counts()).toEqual([200, 200])
    await page.getByRole('button', { name: '200 more (1,100 left)' }).click()
    await expectShown(() => counts()).toEqual([400, 200])
    await page.getByRole('searchbox').fill('p899')
    await expectShown(() => cards(page)).toEqual(['P899'])
  })

  it('can be read and printed without its script, and printed without its filters', async () => {
    const { page: still } = await open(someModel, '', { javaScriptEnabled: false })
    expect(await heading(still)).toBe('2 wait for a person, 1 with an agent')
    expect(await still.locator('article').count()).toBe(6)
    expect(await still.locator('[data-row]').count()).toBe(2)
    const { page, wrong } = await open(someModel, '#board?lane=done')
    await expectShown(() => cards(page)).toEqual(['AutoClip'])
    expect((await page.pdf()).byteLength).toBeGreaterThan(10_000)
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    await expectShown(() => cards(page)).toHaveLength(6)
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.controls').isVisible()).toBe(false)
    expect(await page.locator('.command code').first().isVisible()).toBe(true)
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    await expectShown(() => cards(page)).toEqual(['AutoClip'])
    for (const view of ['timeline', 'episodes']) {
      const { page: otherPage } = await open(someModel, `#${view}?lane=done`)
      await expectShown(() => otherPage.locator('.view').count()).toBe(1)
      await otherPage.evaluate(() => dispatchEvent(new Event('beforeprint')))
      await expectShown(() => cards(otherPage)).toHaveLength(6)
      const order = await Promise.all(
        [0, 1].map((index) => otherPage.locator('.view').nth(index).getAttribute('class')),
      )
      expect(order).toEqual(['view view-board', `view view-${view}`])
      await otherPage.evaluate(() => dispatchEvent(new Event('afterprint')))
      await expectShown(() => otherPage.locator('.view').count()).toBe(1)
    }
    expect(wrong).toEqual([])
  })

  it('prints the whole chart, or the table in its place, with the colours of the lanes', async () => {
    const { page: still } = await open({ ...someModel, view: 'timeline' }, '', {
      javaScriptEnabled: false,
      viewport: { width: 600, height: 800 },
    })
    await still.emulateMedia({ media: 'print' })
    // It was drawn for a wider screen.
    const { right, width, height, color } = await still
      .locator('.chart')
      .last()
      .evaluate((chart) => ({
        height: chart.getBoundingClientRect().height,
        right: chart.getBoundingClientRect().right,
        width: Number(chart.getAttribute('width')),
        color: getComputedStyle(chart).getPropertyValue('print-color-adjust'),
      }))
    expect(width).toBeGreaterThan(600)
    expect(right).toBeLessThanOrEqual(600)
    expect(await still.locator('.names').evaluate((names) => names.getBoundingClientRect().height)).toBeCloseTo(
      height,
      0,
    )
    expect(color).toBe('exact')
    const { page } = await open(someModel, '#timeline?table=1')
    await expectShown(() => page.locator('.view').count()).toBe(1)
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    await expectShown(() => cards(page)).toHaveLength(6)
    // Its states, and its contradictions, which paper has no room for side by side.
    expect(await page.locator('.view-timeline table').count()).toBe(2)
    await page.setViewportSize({ width: 700, height: 1000 })
    await page.emulateMedia({ media: 'print' })
    for (const table of await page.locator('.view-timeline table').all())
      expect(await table.evaluate((element) => element.getBoundingClientRect().right)).toBeLessThanOrEqual(700)
    expect(
      await page
        .locator('.box.sheet tr')
        .first()
        .evaluate((row) => getComputedStyle(row).display),
    ).toBe('flex')
    // A link to a target prints the board, and not what is open above it.
    const { page: opened } = await open(someModel, '#plugin:Words')
    await opened.getByRole('dialog').waitFor()
    await opened.emulateMedia({ media: 'print' })
    expect(await opened.locator('dialog').isVisible()).toBe(false)
  })

  it('tells a reader of the screen how much was found', async () => {
    const { page } = await open(someModel)
    const told = () => page.locator('.aside').textContent()
    await page.getByRole('searchbox').fill('words')
    await expectShown(told).toBe('1 found')
    // What the field names is found in every view.
    for (const view of ['timeline', 'episodes']) {
      const { page: past } = await open(someModel, `#${view}?q=registry_status_drift`)
      await expectShown(() => past.locator('.aside').textContent()).toMatch(/^[1-9] found$/)
    }
    await page.getByRole('searchbox').fill('nothing of that')
    await expectShown(told).toBe('0 found')
  })

  it('has a bar of shares in proportion, with links that are named', async () => {
    const board = boardOf(
      Array.from({ length: 18 }, (_, index) =>
        target(`plugin:P${index}`, { lane: index < 1 ? 'person' : index < 9 ? 'ready' : 'done' }),
      ),
    )
    const { page } = await open({ board, view: 'board' })
    const links = page.getByRole('navigation', { name: 'Lanes' }).getByRole('link')
    expect(
      await Promise.all(
        ['1 waits for a person', '8 with the orchestrator', '9 done'].map((name) =>
          links.and(page.getByRole('link', { name })).count(),
        ),
      ),
    ).toEqual([1, 1, 1])
    // Each is one line.
    expect(await links.evaluateAll((all) => all.every((link) => link.getBoundingClientRect().height < 32))).toBe(true)
    const widths = await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().width))
    const [one = 0, eight = 0, nine = 0] = widths.map(
      (width) => (18 * width) / widths.reduce((sum, otherWidth) => sum + otherWidth, 0),
    )
    expect([one, eight, nine].map(Math.round)).toEqual([1, 8, 9])
    // What there is no room for is left out whole, and a number never is.
    await page.setViewportSize({ width: 320, height: 900 })
    const isSeen = (text: string) =>
      links.getByText(text, { exact: true }).evaluateAll((all) =>
        all.map((element) => {
          const [box, bounds] = [element.getBoundingClientRect(), element.closest('a')?.getBoundingClientRect()]
          return (
            bounds !== undefined &&
            box.width > 0 &&
            box.left >= bounds.left &&
            box.right <= bounds.right &&
            box.bottom <= bounds.bottom
          )
        }),
      )
    expect([await isSeen('1'), await isSeen('8'), await isSeen('waits for a person')]).toEqual([
      [true],
      [true],
      [false],
    ])
  })

  it('lists all findings of a target in its panel, and tells who holds it from whom it is meant for', async () => {
    const findings = {
      errors: 5,
      warnings: 0,
      notices: 0,
      worst: [drift, drift, drift],
      rest: [drift, { ...drift, code: 'ROW_MISSING' }],
    }
    const board = boardOf([
      target('plugin:Meant', { agent: 'gui-agent', findings }),
      target('plugin:Held', { agent: 'gui-agent', holder: 'agent', lane: 'agent' }),
    ])
    const { page } = await open({ board, view: 'board' }, '#plugin:Meant')
    const panel = page.getByRole('dialog')
    expect(await panel.locator('.findings li').count()).toBe(5)
    expect(await panel.innerText()).toContain('ROW_MISSING')
    expect(await panel.innerText()).not.toContain('more:')
    expect(await panel.locator('dl').innerText()).toMatch(/Held by\s+orchestrator\s+Meant for\s+gui-agent/)
    const { page: otherPage } = await open({ board, view: 'board' }, '#plugin:Held')
    expect(await otherPage.getByRole('dialog').locator('dl').innerText()).toMatch(/Held by\s+agent, gui-agent/)
    expect(await otherPage.getByRole('dialog').innerText()).not.toContain('Meant for')
  })

  it('says of a target that is not on its board whether it is gone', async () => {
    const history = historyOf(
      { 'plugin:Gone': [segment('ready', 'ideated', 0, 3)], 'plugin:Elsewhere': [segment('ready', 'ideated', 0)] },
      [],
    )
    for (const [id, text] of [
      ['plugin:Gone', 'It is not there any more.'],
      ['plugin:Elsewhere', 'It is not on this board.'],
    ] as const) {
      const { page } = await open({ ...someModel, history }, `#${id}`)
      expect(await page.getByRole('dialog').innerText()).toContain(text)
    }
  })

  it('sorts what lasted for an unknown time after all others', async () => {
    const odd = episode('plugin:Odd', 1, undefined, { clock: 'odd' })
    const history = historyOf({ 'plugin:Odd': [segment('ready', 'ideated', 0)] }, [
      odd,
      episode('plugin:Short', 1, 2),
      episode('plugin:Long', 1, 9),
    ])
    const { page } = await open({ ...someModel, history }, '#episodes')
    await page.getByRole('button', { name: 'Lasted' }).click()
    await expectShown(() => page.locator('tbody th').allInnerTexts()).toEqual(['Long', 'Short', 'Odd'])
  })

  it('tells lanes in the timeline by shape and border where colours are forced', async () => {
    const history = historyOf(
      { 'plugin:A': lanes.map((lane, index) => segment(lane, 'ideated', index, index + 1)) },
      [],
    )
    const { page } = await open({ ...someModel, history }, '#timeline', { forcedColors: 'active' })
    await expectShown(() => page.locator('.row .icon').count()).toBe(lanes.length)
    const looks = await page.locator('.bar').evaluateAll((bars) =>
      bars.map((bar) => {
        const { fill, stroke, strokeWidth, strokeDasharray } = getComputedStyle(bar)
        return { fill, stroke, border: `${strokeWidth} ${strokeDasharray} ${fill === stroke ? 'filled' : ''}` }
      }),
    )
    expect(new Set(looks.map(({ stroke }) => stroke)).size).toBe(1)
    expect(new Set(looks.map(({ fill }) => fill)).size).toBe(2)
    expect(new Set(looks.map(({ border }) => border)).size).toBe(lanes.length)
    const colours = await page.locator('.row').evaluate((row) => ({
      label: Array.from(row.querySelectorAll('.label'), (element) => getComputedStyle(element).fill),
      shape: Array.from(row.querySelectorAll('.icon'), (element) => getComputedStyle(element).color),
    }))
    // Nothing is drawn in the colour of what it is drawn on.
    expect(colours.shape.every((colour, index) => colour !== looks[index]?.fill)).toBe(true)
    expect(colours.label.every((colour, index) => colour !== looks[index]?.fill)).toBe(true)
    const pressed = await page.getByRole('button', { name: 'by commit' }).evaluate((button) => {
      const { color, backgroundColor, forcedColorAdjust } = getComputedStyle(button) as CSSStyleDeclaration & {
        forcedColorAdjust: string
      }
      return { isReadable: color !== backgroundColor, forcedColorAdjust }
    })
    // Else a browser lays a ground of its own below the text, which may have the colour of the text.
    expect(pressed).toEqual({ isReadable: true, forcedColorAdjust: 'none' })
  })

  it('moves nothing for those who want that, and has borders where colours are forced', async () => {
    const { page } = await open(someModel, '', { reducedMotion: 'reduce', forcedColors: 'active' })
    const style = await page
      .locator('.card')
      .first()
      .evaluate((card) => {
        const { transitionDuration, borderTopStyle } = getComputedStyle(card)
        return { transitionDuration, borderTopStyle }
      })
    expect(style).toEqual({ transitionDuration: '0s', borderTopStyle: 'solid' })
  })

  it('makes no element of any text, and opens a target of any name', async () => {
    const texts = [
      '</script><img src=x onerror=alert(1)>',
      '<!--',
      '"\'><b>',
      'javascript:alert(1)',
      '\u202eabc',
      'a#b?c%20&d',
      '\ud800',
      '__proto__',
      'x'.repeat(10_000),
    ]
    const hostile = texts.map((text, index) =>
      target(`plugin:${text}${index}`, {
        name: text,
        state: text,
        next: text,
        agent: text,
        within: text,
        path: text,
        lane: lanes[index % 5] ?? 'ready',
      }),
    )
    const rows = Object.fromEntries(hostile.map(({ id }, index) => [id, [segment('ready', texts[index] ?? '', 0)]]))
    const { page, wrong } = await open({
      board: boardOf(hostile, { notes: texts, branch: texts[0] }),
      history: historyOf(
        rows,
        hostile.map(({ id }, index) => episode(id, 1, undefined, { code: texts[index] ?? '' })),
      ),
      view: 'board',
    })
    expect(await page.locator('img, b:not(.brand b):not(.share b), script').count()).toBe(2)
    for (const index of hostile.keys()) {
      await page.locator('article h3 a').nth(index).press('Enter')
      await page.getByRole('dialog').waitFor()
      await escape(page)
    }
    for (const view of ['Timeline', 'Episodes']) await page.getByRole('link', { name: view, exact: true }).click()
    expect(await page.locator('img').count()).toBe(0)
    expect(wrong).toEqual([])
  })

  it('is one text with what was written: nothing changes when it comes to life', async () => {
    const model = { board: boardOf(someTargets), view: 'board' as const }
    const { page: still } = await open(model, '', { javaScriptEnabled: false })
    const { page } = await open(model)
    const lines = (browserPage: Page) => browserPage.locator('.lanes').innerText()
    expect(await lines(page)).toBe(await lines(still))
  })
})
