import { change } from '../../src/core/example.ts'
import type { ProtocolName } from '../../src/core/protocol.ts'
import type { Files } from '../../src/core/rule.ts'
import * as control from '../../src/protocols/control/examples.ts'
import * as governance from '../../src/protocols/governance/examples.ts'
import * as handover from '../../src/protocols/handover/examples.ts'
import * as plugin from '../../src/protocols/plugin/examples.ts'
import * as subagent from '../../src/protocols/subagent/examples.ts'

/** What the examples of a protocol's rules have in common. */
export const samples: Readonly<Record<ProtocolName, Files>> = {
  plugin: plugin.sample,
  handover: handover.sample,
  subagent: subagent.sample,
  control: control.sample,
  governance: governance.sample,
}

/** A repository with every file of a protocol, with which nothing is wrong. */
export const repositories: Readonly<Record<ProtocolName, Files>> = {
  plugin: plugin.sample,
  handover: handover.session,
  subagent: { ...subagent.messagesSample },
  control: change({ ...control.nextSample, ...control.workflowSample }, { [control.answerPath]: control.answer }),
  governance: change(governance.sample, { [governance.checkpointPath]: governance.print(governance.checkpoint()) }),
}

/** Repositories besides, with files that examples have too. */
const others: Partial<Record<ProtocolName, Files>> = { plugin: plugin.notesSample, subagent: subagent.iteratedSample }

/** Files of a protocol that are not in its sample. */
export const furtherFiles = (name: ProtocolName): Files =>
  Object.fromEntries(Object.entries({ ...others[name], ...repositories[name] }).filter(([path]) => samples[name][path] === undefined))

/** The files that a protocol's page shows whole: one of each kind. */
const shown: Readonly<Record<ProtocolName, readonly string[]>> = {
  plugin: [plugin.handoffPath, plugin.registryPath, plugin.contractPath('creative_brief')],
  handover: [
    handover.briefPath,
    handover.researchPath,
    handover.planPath,
    handover.progressPath,
    handover.reviewPath,
    handover.statePath,
    handover.promptPath,
  ],
  subagent: [
    subagent.planPath,
    subagent.tasksPath,
    subagent.progressPath,
    subagent.reportPath('task-1'),
    subagent.questionsPath,
    subagent.instructionsPath,
  ],
  control: [
    control.acceptPath,
    control.handbackPath,
    control.answerPath,
    control.configPath,
    control.recordPath,
    control.paramsPath,
    control.workflowPath,
  ],
  governance: [
    governance.sessionPath(),
    governance.statePath,
    governance.configPath,
    governance.metricsPath,
    governance.stallPath(),
    governance.checkpointPath,
  ],
}

/**
 * One complete file of each kind of a protocol, by its path.
 *
 * @throws RangeError where its repository lacks one.
 */
export const completeFiles = (name: ProtocolName): Files =>
  Object.fromEntries(
    shown[name].map((path) => {
      const text = repositories[name][path]
      if (text === undefined) throw new RangeError(`The repository of ${name} lacks ${path}, which its page is to show`)
      return [path, text]
    }),
  )
