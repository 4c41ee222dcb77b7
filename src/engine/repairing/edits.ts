import { groupBy } from '../../core/grouped.ts'
import type { Edit } from '../../core/diagnostic.ts'
import { splice, decodeUtf8 } from '../../documents/text.ts'
import { safeFindings, type Group, type RepairRequest, type Step } from './step.ts'

interface FileEdits {
  readonly path: string
  readonly text: string
  readonly edits: readonly Edit[]
}

/**
 * The edits that safe rules have for files, a step for each target in each file: one that is not taken keeps back no
 * other. The edits of a file are made at once. Their places are those of the head.
 */
export function editGroup(request: RepairRequest): Group {
  const findings = safeFindings(request).flatMap(({ edit, path, ...finding }) =>
    edit && request.head.unmerged?.has(edit.path ?? path) !== true
      ? [{ ...finding, edit, file: edit.path ?? path }]
      : [],
  )
  const edits = new Map<Step, FileEdits>(
    [...groupBy(findings, ({ file }) => file)].flatMap(([path, inFile]) => {
      const text = decodeUtf8(request.head.bytes(path) ?? new Uint8Array())
      if (text === undefined) return []
      return [...groupBy(inFile, ({ target }) => target)].flatMap(([target, [first, ...otherFindings]]) => {
        if (!first) return []
        const targetFindings = [first, ...otherFindings]
        const called = [...new Set(targetFindings.map(({ code }) => `/fix ${code}`))]
        const step: Step = { called, protocol: first.protocol, about: new Set([target]) }
        return [[step, { path, text, edits: targetFindings.map(({ edit }) => edit) }] as const]
      })
    }),
  )
  return {
    steps: [...edits.keys()],
    take(_, steps) {
      const files = groupBy(
        steps.flatMap((step) => edits.get(step) ?? []),
        ({ path }) => path,
      )
      const changes = new Map(
        [...files].flatMap(([path, fileEdits]) =>
          fileEdits.slice(0, 1).map(({ text }) => [
            path,
            splice(
              text,
              fileEdits.flatMap((fileEdit) => fileEdit.edits),
            ),
          ]),
        ),
      )
      return { changes, reveals: [], applied: steps, refused: new Map() }
    },
  }
}
