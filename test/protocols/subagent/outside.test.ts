import { describe, expect, it } from 'vitest'
import { checkSources } from '../../../src/app/validate/check.ts'
import type { Selection, Tree as SourceTree, View } from '../../../src/core/view.ts'
import { protocolRegistry } from '../../../src/entry/protocol-registry.ts'
import { memoryTree } from '../../../src/gateways/memory.ts'
import { pendingSample, sample } from '../../../src/protocols/subagent/examples.ts'

type Files = Readonly<Record<string, string>>

/** A tree that knows the objects of its files, as a commit does, and records the requests for them. */
function commit(files: Files, levels: string[]): SourceTree {
  return {
    name: 'a commit',
    async open(selection: Selection): Promise<View> {
      levels.push(...selection.selectors.flatMap(({ glob, level }) => (glob === '**' ? [level] : [])))
      const view = await memoryTree(files).open(selection)
      return { ...view, identity: (path) => (view.entry(path) ? `object of ${files[path]}` : undefined) }
    },
  }
}

async function codes(head: SourceTree, base: SourceTree): Promise<readonly string[]> {
  const settings = {
    failOnDefault: 'never' as const,
    protocols: [],
    paths: [],
    targets: [],
    at: '2026-02-04T10:00:00Z',
    notes: [],
  }
  const { report } = await checkSources({ head, base, policy: base }, protocolRegistry, settings)
  return report.diagnostics.map(({ code }) => code)
}

const before: Files = { ...sample, 'src/other.ts': 'one\n', 'src/help.ts': 'one\n', 'node_modules/a.js': 'one\n' }
const after: Files = { ...pendingSample, 'src/other.ts': 'two\n', 'src/help.ts': 'two\n', 'node_modules/a.js': 'two\n' }

describe('files outside of the sessions', () => {
  it('are looked at where exactly one report is new', async () => {
    expect(await codes(memoryTree(after), memoryTree(before))).toEqual(['TASKS_FILE_OUTSIDE'])
    expect(await codes(memoryTree({ ...before, 'src/other.ts': 'two\n' }), memoryTree(before))).toEqual([])
  })

  it('are distinguished by their objects, unread, where commits are compared', async () => {
    const levels: string[] = []
    expect(await codes(commit(after, levels), commit(before, levels))).toEqual(['TASKS_FILE_OUTSIDE'])
    expect(levels).toEqual(['name', 'name'])
  })

  it('are not looked at otherwise', async () => {
    const levels: string[] = []
    expect(await codes(commit(before, levels), commit({ ...before, 'src/other.ts': 'two\n' }, levels))).toEqual([])
    expect(levels).toEqual([])
  })
})
