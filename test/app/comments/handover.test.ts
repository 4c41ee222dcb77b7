import { afterEach, describe, expect, it } from 'vitest'
import { checkHead } from '../../../src/app/review/check-head.ts'
import {
  inProgress,
  planPath,
  progressPath,
  session,
  statePath,
  working,
} from '../../../src/protocols/handover/examples.ts'
import { stages } from '../../protocols/handover/stages.ts'
import type { Files } from '../../../src/core/rule.ts'
import { scene, type Scene, type SceneOptions } from './scene.ts'

// A way of seventeen heads, each of them checked.
const open: Scene[] = []
afterEach(async () => {
  for (const { github } of open.splice(0)) await github.close()
})

async function begun(options: SceneOptions): Promise<Scene> {
  const at = await scene(options)
  open.push(at)
  return at
}

/** What the check run of the branch's tip says. */
async function checked({ repository, ports, tip }: Scene) {
  const head = await tip()
  await checkHead(ports, { head, base: { kind: 'branch', branch: 'main' }, review: true }, { recheck: true })
  const run = repository.checksOn(head).at(-1)
  return {
    conclusion: run?.conclusion,
    annotations: run?.annotations.map(({ title, path, start_line: line }) => `${title} ${path}:${line}`) ?? [],
  }
}

/** The pushes of a person from one tree to another. */
const changes = (before: Files, now: Files) =>
  Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(now)])].flatMap((path) =>
      before[path] === now[path] ? [] : [[path, now[path] ?? null] as const],
    ),
  )

describe('the whole pipeline on a pull request', () => {
  it('goes from the brief to a new run by pushes and comments, and every head of it is fine', async () => {
    const at = await begun({
      files: { 'README.md': '# Shop\n' },
      work: { 'src/login.ts': '', 'src/step1.ts': '', 'src/step2.ts': '' },
    })
    const paths = new Set<string>()
    const tree = async (): Promise<Files> =>
      Object.fromEntries(
        await Promise.all([...paths].map(async (path) => [path, (await at.file(path)) ?? ''] as const)),
      )
    let [step, finishedSteps] = [0, 0]
    for (const { about, make, state } of stages) {
      if (typeof make === 'function') {
        const before = await tree()
        const changed = changes(before, make(before))
        for (const path of Object.keys(changed)) paths.add(path)
        await at.repository.push('work', changed, { by: at.octocat })
      } else {
        step += 1
        const message = make.comment('').includes(' success ') ? `feat(step${++finishedSteps}): log in` : `Work ${step}`
        const sha = await at.repository.push('work', { 'src/login.ts': `// ${step}\n` }, { by: at.octocat, message })
        const result = await at.postComment(make.comment(sha), { ports: { ...at.ports, now: () => make.at } })
        expect([about, result.handled[0]?.answered.outcome]).toEqual([about, 'changed'])
        // A person must act where the agent asks.
        expect(result.replies).toEqual(
          about === 'the agent asks' ? [expect.stringContaining('Question: `Which hash?`')] : [],
        )
        expect(result.sticky).toContain(state)
        paths.add(progressPath)
      }
      const { conclusion, annotations } = await checked(at)
      expect([about, conclusion, annotations]).toEqual([about, 'success', []])
    }
    const run = JSON.parse((await at.file(progressPath)) ?? '') as Readonly<Record<string, unknown>>
    expect(run).toMatchObject({
      total_steps: 3,
      status: 'in_progress',
      session_start_sha: expect.stringMatching(/^[0-9a-f]{40}$/) as unknown,
    })
    expect(await at.file(planPath)).toContain('<!-- voyage:anchor id="ANN-0001"')
    expect(await at.file(statePath)).toBeUndefined()
  })
})

