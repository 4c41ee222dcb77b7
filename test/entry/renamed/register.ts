import { registerHooks } from 'node:module'

/** The name by which a program with these hooks knows the protocol `control`. */
const name = process.env['CONTROL_IS_CALLED'] ?? 'control'

/** Where a protocol is registered: its own folder, and the tables that list all of them. */
const registering =
  /\/src\/(?:protocols\/control\/|core\/protocol-name\.ts|entry\/(?:lazy-protocols|documentation|rule-examples)\.ts|engine\/installation\/agents\/skill\.ts|render\/no-state\.ts)/

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!registering.test(url) || !url.endsWith('.ts')) return loaded
    const source = Buffer.from(loaded.source as Uint8Array)
      .toString()
      .replaceAll("'control'", `'${name}'`)
      .replaceAll(/^(\s+)control:/gm, `$1${name}:`)
      .replaceAll(/\{ plugin, handover, subagent, control, /g, `{ plugin, handover, subagent, ${name}: control, `)
    return { ...loaded, source }
  },
})
