import * as z from 'zod'
import { expected } from '../../core/configuration.ts'
import { msg } from '../../core/message.ts'
import { once } from '../../core/once.ts'
import type { Selector } from '../../core/view.ts'
import { placesFor, splitNegated } from '../../documents/glob.ts'
import { type FileKind, selectBelow } from '../../kit/files.ts'
import { closedMapping, textMatching, list, openMapping, publishedGrant, text } from '../../kit/values.ts'
import type { ControlConfiguration } from './discovery.ts'
import {
  handbackShape,
  id,
  instantOf,
  publishedHandback,
  reasonFromWord,
  stageKeys,
  time,
  timeOrNull,
  wordError,
} from './schema.ts'

/** The files of a stage that are read, in its folder. */
export const stageFiles = {
  accept: {
    path: 'run/output-data/accept.json',
    format: 'json',
    signs: { keys: ['state'], least: 1 },
    shape: once(() =>
      closedMapping({
        state: z.literal('agent', { error: wordError((state) => msg`Unexpected state ${state}, expected ${'agent'}`) }),
        timestamp: time(),
      }),
    ),
    unreadable: 'ACCEPT_UNREADABLE',
    violationCodes: 'ACCEPT_SCHEMA',
    words: { state: { code: 'ACCEPT_STATE' } },
    about: 'Control was granted to an agent.',
  },
  handback: {
    path: 'run/output-data/handback.json',
    format: 'json',
    signs: { keys: ['reason'], least: 1 },
    shape: handbackShape,
    unreadable: 'HANDBACK_UNREADABLE',
    violationCodes: 'HANDBACK_SCHEMA',
    words: { reason: { code: 'HANDBACK_REASON', meant: reasonFromWord }, 'error.code': { code: 'HANDBACK_CODE' } },
    needed: [{ code: 'HANDBACK_ERROR_MISSING', key: 'error', where: { key: 'reason', is: 'error' } }],
    about: 'Control was returned.',
    schema: { shape: publishedHandback, complete: true },
  },
  grant: {
    path: 'run/output-data/grant.json',
    format: 'json-object',
    shape: publishedGrant,
    about: 'To whom control was given by name.',
  },
  config: {
    path: 'stage-config.yaml',
    format: 'yaml-1.1',
    signs: { keys: ['inputs', 'outputs', 'prompt'], least: 1 },
    shape: once(() => openMapping(stageKeys())),
    about: 'The contract of a stage.',
  },
  params: {
    path: 'run/output-data/output-params.json',
    format: 'json',
    shape: once(() => openMapping({ stage_id: text(), published_at: text(), parameters: openMapping({}) })),
    about: 'The parameters that a stage has published.',
  },
  result: {
    path: 'run/output-data/wf-result.json',
    format: 'json',
    shape: once(() => z.looseObject({ status: z.string().optional(), stage_id: z.string().optional() })),
    about: 'How a stage ended, as its tool says.',
  },
} as const satisfies Readonly<Record<string, FileKind>>

/** The files of a stage that show that it is one, and that a commit must have. */
export const markerFiles = [stageFiles.config, stageFiles.accept, stageFiles.handback] as const

export const answersFolder = 'run/output-data/answers'

export const answerFile = {
  path: `${answersFolder}/*.json`,
  format: 'json',
  shape: once(() =>
    closedMapping({
      question: text(),
      answer: z.union([text().regex(/\S/, { error: expected`an answer` }), z.null()], {
        error: expected`a string or ${null}`,
      }),
      timestamp: time().refine((timestamp) => instantOf(timestamp) !== undefined, {
        error: ({ input }) =>
          msg`Unexpected timestamp ${String(input)}, expected one such as ${'2026-01-20T10:02:00+00:00'}`,
      }),
    }),
  ),
  unreadable: 'CONTROL_ANSWER',
  violationCodes: 'CONTROL_ANSWER',
  about: 'A question and its answer; null: control was granted again without one.',
  schema: { name: 'answer', title: 'answers/NNN.json' },
} as const satisfies FileKind

