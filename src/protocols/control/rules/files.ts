import { type FileRecord } from '../../../kit/record.ts'
import { msg } from '../../../core/message.ts'
import type { ControlModel } from '../model.ts'
import type { Finding } from '../../../core/diagnostic.ts'
import { inside } from '../contract/paths.ts'
import { escapes, type Written } from '../contract/contract.ts'
import { stageFiles } from '../files.ts'
import { stageName } from '../schema.ts'
import { stages, type RuleWithText, type ControlRules } from './subjects.ts'
import type { Comparison } from '../../../core/context.ts'
import { over, whole } from '../../../kit/rules.ts'

/** The files that may not say a thing twice, each with the target that it is about. */
function* files({ runs, stages, workflows }: ControlModel): Iterable<readonly [file: FileRecord, target: string | undefined]> {
  for (const { file, target } of workflows) yield [file, target]
  for (const { record } of runs) yield [record, undefined]
  for (const { accept, handback, answers, params, config, legacy, target } of stages) {
    const always = [accept.file, handback.file, ...answers.map((each) => each.answer.file)]
    for (const file of legacy ? always : [...always, params, config.file]) yield [file, target]
  }
}

/** Every link that matters, once, with the target that it is about. */
function* links({ links: others, stages, workflows }: ControlModel): Iterable<readonly [path: string, target: string | undefined]> {
  const seen = new Set<string>()
  const all = [
    ...stages.flatMap((stage) => stage.links().map(({ path }) => [path, stage.target] as const)),
    ...others.map(({ path }) => [path, undefined] as const),
    ...workflows.filter(({ file }) => file.link !== undefined).map(({ path, target }) => [path, target] as const),
  ]
  for (const [path, target] of all) {
    if (!seen.has(path)) yield [path, target]
    seen.add(path)
  }
}

/** What leaves its folder, with the target that it is about. */
function* leaving({ stages, workflows }: ControlModel): Iterable<readonly [written: Written, target: string]> {
  for (const { config, legacy, target } of stages)
    if (config.contract && !legacy) for (const written of escapes(config.contract)) yield [written, target]
  for (const { stages: contracts, templates, target } of workflows) {
    for (const written of contracts.flatMap(escapes)) yield [written, target]
    for (const { source, target: copy } of templates)
      for (const written of [source, copy]) if (written && inside(written.text) === undefined) yield [written, target]
  }
}

const nameBelow = 'Name a file below the folder of the stage.'
const outside = (path: string) => msg`Unexpected path ${path}, expected one that stays in its stage`

/** Paths that leave their stage: reports say it too. */
export const pathRules: readonly RuleWithText<Comparison<ControlModel>>[] = [
  {
    code: 'STAGE_PATH_ESCAPE',
    strict: 'error',
    soft: 'error',
    summary:
      'A path in a contract is absolute, names a drive, holds `\\` or NUL, or leaves its stage; or `from_stage` is what can be no name.',
    why: 'A tool that follows it reads or writes outside the stage, and perhaps outside the repository.',
    hint: nameBelow,
    faults: { 'path outside': ({ path }) => ({ message: outside(path), action: nameBelow }) },
    examples: ({ change, inConfig, inWorkflow, sample, stagePath }) => {
      const nextConfig = stagePath('stage-config.yaml', 'specify')
      const inNext = (from: string, to: string) => change(sample, { [nextConfig]: [[from, to]] })
      return {
        bad: [
          { about: 'an input outside', head: inConfig(['inputs/brief.md', 'inputs/../../specify/stage-config.yaml']) },
          {
            about: 'an optional input outside',
            head: inConfig(['optional: []', 'optional:\n  - name: notes\n    path: inputs/../../notes.md']),
          },
          {
            about: 'a stage that can be no name',
            head: inNext('from_stage: explore\n    source', 'from_stage: ../explore\n    source'),
            also: ['STAGE_CONFIG_SCHEMA'],
          },
          { about: 'a prompt outside', head: inConfig(['entry: prompt/wf.md', 'entry: ../specify/prompt/wf.md']) },
          { about: 'an absolute output', head: inConfig(['path: run/output-files/report.md', 'path: /tmp/report.md']) },
          { about: 'a drive', head: inConfig(['path: run/output-files/report.md', 'path: C:/report.md']) },
          { about: 'a backslash', head: inConfig(['schema: schemas/findings.schema.json', 'schema: "schemas\\\\..\\\\..\\\\x.json"']) },
          {
            about: 'a source outside its stage',
            head: inNext('source: run/output-files/report.md', 'source: run/output-files/../../../specify/x'),
          },
          { about: 'a workflow', head: inWorkflow(['target: prompt/wf.md', 'target: ../prompt/wf.md']) },
        ],
        good: [
          { about: 'a detour inside', head: inConfig(['inputs/brief.md', 'inputs/old/../brief.md']) },
          {
            about: 'dots in a name',
            head: inConfig([
              '- name: report\n    path: run/output-files/report.md',
              '- name: report\n    path: run/output-files/..report.md',
            ]),
          },
        ],
      }
    },
    *check({ now }): Iterable<Finding> {
      for (const [{ text, place }, target] of leaving(now)) {
        yield {
          message: outside(text),
          place,
          target,
        }
      }
    },
  },
]

