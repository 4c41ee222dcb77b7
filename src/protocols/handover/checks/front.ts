import { msg } from '../../../core/message.ts'
import { plain, type YamlEntry, type YamlMapping, type YamlNode } from '../../../documents/yaml.ts'
import type { RuleCode } from '../codes.ts'
import { isAnnotated, prefixes, types, writerOf, type Kind } from '../files.ts'
import type { HandoverFile } from '../model.ts'
import { plainFolder } from '../reading/paths.ts'
import { problem, type Problem } from '../problem.ts'
import { flagOf, isNull, isSpecial, listOf, numberOf, textOf } from '../reading/records.ts'
import { formHint, frontFields, isSlug, requiredSections, current, isVersion, versionOf, type Field, type FrontKind } from '../schema.ts'

const codeOf = (kind: Kind, what: string) => `${prefixes[kind]}_${what}` as RuleCode

const unreadable: Readonly<Record<string, string>> = {
  link: 'Unexpected link, expected a regular file: links are not followed',
  large: 'Unexpected size, expected a file that is not above the limit',
  encoding: 'Unexpected bytes, expected UTF-8',
}

/** Whether the file can be had. The rest is looked at only then. */
export function* fileProblems(file: HandoverFile): Iterable<Problem> {
  const { kind, unreadable: why, path } = file
  if (kind === 'annotations' || why === undefined) return
  if (why === 'absent') {
    const found = problem(file, codeOf(kind, 'NOT_FOUND'), msg`There is no ${path}`, undefined, { hint: writerOf(kind, file.project) })
    yield { ...found, place: { path } }
  } else yield problem(file, codeOf(kind, 'READ_ERROR'), unreadable[why] ?? '', undefined, { hint: 'Put a text file in its place.' })
}

const readers: Readonly<Record<Field['read'], (node: YamlNode) => unknown>> = { text: textOf, number: numberOf, flag: flagOf, list: listOf }

/** What is wrong with a value; nothing where it is as it should be. What is not written as its type is a text, whatever YAML takes it for. */
function misfit({ read, shape }: Field, node: YamlNode): string | undefined {
  const value = readers[read](node) ?? textOf(node) ?? plain(node)
  return shape.safeParse(value).error?.issues[0]?.message
}

const isBlank = (node: YamlNode) => isNull(node) || textOf(node)?.trim() === ''

/** Codes of values that are no `_INVALID_FIELD`. */
const ownCodes: Readonly<Record<string, RuleCode>> = {
  'brief research_status': 'BRIEF_INVALID_STATUS',
  'next-session-prompt produced_at': 'NEXT_SESSION_PROMPT_INVALID_TIMESTAMP',
  'next-session-prompt produced_by': 'NEXT_SESSION_PROMPT_MISSING_FIELD',
  'plan plan_version': 'PLAN_VERSION_FORMAT',
  'brief brief_version': 'BRIEF_VERSION_FORMAT',
  'review review_version': 'REVIEW_VERSION_FORMAT',
}

function* fieldProblems(file: HandoverFile, kind: FrontKind, mapping: YamlMapping): Iterable<Problem> {
  for (const [key, field] of Object.entries<Field>(frontFields[kind])) {
    const entry = mapping.get(key)
    if (!entry || isBlank(entry.value)) {
      if (field.required) yield problem(file, codeOf(kind, 'MISSING_FIELD'), msg`Missing ${key}`, entry?.key, { hint: hintOf(field, key) })
      continue
    }
    const wrong = misfit(field, entry.value)
    if (wrong === undefined || (key === 'slug' && slugDiffers(file, entry))) continue
    yield problem(file, ownCodes[`${kind} ${key}`] ?? codeOf(kind, 'INVALID_FIELD'), wrong, entry.value, {
      hint: hintOf(field, key, entry.value),
    })
  }
}

/** The allowed form of a field; what is no text is not one in quotes either. */
function hintOf({ read, shape }: Field, key: string, node?: YamlNode): string {
  const isQuoted = node?.kind === 'scalar' && node.quoted && (read === 'number' || read === 'flag')
  const hint = formHint(key, shape)
  return isQuoted ? hint.replace(/\.$/, ', without quotes.') : hint
}

