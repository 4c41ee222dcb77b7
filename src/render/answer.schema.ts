import type { SchemaSources } from '../kit/published-schema.ts'
import { jsonBoard } from './board.schema.ts'
import { jsonBrief, jsonNext } from './brief.schema.ts'
import { jsonHistory } from './history.schema.ts'
import { jsonAnswer, jsonReport } from './json.schema.ts'
import { jsonWorkflow } from './workflow.schema.ts'

const open = 'Within version 1 keys are only ever added.'

/** What is printed as JSON. */
export const answerSchemas = {
  report: {
    title: 'Baton: report, version 1',
    description: `The JSON of \`validate\`, \`status\`, \`audit\` and \`doctor\`. ${open}`,
    shape: jsonReport,
  },
  answer: {
    title: 'Baton: answer, version 1',
    description: `The JSON of every other command but \`next\`, \`board\`, \`history\` and \`workflow\`. ${open}`,
    shape: jsonAnswer,
  },
  brief: {
    title: 'Baton: brief answer, version 1',
    description: `The answer of every command but \`next\` to \`--format brief\`; what is empty is left out. ${open}`,
    shape: jsonBrief,
  },
  history: { title: 'Baton: history, version 1', description: `The JSON of \`history\`. ${open}`, shape: jsonHistory },
  next: { title: 'Baton: what to do now, version 1', description: `The JSON of \`next\`. ${open}`, shape: jsonNext },
  workflow: {
    title: 'Baton: workflows, version 1',
    description: `The JSON of \`workflow check\` and \`workflow draft\`. ${open}`,
    shape: jsonWorkflow,
  },
  board: { title: 'Baton: board, version 1', description: `The JSON of \`board\`. ${open}`, shape: jsonBoard },
} as const satisfies SchemaSources
