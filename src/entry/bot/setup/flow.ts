import type { IncomingMessage } from 'node:http'
import { hour } from '../../../core/time.ts'
import type { SetupEnvironment } from '../environment.ts'
import type { Page } from '../html.ts'
import { publicAddress } from '../public-address.ts'
import { bodyReader } from '../webhooks.ts'
import { envText, saveNew } from './credentials-file.ts'
import { isSame, oneTimeWord, randomWord, type OneTimeWord } from './one-time.ts'
import { choicesPage, confirmPage, donePage, failedPage, forbiddenPage } from './pages.ts'
import {
  convert,
  defaultName,
  formAddress,
  manifestFor,
  problemOf,
  type Choices,
  type RegisteredApp,
} from './registration.ts'

interface FlowOptions extends Pick<SetupEnvironment, 'baseUrl' | 'webUrl' | 'publicUrl' | 'saved'> {
  /** Where the credentials are saved. */
  readonly folder: string
  /** Milliseconds since 1970. */
  readonly now: () => number
}

type Variables = Readonly<Record<string, string>>

/** The set-up of an App, from the first page to its credentials. */
export interface Flow {
  /** Lets one browser in, within an hour. */
  readonly word: string
  site(path: string, request: IncomingMessage): Promise<Page | undefined>
  /** Settles with the variables for the bot once they are saved or were downloaded. */
  readonly savedVariables: Promise<Variables>
}

const cookieName = 'baton_setup'

/** What a form of these pages has at most, in bytes. */
const maxForm = 10_000

const header = ({ headers }: IncomingMessage, name: string): string | undefined => {
  const value = headers[name]
  const [first] = (typeof value === 'string' ? value : '').split(',', 1)
  return first?.trim() === '' ? undefined : first?.trim()
}

const host = /^[\w.-]+(?::\d{1,5})?$|^\[[\da-f:]+\](?::\d{1,5})?$/i

/** The address that a request came to by its own word, as the operator's browser has it. */
function originOf(request: IncomingMessage): string {
  const name = header(request, 'x-forwarded-host') ?? header(request, 'host') ?? ''
  const protocol = header(request, 'x-forwarded-proto') === 'https' ? 'https' : 'http'
  return `${protocol}://${host.test(name) ? name : 'localhost'}`
}

const sessionOf = (request: IncomingMessage): string =>
  new RegExp(`(?:^|; )${cookieName}=([\\w-]+)`).exec(request.headers.cookie ?? '')?.[1] ?? ''

const redirectTo = (location: string, headers: Readonly<Record<string, string>> = {}): Page => ({
  status: 303,
  headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', ...headers },
  body: '',
})

export function flow({ baseUrl, webUrl, publicUrl, saved, folder, now }: FlowOptions): Flow {
  const deadline = now() + hour
  const isOver = () => now() >= deadline
  const word = oneTimeWord(isOver)
  const downloadWord = oneTimeWord(() => false)
  const session = randomWord()
  const forms = bodyReader({ each: maxForm })
  let finish: (variables: Variables) => void = () => undefined
  const savedVariables = new Promise<Variables>((resolve) => (finish = resolve))
  let state: OneTimeWord | undefined
  let registration:
    | { readonly app: RegisteredApp; readonly variables: Variables; readonly file: string | undefined }
    | undefined

  const isLetIn = (request: IncomingMessage) => isSame(sessionOf(request), session) && !isOver()

  const variablesOf = ({ id, privateKey, webhookSecret }: RegisteredApp): Variables => ({
    APP_ID: String(id),
    PRIVATE_KEY: Buffer.from(privateKey).toString('base64'),
    WEBHOOK_SECRET: webhookSecret,
    ...saved,
  })

  const formOf = async (request: IncomingMessage): Promise<URLSearchParams> => {
    const body = await forms.read(request, () => undefined)
    return new URLSearchParams(typeof body === 'string' ? '' : body.toString())
  }

  const showDone = (): Page | undefined =>
    registration && donePage({ ...registration.app, file: registration.file, downloadWord: downloadWord.word })

  const enter = (request: IncomingMessage, givenWord: string): Page => {
    if (!word.accept(givenWord)) return forbiddenPage()
    const secure = originOf(request).startsWith('https:') ? '; Secure' : ''
    return redirectTo('/probot', {
      'set-cookie': `${cookieName}=${session}; HttpOnly; SameSite=Lax; Path=/probot; Max-Age=3600${secure}`,
    })
  }

  const askChoices = (request: IncomingMessage): Page => {
    const isForwarded = header(request, 'x-forwarded-proto') === 'https'
    return choicesPage({
      name: defaultName,
      organization: '',
      address: publicUrl ?? (isForwarded ? originOf(request) : ''),
    })
  }

  const confirm = async (request: IncomingMessage): Promise<Page> => {
    const form = await formOf(request)
    const value = (name: string) => (form.get(name) ?? '').trim()
    const choices: Choices = {
      name: value('name'),
      organization: value('organization'),
      address: publicAddress(value('address')),
    }
    const problem = problemOf(choices)
    if (problem !== undefined) return choicesPage(choices, problem)
    state = oneTimeWord(isOver)
    const manifest = manifestFor(choices, `${originOf(request)}/probot/setup`)
    return confirmPage(choices, { action: formAddress(webUrl, choices, state.word), manifest })
  }

  const register = async (request: IncomingMessage, code: string, givenWord: string): Promise<Page | undefined> => {
    if (!state?.accept(givenWord)) return (isLetIn(request) && showDone()) || forbiddenPage()
    if (!/^[\w-]{1,200}$/.test(code)) return failedPage('GitHub sent no code.')
    let app: RegisteredApp
    try {
      app = await convert(baseUrl, code)
    } catch (error) {
      const { status = 0 } = error as { readonly status?: number }
      return failedPage(status >= 400 ? `GitHub did not accept the code (status ${status}).` : 'GitHub did not answer.')
    }
    const variables = variablesOf(app)
    const file = saveNew(folder, envText(variables))
    registration = { app, variables, file }
    if (file !== undefined) finish(variables)
    return showDone()
  }

  const giveFile = async (request: IncomingMessage): Promise<Page> => {
    const givenWord = (await formOf(request)).get('word') ?? ''
    if (!registration || registration.file !== undefined || !downloadWord.accept(givenWord)) return forbiddenPage()
    finish(registration.variables)
    return {
      status: 200,
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        'content-disposition': 'attachment; filename=".env"',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      },
      body: envText(registration.variables),
    }
  }

  return {
    word: word.word,
    savedVariables,
    async site(path, request) {
      const query = new URLSearchParams((request.url ?? '').split('?')[1])
      const givenWord = query.get('word')
      switch (`${request.method} ${path}`) {
        case 'GET /probot':
          if (givenWord !== null) return enter(request, givenWord)
          return isLetIn(request) ? (showDone() ?? askChoices(request)) : forbiddenPage()
        case 'POST /probot':
          return isLetIn(request) ? (showDone() ?? (await confirm(request))) : forbiddenPage()
        case 'GET /probot/setup':
          return register(request, query.get('code') ?? '', query.get('state') ?? '')
        case 'POST /probot/env':
          return giveFile(request)
        default:
          return forbiddenPage()
      }
    },
  }
}
