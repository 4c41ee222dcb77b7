/** An element of HTML that is open. */
export interface OpenElement {
  /** Its tag without attributes, `<details>`, or what there is of one that is cut off. */
  readonly tag: string
  /** How many elements were opened before it. */
  readonly order: number
}

/** Reads pieces of HTML one after the other and knows which elements are open behind them. */
export interface OpenElements {
  read(html: string): void
  /** How many were opened so far. */
  readonly opened: number
  /** How many of them are open. */
  readonly count: number
  /** The outermost of them. */
  readonly first: OpenElement | undefined
}

const namesIn = (names: string): ReadonlySet<string> => new Set(names.split(' '))

/** Elements that have no content and no end. */
const voidElements = namesIn('area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr')

/** Elements whose end tag may be left out: they end with the element around them. */
const endless = namesIn('caption colgroup dd dt li optgroup option p rp rt tbody td tfoot th thead tr')

/** A comment, a CDATA section, what a browser takes for a comment, or a tag. `<` before anything else is text. */
const markup = /<(?:(?<comment>!--)|(?<cdata>!\[CDATA\[)|(?<bogus>[!?]|\/(?![a-z]))|(?<slash>\/?)(?<name>[a-z][^\t\n\f\r />]*))/gi

const commentEnd = /(?<=<!--)-?>|--!?>/g

const bogusEnd = />/g

/** White space and an attribute; a value in quotes may lack the closing one. At anything but `>` it takes at least one character. */
const attribute =
  /[\t\n\f\r /]*(?:[^\t\n\f\r />][^\t\n\f\r />=]*(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^\t\n\f\r >"'][^\t\n\f\r >]*)?)?)?/y

/** The offset behind the first match of a pattern from an offset on; `undefined`: there is none. */
function behind(pattern: RegExp, html: string, from: number): number | undefined {
  pattern.lastIndex = from
  return pattern.test(html) ? pattern.lastIndex : undefined
}

/** The offset behind the `>` of a tag whose attributes begin at an offset; `undefined`: the tag is cut off. */
function behindTag(html: string, from: number): number | undefined {
  let at = from
  while (at < html.length && html[at] !== '>') at = behind(attribute, html, at) ?? html.length
  return at < html.length ? at + 1 : undefined
}

/** The name of what nothing ends: no tag has it. */
const cutOff = ''

/**
 * The elements of HTML as a browser nests them, erring on the side of open: an end tag ends the innermost element of its name, and only
 * where nothing is open inside it but elements whose end may be left out. A tag or a comment that is cut off opens something that
 * nothing ends, and so does a CDATA section. Takes time that is linear in what it reads.
 */
export function openElements(): OpenElements {
  /** `strict`: how many of it and those around it need an end tag. */
  const open: (OpenElement & { readonly name: string; readonly strict: number })[] = []
  /** Where in `open` the elements of a name are, the innermost last. */
  const places = new Map<string, number[]>()
  let opened = 0

  const begin = (name: string, tag: string) => {
    const strict = (open.at(-1)?.strict ?? 0) + (endless.has(name) ? 0 : 1)
    places
      .set(name, places.get(name) ?? [])
      .get(name)
      ?.push(open.length)
    open.push({ name, tag, strict, order: opened++ })
  }

  const end = (name: string) => {
    const place = places.get(name)?.at(-1)
    if (place === undefined || open.at(-1)?.strict !== open[place]?.strict) return
    for (const { name: ended } of open.splice(place)) places.get(ended)?.pop()
  }

  /** Reads markup whose beginning was found; gives the offset behind it, where it has an end. */
  const take = (html: string, from: number, { comment, cdata, bogus, slash, name = '' }: Readonly<Record<string, string | undefined>>) => {
    if (comment !== undefined) return behind(commentEnd, html, from)
    if (bogus !== undefined) return behind(bogusEnd, html, from)
    if (cdata !== undefined) return undefined
    const next = behindTag(html, from)
    if (next === undefined) return undefined
    const element = name.toLowerCase()
    if (slash === '/') end(element)
    else if (!voidElements.has(element)) begin(element, `<${name}>`)
    return next
  }

  return {
    read(html) {
      let at = 0
      for (;;) {
        markup.lastIndex = at
        const found = markup.exec(html)
        if (!found) return
        const next = take(html, markup.lastIndex, found.groups ?? {})
        if (next === undefined) {
          begin(cutOff, found[0])
          return
        }
        at = next
      }
    },
    get opened() {
      return opened
    },
    get count() {
      return open.length
    },
    get first() {
      return open[0]
    },
  }
}
