import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
import { interrupt } from '../gateways/tree/faults.ts'

// Loaded into a program before its own modules, it does what the environment says.

const { KILL_AT, EDIT, HOLD, AS_USER } = process.env

/** Ends the program as `kill -9` does, before its step of this number. */
if (KILL_AT !== undefined)
  interrupt(({ number }) => {
    if (number !== Number(KILL_AT)) return
    process.kill(process.pid, 'SIGKILL')
    // The signal may take a moment, in which nothing more may happen.
    for (;;);
  })

/** Does something when the program begins to write, once. */
function atJournal(act: () => void): void {
  let isDone = false
  interrupt(({ operation, words }) => {
    if (isDone || operation !== 'openSync' || !String(words[0]).endsWith('.baton.journal')) return
    isDone = true
    act()
  })
}

/** Adds a line to a file. */
if (EDIT !== undefined) atJournal(() => appendFileSync(EDIT, 'A line by an editor.\n'))

/** Makes a file, and waits until it is gone. */
if (HOLD !== undefined)
  atJournal(() => {
    writeFileSync(HOLD, '')
    while (existsSync(HOLD));
  })

/** The rights of an account that owns nothing here. */
if (AS_USER !== undefined) {
  process.setgid?.(Number(AS_USER))
  process.setuid?.(Number(AS_USER))
}
