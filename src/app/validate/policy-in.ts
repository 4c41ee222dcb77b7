import { msg, shellWord } from '../../core/message.ts'
import type { Tree } from '../../core/view.ts'
import { differs } from '../../engine/checking/judge.ts'
import { configurationLimit, configurationPath } from '../../engine/configuration/read.ts'
import type { LazyProtocols } from './discovery.ts'
import { configurationOf, type ConfigurationPlace, type Policy, type ReadPolicy } from './policy.ts'

/** What a change is compared with, and where its policy is read. */
export interface PolicySources {
  readonly head: Tree
  readonly base?: Tree | undefined
  /** Where the configuration is read: the tip of the base, otherwise the head. */
  readonly policy: Tree
  /** What messages call that tree, and the command that shows what is wrong in it; by default by its commit. */
  readonly policyName?: PolicyName | undefined
  /** The configuration that the caller named, in place of that one. */
  readonly named?: ConfigurationPlace | undefined
  /** The change is on its branch already: nothing of it waits for a merge. */
  readonly pushed?: true | undefined
}

interface PolicyName {
  /** `main`. */
  readonly name: string
  /** `baton validate --rev origin/main`. */
  readonly command: string
}

/** A branch of the repository, as a clone of it has it. */
export const policyOfBranch = (branch: string): PolicyName => ({
  name: branch,
  command: `baton validate --rev ${shellWord(`origin/${branch}`)}`,
})

type UnreadPolicy = Exclude<Policy, ReadPolicy>

/**
 * A policy; where it cannot be read, with what that means for the change under review, as sentences by `msg`, and
 * whether the change corrects it.
 */
export type PolicyIn = ReadPolicy | (UnreadPolicy & { readonly why: string; readonly isCorrected?: true })

/** Where the configuration of a check is. */
export const policyOf = (
  { named, policy }: PolicySources,
  { configuration = configurationPath }: { readonly configuration?: string | undefined },
): ConfigurationPlace => named ?? { tree: policy, path: configuration }

const unreadable = 'The configuration cannot be read, and so nothing was checked.'

/**
 * The configuration under which a change is checked. The problems of one on the base name its lines in words: those of
 * the head may be others.
 */
export async function policyIn(
  sources: PolicySources,
  protocols: LazyProtocols,
  settings: { readonly configuration?: string | undefined } = {},
): Promise<PolicyIn> {
  const place = policyOf(sources, settings)
  const policy = await configurationOf(place, protocols)
  return 'problems' in policy ? explained(policy, place.path, sources, protocols) : policy
}

async function explained(
  policy: UnreadPolicy,
  path: string,
  { head, base, policy: tip, policyName, named, pushed }: PolicySources,
  protocols: LazyProtocols,
): Promise<PolicyIn> {
  if (named || !base) return { ...policy, why: unreadable }
  const { name, command } = policyName ?? nameOf(tip)
  const lead = msg`The configuration in ${name} cannot be read, and so nothing was checked.`
  const [isChanged, isOther] = await differences(path, head, [base, tip])
  // A file that was named and is on neither side cannot be corrected: the name is wrong.
  if (!isOther && policy.absent) return { ...policy, why: msg`${path} is not in ${name}, and so nothing was checked.` }
  if (!isOther) return { ...policy, why: `${lead} ${sentences(pushed).unchanged}` }

  const problems = policy.problems.map(({ message, place: { line }, ...problem }) => ({
    ...problem,
    message: `${msg`In ${name}`}${line === undefined ? '' : `, line ${line}`}: ${message}`,
    place: { path },
  }))
  const shown = msg`${command} shows what is wrong in it.`
  if (!isChanged) return { ...policy, problems, why: `${lead} ${sentences(pushed).unchanged} ${shown}` }

  const changed = await configurationOf({ tree: head, path }, protocols)
  return 'problems' in changed
    ? {
        ...policy,
        source: changed.source,
        problems: [...problems, ...changed.problems],
        why: `${lead} ${sentences(pushed).wrong} ${shown}`,
      }
    : { ...policy, problems, isCorrected: true, why: `${lead} ${sentences(pushed).corrected}` }
}

const nameOf = ({ name, sha }: Tree): PolicyName => ({
  name,
  command: `baton validate${sha === undefined ? '' : ` --rev ${sha.slice(0, 12)}`}`,
})

/** Whether a file of a tree differs from that of each of the others. */
async function differences(path: string, tree: Tree, others: readonly Tree[]): Promise<readonly boolean[]> {
  const open = (opened: Tree) =>
    opened.open({ selectors: [{ glob: path, level: 'text' }], limit: configurationLimit, mayBeUnmerged: true })
  const [view, ...otherViews] = await Promise.all([open(tree), ...others.map(open)])
  return otherViews.map((other) => differs(view, other, path))
}

/** What a change does about a configuration on its base that cannot be read, and what is to be done. */
const sentences = (pushed: true | undefined) =>
  pushed
    ? {
        unchanged: 'This push leaves it as it is: correct it.',
        wrong: 'This push alters it, and it still cannot be read.',
        corrected: 'This push corrects it: the next check goes by what is there now.',
      }
    : {
        unchanged: 'This change leaves it as it is: correct it there first, with a change of its own.',
        wrong: 'This change alters it, and it still cannot be read.',
        corrected:
          'This change corrects it. Its check fails all the same, since no change is judged by its own configuration: it has to be merged by an account that may bypass failed checks.',
      }
