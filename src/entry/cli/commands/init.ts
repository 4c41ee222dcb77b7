import { changedTree } from '../../../app/validate/changed-tree.ts'
import { initialize, type SkippedFile, type Starter } from '../../../app/installation/initialize.ts'
import type { RunResult } from '../../../app/command/run.ts'
import { visibleLine } from '../../../core/message.ts'
import { protocolNames } from '../../../core/protocol-name.ts'
import type { View } from '../../../core/view.ts'
import type { WorkflowKind } from '../../../engine/installation/starter.ts'
import { configurationPath } from '../../../engine/configuration/read.ts'
import { action, placeholderName } from '../../../engine/installation/workflows.ts'
import { mergeDriverName } from '../../../core/installation.ts'
import { Fault } from '../../../core/fault.ts'
import { diskTree } from '../../../gateways/disk.ts'
import { openClone, type Clone } from '../../../gateways/git/clone.ts'
import { currentDriver, driverCommand, setDriver } from '../../../gateways/git/merge-driver.ts'
import { noStateText, presetOffer } from '../../../render/no-state.ts'
import { plainText } from '../../../render/plain.ts'
import { setupSentences } from '../../../render/setup.ts'
import { lazyProtocols } from '../../lazy-protocols.ts'
import type { Answer, Caller } from '../../operations/operation.ts'
import type { InitInput } from '../../operations/setup.ts'
import { programPath, repositoryTop } from '../top.ts'
import { expectNoneOf } from './agents.ts'
import { refuseBare, sourcesOfOptions } from '../../calls/sources.ts'
import { configurationFor } from '../../calls/configuration.ts'
import { folder, readTree, changeTree } from '../../calls/tree.ts'
import { NothingHere, UsageError } from '../../calls/usage.ts'
import { indentText } from '../output.ts'

/** How many files are named of each protocol and reason; of more the number is printed. */
const maxNamed = 5

const reasons: Readonly<Record<SkippedFile['why'], string>> = {
  sample: 'in a folder of samples',
  ignored: 'git ignores it',
  elsewhere: 'not checked, since the configuration cannot name this place together with those found',
}

/** Files that read as state and are left out, with the reason. */
function leftOutLines(skippedFiles: Starter['leftOut']): readonly string[] {
  const titledFiles = skippedFiles.map(({ protocol, why, path }) => ({ title: `${protocol}: ${reasons[why]}`, path }))
  return [...new Set(titledFiles.map(({ title }) => title))].flatMap((title) => {
    const files = titledFiles.filter((file) => file.title === title)
    return [
      `  ${title}`,
      ...files.slice(0, maxNamed).map(({ path }) => `    ${plainText(path)}`),
      ...(files.length > maxNamed ? [`    and ${files.length - maxNamed} more`] : []),
    ]
  })
}

const isSame = ({ view }: Starter, path: string, text: string) =>
  Buffer.from(view.bytes(path) ?? []).toString() === text

/** The merge driver as it is configured now. */
interface Driver {
  readonly command: string
  /** Shared files that git goes on merging otherwise, each with the driver that its attributes name. */
  readonly elsewhere: readonly (readonly [path: string, driver: string])[]
  /** What was configured before, if anything. */
  readonly before: string | undefined
}

/** Configures the merge driver in this clone; or says how it would. */
async function driverOf({ root, dryRun }: InitInput, { shared }: Starter, clone: Clone | undefined): Promise<Driver> {
  const command = driverCommand(root, programPath())
  if (dryRun === true) return { command, before: await currentDriver(root), elsewhere: [] }
  const previousCommand = await setDriver(root, command)
  const merging = [...((await clone?.merging(shared)) ?? [])]
  const otherDrivers = merging.flatMap(([path, { driver = 'text' }]) =>
    driver === mergeDriverName ? [] : [[path, driver] as const],
  )
  return { command, before: previousCommand, elsewhere: otherDrivers }
}

/** @throws UsageError where the merge driver is requested and could merge nothing. */
function checkDriver({ mergeDriver, root }: InitInput, { shared }: Starter, isCloned: boolean): void {
  if (mergeDriver !== true) return
  if (!isCloned) throw new UsageError(`Unexpected --merge-driver: ${root} is not in a git repository.`)
  if (shared.length === 0) throw new UsageError('Unexpected --merge-driver: there is no registry here for it to merge.')
}

