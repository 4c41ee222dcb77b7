import { renderToString } from 'preact-render-to-string'
import { App } from './app.tsx'
import { inertJson, pack } from './data.ts'
import {
  extendHistory,
  fitBoard,
  cardLimitsOf,
  views,
  type News,
  type PageAssets,
  type PageData,
  type PageModel,
  type RenderLive,
  type RenderPage,
} from './model.ts'
import { figuresOf, newsOf, shownText } from './words.ts'

/**
 * What the page may do: run its own script, show its own style. Nothing is loaded; served, it asks its server alone.
 */
const policyOf = ({ script, style }: PageAssets, isServed: boolean): string =>
  [
    "default-src 'none'",
    `script-src '${script.hash}'`,
    `style-src '${style.hash}'`,
    'img-src data:',
    ...(isServed ? ["connect-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')

/**
 * The page as one file. Texts by Baton that hold no data are put together as they are; all data goes through Preact,
 * which escapes it, or is embedded as inert JSON.
 */
function pageHtml(model: PageData, assets: PageAssets, isServed: boolean): string {
  const { repository } = model.board
  const { news } = model.headings[model.view]
  const title = renderToString(
    <title>{`${news} · ${repository === undefined ? 'Baton' : `${shownText(repository)} · Baton`}`}</title>,
  )
  // Where only the text is read, such as in a terminal, words of a drawing and links stand apart.
  const body = renderToString(
    <div id="page" data-served={isServed ? 'yes' : undefined}>
      <App first={model} isServed={isServed} />
    </div>,
  )
    .replaceAll('</text>', '</text>\n')
    .replaceAll('</a><a', '</a> <a')
  return `<!doctype html>
<html lang="en">
<head>
<meta http-equiv="Content-Security-Policy" content="${policyOf(assets, isServed)}">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
${title}
<style>${assets.style.text}</style>
</head>
<body>
${body}
<script type="application/json" id="model">${inertJson(pack(model))}</script>
<script>${assets.script.text}</script>
</body>
</html>
`
}

/** What the page shows of a model: what it has room for, the past until the time of the board. */
function pageDataOf({ board, history, ...rest }: PageModel): PageData {
  const model = { ...rest, board: fitBoard(board), ...(history && { history: extendHistory(history, board.at) }) }
  const [boardNews, timelineNews, episodesNews] = views.map((view) => newsOf(model, view)) as [News, News, News]
  return {
    ...model,
    headings: { board: boardNews, timeline: timelineNews, episodes: episodesNews },
    ...(model.history && { figures: figuresOf(model.history) }),
    cardLimits: cardLimitsOf(model.board),
  }
}

/** Renders pages that have this script and this style. */
export const renderersOf = (
  assets: PageAssets,
): { readonly renderPage: RenderPage; readonly renderLive: RenderLive } => ({
  renderPage: (model) => pageHtml(pageDataOf(model), assets, false),
  renderLive(pageModel) {
    const model = pageDataOf(pageModel)
    return { page: pageHtml(model, assets, true), model: inertJson(pack(model)), policy: policyOf(assets, true) }
  },
})
