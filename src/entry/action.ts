import { runAction } from './action/run.ts'

await runAction()
