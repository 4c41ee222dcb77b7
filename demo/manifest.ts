import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import * as z from 'zod'

const form = z.object({ default_permissions: z.record(z.string(), z.enum(['read', 'write'])), default_events: z.array(z.string()) })
const manifest = form.parse(parse(readFileSync(new URL('../app.yml', import.meta.url), 'utf8')))

/** What the app may do, and what it hears of, as its manifest says. */
export const { default_permissions: permissions, default_events: events } = manifest
