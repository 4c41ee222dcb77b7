/** Whether a text is as a pattern in which only `*` is special: any letters. Linear in the text for each piece of the pattern: patterns come from files. */
export function starred(pattern: string, text: string): boolean {
  const pieces = pattern.split('*')
  const first = pieces[0] ?? ''
  const last = pieces.at(-1) ?? ''
  if (!text.startsWith(first) || text.length < first.length + last.length) return false
  let at = first.length
  for (const piece of pieces.slice(1, -1)) {
    const found = text.indexOf(piece, at)
    if (found === -1) return false
    at = found + piece.length
  }
  return text.length - last.length >= at && text.endsWith(last)
}
