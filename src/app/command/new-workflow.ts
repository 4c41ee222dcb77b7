import { changedTree } from '../validate/changed-tree.ts'
import { usageCode, type ChangeSet, type CommandDiagnostic } from '../../core/command.ts'
import { msg } from '../../core/message.ts'
import type { View } from '../../core/view.ts'
import { escapeGlob } from '../../documents/glob.ts'
import { readText, textDocument } from '../../documents/text.ts'
import { refusedAnswer } from '../../engine/commands/answer.ts'
import { movesOf } from '../../engine/commands/effects.ts'
import type { CommandResult } from '../../engine/commands/planned.ts'
import { readingsOf } from '../../engine/commands/resolve.ts'
import { entryLines, entryText, firstWorkflow, withWorkflow } from '../../engine/configuration/add-workflow.ts'
import { configurationLimit, configurationPath } from '../../engine/configuration/read.ts'
import { isInstalledIn, manifestPath } from '../../engine/installation/agents/plan.ts'
import { readOn, schemaLines } from '../../engine/installation/starter.ts'
import type { Sources } from '../validate/check.ts'
import { openProtocols, type LazyProtocols } from '../validate/discovery.ts'
import { configurationOf, contextOf } from '../validate/policy.ts'
import { withNextName } from './new.ts'
import { grantingBy, type RunPorts, type RunResult, type RunSettings } from './run.ts'

const nameForm = /^[a-z][a-z0-9-]{0,63}$/

/** The first item of a workflow. */
const example = 'example'
const exampleText = `---
status: todo
agent:
---

# The first piece of work

What is to be done, and how to see that it is done.

## Log
`

const header = (isInstalled: boolean) =>
  [
    ...schemaLines(isInstalled),
    '# Baton checks the states of the items that are declared here, and moves them by commands:',
    `# ${readOn('docs/workflows.md')}`,
    '',
  ].join('\n')

const refusalOf = (message: string, path: string, hint: string, code = usageCode): CommandDiagnostic => ({
  code,
  severity: 'error',
  message,
  place: { path },
  hint,
})

const declaredText = (workflow: ReturnType<typeof firstWorkflow>) =>
  [
    msg`Declared in ${configurationPath}, below ${'workflows'}:`,
    '```yaml',
    ...entryLines(workflow).map((line) => `  ${line}`),
    '```',
  ].join('\n')

/** Declares a first workflow in the configuration of the working tree, with one item to begin with. */
export async function makeWorkflow(
  words: readonly string[],
  sources: Sources,
  protocols: LazyProtocols,
  { at, actor, dryRun, naming }: RunSettings,
  ports: Pick<RunPorts, 'write'>,
): Promise<RunResult> {
  const [name = 'work', surplus] = words
  const item = `${name}/${example}.md`
  const head = await sources.head.open({
    selectors: [
      { glob: configurationPath, level: 'text' },
      { glob: escapeGlob(item), level: 'digest' },
      { glob: manifestPath, level: 'text' },
    ],
    limit: configurationLimit,
  })
  const command = ['new workflow', ...words.slice(0, 1)].join(' ')
  const resultWith = (
    result: Partial<CommandResult> & Pick<CommandResult, 'outcome' | 'reply' | 'diagnostics'>,
    after: View,
  ): RunResult => {
    const fullResult = {
      command,
      name: undefined,
      recordedAs: 'new',
      changes: new Map(),
      on: head,
      moves: [],
      ...result,
    }
    const { outcome, changes } = fullResult
    return { plan: { outcome, results: [fullResult], changes, after, headDigests: new Map() }, head, nearMisses: [] }
  }
  const refuse = (diagnostic: CommandDiagnostic) => resultWith(refusedAnswer([diagnostic]), head)

  const hint = 'Usage: `baton new workflow [NAME]`. A name has small letters, digits and `-`.'
  const wrongWord = surplus ?? (nameForm.test(name) ? undefined : name)
  if (wrongWord !== undefined)
    return refuse(refusalOf(msg`Unexpected ${wrongWord}, expected one name of a workflow`, '.', hint))
  const policy = await configurationOf({ tree: sources.head, path: configurationPath }, protocols)
  if ('problems' in policy) return policy
  const { declared } = policy.configuration
  if (declared.some((declaration) => declaration.name === name))
    return refuse(
      refusalOf(
        msg`Unexpected workflow ${name}, which ${configurationPath} declares already`,
        configurationPath,
        'Give it another name: `baton new workflow NAME`.',
      ),
    )
  if (head.entry(item))
    return refuse(
      refusalOf(
        msg`Unexpected file ${item}, which is there already`,
        item,
        'Nothing is overwritten: choose another name.',
        'NEW_EXISTS',
      ),
    )

  const document = readText(head, configurationPath, configurationLimit)
  const workflow = firstWorkflow(name)
  const text = withWorkflow(
    typeof document === 'string' ? textDocument(configurationPath, header(isInstalledIn(head))) : document,
    workflow,
  )
  if (text === undefined)
    return refuse(
      refusalOf(
        msg`Unexpected form of ${configurationPath}, to which no workflow can be added`,
        configurationPath,
        `Add it to the list \`workflows\` yourself: ${entryText(workflow)}.`,
      ),
    )
  const changes: ChangeSet = new Map([
    [configurationPath, text],
    [item, exampleText],
  ])

  const tree = changedTree(sources.head, changes)
  const newPolicy = await configurationOf({ tree, path: configurationPath }, protocols)
  // A name that is taken otherwise, such as that of a protocol.
  if ('problems' in newPolicy)
    return refuse(
      refusalOf(
        newPolicy.problems[0]?.message ?? '',
        configurationPath,
        'Give it another name: `baton new workflow NAME`.',
      ),
    )
  const { configuration } = newPolicy
  const context = contextOf(configuration, at, sources)
  const {
    head: after,
    descriptors,
    protocols: loaded,
  } = await openProtocols(protocols, { trees: { head: tree }, configuration, context })
  const protocol = loaded.find((candidate) => candidate.name === name)
  if (!protocol) throw new Error(`The workflow ${name} is not read.`)
  const { protocols: sections, severity } = configuration
  const granting = grantingBy(configuration, naming)
  const target = `${name}:${example}`
  const request = {
    head,
    context,
    protocols: loaded,
    descriptors,
    sections,
    severity,
    actor,
    granting,
    local: true,
    words,
    protocol,
  }
  const readings = readingsOf(request)
  const newTarget = readings(after)
    .flatMap(({ reading }) => reading.targets)
    .find(({ id }) => id === target)
  const moves = movesOf(readings, { before: head, after, changes, about: target, command: undefined })
  const plannedResult = resultWith(
    {
      outcome: 'changed',
      target,
      changes,
      moves,
      from: 'new',
      ...(newTarget && { to: newTarget.state, holder: newTarget.holder }),
      // The diff of a dry run has these lines.
      reply: dryRun ? '' : declaredText(workflow),
      diagnostics: [],
      extra: { drafts: [item] },
    },
    after,
  )
  if (!('plan' in plannedResult)) return plannedResult
  const plan = await withNextName(plannedResult.plan, request)
  await ports.write(plan, head)
  return { plan, head, nearMisses: [] }
}
