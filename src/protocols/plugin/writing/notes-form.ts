import { mostFrequent } from '../../../core/frequent.ts'
import { between, outline } from '../../../documents/markdown.ts'
import type { PluginModel } from '../model.ts'
import type { SecondPlace } from '../registry.ts'
import { isBlank } from './lines.ts'

/** How a `NOTES.md` is built. */
export interface NotesForm {
  /** Its title; `NAME` stands for the plugin's name. */
  readonly title: string
  /** The headings of its sections, in order. */
  readonly sections: readonly string[]
  /** The one under which the status stands; none: it stands under the title. */
  readonly home: string | undefined
  /** Whether a blank line is between that heading and the status. */
  readonly gap: boolean
  /** What stands before the label of a field. */
  readonly bullet: string
}

const timeline = 'Lifecycle Timeline'

/** The form where there is nothing to go by. */
const plainForm: NotesForm = { title: 'NAME', sections: [timeline], home: undefined, gap: true, bullet: '- ' }

/** A heading that is underlined may have several. */
const isOneLine = (text: string) => !text.includes('\n')

function formOf({ document, name, line }: SecondPlace): NotesForm {
  const { headings } = outline(document)
  const title = headings.find(({ level, text }) => level === 1 && isOneLine(text))?.text ?? ''
  const sections = headings.filter(({ level, text }) => level === 2 && isOneLine(text))
  const home = between(sections, 1, line).at(-1)
  const [bullet = ''] = /^\s*(?:[-*+] )?/.exec(document.line(line)) ?? []
  return {
    title: title.includes(name) ? title.replace(name, 'NAME') : 'NAME',
    sections: sections.map(({ text }) => text),
    home: home?.text,
    gap: !home || isBlank(document, home.line + 1),
    bullet,
  }
}

/** So many are looked at. */
const most = 100

/** The sections that more than half of some notes have, in the order of those that have most of them. */
function commonSections(forms: readonly NotesForm[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const { sections } of forms) for (const section of new Set(sections)) counts.set(section, (counts.get(section) ?? 0) + 1)
  const isCommon = (section: string) => (counts.get(section) ?? 0) * 2 > forms.length
  const ordered = forms.map(({ sections }) => [...new Set(sections.filter(isCommon))])
  const longest = ordered.reduce((best, each) => (each.length > best.length ? each : best), [])
  return [...new Set([...longest, ...[...counts.keys()].filter(isCommon)])]
}

const known = new WeakMap<PluginModel, NotesForm>()

/** The form that the notes of a repository have: of each part what most of them have. */
export function notesForm(model: PluginModel): NotesForm {
  const before = known.get(model)
  if (before) return before
  const forms = model.plugins
    .flatMap(({ seconds }) => seconds.filter(({ kind }) => kind === 'notes'))
    .slice(0, most)
    .map(formOf)
  const frequent = (part: (form: NotesForm) => string) => mostFrequent(forms.map(part)) ?? part(plainForm)
  const home = frequent((form) => form.home ?? '')
  const common = forms.length === 0 ? plainForm.sections : commonSections(forms)
  const sections = [...(home === '' || common.includes(home) ? [] : [home]), ...common]
  const form = {
    title: frequent(({ title }) => title),
    sections: sections.some((section) => section.toLowerCase() === timeline.toLowerCase()) ? sections : [...sections, timeline],
    home: home === '' ? undefined : home,
    gap: frequent(({ gap }) => String(gap)) === 'true',
    bullet: frequent(({ bullet }) => bullet),
  }
  known.set(model, form)
  return form
}
