import type { Probot } from 'probot'
import { QueueUnavailable } from '../../core/lanes.ts'
import { webhookEvents } from '../../app/deliveries/events.ts'
import type { Bot } from './bot.ts'
import { installationEvents } from './history.ts'
import type { Delivery } from './webhooks.ts'

type EventName = Parameters<Probot['on']>[0]

/**
 * Registers a bot for the events of a Probot that lead to work. `receive` settles once the jobs of an event are in
 * their lanes.
 *
 * @returns what hands a delivery to Probot, and tells whether it asks for anything; it throws QueueUnavailable where
 * the bot takes nothing
 */
export function listenTo(probot: Probot, bot: Pick<Bot, 'take'>): (delivery: Delivery) => Promise<boolean> {
  // Probot tells the sender of an event nothing of what its listeners made of it.
  const results = new WeakMap<object, 'asks' | 'nothing' | 'unavailable'>()
  probot.on([...webhookEvents, ...installationEvents] as EventName, async ({ id, name, payload }) => {
    try {
      if (await bot.take({ id, event: name, payload })) results.set(payload, 'asks')
    } catch (error) {
      // Probot would log it as a fault. A server that is not ours has to be told all the same.
      if (!(error instanceof QueueUnavailable) || !results.has(payload)) throw error
      results.set(payload, 'unavailable')
    }
  })
  return async ({ id, event, payload }) => {
    // Every event of GitHub is an object; Probot fails on anything else.
    if (typeof payload !== 'object' || payload === null) return false
    results.set(payload, 'nothing')
    await probot.receive({ id, name: event, payload } as Parameters<Probot['receive']>[0])
    const result = results.get(payload)
    if (result === 'unavailable') throw new QueueUnavailable()
    return result === 'asks'
  }
}