describe('the commits of a pull request', () => {
  const atWork = inProgress(...working, ['"commit": "4f2a9c1"', '"commit": null'])

  it('are accepted as what completes a step: others are refused, abbreviated ones are found', async () => {
    const at = await begun({ files: atWork })
    const sha = await at.repository.push(
      'work',
      { 'src/step2.ts': '' },
      { by: at.octocat, message: 'feat(step2): ask the browser' },
    )

    const unknown = await at.postComment('/handback login success --done-by 5a5a5a5 --audit pass')
    expect(unknown.replies).toEqual([expect.stringContaining('PROGRESS_COMMIT_INVALID')])
    expect(await at.tip()).toBe(sha)
    const aside = await at.repository.push('aside', { 'src/aside.ts': '' }, { by: at.octocat })
    for (const elsewhere of [aside, aside.slice(0, 8)])
      expect((await at.postComment(`/handback login success --done-by ${elsewhere}`)).replies).toEqual([
        expect.stringContaining('PROGRESS_COMMIT_UNKNOWN'),
      ])
    for (const revision of ['work', 'HEAD~1', '-x'])
      expect((await at.postComment(`/handback login success --done-by ${revision}`)).replies).toEqual([
        expect.stringContaining('PROGRESS_COMMIT_INVALID'),
      ])

    const result = await at.postComment(`/handback login success --done-by ${sha.slice(0, 9)} --audit pass`)
    expect([result.handled[0]?.answered.outcome, result.replies]).toEqual(['changed', []])
    const progress = JSON.parse((await at.file(progressPath)) ?? '') as {
      readonly steps: Readonly<Record<string, unknown>>
    }
    expect(progress.steps['2']).toMatchObject({ status: 'completed', commit: sha, manifest_audit: 'pass' })
    expect(progress).toMatchObject({ status: 'completed', session_end_sha: sha })
  })

  it.each(['--done-by HEAD', '--commit HEAD'])('may be the head that the command saw: %s', async (option) => {
    const at = await begun({ files: atWork })
    const sha = await at.tip()
    expect((await at.postComment(`/handback login success ${option}`)).handled[0]?.answered.outcome).toBe('changed')
    expect(await at.file(progressPath)).toContain(`"commit": "${sha}"`)
  })

  it('are still found under the option’s old name', async () => {
    const at = await begun({ files: atWork })
    const sha = await at.repository.push('work', { 'src/step2.ts': '' }, { by: at.octocat })
    const result = await at.postComment(`/handback login success --commit ${sha.slice(0, 7)}`)
    expect([result.handled[0]?.answered.outcome, result.replies]).toEqual(['changed', []])
    expect(await at.file(progressPath)).toContain(`"commit": "${sha}"`)
  })

  it('are the default of a handback: the newest that is work, and not ours', async () => {
    const at = await begun({ files: inProgress(['"commit": "4f2a9c1"', '"commit": null']) })
    const sha = await at.tip()
    expect((await at.postComment('/accept login')).handled[0]?.answered.outcome).toBe('changed')
    expect(await at.tip()).not.toBe(sha)
    await at.postComment('/handback login success')
    expect(await at.file(progressPath)).toContain(`"commit": "${sha}"`)
  })

  it('are compared with what is recorded', async () => {
    const at = await begun({ files: { 'README.md': '# Shop\n' } })
    const start = await at.tip('main')
    const drifted = inProgress(['"steps"', `"session_start_sha": "${start}",\n  "steps"`])
    await at.repository.push('work', drifted, { by: at.octocat, message: 'feat(step1): store credentials' })
    expect((await checked(at)).annotations).toEqual([expect.stringContaining('PROGRESS_COMMIT_UNKNOWN')])

    const sha = await at.repository.push(
      'work',
      { 'src/step2.ts': '' },
      { by: at.octocat, message: 'feat(step2): ask the browser' },
    )
    const { conclusion, annotations } = await checked(at)
    expect([conclusion, annotations]).toEqual([
      'success',
      [expect.stringContaining('PROGRESS_GIT_DRIFT'), expect.stringContaining('PROGRESS_COMMIT_UNKNOWN')],
    ])
    // What the check hints at records it.
    const [accept, handback] = [
      '/accept 2026-01-20-login --step 2',
      `/handback 2026-01-20-login success --step 2 --done-by ${sha.slice(0, 7)}`,
    ]
    expect((await at.postComment('/validate login')).replies[0]).toContain(
      `\`${accept}\` takes the step up, then \`${handback}\` records it.`,
    )
    await at.postComment(accept)
    expect((await at.postComment('/validate login')).replies[0]).toContain(`\`${handback}\` records it.`)
    expect((await at.postComment(handback)).handled[0]?.answered.outcome).toBe('changed')
    expect((await checked(at)).annotations).toEqual([expect.stringContaining('PROGRESS_COMMIT_UNKNOWN')])
  })
})

describe('a question', () => {
  it('is reported to everybody, wherever its words are', async () => {
    const atWork = inProgress(...working, ['"commit": "4f2a9c1"', '"commit": null'])
    for (const words of ['question "Which hash?" --step 2', '--step 2 question "Which hash?"']) {
      const at = await begun({ files: atWork })
      expect((await at.postComment(`/handback login ${words}`)).replies).toEqual([
        expect.stringContaining('Question: `Which hash?`'),
      ])
      expect((await at.postComment('/accept login')).replies).toEqual([expect.stringContaining('QUESTION_OPEN')])
      expect((await at.postComment('/accept login --anyway')).handled[0]?.answered.outcome).toBe('changed')
    }
  })
})

describe('local files', () => {
  it('are flagged where a pull request brings them, and never made by a command', async () => {
    const at = await begun({ files: inProgress(...working, ['"commit": "4f2a9c1"', '"commit": null']) })
    await at.postComment('/handback login success')
    expect(await at.file(statePath)).toBeUndefined()
    await at.repository.push('work', { [statePath]: session[statePath] ?? '' }, { by: at.octocat })
    const { conclusion, annotations } = await checked(at)
    expect(conclusion).toBe('failure')
    expect(annotations).toContainEqual(
      expect.stringContaining(`LOCAL_FILE_COMMITTED project:2026-01-20-login ${statePath}:1`),
    )
  })
})
