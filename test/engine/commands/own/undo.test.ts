import { describe, expect, it } from 'vitest'
import { ownCommits } from '../../../../src/app/command/past-of.ts'
import type { BranchHistory, ChangeSet } from '../../../../src/core/command.ts'
import type { Files } from '../../../../src/core/rule.ts'
import type { View } from '../../../../src/core/view.ts'
import { entriesOf } from '../../../../src/engine/commands/entries.ts'
import { commitMessage } from '../../../../src/engine/commands/ledger.ts'
import { memoryTree } from '../../../../src/gateways/memory.ts'
import {
  change,
  contractPath,
  handoffPath,
  inRegistry,
  phasedSample,
  registryPath,
  sample,
  sampleRow,
} from '../../../../src/protocols/plugin/examples.ts'
import { codes, planned, selection } from '../scene.ts'

const amber = (text: string) => text.replaceAll('TinyGain', 'Amber')
const entryOf = (text: string) => text.slice(text.indexOf('### TinyGain'))
const registry = sample[registryPath] ?? ''
const row = registry.split('\n').find((line) => line.startsWith('| TinyGain')) ?? ''

/** Two plugins, whose rows and entries are one after the other. */
const two: Files = {
  ...sample,
  ...Object.fromEntries(
    Object.entries(sample).map(([path, text]) => [amber(path), path === handoffPath ? amber(text) : text]),
  ),
  [registryPath]: `${registry.replace(row, `${row}\n${amber(row)}`)}\n${amber(entryOf(registry))}`,
}

function applied(files: Files, changes: ChangeSet): Files {
  const after: Record<string, string> = { ...files }
  for (const [path, content] of changes) {
    if (content === null) delete after[path]
    else after[path] = Buffer.from(content).toString()
  }
  return after
}

/** A branch: its commits, oldest first, each with the files then, and what is changed in the working tree since. */
class Branch {
  readonly #commits: { readonly sha: string; readonly files: Files; readonly message: string }[] = []
  #tree: Files | undefined
  constructor(files: Files) {
    this.byHand(files)
  }
  get files(): Files {
    return this.#tree ?? this.#commits.at(-1)?.files ?? {}
  }
  get tip(): string {
    return this.#commits.at(-1)?.sha ?? ''
  }
  byHand(files: Files, message = 'Something else') {
    this.#commits.push({ sha: `${this.#commits.length}`.padStart(40, 'a'), files, message })
    this.#tree = undefined
  }
  async history(): Promise<BranchHistory> {
    const views = new Map<string, View>()
    for (const { sha, files } of this.#commits) views.set(sha, await memoryTree(files).open(selection))
    const commits = this.#commits.map(({ sha, message }, index) => ({
      sha,
      message,
      parents: this.#commits
        .slice(0, index)
        .slice(-1)
        .map((commit) => commit.sha),
    }))
    return {
      versions: () => [],
      at: (commit, path) => ({ sha: commit, bytes: views.get(commit)?.bytes(path) }),
      named: () => undefined,
      committedAt: () => undefined,
      ledger: () => ownCommits(commits.toReversed()),
      view: (sha) => views.get(sha) ?? expect.fail(`There is no commit ${sha}`),
      checkedOut: () => (this.#tree ? this.tip : undefined),
      change: () => undefined,
    }
  }
  async plan(...lines: readonly string[]) {
    return planned(lines, this.files, { history: await this.history(), sha: this.tip })
  }
  async #changed(lines: readonly string[]) {
    const plan = await this.plan(...lines)
    if (plan.outcome !== 'changed') throw new Error(`${plan.outcome}: ${codes(plan).flat().join(', ')}`)
    return plan
  }
  /** Runs commands, and commits what they change. */
  async commit(...lines: readonly string[]) {
    const plan = await this.#changed(lines)
    this.byHand(
      applied(this.files, plan.changes),
      commitMessage(plan.results.flatMap((result) => entriesOf(result, 'octocat'))),
    )
  }
  /** Runs commands, and leaves what they change in the working tree. */
  async leave(...lines: readonly string[]) {
    this.#tree = applied(this.files, (await this.#changed(lines)).changes)
  }
  /** Changes files in the working tree. */
  edit(files: Files) {
    this.#tree = { ...this.files, ...files }
  }
}

const refusalOf = async (branch: Branch, ...lines: readonly string[]) => {
  const { outcome, results } = await branch.plan(...lines)
  const [refused] = results.at(-1)?.diagnostics ?? []
  return { outcome, code: refused?.code, message: refused?.message, hint: refused?.hint }
}

