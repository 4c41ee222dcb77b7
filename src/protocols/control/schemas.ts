import { schemasOf } from '../../kit/files.ts'
import { answerFile, definitionFile, recordFile, stageFiles } from './files.ts'

/** The files of a run and of a workflow as JSON Schemas. */
export const schemas = schemasOf('control', [...Object.values(stageFiles), answerFile, definitionFile, recordFile])
