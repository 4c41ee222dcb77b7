/** What a browser sees of an answer. */
interface PageResponse {
  readonly status: number
  readonly text: string
  readonly location: string | null
  readonly policy: string | null
  readonly disposition: string | null
}

interface Options {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: URLSearchParams
}

/** A browser that follows no address by itself, and keeps its cookie. */
export function browser(url: string) {
  let cookie = ''
  const get = async (path: string, { method = 'GET', headers = {}, body }: Options = {}): Promise<PageResponse> => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { cookie, ...headers },
      redirect: 'manual',
      ...(body && { body }),
    })
    cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie
    return {
      status: answer.status,
      text: await answer.text(),
      location: answer.headers.get('location'),
      policy: answer.headers.get('content-security-policy'),
      disposition: answer.headers.get('content-disposition'),
    }
  }
  const post = (path: string, form: Readonly<Record<string, string>>) =>
    get(path, { method: 'POST', body: new URLSearchParams(form) })
  return { get, post }
}

const characters: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

const decode = (text: string) => text.replaceAll(/&[\w#]+;/g, (entity) => characters[entity] ?? entity)

/** What an attribute of the last element with it is. */
export const valueOf = (text: string, attribute: 'action' | 'value'): string =>
  decode(new RegExp(`^.* ${attribute}="([^"]*)"`, 's').exec(text)?.[1] ?? '')
