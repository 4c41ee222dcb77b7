import { type Examples, examplesFrom, type RuleExamples, type RuleFacts } from '../src/core/rule.ts'
import { examples as engine } from '../src/engine/examples/index.ts'
import { examples as control } from '../src/protocols/control/examples/index.ts'
import { examples as declared } from '../src/protocols/declared/examples/index.ts'
import { examples as governance } from '../src/protocols/governance/examples/index.ts'
import { examples as handover } from '../src/protocols/handover/examples/index.ts'
import { examples as plugin } from '../src/protocols/plugin/examples/index.ts'
import { examples as subagent } from '../src/protocols/subagent/examples/index.ts'
import { examples as edgesOfEngine } from './engine/examples/index.ts'
import { examples as edgesOfControl } from './protocols/control/examples/index.ts'
import { examples as edgesOfDeclared } from './protocols/declared/examples/index.ts'
import { examples as edgesOfGovernance } from './protocols/governance/examples/index.ts'
import { examples as edgesOfHandover } from './protocols/handover/examples/index.ts'
import { examples as edgesOfPlugin } from './protocols/plugin/examples/index.ts'
import { examples as edgesOfSubagent } from './protocols/subagent/examples/index.ts'

/** Cases at the edges of rules, by code: what documents need not show. */
export type EdgeCases = Readonly<Record<string, Partial<RuleExamples[string]>>>

/** The examples that documents show, by code. */
export const shown: RuleExamples = {
  ...engine,
  ...plugin,
  ...handover,
  ...subagent,
  ...control,
  ...governance,
  ...declared,
}

/** The cases that only tests look at, by code. */
export const edges: EdgeCases = {
  ...edgesOfEngine,
  ...edgesOfPlugin,
  ...edgesOfHandover,
  ...edgesOfSubagent,
  ...edgesOfControl,
  ...edgesOfGovernance,
  ...edgesOfDeclared,
}

/** The examples of a rule, and the cases at its edges behind them. */
export function examplesOf({ code }: Pick<RuleFacts, 'code'>): Examples {
  const documented = examplesFrom(shown[code] ?? { bad: {}, good: {} })
  const edgeCases = examplesFrom({ bad: {}, good: {}, ...edges[code] })
  return { bad: [...documented.bad, ...edgeCases.bad], good: [...documented.good, ...edgeCases.good] }
}
