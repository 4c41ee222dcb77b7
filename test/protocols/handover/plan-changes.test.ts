import { expect, it } from 'vitest'
import { change, inFinished, planPath, progressPath, sample } from '../../../src/protocols/handover/examples.ts'
import { handover } from '../../../src/protocols/handover/protocol.ts'
import { look, type Tree } from '../scene.ts'

const [first, second] = ['ab'.repeat(20), 'cd'.repeat(20)]

/** The plan of a tree with other findings of a review. */
const answering = (tree: Tree, ...findings: readonly string[]): Tree => {
  const text = String(tree[planPath]).replace(/source_findings: .*\n/, '')
  const list =
    findings.length === 0 ? '' : `source_findings:\n${findings.map((finding) => `  - "${finding}"\n`).join('')}`
  return { ...tree, [planPath]: text.replace(/(plan_version: .*\n)/, `$1${list}`) }
}

const grown = (tree: Tree, step = 3): Tree => ({
  ...tree,
  [planPath]: `${String(tree[planPath])}\n### Step ${step}: Tell the user\n\nDo it.\n`,
})

const shrunk = (tree: Tree): Tree => {
  const text = String(tree[planPath])
  return { ...tree, [planPath]: text.slice(0, text.indexOf('### Step 2')) }
}

const found = async (head: Tree, base: Tree) =>
  (await look(head, { protocol: handover }, 'soft', base)).diagnostics
    .map(({ code }) => code)
    .filter((code) => code === 'PLAN_STEPS_AFTER_RUN' || code === 'PLAN_COMPLETED_STEP_CHANGED')

const finishedTree = answering(inFinished())
const reviewed = answering(inFinished(), first)
const dryRun = change(inFinished(['"mode": "execute"', '"mode": "dry-run"']), {})
const running = answering(sample)
const later = (tree: Tree): Tree => ({
  ...tree,
  [progressPath]: String(tree[progressPath]).replace(/"started_at": "[^"]*"/, '"started_at": "2026-01-21T09:00:00Z"'),
})

it.each<[about: string, head: Tree, base: Tree, codes: readonly string[]]>([
  ['a step is added after the run', grown(finishedTree), finishedTree, ['PLAN_STEPS_AFTER_RUN']],
  ['one is added after the run of a plan that answers a review', grown(reviewed), reviewed, ['PLAN_STEPS_AFTER_RUN']],
  ['a step is taken out after the run', shrunk(finishedTree), finishedTree, ['PLAN_COMPLETED_STEP_CHANGED']],
  [
    'one is taken out after the run of a plan that answers a review',
    shrunk(reviewed),
    reviewed,
    ['PLAN_COMPLETED_STEP_CHANGED'],
  ],
  ['a step to come is taken out', shrunk(running), running, []],
  ['another plan answers the review of the run', grown(answering(finishedTree, first)), finishedTree, []],
  ['another plan answers other findings', grown(answering(finishedTree, second)), reviewed, []],
  ['the plan that answers the review grows before its run', grown(grown(reviewed), 4), grown(reviewed), []],
  ['that plan loses a step before its run', shrunk(reviewed), grown(reviewed), []],
  ['a step is added after a trial run', grown(dryRun), dryRun, []],
  ['the steps are others in a run that began later', later(shrunk(finishedTree)), finishedTree, []],
])('%s', async (_, head, base, codes) => {
  expect(await found(head, base)).toEqual(codes)
})