const slugDiffers = ({ project }: HandoverFile, { value }: YamlEntry) => project !== undefined && textOf(value) !== project.slug

/** A text as it stands in YAML in place of another value. */
function written(text: string, old: YamlNode): string {
  const isPlain = /^[A-Za-z.][\w./~-]*$/.test(text) && !isSpecial(text) && !(old.kind === 'scalar' && old.quoted)
  return isPlain ? text : JSON.stringify(text)
}

/** What must be as the folder is. */
function* placeProblems(file: HandoverFile, kind: 'brief' | 'review', mapping: YamlMapping): Iterable<Problem> {
  const { project } = file
  const mend = (code: RuleCode, { value }: YamlEntry, wanted: string, message: string) =>
    problem(file, code, message, value, {
      hint: msg`Write ${wanted}.`,
      fix: `/fix ${code}`,
      edit: { start: value.start, end: value.end, text: written(wanted, value) },
    })
  if (!project) return
  const [slug, folder] = [mapping.get('slug'), mapping.get('project_dir')]
  if (slug && !isBlank(slug.value) && slugDiffers(file, slug)) {
    const message = msg`Unexpected ${textOf(slug.value) ?? ''}, expected ${project.slug} as in the name of the folder`
    const code = codeOf(kind, 'SLUG_MISMATCH')
    // A folder whose name is no slug is not mended by writing it.
    yield isSlug(project.slug)
      ? mend(code, slug, project.slug, message)
      : problem(file, code, message, slug.value, { hint: 'Rename the folder: a slug has letters, digits, `.`, `_`, `~` and `-`.' })
  }
  const said = folder && textOf(folder.value)
  if (folder && said !== undefined && said.trim() !== '' && plainFolder(said) !== project.folder)
    yield mend(
      codeOf(kind, 'PROJECT_DIR_MISMATCH'),
      folder,
      `${project.folder}/`,
      msg`Unexpected ${said}, expected ${`${project.folder}/`}, where it lies`,
    )
}

const versionKeys = { brief: 'brief_version', plan: 'plan_version', review: 'review_version' } as const

function* versionProblems(file: HandoverFile, kind: keyof typeof versionKeys, mapping: YamlMapping): Iterable<Problem> {
  const entry = mapping.get(versionKeys[kind])
  const version = entry && textOf(entry.value)
  if (!entry || version === undefined || version.trim() === '') return
  const hint = msg`The planner should write ${current[kind]}.`
  if (!versionOf(version))
    yield problem(file, codeOf(kind, 'VERSION_FORMAT'), msg`Unexpected ${version}, expected ${'N.M'}`, entry.value, { hint })
  else if (!isVersion(version, current[kind]))
    yield problem(
      file,
      codeOf(kind, 'VERSION_MISMATCH'),
      msg`Unexpected version ${version}, expected ${current[kind]}: it is read as that`,
      entry.value,
      { hint },
    )
}

function* nestedProblems(file: HandoverFile, mapping: YamlMapping): Iterable<Problem> {
  const hint = 'Write it flat: keys with texts, numbers and lists of texts.'
  const nested = (key: YamlNode, name: string) =>
    problem(file, 'FM_NESTED_DICT', msg`Unexpected keys and values in ${name}, expected a value or a list of values`, key, { hint })
  const holds = (node: YamlNode): boolean => node.kind === 'mapping' || (node.kind === 'sequence' && node.items.some(holds))
  for (const { key, value } of mapping.entries) {
    const isList = key.source === 'source_annotations' && value.kind === 'sequence'
    if (!isList && holds(value)) yield nested(key, key.source)
    const entries = isList ? value.items.flatMap((item) => (item.kind === 'mapping' ? item.entries : [])) : []
    for (const entry of entries) if (holds(entry.value)) yield nested(entry.key, entry.key.source)
  }
}

