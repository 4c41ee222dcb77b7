import type { Effect, Effected } from '../../../core/host/effect.ts'
import { claimed } from '../../review/claimed.ts'
import type { Committed } from '../commit.ts'
import { overview } from './overview.ts'
import { publish } from './publish.ts'

/**
 * Makes seen what a batch came to: the answers, the overview, and our own check run of the commit that was made. Where somebody else is
 * checking that commit already, since another pull request has the same head, its check run is left to them.
 */
export async function show({ at, batch, ledger, made }: Committed, answers: readonly Effect[] = []): Promise<readonly Effected[]> {
  const shown = async (ours: boolean) => {
    const effects = await overview(at, batch, ledger, made?.sha)
    const all = [...answers, ...effects.filter((effect) => ours || effect.do !== 'check')]
    const ended = await publish(at.ports, at.conversation.number, all)
    for (const [index, effect] of all.entries()) {
      if (effect.do !== 'check' || effect.run.conclusion === undefined || ended[index]?.end !== 'done') continue
      await at.ports.checked?.note(effect.run.sha, effect.run.conclusion)
    }
    return ended
  }
  return made ? claimed(at.ports, made.sha, shown) : shown(true)
}
