import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { project } from '../entry/programs.ts'

/** Every page of the repository that git has or would have, by its path. */
export const pages: readonly string[] = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '--', '*.md'],
  {
    cwd: project,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((path) => path !== '' && !path.includes('/fixtures/'))

export const textOf = (path: string): string => readFileSync(join(project, path), 'utf8')

/** A fenced block: its language and its text. */
interface CodeBlock {
  readonly language: string
  readonly text: string
}

/** A page taken apart: its fenced blocks, and the lines outside of them. */
export function partsOf(page: string): { readonly blocks: readonly CodeBlock[]; readonly prose: readonly string[] } {
  const blocks: CodeBlock[] = []
  const prose: string[] = []
  let open: { readonly fence: string; readonly language: string; readonly lines: string[] } | undefined
  for (const line of page.split('\n')) {
    const [, fence = '', language = ''] = /^ {0,3}(`{3,}|~{3,})\s*(\S*)/.exec(line) ?? []
    if (open) {
      if (fence.startsWith(open.fence) && language === '') {
        blocks.push({ language: open.language, text: `${open.lines.join('\n')}\n` })
        open = undefined
      } else open.lines.push(line)
    } else if (fence === '') prose.push(line)
    else open = { fence, language, lines: [] }
  }
  return { blocks, prose }
}
