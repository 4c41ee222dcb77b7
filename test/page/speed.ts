/**
 * How soon a page answers in a browser, for `npm run bench`: prints the milliseconds until it does, and until the
 * slowest letter in its search was shown. Prints nothing where there is no browser.
 *
 * node test/page/speed.ts FILE NAME
 */
import { pathToFileURL } from 'node:url'
import { executable, launch } from './browser.ts'

const [file = '', name = ''] = process.argv.slice(2)

if (executable !== undefined) {
  const browser = await launch()
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(pathToFileURL(file).href)
    const interactive = await page.evaluate(
      () => new Promise<number>((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))),
    )
    const { slowest, cards } = await page.evaluate(async (typed) => {
      const field = document.querySelector<HTMLInputElement>('input[type=search]') as HTMLInputElement
      let longest = 0
      for (const end of Array.from(typed).keys()) {
        const begin = performance.now()
        field.value = typed.slice(0, end + 1)
        field.dispatchEvent(new Event('input', { bubbles: true }))
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
        longest = Math.max(longest, performance.now() - begin)
      }
      return { slowest: longest, cards: document.querySelectorAll('article').length }
    }, name)
    if (cards !== 1) throw new Error(`The search for ${name} shows ${cards} targets, expected 1.`)
    process.stdout.write(JSON.stringify({ interactive, keystroke: slowest }))
  } finally {
    await browser.close()
  }
}
