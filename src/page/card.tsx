import type { BoardTarget } from '../core/board.ts'
import { kindOf } from '../render/board.ts'
import { targetAddress, type Filter } from './address.ts'
import { aboutOf, Age, Command, FindingCounts, Message, ShortFinding } from './parts.tsx'
import { maxLength, shownText } from './words.ts'

type Decided = NonNullable<BoardTarget['asks']>

/** How far a target is on its way: done, here, to come. Said in words for those who do not see it. */
export function Way({ way }: { readonly way: NonNullable<BoardTarget['way']> }) {
  const { step, of, states } = way
  return (
    <p class="way" role="img" aria-label={`step ${step} of ${of}`}>
      {states.map((state, index) => (
        <span
          key={index}
          class={index + 1 < step ? 'past' : index + 1 === step ? 'here' : ''}
          title={shownText(state)}
        />
      ))}
    </p>
  )
}

/** The decision that is due. */
export const Decision = ({ asks: { kind, text } }: { readonly asks: Decided }) => (
  <blockquote class={`asks asks-${kind === 'error' ? kind : 'question'}`}>
    <strong>{kind}</strong>{' '}
    {text !== kind &&
      // Others than reviews are texts of people and agents.
      (kind === 'review' ? <Message text={text} /> : shownText(text, maxLength))}
  </blockquote>
)

/**
 * A card names what its worst finding compares, otherwise its file, if that is another one than its own and not longer.
 */
const maxPathLength = 32

export interface CardProps {
  readonly target: BoardTarget
  readonly filter: Filter
  /** Of its link and its button: with the arrow keys a lane is one stop of the Tab key. */
  readonly tab?: number | undefined
  readonly isChanged?: boolean
  /** One line: its name and what is wrong. */
  readonly isFolded: boolean
}

export function Card({ target, filter, tab, isChanged, isFolded }: CardProps) {
  const { id, lane, name, state, holder, agent, within, way, asks, next, waits, path, findings } = target
  const [worst] = findings.worst
  const subject = worst
    ? aboutOf(worst).trim() || (worst.path !== path && worst.path.length <= maxPathLength ? shownText(worst.path) : '')
    : ''
  const kind = shownText(kindOf(target))
  const classes = `card lane-${lane}${isFolded ? ' folded' : ''}${isChanged ? ' changed' : ''}`
  return (
    <article class={classes}>
      <div class="top">
        <h3>
          <a href={targetAddress(id, filter)} tabIndex={tab} data-target={id}>
            <span class="kind">{kind}</span> <bdi class="name">{shownText(name) || kind}</bdi>
          </a>
        </h3>
        {isFolded ? <span class="age">{shownText(state, 40)}</span> : <Age target={target} />}
      </div>
      {isFolded ? (
        findings.errors + findings.warnings + findings.notices > 0 && (
          <p class="dim">
            <FindingCounts findings={findings} />
          </p>
        )
      ) : (
        <>
          <p class="state">{shownText(state)}</p>
          {(within ?? agent) !== undefined && (
            <p class="dim">
              {[
                ...(within === undefined ? [] : [`in ${shownText(within)}`]),
                ...(agent === undefined ? [] : [`${holder === 'agent' ? '' : 'for '}${shownText(agent)}`]),
              ].join(' · ')}
            </p>
          )}
          {way && way.of > 1 && <Way way={way} />}
          {asks && <Decision asks={asks} />}
          {!asks && waits !== undefined && (
            <p class="dim">
              <Message text={waits} />
            </p>
          )}
          {worst && (
            <div class="wrong">
              <p class="dim">
                <FindingCounts findings={findings} />
                {subject !== '' && ` · ${subject}`}
              </p>
              <p class="clamp">
                <ShortFinding finding={worst} />
              </p>
            </div>
          )}
        </>
      )}
      {next !== undefined && (!isFolded || findings.errors > 0) && <Command text={next} tab={tab} />}
    </article>
  )
}
