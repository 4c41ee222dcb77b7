import { schemasOf } from '../../kit/files.ts'
import { kindFiles } from './files.ts'

/** The files of governance as JSON Schemas. */
export const schemas = schemasOf('governance', Object.values(kindFiles))
