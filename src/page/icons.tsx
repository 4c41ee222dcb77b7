import type { Lane } from '../core/board.ts'

const shapes: Readonly<Record<Lane, string>> = {
  person: 'M5.6 6a2.4 2.4 0 1 1 3.5 2.1c-.7.4-1.1.8-1.1 1.6M8 12v.4',
  agent: 'M5.5 4v8l6-4z',
  ready: 'M8 3.6 12.4 8 8 12.4 3.6 8z',
  done: 'm3.8 8.4 2.9 2.9 5.6-6',
  unknown: 'M12.2 8a4.2 4.2 0 1 1-8.4 0 4.2 4.2 0 0 1 8.4 0z',
}

/** The shape of a lane, which tells it apart without its colour. */
export const LaneIcon = ({ lane }: { readonly lane: Lane }) => (
  <svg class={`icon icon-${lane}`} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    <path d={shapes[lane]} />
  </svg>
)

export const CopyIcon = () => (
  <svg class="icon icon-copy" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    <path d="M5.5 5.5h7v7h-7zM3.5 10.5v-7h7" />
  </svg>
)

export const CloseIcon = () => (
  <svg class="icon icon-copy" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    <path d="m4 4 8 8M12 4l-8 8" />
  </svg>
)

/** The baton. */
export const Mark = () => (
  <svg class="mark" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    <path d="m3 13 10-10" />
  </svg>
)
