import { type FileRecord } from '../../../kit/record.ts'
import { msg } from '../../../core/message.ts'
import type { ControlModel } from '../model.ts'
import type { Finding } from '../../../core/diagnostic.ts'
import { innerPathOf, escapingTexts, type ContractText } from '../contract/contract.ts'
import { legacyConfig, stageFiles } from '../files.ts'
import { stageName } from '../schema.ts'
import { stages, type RuleWithText, type ControlRules } from './subjects.ts'
import type { Comparison } from '../../../core/context.ts'
import { overParts, wholeComparison } from '../../../kit/rules.ts'

/** The files that may not say a thing twice, each with the target that it is about. */
function* files({
  runs,
  stages,
  workflows,
}: ControlModel): Iterable<readonly [file: FileRecord, target: string | undefined]> {
  for (const { file, target } of workflows) yield [file, target]
  for (const { record } of runs) yield [record, undefined]
  for (const { accept, handback, answers, params, config, legacy, target } of stages) {
    const controlFiles = [accept.file, handback.file, ...answers.map((numberedAnswer) => numberedAnswer.answer.file)]
    for (const file of legacy ? controlFiles : [...controlFiles, params, config.file]) yield [file, target]
  }
}

/** Every link that matters, once, with the target that it is about. */
function* links({
  links: runLinks,
  stages,
  workflows,
}: ControlModel): Iterable<readonly [path: string, target: string | undefined]> {
  const seenPaths = new Set<string>()
  const linksWithTargets = [
    ...stages.flatMap((stage) => stage.links().map(({ path }) => [path, stage.target] as const)),
    ...runLinks.map(({ path }) => [path, undefined] as const),
    ...workflows.filter(({ file }) => file.link !== undefined).map(({ path, target }) => [path, target] as const),
  ]
  for (const [path, target] of linksWithTargets) {
    if (!seenPaths.has(path)) yield [path, target]
    seenPaths.add(path)
  }
}

/** What leaves its folder, with the target that it is about. */
function* escapingTextsWithTargets({
  stages,
  workflows,
}: ControlModel): Iterable<readonly [written: ContractText, target: string]> {
  for (const { config, legacy, target } of stages)
    if (config.contract && !legacy) for (const text of escapingTexts(config.contract)) yield [text, target]
  for (const { stages: contracts, templates, target } of workflows) {
    for (const text of contracts.flatMap(escapingTexts)) yield [text, target]
    for (const { source, target: copy } of templates)
      for (const text of [source, copy]) if (text && innerPathOf(text.text) === undefined) yield [text, target]
  }
}

const nameBelowAction = 'Name a file below the folder of the stage.'
const outsideMessage = (path: string) => msg`Unexpected path ${path}, expected one that stays in its stage`

/** Paths that leave their stage: reports say it too. */
export const pathRules: readonly RuleWithText<Comparison<ControlModel>>[] = [
  {
    code: 'STAGE_PATH_ESCAPE',
    strict: 'error',
    soft: 'error',
    summary:
      'A path in a contract is absolute, names a drive, holds `\\` or NUL, or leaves its stage; or `from_stage` cannot be the name of a stage.',
    why: 'A tool that follows it reads or writes outside the stage, and perhaps outside the repository.',
    hint: nameBelowAction,
    faults: { 'path outside': ({ path }) => ({ message: outsideMessage(path), action: nameBelowAction }) },
    *check({ now }): Iterable<Finding> {
      for (const [{ text, place }, target] of escapingTextsWithTargets(now)) {
        yield {
          message: outsideMessage(text),
          place,
          target,
        }
      }
    },
  },
]

export const fileRules: ControlRules = {
  name: 'files',
  title: 'Files, symbolic links and paths',
  rules: [
    overParts(wholeComparison, [
      {
        code: 'CONTROL_DUPLICATE_KEY',
        strict: 'error',
        soft: 'warning',
        summary:
          'A key occurs twice in one object of `accept.json`, `handback.json`, an answer, `wf-run.json`, `output-params.json`, `stage-config.yaml` or `wf.yaml`.',
        why: 'Some readers take the first of the two and others the last, so that they disagree about its content.',
        repair: 'Keep one of them.',
        hint: 'Keep one of them: readers may disagree on which one counts.',
        *check({ now }) {
          for (const [file, target] of files(now)) {
            for (const { message, place, first } of file.repeatedKeys()) {
              yield {
                message,
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
        why: 'What a symbolic link points to may be outside the repository or change without a commit: it is not state of this repository.',
        repair: 'Put the file or folder itself in place of the link.',
        hint: 'Put the file or folder itself in place of the link: symbolic links are not followed.',
        *check({ now }): Iterable<Finding> {
          for (const [path, target] of links(now)) {
            yield {
              message: msg`Unexpected symbolic link or submodule ${path}, expected a file or folder`,
              place: { path },
              ...(target !== undefined && { target }),
            }
          }
        },
      },
    ]),
    overParts(wholeComparison, pathRules),
    overParts(stages, [
      {
        code: 'CONTROL_ANSWER',
        strict: 'warning',
        soft: 'notice',
        summary:
          'A file in `answers/` is not named `NNN.json`, or is not a question with its answer (`null` if there is none) and a time.',
        why: 'The agent looks there for the answer to its question.',
        repair: '`/answer STAGE TEXT` writes them.',
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
              yield {
                message,
                hint: msg`Expected ${'question'}, ${'answer'} and ${'timestamp'}, and no other key.`,
                place,
              }
          }
        },
      },
      {
        code: 'STAGE_LEGACY',
        strict: 'warning',
        soft: 'warning',
        capitals: true,
        summary:
          'A stage in the old format: its name does not fit, or it has a `stage-config.json` and no `stage-config.yaml`.',
        why: 'Baton can only tell who has control of it, and no command can address a name that does not fit.',
        repair: 'Compose a new run, or exclude the folder with `!glob` in `protocols.control.runs`.',
        *check({ stage }) {
          if (!stage.legacy) return
          const config = `${stage.path}/${legacyConfig}`
          const path = stage.paths.includes(config) ? config : (stage.paths[0] ?? stage.path)
          yield {
            message: stageName.test(stage.name)
              ? msg`Unexpected ${legacyConfig}, expected ${stageFiles.config.path}`
              : msg`Unexpected name ${stage.name} of a stage, expected lower-case letters, digits and ${'-'}, starting with a letter`,
            hint: msg`Compose a new run, or exclude it with a pattern that begins with ${'!'}.`,
            place: { path, line: 1 },
          }
        },
      },
    ]),
  ],
}
