import { useLayoutEffect, useRef } from 'preact/hooks'
import type { BoardTarget } from '../core/board.ts'
import type { Episode, TargetHistory } from '../core/history.ts'
import { fileAddress, kindOf, laneTitles } from '../render/board.ts'
import { beginText, byText, courseText, duration, earlierText, shortSha } from '../render/history-words.ts'
import { Decision, Way } from './card.tsx'
import { Icon } from './icons.tsx'
import {
  Age,
  Code,
  Command,
  CommitLink,
  Contradiction,
  FindingInFull,
  HostLink,
  Message,
  useSurroundings,
} from './parts.tsx'
import { maxLength, timeOf, shortTimeOf, shownText } from './words.ts'
import { bareName } from '../core/target.ts'

const Segments = ({ segments }: { readonly segments: TargetHistory['segments'] }) => (
  <ol class="past">
    {segments.toReversed().map((segment, index) => (
      <li key={index}>
        <Icon of={segment.lane} />
        <span>
          {shownText(segment.state)} <span class="dim">{segment.holder ?? 'holder unknown'}</span>
          <br />
          <span class="dim">
            {segment.ended ? '' : 'since '}
            {shortTimeOf(segment.began.at)}
            {earlierText(segment)}
            {segment.ended ? `, ${duration(segment.seconds)}` : ''}, <CommitLink commit={segment.began} />{' '}
            <bdi>{shownText(segment.began.subject, 80)}</bdi>
          </span>
        </span>
      </li>
    ))}
  </ol>
)

const OwnEpisodes = ({ episodes, from }: { readonly episodes: readonly Episode[]; readonly from: string }) => (
  <ul class="past">
    {episodes.map((episode, index) => (
      <li key={index}>
        <span>
          <Code of={episode} /> {episode.last.length > 0 && <Contradiction said={episode.last} />}
          <br />
          <span class="dim">
            {beginText(
              episode,
              from,
              (commit) =>
                `${shortTimeOf(commit.at)}, ${shownText(shortSha(commit.commit))}${byText(commit, shownText)}`,
            )}
            , {shownText(courseText(episode))}
          </span>
        </span>
      </li>
    ))}
  </ul>
)

export interface PanelProps {
  readonly id: string
  readonly target: BoardTarget | undefined
  close(): void
}

export function Panel({ id, target, close }: PanelProps) {
  const { model } = useSurroundings()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const { current } = dialog
    current?.showModal()
    return () => current?.close()
  }, [])
  const past = model.history?.targets.find((candidate) => candidate.id === id)
  const episodes = model.history?.episodes.filter((episode) => episode.target === id) ?? []
  const {
    lane = 'unknown',
    state = '',
    holder,
    agent,
    within,
    way,
    asks,
    waits,
    since,
    next,
    path = '',
    findings,
  } = target ?? {}
  const shownFindings = [...(findings?.worst ?? []), ...(findings?.rest ?? [])]
  const omitted = findings ? findings.errors + findings.warnings + findings.notices - shownFindings.length : 0
  const rows: readonly (readonly [string, preact.ComponentChildren])[] = [
    ['Held by', agent !== undefined && holder === 'agent' ? `agent, ${shownText(agent)}` : (holder ?? 'unknown')],
    ...(agent === undefined || holder === 'agent' ? [] : [['Meant for', shownText(agent)] as const]),
    ...(within === undefined ? [] : [['Part of', shownText(within)] as const]),
    ...(since ? [[since.by === 'touched' ? 'File last changed' : 'Since', timeOf(since.at)] as const] : []),
    ...(waits === undefined ? [] : [['Waits', <Message key="waits" text={waits} />] as const]),
    [
      'File',
      <HostLink key="file" to={fileAddress(path, model.board, model.server ?? '')}>
        {shownText(path, maxLength)}
      </HostLink>,
    ],
  ]
  return (
    <dialog
      ref={dialog}
      class={`panel lane-${lane}`}
      aria-labelledby="panel-title"
      // The event comes late: another panel may have taken the place of this one.
      onClose={(event) => event.currentTarget.isConnected && close()}
      onClick={(event) => event.target === dialog.current && dialog.current?.close()}
    >
      <div class="inside">
        <header>
          <h2 id="panel-title">
            {target && <span class="kind">{shownText(kindOf(target))}</span>}{' '}
            <bdi>{shownText(target?.name ?? bareName(id), maxLength)}</bdi>
          </h2>
          <button class="copy" onClick={() => dialog.current?.close()} aria-label="Close">
            <Icon of="close" />
          </button>
        </header>
        {target ? (
          <>
            <p class="standing">
              <Icon of={lane} /> {laneTitles[lane]} · {shownText(state, maxLength)} <Age target={target} />
            </p>
            {way && <Way way={way} />}
            {asks && <Decision asks={asks} />}
            {next !== undefined && <Command text={next} />}
            <dl>
              {rows.map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
            {shownFindings.length > 0 && (
              <>
                <h3>Findings</h3>
                <ul class="findings">
                  {shownFindings.map((finding, index) => (
                    <FindingInFull key={index} finding={finding} />
                  ))}
                </ul>
                {omitted > 0 && (
                  <p class="dim">
                    {omitted} more: <code>baton validate {shownText(id)}</code>
                  </p>
                )}
              </>
            )}
          </>
        ) : (
          <p class="standing">
            {past?.segments.at(-1)?.ended ? 'It is not there any more.' : 'It is not on this board.'}
          </p>
        )}
        {episodes.length > 0 && (
          <>
            <h3>Contradictions</h3>
            <OwnEpisodes episodes={episodes} from={model.history?.from ?? ''} />
          </>
        )}
        {past && past.segments.length > 0 && (
          <>
            <h3>Past</h3>
            <Segments segments={past.segments} />
          </>
        )}
      </div>
    </dialog>
  )
}