function* sectionProblems(file: HandoverFile, kind: keyof typeof requiredSections, closing: number): Iterable<Problem> {
  const { headings } = file.scan()
  const there = new Set(headings.filter(({ level }) => level === 2).map(({ text }) => text))
  for (const name of requiredSections[kind]) {
    if (there.has(name)) continue
    const near = headings.find(({ text }) => text.toLowerCase() === name.toLowerCase())
    yield problem(file, codeOf(kind, 'MISSING_SECTION'), msg`Missing section ${`## ${name}`}`, closing, {
      hint: near ? msg`Line ${near.line} has ${near.raw.trim()}: write ${`## ${name}`}.` : msg`Add the heading ${`## ${name}`}.`,
    })
  }
}

const fileTypes = Object.entries(types) as readonly (readonly [Kind, string])[]

/** What is to be done about a type that is another kind's, or nobody's. */
function wrongTypeHint(wanted: string | undefined, other: Kind | undefined): string {
  const move = other && msg`It says that it is a ${other}: move it to where that lies, or`
  if (wanted === undefined) return move ? `${move} take the key out.` : 'Take the key out, or move the file.'
  return move ? `${move} ${msg`write ${`type: ${wanted}`}`}.` : msg`Write ${`type: ${wanted}`}.`
}

/** How a front matter that is missing is to be written. */
function beginning({ document }: HandoverFile, kind: FrontKind): string {
  const first = document?.line(1).replace(/^\ufeff/, '') ?? ''
  if (/^---[ \t]*$/.test(first)) return msg`It is never closed: write a further line ${'---'} behind its keys.`
  if (first.startsWith('---')) return msg`Write nothing behind ${'---'} in the first line.`
  const required = Object.entries<Field>(frontFields[kind]).flatMap(([key, field]) => (field.required ? [key] : []))
  const all = [...(kind in types ? ['type'] : []), ...required, ...(kind === 'review' ? ['findings'] : [])]
  return msg`Begin the file with ${'---'}, these keys, and ${'---'}: ${all}.`
}

const isFrontKind = (kind: HandoverFile['kind']): kind is FrontKind => Object.hasOwn(frontFields, kind)

/** What is wrong with front matter and sections (handover protocol, section 3). */
export function* frontProblems(file: HandoverFile): Iterable<Problem> {
  const { kind, front, mapping } = file
  if (!isFrontKind(kind) || !front) return
  if (front.kind === 'none') {
    const levels =
      kind === 'next-session-prompt'
        ? ({ strict: 'warning', soft: 'warning' } as const)
        : kind === 'research'
          ? ({ soft: 'warning' } as const)
          : {}
    yield problem(file, 'FM_MISSING', 'Missing front matter, expected it between two lines `---` at the beginning', undefined, {
      hint: beginning(file, kind),
      levels,
    })
    return
  }
  if (front.kind === 'invalid') {
    yield problem(file, 'FM_PARSE_ERROR', front.fault, front, {
      hint: 'Write plain keys and values, without anchors, aliases, tags and second keys.',
    })
    return
  }
  if (!mapping) {
    const entry = front.mapping.get('type')
    const wanted = kind in types ? types[kind as keyof typeof types] : undefined
    const said = entry && textOf(entry.value)
    const other = fileTypes.find(([, type]) => type === said)?.[0]
    const message =
      said === undefined
        ? msg`Missing ${'type'}, expected ${wanted ?? ''}`
        : wanted === undefined
          ? msg`Unexpected type ${said}: this is no plan`
          : msg`Unexpected type ${said}, expected ${wanted}`
    yield problem(file, codeOf(kind, 'WRONG_TYPE'), message, entry?.value, {
      hint: wrongTypeHint(wanted, other),
    })
    return
  }
  yield* fieldProblems(file, kind, mapping)
  if (kind === 'brief' || kind === 'review') {
    yield* nestedProblems(file, mapping)
    yield* placeProblems(file, kind, mapping)
  }
  if (isAnnotated(kind)) yield* versionProblems(file, kind, mapping)
  if (kind !== 'next-session-prompt') yield* sectionProblems(file, kind, front.closing)
}
