import { defined } from '../core/defined.ts'
import type { Location, Log, PhysicalLocation, Region, ReportingDescriptor, Result } from 'sarif'
import { newFirst, type Diagnostic, type Level, type Place, type Severity } from '../core/diagnostic.ts'
import { referenceFor } from '../core/links.ts'
import type { Report } from '../core/report.ts'
import { plainText, stringify } from './plain.ts'
import { reportForComments } from './spelling.ts'

const levels: Record<Severity, Result.level> = { error: 'error', warning: 'warning', notice: 'note' }
/** What GitHub's code scanning sorts by (`problem.severity`). */
const problems: Record<Severity, string> = { error: 'error', warning: 'warning', notice: 'recommendation' }

/** Plain text in which `[text](target)` is not an embedded link (SARIF 2.1.0, section 3.11.6). */
const words = (text: string) => plainText(text).replaceAll('](', '] (')

/** A text that ends with a command gets no full stop, which would be copied with it. */
const sentence = (text: string) => (/[.!?:]$|^(?:Fix it with|More): /.test(text) ? text : `${text}.`)
const sentences = (...texts: readonly (string | undefined)[]) =>
  words(texts.flatMap((text) => (text === undefined ? [] : sentence(text))).join(' '))

/** `RegistryStatusDrift` */
const pascalCase = (code: string) =>
  code
    .toLowerCase()
    .split('_')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')

type Facts = Report['rules'][number]

/** The severity of a rule where nothing is configured: as where the change touches it. */
const usualSeverity = ({ strict, soft }: { readonly strict: Level; readonly soft: Level }): Severity =>
  strict === 'off' ? (soft === 'off' ? 'notice' : soft) : strict

function descriptor(rule: Facts): ReportingDescriptor {
  const { code, summary, why, repair, url } = rule
  const severity = usualSeverity(rule)
  return {
    id: code,
    name: pascalCase(code),
    shortDescription: { text: words(summary) },
    fullDescription: { text: sentences(summary, why) },
    help: {
      text: sentences(why, repair, url === undefined ? `More: ${referenceFor(code, url)}` : undefined),
      markdown: [
        why,
        ...(repair === undefined ? [] : [`**How to fix it**: ${repair}`]),
        ...(url === undefined ? [`More: \`${referenceFor(code, url)}\``] : []),
      ].join('\n\n'),
    },
    ...(url !== undefined && { helpUri: url }),
    defaultConfiguration: { level: levels[severity] },
    properties: {
      tags: code.toLowerCase().split('_').slice(0, 1),
      precision: 'high',
      'problem.severity': problems[severity],
    },
  }
}

/** For a code without a rule, such as one about the configuration. */
function plainDescriptor({ code, severity, url }: Diagnostic): ReportingDescriptor {
  const text = `${plainText(code)}.`
  return {
    id: code,
    name: pascalCase(code),
    shortDescription: { text },
    fullDescription: { text },
    ...(url !== undefined && { helpUri: url }),
    defaultConfiguration: { level: levels[severity] },
  }
}

/** Each segment percent-encoded, so that no path can be read as an address, a query or a way out of the root. */
const uri = (path: string) =>
  path
    .replace(/\p{Cs}/gu, '\ufffd')
    .split('/')
    .map(encodeURIComponent)
    .join('/')

/** GitHub shows no result without a line: the file as a whole is its first. */
const region = ({ line: startLine = 1, column: startColumn, endLine, endColumn }: Place): Region => ({
  startLine,
  ...defined({ startColumn, endLine, endColumn }),
})

const physicalLocation = (place: Place): PhysicalLocation => ({
  artifactLocation: { uri: uri(place.path), uriBaseId: '%SRCROOT%' },
  region: region(place),
})

/** Numbers the findings that are alike but for line and wording: this distinguishes them when lines move. */
function ordinals(): (diagnostic: Diagnostic) => string {
  const counts = new Map<string, number>()
  return ({ code, target = '', path }) => {
    const key = JSON.stringify([code, target, path])
    const ordinal = (counts.get(key) ?? 0) + 1
    counts.set(key, ordinal)
    return JSON.stringify([code, target, path, ordinal])
  }
}

const location = (place: Place): Location => ({ physicalLocation: physicalLocation(place) })

interface SarifOptions {
  /** Of Baton. */
  readonly version: string
}

/** A run of Baton that is over. */
function logOf(
  rules: readonly ReportingDescriptor[],
  results: readonly Result[],
  notes: readonly string[],
  { version }: SarifOptions,
): string {
  const log: Log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Baton', semanticVersion: version, rules: [...rules] } },
        automationDetails: { id: 'baton/' },
        columnKind: 'utf16CodeUnits',
        invocations: [
          {
            executionSuccessful: true,
            toolExecutionNotifications: notes.map((note) => ({ level: 'warning', message: { text: words(note) } })),
          },
        ],
        results: [...results],
      },
    ],
  }
  return stringify(log)
}

/**
 * The report as SARIF 2.1.0, for code scanning. It describes the rules that found something: the others would be most
 * of the file.
 *
 * `batonFinding/v1` is code, target, path and an ordinal among equals: it stays when lines move. GitHub's own
 * fingerprint is left to its upload action, which makes it from the source and warns at every other.
 */
export function sarif(givenReport: Report, options: SarifOptions): string {
  const report = reportForComments(givenReport)
  const firedCodes = new Set(report.diagnostics.map(({ code }) => code))
  const knownCodes = new Set(report.rules.map(({ code }) => code))
  const otherDiagnostics = new Map(
    report.diagnostics.filter(({ code }) => !knownCodes.has(code)).map((diagnostic) => [diagnostic.code, diagnostic]),
  )
  const rules = [
    ...report.rules.filter(({ code }) => firedCodes.has(code)).map(descriptor),
    ...[...otherDiagnostics.values()].map(plainDescriptor),
  ]
  const indexes = new Map(rules.map(({ id }, index) => [id, index]))
  const fingerprint = ordinals()
  const result = (diagnostic: Diagnostic): Result => {
    const { code: ruleId, severity, message, hint, fix, target, related = [], commit, conversation } = diagnostic
    const isCompared = report.compared === true && severity === 'error'
    return {
      ruleId,
      ruleIndex: indexes.get(ruleId) ?? -1,
      level: levels[severity],
      ...(isCompared && { baselineState: diagnostic.new ? 'new' : 'unchanged' }),
      message: { text: sentences(message, hint, fix === undefined ? undefined : `Fix it with: ${fix}`) },
      locations: [location(diagnostic)],
      ...(related.length > 0 && {
        relatedLocations: related.map((relatedPlace, id) => ({
          id,
          ...location(relatedPlace),
          message: { text: words(relatedPlace.message) },
        })),
      }),
      partialFingerprints: { 'batonFinding/v1': fingerprint(diagnostic) },
      ...((target ?? commit ?? conversation) !== undefined && { properties: { target, commit, conversation } }),
    }
  }
  // Ordinals do not depend on what is new.
  const results = new Map(report.diagnostics.map((diagnostic) => [diagnostic, result(diagnostic)]))
  return logOf(
    rules,
    newFirst(report.diagnostics).flatMap((diagnostic) => results.get(diagnostic) ?? []),
    [...report.notes, ...(report.afterMerge ?? [])],
    options,
  )
}

/** The description of a rule as SARIF, without a finding. */
export const sarifRule = (rule: Facts, options: SarifOptions): string => logOf([descriptor(rule)], [], [], options)
