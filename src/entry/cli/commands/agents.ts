import { setUpAgents, type AgentsSetup } from '../../../app/installation/agents.ts'
import { hasUnprintable, visibleLine } from '../../../core/message.ts'
import type { Severity } from '../../../core/diagnostic.ts'
import { hostNames, type HostName } from '../../../core/installation.ts'
import { diskTree } from '../../../gateways/disk.ts'
import { startingWords } from '../../../gateways/programs.ts'
import { briefDiagnostic } from '../../../render/brief.ts'
import { jsonDiagnostic } from '../../../render/json.ts'
import { plainText, withVisibleCharacters } from '../../../render/plain.ts'
import { linesChanged } from '../../../render/difference.ts'
import { diffOf } from '../../../render/transition.ts'
import { exitCodes, version } from '../../calls/answer.ts'
import type { Answer } from '../../operations/operation.ts'
import type { InitInput } from '../../operations/setup.ts'
import { configurationFor } from '../../calls/configuration.ts'
import { refuseBare } from '../../calls/sources.ts'
import { programPath, repositoryTop } from '../top.ts'
import { changeTree, folder, readTree } from '../../calls/tree.ts'
import { UsageError } from '../../calls/usage.ts'
import { indentText } from '../output.ts'

/** @throws UsageError if an option of setting up agents is given without `--agents`. */
export function expectNoneOf({ hooks, mcp, command, remove }: InitInput): void {
  const agentOptions = [
    ...(hooks === undefined ? [] : ['--hooks']),
    ...(mcp ? [] : ['--no-mcp']),
    ...(command === undefined ? [] : ['--command']),
    ...(remove === undefined ? [] : ['--remove']),
  ]
  if (agentOptions[0] !== undefined)
    throw new UsageError(
      `Unexpected ${agentOptions[0]} without --agents; such as: baton init --agents ${agentOptions[0]}`,
    )
}

const isHost = (name: string): name is HostName => (hostNames as readonly string[]).includes(name)

function hooksOf({ hooks }: InitInput): readonly HostName[] | 'found' | undefined {
  if (hooks === undefined) return undefined
  if (hooks === true) return 'found'
  const names = hooks.split(',').map((name) => name.trim())
  const unknownName = names.find((name) => !isHost(name))
  if (unknownName !== undefined)
    throw new UsageError(
      `Unexpected host ${visibleLine(unknownName)} in --hooks, expected some of ${hostNames.join(', ')}.`,
    )
  return names.filter(isHost)
}

function checkOptions(options: InitInput): void {
  const { commands, audit, mergeDriver, pin, protocol, name, task, agent, command, remove, hooks, mcp } = options
  const otherOptions = {
    commands,
    audit,
    'merge-driver': mergeDriver,
    pin: pin === 'v1' ? undefined : pin,
    protocol,
    name,
    task,
    agent,
  }
  const [otherOption] = Object.entries(otherOptions).flatMap(([option, value]) => (value === undefined ? [] : [option]))
  if (otherOption !== undefined)
    throw new UsageError(
      `Unexpected --${otherOption} together with --agents, which writes other files: \`baton init --${otherOption}\` and \`baton init --agents\` are two calls.`,
    )
  const besideRemove = hooks !== undefined ? '--hooks' : mcp ? undefined : '--no-mcp'
  if (remove === true && besideRemove !== undefined)
    throw new UsageError(`Unexpected ${besideRemove} together with --remove, which takes out everything.`)
  if (command !== undefined && (hasUnprintable(command) || command.trim() === ''))
    throw new UsageError('Unexpected --command, expected a command in one line.')
}

const textIn = (view: AgentsSetup['view'], path: string): string | undefined => {
  const bytes = view.bytes(path)
  return bytes && new TextDecoder().decode(bytes)
}

/** The lines that a file gets and loses; all of one that is new are its text. */
function linesOf(
  { changes, view }: AgentsSetup,
  path: string,
): { readonly added?: string; readonly removed?: string; readonly text?: string } {
  const content = changes.get(path)
  const textBefore = textIn(view, path)
  if (typeof content !== 'string') return {}
  return textBefore === undefined ? { text: content } : linesChanged(textBefore, content)
}

/** The number of lines up to which a new file is shown; of a longer one only the name is printed. */
const maxShown = 10

/** The lines to print for people: what changes in an existing file, and the whole of a short new one. */
function shownLines(setup: AgentsSetup, path: string): readonly string[] {
  const { added, removed, text } = linesOf(setup, path)
  const newText = text !== undefined && text.trimEnd().split('\n').length <= maxShown ? text.trimEnd() : added
  return [[removed, '-'] as const, [newText, '+'] as const].flatMap(([lines, mark]) =>
    (lines?.split('\n') ?? []).map((line) => `  ${mark} ${withVisibleCharacters(line)}`.trimEnd()),
  )
}

