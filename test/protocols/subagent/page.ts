import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const page = readFileSync(join(import.meta.dirname, '../../../docs/subagent-orchestrator.md'), 'utf8')

/** An example on the protocol's page. */
export interface Block {
  readonly language: string
  readonly text: string
}

/** The fenced blocks of the page between two headings, in order. */
export function blocks(from: string, to: string): readonly Block[] {
  const part = page.slice(page.indexOf(`### ${from}`), page.indexOf(to, page.indexOf(`### ${from}`)))
  return Array.from(part.matchAll(/^(`{3,})(\w+)\n([^]*?)^\1$/gm), ([, , language = '', text = '']) => ({
    language,
    text,
  }))
}
