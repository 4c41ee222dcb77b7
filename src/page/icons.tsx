import type { Lane } from '../core/board.ts'

const shapes = {
  person: 'M5.6 6a2.4 2.4 0 1 1 3.5 2.1c-.7.4-1.1.8-1.1 1.6M8 12v.4',
  agent: 'M5.5 4v8l6-4z',
  ready: 'M8 3.6 12.4 8 8 12.4 3.6 8z',
  done: 'm3.8 8.4 2.9 2.9 5.6-6',
  unknown: 'M12.2 8a4.2 4.2 0 1 1-8.4 0 4.2 4.2 0 0 1 8.4 0z',
  copy: 'M5.5 5.5h7v7h-7zM3.5 10.5v-7h7',
  close: 'm4 4 8 8M12 4l-8 8',
  baton: 'm3 13 10-10',
} satisfies Record<Lane, string> & Readonly<Record<string, string>>

interface IconProps {
  readonly of: keyof typeof shapes
  /** Its place and size in a drawing. */
  readonly x?: number
  readonly y?: number
  readonly size?: number
}

/** The shape of a lane, which tells it apart without its colour, or another one. */
export const Icon = ({ of, x, y, size = 16 }: IconProps) => (
  <svg class={`icon icon-${of}`} viewBox="0 0 16 16" x={x} y={y} width={size} height={size} aria-hidden="true">
    <path d={shapes[of]} />
  </svg>
)
