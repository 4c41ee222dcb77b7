/**
 * What a dotted path finds in JSON: `a.b`, `a[0].b`, `list.length`; a number indexes a list. Only own keys; `undefined` where there is
 * nothing, or null.
 */
export function query(value: unknown, path: string): unknown {
  const steps = path
    .replace(/\[(\d+)\]/g, '.$1')
    .replace(/^\./, '')
    .split('.')
  const found = steps.reduce<unknown>((there, step) => {
    if (Array.isArray(there)) return step === 'length' ? there.length : /^\d+$/.test(step) ? there[Number(step)] : undefined
    return typeof there === 'object' && there !== null && Object.hasOwn(there, step)
      ? (there as Readonly<Record<string, unknown>>)[step]
      : undefined
  }, value)
  return found ?? undefined
}
