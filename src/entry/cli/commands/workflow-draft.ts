import { offeredPresets, type OfferedPreset } from '../../../app/installation/offers.ts'
import { configurationPath } from '../../../engine/configuration/read.ts'
import { defaultConfiguration } from '../../../engine/configuration/schema.ts'
import { pathFilter } from '../../../documents/selection.ts'
import { recordOf } from '../../../kit/record.ts'
import { pluralize } from '../../../core/diagnostic.ts'
import { draftOf, isDraftable } from '../../../protocols/declared/drafting/draft.ts'
import { escapeGlob } from '../../../documents/glob.ts'
import { diskTree } from '../../../gateways/disk.ts'
import { openClone } from '../../../gateways/git/clone.ts'
import { plainText } from '../../../render/plain.ts'
import { lazyProtocols, reservedNames } from '../../lazy-protocols.ts'
import { readTree } from '../../calls/tree.ts'
import { NothingHere, UsageError } from '../../calls/usage.ts'
import type { Answer } from '../../operations/operation.ts'
import type { WorkflowInput } from '../../operations/reading.ts'

/** So many files are looked at, each up to a size in bytes; and of what is left out so much is named. */
const limits = { files: 2000, bytes: 256 * 1024, named: 20 } as const

/** The files of the index; outside of a clone those on disk. */
async function pathsIn(root: string): Promise<readonly string[]> {
  const clone = await openClone(root)
  if (clone) return clone.tracked('**')
  const view = await diskTree(root).open({
    selectors: [{ glob: '**', level: 'name', except: ['node_modules'] }],
    limit: 0,
  })
  return view.paths
}

/** Whether a file is read by a built-in protocol, or belongs to a preset that is offered: it is not drafted once more. */
async function readElsewhere(presets: readonly OfferedPreset[]): Promise<(path: string) => boolean> {
  const { data } = recordOf(
    `workflows: [${presets.map(({ entry }) => entry).join(', ')}]\n`,
    'yaml-1.2',
    configurationPath,
  )
  const { protocols } = data
    ? await lazyProtocols.declare(data, configurationPath, defaultConfiguration)
    : { protocols: [] }
  const builtIn = lazyProtocols.descriptors.flatMap((protocol) => protocol.selectors(undefined))
  const filter = pathFilter([
    ...builtIn.filter(({ level }) => level === 'text' || level === 'digest'),
    ...protocols.flatMap((protocol) => protocol.selectors(undefined)),
  ])
  return (path) => filter.level(path, 'file') !== undefined
}

/** `workflow draft`: a declaration for what the tracked files seem to hold. Links are not followed. */
export async function draftDeclarations(input: WorkflowInput): Promise<Answer> {
  if (input.file !== undefined)
    throw new UsageError(
      `Unexpected ${plainText(input.file)} after draft, expected no file: it looks at the repository.`,
    )
  const { presets, drafts, omissions, looked } = await readTree(input, 'workflow', async () => {
    const tree = diskTree(input.root)
    const presets = await offeredPresets(tree, lazyProtocols, defaultConfiguration, new Date().toISOString())
    const isReadElsewhere = await readElsewhere(presets)
    const paths = (await pathsIn(input.root))
      .filter((path) => isDraftable(path) && !isReadElsewhere(path))
      .toSorted()
      .slice(0, limits.files)
    const view = await tree.open({
      selectors: paths.map((path) => ({ glob: escapeGlob(path), level: 'text' as const })),
      limit: limits.bytes,
    })
    return {
      presets,
      ...draftOf(view, limits.bytes, [...reservedNames.protocols, ...reservedNames.kinds]),
      looked: view.paths.length,
    }
  })
  if (presets.length + drafts.length === 0)
    throw new NothingHere(
      `Nothing in ${pluralize(looked, 'file')} looks like a state: looked for keys of front matter, lines such as Status: todo, columns of tables, folders, keys and lists of JSON and YAML, and boxes with ids. docs/workflows.md has what it goes by, and how to declare what it passes over.${omissions
        .toSorted((a, b) => Number(a.isMinor ?? false) - Number(b.isMinor ?? false))
        .slice(0, limits.named)
        .map(({ from, left: why }) => ` Left out, ${from}: ${why}.`)
        .join('')}`,
    )
  const lines = [
    ...presets.flatMap(({ preset, path, entry, targets }) => [
      `  # ${path}: ${preset}, items: ${targets}`,
      `  - ${entry}`,
    ]),
    ...drafts.flatMap((draft) => draft.lines),
  ]
  const named = omissions.filter(({ isMinor }) => isMinor !== true).slice(0, limits.named)
  const leftOut = named.map(({ from, left: why }) => `  # left out, ${from}: ${why}`)
  const yaml = ['workflows:', ...lines, ...leftOut, ''].join('\n')
  const json = {
    version: 1,
    files: looked,
    presets,
    drafts: drafts.map(({ lines: _, ...draft }) => draft),
    left: named,
    yaml,
  }
  const text = `# For ${configurationPath}; \`baton workflow check\` tries it.\n${yaml}`
  return { views: { text: () => text, json: () => json, brief: () => json } }
}
