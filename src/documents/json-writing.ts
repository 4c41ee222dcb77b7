/** A value as JSON in one line, with a blank behind each comma and colon; inside of braces, as the caller says. */
export function inLine(value: unknown, blank: '' | ' '): string {
  if (Array.isArray(value)) return `[${value.map((each) => inLine(each, blank)).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${inLine(each, blank)}`)
  return members.length === 0 ? '{}' : `{${blank}${members.join(', ')}${blank}}`
}
