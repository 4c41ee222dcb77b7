import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { storyEnd, writeStory } from './story.ts'

/**
 * Writes the page of the made-up repository, by `baton board --html`, and gives its path. Nothing else of it is left.
 */
export function writeBoard(folder = mkdtempSync(join(tmpdir(), 'baton-board-'))): string {
  const story = join(folder, 'plugins')
  const page = join(folder, 'board.html')
  writeStory(story)
  const program = join(import.meta.dirname, '../dist/cli.js')
  const words = ['board', '--root', story, '--repo', 'example-org/plugins', '--at', storyEnd, '--html', page]
  execFileSync(process.execPath, [program, ...words], { stdio: ['ignore', 'ignore', 'pipe'] })
  rmSync(story, { recursive: true, force: true })
  return page
}
