import type { Report } from '../../src/core/report.ts'
import type { Files } from '../../src/core/rule.ts'
import { checkSources } from '../../src/app/validate/check.ts'
import { protocolRegistry } from '../../src/entry/protocol-registry.ts'
import { memoryTree } from '../../src/gateways/memory.ts'
import { condense } from '../../src/engine/checking/limited.ts'
import { formats } from '../../src/render/index.ts'

const settings = {
  failOnDefault: 'new-error',
  protocols: [],
  paths: [],
  targets: [],
  notes: [],
  at: '2026-02-04T10:00:00Z',
} as const

/** What a check of a repository finds, one of whose files has another text. */
export async function checkFile(text: string, path: string, files: Files): Promise<Report> {
  const base = memoryTree(files)
  const { report } = await checkSources(
    { head: memoryTree({ ...files, [path]: text }), base, policy: base },
    protocolRegistry,
    settings,
  )
  return condense(report)
}

/** The same in every format, by its name. */
export const printedIn = (report: Report): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(formats).map(([name, print]) => [name, print(report, { color: false, version: '1.0.0' })]),
  )
