import { describe, expect, it } from 'vitest'
import {
  blocker,
  briefPath,
  change,
  folder,
  inPlan,
  inProgress,
  major,
  manifestOf,
  minor,
  only,
  planPath,
  progressPath,
  researchPath,
  reviewPath,
  revisedSample,
  sample,
  session,
  statePath,
  working,
} from '../../../src/protocols/handover/examples.ts'
import { superlinear } from '../../steps/steps.ts'
import { codes, type SceneSetting, type Tree } from '../scene.ts'
import { diagnose, logOf, named, parsed, reading, targets, textIn } from './scene.ts'

const idsOf = async (tree: Tree, configuration?: Readonly<Record<string, unknown>>) =>
  (await targets(tree, configuration ? { configuration } : {})).map(({ id }) => id)
const owners = async (tree: Tree, path: string) => (await reading(tree)).owners(path)

describe('targets', () => {
  it('are folders with a date and one of the files, or with a file that has a mark', async () => {
    const tree = {
      ...sample,
      '.claude/projects/menu/plan.md': '---\nplan_version: "1.7"\n---\n',
      '.claude/projects/-home-octocat-shop/plan.md': '# Notes\n',
      '.claude/projects/2026-02-30-cart/plan.md': '# Notes\n',
      '.claude/projects/2026-02-03-mail/notes.txt': 'Notes\n',
      '.claude/projects/2026-02-04-post/research/a.md': 'Notes\n',
    }
    expect(await idsOf(tree)).toEqual(['project:2026-01-20-login', 'project:2026-02-04-post', 'project:menu'])
  })

  it('are loose files whose name has a date', async () => {
    expect(
      await idsOf({
        '.claude/plans/trekplan-2026-01-20-login.md': '# Plan\n',
        '.claude/plans/trekplan-menu.md': '# Plan\n',
      }),
    ).toEqual(['project:2026-01-20-login'])
    expect(await owners(sample, '.claude/research/trekresearch-2026-01-20-login.md')).toEqual([
      'project:2026-01-20-login',
    ])
  })

  it('lie where the configuration says', async () => {
    const moved = Object.fromEntries(
      Object.entries(only(planPath)).map(([path, text]) => [path.replace('.claude/projects', 'work'), text]),
    )
    expect(await idsOf({ ...moved, ...sample }, { projects: ['work/*'] })).toEqual(['project:2026-01-20-login'])
    expect(await idsOf(moved)).toEqual([])
  })

  it('use an old format when no file names its form', async () => {
    const legacy = async (tree: Tree) => (await targets(tree)).map(({ facts }) => facts['legacy'])
    expect(await legacy({ '.claude/projects/2026-02-04-post/research/a.md': 'Notes\n' })).toEqual([true])
    expect(await legacy({ '.claude/projects/2026-02-04-post/progress.json': '{' })).toEqual([false])
    expect(await legacy({ '.claude/projects/2026-02-04-post/plan.md': '---\na: *b\n---\n' })).toEqual([false])
  })

  it('own everything below their folder', async () => {
    expect(await owners(sample, `${folder}/research/01-browsers.md`)).toEqual(['project:2026-01-20-login'])
    expect(await owners(sample, 'README.md')).toEqual([])
  })

  it('tell their facts', async () => {
    const [target] = await targets(inProgress(...working), { context: { log: logOf([['4f2a9c1bbbb', 'one']]) } })
    expect(target).toEqual({
      period: '2026-01-20T10:00:00Z 2 1',
      id: 'project:2026-01-20-login',
      aliases: ['login'],
      path: progressPath,
      holder: 'agent',
      state: 'step 2/2 in_progress',
      turn: { since: '2026-01-20T12:00:00Z' },
      facts: {
        slug: 'login',
        date: '2026-01-20',
        steps: { total: 2, current: 1, completed: 1, inProgress: [2], failed: [] },
        planVersion: '1.7',
        research: { topics: 1, files: 1, status: 'complete' },
        architecture: { found: true, path: `${folder}/architecture/overview.md`, title: 'Overview' },
        review: { verdict: 'BLOCK', blocker: 1, major: 1, minor: 1, suggestion: 0 },
        revision: { brief: 0, plan: 0, review: 0 },
        since: '2026-01-20T12:00:00Z',
        history: true,
        legacy: false,
      },
    })
  })

  it('are at the first file that is there', async () => {
    const paths = async (...files: readonly string[]) => (await targets(only(...files)))[0]?.path
    expect(await paths(briefPath, planPath, reviewPath)).toBe(planPath)
    expect(await paths(briefPath, reviewPath)).toBe(briefPath)
    expect(await paths(researchPath)).toBe(researchPath)
  })
})

