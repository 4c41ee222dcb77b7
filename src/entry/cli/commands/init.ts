import { initialize, type Starter } from '../../../app/installation/initialize.ts'
import { visible } from '../../../core/say.ts'
import type { WorkflowKind } from '../../../engine/installation/starter.ts'
import { diskTree } from '../../../gateways/disk.ts'
import { plain, spelt } from '../../../render/plain.ts'
import { knowledge } from '../../knowledge.ts'
import { exits } from '../exit.ts'
import type { SourceOptions } from '../sources.ts'
import { topAround } from '../top.ts'
import { folder, lookAt, workOn } from '../tree.ts'
import { NothingHere, UsageError } from '../usage.ts'

/** The options of `baton init`, as they were given. */
export interface InitOptions extends Pick<SourceOptions, 'root' | 'wait'> {
  readonly commands?: true
  readonly audit?: true
  readonly pin: string
  readonly dryRun?: true
  readonly format: 'text' | 'json'
}

const indented = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => `    │ ${spelt(line)}`)

const isSame = ({ seen }: Starter, path: string, text: string) => Buffer.from(seen.bytes(path) ?? []).toString() === text

/** What is left to do, in order. */
function steps(starter: Starter, { commands, audit, pin, dryRun }: InitOptions): readonly string[] {
  const { fresh, kept, running } = starter
  const offered = [
    ...(commands === true || running.includes('commands') ? [] : ['--commands (commands in comments, without a bot)']),
    ...(audit === true || running.includes('audit') ? [] : ['--audit (a daily audit)']),
  ]
  const pinned = /^[0-9a-f]{40}$/.test(pin)
  return [
    ...(dryRun === true && fresh.size > 0 ? ['Run `baton init` without --dry-run to write this.'] : []),
    ...([...kept].some(([path, text]) => !isSame(starter, path, text))
      ? ['Compare the files that are there with what is shown above; they were left alone.']
      : []),
    'Run `baton validate` to see what stands there today; old findings stop no pull request.',
    ...(pinned || running.includes('check') ? [] : [`Write the SHA of a commit in place of ${pin} in the workflows: tags can be moved.`]),
    'Run `baton doctor` to see what is set up wrongly, such as state that git ignores.',
    ...(offered.length === 0 ? [] : [`There is more: ${offered.join(', ')}.`]),
    ...(/^\/?\.baton\.\*\s*$/m.test(Buffer.from(starter.seen.bytes('.gitignore') ?? []).toString())
      ? []
      : ['Write the line `/.baton.*` into `.gitignore`: a program of Baton that is at work leaves its lock there for a moment.']),
    'Commit the files, and require the check `baton` in a rule of the branch.',
  ]
}

function told(starter: Starter, options: InitOptions): string {
  const { sighted, fresh, kept, running } = starter
  const dry = options.dryRun === true
  return `${[
    'Found:',
    ...sighted.map(({ name, targets, section }) => {
      const keys = Object.entries(section).map(([key, value]) => `${key}: ${plain([value].flat().join(' '))}`)
      const places = keys.length === 0 ? '' : ` (${keys.join(', ')})`
      return `  ${name}: ${targets} ${targets === 1 ? 'target' : 'targets'}${places}`
    }),
    ...running.map((kind) => `  a workflow for ${kind}`),
    '',
    ...[...fresh].flatMap(([path, text]) => [`${dry ? 'Would write' : 'Wrote'} ${path}${dry ? ':' : ''}`, ...(dry ? indented(text) : [])]),
    ...[...kept].flatMap(([path, text]) =>
      isSame(starter, path, text)
        ? [`Already there: ${path}`]
        : [`Left alone, since it is there: ${path}. It would have been:`, ...indented(text)],
    ),
    ...(fresh.size + kept.size === 0 ? ['Nothing to write.'] : []),
    '',
    'Next:',
    ...steps(starter, options).map((step, index) => `  ${index + 1}. ${step}`),
  ].join('\n')}\n`
}

function data(starter: Starter, options: InitOptions): string {
  const { sighted, fresh, kept } = starter
  const answer = {
    version: 1,
    outcome: fresh.size > 0 ? 'changed' : 'unchanged',
    ...(options.dryRun === true && { dryRun: true }),
    protocols: sighted.map(({ name, targets, section }) => ({ name, targets, section })),
    changes: [...fresh].map(([path, text]) => ({ path, action: 'write', text })),
    kept: [...kept].map(([path, text]) => ({ path, text })),
    next: steps(starter, options),
  }
  return `${JSON.stringify(answer, undefined, 2)}\n`
}

/** `baton init`: writes a starter configuration and workflows for what the repository holds. Gives the exit code. */
export async function init(given: InitOptions): Promise<number> {
  if (!/^[\w.-]{1,100}$/.test(given.pin))
    throw new UsageError(`Unexpected --pin ${visible(given.pin)}, expected a tag or the SHA of a commit.`)
  const options = { ...given, root: topAround(folder(given.root, '--root')) }
  const kinds: readonly WorkflowKind[] = [
    'check',
    ...(options.commands ? (['commands'] as const) : []),
    ...(options.audit ? (['audit'] as const) : []),
  ]
  const looked = () => initialize(diskTree(options.root), knowledge, { kinds, version: options.pin, at: new Date().toISOString() })
  const starter =
    options.dryRun === true
      ? await lookAt(options, 'init', looked)
      : await workOn(options, 'init', async (tree) => {
          const found = await looked()
          if (found.sighted.length > 0) await tree.write(found.fresh, found.seen)
          return found
        })
  if (starter.sighted.length === 0) {
    const names = knowledge.protocols.map(({ name }) => name).join(', ')
    throw new NothingHere(
      `Nothing that Baton knows is here: it looked for the files of ${names}. Nothing was written. \`baton init --root DIR\` looks elsewhere.`,
    )
  }
  process.stdout.write(options.format === 'json' ? data(starter, options) : told(starter, options))
  return exits.fine
}
