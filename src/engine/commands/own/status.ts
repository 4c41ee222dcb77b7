import type { Details } from '../../../core/command.ts'
import type { Report, ReportedTarget } from '../../../core/report.ts'
import { say } from '../../../core/say.ts'
import { tally } from '../../../core/tally.ts'
import { told } from '../answer.ts'
import { item } from './findings.ts'
import { listed } from './list.ts'
import { look, surplus, type OwnCommand, type Scene } from './own.ts'

const wrongWith = ({ diagnostics }: Report, id: string | undefined) => diagnostics.filter(({ target }) => target === id)

const heldBy = ({ holder }: ReportedTarget) => (holder === undefined ? 'and nobody can tell who holds it' : `held by the ${holder}`)

function summary(report: Report, target: ReportedTarget): string {
  const wrong = tally(wrongWith(report, target.id))
  return `${say`${target.id}: ${target.state}`}, ${heldBy(target)}${wrong === '' ? '' : `; ${wrong}`}`
}

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Everything about one target. */
function whole(report: Report, target: ReportedTarget, offered: Scene['offered']): string {
  const facts = Object.entries(target.facts).map(([name, value]) => say`${name}: ${shown(value)}`)
  const found = offered(wrongWith(report, target.id)).map(item)
  return [
    `${summary(report, target)}.`,
    ...(found.length > 0 ? ['', listed(found)] : []),
    ...(facts.length > 0 ? ['', '<details><summary>Facts</summary>', '', listed(facts), '', '</details>'] : []),
  ].join('\n')
}

/** What is wrong with no target: with a commit, or with a file that all share. */
function besides(report: Report): readonly string[] {
  const others = tally(wrongWith(report, undefined))
  return others === '' ? [] : [`Besides: ${others}.`]
}

/** For programs, and for the text format. */
const details = (report: Report, targets: readonly ReportedTarget[], more: readonly string[]): Details => ({
  targets: targets.map(({ id, protocol, path, holder, state, facts }) => ({ id, protocol, path, holder, state, facts })),
  lines: [
    ...targets.map((target) =>
      [target.id, target.holder ?? 'unknown', target.state, tally(wrongWith(report, target.id))].join('  ').trimEnd(),
    ),
    ...more,
  ],
})

/** Who holds what. */
export const status: OwnCommand = {
  name: 'status',
  takes: 'target',
  usage: '[TARGET]',
  summary: 'Says who holds what: every target, or everything about one.',
  examples: ['/status', '/status TinyGain'],

  run(scene) {
    const over = surplus(status, scene.words)
    if (over) return over
    const report = look(scene)
    const { meant } = scene
    const targets = meant ? report.targets.filter(({ id }) => id === meant.target) : report.targets
    const [only] = targets
    const more = meant ? [] : besides(report)
    const all = only ? listed(targets.map((target) => summary(report, target))) : 'There is nothing here whose state Baton keeps.'
    const paragraphs = [
      meant && only ? whole(report, only, scene.offered) : all,
      ...more.map((line) => `${line} The command \`/validate\` says what.`),
    ]
    return told(paragraphs.join('\n\n'), { report: details(report, targets, more) })
  },
}
