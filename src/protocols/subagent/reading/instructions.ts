import { frontMatter } from '../../../documents/front-matter.ts'
import type { TextDocument } from '../../../documents/text.ts'
import type { YamlFault, YamlNode } from '../../../documents/yaml.ts'

/** The instructions of a session. */
export interface Instructions {
  readonly document: TextDocument
  /** Why its front matter cannot be read. */
  readonly fault: YamlFault | undefined
  /** The line of `applyTo`. */
  readonly line: number | undefined
  /** The patterns of `applyTo`. */
  readonly patterns: readonly string[]
  /** Whether its front matter has `concurrency`. */
  readonly hasConcurrency: boolean
}

function patternsIn(node: YamlNode | undefined): readonly string[] {
  if (node?.kind === 'scalar') return node.source.split(',')
  return node?.kind === 'sequence' ? node.items.flatMap(patternsIn) : []
}

/** Reads the front matter of `<ID>.instructions.md`. */
export function readInstructions(document: TextDocument): Instructions {
  const matter = frontMatter(document)
  const entry = matter.kind === 'mapping' ? matter.mapping.get('applyTo') : undefined
  return {
    document,
    fault: matter.kind === 'invalid' ? matter : undefined,
    line: entry && document.lineOf(entry.key.start),
    patterns: patternsIn(entry?.value),
    hasConcurrency: matter.kind === 'mapping' && matter.mapping.get('concurrency') !== undefined,
  }
}

/** Whether a session is a segment of one of the paths that its instructions apply to. */
export const appliesTo = ({ patterns }: Instructions, id: string): boolean =>
  patterns.some((pattern) => pattern.split('/').some((segment) => segment.trim() === id))
