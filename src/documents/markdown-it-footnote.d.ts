// The published types are those of an older markdown-it and do not fit its own.
declare module 'markdown-it-footnote' {
  import type MarkdownIt from 'markdown-it'

  const footnote: (markdown: InstanceType<typeof MarkdownIt>) => void
  export default footnote
}
