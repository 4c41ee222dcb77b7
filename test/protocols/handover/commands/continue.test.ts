import { describe, expect, it } from 'vitest'
import { handover } from '../../../../src/protocols/handover/protocol.ts'
import { inProgress, working } from '../../../../src/protocols/handover/examples.ts'
import { give } from '../../scene.ts'

describe('/continue', () => {
  it.each([
    'https://example.org/x',
    'www.example.org',
    '@octocat',
    '#1',
    '<img src=x>',
    '[a](https://example.org)',
    '**bold**',
  ])('shows %s of a state file as code', async (text) => {
    const written = JSON.stringify(text).slice(1, -1)
    const tree = Object.fromEntries(
      Object.entries(inProgress(...working)).map(([path, content]) => [
        path,
        content.replaceAll('Ask the browser', written),
      ]),
    )
    const { result } = await give(tree, '/continue 2026-01-20-login', { protocol: handover })
    expect(result.reply).toContain(`step 2: ${text}\``)
    expect(result.reply.replace(/`[^`]*`/g, '')).not.toContain(text)
  })
})
