/** What JSON leaves as it is but terminals, editors and logs act upon. Line feeds are left: inside strings they are escaped already. */
const active = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]|(?<=##)\[/gu

const escaped = (text: string) => text.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** JSON of the same value, indented by two, with a final newline, in which no character can do harm where it is printed. */
export const stringify = (value: unknown) => `${JSON.stringify(value, null, 2).replace(active, escaped)}\n`