describe('what is read of a file', () => {
  it('is its front matter by the types of its keys, its sections and steps', async () => {
    const odd = change(sample, { [planPath]: [['plan_version: "1.7"', 'plan_version: 1.70\nestimate: 1e3\ncount: 4']] })
    expect(await parsed(odd, planPath)).toMatchObject({
      frontmatter: { plan_version: '1.70', estimate: '1e3', count: 4, source_findings: [blocker, major] },
      sections: ['Implementation Plan'],
      steps: [
        {
          number: 1,
          title: 'Store credentials',
          manifest: {
            expected_paths: ['src/step1.ts'],
            min_file_count: 1,
            commit_message_pattern: '^feat\\(step1\\):',
          },
        },
        { number: 2, title: 'Ask the browser' },
      ],
    })
    expect(await parsed(sample, briefPath)).toMatchObject({
      frontmatter: { research_topics: 1, created: '2026-01-20' },
      sections: ['Intent', 'Goal', 'Success Criteria'],
    })
  })

  it('is every step of a plan of 5,000 lines', async () => {
    const steps = Array.from(
      { length: 300 },
      (_, index) => `### Step ${index + 1}: Part\n\n${manifestOf(index + 1)}\n${'Text.\n'.repeat(4)}`,
    )
    const tree = { [planPath]: `---\nplan_version: "1.7"\n---\n\n## Implementation Plan\n\n${steps.join('\n')}` }
    expect((tree[planPath] ?? '').split('\n').length).toBeGreaterThan(5000)
    expect(await diagnose(tree)).toEqual([])
    const read = (await parsed(tree, planPath)) as {
      readonly steps: readonly { readonly manifest: { readonly expected_paths: unknown } }[]
    }
    expect(read.steps.map(({ manifest }) => manifest.expected_paths)).toEqual(
      steps.map((_, index) => [`src/step${index + 1}.ts`]),
    )
  })

  it('is what a review found, ids of digits alone as they stand', async () => {
    expect(await parsed(sample, reviewPath)).toMatchObject({
      frontmatter: { findings: [blocker, major, minor], reviewed_files_count: 4 },
      findings: [
        { id: blocker, severity: 'BLOCKER' },
        { id: major, severity: 'MAJOR' },
        { id: minor, severity: 'MINOR' },
      ],
    })
  })

  it('is an object, or the annotations', async () => {
    expect(await parsed(session, statePath)).toMatchObject({ schema_version: 1, status: 'in_progress' })
    expect(await parsed(revisedSample, planPath, 'annotations')).toMatchObject({
      revision: 1,
      digest: '7fb4d1528ea8d2bf',
      annotations: [{ id: 'ANN-0001' }],
      anchors: [{ id: 'ANN-0001', target: 'plan.md#step-2', line: 31 }],
    })
  })

  it('is a batch, with its digest', async () => {
    const batch = {
      annotations: [
        {
          id: 'ANN-0001',
          target_artifact: 'plan.md',
          target_anchor: 'step-2',
          intent: 'change',
          comment: 'retry twice, then give up',
          line: 31,
        },
      ],
    }
    expect(await parsed({ 'batch.json': JSON.stringify(batch) }, 'batch.json', 'annotations')).toEqual({
      ...batch,
      digest: '7fb4d1528ea8d2bf',
    })
    expect(await parsed({ 'notes.md': '# Notes\n' }, 'notes.md', 'annotations')).toEqual({
      revision: 0,
      annotations: [],
      digest: null,
      anchors: [],
    })
  })

  it('is a batch as it is written, where its annotations do not say what they are about', async () => {
    const annotation = { id: 'ANN-0001', target_anchor: 'step-2', intent: 'change' }
    const batch = { annotations: [annotation, { ...annotation, id: 'ANN-0002', target_artifact: 'brief.md' }] }
    const parsedBatch = async (more: object) =>
      parsed({ 'batch.json': JSON.stringify({ ...batch, ...more }) }, 'batch.json', 'annotations')
    expect(await parsedBatch({})).toEqual({ ...batch, digest: null })
    expect(await parsedBatch({ expected_digest: '7fb4d1528ea8d2bf' })).toEqual({ ...batch, digest: '7fb4d1528ea8d2bf' })
    expect(await parsedBatch({ artifact: 'plan.md' })).toEqual({
      annotations: [{ ...annotation, target_artifact: 'plan.md' }, batch.annotations[1]],
      digest: expect.stringMatching(/^[0-9a-f]{16}$/) as unknown,
    })
  })

  it('is null where it cannot be read, and nothing of files that are none of ours', async () => {
    expect(await parsed(change(sample, { [progressPath]: '{' }), progressPath)).toBeNull()
    expect(await parsed({ ...sample, 'README.md': '# Read me\n' }, 'README.md')).toBeUndefined()
  })
})

