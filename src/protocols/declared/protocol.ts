import * as z from 'zod'
import { defineProtocol } from '../../core/define-protocol.ts'
import { once } from '../../core/once.ts'
import type { Protocol } from '../../core/protocol.ts'
import { rulesOf } from '../../kit/rules.ts'
import { splice } from '../../documents/text.ts'
import { wrongNames } from './check/state-names.ts'
import { refuseCreation } from './commands/new.ts'
import { commandsOf } from './commands/index.ts'
import { resolve } from './commands/target.ts'
import { placeComparisons } from './compared.ts'
import { holderHint } from './check/missing.ts'
import type { Workflow } from './language/workflow.ts'
import { type Model, readModel, itemsByTarget } from './model.ts'
import { ownersOf, rowOwnership, stateDigest, writtenPlacesIn } from './reading/ownership.ts'
import { isRead } from './reading/files.ts'
import { groups } from './rules/index.ts'
import { movement } from './rules/subjects.ts'
import { selectorsOf } from './files.ts'
import { next } from './next.ts'
import { targetsOf } from './targets.ts'

const noSettings = {}
const settings = once(() => z.strictObject({}))

/** The files of a target's named field, with the agent of a grant written there, if it is one that can be. */
function withHolder(model: Model, target: string, agent: string | undefined): ReadonlyMap<string, string> {
  const item = itemsByTarget(model).get(target)
  const field = item?.kind.fields.find(({ name }) => name === 'holder')
  const holderValue = item && field && model.fieldOf(item, field)
  const edit = agent === undefined || holderValue?.text === agent ? undefined : holderValue?.write(agent)
  const file = holderValue && model.files(holderValue.path)
  return edit && isRead(file) ? new Map([[file.path, splice(file.document.text, [edit])]]) : new Map()
}

const hasQuestions = ({ kinds }: Workflow) =>
  kinds.some(({ moves }) => typeof moves !== 'string' && moves.some(({ by }) => by?.includes('handback question')))

export function declaredProtocol(workflow: Workflow): Protocol {
  const { name } = workflow
  const selectors = selectorsOf(workflow)
  return defineProtocol<object, Model>({
    name,
    kinds: [name],
    configuration: settings,
    defaults: noSettings,
    selectors: () => selectors,
    title: name,
    found: () => true,
    detect: { glob: '', reads: () => false, place: () => '.', section: () => undefined },
    read: (view, _section, context) => readModel(workflow, view, context),
    targets: targetsOf,
    next,
    owners: ownersOf,
    stateDigest,
    parsed: (model, path) => {
      const owners = ownersOf(model, path)
      return owners.length === 0 ? undefined : { items: owners }
    },
    rules: rulesOf(groups),
    groups,
    resolve,
    commands: commandsOf(hasQuestions(workflow)),
    moves: [],
    writeGrant: (model, { id }, grant) => withHolder(model, id, grant?.agent),
    creation: { usage: '', create: (model, { words: [id] }) => refuseCreation(model, id) },
    capabilities: {
      useByConfiguration: {
        isInUse: () => true,
        declaration: workflow.written,
        place: workflow.place,
        wrongIn: (views, limit) => wrongNames(workflow, views, limit),
      },
      writes: writtenPlacesIn,
      namingHint(model, target) {
        const item = itemsByTarget(model).get(target)
        return item && holderHint(item, model)
      },
      rowOwnership,
      tipRules: { needsTip: (comparison) => movement(comparison).added.length > 0 },
      agreement: { compared: placeComparisons },
    },
  })
}
