import fc from 'fast-check'

/**
 * Any character but halves of a surrogate pair. That of fast-check itself, the unit `binary`, makes a table of all of
 * them: a second and 150 MB for each process.
 */
const character = fc
  .integer({ min: 0, max: 0x10ffff - 0x800 })
  .map((number) => String.fromCodePoint(number < 0xd800 ? number : number + 0x800))

/** Texts of any characters. */
export const anyText = (
  options: { readonly minLength?: number; readonly maxLength?: number } = {},
): fc.Arbitrary<string> => fc.string({ ...options, unit: character })
