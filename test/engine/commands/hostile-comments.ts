/** A comment that is made to be slow to read, of about so many characters. */
type Made = (length: number) => string

const again =
  (piece: string, before = ''): Made =>
  (length) =>
    before + piece.repeat(Math.ceil(length / piece.length))

/** The one as often as the other. */
const pairs =
  (opening: string, closing: string, middle = ''): Made =>
  (length) => {
    const times = Math.ceil(length / (opening.length + closing.length))
    return opening.repeat(times) + middle + closing.repeat(times)
  }

/** Pieces that are different each time. */
const growing =
  (piece: (index: number) => string): Made =>
  (length) => {
    let made = ''
    for (let index = 1; made.length < length; index++) made += piece(index)
    return made
  }

const table = `${'|a'.repeat(256)}|\n${'|-'.repeat(256)}|\n${'|a\n'.repeat(250)}\n`

const made: Readonly<Record<string, Made>> = {
  'quotes that never close': again('"a ', '/status '),
  'quotes of both kinds that never close': again(`"a 'b `, '/status '),
  'options with quotes that never close': again('--a="b ', '/status '),
  'quotes that close': again('"a" ', '/status '),
  'white space': (length) => `/status${' '.repeat(length)}x`,
  'one word': again('x', '/status '),
  commands: again('/accept X\n'),
  'commands in paragraphs': again('/accept X\n\n'),
  'commands with reports': again('/handback X\n```json\n{}\n```\n'),
  'near misses': again('/acept X\n'),
  'short near misses': again('/abd\n'),
  hyphens: again('-', '/'),
  'look-alikes': again('／accept\n'),
  'characters that stand for eighteen': again('\ufdfa\n', '/\n'),
  'characters without width': again('\u200b', '/\n'),
  'comments of HTML in a line': again('<!-- a -->', '/accept '),
  'comments of HTML that never end': again('<!--a', '/accept '),
  backticks: again('`', '/accept '),
  'backticks in pairs of ever other lengths': growing((index) => `${'`'.repeat(index)}a`),
  brackets: again('['),
  'brackets and their ends': pairs('[', ']'),
  images: again('!['),
  'images in each other': pairs('![', '](a)'),
  'images on lines': again('![\n'),
  'links that never close': again('[a]('),
  'links with titles that never close': again('[a](b "'),
  'links in each other': pairs('[a', '](b)'),
  references: again('[a]', '[a]: b\n\n'),
  definitions: growing((index) => `[a${index}]: b\n`),
  'definitions with titles that never close': again('[a]: b "c\n'),
  footnotes: again('[^1]: a\n'),
  'footnotes in each other': again('[^1]: '),
  'inline footnotes': again('^['),
  emphasis: again('*a _b '),
  'emphasis in each other': pairs('a*', 'b_'),
  stars: again('*'),
  ampersands: again('&a'),
  entities: again('&#1'),
  addresses: again('<a@b', 'x'),
  'tags that never close': again('<a ', 'x'),
  'tags with quotes that never close': again('<a b="', 'x'),
  'tags with quotes of both kinds': again(`<a b=' c="`, 'x'),
  'a tag with many attributes': again(' b=c', 'x<a'),
  'elements in each other': again('<b>', 'x'),
  'elements that end in the wrong order': pairs('<b><i>', '</b></i>', 'x'),
  'elements that end with others': pairs('<li>', '</ul>', '<ul>'),
  'elements that nothing ends, and ends of others': pairs('<b><i><li>', '</b>', '\n'),
  'blocks of HTML': again('<div>\n\n'),
  'attributes of a block of HTML': again(`a="b" c='d' `, '<div '),
  'processing instructions': again('<?', 'x'),
  'CDATA sections': again('<![CDATA[', 'x'),
  formulas: again('$$\n'),
  'quotes in each other': again('> '),
  'a deep quote that goes on': (length) => `${'>'.repeat(90)} a\n${'a\n'.repeat(length / 2)}`,
  'deep quotes': again(`${'>'.repeat(90)} a\n`),
  'lists in each other': again('- '),
  'lists ever deeper': growing((index) => `${' '.repeat(2 * index)}- a\n`),
  items: again('- a\n'),
  fences: again('```\n'),
  'fences of other lengths': growing((index) => `${'~'.repeat(200 - (index % 197))}\n`),
  headings: again('# a\n'),
  'an underlined heading': (length) => `${'a\n'.repeat(length / 2)}---`,
  tables: again(table),
  'heads of tables': again('|a|\n|-|\n\n'),
  'rows that may be heads': again('| a\n'),
  'empty lines': again('\n'),
  'carriage returns': again('\r'),
  backslashes: again('\\\n', 'a'),
  tabs: again('\t', '-'),
}

/** Comments that are made to be slow to read, by what they are made of, with a command after that. */
export const hostileComments: Readonly<Record<string, Made>> = Object.fromEntries(
  Object.entries(made).map(([about, make]) => [about, (length: number) => `${make(length)}\n\n/accept X`]),
)