export const recordFile = {
  path: 'wf-run.json',
  format: 'json',
  signs: { keys: ['run_id', 'workflow', 'stages', 'created_at'], least: 2 },
  shape: once(() =>
    openMapping({
      run_id: text(),
      created_at: text(),
      workflow: openMapping({ name: text(), version: text(), source: text() }),
      stages: list(
        openMapping({
          id: text(),
          status: z.enum(['pending', 'completed'], { error: expected`${'pending'} or ${'completed'}` }),
          started_at: timeOrNull(),
          completed_at: timeOrNull(),
        }),
      ),
    }),
  ),
  about: 'The record of a run.',
} as const satisfies FileKind

/** The definition of a workflow; the configuration may give it another name. */
export const definitionFile = {
  path: 'wf.yaml',
  format: 'yaml-1.1',
  signs: { keys: ['version', 'metadata', 'stages', 'shared_templates'], least: 2 },
  shape: once(() =>
    openMapping({
      version: textMatching(/^[0-9]+\.[0-9]+$/, expected`a string such as ${'1.0'}, in quotes`),
      metadata: openMapping({
        name: id(),
        description: text().min(10, { error: expected`at least ${10} characters` }),
        author: text().optional(),
      }),
      stages: list(openMapping(stageKeys())).min(1, { error: expected`at least one stage` }),
      shared_templates: list(openMapping({ source: text(), target: text() })).optional(),
    }),
  ),
  about: 'The definition of a workflow.',
} as const satisfies FileKind

/** A contract in the old form, of which only that it is there counts. */
export const legacyConfig = 'stage-config.json'

export const stagesFolder = 'stages'

/** Folders of a stage in which everything that the contract names is. */
export const stageFolders = ['inputs', 'prompt', 'schemas', 'run/output-files'] as const

/** What distinguishes a workflow's definition from any other file of its name, in its folder. */
export const workflowMarks = { stages: 'stages', schema: 'schemas/wf.schema.json' } as const

export const excludedFolders: readonly string[] = ['node_modules']

const runSelection = {
  [recordFile.path]: 'text',
  'stages/**': 'name',
  'stages/**/*.json': 'text',
  [`stages/*/${stageFiles.config.path}`]: 'text',
  'stages/*/schemas/**': 'text',
  'stages/*/run/output-data/**': 'text',
} as const

const workflowSelection = { 'stages/**': 'name', 'schemas/**': 'name', 'templates/**': 'name' } as const

/** The folder that a pattern of files stands for; braces may hold its last `/`. */
const folderGlob = (glob: string): string => {
  let depth = 0
  for (let index = glob.length - 1; index >= 0; index--) {
    if (glob[index] === '}') depth++
    else if (glob[index] === '{') depth--
    else if (glob[index] === '/' && depth === 0) return glob.slice(0, index)
  }
  return glob.includes('/') ? '**' : ''
}

/** Places of state that git must not ignore; one stage stands for all. */
export const committedPaths = ({ runs }: ControlConfiguration): readonly string[] =>
  placesFor(splitNegated(runs).included, 'run-NAME').flatMap((run) =>
    markerFiles.map(({ path }) => `${run}/${stagesFolder}/NAME/${path}`),
  )

/** Everything that is read of runs and of the definitions of workflows. */
export const selectorsOf = ({ runs, workflows }: ControlConfiguration): readonly Selector[] => [
  ...splitNegated(runs).included.flatMap((run) => selectBelow(run, runSelection, { except: excludedFolders })),
  ...workflows.map((glob): Selector => ({ glob, level: 'text', except: excludedFolders })),
  ...workflows.flatMap((glob) =>
    selectBelow(folderGlob(glob), workflowSelection, { except: excludedFolders, beside: true }),
  ),
]
