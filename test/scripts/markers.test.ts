import { describe, expect, it } from 'vitest'
import { namesOf, replacePart } from '../../scripts/docs/markers.ts'

const page = `# Page

By hand.

<!-- generated:inputs -->
old
<!-- /generated -->

Between.

<!-- generated:rules --><!-- /generated -->

After.
`

describe('what is between markers', () => {
  it('is replaced, and nothing else', () => {
    const once = replacePart(replacePart(page, 'inputs', 'new'), 'rules', 'a\nb')
    expect(once).toBe(`# Page

By hand.

<!-- generated:inputs -->

new

<!-- /generated -->

Between.

<!-- generated:rules -->

a
b

<!-- /generated -->

After.
`)
    expect(replacePart(once, 'inputs', 'new')).toBe(once)
  })

  it('is taken as it is: nothing in it has a meaning to the replacement', () => {
    expect(replacePart(page, 'inputs', "$& $1 $'")).toContain("\n$& $1 $'\n")
  })

  it('has a name', () => {
    expect(namesOf(page)).toEqual(['inputs', 'rules'])
    expect(namesOf('')).toEqual([])
  })

  it.each([
    ['is not there', page, 'outputs', 'no <!-- generated:outputs -->'],
    ['occurs there twice', page + page, 'inputs', 'more than once'],
    ['is not closed', page.replaceAll('<!-- /generated -->', ''), 'rules', 'no <!-- /generated --> after'],
    ['is closed after another', page.replace('<!-- /generated -->', ''), 'inputs', 'no <!-- /generated --> after'],
  ])('is refused where the marker %s', (_, text, name, message) => {
    expect(() => replacePart(text, name, 'new')).toThrow(message)
  })
})