describe('a named file', () => {
  const found = async (tree: Tree, path: string, as?: string) =>
    codes(await diagnose(tree, { ...named(path, as), mode: 'auto' }))

  it('is judged strictly, and alone: neighbours are read as needed', async () => {
    const faultyTree = change(sample, {
      [planPath]: [['### Step 2', '### Step 3']],
      [briefPath]: [['slug: login', 'slug: logon']],
    })
    expect(await found(faultyTree, planPath)).toEqual(['PLAN_STEP_NUMBERING error'])
    expect(await found(faultyTree, briefPath)).toEqual(['BRIEF_SLUG_MISMATCH error'])
  })

  it('is of the kind that its mark says, wherever it lies', async () => {
    const tree = {
      'docs/idea.md': (sample[briefPath] ?? '').replace('complete', 'done'),
      'docs/run.json': '{ "schema_version": 1, "steps": {} }',
      'docs/plan.md': (sample[planPath] ?? '').replace('### Step 2', '### Step 4'),
    }
    expect(await found(tree, 'docs/idea.md')).toEqual(['BRIEF_INVALID_STATUS error'])
    expect(await found(tree, 'docs/run.json')).toEqual(['PROGRESS_SCHEMA_MISMATCH error'])
    expect(await found(tree, 'docs/plan.md')).toContain('PLAN_STEP_NUMBERING error')
  })

  it('is of the kind that the caller says', async () => {
    expect(await found(sample, briefPath, 'review')).toEqual(['REVIEW_WRONG_TYPE error'])
    expect(await found({ 'docs/idea.txt': '# Idea\n' }, 'docs/idea.txt', 'brief')).toEqual(['FM_MISSING error'])
    expect(
      await found(change(sample, { [planPath]: [['### Step 2', '### Step 3']] }), planPath, 'annotations'),
    ).toEqual([])
  })

  it('is of the kind that its path says, also in a folder that is no project', async () => {
    expect(await found({ '.claude/projects/notes/plan.md': '# Plan\n' }, '.claude/projects/notes/plan.md')).toEqual([
      'FM_MISSING error',
    ])
  })

  it('that is absent is reported missing when its path shows what it would be', async () => {
    expect(await found(only(planPath), `${folder}/brief.md`)).toEqual(['BRIEF_NOT_FOUND error'])
    expect(await found({}, '.claude/projects/2026-05-05-new/research/01-a.md')).toEqual(['RESEARCH_NOT_FOUND error'])
    expect(await found({}, 'docs/idea.md', 'brief')).toEqual(['BRIEF_NOT_FOUND error'])
    expect(await found({}, 'docs/idea.md')).toEqual([])
  })

  it('that a change deletes is to be restored, not written anew', async () => {
    const withoutProgress = change(sample, { [progressPath]: null })
    const hints = async (setting: SceneSetting) =>
      (await diagnose(withoutProgress, { ...setting, ...named(progressPath) })).flatMap(({ code, hint }) =>
        code === 'PROGRESS_NOT_FOUND' ? [hint] : [],
      )
    expect(await hints({ base: sample })).toEqual(['Restore it: this change deletes it.'])
    expect(await hints({ base: withoutProgress })).toEqual([
      expect.stringContaining('`/accept 2026-01-20-login` does too'),
    ])
  })
})