function driverLines({ command, before, elsewhere }: Driver, dry: boolean): readonly string[] {
  const unused = elsewhere.map(
    ([path, driver]) =>
      `Not in effect: git still merges ${plainText(path)} by the driver ${plainText(driver)}. Look for an attribute in .git/info/attributes and in .gitattributes of folders below.`,
  )
  if (before === command) return ['Already configured in this clone: the merge driver.', ...unused]
  return [
    `${dry ? 'Would configure' : 'Configured'} the merge driver in this clone: git config merge.${mergeDriverName}.driver ${plainText(JSON.stringify(command))}`,
    ...(before === undefined ? [] : [`  in place of ${plainText(JSON.stringify(before))}`]),
    ...unused,
  ]
}

/** The steps that are left to do, in order. */
function steps(
  starter: Starter,
  { commands, audit, mergeDriver, pin, protocol, dryRun }: InitInput,
): readonly string[] {
  const { fresh, existing, running, shared, presets, hasPlaceholder, hasAgents, isMerging } = starter
  const offers = [
    ...(commands === true || running.includes('commands') ? [] : ['--commands (commands in comments, without a bot)']),
    ...(audit === true || running.includes('audit') ? [] : ['--audit (a daily audit)']),
    ...(hasAgents ? [] : ['--agents (instructions for agents)']),
  ]
  const isPinned = /^[0-9a-f]{40}$/.test(pin)
  const writtenTexts = [...fresh, ...[...existing].filter(([path, text]) => isSame(starter, path, text))].map(
    ([, text]) => text,
  )
  return [
    ...(dryRun === true && fresh.size > 0 ? ['Run `baton init` without --dry-run to write this.'] : []),
    ...([...existing].some(([path, text]) => !isSame(starter, path, text))
      ? ['Compare the existing files with what is shown above; they were left alone.']
      : []),
    ...(presets.length > 0 &&
    existing.has(configurationPath) &&
    !isSame(starter, configurationPath, existing.get(configurationPath) ?? '')
      ? [presetOffer(presets)]
      : []),
    ...(protocol === undefined ? [] : ['Run `baton next`: it says what to do first.']),
    'Run `baton validate` to see what is there today; what is wrong already does not fail a pull request.',
    ...(hasPlaceholder || writtenTexts.some((text) => text.includes(`${placeholderName}@`))
      ? [
          `Replace \`${placeholderName}@${pin}\` in the workflows by the owner and name of your copy of the action${isPinned ? ' (Baton is not published under a name of its own)' : ', and the SHA of a commit: tags can be moved'}.`,
        ]
      : isPinned || !writtenTexts.some((text) => text.includes(`${action}@${pin}`))
        ? []
        : [`Replace \`${pin}\` in \`${action}@${pin}\` by the SHA of a commit: tags can be moved.`]),
    'Run `baton doctor` to check the setup, such as for state that git ignores.',
    ...(mergeDriver === true || isMerging || shared.length === 0
      ? []
      : [
          `Run \`baton init --merge-driver\` in each clone: git then merges ${shared.map((path) => plainText(path)).join(', ')} plugin by plugin. It sets \`merge.${mergeDriverName}.driver\` in the configuration of the clone, which no file can do.`,
        ]),
    ...(offers.length === 0 ? [] : [`There is more: ${offers.join(', ')}.`]),
    ...[...starter.ignoredState].map(
      ([path, { source, line, pattern }]) =>
        `Remove \`${plainText(pattern)}\` from line ${line} of ${plainText(source)}, or make it narrower: git ignores ${plainText(path)}, so that state is not committed.`,
    ),
    ...starter.unignored.map(([line, why]) => `Add \`${line}\` to \`.gitignore\`: ${why}.`),
    'Commit the files, and require the check `baton` in a rule of the branch.',
  ]
}

