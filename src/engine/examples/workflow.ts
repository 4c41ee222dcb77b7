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

/** A copy of Baton, in place of the placeholder. */
const copy = 'octocat/baton'

/** The step that runs Baton, as it appears in each of the workflows. */
export const ownStep = `      - uses: ${copy}@${pinned}\n`

type Kind = keyof typeof paths

const withCopy = (text: string) => text.replace(/ *# Replace .*\n/, '').replaceAll(action, copy)

/** A repository with one of the workflows, which is sound but for these edits. */
export function workflow(kind: Kind, ...edits: Edits): Files {
  return change({ [paths[kind]]: withCopy(workflowTexts[kind](pinned)) }, { [paths[kind]]: edits })
}