describe('modes', () => {
  const incoherent = change(sample, { [briefPath]: [['research_status: complete', 'research_status: skipped']] })
  it('soften what the change does not touch', async () => {
    expect(codes(await diagnose(incoherent, { mode: 'strict' }))).toEqual(['BRIEF_STATE_INCOHERENT error'])
    expect(codes(await diagnose(incoherent, { mode: 'soft' }))).toEqual(['BRIEF_STATE_INCOHERENT warning'])
    expect(codes(await diagnose(incoherent, { base: incoherent }))).toEqual(['BRIEF_STATE_INCOHERENT warning'])
    expect(codes(await diagnose(incoherent, { base: sample }))).toContain('BRIEF_STATE_INCOHERENT error')
  })

  it('leave plan and progress strict', async () => {
    const broken = inPlan(['### Step 2', '### Step 3'])
    expect(codes(await diagnose(broken, { base: broken }))).toEqual(['PLAN_STEP_NUMBERING error'])
  })

  it('look at old projects and loose files only where they are touched', async () => {
    const old = { '.claude/projects/2026-01-20-login/plan.md': '# Plan\n' }
    expect(codes(await diagnose(old, { mode: 'soft' }))).toEqual(['PROJECT_LEGACY warning'])
    expect(codes(await diagnose(old, { base: {} }))).toEqual(['FM_MISSING error'])
    const loose = { '.claude/plans/trekplan-2026-01-20-login.md': '# Plan\n' }
    expect(codes(await diagnose(loose, { base: loose }))).toEqual(['LEGACY_PATH warning'])
    expect(codes(await diagnose(loose, { base: {} })).toSorted()).toEqual(['FM_MISSING error', 'LEGACY_PATH warning'])
  })

  const loosePlan = '.claude/plans/trekplan-2026-01-20-login.md'
  it.each<[about: string, tree: Tree, hint: string]>([
    [
      'no folder yet',
      { [loosePlan]: '# Plan\n' },
      `\`mkdir -p ${folder}\` and \`git mv ${loosePlan} ${planPath}\` move it.`,
    ],
    [
      'the folder is there',
      { ...only(briefPath), [loosePlan]: '# Plan\n' },
      `\`git mv ${loosePlan} ${planPath}\` moves it.`,
    ],
    [
      'the file is there',
      { ...only(briefPath, planPath), [loosePlan]: '# Plan\n' },
      `\`${planPath}\` is there already: keep one of the two.`,
    ],
    [
      'research, whose folder is there',
      { ...only(briefPath, researchPath), '.claude/research/trekresearch-2026-01-20-login.md': '# A\n' },
      `\`git mv .claude/research/trekresearch-2026-01-20-login.md ${folder}/research/02-login.md\` moves it.`,
    ],
    [
      'a name that a shell would take apart',
      { ".claude/plans/trekplan-2026-01-20-a b's.md": '# Plan\n' },
      "`mkdir -p '.claude/projects/2026-01-20-a b'\\''s'` and `git mv '.claude/plans/trekplan-2026-01-20-a b'\\''s.md' '.claude/projects/2026-01-20-a b'\\''s/plan.md'` move it.",
    ],
    [
      'a command that a message would cut',
      { [`.claude/plans/trekplan-2026-01-20-${'long'.repeat(12)}.md`]: '# Plan\n' },
      `Move it to \`.claude/projects/2026-01-20-${'long'.repeat(12)}/plan.md\`.`,
    ],
    [
      'a name without a date',
      { '.claude/plans/trekplan-login.md': '# Plan\n' },
      'Move it to `.claude/projects/YYYY-MM-DD-slug/plan.md`.',
    ],
  ])('say how a loose file is moved: %s', async (_, tree, hint) => {
    const found = await diagnose(tree)
    expect(found.flatMap(({ code, hint: text }) => (code === 'LEGACY_PATH' ? [text] : []))).toEqual([hint])
  })

  it('judge what compares two files strictly where either is touched', async () => {
    const before = change(sample, { [reviewPath]: [['with a passkey', 'with a key']] })
    expect(codes(await diagnose(before, { base: before }))).toEqual(['REVIEW_TASK_MISMATCH notice'])
    expect(
      codes(await diagnose(before, { base: change(before, { [briefPath]: [['# Login', '# The login']] }) })),
    ).toEqual(['REVIEW_TASK_MISMATCH warning'])
  })

  it('say nothing of another number of steps after a run, unless the run itself is touched and the plan answers no review', async () => {
    const answering = inPlan(['### Step 2', '### Step 2: First\n\n- none\n\n#### Step 2'])
    const longer = change(answering, { [planPath]: [[`source_findings: [${blocker}, ${major}]\n`, '']] })
    const run = change(longer, {
      [progressPath]:
        inProgress(
          [
            '"current_step": 1,\n  "status": "in_progress"',
            '"current_step": 1,\n  "status": "completed",\n  "completed_at": "2026-01-20T12:00:00Z"',
          ],
          ['"total_steps": 2', '"total_steps": 1'],
          [
            ',\n    "2": { "status": "pending", "attempts": 0, "error": null, "completed_at": null, "commit": null, "manifest_audit": "n/a" }',
            '',
          ],
        )[progressPath] ?? '',
    })
    expect(codes(await diagnose(run, { base: run }))).not.toContain('PROGRESS_PLAN_STEPS_MISMATCH error')
    expect(codes(await diagnose(run, { base: change(run, { [progressPath]: null }) }))).toContain(
      'PROGRESS_PLAN_STEPS_MISMATCH error',
    )
    const after = { ...run, [planPath]: answering[planPath] ?? '' }
    expect(codes(await diagnose(after, { base: change(after, { [progressPath]: null }) }))).not.toContain(
      'PROGRESS_PLAN_STEPS_MISMATCH error',
    )
  })
})

