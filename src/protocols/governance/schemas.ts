import { schemasOf } from '../../kit/files.ts'
import { kindFiles } from './files.ts'

export const schemas = schemasOf('governance', Object.values(kindFiles))
