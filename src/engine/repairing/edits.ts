import { grouped } from '../../core/grouped.ts'
import { splice, decoded } from '../../documents/text.ts'
import { safeFindings, type Group, type RepairRequest, type Step } from './step.ts'

/** The edits that safe rules have for files, a step for each file, whose edits are made at once. Their places are those of the head. */
export function edited(request: RepairRequest): Group {
  const findings = safeFindings(request).flatMap(({ edit, path, ...finding }) =>
    edit ? [{ ...finding, edit, file: edit.path ?? path }] : [],
  )
  const files = new Map(
    [...grouped(findings, ({ file }) => file)].flatMap(([path, those]) => {
      const text = decoded(request.head.bytes(path) ?? new Uint8Array())
      const [first] = those
      if (text === undefined || !first) return []
      const step: Step = {
        called: [...new Set(those.map(({ code }) => `/fix ${code}`))],
        protocol: first.protocol,
        about: new Set(those.map(({ target }) => target)),
      }
      return [[step, { path, text, edits: those.map(({ edit }) => edit) }] as const]
    }),
  )
  return {
    steps: [...files.keys()],
    take(_, steps) {
      const changes = steps.flatMap((step) => {
        const file = files.get(step)
        return file ? [[file.path, splice(file.text, file.edits)] as const] : []
      })
      return { changes: new Map(changes), reveals: [], applied: steps, refused: new Map() }
    },
  }
}