function summaryOf(setup: AgentsSetup, dry: boolean): string {
  const { outcome, changes, diagnostics, notes, copies, view } = setup
  const verbs = (path: string, text: unknown): string => {
    const [pastVerb, conditionalVerb] =
      text === null
        ? ['Deleted', 'Would delete']
        : view.entry(path)
          ? ['Changed', 'Would change']
          : ['Wrote', 'Would write']
    return dry ? conditionalVerb : pastVerb
  }
  return `${[
    ...(dry ? ['Dry run: nothing is written.'] : []),
    ...diagnostics.flatMap(({ severity, code, path, line, message, hint }) => [
      `${severity} ${code}: ${plainText(path)}${line === undefined ? '' : `:${line}`}: ${plainText(message)}`,
      ...(hint === undefined ? [] : [`  ${plainText(hint)}`]),
    ]),
    ...(outcome === 'refused' ? ['Nothing was written.'] : []),
    ...(outcome === 'unchanged' ? ['Nothing to write.'] : []),
    ...[...changes].flatMap(([path, text]) => [
      `${verbs(path, text)} ${plainText(path)}`,
      ...(dry ? [] : shownLines(setup, path)),
    ]),
    ...(dry && changes.size > 0 ? ['', ...diffOf(changes, view).trimEnd().split('\n').map(withVisibleCharacters)] : []),
    ...notes.map(plainText),
    ...(outcome === 'refused' || copies.length === 0
      ? []
      : ['', 'Baton cannot write these: copy each where it is used.']),
    ...(outcome === 'refused'
      ? []
      : copies.flatMap(({ place, text }) => [`  ${plainText(place)}`, ...indentText(text)])),
  ].join('\n')}\n`
}

const diagnosticsOf = ({ diagnostics }: AgentsSetup, severity: Severity) =>
  diagnostics.filter((diagnostic) => diagnostic.severity === severity)

function data(setup: AgentsSetup, dry: boolean): object {
  const { outcome, changes, notes, copies, view } = setup
  return {
    version: 1,
    outcome,
    command: 'init --agents',
    ...(dry && { dryRun: true, diff: diffOf(changes, view) }),
    changes: [...changes].map(([path, text]) => ({
      path,
      action: text === null ? 'delete' : 'write',
      ...linesOf(setup, path),
    })),
    ...(outcome === 'refused' && { errors: diagnosticsOf(setup, 'error').map(jsonDiagnostic) }),
    warnings: diagnosticsOf(setup, 'warning').map(jsonDiagnostic),
    notices: notes,
    copies,
  }
}

/** The part of a result that an agent acts on, without empty lists. */
function brief(setup: AgentsSetup, dry: boolean): object {
  const { outcome, changes, notes, view } = setup
  const [errors, warnings] = [diagnosticsOf(setup, 'error'), diagnosticsOf(setup, 'warning')]
  return {
    outcome,
    ...(changes.size > 0 && { files: [...changes.keys()] }),
    ...(errors.length > 0 && { errors: errors.map(briefDiagnostic) }),
    ...(warnings.length > 0 && { warnings: [...new Set(warnings.map(({ code }) => code))] }),
    // A host that was named and gets no hooks is seen nowhere else.
    ...(notes.length > 0 && { notices: notes }),
    ...(dry && { dryRun: true, ...(changes.size > 0 && { diff: diffOf(changes, view) }) }),
  }
}

/** `init --agents`: writes the instructions for agents, or takes them out again. */
export async function initAgents(input: InitInput): Promise<Answer> {
  checkOptions(input)
  refuseBare(folder(input.root, '--root'))
  const options = { ...input, root: repositoryTop(input.root) }
  const { mcp: servers, command, remove = false, dryRun = false } = options
  const running = startingWords(options.root, programPath())
  const request = { hooks: hooksOf(options), servers, command, running, remove, version }
  const work = async (write: Parameters<typeof setUpAgents>[2]) => {
    // What was set up can be taken out whatever the configuration says.
    if (!remove) await configurationFor({ root: options.root }, 'nothing was written')
    return setUpAgents(diskTree(options.root), request, write)
  }
  const setup = dryRun
    ? await readTree(options, 'init', () => work(() => Promise.resolve()))
    : await changeTree(options, 'init', (tree) => work((changes, view) => tree.write(changes, view)))
  if (!setup) throw new UsageError('Unexpected --command, expected a command in one line.')
  return {
    views: { text: () => summaryOf(setup, dryRun), json: () => data(setup, dryRun), brief: () => brief(setup, dryRun) },
    exit: setup.outcome === 'refused' ? exitCodes.findings : exitCodes.fine,
  }
}
