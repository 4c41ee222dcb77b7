import fc from 'fast-check'
import { seed } from './thorough.ts'

fc.configureGlobal({ seed })
