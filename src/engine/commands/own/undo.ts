import type { BranchHistory, Content, OwnCommit } from '../../../core/command.ts'
import type { Reading } from '../../../core/protocol.ts'
import { say } from '../../../core/say.ts'
import type { View } from '../../../core/view.ts'
import { revertPart } from '../../../documents/revert.ts'
import { decoded } from '../../../documents/text.ts'
import { overlay } from '../../overlay.ts'
import { differs } from '../../checking/touch.ts'
import { refused, told, type Answer } from '../answer.ts'
import { refusal, type Found } from '../resolve.ts'
import { surplus, type OwnCommand, type Scene } from './own.ts'

/** The commit that goes back, and the files before it, after it, and now. */
interface Case {
  readonly scene: Scene
  readonly history: BranchHistory
  readonly commit: OwnCommit
  /** The targets that go back. */
  readonly targets: readonly string[]
  readonly before: View
  readonly after: View
  readonly now: View
}

const empty: View = { paths: [], folders: new Set(), entry: () => undefined, bytes: () => undefined, digest: () => undefined }

const touched = (path: string) =>
  refusal(
    'UNDO_TOUCHED',
    say`Unexpected change of ${path} since the commit that is to go back`,
    'Take it back by hand, or undo the later command first.',
  )

/** The readings of the protocol of a target, in a view. */
const readingFor = ({ scene }: Case, view: View, target: string): Reading | undefined =>
  scene.readings(view).find(({ protocol }: Found) => protocol.kinds.includes(target.slice(0, target.indexOf(':'))))?.reading

const sharersOf = (undo: Case, path: string) =>
  undo.targets.filter((target) =>
    [undo.after, undo.before].some((view) => readingFor(undo, view, target)?.share(path, target) !== undefined),
  )

/** The paths that the commit changed, as far as the targets are concerned. */
function pathsOf(undo: Case): readonly string[] {
  const { commit, targets, before, after } = undo
  const changed = [...new Set([...before.paths, ...after.paths])].filter((path) => differs(after, before, path))
  if (commit.targets.every((target) => targets.includes(target))) return changed
  const owned = (path: string) =>
    targets.some((target) => [after, before].some((view) => readingFor(undo, view, target)?.owners(path).includes(target)))
  return changed.filter(owned)
}

const textIn = (view: View, path: string): string | undefined => {
  const bytes = view.bytes(path)
  return bytes && decoded(bytes)
}

/** Whose lines are which in a file of a view. */
function parted(undo: Case, view: View, path: string, target: string) {
  const reading = readingFor(undo, view, target)
  const linesOf = (id: string) => reading?.share(path, id)?.lines ?? []
  const others = reading?.owners(path).filter((id) => id !== target) ?? []
  return { text: textIn(view, path) ?? '', own: linesOf(target), others: others.flatMap(linesOf) }
}

/** A file that several targets share, with the part of one of them as it was before; `undefined`: something later touched that part. */
function withPartBack(undo: Case, now: View, path: string, target: string): string | undefined {
  const part = (view: View) => readingFor(undo, view, target)?.share(path, target)?.text ?? ''
  const text = textIn(now, path)
  if (text === undefined || part(now) === part(undo.before)) return text
  if (part(now) !== part(undo.after)) return undefined
  const back = revertPart(text, parted(undo, undo.after, path, target), parted(undo, undo.before, path, target))
  if (back === undefined) return undefined
  const then = overlay(now, new Map([[path, back]]))
  const all = readingFor(undo, now, target)?.owners(path) ?? []
  const stays = (id: string) => readingFor(undo, then, id)?.share(path, id)?.text === readingFor(undo, now, id)?.share(path, id)?.text
  return part(then) === part(undo.before) && all.every((id) => id === target || stays(id)) ? back : undefined
}

/** What a file is to be; `same`: what it is, `touched`: something later changed what would go back. */
type Back = { readonly content: Content } | 'same' | 'touched'

/** What a file as a whole was before. */
function wholeBack({ history, commit, before, after, now }: Case, path: string): Back {
  if (!differs(now, before, path)) return 'same'
  if (differs(now, after, path)) return 'touched'
  if (before.entry(path) === undefined) return { content: null }
  const bytes = commit.parent === undefined ? undefined : history.at(commit.parent, path)?.bytes
  return bytes ? { content: bytes } : 'touched'
}

function sharedBack(undo: Case, path: string, sharers: readonly string[]): Back {
  const { now, after, commit, targets } = undo
  if (commit.targets.every((target) => targets.includes(target)) && !differs(now, after, path)) return wholeBack(undo, path)
  const before = textIn(now, path)
  let view = now
  for (const target of sharers) {
    const back = withPartBack(undo, view, path, target)
    if (back === undefined) return 'touched'
    view = overlay(view, new Map([[path, back]]))
  }
  const text = textIn(view, path)
  return text === undefined || text === before ? 'same' : { content: text }
}

function undone(undo: Case): Answer {
  const changes = new Map<string, Content>()
  for (const path of pathsOf(undo)) {
    const sharers = sharersOf(undo, path)
    const back = sharers.length > 0 ? sharedBack(undo, path, sharers) : wholeBack(undo, path)
    if (back === 'touched') return refused([touched(path)])
    if (back !== 'same') changes.set(path, back.content)
  }
  const { sha } = undo.commit
  if (changes.size === 0) return told(say`Everything is as it was before ${sha.slice(0, 12)}.`)
  return { outcome: 'changed', changes, reply: say`What ${sha.slice(0, 12)} did is taken back.`, diagnostics: [] }
}

/**
 * Reverts Baton's last commit for a target, or its last on this branch. What it reverts may itself be such a commit: then what was
 * taken back is done again.
 */
export const undo: OwnCommand = {
  name: 'undo',
  takes: 'target',
  usage: '[TARGET]',
  summary: "Takes back Baton's last commit for a target, or its last on this branch, if nothing later touched the same files.",
  examples: ['/undo TinyGain', '/undo'],

  run(scene) {
    const over = surplus(undo, scene.words)
    if (over) return over
    const { request, view: now, meant } = scene
    const { history } = request
    const commit = history?.ledger().find(({ targets }) => meant === undefined || targets.includes(meant.target))
    if (!history || !commit) {
      const about = meant ? say`, expected one about ${meant.target}` : ''
      return refused([refusal('UNDO_NOTHING', `Missing commit of Baton's on this branch${about}`)])
    }
    return undone({
      scene,
      history,
      commit,
      targets: meant ? [meant.target] : commit.targets,
      before: commit.parent === undefined ? empty : history.view(commit.parent),
      after: history.view(commit.sha),
      now,
    })
  },
}
