/** What a header can have as a token: anything else is a mistake, and would be printed where the header is refused. */
export const tokenForm = /^[\x21-\x7e]+$/
