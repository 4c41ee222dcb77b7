/** The renderer of `src/page` with the script and the style that the build makes of it (`scripts/bundle/page.ts`). */
declare module 'baton:page' {
  export const renderPage: import('../page/model.ts').RenderPage
  export const renderLive: import('../page/model.ts').RenderLive
}