function summaryOf(starter: Starter, options: InitInput, driver: Driver | undefined): string {
  const { detected, presets, declared, leftOut, fresh, added, existing, running } = starter
  const dry = options.dryRun === true
  return `${[
    ...(dry ? ['Dry run: nothing is written.', ''] : []),
    'Found:',
    ...detected.flatMap(({ name, targets, section }) => {
      if (section === false) return []
      const keys = Object.entries(section).map(([key, value]) => `${key}: ${plainText([value].flat().join(' '))}`)
      const places = keys.length === 0 ? '' : ` (${keys.join(', ')})`
      return `  ${name}: ${targets} ${targets === 1 ? 'target' : 'targets'}${places}`
    }),
    ...presets.map(
      ({ preset, targets, path }) =>
        `  ${preset}: ${targets} ${targets === 1 ? 'target' : 'targets'} (${plainText(path)})`,
    ),
    ...declared.map((name) => `  ${plainText(name)}: declared in the configuration`),
    ...running.map((kind) => `  a workflow for ${kind}`),
    '',
    ...(leftOut.length === 0 ? [] : ['Left out:', ...leftOutLines(leftOut), '']),
    ...[...fresh].flatMap(([path, text]) => {
      const line = added.get(path)
      if (line !== undefined) return [`${dry ? 'Would add' : 'Added'} to ${path}: ${plainText(line)}`]
      return [`${dry ? 'Would write' : 'Wrote'} ${path}${dry ? ':' : ''}`, ...(dry ? indentText(text) : [])]
    }),
    ...[...existing].flatMap(([path, text]) =>
      isSame(starter, path, text)
        ? [`Already there: ${path}`]
        : [`Left alone, since it is there: ${path}. It would have been:`, ...indentText(text)],
    ),
    ...(fresh.size + existing.size === 0 ? ['Nothing to write.'] : []),
    ...(driver ? driverLines(driver, dry) : []),
    '',
    'Next:',
    ...steps(starter, options).map((step, index) => `  ${index + 1}. ${step}`),
  ].join('\n')}\n`
}

function outcomeOf({ fresh }: Starter, { dryRun }: InitInput, driver: Driver | undefined) {
  const isSet = driver !== undefined && driver.before !== driver.command
  return { ...(dryRun === true && { dryRun: true }), outcome: fresh.size > 0 || isSet ? 'changed' : 'unchanged' }
}

function data(starter: Starter, options: InitInput, driver: Driver | undefined): object {
  const { detected, presets, leftOut, fresh, added, existing } = starter
  return {
    version: 1,
    ...outcomeOf(starter, options, driver),
    protocols: detected.map(({ name, targets, section }) => ({ name, targets, section })),
    presets,
    leftOut,
    changes: [...fresh].map(([path, text]) => ({
      path,
      action: 'write',
      text,
      ...(added.has(path) && { added: added.get(path) }),
    })),
    ...(driver && { mergeDriver: driver }),
    kept: [...existing].map(([path, text]) => ({ path, text })),
    next: steps(starter, options),
  }
}

/** What is to be written, or why the first files cannot be made. */
type StarterResult = { readonly starter: Starter } | { readonly refused: RunResult }

/** The first files of a protocol, which are not there yet. */
interface FirstFiles {
  readonly files: ReadonlyMap<string, string>
  /** What they were made on. */
  readonly on: View
}

/** The words of the first target, as `baton new` takes them. */
const wordsOf = ({ name, task = [], agent }: InitInput): readonly string[] => [
  ...(name === undefined ? [] : [name]),
  ...task.flatMap((text) => ['--task', text]),
  ...(agent === undefined ? [] : ['--agent', agent]),
]

/**
 * Makes the first files of the protocol that was named, where nothing was found. @throws UsageError where something was
 */
async function firstFilesOf(
  options: InitInput,
  { detected }: Starter,
  at: string,
): Promise<FirstFiles | RunResult | undefined> {
  const { root, protocol } = options
  if (protocol === undefined) {
    const strayOption = (['name', 'task', 'agent'] as const).find((option) => options[option] !== undefined)
    if (strayOption !== undefined) throw new UsageError(`Unexpected --${strayOption} without --protocol.`)
    return undefined
  }
  if (detected.length > 0)
    throw new UsageError(
      `Unexpected --protocol: there are state files here already. \`baton new ${protocol}\` makes the files of another target.`,
    )
  const [{ makeNew }, { userOf }] = await Promise.all([
    import('../../../app/command/new.ts'),
    import('../../../gateways/git/program.ts'),
  ])
  const request = {
    at,
    actor: await userOf(root),
    dryRun: false,
    naming: { agent: process.env['BATON_AGENT'] || undefined },
  }
  // Written below, together with what follows from it.
  const runResult = await makeNew(
    protocol,
    wordsOf(options),
    await sourcesOfOptions({ root }),
    lazyProtocols,
    request,
    {
      write: () => undefined,
    },
  )
  if (!('plan' in runResult) || runResult.plan.outcome !== 'changed') return runResult
  const files = [...runResult.plan.changes].flatMap(([path, content]) =>
    typeof content === 'string' ? [[path, content] as const] : [],
  )
  return { files: new Map(files), on: runResult.head }
}

