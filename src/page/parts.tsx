import type { ComponentChildren } from 'preact'
import { useContext } from 'preact/hooks'
import { createContext } from 'preact'
import type { BoardFinding, BoardTarget } from '../core/board.ts'
import type { Episode, HistoryCommit } from '../core/history.ts'
import { signBefore, type PlaceValue } from '../core/compared.ts'
import { pluralize } from '../core/diagnostic.ts'
import { ageOf, upperBoundMark, commitAddress, fileAddress } from '../render/board.ts'
import { byText, findingText, shortSha, shownValue } from '../render/history-words.ts'
import { Icon } from './icons.tsx'
import type { PageData } from './model.ts'
import { maxLength, numeral, shortTimeOf, shownText } from './words.ts'

/** What every part of the page may need. */
export interface Surroundings {
  readonly model: PageData
  /** The script runs: what needs it is shown. */
  readonly isLive: boolean
  /** Tells a reader of the screen. */
  announce(text: string): void
}

/** The page provides them to all of its parts. */
export const Surrounding = createContext({} as Surroundings)

export const useSurroundings = (): Surroundings => useContext(Surrounding)

/** A link to the host, where the address is one of its own; otherwise the text alone. */
export const HostLink = ({ to, children }: { readonly to: string | undefined; readonly children: ComponentChildren }) =>
  to === undefined ? (
    <>{children}</>
  ) : (
    <a href={to} rel="noreferrer noopener">
      {children}
    </a>
  )

/** What may be wider than the page, in a box that scrolls by itself. */
export const Box = ({
  name,
  of = '',
  children,
}: {
  readonly name: string
  readonly of?: string
  readonly children: ComponentChildren
}) => (
  <div class={`box ${of}`} tabIndex={0} role="region" aria-label={name}>
    {children}
  </div>
)

/** A commit, which links to itself at the host, and the command that its message names. */
export function CommitLink({ commit }: { readonly commit: HistoryCommit }) {
  const { model } = useSurroundings()
  return (
    <>
      <HostLink to={commitAddress(commit.commit, model.board, model.server ?? '')}>
        <code>{shownText(shortSha(commit.commit))}</code>
      </HostLink>
      {byText(commit, shownText)}
    </>
  )
}

/** A sentence whose values are in backticks. */
export const Message = ({ text }: { readonly text: string }) => (
  <>
    {shownText(text, maxLength)
      .split('`')
      .map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}
  </>
)

/** What two places say that contradict each other. */
export const Contradiction = ({ said }: { readonly said: readonly PlaceValue[] }) => (
  <span class="said">
    {said.map(({ place, value }, index) => (
      <span key={index}>
        {signBefore(said, index)}
        {shownText(place)} {value === null ? 'nothing' : <code>{shownValue(value)}</code>}
      </span>
    ))}
  </span>
)

/** What a finding or an episode is about where its code does not name it. */
export const aboutOf = (subject: BoardFinding | Episode): string =>
  findingText(subject, shownText).slice(shownText(subject.code).length)

/** The code of a finding, and what it is about. */
export const Code = ({ of }: { readonly of: BoardFinding | Episode }) => (
  <>
    <code>{shownText(of.code)}</code>
    {aboutOf(of)}
  </>
)

/** A finding in its short form: what the places say, otherwise its message, otherwise its code. */
export const ShortFinding = ({ finding: { said, message, code } }: { readonly finding: BoardFinding }) =>
  said && said.length > 0 ? (
    <Contradiction said={said} />
  ) : message === '' ? (
    <code>{shownText(code)}</code>
  ) : (
    <Message text={message} />
  )

/** How many findings there are, in words. */
export const FindingCounts = ({ findings: { errors, warnings, notices } }: Pick<BoardTarget, 'findings'>) => (
  <>
    {errors > 0 && <strong class="errors">{pluralize(errors, 'error')}</strong>}
    {errors > 0 && warnings + notices > 0 && ', '}
    {[
      ...(warnings > 0 ? [pluralize(warnings, 'warning')] : []),
      ...(notices > 0 ? [pluralize(notices, 'notice')] : []),
    ].join(', ')}
  </>
)

/** How long a target has been as it is, with the moment as its title. */
export function Age({ target: { since, uncommitted } }: { readonly target: BoardTarget }) {
  const { model } = useSurroundings()
  if (!since) return uncommitted ? <span class="age">uncommitted</span> : null
  return (
    <time
      class="age"
      dateTime={since.at}
      title={`${since.by === 'touched' ? 'file last changed' : 'since'} ${shortTimeOf(since.at)} UTC`}
    >
      {upperBoundMark(since)}
      {ageOf(since.at, model.board.at) || 'now'}
    </time>
  )
}

/** A command, with a button that copies its text and does nothing else. */
export function Command({ text, tab }: { readonly text: string; readonly tab?: number | undefined }) {
  const { isLive, announce } = useSurroundings()
  const line = shownText(text, maxLength)
  const copy = (event: MouseEvent) => {
    const code = (event.currentTarget as HTMLElement).previousElementSibling
    navigator.clipboard.writeText(text).then(
      () => announce(`Copied ${line}`),
      () => {
        if (code) getSelection()?.selectAllChildren(code)
        announce('The command is selected: copy it with the keyboard.')
      },
    )
  }
  return (
    <p class="command">
      <code>{line}</code>
      {isLive && (
        <button class="copy" onClick={copy} tabIndex={tab} aria-label={`Copy ${line}`}>
          <Icon of="copy" />
        </button>
      )}
    </p>
  )
}

interface MoreProps {
  /** How many are not shown. */
  readonly left: number
  /** How many of them come next. */
  readonly step: number
  show(): void
}

/** What is left of a long list: a button where the script runs. */
export function More({ left, step, show }: MoreProps) {
  const { isLive } = useSurroundings()
  if (left <= 0) return null
  return isLive ? (
    <>
      <button class="more" onClick={show}>
        {Math.min(left, step)} more{left > step && ` (${numeral(left)} left)`}
      </button>
      <p class="printed">{numeral(left)} more are not printed</p>
    </>
  ) : (
    <p class="none">and {numeral(left)} more</p>
  )
}

/** A finding with all that is known of it. */
export function FindingInFull({ finding }: { readonly finding: BoardFinding }) {
  const { severity, message, said, fix, path, line } = finding
  const { model } = useSurroundings()
  const address = fileAddress(path, model.board, model.server ?? '')
  return (
    <li>
      <p>
        <strong class={severity === 'error' ? 'errors' : undefined}>{severity}</strong> <Code of={finding} />
      </p>
      {message !== '' && (
        <p>
          <Message text={message} />
        </p>
      )}
      {said && said.length > 0 && (
        <p>
          <Contradiction said={said} />
        </p>
      )}
      <p class="dim">
        <HostLink to={address === undefined || line === undefined ? address : `${address}#L${line}`}>
          {shownText(path, maxLength)}
          {line !== undefined && `:${line}`}
        </HostLink>
      </p>
      {fix !== undefined && <Command text={fix} />}
    </li>
  )
}
