import { readSetupEnvironment, type Variables } from '../environment.ts'
import { safeError } from '../safe-error.ts'
import { serve, type OpenServer } from '../server.ts'
import { flow } from './flow.ts'

/** The address at which the operator's browser finds the server, where it runs on the same machine. */
function localAddress(host: string | undefined, port: number): string {
  if (host === undefined || host === '0.0.0.0' || host === '::') return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/**
 * Serves the pages that register the App, until its credentials are saved.
 *
 * @returns the variables for the bot, and the server, which goes on
 * @throws ConfigurationError where a variable is wrong
 */
export async function setUp(
  variables: Variables,
): Promise<{ readonly variables: Variables; readonly open: OpenServer }> {
  const environment = readSetupEnvironment(variables)
  const { word, site, savedVariables } = flow({ ...environment, folder: process.cwd(), now: Date.now })
  const openServer = await serve(
    {
      webhooks: (request, response) => {
        response.writeHead(503, { 'retry-after': '30' }).end('not set up\n')
        request.resume()
        return Promise.resolve()
      },
      unready: () => ['not set up'],
      site,
      failed: (error) => void process.stderr.write(`${safeError(error).message}\n`),
    },
    environment,
  )
  const stop = () => process.exit(0)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
  const address = environment.publicUrl ?? localAddress(environment.host, openServer.port)
  process.stdout.write(
    `Register the GitHub App of this bot at\n\n  ${address}/probot?word=${word}\n\nThe address works in one browser, for an hour.\n`,
  )
  const appVariables = await savedVariables
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.off(signal, stop)
  return { variables: appVariables, open: openServer }
}
