import { protocols } from '../../src/entry/protocols.ts'
import { describeActions } from './actions.ts'

for (const protocol of protocols) describeActions(protocol)