/** Files, links and paths */
export const fileRules: ControlRules = {
  name: 'files',
  title: 'Files, links and paths',
  rules: [
    over(whole, [
      {
        code: 'CONTROL_DUPLICATE_KEY',
        strict: 'error',
        soft: 'warning',
        summary:
          'A key occurs twice in one object of `accept.json`, `handback.json`, an answer, `wf-run.json`, `output-params.json`, `stage-config.yaml` or `wf.yaml`.',
        why: 'Some readers take the first of the two and others the last, so that they disagree about its content.',
        repair: 'Keep one of them.',
        examples: ({
          answer,
          answerPath,
          change,
          configPath,
          inAccept,
          inConfig,
          inHandback,
          inRecord,
          inWorkflow,
          nextSample,
          paramsPath,
          sample,
        }) => ({
          bad: [
            { about: 'a grant', head: inAccept(['"state"', '"state": "agent",\n  "state"']) },
            { about: 'a handback', head: inHandback('success', ['"reason"', '"reason": "error",\n  "reason"']) },
            { about: 'an answer', head: change(sample, { [answerPath]: answer.replace('"answer"', '"answer": "Red",\n  "answer"') }) },
            { about: 'the record of a run', head: inRecord(['{ "name": "tidy"', '{ "name": "tidy", "name": "tidy"']) },
            { about: 'published values', head: change(nextSample, { [paramsPath]: [['"total": 3', '"total": 2, "total": 3']] }) },
            { about: 'a contract', head: inConfig(['name: Explore\n', 'name: Explore\nname: Explore\n']) },
            { about: 'a workflow', head: inWorkflow(['  name: tidy\n', '  name: tidy\n  name: tidy\n']) },
          ],
          good: [
            { about: 'the same key in two objects', head: sample },
            {
              about: 'a key together with the same from a merge',
              head: change(sample, {
                [configPath]: [['inputs:\n', 'extra: &extra\n  colour: green\nmore:\n  <<: *extra\n  colour: red\ninputs:\n']],
              }),
            },
          ],
        }),
        *check({ now }) {
          for (const [file, target] of files(now)) {
            for (const { message, place, first } of file.repeatedKeys()) {
              yield {
                message,
                hint: 'Keep one of them: readers may disagree on which one counts.',
                place,
                related: [{ ...first, message: 'the first' }],
                ...(target !== undefined && { target }),
              }
            }
          }
        },
      },
      {
        code: 'STAGE_SYMLINK',
        strict: 'error',
        soft: 'error',
        summary:
          'A symbolic link or a submodule takes the place of a run, a stage, or a file or folder that the protocol or a contract knows; it is not followed.',
        why: 'What a link points to may be outside the repository or change without a commit: it is not state of this repository.',
        repair: 'Put the file or folder itself in place of the link.',
        examples: ({ acceptPath, change, recordPath, runPath, sample, stagePath, workflowPath, workflowSample }) => {
          const linked = (path: string, text = '../elsewhere') => ({ head: change(sample, { [path]: text }), links: [path] })
          return {
            bad: [
              { about: 'a grant', ...linked(acceptPath) },
              { about: 'the folder of the control files', ...linked(stagePath('run')) },
              { about: 'a contract', head: sample, links: [stagePath('stage-config.yaml', 'specify')] },
              { about: 'an input', ...linked(stagePath('inputs/more.md')) },
              { about: 'a stage', ...linked(`${runPath}/stages/review`) },
              { about: 'the record of a run', head: sample, links: [recordPath] },
              { about: 'a run', ...linked('runs/run-2026-01-21-001') },
              { about: 'all stages of a run', ...linked('runs/run-2026-01-21-001/stages') },
              { about: 'a workflow', head: workflowSample, links: [workflowPath] },
              {
                about: 'what a contract names',
                head: change(sample, {
                  [stagePath('stage-config.yaml')]: [['path: run/output-files/report.md', 'path: out/report.md']],
                  [stagePath('out')]: '/tmp',
                }),
                links: [stagePath('out')],
              },
            ],
            good: [
              { about: 'an unknown link', ...linked(stagePath('notes')) },
              { about: 'a link next to the runs', ...linked('runs/latest') },
            ],
          }
        },
        *check({ now }): Iterable<Finding> {
          for (const [path, target] of links(now)) {
            yield {
              message: msg`Unexpected link ${path}, expected a file or folder`,
              hint: 'Put the file or folder itself in place of the link: links are not followed.',
              place: { path },
              ...(target !== undefined && { target }),
            }
          }
        },
      },
    ]),
    over(whole, pathRules),
    over(stages, [
      {
        code: 'CONTROL_ANSWER',
        strict: 'warning',
        soft: 'notice',
        summary: 'A file in `answers/` is not named `NNN.json`, or is not a question with its answer (`null`: there is none) and a time.',
        why: 'The agent looks there for the answer to its question.',
        repair: '`/answer STAGE TEXT` writes them.',
        examples: ({ answer, answerPath, change, sample, stagePath }) => {
          const written = (text: string) => change(sample, { [answerPath]: text })
          return {
            bad: [
              { about: 'a name without a number', head: change(sample, { [stagePath('run/output-data/answers/first.json')]: answer }) },
              { about: 'a name with two digits', head: change(sample, { [stagePath('run/output-data/answers/01.json')]: answer }) },
              { about: 'no JSON', head: written('Green\n') },
              { about: 'no question', head: written(answer.replace('  "question": "Which colour?",\n', '')) },
              { about: 'a blank answer', head: written(answer.replace('Green', ' ')) },
              { about: 'an odd time', head: written(answer.replace('T11', ' 11')) },
              { about: 'an unknown key', head: written(answer.replace('"answer"', '"by": "octocat",\n  "answer"')) },
            ],
            good: [
              { about: 'an answer', head: written(answer) },
              { about: 'a question without one', head: written(answer.replace('"Green"', 'null')) },
              { about: 'a number of four digits', head: change(sample, { [stagePath('run/output-data/answers/1000.json')]: answer }) },
            ],
          }
        },
        *check({ stage: { answers } }) {
          for (const { number, answer: file } of answers) {
            if (file.file.link !== undefined) continue
            if (number === undefined) {
              yield {
                message: msg`Unexpected file ${file.path} among the answers, expected ${'001.json'} and so on`,
                hint: 'Give it a number as its name.',
                place: { path: file.path, line: 1 },
              }
              continue
            }
            for (const { message, place } of file.problems)
              yield { message, hint: msg`Expected ${'question'}, ${'answer'} and ${'timestamp'}, and no other key.`, place }
          }
        },
      },
      {
        code: 'STAGE_LEGACY',
        strict: 'warning',
        soft: 'warning',
        capitals: true,
        summary: 'A stage in the old format: its name does not fit, or it has a `stage-config.json` and no `stage-config.yaml`.',
        why: 'Baton can only tell who has control of it, and no command can address a name that does not fit.',
        repair: 'Compose a new run, or exclude the folder with `!glob` in `protocols.control.runs`.',
        examples: ({ change, configPath, sample, stagePath }) => {
          const oldConfig = { [configPath]: null, [stagePath('stage-config.json')]: '{ "stage": { "id": "explore" } }\n' }
          return {
            bad: [
              { about: 'a number before the name', head: change(sample, { [stagePath('stage-config.json', '01-explore')]: '{}\n' }) },
              { about: 'a capital', head: change(sample, { [stagePath('notes.md', 'Explore')]: 'Nothing yet.\n' }) },
              { about: 'an old contract', head: change(sample, oldConfig) },
            ],
            good: [
              { about: 'a contract of the present form', head: sample },
              { about: 'both contracts', head: change(sample, { [stagePath('stage-config.json')]: '{}\n' }) },
              {
                about: 'an old run, taken out',
                head: change(sample, oldConfig),
                configuration: { runs: ['**/run-*', '!runs/run-2026-01-*'] },
              },
            ],
          }
        },
        *check({ stage }) {
          if (!stage.legacy) return
          const config = `${stage.path}/${stageFiles.legacyConfig}`
          const path = stage.paths.includes(config) ? config : (stage.paths[0] ?? stage.path)
          yield {
            message: stageName.test(stage.name)
              ? msg`Unexpected ${stageFiles.legacyConfig}, expected ${stageFiles.config}`
              : msg`Unexpected name ${stage.name} of a stage, expected lower-case letters, digits and ${'-'}, starting with a letter`,
            hint: msg`Compose a new run, or exclude it with a pattern that begins with ${'!'}.`,
            place: { path, line: 1 },
          }
        },
      },
    ]),
  ],
}
