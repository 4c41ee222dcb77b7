import { appendFileSync } from 'node:fs'
import { interrupt } from '../gateways/tree/faults.ts'

// Loaded into a program before its own modules, it does what the environment says.

const { KILL_AT, EDIT, AS_USER } = process.env

/** Ends the program as `kill -9` does, before its step of this number. */
if (KILL_AT !== undefined)
  interrupt(({ number }) => {
    if (number !== Number(KILL_AT)) return
    process.kill(process.pid, 'SIGKILL')
    // The signal may take a moment, in which nothing more may happen.
    for (;;);
  })

/** Adds a line to a file when the program begins to write, once. */
if (EDIT !== undefined) {
  let isDone = false
  interrupt(({ operation, words }) => {
    if (isDone || operation !== 'openSync' || !String(words[0]).endsWith('.baton.journal')) return
    isDone = true
    appendFileSync(EDIT, 'A line by an editor.\n')
  })
}

/** The rights of an account that owns nothing here. */
if (AS_USER !== undefined) {
  process.setgid?.(Number(AS_USER))
  process.setuid?.(Number(AS_USER))
}
