import { createHmac, randomUUID } from 'node:crypto'
import { accountBody, organizationBody } from '../bodies/accounts.ts'
import { waitLimit } from '../../hang.ts'
import { webhookComplaints } from '../openapi.ts'
import { repositoryBody } from '../bodies/repositories.ts'
import type { App, Delivery, Installation } from '../state/apps.ts'
import { now, type ServerEvent, type Payload, type ServerState } from '../state/server-state.ts'

/**
 * What may go wrong with a delivery. `lost`: it does not arrive, and is listed as failed. `doubled`: it arrives twice.
 * `late`: it waits until the next one has arrived, or until it is released.
 */
type Fault = 'lost' | 'doubled' | 'late'

/** Delivers events to apps, as GitHub does. Documentation: "About webhooks", "Validating webhook deliveries". */
export class Deliveries {
  readonly #planned: { readonly fault: Fault; readonly event: string | undefined; left: number }[] = []
  readonly #workflows: ((event: string, payload: Payload) => void)[] = []
  readonly #underway = new Set<Promise<unknown>>()
  #late: (() => void)[] = []

  /**
   * Hears what a workflow would be started with: the same without `installation`. Documentation: "Events that trigger
   * workflows"; nothing that a workflow's own token did.
   */
  forWorkflows(listener: (event: string, payload: Payload) => void): void {
    this.#workflows.push(listener)
  }

  /** @param event Default: any. */
  plan(fault: Fault, { times = 1, event }: { readonly times?: number; readonly event?: string } = {}): void {
    this.#planned.push({ fault, event, left: times })
  }

  /** Sends what was late. */
  release(): void {
    for (const send of this.#late.splice(0)) send()
  }

  /** Waits until everything that was sent is answered, and its effects, too. */
  async settled(): Promise<void> {
    while (this.#underway.size > 0) await Promise.allSettled(this.#underway)
  }

  async emit(
    serverState: ServerState,
    happening: ServerEvent,
    payload: () => Payload | Promise<Payload>,
  ): Promise<void> {
    const { event, action, hosted, sender, only } = happening
    const installations = serverState.apps.flatMap((app) => {
      const listens = app.webhook && (only ? only === app : app.events.includes(event))
      return listens ? app.installations.filter(({ repositories }) => !hosted || repositories.includes(hosted)) : []
    })
    const starts = hosted !== undefined && sender.login !== 'github-actions[bot]' ? this.#workflows : []
    if (installations.length + starts.length === 0) return
    const body = {
      ...(action !== undefined && { action }),
      ...(hosted && { repository: repositoryBody(serverState, hosted) }),
      ...(hosted?.account.type === 'Organization' && { organization: organizationBody(serverState, hosted.account) }),
      sender: accountBody(serverState, sender),
      ...(await payload()),
    }
    for (const listener of starts) listener(event, body)
    for (const installation of installations) {
      const node_id = Buffer.from(`Installation:${installation.id}`).toString('base64')
      const envelope = { installation: { id: installation.id, node_id }, ...body }
      serverState.complain(`webhook ${event} ${action ?? ''}`, webhookComplaints(event, action, envelope))
      const text = JSON.stringify(envelope)
      this.deliver(serverState, {
        event,
        action,
        payload: text,
        installation,
        hosted,
        guid: randomUUID(),
        redelivery: false,
      })
    }
  }

  /** Sends, and writes down how it went; with what is planned to go wrong. */
  deliver(serverState: ServerState, details: Omit<Delivery, 'id' | 'at' | 'status'>): void {
    const delivery: Delivery = { ...details, id: serverState.number(), at: now(serverState), status: 0 }
    const { app } = details.installation
    app.deliveries.push(delivery)
    const planned = this.#planned.find(({ left, event }) => left > 0 && (event ?? details.event) === details.event)
    if (planned) planned.left -= 1
    if (planned?.fault === 'lost') return
    const send = () => this.#track(this.#send(app, details.installation, delivery))
    if (planned?.fault === 'late') {
      this.#late.push(() => void send())
      return
    }
    const sent = send()
    if (planned?.fault === 'doubled') void send()
    const late = this.#late.splice(0)
    if (late.length > 0) void this.#track(sent.then(() => late.forEach((sendLate) => sendLate())))
  }

  #track<Result>(promise: Promise<Result>): Promise<Result> {
    this.#underway.add(promise)
    void promise.finally(() => this.#underway.delete(promise)).catch(() => undefined)
    return promise
  }

  async #send({ webhook, id }: App, { id: target }: Installation, delivery: Delivery): Promise<void> {
    if (!webhook) return
    const { payload, event, guid } = delivery
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'GitHub-Hookshot/0000000',
      'x-github-delivery': guid,
      'x-github-event': event,
      'x-github-hook-id': String(id),
      'x-github-hook-installation-target-id': String(target),
      'x-github-hook-installation-target-type': 'integration',
      'x-hub-signature-256': `sha256=${createHmac('sha256', webhook.secret).update(payload).digest('hex')}`,
    }
    try {
      // Documentation: "Best practices for using webhooks": an answer within ten seconds. A busy machine may take
      // longer, which must not fail a test.
      const answer = await fetch(webhook.url, {
        method: 'POST',
        headers,
        body: payload,
        signal: AbortSignal.timeout(waitLimit),
      })
      await answer.arrayBuffer()
      delivery.status = answer.status
    } catch {
      delivery.status = 0
    }
  }
}
