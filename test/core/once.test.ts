import { expect, it } from 'vitest'
import { memo, memoBy, once } from '../../src/core/once.ts'

it('what is computed once is computed when it is first needed, be it nothing', () => {
  let count = 0
  const made = once((): string | undefined => {
    count++
    return undefined
  })
  expect(count).toBe(0)
  expect([made(), made(), count]).toEqual([undefined, undefined, 1])
})

it('what fails is tried again', () => {
  let count = 0
  const made = once(() => {
    count++
    if (count === 1) throw new RangeError('not yet')
    return count
  })
  expect(made).toThrow('not yet')
  expect([made(), made()]).toEqual([2, 2])
})

it('what is computed about an object is kept for that object, and for no equal one', () => {
  const names: string[] = []
  const lengthOf = memo(({ name }: { readonly name: string }) => {
    names.push(name)
    return name === '' ? undefined : name.length
  })
  const [box, equalBox, empty] = [{ name: 'box' }, { name: 'box' }, { name: '' }]
  expect([box, box, equalBox, empty, empty].map(lengthOf)).toEqual([3, 3, 3, undefined, undefined])
  expect(names).toEqual(['box', 'box', ''])
})

it('keeps what is computed for a key, of the first keys alone where there is a bound', () => {
  const made: (string | undefined)[] = []
  const upper = (key: string) => {
    made.push(key)
    return key === '' ? undefined : key.toUpperCase()
  }
  const all = memoBy(upper)
  expect([all('a'), all(''), all('a'), all('')]).toEqual(['A', undefined, 'A', undefined])
  expect(made.splice(0)).toEqual(['a', ''])
  const singleEntry = memoBy(upper, 1)
  expect([singleEntry('a'), singleEntry('b'), singleEntry('a'), singleEntry('b')]).toEqual(['A', 'B', 'A', 'B'])
  expect(made).toEqual(['a', 'b', 'b'])
})
