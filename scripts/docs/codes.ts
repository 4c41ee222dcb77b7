import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codesText } from './pages.ts'

/**
 * Writes the list of codes alone: examples, links and schemas are looked up in it, by modules that read it when they
 * are loaded.
 */
writeFileSync(join(import.meta.dirname, '../../src/core/codes.json'), codesText)
