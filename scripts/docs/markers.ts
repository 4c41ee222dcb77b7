const opening = /<!-- generated:([a-z-]+) -->/g
const closing = '<!-- /generated -->'

/** The names of the parts of a page that are generated, in order. */
export const namesOf = (page: string): readonly string[] => Array.from(page.matchAll(opening), ([, name = '']) => name)

/** A page with what is between `<!-- generated:NAME -->` and `<!-- /generated -->` replaced. */
export function replacePart(page: string, name: string, content: string, path = 'the page'): string {
  const marker = `<!-- generated:${name} -->`
  const [before, after, ...others] = page.split(marker)
  if (before === undefined || after === undefined) throw new RangeError(`There is no ${marker} in ${path}`)
  if (others.length > 0) throw new RangeError(`${marker} is in ${path} more than once`)
  const end = after.indexOf(closing)
  const inner = end === -1 ? after : after.slice(0, end)
  if (end === -1 || namesOf(inner).length > 0) throw new RangeError(`There is no ${closing} after ${marker} in ${path}`)
  return `${before}${marker}\n\n${content}\n\n${after.slice(end)}`
}
