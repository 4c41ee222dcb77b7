/** The characters that a header allows in a token. The error for a header with others would print the token. */
export const tokenForm = /^[\x21-\x7e]+$/