describe('/undo', () => {
  it('takes back the last commit for a target, byte for byte', async () => {
    const branch = new Branch(two)
    await branch.commit('/accept TinyGain')
    await branch.commit('/undo TinyGain')
    expect(branch.files).toEqual(two)
  })

  it('reports what it changes', async () => {
    const branch = new Branch(two)
    await branch.commit('/accept TinyGain')
    const { outcome, results } = await branch.plan('/undo TinyGain')
    expect(outcome).toBe('changed')
    expect(results).toMatchObject([
      {
        target: 'plugin:TinyGain',
        from: 'stage 3 in_progress',
        to: 'stage 2 complete',
        moves: [{ target: 'plugin:TinyGain' }],
      },
    ])
  })

  it('makes a file again, and takes one away again', async () => {
    const working = change(sample, {
      [handoffPath]: [
        ['stage: 2', 'stage: 5'],
        ['status: complete', 'status: workflow_complete'],
        ['next_action: invoke_dsp_agent', 'next_action: install'],
      ],
      [registryPath]: [
        ['| 🚧 Stage 2 |', '| ✅ Working |'],
        ['**Status:** 🚧 Stage 2', '**Status:** ✅ Working'],
      ],
    })
    const installed = new Branch(working)
    await installed.commit('/install TinyGain')
    expect(installed.files).not.toHaveProperty([handoffPath])
    await installed.commit('/undo TinyGain')
    expect(installed.files).toEqual(working)

    const ideated = change(sample, {
      [handoffPath]: null,
      [registryPath]: [
        ['| 🚧 Stage 2 |', '| 💡 Ideated |'],
        ['**Status:** 🚧 Stage 2', '**Status:** 💡 Ideated'],
        ['- **2026-02-01 (Stage 0):** Research & Planning complete - Complexity 1.2\n', ''],
        ['- **2026-02-02 (Stage 2):** Foundation complete - Build system operational\n', ''],
      ],
    })
    const begun = new Branch(ideated)
    await begun.commit('/accept TinyGain')
    await begun.commit('/undo TinyGain')
    expect(begun.files).toEqual(ideated)
  })

  it('leaves what was done for other targets since, in the shared registry too', async () => {
    const branch = new Branch(two)
    await branch.commit('/accept TinyGain')
    await branch.commit('/accept Amber')
    await branch.commit('/undo TinyGain')
    const expectedBranch = new Branch(two)
    await expectedBranch.commit('/accept Amber')
    expect(branch.files).toEqual(expectedBranch.files)
  })

  it('takes back one target’s part of a commit for several', async () => {
    const branch = new Branch(two)
    await branch.commit('/accept TinyGain', '/accept Amber')
    await branch.commit('/undo Amber')
    const expectedBranch = new Branch(two)
    await expectedBranch.commit('/accept TinyGain')
    expect(branch.files).toEqual(expectedBranch.files)
    await branch.commit('/undo TinyGain')
    expect(branch.files).toEqual(two)
  })

  it('takes a row and an entry away that were made for one plugin, beside those of others', async () => {
    const bare = {
      ...two,
      [registryPath]:
        two[registryPath]?.replace(`${amber(row)}\n`, '').replace(`\n${amber(entryOf(registry))}`, '') ?? '',
    }
    const branch = new Branch(bare)
    await branch.commit('/sync Amber --from handoff')
    expect(branch.files[registryPath]).toContain('### Amber')
    await branch.commit('/accept TinyGain')
    const expectedBranch = new Branch(bare)
    await expectedBranch.commit('/accept TinyGain')
    await branch.commit('/undo Amber')
    expect(branch.files).toEqual(expectedBranch.files)
  })

  it('gives back what was there, errors included, and warns of what is wrong again', async () => {
    const drifted = change(two, { [registryPath]: [['| TinyGain | 🚧 Stage 2 |', '| TinyGain | 🚧 Stage 0 |']] })
    const branch = new Branch(drifted)
    await branch.commit('/sync TinyGain --from entry')
    const { results } = await branch.plan('/undo TinyGain')
    expect(results[0]?.diagnostics.map(({ code, severity }) => [code, severity])).toEqual([
      ['REGISTRY_STATUS_DRIFT', 'warning'],
    ])
    await branch.commit('/undo TinyGain')
    expect(branch.files).toEqual(drifted)
  })

  it('makes no error that was not there', async () => {
    const branch = new Branch(phasedSample)
    await branch.commit('/accept TinyGain')
    // The phase that it would go back to is planned no more.
    const plan = contractPath('plan')
    branch.byHand({ ...branch.files, [plan]: (branch.files[plan] ?? '').replaceAll('Phase 3.1', 'Phase 3.4') })
    expect(codes(await branch.plan('/undo TinyGain'))).toEqual([['PLUGIN_PHASE_NOT_IN_PLAN']])
  })

  it('without a target takes back the last commit of the branch, whatever it was about', async () => {
    const branch = new Branch(two)
    await branch.commit('/accept TinyGain')
    await branch.commit('/accept Amber', '/handback TinyGain success Done')
    await branch.commit('/undo')
    const expectedBranch = new Branch(two)
    await expectedBranch.commit('/accept TinyGain')
    expect(branch.files).toEqual(expectedBranch.files)
  })

  it.each([['/undo TinyGain'], ['/undo']])('is not undone: %s', async (again) => {
    const branch = new Branch(two)
    await branch.commit('/accept TinyGain')
    await branch.commit('/undo TinyGain')
    expect(await refusalOf(branch, again)).toEqual({
      outcome: 'refused',
      code: 'UNDO_NOTHING',
      message: expect.stringContaining(`\`${branch.tip.slice(0, 12)}\`, is an undo`),
      hint: 'Give `/accept plugin:TinyGain` again, with its original arguments.',
    })
  })

  it('names no target to a command that takes none', async () => {
    const branch = new Branch(
      change(two, { [registryPath]: [['| TinyGain | 🚧 Stage 2 |', '| TinyGain | 🚧 Stage 0 |']] }),
    )
    await branch.commit('/fix')
    await branch.commit('/undo')
    expect(await refusalOf(branch, '/undo')).toMatchObject({ hint: 'Give `/fix` again, with its original arguments.' })
  })

  it('is not undone where it came with other commands', async () => {
    const branch = new Branch(two)
    await branch.commit('/accept TinyGain', '/accept Amber')
    await branch.commit('/undo Amber', '/handback TinyGain success Done')
    expect(await refusalOf(branch, '/undo')).toMatchObject({
      code: 'UNDO_NOTHING',
      hint: expect.stringContaining('`/accept plugin:Amber`'),
    })
    expect(await refusalOf(branch, '/undo Amber')).toMatchObject({ code: 'UNDO_NOTHING' })
    expect((await branch.plan('/undo TinyGain')).outcome).toBe('changed')
  })

  it('names the commands that it takes back, with their targets', async () => {
    const branch = new Branch(two)
    await branch.commit('/accept TinyGain', '/accept Amber')
    const [tiny, amberly] = ['plugin:TinyGain', 'plugin:Amber'].map((target) => ({ name: 'accept', target }))
    expect((await branch.plan('/undo')).results[0]?.takesBack).toEqual([tiny, amberly])
    expect((await branch.plan('/undo Amber')).results[0]?.takesBack).toEqual([amberly])
  })

  it('says of a commit which does not tell its command that it may be any', async () => {
    const branch = new Branch(two)
    const accepted = new Branch(two)
    await accepted.commit('/accept TinyGain')
    branch.byHand(accepted.files, 'baton: accept TinyGain\n\nTransition: plugin:TinyGain a -> b\n')
    expect((await branch.plan('/undo TinyGain')).results[0]?.takesBack).toEqual([
      { name: undefined, target: 'plugin:TinyGain' },
    ])
  })

  describe('where the last change is not committed', () => {
    it.each([['/undo TinyGain'], ['/undo']])('reports it, and what takes it back: %s', async (line) => {
      const branch = new Branch(two)
      await branch.leave('/accept TinyGain')
      const before = branch.files
      expect(await refusalOf(branch, line)).toEqual({
        outcome: 'refused',
        code: 'UNDO_NOTHING',
        message: `The last change of \`plugin:TinyGain\` is not committed, in \`${registryPath}\`, \`${handoffPath}\``,
        hint: `\`git checkout HEAD -- ${registryPath} ${handoffPath}\` takes it back, with everything else there that is not committed.`,
      })
      expect(branch.files).toEqual(before)
    })

    it('reports a tree that is as it was before an earlier commit', async () => {
      const branch = new Branch(two)
      await branch.commit('/accept TinyGain')
      await branch.leave('/undo TinyGain')
      expect(await refusalOf(branch, '/undo TinyGain')).toMatchObject({
        code: 'UNDO_TOUCHED',
        message: expect.stringContaining('not committed'),
      })
    })

    it('tells other edits from that, and what keeps them', async () => {
      const branch = new Branch(two)
      await branch.commit('/accept TinyGain')
      branch.edit({ [handoffPath]: `${branch.files[handoffPath]}\nMore.\n` })
      expect(await refusalOf(branch, '/undo TinyGain')).toEqual({
        outcome: 'refused',
        code: 'UNDO_TOUCHED',
        message: `Edits of \`plugin:TinyGain\` are not committed, in \`${handoffPath}\``,
        hint: `\`git stash push -- ${handoffPath}\` sets them aside. Give the command again, with \`--commit\`: then \`git stash pop\` brings them back.`,
      })
      const other = new Branch(two)
      other.edit({ [handoffPath]: `${other.files[handoffPath]}\nMore.\n` })
      expect(await refusalOf(other, '/undo TinyGain')).toMatchObject({
        code: 'UNDO_NOTHING',
        message: 'There is no commit by Baton on this branch about `plugin:TinyGain`',
        hint: expect.stringContaining(`Edits of \`plugin:TinyGain\` are not committed, in \`${handoffPath}\`.`),
      })
    })

    it('names the registry where what was made to agree is not committed', async () => {
      const branch = new Branch(inRegistry(two, [sampleRow, sampleRow.replace('Stage 2', 'Stage 0')]))
      await branch.leave('/sync TinyGain')
      expect(await refusalOf(branch, '/undo TinyGain')).toMatchObject({
        code: 'UNDO_NOTHING',
        hint: expect.stringContaining('`git checkout HEAD -- PLUGINS.md` takes it back'),
      })
    })

    it('names files that are new', async () => {
      const branch = new Branch(change(two, { [handoffPath]: null }))
      branch.edit({ [handoffPath]: two[handoffPath] ?? '' })
      expect((await refusalOf(branch, '/undo TinyGain')).hint).toBe(
        `Delete \`${handoffPath}\`, which the commit does not have.`,
      )
    })

    it('does not mind what is not committed of another target', async () => {
      const branch = new Branch(two)
      await branch.commit('/accept TinyGain')
      await branch.leave('/accept Amber')
      expect((await branch.plan('/undo TinyGain')).outcome).toBe('changed')
    })

    it('reports a command beside it', async () => {
      const branch = new Branch(two)
      expect(await refusalOf(branch, '/accept TinyGain', '/undo TinyGain')).toMatchObject({
        code: 'UNDO_NOTHING',
        hint: expect.stringContaining('together with this one'),
      })
    })
  })

  it('has nothing to do where it is as before already', async () => {
    const branch = new Branch(two)
    await branch.commit('/accept TinyGain')
    branch.byHand(two)
    expect((await branch.plan('/undo TinyGain')).outcome).toBe('unchanged')
  })

  it('refuses where there is nothing to take back', async () => {
    const branch = new Branch(two)
    expect(codes(await branch.plan('/undo TinyGain'))).toEqual([['UNDO_NOTHING']])
    await branch.commit('/accept Amber')
    expect(codes(await branch.plan('/undo TinyGain'))).toEqual([['UNDO_NOTHING']])
    expect(codes(await planned(['/undo'], two))).toEqual([['UNDO_NOTHING']])
    expect(codes(await branch.plan('/undo Nobody'))).toEqual([['TARGET_UNKNOWN']])
  })

  it.each([
    ['the handoff', handoffPath, 'One pass', 'Two passes'],
    ['its row', registryPath, '| TinyGain | 🚧 Stage 3 |', '| TinyGain | 🚧 Stage 4 |'],
    ['its entry', registryPath, '### TinyGain\n\n**Status:** 🚧 Stage 3', '### TinyGain\n\n**Status:** 🚧 Stage 4'],
  ])('refuses where something later touched %s', async (_, path, from, to) => {
    const branch = new Branch(two)
    await branch.commit('/accept TinyGain')
    const text = branch.files[path] ?? ''
    branch.byHand({ ...branch.files, [path]: text.includes(from) ? text.replace(from, to) : `${text}\nMore.\n` })
    expect(codes(await branch.plan('/undo TinyGain'))).toEqual([['UNDO_TOUCHED']])
  })

  it('undoes what an earlier command of the batch does not touch', async () => {
    const branch = new Branch(two)
    await branch.commit('/accept TinyGain')
    expect((await branch.plan('/accept Amber', '/undo TinyGain')).outcome).toBe('changed')
    expect(codes(await branch.plan('/handback TinyGain success Done', '/undo TinyGain'))[1]).toEqual(['UNDO_TOUCHED'])
  })
})
