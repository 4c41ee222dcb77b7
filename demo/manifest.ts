import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import * as z from 'zod'

const form = z.object({
  default_permissions: z.record(z.string(), z.enum(['read', 'write'])),
  default_events: z.array(z.string()),
})
const manifest = form.parse(parse(readFileSync(new URL('../app.yml', import.meta.url), 'utf8')))

/** The permissions and events of the app, by its manifest. */
export const { default_permissions: permissions, default_events: events } = manifest