/** Whether there is anything to set up for. */
const isFound = ({ detected, presets, declared }: Starter) => detected.length + presets.length + declared.length > 0

/** What is found once these files are there, which are written along with it. */
const withFiles = ({ files, on }: FirstFiles, starter: Starter): Starter => ({
  ...starter,
  fresh: new Map([...files, ...starter.fresh]),
  view: { ...starter.view, digest: (path) => (files.has(path) ? on : starter.view).digest(path) },
})

/** `init`: writes a starter configuration and workflows for what the repository holds. */
export async function init(input: InitInput, caller: Caller): Promise<Answer> {
  expectNoneOf(input)
  if (!/^[\w.-]{1,100}$/.test(input.pin))
    throw new UsageError(`Unexpected --pin ${visibleLine(input.pin)}, expected a tag or the SHA of a commit.`)
  refuseBare(folder(input.root, '--root'))
  const options = { ...input, root: repositoryTop(input.root) }
  const kinds: readonly WorkflowKind[] = [
    'check',
    ...(options.commands ? (['commands'] as const) : []),
    ...(options.audit ? (['audit'] as const) : []),
  ]
  // Without git nothing is known to be ignored, and everything else goes on.
  const clone = await openClone(options.root).catch((error: unknown) => {
    if (error instanceof Fault) return undefined
    throw error
  })
  const settings = {
    kinds,
    version: options.pin === 'v1' ? undefined : options.pin,
    at: new Date().toISOString(),
    driver: options.mergeDriver === true,
    ignored: async (paths: readonly string[]) => (await clone?.ignored(paths)) ?? new Map(),
    merging: async (paths: readonly string[]) => (await clone?.merging(paths)) ?? new Map(),
  }
  const findStarter = async (): Promise<StarterResult> => {
    await configurationFor({ root: options.root }, 'nothing was written')
    const tree = diskTree(options.root)
    const firstStarter = await initialize(tree, lazyProtocols, settings)
    const firstFiles = await firstFilesOf(options, firstStarter, settings.at)
    if (firstFiles && !('files' in firstFiles)) return { refused: firstFiles }
    const starter = firstFiles
      ? withFiles(firstFiles, await initialize(changedTree(tree, firstFiles.files), lazyProtocols, settings))
      : firstStarter
    if (isFound(starter)) checkDriver(options, starter, clone !== undefined)
    return { starter }
  }
  const outcome =
    options.dryRun === true
      ? await readTree(options, 'init', findStarter)
      : await changeTree(options, 'init', async (tree) => {
          const result = await findStarter()
          if ('starter' in result && isFound(result.starter))
            await tree.write(result.starter.fresh, result.starter.view)
          return result
        })
  if ('refused' in outcome) {
    const { answerOf } = await import('../../calls/perform.ts')
    return answerOf({ ran: outcome.refused, dryRun: options.dryRun === true }, caller)
  }
  const { starter } = outcome
  if (!isFound(starter)) {
    throw new NothingHere(
      `${noStateText(protocolNames, starter.offers)} Nothing was written. \`baton init --root DIR\` looks elsewhere.`,
      {
        details: [
          ...setupSentences(starter.setup),
          ...(starter.leftOut.length === 0 ? [] : ['Left out:', ...leftOutLines(starter.leftOut)]),
        ],
      },
    )
  }
  const driver = options.mergeDriver === true ? await driverOf(options, starter, clone) : undefined
  return {
    views: {
      text: () => summaryOf(starter, options, driver),
      json: () => data(starter, options, driver),
      brief: () => ({
        ...outcomeOf(starter, options, driver),
        ...(starter.fresh.size > 0 && { files: [...starter.fresh.keys()] }),
      }),
    },
  }
}
