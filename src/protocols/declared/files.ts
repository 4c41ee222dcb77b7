import { memo } from '../../core/once.ts'
import { folderOf, type Selector } from '../../core/view.ts'
import type { Condition, Kind, Source, Workflow } from './language/workflow.ts'
import type { Template } from '../../documents/template.ts'

/** The files that a template may lead to from an item of a source, as a glob. */
function globFor(file: Template, source: Source): string {
  const sourceGlob = source.file.glob
  const folder = source.form === 'folders' ? sourceGlob : folderOf(sourceGlob)
  return file.globWith({ path: sourceGlob, folder }).replace(/^\//, '')
}

/** All conditions of a kind. */
export const conditionsOf = ({ places, states, moves }: Kind): readonly Condition[] => [
  ...places.flatMap(({ computed }) => computed.flatMap(({ conditions }) => conditions)),
  ...('list' in states
    ? states.list.flatMap(({ needs }) => needs.flatMap(({ all }) => all))
    : states.added.flatMap(({ state }) => state.needs.flatMap(({ all }) => all))),
  ...(typeof moves === 'string' ? [] : moves.flatMap(({ needs }) => needs.flatMap(({ all }) => all))),
]

/** The files beside those of its items that a kind reads, and those of which only the existence matters. */
export const filesBeside = memo((kind: Kind) => {
  const conditions = conditionsOf(kind)
  return {
    name: conditions.flatMap((condition) =>
      condition.test === 'exists' || condition.test === 'missing' ? condition.files : [],
    ),
    text: [
      ...kind.places.flatMap(({ written }) => written.flatMap((location) => location.in)),
      ...kind.fields.flatMap(({ at }) => at.flatMap((location) => location.in)),
      ...kind.effects.flatMap((effect) => effect.in),
      ...conditions.flatMap((condition) => (condition.test === 'boxes' ? condition.in : [])),
    ],
  }
})

function kindSelectors(kind: Kind): readonly Selector[] {
  const { text: texts, name: names } = filesBeside(kind)
  const statesIn = 'list' in kind.states ? [] : kind.states.in
  return kind.sources.flatMap((source): readonly Selector[] => [
    { glob: source.file.glob, level: source.form === 'folders' ? 'folder' : 'text' },
    ...texts.map((file): Selector => ({ glob: globFor(file, source), level: 'text', beside: true })),
    ...names.map((file): Selector => ({ glob: globFor(file, source), level: 'name', beside: true })),
    ...statesIn.map((file): Selector => ({ glob: file.glob, level: 'text', beside: true })),
  ])
}

/** Everything that a workflow reads, and nothing else. */
export function selectorsOf({ kinds }: Workflow): readonly Selector[] {
  const selectors = kinds.flatMap(kindSelectors)
  return [...new Map(selectors.map((selector) => [`${selector.level} ${selector.glob}`, selector])).values()]
}
