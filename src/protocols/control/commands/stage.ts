import { type Refusal, refused, type Request } from '../../../core/command.ts'
import { msg } from '../../../core/message.ts'
import { misused, type CommandForm } from '../../../kit/command.ts'
import type { ControlModel, Stage } from '../model.ts'
import { findStage, linkRefusals, nameStage } from '../targets.ts'

/** A stage that a command is about, and the words that are left. */
export interface Scene {
  readonly stage: Stage
  readonly words: readonly string[]
}

/** The stage that a request names, or why no command takes it. `all`: of links in all that its contract names, too. */
export function sceneOf(model: ControlModel, { name, words }: Request, form: CommandForm, all = false): Scene | Refusal {
  if (name === undefined) return misused(form, msg`Missing name, expected that of a stage`)
  const named = nameStage(name, words)
  const found = findStage(model, named, [])
  if ('code' in found) return refused(found)
  const links = linkRefusals(found, all)
  return links.length > 0 ? refused(...links) : { stage: found, words: named.words }
}

/** The same for a command that takes no further words. */
export function bareScene(model: ControlModel, request: Request, form: CommandForm): Scene | Refusal {
  const scene = sceneOf(model, request, form, true)
  if ('outcome' in scene || scene.words.length === 0) return scene
  return misused(form, msg`Unexpected ${scene.words[0] ?? ''} behind the command`)
}
