const longest = 200

/** Nothing of it is seen, or it turns the direction of what is: controls, zero-width and bidirectional characters, halves of pairs. */
const invisible = /[\p{Cf}\p{Cs}\u034f\u115f\u1160\u3164\uffa0]+/gu
const control = /(?!\s)\p{Cc}/gu

/** TEXT as it is written into files: one line of visible characters that opens no HTML, cut at 200 (plugin protocol, W10). */
export function oneLine(text: string): string {
  const line = text.replace(invisible, '').replace(control, '').replace(/\s+/gu, ' ').trim()
  const characters = Array.from(line.slice(0, 2 * longest + 2))
  const cut = characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : line
  return cut.replaceAll('<', '&lt;')
}
