import type * as util from 'node:util'

// The tokenizer's declarations name the type as browsers have it; Node's have the value alone.
declare global {
  interface TextDecoder extends util.TextDecoder {}
}
