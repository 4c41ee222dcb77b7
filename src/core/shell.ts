/** A word of a command line that is printed for people to run: as it is, or in quotes where a shell would take it for more. */
export const shellWord = (word: string): string => (/^[\w./@:+=-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`)