describe('places', () => {
  const at = async (tree: Tree, code: string, setting: SceneSetting = {}) =>
    (await diagnose(tree, setting))
      .filter((diagnostic) => diagnostic.code === code)
      .map(({ line, column }) => [line, column])
  const lineOf = (tree: Tree, path: string, text: string) => textIn(tree, path).split('\n').indexOf(text) + 1

  it('of a text that was changed beside annotations is where its first line was lost, not where something was added', async () => {
    const head = change(revisedSample, {
      [planPath]: [
        ['# Plan\n', '# Plan\n\n    <!-- voyage:anchor in code -->\n\nMore.\n'],
        ['### Step 2: Ask the browser\n\nDo it.\n', '### Step 2: Ask the browser\n\nDo it well.\n'],
      ],
    })
    expect(await at(head, 'ANNOTATION_BODY_CHANGED', { base: sample })).toEqual([
      [lineOf(head, planPath, 'Do it well.'), 1],
    ])
  })

  it('of a text that was added beside annotations is its first line, anchors aside', async () => {
    const head = change(revisedSample, {
      [planPath]: [['### Step 2: Ask the browser\n', '### Step 2: Ask the browser\n\nAt once.\n']],
    })
    // The blank line is the old one still: what is new begins after it.
    expect(await at(head, 'ANNOTATION_REASON_MISSING', { base: sample })).toEqual([
      [lineOf(head, planPath, 'At once.'), 1],
    ])
  })

  it('of a key that is null is the key, of one that is absent the first line', async () => {
    expect(await at(inProgress(['"mode": "execute"', '"mode": null']), 'PROGRESS_MISSING_FIELD')).toEqual([[8, 3]])
    expect(await at(change(sample, { [progressPath]: '{}' }), 'PROGRESS_MISSING_FIELD')).toHaveLength(10)
    expect(await at(change(session, { [statePath]: '{}' }), 'SESSION_STATE_MISSING_FIELD')).toHaveLength(6)
  })
})

describe('local files', () => {
  const found = async (tracked: ((path: string) => boolean) | undefined, base?: Tree) =>
    codes(await diagnose(session, { mode: base ? 'auto' : 'soft', context: { tracked }, base }))

  it('are flagged where git has them', async () => {
    expect(await found(undefined)).toEqual([])
    expect(await found((path) => path === statePath)).toEqual(['LOCAL_FILE_COMMITTED warning'])
    expect(await found(() => false, sample)).toEqual([])
    expect(await found(() => true, sample)).toEqual(['LOCAL_FILE_COMMITTED error', 'LOCAL_FILE_COMMITTED error'])
    expect(await found(() => true, session)).toEqual(['LOCAL_FILE_COMMITTED warning', 'LOCAL_FILE_COMMITTED warning'])
  })
})

