import { relative } from 'node:path'
import type { MutantResult } from '@stryker-mutator/api/core'
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin'

/** Prints how each change ended as soon as that is known: a run takes long, and survivors are to be read. */
class Progress {
  #tried = 0

  onMutantTested({
    status,
    fileName,
    location: { start },
    mutatorName,
    replacement,
    static: isStatic,
  }: MutantResult): void {
    if (status === 'Ignored') return
    this.#tried += 1
    const where = `${relative(process.cwd(), fileName)}:${start.line}:${start.column}`
    console.log(
      `${this.#tried} ${status} ${where} ${mutatorName}${isStatic ? ' (static)' : ''} → ${replacement.slice(0, 200)}`,
    )
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Reporter, 'progress-as-lines', Progress)]
