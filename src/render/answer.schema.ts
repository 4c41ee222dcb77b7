import type { SchemaSources } from '../kit/published-schema.ts'
import { jsonBoard } from './board.schema.ts'
import { jsonBrief, jsonNext } from './brief.schema.ts'
import { jsonHistory } from './history.schema.ts'
import { jsonAnswer, jsonReport } from './json.schema.ts'
import { jsonWorkflow } from './workflow.schema.ts'

const versionNote = 'Within version 1 keys are only ever added.'

export const answerSchemas = {
  report: {
    title: 'Baton: report, version 1',
    description: `The JSON of \`validate\`, \`status\`, \`audit\` and \`doctor\`. ${versionNote}`,
    shape: jsonReport,
  },
  answer: {
    title: 'Baton: answer, version 1',
    description: `The JSON of every other command but \`next\`, \`board\`, \`history\` and \`workflow\`. ${versionNote}`,
    shape: jsonAnswer,
  },
  brief: {
    title: 'Baton: brief answer, version 1',
    description: `The answer of every command but \`next\` to \`--format brief\`; what is empty is left out. ${versionNote}`,
    shape: jsonBrief,
  },
  history: {
    title: 'Baton: history, version 1',
    description: `The JSON of \`history\`. ${versionNote}`,
    shape: jsonHistory,
  },
  next: {
    title: 'Baton: what to do now, version 1',
    description: `The JSON of \`next\`. ${versionNote}`,
    shape: jsonNext,
  },
  workflow: {
    title: 'Baton: workflows, version 1',
    description: `The JSON of \`workflow check\` and \`workflow draft\`. ${versionNote}`,
    shape: jsonWorkflow,
  },
  board: { title: 'Baton: board, version 1', description: `The JSON of \`board\`. ${versionNote}`, shape: jsonBoard },
} as const satisfies SchemaSources