describe('paths in files', () => {
  it('lead to files outside of the project, which are read for that', async () => {
    const tree = {
      ...change(sample, {
        [planPath]: null,
        [progressPath]: [[`"plan": "${planPath}"`, '"plan": "docs/the-plan.md"']],
      }),
      'docs/the-plan.md': (sample[planPath] ?? '').replace('### Step 2', '### Phase 2'),
    }
    expect(codes(await diagnose(tree)).toSorted()).toEqual(['PROGRESS_PLAN_STEPS_MISMATCH error'])
  })

  it('of some machine count only where they end in this project, and stay in it', async () => {
    const plan = async (written: string) =>
      codes(await diagnose(inProgress([`"plan": "${planPath}"`, `"plan": ${JSON.stringify(written)}`])))
    expect(await plan(`/home/octocat/${planPath}`)).toEqual(['PROGRESS_INVALID_PATH warning'])
    expect(await plan(`C:\\octocat\\${folder.replaceAll('/', '\\')}\\other.md`)).toEqual([
      'PROGRESS_INVALID_PATH warning',
      'PROGRESS_PLAN_NOT_FOUND error',
    ])
    expect(await plan(`/home/octocat/${folder}/../../nothing.md`)).toEqual(['PROGRESS_INVALID_PATH warning'])
    expect(await plan('/home/octocat/nothing.md')).toEqual(['PROGRESS_INVALID_PATH warning'])
    expect(await plan('../../../../nothing.md')).toEqual(['PROGRESS_INVALID_PATH warning'])
  })

  it('are never followed through a link', async () => {
    expect(codes(await diagnose(sample, { links: [planPath] })).toSorted()).toEqual(['PLAN_READ_ERROR error'])
  })
})

describe('hostile texts', () => {
  it.each<readonly [about: string, code: string | undefined, tree: Tree]>([
    [
      'slashes',
      'BRIEF_PROJECT_DIR_MISMATCH error',
      change(sample, { [briefPath]: [[`project_dir: ${folder}/`, `project_dir: ${'/'.repeat(300_000)}x`]] }),
    ],
    [
      'backticks',
      undefined,
      change(revisedSample, {
        [planPath]: [
          [
            '# Plan',
            `# Plan\n\n${Array.from({ length: 700 }, (_, index) => '`'.repeat(index + 1)).join(' ')} <!-- voyage:anchor`,
          ],
        ],
      }),
    ],
    ['list marks', undefined, inPlan(['# Plan', `# Plan\n\n${'- '.repeat(200_000)}x`])],
    ['open comments', 'PLAN_NO_STEPS error', inPlan(['# Plan', `# Plan\n\n${'<!--\n'.repeat(100_000)}`])],
    [
      'steps without end',
      'PROGRESS_PLAN_STEPS_MISMATCH error',
      inProgress(['"total_steps": 2', '"total_steps": 999999999']),
    ],
    [
      'a pattern of brackets',
      'MANIFEST_PATTERN_INVALID error',
      inPlan(['"^feat\\\\(step1\\\\):"', `'${'('.repeat(100_000)}'`]),
    ],
  ])('of %s are read', async (_, code, tree) => {
    const found = codes(await diagnose(tree))
    expect(code === undefined ? found : found.filter((foundCode) => foundCode === code)).toEqual(
      code === undefined ? [] : [code],
    )
  })

  it('are read in steps that grow with their length alone', async () => {
    const made = {
      'list marks': (length: number) => `${'- '.repeat(length / 2)}x`,
      'open comments': (length: number) => '<!--\n'.repeat(length / 5),
      anchors: (length: number) => '<!-- voyage:anchor'.repeat(length / 18),
      backticks: (length: number) =>
        Array.from({ length: Math.sqrt(2 * length) }, (_, index) => '`'.repeat(index + 1)).join(' '),
    }
    expect(await superlinear('test/steps/commands.ts', 'checkPlan', made)).toEqual([])
  })
})
