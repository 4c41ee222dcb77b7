import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium, type Browser } from 'playwright-core'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Where a browser is: what `CHROMIUM` names, else the first of the usual names in `PATH`. */
export const executable: string | undefined =
  process.env['CHROMIUM'] ??
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path))

/** Starts it. A sandbox needs more than a container gives. */
export const launch = (): Promise<Browser> =>
  chromium.launch({
    ...(executable !== undefined && { executablePath: executable }),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
