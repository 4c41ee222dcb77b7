import { change, histories, sample, session, sessionPath } from '../../../src/protocols/governance/examples.ts'
import { governance } from '../../../src/protocols/governance/protocol.ts'
import { describeCases, type Case } from '../cases.ts'
import { scene, type Tree } from '../scene.ts'

export const usual = scene(governance)
export const { give, diagnose, reading } = usual

/** What is recorded again each time. */
export const again = /^\/(?:stall|turn .*--spawn)/

/** One of the files of a repository, read. */
export const fileIn = (tree: Tree, path: string) => JSON.parse(String(tree[path])) as Readonly<Record<string, unknown>>

/** The session of the samples, read. */
export const sessionIn = (tree: Tree) => fileIn(tree, sessionPath())

/** The fields of a session that old files do not have. */
export const withoutStates = { sessionState: undefined, previousState: undefined, stateHistory: undefined }

/** The sample with a session that does not say its state. */
export const legacySample = change(sample, { [sessionPath()]: session(histories.working, withoutStates) })

/** The result of a command in particular repositories; by default in the sample, where it is half past eight. */
export const cases = (command: string, table: readonly Case[]) =>
  describeCases(
    usual,
    { tree: sample, setting: { at: '2026-02-04T08:30:00Z' }, again, messages: `${command}.messages.txt` },
    table,
  )
