import { createHash } from 'node:crypto'

/** A text that is HTML already: all others are escaped. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** An answer of the server in full. */
export interface Page {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

type Part = string | number | Html | undefined | false | readonly Part[]

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function textOf(part: Part): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Html) return part.text
  if (typeof part === 'object') return part.map(textOf).join('')
  return String(part).replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
}

/** A template of HTML; what is put into it is escaped unless it is HTML. */
export const markup = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(String.raw({ raw: texts }, ...parts.map(textOf)))

const style = `:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:42rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse}
th,td{text-align:left;vertical-align:top;padding:.25rem 1rem .25rem 0}
label{display:block;margin:1rem 0}
input{display:block;width:100%;box-sizing:border-box;font:inherit;padding:.35rem}
button{font:inherit;padding:.4rem 1rem}
small,.problem{display:block}
.problem{border-left:4px solid #c33;padding-left:.75rem}`

const styleHash = createHash('sha256').update(style).digest('base64')

interface PageOptions {
  readonly status?: number
  /** Where its forms may go besides to this server. */
  readonly formsTo?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A page without scripts, which no other page may frame, and which no cache keeps. */
export function pageOf(title: string, content: Html, { status = 200, formsTo, headers = {} }: PageOptions = {}): Page {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    `form-action 'self'${formsTo === undefined ? '' : ` ${formsTo}`}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ]
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      ...headers,
    },
    body: markup`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${new Html(style)}</style>
<main>
<h1>${title}</h1>
${content}
</main>
</html>
`.text,
  }
}
