import { change, type Edits } from '../../core/example.ts'
import type { Files } from '../../core/rule.ts'
import { action, workflowTexts } from '../installation/workflows.ts'

const pinned = '0123456789abcdef0123456789abcdef01234567'

const folder = '.github/workflows'
const paths = {
  check: `${folder}/baton.yml`,
  commands: `${folder}/baton-commands.yml`,
  audit: `${folder}/baton-audit.yml`,
}

/** The step that runs Baton, as it appears in each of the workflows. */
export const ownStep = `      - uses: ${action}@${pinned}\n`

type Kind = keyof typeof paths

/** A repository with one of the workflows, which is sound but for these edits. */
export function workflow(kind: Kind, ...edits: Edits): Files {
  return change({ [paths[kind]]: workflowTexts[kind](pinned) }, { [paths[kind]]: edits })
}
